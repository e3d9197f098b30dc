import * as z from 'zod/mini';
import type { Notification } from '../../../shared/notifications/schema.ts';
import { saved } from '../../kit/saved/saved.ts';
import { describeEntry } from './entries.ts';

/** Whether this browser announces notifications while the page is hidden. */
export const browserNotifications = saved({
  key: 'browser-notifications',
  schema: z.boolean(),
  fallback: false,
  owner: 'operator',
});

/** Older browsers of phones have none. */
export const canAnnounce = (): boolean => 'Notification' in window;

/** Requests the permission of the browser. @returns whether it is granted. */
export const askPermission = async (): Promise<boolean> =>
  canAnnounce() && (await Notification.requestPermission()) === 'granted';

/**
 * Announces new notifications through the browser, if the operator switched that on and looks at another page or program. Every tab of the
 * browser calls this; equal tags are shown once.
 */
export function announce(arrived: readonly Notification[], open: (href: string) => void): void {
  const [newest] = arrived;
  if (newest === undefined || !browserNotifications.read() || !document.hidden) return;
  if (!canAnnounce() || Notification.permission !== 'granted') return;
  const kinds = new Set(arrived.map(({ kind }) => kind));
  const isOneKind = kinds.size === 1;
  const { title, topic, body } = isOneKind
    ? describeEntry({ kind: newest.kind, items: [...arrived] })
    : { title: `${arrived.length} notifications`, topic: '', body: newest.title };
  const shown = show(topic ? `${title}: ${topic}` : title, {
    body,
    tag: `notification-${newest.id}`,
  });
  shown?.addEventListener('click', () => {
    window.focus();
    if (newest.href !== null) open(newest.href);
    shown.close();
  });
}

/** Shows a message; null in Chrome on Android, which throws although it has the class. */
function show(title: string, options: NotificationOptions): globalThis.Notification | null {
  try {
    return new globalThis.Notification(title, options);
  } catch {
    return null;
  }
}

import * as z from 'zod/mini';
import type { Notification } from '../../../shared/notifications/schema.ts';
import { saved } from '../../kit/saved/saved.ts';
import {
  pushEndpoint,
  registerServiceWorker,
  showThroughWorker,
} from '../../lib/service-worker.ts';
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
export async function askPermission(): Promise<boolean> {
  if (!canAnnounce() || (await Notification.requestPermission()) !== 'granted') return false;
  await registerServiceWorker();
  return true;
}

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
  void show(topic ? `${title}: ${topic}` : title, body, newest, open);
}

/** Shows a message through the service worker if there is one. A browser that is a channel shows it already. */
async function show(
  title: string,
  body: string,
  { id, href }: Notification,
  open: (href: string) => void,
): Promise<void> {
  const options = { body, tag: `notification-${id}` };
  if ((await pushEndpoint()) !== null) return;
  if (await showThroughWorker(title, { ...options, href: href ?? '/' })) return;
  const shown = showOnPage(title, options);
  shown?.addEventListener('click', () => {
    window.focus();
    if (href !== null) open(href);
    shown.close();
  });
}

/** Shows a message; null in Chrome on Android, which throws although it has the class. */
function showOnPage(title: string, options: NotificationOptions): globalThis.Notification | null {
  try {
    return new globalThis.Notification(title, options);
  } catch {
    return null;
  }
}

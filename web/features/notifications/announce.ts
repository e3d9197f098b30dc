import * as z from 'zod/mini';
import type { Notification, NotificationKind } from '../../../shared/notifications/schema.ts';
import { saved } from '../../kit/saved/saved.ts';
import {
  pushEndpoint,
  registerServiceWorker,
  showThroughWorker,
} from '../../lib/service-worker.ts';
import { importAgain } from '../../ui/import-again.ts';
import { describeEntry } from './entries.ts';

const loadChannels = () => importAgain(() => import('../notification-channels/queries.ts'));

/** Whether this browser announces notifications while the page is hidden. */
export const browserNotifications = saved({
  key: 'browser-notifications',
  schema: z.boolean(),
  fallback: false,
  owner: 'operator',
});

/** Older phone browsers do not have the class. */
export const canAnnounce = (): boolean => 'Notification' in window;

/** Requests the permission of the browser. @returns whether it is granted. */
export async function askPermission(): Promise<boolean> {
  if (!canAnnounce() || (await Notification.requestPermission()) !== 'granted') return false;
  await registerServiceWorker();
  return true;
}

/**
 * Shows new notifications through the browser, if the operator switched that on and is looking at
 * another page or program. Every tab of the browser calls this; equal tags are shown once.
 */
export function announce(arrived: readonly Notification[], open: (href: string) => void): void {
  if (arrived.length === 0 || !browserNotifications.read() || !document.hidden) return;
  if (!canAnnounce() || Notification.permission !== 'granted') return;
  void announceUnpushed(arrived, open);
}

/** Shows the notifications for which this browser gets no push message. */
async function announceUnpushed(
  all: readonly Notification[],
  open: (href: string) => void,
): Promise<void> {
  const pushed = await kindsPushedHere();
  const arrived = all.filter(({ kind }) => !pushed.has(kind));
  const [newest] = arrived;
  if (newest === undefined) return;
  const kinds = new Set(arrived.map(({ kind }) => kind));
  const isOneKind = kinds.size === 1;
  const { title, topic, body } = isOneKind
    ? describeEntry({ kind: newest.kind, items: [...arrived] })
    : { title: `${arrived.length} notifications`, topic: '', body: newest.title };
  await show(topic ? `${title}: ${topic}` : title, body, newest, open);
}

/** A subscription alone does not count: its channel may be paused, deleted, or that of another operator. */
async function kindsPushedHere(): Promise<ReadonlySet<NotificationKind>> {
  const endpoint = await pushEndpoint();
  if (endpoint === null) return new Set();
  const { pushedKinds } = await loadChannels();
  return pushedKinds(endpoint);
}

/** Shows a message through the service worker if there is one. */
async function show(
  title: string,
  body: string,
  { id, href }: Notification,
  open: (href: string) => void,
): Promise<void> {
  const options = { body, tag: `notification-${id}` };
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

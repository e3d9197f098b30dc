import * as z from 'zod/mini';

/** The script that shows push messages and opens their pages (web/public/service-worker.js). */
const SCRIPT = '/service-worker.js';

/**
 * The service workers of this site; null if the browser has none, or refuses them because it blocks
 * site data.
 */
function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}

/** Whether this browser can show push messages. On an iPhone it can once the desk is on the Home Screen. */
export const canPush = (): boolean =>
  serviceWorkers() !== null && 'PushManager' in window && 'Notification' in window;

/** The registration of this browser; undefined before the first use of push messages. */
const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  serviceWorkers()
    ?.getRegistration('/')
    .catch(() => undefined);

/** The address of this browser's push subscription; null if it has none. */
export async function pushEndpoint(): Promise<string | null> {
  const found = await registration();
  return (await found?.pushManager?.getSubscription())?.endpoint ?? null;
}

/** Installs the service worker, through which Chrome on Android shows messages. Browsers without one need none. */
export async function registerServiceWorker(): Promise<void> {
  // Without it the page shows messages itself, if the browser allows that.
  await serviceWorkers()
    ?.register(SCRIPT)
    .catch(() => undefined);
}

/** Why a browser gets no push messages, in a sentence for operators. */
export class PushRefused extends Error {}

/**
 * Subscribes this browser to the push messages of the desk. A subscription with the same key is
 * kept.
 * @param key of the desk, in base64url
 * @returns the subscription, and the address of the one that the browser had before
 * @throws PushRefused if the operator or the browser does not allow it
 */
export async function subscribeToPush(
  key: string,
): Promise<{ subscription: PushSubscriptionJSON; previous: string | null }> {
  if (!canPush()) throw new PushRefused('This browser shows no push messages.');
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushRefused(
      'This browser does not allow notifications. Allow them for this site in the settings of the browser, then try again.',
    );
  await navigator.serviceWorker.register(SCRIPT);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  const previous = before?.endpoint ?? null;
  if (before !== null && keyOf(before) === key) return { subscription: before.toJSON(), previous };
  // The desk's keys have changed, and a browser has one subscription at a time.
  if (before !== null) await before.unsubscribe();
  try {
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return { subscription: made.toJSON(), previous };
  } catch {
    throw new PushRefused('The push service of this browser could not be reached. Try again.');
  }
}

/** The key of a subscription, in base64url; empty if the browser does not show it. */
const keyOf = ({ options }: PushSubscription): string =>
  btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Ends the subscription of this browser. */
export async function unsubscribeFromPush(): Promise<void> {
  const found = await registration();
  await (await found?.pushManager?.getSubscription())?.unsubscribe();
}

/**
 * Shows a message through the service worker, as Chrome on Android requires.
 * @returns whether this browser has one
 */
export async function showThroughWorker(
  title: string,
  { href, ...options }: NotificationOptions & { href: string },
): Promise<boolean> {
  const found = await registration();
  if (found?.active == null) return false;
  await found.showNotification(title, { ...options, icon: '/icon-192.png', data: { path: href } });
  return true;
}

const openPage = z.object({ type: z.literal('open-page'), href: z.string() });

/** Calls `open` with the path of a message that was clicked. @returns how to stop */
export function onMessageOpened(open: (path: string) => void): () => void {
  const listen = ({ data }: MessageEvent) => {
    const message = openPage.safeParse(data);
    if (!message.success || !message.data.href.startsWith(`${location.origin}/`)) return;
    open(message.data.href.slice(location.origin.length));
  };
  const workers = serviceWorkers();
  workers?.addEventListener('message', listen);
  return () => workers?.removeEventListener('message', listen);
}

// Shows push messages and opens their pages. It has no cache: every page and every answer comes from the server.

const FALLBACK = {
  title: 'Boxoffice Desk',
  body: 'There is a new notification.',
  path: '/',
  tag: '',
};

/** The message of a push event. Browsers require that each one shows something. */
function readMessage(data) {
  try {
    return { ...FALLBACK, ...data.json() };
  } catch {
    return FALLBACK;
  }
}

/** The address of a page of this desk; the first page for any other address. */
function pageOf(path) {
  const { origin } = self.location;
  const url = URL.canParse(path, origin) ? new URL(path, origin) : null;
  return url?.origin === origin ? url.href : `${origin}/`;
}

/** Shows the page in an open tab, otherwise in a new one. */
async function openPage(href) {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = open.find(({ focused }) => focused) ?? open[0];
  if (tab === undefined) return self.clients.openWindow(href);
  await tab.focus();
  // The page handles the link itself, so that it keeps what the operator has entered
  // (web/lib/service-worker.ts).
  tab.postMessage({ type: 'open-page', href });
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = readMessage(event.data);
  const options = { body, tag, data: { path }, icon: '/icon-192.png', badge: '/badge-96.png' };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(pageOf(event.notification.data?.path ?? '/')));
});

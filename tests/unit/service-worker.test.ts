import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const PUBLIC = new URL('../../web/public/', import.meta.url);
const SCRIPT = readFileSync(new URL('service-worker.js', PUBLIC), 'utf8');
const ORIGIN = 'https://desk.example';

interface Tab {
  focused: boolean;
  focus: () => Promise<void>;
  postMessage: (message: unknown) => void;
}

/** The service worker with the parts of its platform that it uses. */
function openWorker(tabs: { focused: boolean }[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const done: [string, ...unknown[]][] = [];
  const clients: Tab[] = tabs.map(({ focused }, at) => ({
    focused,
    focus: async () => void done.push(['focus', at]),
    postMessage: (message) => void done.push(['message', at, message]),
  }));
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
    registration: {
      showNotification: async (title: string, options: object) =>
        void done.push(['show', title, options]),
    },
    clients: {
      matchAll: async () => clients,
      openWindow: async (href: string) => void done.push(['open', href]),
    },
  };
  runInNewContext(SCRIPT, { self, URL });
  return {
    listeners,
    fire: async (name: string, event: object) => {
      let work: Promise<unknown> = Promise.resolve();
      const waitUntil = (given: Promise<unknown>) => {
        work = given;
      };
      listeners.get(name)?.({ ...event, waitUntil });
      await work;
      return JSON.parse(JSON.stringify(done));
    },
  };
}

const clickOn = (path: unknown) => ({ notification: { close: () => undefined, data: { path } } });

test('a push message is shown, even if it cannot be read', async () => {
  const message = { title: 'Paper Harbour', body: '3 left', path: '/events', tag: 't1' };
  expect(await openWorker().fire('push', { data: { json: () => message } })).toEqual([
    [
      'show',
      'Paper Harbour',
      expect.objectContaining({ body: '3 left', tag: 't1', data: { path: '/events' } }),
    ],
  ]);
  expect(await openWorker().fire('push', { data: null })).toEqual([
    ['show', 'Boxoffice Desk', expect.objectContaining({ data: { path: '/' } })],
  ]);
});

test('a click opens the page in the focused tab, in any tab, or in a new one', async () => {
  const message = { type: 'open-page', href: `${ORIGIN}/events?id=1` };
  const click = clickOn('/events?id=1');
  const focused = openWorker([{ focused: false }, { focused: true }]);
  expect(await focused.fire('notificationclick', click)).toEqual([
    ['focus', 1],
    ['message', 1, message],
  ]);
  expect(await openWorker([{ focused: false }]).fire('notificationclick', click)).toEqual([
    ['focus', 0],
    ['message', 0, message],
  ]);
  expect(await openWorker().fire('notificationclick', click)).toEqual([
    ['open', `${ORIGIN}/events?id=1`],
  ]);
});

test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', undefined])(
  'a click opens no other site: %s',
  async (path) => {
    expect(await openWorker().fire('notificationclick', clickOn(path))).toEqual([
      ['open', `${ORIGIN}/`],
    ]);
  },
);

test('it answers no request of a page, so nothing is cached', () => {
  expect([...openWorker().listeners.keys()].sort()).toEqual([
    'activate',
    'install',
    'notificationclick',
    'push',
  ]);
});

test('the manifest has every icon that an installation needs', () => {
  const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', PUBLIC), 'utf8'));
  expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' });
  for (const { src, sizes } of manifest.icons) {
    const png = readFileSync(new URL(`.${src}`, PUBLIC));
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
  const purposes = manifest.icons.map(({ purpose }: { purpose?: string }) => purpose);
  expect(purposes).toContain('maskable');
});

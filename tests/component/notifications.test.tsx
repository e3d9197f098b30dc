import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Notification, NotificationPage } from '../../shared/notifications/schema.ts';
import { announce, browserNotifications } from '../../web/features/notifications/announce.ts';
import type { Call } from './calls.ts';
import { failed } from './desk.tsx';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const LIST = 'GET /notifications';
const WEBHOOK = { is_set: true, failed: 0, failed_since: null, error: null };
const bell = page.getByRole('button', { name: /^Notifications/ });
const panel = page.getByRole('dialog', { name: 'Notifications' });
const link = (name: RegExp) => panel.getByRole('link', { name });
const visible = (text: string | RegExp) => expect.element(panel.getByText(text)).toBeVisible();
const press = (...keys: string[]) => userEvent.keyboard(keys.join(''));

/**
 * The notifications of the ten minutes before it are of the same day, which is one group of the
 * list.
 */
const NOW = Math.max(Date.now(), new Date().setHours(0, 10, 0, 0));

const notice = (id: number, changes: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'price_alert',
  title: 'Northern Lanterns',
  topic: '',
  body: 'Now $58.00',
  href: '/settings',
  created_at: new Date(NOW - id * 60_000).toISOString(),
  is_read: false,
  ...changes,
});
const mailbox = notice(2, { kind: 'mailbox', title: 'ops@desk.test' });

/** A live channel that connects at once and sends nothing more. The count waits for the connection. */
class ReadySocket extends EventTarget {
  readyState: number = WebSocket.OPEN;
  constructor() {
    super();
    const frames = [
      { type: 'hello', epoch: 'e', reset: true },
      { type: 'ready', seq: 0 },
    ];
    queueMicrotask(() => {
      for (const frame of frames)
        this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
    });
  }
  send() {}
  close() {}
}

/** A page with these notifications. `sent()` returns the changes that the panel has sent. */
async function open(
  address: string,
  data: Notification[],
  changes: Partial<NotificationPage> = {},
  more: Record<string, () => unknown> = {},
) {
  const list = ({ query }: Call) => {
    const isWanted = ({ kind, is_read }: Notification) =>
      (query.get('kind') ?? kind) === kind && !(query.has('unread') && is_read);
    const unread = data.filter(({ is_read }) => !is_read).length;
    const found = { data: data.filter(isWanted), unread, next_cursor: null };
    return { success: true, ...found, muted: [], webhook: WEBHOOK, ...changes };
  };
  const taken = () => ({ success: true, message: '', resent: 2 });
  const answers = {
    ...emptyDesk(),
    [LIST]: list,
    'POST /notifications/read': taken,
    'PUT /notifications/muted': taken,
    'POST /notifications/resend': taken,
    ...more,
  };
  const opened = await openProduct(address, answers, { Socket: ReadySocket });
  const sent = () =>
    opened.calls.to(/^(POST|PUT) \/notifications/).map(({ path, body }) => [path, body]);
  return { ...opened, list, sent };
}

test('the panel filters, mutes, marks as read and resends what the webhook refused', async () => {
  const artists = [3, 4, 5, 6].map((id) =>
    notice(id, { kind: 'artist_event', title: `Artist ${id}` }),
  );
  const failure = { failed_since: new Date().toISOString(), error: 'The webhook answered 404.' };
  const { sent } = await open('/settings', [notice(1), { ...mailbox, is_read: true }, ...artists], {
    webhook: { is_set: true, failed: 2, ...failure },
  });
  await expect.element(bell).toHaveAccessibleName('Notifications, 5 unread');
  await bell.click();
  await panel.getByRole('button', { name: /4 artist events/ }).click();
  await expect.element(link(/Artist 6/)).toBeVisible();
  await expect.poll(sent).toEqual([['/notifications/read', { ids: [3, 4, 5, 6] }]]);
  await userEvent.selectOptions(panel.getByRole('combobox', { name: 'Kind' }), 'Mailbox');
  const items = panel.getByRole('listitem');
  await expect.poll(() => items.elements().length).toBe(1);
  await expect.element(link(/ops@desk\.test/)).toBeVisible();
  await panel.getByRole('radio', { name: 'Unread' }).click();
  await visible('No unread mailbox notices');
  await panel.getByRole('button', { name: 'Clear filters' }).click();
  await panel.getByRole('button', { name: 'Mute kinds of notifications' }).click();
  await panel.getByRole('switch', { name: 'Price alert' }).click();
  await expect
    .poll(() => sent().at(-1))
    .toEqual(['/notifications/muted', { kinds: ['price_alert'] }]);
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => sent().at(-1)).toEqual(['/notifications/read', { all: true }]);
  await visible('2 not delivered');
  await panel.getByRole('button', { name: 'Send again' }).click();
  await expect
    .element(page.getByText('2 notifications sent to the webhook again', { exact: true }).first())
    .toBeVisible();
});

test('the panel works by keyboard', async () => {
  const { href } = await open('/profiles', [notice(1), mailbox]);
  await expect.element(bell).toBeVisible();
  await press('gb');
  await expect.poll(() => panel.getByRole('listitem').elements().length).toBe(2);
  (link(/Northern Lanterns/).element() as HTMLElement).focus();
  await press('{ArrowDown}');
  await expect.element(link(/ops@desk\.test/)).toHaveFocus();
  await press('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(bell).toHaveFocus();
  await press('{Enter}');
  await expect.element(link(/Northern Lanterns/)).toBeVisible();
  (link(/Northern Lanterns/).element() as HTMLElement).focus();
  await press('{Enter}');
  await expect.poll(href).toBe('/settings');
});

test('a search sends its text after a pause in typing, and Clear filters ends it', async () => {
  const { answers, calls, list } = await open('/settings', [notice(1), mailbox]);
  answers[LIST] = (call) => {
    const page = list(call) as NotificationPage;
    const text = call.query.get('search')?.toLowerCase();
    const has = (one: Notification) => text === undefined || one.title.toLowerCase().includes(text);
    return { ...page, data: page.data.filter(has) };
  };
  await bell.click();
  await expect.poll(() => panel.getByRole('listitem').elements().length).toBe(2);
  await panel.getByRole('searchbox', { name: 'Search notifications' }).fill('OPS@');
  await expect.poll(() => panel.getByRole('listitem').elements().length).toBe(1);
  await panel.getByRole('searchbox', { name: 'Search notifications' }).fill('  no such  ');
  await visible('No notification has this text');
  const texts = calls.to(LIST).map(({ query }) => query.get('search'));
  expect(texts.filter((text) => text !== null)).toEqual(['OPS@', 'no such']);
  await panel.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => panel.getByRole('listitem').elements().length).toBe(2);
});

test('a failure is shown with Retry, and an empty list describes what will appear', async () => {
  const { answers, list } = await open('/settings', []);
  answers[LIST] = () => failed(500, '');
  await bell.click();
  await visible('Failed to load notifications');
  answers[LIST] = list;
  await panel.getByRole('button', { name: 'Retry' }).click();
  await visible('No notifications');
});

test('the panel is accessible, and fits into 390 pixels', async () => {
  await open('/settings', [
    notice(1),
    notice(2, { is_read: true, href: null }),
    notice(3_000, { kind: 'system' }),
  ]);
  await bell.click();
  await panel.getByRole('button', { name: 'Mute kinds of notifications' }).click();
  await expectAccessible();
  await page.viewport(390, 844);
  await expect.poll(() => panel.element().getBoundingClientRect().width).toBeLessThanOrEqual(382);
  await expectAccessible();
});

test('a browser that refuses notifications from pages shows none and throws nothing', async () => {
  await open('/settings', [notice(1)]);
  await expect.element(bell).toBeInTheDocument();
  browserNotifications.write(true);
  const construct = vi.fn(() => {
    throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification().');
  });
  // Chrome on Android refuses them.
  vi.stubGlobal('Notification', Object.assign(construct, { permission: 'granted' }));
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  try {
    announce([notice(2)], () => undefined);
    await expect.poll(() => construct.mock.calls.length).toBe(1);
  } finally {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    browserNotifications.write(false);
  }
});

test.each([
  ['sends this kind here', [{ kinds: ['price_alert' as const] }], []],
  ['sends another kind', [{ kinds: ['mailbox' as const] }], ['Announced: Price alert']],
  ['is paused', [{ kinds: ['price_alert' as const], is_paused: true }], ['Announced: Price alert']],
  [
    'is that of another browser',
    [{ address: 'https://push.example/…0000' }],
    ['Announced: Price alert'],
  ],
  ['is that of another operator', [], ['Announced: Price alert']],
])(
  'a browser whose channel %s shows live notifications for what the channel does not send',
  async (_, channels, announced) => {
    const listed = channels.map((part, at) => ({
      id: at + 1,
      name: 'Browser',
      kind: 'web_push',
      address: 'https://push.example/…wxyz',
      kinds: ['price_alert'],
      quiet: null,
      is_paused: false,
      failing_since: null,
      reason: null,
      waiting: 0,
      sent_at: null,
      created_at: new Date().toISOString(),
      ...part,
    }));
    const opened = await open(
      '/settings',
      [notice(1)],
      {},
      {
        'GET /notification-channels': () => ({ success: true, data: listed }),
      },
    );
    await expect.element(bell).toBeInTheDocument();
    browserNotifications.write(true);
    const shown: string[] = [];
    vi.stubGlobal(
      'Notification',
      Object.assign(
        vi.fn(function show(title: string) {
          shown.push(title);
          return new EventTarget();
        }),
        { permission: 'granted' },
      ),
    );
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const endpoint = 'https://push.example/send/abcdefghijklmnopqrstuvwxyz';
    vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({
      pushManager: { getSubscription: async () => ({ endpoint }) },
    } as never);
    try {
      announce([notice(2, { title: 'Announced', topic: '' })], () => undefined);
      await expect.poll(() => opened.calls.to(/^GET \/notification-channels/).length).toBe(1);
      announce([notice(3, { kind: 'system', title: 'Last', topic: '' })], () => undefined);
      await expect.poll(() => shown).toEqual([...announced, 'Last: System']);
    } finally {
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
      browserNotifications.write(false);
    }
  },
);

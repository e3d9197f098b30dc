import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NotificationChannel } from '../../shared/notification-channels/schema.ts';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const channel = (id: number, part: Partial<NotificationChannel> = {}): NotificationChannel => ({
  id,
  name: `Channel ${id}`,
  kind: 'ntfy',
  address: 'https://ntfy.sh/…',
  kinds: ['price_alert', 'presale_code'],
  quiet: null,
  is_paused: false,
  failing_since: null,
  reason: null,
  waiting: 0,
  sent_at: ago(3),
  created_at: ago(9_000),
  ...part,
});

const CHANNELS = [
  channel(1, { name: 'Night phone', quiet: { from: '23:00', to: '07:00', zone: 'Europe/Paris' } }),
  channel(2, {
    name: 'Team chat',
    kind: 'slack',
    address: 'https://hooks.slack.com/…hook',
    waiting: 12,
    failing_since: ago(90),
    reason: 'Slack answered 404: no_service.',
    kinds: ['mailbox'],
  }),
  channel(3, { name: 'Archive', kind: 'webhook', is_paused: true, sent_at: null }),
];

async function open(listed = CHANNELS) {
  let channels = listed;
  const opened = await openProduct('/settings?section=channels', {
    ...emptyDesk(),
    'GET /notification-channels': () => ({ success: true, data: channels }),
    'GET /notification-channels/push-key': () => ({
      success: true,
      key: btoa('the key of the desk').replace(/=+$/, ''),
    }),
    'POST /notification-channels': ({ body }: Call) => {
      const { kind } = body as NotificationChannel;
      const data = channel(4, body as Partial<NotificationChannel>);
      channels = [...channels, data];
      const signing_secret = kind === 'webhook' ? 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0' : null;
      return Response.json({ success: true, data, signing_secret }, { status: 201 });
    },
    'PATCH /notification-channels/1': ({ body }: Call) => ({
      success: true,
      data: { ...channels[0], ...(body as object) },
    }),
    'POST /notification-channels/2/test': () => ({
      success: true,
      delivered: false,
      status: 404,
      message: 'Slack answered 404: no_service.',
    }),
    'DELETE /notification-channels/2': () => {
      channels = channels.filter(({ id }) => id !== 2);
      return { success: true, message: 'Channel deleted' };
    },
  });
  const sent = () =>
    opened.calls
      .to(/^(POST|PATCH|DELETE) \/notification-channels/)
      .map(({ path, body }) => [path, body]);
  return { ...opened, sent };
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const table = page.getByRole('table', { name: 'Channels' });

test('shows channels with their state, and the reason why one fails, in both themes and on a phone', async () => {
  await open();
  await expect.element(table.getByText('Night phone')).toBeVisible();
  const texts = table
    .getByRole('row')
    .elements()
    .map((row) => row.textContent);
  expect(texts[1]).toContain('23:00 to 07:00');
  expect(texts[2]).toContain('Failing since');
  expect(texts[2]).toContain('12 waiting');
  expect(texts[3]).toContain('Slack answered 404: no_service.');
  expect(texts[4]).toContain('Paused');
  await expectAccessible();
  await page.viewport(1024, 768);
  const remove = button('Delete Night phone');
  await expect.poll(() => remove.element().getBoundingClientRect().right).toBeLessThan(1024);
  await page.viewport(390, 844);
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
  await expect.element(remove).toBeVisible();
  await expectAccessible();
});

test("a test shows the receiver's answer, and a channel is paused and deleted", async () => {
  const { sent } = await open();
  await button('Test Team chat').click();
  await expect
    .element(table.getByRole('status'))
    .toHaveTextContent('Test message not delivered. Slack answered 404: no_service.');
  await button('Pause Night phone').click();
  await expect.poll(() => sent().at(-1)).toEqual(['/notification-channels/1', { is_paused: true }]);
  await button('Delete Team chat').click();
  await button('Delete channel').click();
  await expect.element(table.getByText('Team chat')).not.toBeInTheDocument();
});

test('a webhook is added with quiet hours, and its secret is shown once', async () => {
  const { sent } = await open([]);
  await button('Add channel').first().click();
  const dialog = page.getByRole('dialog');
  await userEvent.selectOptions(dialog.getByLabelText('Kind', { exact: true }), 'Webhook');
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect
    .element(dialog.getByText('Enter an address that begins with https://.').first())
    .toBeVisible();
  await dialog.getByLabelText('Address').fill('https://hooks.example/in');
  await dialog.getByRole('checkbox', { name: 'System' }).click();
  await dialog.getByRole('checkbox', { name: 'Send nothing at certain hours' }).click();
  await dialog.getByLabelText('To', { exact: true }).fill('23:00');
  await expect
    .element(dialog.getByText('Enter another time than the beginning.').first())
    .toBeVisible();
  await dialog.getByLabelText('To', { exact: true }).fill('08:30');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect.element(page.getByText('whsec_c2VjcmV0IG9mIHRoZSB0ZXN0')).toBeVisible();
  expect(sent()).toEqual([
    [
      '/notification-channels',
      {
        name: 'Webhook',
        kind: 'webhook',
        address: 'https://hooks.example/in',
        kinds: expect.not.arrayContaining(['system']),
        quiet: { from: '23:00', to: '08:30', zone: 'Europe/Paris' },
      },
    ],
  ]);
  await button('Done').click();
  await expect.element(table.getByText('Webhook').first()).toBeVisible();
});

test('the settings of a channel are changed, and its address stays', async () => {
  const { sent } = await open();
  await button('Edit Night phone').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByLabelText('From', { exact: true })).toHaveValue('23:00');
  await dialog.getByRole('checkbox', { name: 'Send nothing at certain hours' }).click();
  await dialog.getByLabelText('Name').fill('Phone');
  await dialog.getByRole('button', { name: 'Save channel' }).click();
  await expect
    .poll(() => sent().at(-1))
    .toEqual([
      '/notification-channels/1',
      { name: 'Phone', kinds: ['price_alert', 'presale_code'], quiet: null },
    ]);
});

/** A browser with push messages: its subscription, and the arguments of its calls. */
function openPush(key: string) {
  const done: string[] = [];
  const of = (name: string, bytes: string) => ({
    endpoint: `https://push.example/send/abcdefghijklmnopqrst${name}`,
    options: { applicationServerKey: new TextEncoder().encode(bytes).buffer },
    toJSON: () => ({
      endpoint: `https://push.example/send/abcdefghijklmnopqrst${name}`,
      keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    }),
    unsubscribe: async () => done.push(`unsubscribe ${name}`),
  });
  const pushManager = {
    getSubscription: async () => of('-old', key),
    subscribe: async () => {
      done.push('subscribe');
      return of('-new', 'the key of the desk');
    },
  };
  const registration = { pushManager } as never;
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted');
  onTestFinished(() => void vi.restoreAllMocks());
  return done;
}

test.each([
  ['the key of the desk', 'https://push.example/send/abcdefghijklmnopqrst-old', []],
  [
    'a key from before',
    'https://push.example/send/abcdefghijklmnopqrst-new',
    ['unsubscribe -old', 'subscribe'],
  ],
])('a browser with %s is added again, and replaces its channel', async (key, endpoint, calls) => {
  const done = openPush(key);
  const old = channel(2, { kind: 'web_push', address: 'https://push.example/…-old' });
  const { sent } = await open([channel(1), old]);
  await button('Add channel').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add channel' }).click();
  await expect
    .poll(() => sent().map(([path]) => path))
    .toEqual(['/notification-channels', '/notification-channels/2']);
  expect(sent()[0]?.[1]).toMatchObject({ subscription: { endpoint } });
  expect(done).toEqual(calls);
});

test.each([
  [1, '1 waiting notification is not sent. The bell keeps it.'],
  [12, '12 waiting notifications are not sent. The bell keeps them.'],
])(
  'the question before the deletion of a channel with %i waiting messages is grammatically correct',
  async (waiting, text) => {
    await open([channel(1, { waiting })]);
    await button('Delete Channel 1').click();
    await expect.element(page.getByText(text)).toBeVisible();
  },
);

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import type { Page } from '@playwright/test';
import type { Notification, NotificationPage } from '../../shared/notifications/schema.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const MINUTE = 60_000;

/** Stores a notification as a monitor would, and lets the cron trigger deliver it. */
async function notify(origin: string, title: string): Promise<void> {
  const runtime = await readFile(join(process.env.E2E_DATA_DIR ?? '', 'runtime.json'), 'utf8');
  const { libsqlUrl: url, libsqlAuthToken: authToken } = JSON.parse(runtime);
  const database = createClient({ url, authToken });
  await database.execute({
    sql: `insert into notifications (kind, title, topic, body, href, dedupe_key, created_at)
      values ('mailbox', ?, 'Cannot sign in', 'Gmail rejected this password.', '/imap-accounts', ?, ?)`,
    args: [title, title, Date.now()],
  });
  database.close();
  await fetch(`${origin}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`);
}

const notice = (id: number, changes: Partial<Notification> = {}): Notification => ({
  ...{ id, kind: 'price_alert', title: 'Northern Lanterns', topic: '', body: 'Now $58.00' },
  ...{ href: '/settings', created_at: new Date(Date.now() - id * MINUTE).toISOString() },
  is_read: false,
  ...changes,
});

/** Answers the calls of notifications, and collects what the panel sends. */
async function stage(page: Page, data: Notification[], changes: Partial<NotificationPage> = {}) {
  const sent: string[] = [];
  const webhook = { is_set: true, failed: 0, failed_since: null, error: null };
  await page.route(/\/api\/notifications/, (route) => {
    const request = route.request();
    if (request.method() !== 'GET') {
      sent.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`.trim());
      return route.fulfill({ json: { success: true, message: '', resent: 2 } });
    }
    const query = new URL(request.url()).searchParams;
    const found = data.filter(
      ({ kind, is_read }) =>
        (query.get('kind') ?? kind) === kind && !(query.has('unread') && is_read),
    );
    const unread = data.filter(({ is_read }) => !is_read).length;
    return route.fulfill({
      json: {
        success: true,
        data: found,
        unread,
        next_cursor: null,
        muted: [],
        webhook,
        ...changes,
      },
    });
  });
  return sent;
}

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

test('a notification arrives live, opens its page and is read then', async ({ page, origin }) => {
  const title = `mailbox ${crypto.randomUUID()}`;
  await page.goto('/settings');
  await bellOf(page).click();
  await expect(panelOf(page)).toBeVisible();
  await notify(origin, title);
  const entry = panelOf(page).getByRole('link', { name: title });
  await expect(entry).toContainText('Unread');
  await entry.click();
  await expect(page).toHaveURL(/\/imap-accounts$/);
  await expect(panelOf(page)).toBeHidden();
  await bellOf(page).click();
  await expect(panelOf(page).getByRole('link', { name: title })).not.toContainText('Unread');
});

test('the panel filters, mutes, marks as read and sends again what the webhook refused', async ({
  page,
}) => {
  const data = [
    notice(1),
    notice(2, { kind: 'mailbox', title: 'ops@desk.test', is_read: true }),
    ...[3, 4, 5, 6].map((id) => notice(id, { kind: 'artist_event', title: `Artist ${id}` })),
  ];
  const failed = {
    is_set: true,
    failed: 2,
    failed_since: new Date().toISOString(),
    error: 'The webhook answered 404.',
  };
  const sent = await stage(page, data, { webhook: failed });
  await page.goto('/settings');
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 5 unread');
  await bellOf(page).click();
  const panel = panelOf(page);
  await panel.getByRole('button', { name: /4 artist events/ }).click();
  await expect(panel.getByRole('link', { name: /Artist 6/ })).toBeVisible();
  await expect.poll(() => sent).toEqual(['/api/notifications/read {"ids":[3,4,5,6]}']);
  await panel.getByRole('combobox', { name: 'Kind' }).selectOption('Mailbox');
  await expect(panel.getByRole('listitem')).toHaveText([/ops@desk\.test/]);
  await panel.getByRole('radio', { name: 'Unread' }).check();
  await expect(panel.getByText('No unread mailbox notices')).toBeVisible();
  await panel.getByRole('button', { name: 'Clear filters' }).click();
  await panel.getByRole('button', { name: 'Mute kinds of notifications' }).click();
  await panel.getByRole('switch', { name: 'Price alert' }).click();
  await expect.poll(() => sent.at(-1)).toBe('/api/notifications/muted {"kinds":["price_alert"]}');
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => sent.at(-1)).toBe('/api/notifications/read {"all":true}');
  await expect(panel.getByText('2 not delivered')).toBeVisible();
  await panel.getByRole('button', { name: 'Send again' }).click();
  await expect(
    page.getByText('2 notifications sent to the webhook again', { exact: true }),
  ).toBeVisible();
});

test('the panel works by keyboard', async ({ page }) => {
  await stage(page, [notice(1), notice(2, { kind: 'mailbox', title: 'ops@desk.test' })]);
  await page.goto('/profiles');
  await expect(bellOf(page)).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  const panel = panelOf(page);
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await panel.getByRole('link', { name: /Northern Lanterns/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('link', { name: /ops@desk\.test/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bellOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await panel.getByRole('link', { name: /Northern Lanterns/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings$/);
});

test('a failure is shown with Retry, an empty list says what will appear', async ({
  page,
  problems,
}) => {
  problems.expect(/500/);
  let isDown = true;
  await stage(page, []);
  await page.route(/\/api\/notifications/, (route) =>
    isDown
      ? route.fulfill({ status: 500, json: { success: false, message: '' } })
      : route.fallback(),
  );
  await page.goto('/settings');
  await bellOf(page).click();
  const panel = panelOf(page);
  await expect(panel.getByText('Failed to load notifications')).toBeVisible();
  isDown = false;
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(panel.getByText('No notifications')).toBeVisible();
});

test('the panel is accessible, and fits into 390 pixels', async ({ page }) => {
  await stage(page, [
    notice(1),
    notice(2, { is_read: true, href: null }),
    notice(3_000, { kind: 'system' }),
  ]);
  await page.goto('/settings');
  await bellOf(page).click();
  await panelOf(page).getByRole('button', { name: 'Mute kinds of notifications' }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(async () => (await panelOf(page).boundingBox())?.width ?? Number.NaN)
    .toBeLessThanOrEqual(382);
  await expectAccessible(page);
});

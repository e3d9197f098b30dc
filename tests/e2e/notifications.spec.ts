import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import type { Page } from '@playwright/test';
import { localTickName } from '../../worker/security/local-tick.ts';
import { expect, test } from './fixtures.ts';
import { readSecrets } from './operator.ts';

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
  const name = localTickName(readSecrets().TOKEN_SECRET);
  await fetch(`${origin}/cdn-cgi/handler/scheduled?cron=${name}`);
}

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

test('a notification arrives live, opens its page, and is then marked as read', async ({
  page,
  origin,
}) => {
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

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type MailServer, missingDovecot, startDovecot } from '../imap/dovecot.ts';
import { writeMaildir } from '../imap/maildir.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const reason = missingDovecot();
/** The names and the tag of these mailboxes contain it, because other tests have mailboxes too. */
const WORD = `w${crypto.randomUUID().slice(0, 8)}`;
const USERS = [`lea-${WORD}@desk.example`, `jonas-${WORD}@desk.example`];

let mail: MailServer;
test.beforeAll(async () => {
  if (reason !== null) return;
  const maildir = writeMaildir({ mails: 300, recent: 60, recentDays: 1, now: Date.now() });
  mail = await startDovecot(new Map(USERS.map((user) => [user, maildir])));
});
test.afterAll(() => mail?.stop());

async function removeMailboxes(page: Page, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const { accounts } = await (await page.request.get('/api/imap-accounts', { headers })).json();
  const own = accounts.filter(({ user }: { user: string }) => user.includes(WORD));
  for (const { id } of own) await page.request.delete(`/api/imap-accounts/${id}`, { headers });
}

async function addMailbox(
  page: Page,
  token: string,
  user: string,
  password: string,
  isActive = true,
): Promise<void> {
  const place = { host: 'localhost', port: mail.plainPort };
  const data = { ...place, user, is_active: isActive, password, tags: [WORD] };
  await page.request.post('/api/imap-accounts', {
    headers: { Authorization: `Bearer ${token}` },
    data,
  });
}

test.describe
  .serial('mailboxes and presale codes', () => {
    test.skip(reason !== null, reason ?? '');

    test('a mailbox is added with its connection tested, edited, filtered and deleted', async ({
      page,
      token,
      problems,
      look,
    }) => {
      problems.expect(/502|imap-accounts\/test/);
      await removeMailboxes(page, token);
      await page.goto('/imap-accounts');
      await expect(page).toHaveTitle('Dashboard - IMAP Accounts');
      await page.getByRole('button', { name: 'Add New Account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add New IMAP Account' });
      await expect(dialog.getByLabel('IMAP Host')).toHaveValue('imap.gmail.com');
      await expect(dialog.getByLabel('Port')).toHaveValue('993');
      await dialog.getByRole('button', { name: 'Add Account' }).click();
      await expect(dialog.getByLabel('Email Address *')).toHaveAccessibleDescription(
        'Enter an email address.',
      );
      await expect(dialog.getByLabel('App Password *')).toHaveAccessibleDescription(
        /Enter the app password\.$/,
      );
      await dialog.getByLabel('Email Address *').fill(USERS[0] ?? '');
      await dialog.getByLabel('App Password *').fill('not-the-password');
      await dialog.getByLabel('IMAP Host').fill('localhost');
      await dialog.getByLabel('Port').fill(String(mail.plainPort));
      await dialog.getByRole('button', { name: 'Test connection' }).click();
      await expect(dialog.getByText('localhost rejected this password.')).toBeVisible();
      await dialog.getByLabel('App Password *').fill(mail.password);
      await dialog.getByRole('button', { name: 'Test connection' }).click();
      await expect(dialog.getByText('Connected to localhost.')).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Add Account' }).click();
      await expect(dialog).toBeHidden();
      const heading = page.getByRole('heading', { name: USERS[0] ?? '' });
      await expect(heading).toBeVisible();
      await look('imap-accounts');

      await page.goto(`/imap-accounts?filter=${WORD}`);
      await page.getByRole('button', { name: `Edit ${USERS[0]}` }).click();
      const edit = page.getByRole('dialog', { name: 'Edit IMAP Account' });
      await edit.getByText('Account is active').click();
      await edit.getByRole('button', { name: 'Update Account' }).click();
      await expect(page.getByRole('grid').getByText('Inactive')).toBeVisible();

      await page.getByRole('button', { name: `Delete ${USERS[0]}` }).click();
      const confirm = page.getByRole('alertdialog', { name: 'Confirm Delete' });
      await expect(
        confirm.getByText('Are you sure you want to delete this account?'),
      ).toBeVisible();
      await expect(confirm.getByText('This action cannot be undone.')).toBeVisible();
      await confirm.getByRole('button', { name: 'Delete Account' }).click();
      await expect(heading).toBeHidden();
    });

    test('a failed connection is reported in plain words, and a mailbox is not added twice', async ({
      page,
      token,
      problems,
    }) => {
      problems.expect(/502|409|imap-accounts/);
      await removeMailboxes(page, token);
      await addMailbox(page, token, USERS[0] ?? '', mail.password);
      await page.goto('/imap-accounts');
      await page.getByRole('button', { name: 'Add New Account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add New IMAP Account' });
      await dialog.getByLabel('Email Address *').fill(USERS[0] ?? '');
      await dialog.getByLabel('App Password *').fill('not-the-password');
      await dialog.getByLabel('IMAP Host').fill('localhost');
      await dialog.getByLabel('Port').fill('1');
      await dialog.getByRole('button', { name: 'Test connection' }).click();
      await expect(dialog.getByRole('alert')).toHaveText(
        'The connection could not be tested. localhost does not answer on this port. Check host and port (993 for TLS).',
      );
      await dialog.getByLabel('Port').fill(String(mail.plainPort));
      await dialog.getByRole('button', { name: 'Add Account' }).click();
      await expect(
        dialog.getByText(
          `Failed to save account. The account ${USERS[0]} is already in the list.`,
          {
            exact: true,
          },
        ),
      ).toBeVisible();
      await expect(dialog.getByLabel('App Password *')).toHaveValue('not-the-password');
    });

    test('a search shows its rules, its codes with their sentences, and the mailbox that failed', async ({
      page,
      context,
      token,
      look,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await removeMailboxes(page, token);
      for (const user of USERS) await addMailbox(page, token, user, mail.password);
      await addMailbox(page, token, `broken-${WORD}@desk.example`, 'not-the-password');
      await addMailbox(page, token, `paused-${WORD}@desk.example`, 'x', false);
      await page.goto('/presale-code-tool');
      await expect(page).toHaveTitle('Dashboard - Presale Code Tool');
      const search = page.getByRole('button', { name: 'Search Presale Codes' });
      await expect(search).toHaveAttribute('aria-disabled', 'true');
      await expect(page.getByText('Enter at least one keyword.')).toBeVisible();
      await page.getByRole('textbox', { name: 'Keyword 1' }).fill('e');
      await expect(page.getByText('Select at least one mailbox.')).toBeVisible();
      await expect(page.getByRole('checkbox', { name: `paused-${WORD}@` })).toBeDisabled();
      await page.getByRole('button', { name: WORD }).click();
      await expect(
        page.getByText('3 account(s) selected. Only active accounts can be selected.'),
      ).toBeVisible();
      await page.getByLabel('Search period in hours').fill('721');
      await expect(page.getByText('Period: Enter hours from 1 to 720.')).toBeVisible();
      await page.getByLabel('Search period in hours').fill('48');
      await search.click();
      await expect(
        page.getByText(
          /code\(s\) found,(?: \d+ less likely,)? \d+ sightings, 2 of 3 mailboxes, 120 mails read/,
        ),
      ).toBeVisible({ timeout: 120_000 });
      await expect(page.getByText('1 mailbox could not be read.')).toBeVisible();
      await expect(
        page.getByText(`broken-${WORD}@desk.example: localhost rejected this password.`),
      ).toBeVisible();
      // Only the rows in view are rendered, and the most certain codes come first.
      await page.getByRole('searchbox', { name: 'Filter codes' }).fill('HARVEST');
      const harvest = page.getByRole('row').filter({ hasText: 'HARVEST' }).first();
      await expect(harvest.getByText(/^Code \d+/)).toBeVisible();
      await expect(harvest.getByText('2 mailboxes', { exact: true })).toBeVisible();
      await harvest.getByRole('button', { name: 'Copy' }).click();
      await expect(harvest.getByRole('button', { name: 'Copied!' })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('HARVEST');
      const isRight = harvest.getByRole('button', { name: 'HARVEST is right' });
      // Copying also sends an answer.
      const saved = page.waitForResponse(
        (answer) =>
          answer.url().endsWith('/verdict') && answer.request().postDataJSON().verdict === 'right',
      );
      await isRight.click();
      expect((await saved).status()).toBe(200);
      await expect(isRight).toHaveAttribute('aria-pressed', 'true');
      await harvest.getByRole('button', { name: 'Mail with code HARVEST' }).click();
      const mails = page.getByRole('complementary', { name: /mails?$/i });
      for (const user of USERS) await expect(mails.getByText(user).first()).toBeVisible();
      await mails.getByRole('button', { name: 'Close' }).click();
      await expect(mails).toBeHidden();
      await expectAccessible(page);
      await look('presale-codes');

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^presale_codes_\d{4}-\d{2}-\d{2}\.csv$/);
      const text = await readFile(await file.path(), 'utf8');
      expect(text.split('\r\n')[0]).toBe('\uFEFFCode,Account,Subject,Sender,Date,Confidence');
      expect(text).toContain(`HARVEST,${USERS[0]},`);
    });

    test('the last search is remembered, Reset restores the defaults, and an empty result is reported', async ({
      page,
    }) => {
      await page.goto('/presale-code-tool');
      const keyword = page.getByRole('textbox', { name: 'Keyword 1' });
      await keyword.fill('no mail says this');
      await page.reload();
      await expect(keyword).toHaveValue('no mail says this');
      await page.getByRole('button', { name: WORD }).click();
      await page.getByRole('button', { name: 'Search Presale Codes' }).click();
      await expect(page.getByRole('heading', { name: 'No Codes Found' })).toBeVisible({
        timeout: 120_000,
      });
      await expect(page.getByText('Try adjusting your search parameters')).toBeVisible();
      await page.getByRole('button', { name: 'Reset' }).click();
      await expect(keyword).toHaveValue('');
      await expect(page.getByRole('heading', { name: 'No search yet' })).toBeVisible();
    });
  });

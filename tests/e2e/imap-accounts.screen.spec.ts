import type { Page, Route } from '@playwright/test';
import type { ImapAccount } from '../../shared/imap-accounts/schema.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { stagedMailboxes, stageMailboxes } from './staged-search.ts';

const open = async (page: Page, accounts: readonly ImapAccount[]): Promise<void> => {
  await stageMailboxes(page, accounts);
  await page.goto('/imap-accounts');
};
const fail = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, json: { success: false, message } });
const cut = (route: Route) => route.abort();

/** Answers changes of mailboxes; the list goes on as it is staged. */
const answerChanges = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route(/\/api\/imap-accounts(\/\d+)?$/, (route) =>
    route.request().method() === 'GET' ? route.fallback() : answer(route),
  );

test.describe('the screen of IMAP accounts', () => {
  test('counts the accounts and shows of each what the specification names', async ({ page }) => {
    const [first, second] = stagedMailboxes(2);
    if (!first || !second) throw new Error('two mailboxes were staged');
    await open(page, [first, { ...second, is_active: false, created_at: '' }]);
    await expect(page.getByText('Manage email accounts for presale code scanning')).toBeVisible();
    for (const [label, count] of [
      ['Total Accounts', '2'],
      ['Active Accounts', '1'],
      ['Inactive Accounts', '1'],
    ] as const) {
      const figure = page.getByText(label, { exact: true }).locator('..');
      await expect(figure).toHaveText(`${label}${count}`);
    }
    const card = page.getByRole('article').filter({ hasText: first.user });
    await expect(card).toContainText('Active');
    await expect(card).toContainText('Hostimap.gmail.com');
    await expect(card).toContainText('Port993');
    await expect(card).toContainText('Created20/11/2026');
    const other = page.getByRole('article').filter({ hasText: second.user });
    await expect(other).toContainText('Inactive');
    await expect(other).toContainText('CreatedN/A');
  });

  test('opens the form with its labels and defaults, shows and hides the password, and closes on the backdrop', async ({
    page,
  }) => {
    await open(page, stagedMailboxes(1));
    await page.getByRole('button', { name: 'Add New Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New IMAP Account' });
    await expect(dialog.getByLabel('Email Address *')).toBeFocused();
    await expect(dialog.getByText('Use an app-specific password for Gmail')).toBeVisible();
    await expect(dialog.getByLabel('IMAP Host')).toHaveValue('imap.gmail.com');
    await expect(dialog.getByLabel('Port')).toHaveValue('993');
    await expect(dialog.getByRole('checkbox', { name: 'Account is active' })).toBeChecked();
    const password = dialog.getByLabel('App Password *');
    await password.fill('abcd efgh');
    await expect(password).toHaveAttribute('type', 'password');
    await dialog.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await dialog.getByLabel('Email Address *').fill('someone@gmx.de');
    await expect(dialog.getByLabel('IMAP Host')).toHaveValue('imap.gmx.net');
    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Add New Account' }).click();
    await expect(dialog.getByLabel('Email Address *')).toHaveValue('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });

  test('leaves the password out when it stays, and says Saving... meanwhile', async ({ page }) => {
    await open(page, stagedMailboxes(1));
    const sent: unknown[] = [];
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await answerChanges(page, async (route) => {
      sent.push(route.request().postDataJSON());
      await answered;
      await route.fulfill({ json: { success: true, message: 'Account updated' } });
    });
    await page.getByRole('button', { name: 'Edit box001@staged.example' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit IMAP Account' });
    await expect(dialog.getByLabel('App Password')).toHaveValue('');
    await dialog.getByRole('button', { name: 'Update Account' }).click();
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
    answer();
    await expect(dialog).toBeHidden();
    expect(sent).toEqual([
      { user: 'box001@staged.example', host: 'imap.gmail.com', port: 993, is_active: true },
    ]);
  });

  test('ends the connection test with the form, and reports the result of saving after it was closed', async ({
    page,
    problems,
  }) => {
    problems.expect(/imap-accounts/);
    await open(page, stagedMailboxes(1));
    await page.route('**/api/imap-accounts/test', () => undefined);
    let answer: () => Promise<void> = async () => undefined;
    await answerChanges(page, async (route) => {
      answer = () =>
        route.fulfill({ status: 409, json: { success: false, message: 'Not this one.' } });
    });
    const edit = page.getByRole('button', { name: 'Edit box001@staged.example' });
    const dialog = page.getByRole('dialog', { name: 'Edit IMAP Account' });
    await edit.click();
    const asked = page.waitForRequest('**/api/imap-accounts/test');
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/test'));
    await asked;
    await page.keyboard.press('Escape');
    expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');

    await edit.click();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Update Account' }).click();
    await sent;
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await answer();
    await expect(page.getByText('Not this one.').first()).toBeVisible();
  });

  test('shows all accounts again through the link of its own page', async ({ page }) => {
    await open(page, stagedMailboxes(3));
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.keyboard.press('/');
    await page.keyboard.type('box002', { delay: 0 });
    await expect(page.getByText('1 of 3')).toBeVisible();
    await expect(page).toHaveURL(/filter=box002/);
    await page.getByRole('link', { name: 'IMAP Accounts', exact: true }).click();
    await expect(page).toHaveURL(/imap-accounts$/);
    await expect(page.getByRole('searchbox', { name: 'Filter accounts' })).toHaveValue('');
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.goBack();
    await expect(page.getByText('1 of 3')).toBeVisible();
  });

  test('says that a mailbox that moves needs its password again, before and when it is saved', async ({
    page,
  }) => {
    await open(page, stagedMailboxes(1));
    await page.getByRole('button', { name: 'Edit box001@staged.example' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit IMAP Account' });
    const password = dialog.getByLabel('App Password');
    await expect(password).toHaveAccessibleDescription(/Leave empty to keep the current one\.$/);
    const again = /the stored one is kept only for the same address, host and port\.$/;
    for (const [label, value] of [
      ['IMAP Host', 'imap.elsewhere.example'],
      ['Port', '143'],
    ] as const) {
      const field = dialog.getByLabel(label);
      const before = await field.inputValue();
      await field.fill(value);
      await expect(password).toHaveAccessibleDescription(again);
      await dialog.getByRole('button', { name: 'Update Account' }).click({ force: true });
      await expect(password).toHaveAccessibleDescription(/Enter the app password again\.$/);
      await field.fill(before);
    }
    await expect(dialog.getByText('Enter the app password again.')).toBeHidden();
    await expectAccessible(page);
  });

  test('says Deleting... until the account is deleted, then reloads the list', async ({ page }) => {
    const accounts = stagedMailboxes(2);
    await open(page, accounts);
    let answer: () => void = () => undefined;
    await answerChanges(page, async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      accounts.shift();
      await route.fulfill({ json: { success: true, message: 'Account deleted' } });
    });
    await page.getByRole('button', { name: 'Delete box001@staged.example' }).click();
    const confirm = page.getByRole('alertdialog', { name: 'Confirm Delete' });
    await confirm.getByRole('button', { name: 'Delete Account' }).click();
    await expect(confirm.getByRole('button', { name: 'Deleting...' })).toBeVisible();
    answer();
    await expect(confirm).toBeHidden();
    await expect(page.getByRole('heading', { name: 'box001@staged.example' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'box002@staged.example' })).toBeVisible();
  });

  for (const [what, answer, text] of [
    [
      'the server’s message',
      fail(409, 'The account is already in the list.'),
      'The account is already in the list.',
    ],
    ['a failure without a message', fail(500, ''), 'Failed to save account'],
    ['no answer', cut, 'Failed to save account. Please try again.'],
  ] as const)
    test(`tells why saving failed and keeps what was typed: ${what}`, async ({
      page,
      problems,
    }) => {
      problems.expect(/imap-accounts/);
      await open(page, []);
      await answerChanges(page, answer);
      await page.getByRole('button', { name: 'Add Your First Account' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email Address *').fill('a@b.example');
      await dialog.getByLabel('App Password *').fill('secret');
      await dialog.getByRole('button', { name: 'Add Account' }).click();
      await expect(dialog.getByRole('alert').getByText(text, { exact: true })).toBeVisible();
      await expect(dialog.getByLabel('App Password *')).toHaveValue('secret');
    });

  for (const [what, answer, text] of [
    [
      'the server’s message',
      fail(404, 'There is no such IMAP account.'),
      'There is no such IMAP account.',
    ],
    ['a failure without a message', fail(500, ''), 'Failed to delete account'],
    ['no answer', cut, 'Failed to delete account. Please try again.'],
  ] as const)
    test(`tells why deleting failed: ${what}`, async ({ page, problems }) => {
      problems.expect(/imap-accounts/);
      await open(page, stagedMailboxes(1));
      await answerChanges(page, answer);
      await page.getByRole('button', { name: 'Delete box001@staged.example' }).click();
      const confirm = page.getByRole('alertdialog', { name: 'Confirm Delete' });
      await expect(confirm.getByText('box001@staged.example')).toBeVisible();
      await confirm.getByRole('button', { name: 'Delete Account' }).click();
      await expect(confirm.getByText(text, { exact: true })).toBeVisible();
    });

  for (const [what, answer, text] of [
    [
      'the server’s message',
      fail(503, 'The database is not available.'),
      'The database is not available.',
    ],
    ['a failure without a message', fail(500, ''), 'Failed to load accounts'],
    ['no answer', cut, 'Failed to load IMAP accounts. Please try again.'],
  ] as const)
    test(`tells why the list could not be loaded, with Retry: ${what}`, async ({
      page,
      problems,
    }) => {
      problems.expect(/imap-accounts/);
      let isBroken = true;
      await stageMailboxes(page, stagedMailboxes(1));
      await page.route('**/api/imap-accounts', (route) =>
        isBroken ? answer(route) : route.fallback(),
      );
      await page.goto('/imap-accounts');
      const box = page.getByRole('alert').filter({ hasText: text });
      await expect(box).toBeVisible();
      isBroken = false;
      await box.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'box001@staged.example' })).toBeVisible();
    });

  test('draws only the cards in view of two thousand, and is walked through by key', async ({
    page,
  }) => {
    await open(page, stagedMailboxes(2000));
    const grid = page.getByRole('grid', { name: 'IMAP accounts' });
    await expect(grid).toHaveAttribute('aria-rowcount', '500');
    expect(await page.getByRole('article').count()).toBeLessThan(60);
    await page.keyboard.press('/');
    await page.keyboard.type('box1234');
    await expect(page.getByText('1 of 2,000')).toBeVisible();
    await expect(page).toHaveURL(/filter=box1234/);
    await page.reload();
    await expect(page.getByText('1 of 2,000')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Filter accounts' }).fill('nobody');
    await expect(page.getByRole('heading', { name: 'No account matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();

    await grid.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit IMAP Account' });
    await expect(edit.getByLabel('Email Address *')).toHaveValue('box005@staged.example');
    await page.keyboard.press('Escape');
    await expect(edit).toBeHidden();
    await page.keyboard.press('Delete');
    const confirm = page.getByRole('alertdialog', { name: 'Confirm Delete' });
    await expect(confirm.getByText('box005@staged.example')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(confirm).toBeHidden();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'Add New IMAP Account' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectAccessible(page);
  });

  test('says that the accounts load', async ({ page }) => {
    await page.route('**/api/imap-accounts', () => undefined);
    await page.goto('/imap-accounts');
    await expect(page.getByRole('status', { name: 'Loading accounts...' })).toBeVisible();
  });
});

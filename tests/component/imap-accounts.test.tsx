import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ImapAccount } from '../../shared/mailboxes/schema.ts';
import { makeMailboxes } from '../factories/mailboxes.ts';
import { type Answer, failed } from './desk.tsx';
import { expectAccessible, failuresOf, openProduct } from './product.tsx';

const open = (accounts: ImapAccount[], answers: Record<string, Answer> = {}) =>
  openProduct('/imap-accounts', {
    'GET /imap-accounts': () => ({ success: true, accounts, message: '' }),
    ...answers,
  });
const button = (name: string) => page.getByRole('button', { name });
const articles = () => page.getByRole('article').elements().length;
const editFirst = () => button('Edit box001@staged.example').click();
const editDialog = page.getByRole('dialog', { name: 'Edit IMAP Account' });
const never = () => new Promise(() => undefined);

describe('the list of IMAP accounts', () => {
  test('counts the accounts and shows the specified details of each', async () => {
    const [first, second] = makeMailboxes(2);
    if (!first || !second) throw new Error('there are two mailboxes');
    await open([first, { ...second, is_active: false, created_at: '' }]);
    await expect
      .element(page.getByText('Manage email accounts for presale code scanning'))
      .toBeVisible();
    for (const [label, count] of [
      ['Total Accounts', '2'],
      ['Active Accounts', '1'],
      ['Inactive Accounts', '1'],
    ] as const) {
      const figure = page.getByText(label, { exact: true });
      await expect.element(figure).toBeVisible();
      expect(figure.element().parentElement?.textContent).toBe(`${label}${count}`);
    }
    const card = page.getByRole('article').filter({ hasText: first.user });
    for (const text of ['Active', 'Hostimap.gmail.com', 'Port993', 'Created20/11/2026'])
      await expect.poll(() => card.query()?.textContent).toContain(text);
    const other = page.getByRole('article').filter({ hasText: second.user });
    for (const text of ['Inactive', 'CreatedN/A'])
      await expect.poll(() => other.query()?.textContent).toContain(text);
  });

  test('shows all accounts again through the link on its page', async () => {
    const { href, router } = await open(makeMailboxes(3));
    await expect.poll(articles).toBe(3);
    await userEvent.keyboard('/box002');
    await expect.element(page.getByText('1 of 3')).toBeVisible();
    await expect.poll(href).toMatch(/filter=box002/);
    await page.getByRole('link', { name: 'IMAP Accounts', exact: true }).click();
    await expect.poll(href).toBe('/imap-accounts');
    await expect.element(page.getByRole('searchbox', { name: 'Filter accounts' })).toHaveValue('');
    await expect.poll(articles).toBe(3);
    router.history.back();
    await expect.element(page.getByText('1 of 3')).toBeVisible();
  });

  test('renders only the cards in view of two thousand, and works by keyboard', async () => {
    const { href } = await open(makeMailboxes(2000));
    const grid = page.getByRole('grid', { name: 'IMAP accounts' });
    await expect.element(grid).toHaveAttribute('aria-rowcount', '500');
    expect(articles()).toBeLessThan(60);
    await userEvent.keyboard('/box1234');
    await expect.element(page.getByText('1 of 2,000')).toBeVisible();
    await expect.poll(href).toMatch(/filter=box1234/);
    await page.getByRole('searchbox', { name: 'Filter accounts' }).fill('nobody');
    await expect.element(page.getByRole('heading', { name: 'No account matches' })).toBeVisible();
    await button('Clear filters').click();

    await expect.element(grid).toBeVisible();
    (grid.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}');
    await expect
      .element(editDialog.getByLabelText('Email Address *'))
      .toHaveValue('box005@staged.example');
    await userEvent.keyboard('{Escape}');
    await expect.element(editDialog).not.toBeInTheDocument();
    await userEvent.keyboard('{Delete}');
    const confirm = page.getByRole('alertdialog', { name: 'Confirm Delete' });
    await expect.element(confirm.getByText('box005@staged.example')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(confirm).not.toBeInTheDocument();
    await userEvent.keyboard('n');
    const added = page.getByRole('dialog', { name: 'Add New IMAP Account' });
    await expect.element(added).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(added).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('keeps the filter of its address', async () => {
    await openProduct('/imap-accounts?filter=box1234', {
      'GET /imap-accounts': () => ({ success: true, accounts: makeMailboxes(2000), message: '' }),
    });
    await expect.element(page.getByText('1 of 2,000')).toBeVisible();
  });

  test('shows that the accounts are loading', async () => {
    await open([], { 'GET /imap-accounts': never });
    await expect
      .element(page.getByRole('status', { name: 'Loading accounts...' }))
      .toBeInTheDocument();
  });

  test('shows accounts of an answer that has only the specified fields', async () => {
    const accounts = makeMailboxes(1).map(({ tags: _, health: __, ...account }) => account);
    await open([], { 'GET /imap-accounts': () => ({ success: true, accounts }) });
    await expect
      .element(page.getByRole('heading', { name: 'box001@staged.example' }))
      .toBeVisible();
  });

  test.each(
    failuresOf(
      'The database is not available.',
      'Failed to load accounts',
      'Failed to load IMAP accounts. Please try again.',
    ),
  )('shows why it could not be loaded, with Retry: %s', async (_, answer, text) => {
    const { answers } = await open([], { 'GET /imap-accounts': answer });
    const box = page.getByRole('alert');
    // The reason is below the headline.
    const parts = text.split(/\. (?=The )/);
    for (const part of parts) await expect.element(box.getByText(part)).toBeVisible();
    answers['GET /imap-accounts'] = () => ({ success: true, accounts: makeMailboxes(1) });
    await box.getByRole('button', { name: 'Retry' }).click();
    await expect
      .element(page.getByRole('heading', { name: 'box001@staged.example' }))
      .toBeVisible();
  });
});

describe('the form of an IMAP account', () => {
  test('has its labels and defaults, shows and hides the password, and closes on the backdrop', async () => {
    await open(makeMailboxes(1));
    await button('Add New Account').click();
    const dialog = page.getByRole('dialog', { name: 'Add New IMAP Account' });
    const address = dialog.getByLabelText('Email Address *');
    await expect.element(address).toHaveFocus();
    await expect.element(dialog.getByText('Use an app-specific password for Gmail')).toBeVisible();
    await expect.element(dialog.getByLabelText('IMAP Host')).toHaveValue('imap.gmail.com');
    await expect.element(dialog.getByLabelText('Port')).toHaveValue('993');
    await expect.element(dialog.getByRole('checkbox', { name: 'Account is active' })).toBeChecked();
    const password = dialog.getByLabelText('App Password *');
    await password.fill('abcd efgh');
    await expect.element(password).toHaveAttribute('type', 'password');
    await dialog.getByRole('button', { name: 'Show password' }).click();
    await expect.element(password).toHaveAttribute('type', 'text');
    await address.fill('someone@gmx.de');
    await expect.element(dialog.getByLabelText('IMAP Host')).toHaveValue('imap.gmx.net');
    await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true });
    await expect.element(dialog).not.toBeInTheDocument();
    await button('Add New Account').click();
    await expect.element(address).toHaveValue('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('omits the password if it is unchanged, and shows Saving... until it is saved', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const { calls } = await open(makeMailboxes(1), { 'PUT /imap-accounts/1': () => promise });
    await editFirst();
    await expect.element(editDialog.getByLabelText('App Password *')).toHaveValue('');
    await editDialog.getByRole('button', { name: 'Update Account' }).click();
    await expect.element(editDialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
    resolve({ success: true, message: 'Account updated' });
    await expect.element(editDialog).not.toBeInTheDocument();
    expect(calls.to('PUT /imap-accounts/1').map(({ body }) => body)).toEqual([
      {
        user: 'box001@staged.example',
        host: 'imap.gmail.com',
        port: 993,
        is_active: true,
        tags: [],
      },
    ]);
  });

  test('ends the connection test when it closes, and reports the result of a save later', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { calls } = await open(makeMailboxes(1), {
      'POST /imap-accounts/test': never,
      'PUT /imap-accounts/1': () => promise,
    });
    await editFirst();
    await editDialog.getByRole('button', { name: 'Test connection' }).click();
    const { signal } = await calls.made('POST /imap-accounts/test');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => signal?.aborted).toBe(true);

    await editFirst();
    await editDialog.getByRole('button', { name: 'Update Account' }).click();
    await calls.made('PUT /imap-accounts/1');
    await userEvent.keyboard('{Escape}');
    await expect.element(editDialog).not.toBeInTheDocument();
    resolve(failed(409, 'Not this one.'));
    await expect.element(page.getByText('Failed to save account').first()).toBeVisible();
  });

  test('requires the password again for a mailbox that moves, both before and during the save', async () => {
    await open(makeMailboxes(1));
    await editFirst();
    const password = editDialog.getByLabelText('App Password *');
    await expect
      .element(password)
      .toHaveAccessibleDescription(/Leave empty to keep the current one\.$/);
    for (const [label, value] of [
      ['IMAP Host', 'imap.elsewhere.example'],
      ['Port', '143'],
    ] as const) {
      const field = editDialog.getByLabelText(label);
      const before = (field.element() as HTMLInputElement).value;
      await field.fill(value);
      await expect
        .element(password)
        .toHaveAccessibleDescription(
          /the stored one is kept only for the same address, host and port\.$/,
        );
      await editDialog.getByRole('button', { name: 'Update Account' }).click({ force: true });
      await expect.element(password).toHaveAccessibleDescription(/Enter the app password again\.$/);
      await field.fill(before);
    }
    await expect
      .element(editDialog.getByText('Enter the app password again.'))
      .not.toBeInTheDocument();
    await expectAccessible();
  });

  test.each(
    failuresOf(
      'The account is already in the list.',
      'Failed to save account',
      'Failed to save account. Please try again.',
    ),
  )('shows why saving failed and keeps the input: %s', async (_, answer, text) => {
    await open([], { 'POST /imap-accounts': answer });
    await expect
      .element(page.getByText('Add your first email account to start scanning for presale codes'))
      .toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'No IMAP Accounts' })).toBeVisible();
    await button('Add Your First Account').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText('Email Address *').fill('a@b.example');
    await dialog.getByLabelText('App Password *').fill('secret');
    await dialog.getByRole('button', { name: 'Add Account' }).click();
    await expect.element(dialog.getByRole('alert').getByText(text, { exact: true })).toBeVisible();
    await expect.element(dialog.getByLabelText('App Password *')).toHaveValue('secret');
  });
});

describe('deleting an IMAP account', () => {
  const confirm = page.getByRole('alertdialog', { name: 'Confirm Delete' });
  const press = async () => {
    await button('Delete box001@staged.example').click();
    await expect.element(confirm.getByText('box001@staged.example')).toBeVisible();
    await confirm.getByRole('button', { name: 'Delete Account' }).click();
  };

  test('shows Deleting... until the account is deleted, then reloads the list', async () => {
    const accounts = makeMailboxes(2);
    const { promise, resolve } = Promise.withResolvers<object>();
    await open(accounts, { 'DELETE /imap-accounts/1': () => promise });
    await press();
    await expect.element(confirm.getByRole('button', { name: 'Deleting...' })).toBeVisible();
    accounts.shift();
    resolve({ success: true, message: 'Account deleted' });
    await expect.element(confirm).not.toBeInTheDocument();
    const heading = (name: string) => page.getByRole('heading', { name });
    await expect.element(heading('box001@staged.example')).not.toBeInTheDocument();
    await expect.element(heading('box002@staged.example')).toBeVisible();
  });

  test.each(
    failuresOf(
      'There is no such IMAP account.',
      'Failed to delete account',
      'Failed to delete account. Please try again.',
    ),
  )('shows why it failed: %s', async (_, answer, text) => {
    await open(makeMailboxes(1), { 'DELETE /imap-accounts/1': answer });
    await press();
    await expect.element(confirm.getByText(text, { exact: true })).toBeVisible();
  });
});

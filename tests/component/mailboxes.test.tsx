import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FoldersField } from '../../web/features/mailboxes/folders/folders-field.tsx';
import { MailboxesScreen } from '../../web/features/mailboxes/mailboxes-screen.tsx';
import type { AccountsSearch } from '../../web/features/mailboxes/search-state.ts';
import { CodePanel } from '../../web/features/presale-codes/codes/code-panel.tsx';
import { MailboxPicker } from '../../web/features/presale-codes/form/mailbox-picker.tsx';
import { makeHealth, makeMailbox } from '../factories/mailboxes.ts';
import { failed, renderAt, stubApi } from './desk.tsx';

const FAILING = makeHealth({
  failures: 3,
  failing_since: '2026-11-19T09:00:00.000Z',
  failure: 'imap.gmail.com rejected this password.',
});
const fine = makeMailbox({ tags: ['Paris'] });
const failing = makeMailbox({ id: 2, user: 'broken@desk.test', health: FAILING });
const waiting = makeMailbox({
  id: 3,
  user: 'new@desk.test',
  health: makeHealth({ is_due: true, checked_at: null, worked_at: null }),
});
const list = (accounts: unknown) => () => ({ success: true, accounts, message: '' });
const health = { success: true, status: 'ok', scanner: 'not connected' };
const renderScreen = () => renderAt<AccountsSearch>((props) => <MailboxesScreen {...props} />);

describe('the health of mailboxes', () => {
  test('is on the cards, with a filter, a check of all, and "Fix", which opens the form', async () => {
    const calls = stubApi({
      'GET /imap-accounts': list([fine, failing, waiting]),
      'GET /health': () => health,
      'POST /imap-accounts/check': () => ({ success: true, due: 3, message: '' }),
    });
    await renderScreen();
    const card = page.getByRole('article').filter({ hasText: 'broken@desk.test' });
    await expect.element(card.getByText('Failed 3 times since 19/11/2026')).toBeVisible();
    await expect.element(card.getByText(/rejected this password/)).toBeVisible();
    await expect
      .element(
        page.getByRole('article').filter({ hasText: 'new@desk.test' }).getByText('Check is due'),
      )
      .toBeVisible();
    await expect
      .element(
        page.getByText('1 mailbox waits for a check, which runs as soon as a scanner connects.'),
      )
      .toBeVisible();
    await page.getByRole('button', { name: 'Checking 1 mailbox' }).click();
    await calls.made('POST /imap-accounts/check');
    await page.getByRole('radio', { name: 'Failing 1' }).click();
    await expect.element(page.getByText('1 of 3')).toBeVisible();
    await card.getByRole('button', { name: 'Fix broken@desk.test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit IMAP Account' });
    await expect.element(dialog.getByLabelText('Email Address *')).toHaveValue('broken@desk.test');
  });

  test('and the tags of a mailbox are shown in full on a telephone, and a card without them has no empty band', async () => {
    await page.viewport(390, 844);
    const tagged = { ...failing, tags: ['Paris'] };
    stubApi({
      'GET /imap-accounts': list([tagged, { ...fine, tags: [] }]),
      'GET /health': () => health,
    });
    await renderScreen();
    const card = page.getByRole('article').filter({ hasText: 'broken@desk.test' });
    const heightOf = (locator: typeof card) => locator.element().getBoundingClientRect().height;
    await expect.element(card.getByText('Paris')).toBeVisible();
    await expect.poll(() => card.element().scrollHeight).toBeLessThanOrEqual(heightOf(card));
    const plain = page.getByRole('article').filter({ hasText: fine.user });
    await expect.poll(() => heightOf(plain)).toBeLessThan(heightOf(card) - 30);
  });

  test('leads from the presale search to the form, and mailboxes are chosen by tag', async () => {
    const chosen: number[][] = [];
    await renderAt(() => (
      <MailboxPicker
        mailboxes={{ data: [fine, failing], isPending: false, isError: false } as never}
        selected={[]}
        onChange={(ids) => chosen.push(ids)}
      />
    ));
    await expect
      .element(page.getByRole('link', { name: 'Fix broken@desk.test: it cannot be read' }))
      .toHaveAttribute('href', '/imap-accounts?edit=2');
    await page.getByRole('button', { name: 'Paris 1' }).click();
    expect(chosen).toEqual([[1]]);
  });
});

describe('the folders of a mailbox', () => {
  const FOLDERS = `GET /imap-accounts/${fine.id}/folders`;
  const folder = (path: string, kind = 'other', mails: number | null = 3) => ({
    path,
    kind,
    mails,
  });
  const openForm = async (folders: () => unknown, account = fine) => {
    const calls = stubApi({
      'GET /imap-accounts': list([account]),
      'GET /health': () => health,
      [FOLDERS]: folders,
      [`PUT /imap-accounts/${fine.id}`]: () => ({ success: true, message: '' }),
    });
    await renderScreen();
    await page.getByRole('button', { name: `Edit ${fine.user}` }).click();
    return { calls, dialog: page.getByRole('dialog', { name: 'Edit IMAP Account' }) };
  };
  const answer = (data: unknown) => () => ({ success: true, data });

  test('are chosen from the list of the server, the usual ones first', async () => {
    const { calls, dialog } = await openForm(
      answer([
        folder('INBOX', 'inbox', 1204),
        folder('Spam', 'junk'),
        folder('[Gmail]/Tous les messages', 'all', null),
        ...Array.from({ length: 2_000 }, (_, at) => folder(`Letters/Sender ${at}`)),
      ]),
    );
    expect(calls.to(FOLDERS)).toEqual([]);
    await dialog.getByRole('radio', { name: 'Chosen folders' }).click();
    await expect.element(dialog.getByRole('checkbox', { name: 'INBOX' })).toBeChecked();
    await expect.element(dialog.getByRole('checkbox', { name: 'Spam' })).toBeChecked();
    await expect.element(dialog.getByText('1,204 mails')).toBeVisible();
    await expect
      .element(
        dialog.getByText(
          'The first 100 of 2,003 folders are shown: filter to see others. 2 of 2,003 folders chosen.',
        ),
      )
      .toBeVisible();
    await dialog.getByLabelText('Filter folders').fill('sender 1999');
    await dialog.getByRole('checkbox', { name: 'Letters/Sender 1999' }).click();
    await dialog.getByLabelText('Filter folders').fill('no such folder');
    await expect.element(dialog.getByText(/^No folder has this name\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'Update Account' }).click();
    const { body } = await calls.made(`PUT /imap-accounts/${fine.id}`);
    expect(body).toMatchObject({ folders: ['INBOX', 'Spam', 'Letters/Sender 1999'] });
  });

  test('that the server no longer has are marked, and at least one folder is required', async () => {
    const account = { ...fine, folders: ['Old deals'] };
    const { calls, dialog } = await openForm(answer([folder('INBOX', 'inbox')]), account);
    await expect.element(dialog.getByText('No longer there')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Old deals' }).click();
    await dialog.getByRole('button', { name: 'Update Account' }).click();
    await expect.element(dialog.getByText('Choose at least one folder.').first()).toBeVisible();
    await dialog.getByRole('radio', { name: 'Inbox and junk' }).click();
    await dialog.getByRole('button', { name: 'Update Account' }).click();
    const { body } = await calls.made(`PUT /imap-accounts/${fine.id}`);
    expect(body).toMatchObject({ folders: null });
  });

  test('that cannot be listed show why, with Retry, and stay as they are', async () => {
    let isFailing = true;
    const data = [folder('INBOX', 'inbox')];
    const { calls, dialog } = await openForm(
      () => (isFailing ? failed(502, 'imap.gmail.com did not answer.') : { success: true, data }),
      { ...fine, folders: ['INBOX', 'Deals'] },
    );
    await expect.element(dialog.getByText('imap.gmail.com did not answer.')).toBeVisible();
    isFailing = false;
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect.element(dialog.getByRole('checkbox', { name: 'Deals' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Update Account' }).click();
    const { body } = await calls.made(`PUT /imap-accounts/${fine.id}`);
    expect(body).not.toHaveProperty('folders');
  });

  test('of a changed address are chosen after the address is saved', async () => {
    const account = { ...fine, folders: ['Deals'] };
    const { calls, dialog } = await openForm(answer([folder('INBOX', 'inbox')]), account);
    await dialog.getByLabelText('Email Address *').fill('other@desk.test');
    await expect.element(dialog.getByText(/can be chosen once the account is saved/)).toBeVisible();
    await dialog.getByLabelText('App Password *').fill('secret');
    await dialog.getByRole('button', { name: 'Update Account' }).click();
    const { body } = await calls.made(`PUT /imap-accounts/${fine.id}`);
    expect(body).not.toHaveProperty('folders');
  });

  test('stay the same at another port, and those that are chosen there are saved', async () => {
    const account = { ...fine, folders: ['Deals', 'INBOX'] };
    const { calls, dialog } = await openForm(
      answer([folder('INBOX', 'inbox'), folder('Deals')]),
      account,
    );
    await dialog.getByLabelText('Port').fill('1993');
    await dialog.getByRole('checkbox', { name: 'INBOX' }).click();
    await dialog.getByLabelText('App Password *').fill('secret');
    await dialog.getByRole('button', { name: 'Update Account' }).click();
    const { body } = await calls.made(`PUT /imap-accounts/${fine.id}`);
    expect(body).toMatchObject({ port: 1993, folders: ['Deals'] });
  });

  test('are read again once the account has another server', async () => {
    const calls = stubApi({ [FOLDERS]: answer([folder('INBOX', 'inbox')]) });
    const accounts = [fine, { ...fine, host: 'imap.gmx.net' }];
    const props = { chosen: [], error: undefined, onChange: () => undefined };
    await renderAt(() => (
      <>
        {accounts.map((account) => (
          <FoldersField key={account.host} account={account} {...props} />
        ))}
      </>
    ));
    await expect.poll(() => calls.to(FOLDERS)).toHaveLength(2);
  });
});

describe('pasted mailboxes', () => {
  test('are shown line by line before they are added with their tags', async () => {
    const calls = stubApi({
      'GET /imap-accounts': list([fine]),
      'POST /imap-accounts/import': () => ({ success: true, added: 1, known: [], message: '' }),
    });
    await renderScreen();
    await page.getByRole('button', { name: 'Paste accounts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste IMAP accounts' });
    await dialog
      .getByLabelText('Accounts')
      .fill(
        `fan@gmx.de:secret\nann@gmial.com:y\nfoo@bar:x\nfan@gmx.de:again\n${fine.user}:x:${fine.host}`,
      );
    await expect
      .element(dialog.getByRole('region', { name: 'Preview' }).getByRole('status'))
      .toHaveTextContent('1 valid, 2 malformed, 1 duplicate, 1 already in the list, 1 likely typo');
    await expect.element(dialog.getByText('Likely typo of gmail.com')).toBeVisible();
    await dialog.getByRole('button', { name: 'Correct to ann@gmail.com' }).click();
    await expect.element(dialog.getByText('Malformed: Enter an email address.')).toBeVisible();
    await dialog.getByLabelText(/^Tags/).fill('fans, Lyon');
    await dialog.getByRole('button', { name: 'Add 2 accounts' }).click();
    await expect.element(page.getByText('1 account added')).toBeVisible();
    expect((await calls.made('POST /imap-accounts/import')).body).toEqual({
      accounts: [
        { user: 'fan@gmx.de', password: 'secret', host: 'imap.gmx.net', port: 993 },
        { user: 'ann@gmail.com', password: 'y', host: 'imap.gmail.com', port: 993 },
      ],
      tags: ['Lyon', 'fans'],
    });
  });

  test('stay in the form when they cannot be added', async () => {
    stubApi({
      'GET /imap-accounts': list([]),
      'POST /imap-accounts/import': () => failed(503, 'The database cannot be reached.'),
    });
    await renderScreen();
    await page.getByRole('button', { name: 'Paste accounts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste IMAP accounts' });
    const field = dialog.getByLabelText('Accounts');
    await field.fill('fan@gmx.de:secret');
    await dialog.getByRole('button', { name: 'Add 1 account' }).click();
    await expect.element(dialog.getByText(/The database cannot be reached\.$/)).toBeVisible();
    await expect.element(field).toHaveValue('fan@gmx.de:secret');
    await userEvent.keyboard('{Escape}');
  });

  test('are kept after Escape until Cancel', async () => {
    stubApi({ 'GET /imap-accounts': list([fine]), 'GET /health': () => health });
    await renderScreen();
    const open = page.getByRole('button', { name: 'Paste accounts' });
    const field = page.getByRole('dialog').getByLabelText('Accounts');
    await open.click();
    await field.fill('fan@gmx.de:secret');
    await userEvent.keyboard('{Escape}');
    await open.click();
    await expect.element(field).toHaveValue('fan@gmx.de:secret');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await open.click();
    await expect.element(field).toHaveValue('');
    await userEvent.keyboard('{Escape}');
  });
});

describe('the whole mail of a code', () => {
  const MAIL = 'GET /presale-codes/mail';
  const code = {
    code: 'HARVEST',
    account: 'a@desk.test',
    email_subject: 'Code',
    email_from: 'Club',
    email_date: '2026-11-20T10:00:00.000Z',
    confidence: 0.9,
    evidence: '',
    mail_id: '1/INBOX/7/1',
  };
  const group = { key: 'k', number: 1, best: code, all: [code], accounts: ['a@desk.test'] };
  const renderPanel = () =>
    renderAt(() => (
      // The mail is beside the list, over the form.
      <div style={{ position: 'relative', height: 600, marginLeft: 328 }}>
        <CodePanel
          group={group}
          panelRef={{ current: null }}
          place={0}
          count={1}
          onMove={() => undefined}
          onClose={() => undefined}
        />
      </div>
    ));

  test('is read when it is opened, and markup in it stays text', async () => {
    const text = 'Hello <b>you</b>\n<script>alert(1)</script> (https://tickets.example)';
    const calls = stubApi({
      [MAIL]: () => ({
        success: true,
        mail: { subject: 'Code', from: 'Club', date: '', text, is_cut: true },
      }),
    });
    await renderPanel();
    expect(calls.to(MAIL)).toEqual([]);
    await page.getByRole('button', { name: 'Open whole mail' }).click();
    await expect.element(page.getByText(/Hello <b>you<.b>/)).toBeVisible();
    await expect.element(page.getByText('Only the beginning of this mail is shown.')).toBeVisible();
    expect((await calls.made(MAIL)).query.get('mail_id')).toBe('1/INBOX/7/1');
    await page.getByRole('button', { name: 'Close mail' }).click();
    await expect.element(page.getByText(/Hello <b>you<.b>/)).not.toBeInTheDocument();
  });

  test('shows why it cannot be read, with Retry', async () => {
    stubApi({
      [MAIL]: () => failed(502, 'This mail is no longer in its folder. Search again.'),
    });
    await renderPanel();
    await page.getByRole('button', { name: 'Open whole mail' }).click();
    await expect
      .element(page.getByRole('alert').getByText(/no longer in its folder/))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

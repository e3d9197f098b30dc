import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MailboxHealth } from '../../shared/mailboxes/health.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { imapAccounts } from '../../worker/db/schema/mailboxes.ts';
import {
  deleteAccount,
  findAccounts,
  updateAccount,
} from '../../worker/features/mailboxes/store.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { callApi } from './api.ts';
import { readSettings } from './settings.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  call = await openCalls();
});

const openDb = () => openDatabase(readSettings());
const send = (method: string, path: string, body?: unknown) =>
  call(path, {
    method,
    json: body,
  });
const ownUser = () => `${crypto.randomUUID().slice(0, 13)}@mail.test`;
interface Account {
  id: number;
  user: string;
  host: string;
  port: number;
  is_active: boolean;
  created_at: string;
  tags: string[];
  folders: string[] | null;
  health: MailboxHealth;
}
const list = async (): Promise<Account[]> =>
  ((await (await send('GET', '/imap-accounts')).json()) as { accounts: Account[] }).accounts;
const find = async (user: string) => (await list()).find((account) => account.user === user);

/** A mailbox at h.test, and the calls that change it. */
async function addMailbox() {
  const user = ownUser();
  const place = { user, host: 'h.test', port: 993, is_active: true };
  await send('POST', '/imap-accounts', { ...place, password: 'first' });
  const id = (await find(user))?.id ?? 0;
  return {
    id,
    user,
    change: (part: object) => send('PUT', `/imap-accounts/${id}`, { ...place, ...part }),
    sealed: async () => (await findAccounts(openDb(), [id]))[0]?.password,
  };
}

/** The audit entries of a mailbox. */
const trail = async (id: number) =>
  (
    await openDb()
      .select()
      .from(audit)
      .where(eq(audit.subject, `imap_account:${id}`))
      .orderBy(audit.id)
  ).map(({ action, detail }) => ({ action, detail: JSON.parse(detail) }));

describe('the calls of IMAP accounts', () => {
  test('add a mailbox with the defaults and never return its password', async () => {
    const user = ownUser();
    const added = await send('POST', '/imap-accounts', { user, password: 'a-mailbox-secret' });
    expect(added.status).toBe(201);
    expect(await added.json()).toMatchObject({ success: true });
    const account = await find(user);
    expect(account).toEqual({
      id: expect.any(Number),
      user,
      host: 'imap.gmail.com',
      port: 993,
      auth: 'password',
      needs_sign_in: false,
      is_active: true,
      created_at: expect.stringMatching(/^\d{4}-/),
      tags: [],
      folders: null,
      health: {
        is_due: true,
        worked_at: null,
        checked_at: null,
        failing_since: null,
        failures: 0,
        failure: null,
      },
    });
    expect(JSON.stringify(await list())).not.toContain('a-mailbox-secret');
  });

  test('seal the password in the database', async () => {
    const user = ownUser();
    await send('POST', '/imap-accounts', { user, password: 'another-mailbox-secret' });
    const rows = await openDb().select().from(imapAccounts);
    const row = rows.find((candidate) => candidate.user === user);
    expect(row?.password).toMatch(/^v2\.test\./);
    expect(JSON.stringify(rows)).not.toContain('another-mailbox-secret');
  });

  test('refuse the same mailbox again in any case', async () => {
    const user = ownUser();
    const first = { user, password: 'x', host: 'imap.host.test' };
    expect((await send('POST', '/imap-accounts', first)).status).toBe(201);
    const again = await send('POST', '/imap-accounts', { ...first, user: user.toUpperCase() });
    expect({ status: again.status, body: await again.json() }).toEqual({
      status: 409,
      body: {
        success: false,
        message: `The account ${user.toUpperCase()} is already in the list.`,
      },
    });
    const racing = { user: ownUser(), password: 'x', host: 'same.test' };
    const both = await Promise.all([1, 2].map(() => send('POST', '/imap-accounts', racing)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('keep the password when it is omitted, and accept a new one', async () => {
    const { id, user, change, sealed } = await addMailbox();
    const before = await sealed();
    expect((await change({ is_active: false })).status).toBe(200);
    expect(await find(user)).toMatchObject({ id, host: 'h.test', port: 993, is_active: false });
    expect(await sealed()).toBe(before);
    const moved = { host: 'other.test', port: 143, password: 'second' };
    expect((await change(moved)).status).toBe(200);
    expect(await find(user)).toMatchObject({ host: 'other.test', port: 143, is_active: true });
    expect(await sealed()).not.toBe(before);
  });

  test.each([
    [{ host: 'other.test' }],
    [{ port: 143 }],
    [{ user: 'somebody-else@mail.test' }],
    [{ host: 'other.test', password: '' }],
  ])(
    'require the password again for a mailbox that moves by %j, and change nothing',
    async (part) => {
      const { id, user, change, sealed } = await addMailbox();
      const before = [await find(user), await sealed()];
      const response = await change(part);
      const message =
        'Enter the app password again: the stored one is kept only for the same address, host and port.';
      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 400,
        body: { success: false, message, issues: [{ path: 'password', message }] },
      });
      expect([await find(user), await sealed()]).toEqual(before);
      expect((await trail(id)).map(({ action }) => action)).toEqual(['imap-accounts.add']);
    },
  );

  test('keep no password for a server that another operator moved the mailbox to at the same time', async () => {
    const { id, user } = await addMailbox();
    const [before] = await findAccounts(openDb(), [id]);
    if (!before) throw new Error('the mailbox was added');
    const ctx = { ...makeCtx(), db: openDb() };
    const elsewhere = {
      user,
      host: 'other.test',
      port: 993,
      auth: 'password' as const,
      isActive: true,
      tags: [],
      folders: null,
    };
    await updateAccount(ctx, before, { ...elsewhere, password: 'resealed' });
    const { password } = before;
    const late = updateAccount(ctx, before, { ...elsewhere, host: 'h.test', password });
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    expect(await find(user)).toMatchObject({ host: 'other.test' });
    expect(await trail(id)).toHaveLength(2);
  });

  test('record each change of a mailbox, never with its password', async () => {
    const { id, user, change } = await addMailbox();
    await change({ is_active: false });
    await change({ port: 143, password: 'second' });
    await send('DELETE', `/imap-accounts/${id}`);
    const where = { user, host: 'h.test', auth: 'password', tags: [], folders: null };
    const states = [
      { ...where, port: 993, isActive: true },
      { ...where, port: 993, isActive: false },
      { ...where, port: 143, isActive: true },
    ];
    expect(await trail(id)).toEqual([
      {
        action: 'imap-accounts.add',
        detail: { user, host: 'h.test', port: 993, isActive: true, tags: '' },
      },
      {
        action: 'imap-accounts.change',
        detail: { ...states[1], isResealed: false, was: states[0] },
      },
      {
        action: 'imap-accounts.change',
        detail: { ...states[2], isResealed: true, was: states[1] },
      },
      { action: 'imap-accounts.delete', detail: { was: states[2] } },
    ]);
  });

  test('record nothing for a mailbox that does not exist', async () => {
    const { id } = await addMailbox();
    const [read] = await findAccounts(openDb(), [id]);
    if (!read) throw new Error('the mailbox was added');
    await send('DELETE', `/imap-accounts/${id}`);
    const before = await trail(id);
    const ctx = { ...makeCtx(), db: openDb() };
    const changes = {
      user: 'a@b.test',
      host: 'h.test',
      port: 993,
      auth: 'password' as const,
      isActive: true,
      tags: [],
      folders: null,
    };
    const late = [updateAccount(ctx, read, { ...changes, password: 'x' }), deleteAccount(ctx, id)];
    expect((await Promise.allSettled(late)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    expect(await trail(id)).toEqual(before);
  });

  test('store chosen folders once each, keep them while they are omitted, and drop them with a move', async () => {
    const { id, user, change } = await addMailbox();
    const folders = ['Newsletters/Été', 'inbox', 'INBOX', 'Archive', 'Archive'];
    const stored = ['Newsletters/Été', 'INBOX', 'Archive'];
    expect((await change({ folders })).status).toBe(200);
    expect(await find(user)).toMatchObject({ folders: stored });
    await change({ is_active: false });
    expect(await find(user)).toMatchObject({ folders: stored });
    await change({ port: 143, password: 'second' });
    expect(await find(user)).toMatchObject({ folders: stored });
    expect((await trail(id))[1]?.detail).toMatchObject({ folders: stored, was: { folders: null } });
    await change({ host: 'other.test', port: 993, password: 'third' });
    expect(await find(user)).toMatchObject({ folders: null });
    await change({ host: 'other.test', folders: ['A'] });
    await change({ host: 'other.test', folders: null });
    expect(await find(user)).toMatchObject({ folders: null });
  });

  test('store the folders of a new mailbox', async () => {
    const user = ownUser();
    const added = { user, password: 'x', folders: ['[Gmail]/All Mail'] };
    expect((await send('POST', '/imap-accounts', added)).status).toBe(201);
    const account = await find(user);
    expect(account).toMatchObject({ folders: ['[Gmail]/All Mail'] });
    expect((await trail(account?.id ?? 0))[0]?.detail).toMatchObject({
      folders: ['[Gmail]/All Mail'],
    });
  });

  test('refuse folders that cannot be read', async () => {
    // One mailbox for all cases, because their number in a minute is limited.
    const { change } = await addMailbox();
    const refused = [
      [[], 'Choose at least one folder.'],
      [Array.from({ length: 51 }, (_, at) => `F${at}`), 'Choose at most 50 folders.'],
      [['a\r\nb'], 'The name of a folder has signs that cannot be sent.'],
      [['x'.repeat(501)], 'The name of a folder is too long.'],
      [[''], 'Choose folders from the list.'],
    ] as const;
    for (const [folders, message] of refused) {
      const response = await change({ folders });
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status: 400,
        body: { issues: [{ path: expect.stringMatching(/^folders/), message }] },
      });
    }
  });

  test('delete a mailbox once', async () => {
    const user = ownUser();
    await send('POST', '/imap-accounts', { user, password: 'x' });
    const id = (await find(user))?.id;
    expect((await send('DELETE', `/imap-accounts/${id}`)).status).toBe(200);
    expect((await send('DELETE', `/imap-accounts/${id}`)).status).toBe(404);
  });

  test.each([
    [{ user: 'no address', password: 'x' }, 'user'],
    [{ user: 'a@b.test' }, 'password'],
    [{ user: 'a@b.test', password: '' }, 'password'],
    [{ user: 'a@b.test', password: 'x', port: 70000 }, 'port'],
    [{ user: 'a@b.test', password: 'x', host: 'not a host' }, 'host'],
  ])('refuse %j naming the field', async (body, path) => {
    const response = await send('POST', '/imap-accounts', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      success: false,
      issues: [expect.objectContaining({ path })],
    });
  });

  test.each([[{ host: 'other.test' }], [{ port: 143 }], [{ user: 'somebody-else@mail.test' }]])(
    'do not try a stored password elsewhere: %j',
    async (part) => {
      const { id, user } = await addMailbox();
      const place = { id, user, host: 'h.test', port: 993, ...part };
      const response = await send('POST', '/imap-accounts/test', place);
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'password', message: expect.stringContaining('again') }] },
      });
    },
  );
});

describe('the presale search', () => {
  const search = {
    search_keywords: ['a'],
    imap_account_ids: [1],
    code_length_min: 4,
    search_hours: 24,
  };
  test.each([
    [{ search_keywords: [' ', ''] }, 'search_keywords'],
    [{ imap_account_ids: [] }, 'imap_account_ids'],
    [{ imap_account_ids: [99999999] }, 'imap_account_ids'],
    [{ code_length_min: 0 }, 'code_length_min'],
    [{ code_length_max: 2 }, 'code_length_max'],
    [{ search_hours: 721 }, 'search_hours'],
    [{ search_hours: undefined }, 'search_hours'],
    [{ search_hours: undefined, search_days: 31 }, 'search_days'],
  ])('refuses %j naming the field', async (part, path) => {
    const response = await send('POST', '/presale-codes/search', { ...search, ...part });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      success: false,
      issues: [expect.objectContaining({ path })],
    });
  });

  test('refuses an inactive mailbox by its name', async () => {
    const user = ownUser();
    await send('POST', '/imap-accounts', { user, password: 'x', is_active: false });
    const id = (await find(user))?.id;
    const response = await send('POST', '/presale-codes/search', {
      ...search,
      imap_account_ids: [id],
    });
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 400,
      body: {
        message: `${user} is inactive. Only active accounts can be selected.`,
      },
    });
  });
});

describe('the socket of scanners', () => {
  test.each([[undefined], ['Bearer wrong'], ['Basic a-scanner-token-for-tests']])(
    'answers 401 to %s',
    async (authorization) => {
      const response = await callApi('/api/scanner', {
        headers: { Upgrade: 'websocket', ...(authorization && { Authorization: authorization }) },
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ success: false, message: 'Invalid token' });
    },
  );
});

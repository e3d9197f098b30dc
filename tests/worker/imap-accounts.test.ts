import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../worker/db/client.ts';
import { imapAccounts } from '../../worker/db/schema/imap-accounts.ts';
import { type Bindings, readEnv } from '../../worker/env.ts';
import { callApi } from './api.ts';
import { openCalls } from './ticketing-calls.ts';

let call: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  call = await openCalls();
});

// The runtime's type of `env` names no plain variables.
const openDb = () => openDatabase(readEnv(env as unknown as Bindings));
const send = (method: string, path: string, body?: unknown) =>
  call(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const ownUser = () => `${crypto.randomUUID().slice(0, 13)}@mail.test`;
interface Account {
  id: number;
  user: string;
  host: string;
  port: number;
  is_active: boolean;
  created_at: string;
}
const list = async (): Promise<Account[]> =>
  ((await (await send('GET', '/imap-accounts')).json()) as { accounts: Account[] }).accounts;
const find = async (user: string) => (await list()).find((account) => account.user === user);

describe('the calls of IMAP accounts', () => {
  test('add a mailbox with the defaults and never answer its password', async () => {
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
      is_active: true,
      created_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(JSON.stringify(await list())).not.toContain('a-mailbox-secret');
  });

  test('seal the password in the database', async () => {
    const user = ownUser();
    await send('POST', '/imap-accounts', { user, password: 'another-mailbox-secret' });
    const rows = await openDb().select().from(imapAccounts);
    const row = rows.find((candidate) => candidate.user === user);
    expect(row?.password).toMatch(/^v1\.test\./);
    expect(JSON.stringify(rows)).not.toContain('another-mailbox-secret');
  });

  test('refuse the same mailbox again, whatever its case', async () => {
    const user = ownUser();
    const first = { user, password: 'x', host: 'imap.host.test' };
    expect((await send('POST', '/imap-accounts', first)).status).toBe(201);
    const again = await send('POST', '/imap-accounts', { ...first, user: user.toUpperCase() });
    expect({ status: again.status, body: await again.json() }).toEqual({
      status: 409,
      body: {
        success: false,
        message: `The mailbox ${user.toUpperCase()} is already in the list.`,
      },
    });
    const racing = { user: ownUser(), password: 'x', host: 'same.test' };
    const both = await Promise.all([1, 2].map(() => send('POST', '/imap-accounts', racing)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('keep the password when it is left out, and take a new one', async () => {
    const user = ownUser();
    await send('POST', '/imap-accounts', { user, password: 'first' });
    const account = await find(user);
    const sealed = async () =>
      (await openDb().select().from(imapAccounts)).find((row) => row.user === user)?.password;
    const before = await sealed();
    expect(
      (
        await send('PUT', `/imap-accounts/${account?.id}`, {
          user,
          host: 'h.test',
          port: 143,
          is_active: false,
        })
      ).status,
    ).toBe(200);
    expect(await find(user)).toMatchObject({ host: 'h.test', port: 143, is_active: false });
    expect(await sealed()).toBe(before);
    await send('PUT', `/imap-accounts/${account?.id}`, {
      user,
      host: 'h.test',
      port: 143,
      is_active: true,
      password: 'second',
    });
    expect(await sealed()).not.toBe(before);
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

  test('do not send a stored password to another server', async () => {
    const user = ownUser();
    await send('POST', '/imap-accounts', { user, password: 'x', host: 'right.test' });
    const id = (await find(user))?.id;
    const response = await send('POST', '/imap-accounts/test', {
      id,
      user,
      host: 'other.test',
      port: 993,
    });
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('again') },
    });
  });
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

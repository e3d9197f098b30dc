import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ImapAccount } from '../../shared/mailboxes/schema.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { imapAccounts, mailboxSignIns } from '../../worker/db/schema/mailboxes.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi } from './api.ts';
import { readSettings } from './settings.ts';

const db = openDatabase(readSettings());
const ownUser = () => `${crypto.randomUUID().slice(0, 13)}@mail.test`;

type Started = { flow: string; user_code: string; verification_uri: string; url: string };
type Status = { state: string; reason: string | null; account?: ImapAccount };

/** The calls of an operator that belongs to one test. */
async function openSignIns() {
  const { token } = await makeOperator(makeCtx());
  let cookie = '';
  return {
    token,
    cookie: () => cookie,
    async start(json: object): Promise<Started> {
      const response = await callApi('/api/imap-accounts/sign-in', { token, json });
      expect(response.status, await response.clone().text()).toBe(201);
      cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
      return response.json();
    },
    /** The state of a flow that is due to be polled. */
    async read(flow: string): Promise<Status> {
      await db.update(mailboxSignIns).set({ pollAt: 0 }).where(eq(mailboxSignIns.id, flow));
      return (await callApi(`/api/imap-accounts/sign-in/${flow}`, { token })).json();
    },
    async list(): Promise<ImapAccount[]> {
      const response = await callApi('/api/imap-accounts', { token });
      return ((await response.json()) as { accounts: ImapAccount[] }).accounts;
    },
  };
}

/** Does what a person does on the page for the code. */
const enter = ({ verification_uri, user_code: code }: Started, address: string, choice = 'allow') =>
  fetch(verification_uri, { method: 'POST', body: new URLSearchParams({ code, address, choice }) });

/** Does what a person does on the page of Google. @returns the address to which the browser is sent back */
async function allow({ url }: Started, address: string, choice = 'allow'): Promise<URL> {
  const body = new URLSearchParams({ address, choice });
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return new URL(response.headers.get('Location') ?? '');
}

const goBack = (to: URL, cookie: string) =>
  callApi(to.pathname + to.search, { headers: { Cookie: cookie }, redirect: 'manual' });

/** A mailbox that has signed in. */
async function connect(calls: Awaited<ReturnType<typeof openSignIns>>, user = ownUser()) {
  const started = await calls.start({ provider: 'microsoft' });
  await enter(started, user);
  const { account } = await calls.read(started.flow);
  return { started, account: account as ImapAccount };
}

const rowOf = async (user: string) =>
  (await db.select().from(imapAccounts).where(eq(imapAccounts.userKey, user.toLowerCase())))[0];

let written: string[] = [];
beforeEach(() => {
  written = [];
  for (const level of ['info', 'error', 'warn', 'log'] as const)
    vi.spyOn(console, level).mockImplementation((...line) => void written.push(line.join(' ')));
});
afterEach(() => void vi.restoreAllMocks());

describe('a device code', () => {
  test('waits for its operator, and ends with the mailbox that the provider confirms', async () => {
    const calls = await openSignIns();
    const user = ownUser();
    const started = await calls.start({ provider: 'microsoft', tags: ['night'] });
    expect(started).toMatchObject({ mode: 'device', user_code: expect.stringMatching(/^\w{9}$/) });
    // No time passes until the early call, however busy the machine is.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    expect(await calls.read(started.flow)).toEqual({
      success: true,
      state: 'pending',
      reason: null,
    });
    await enter(started, user.toUpperCase());
    // The provider is polled at its pace, however often the screen polls.
    const early = await callApi(`/api/imap-accounts/sign-in/${started.flow}`, {
      token: calls.token,
    });
    expect(await early.json()).toMatchObject({ state: 'pending' });
    clock.mockRestore();
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const { state, account } = await calls.read(started.flow);
    expect(state).toBe('done');
    expect(account).toMatchObject({
      user: user.toUpperCase(),
      host: 'imap.simulator.test',
      port: 143,
      tags: ['night'],
      auth: 'microsoft',
      needs_sign_in: false,
    });
    expect(await calls.list()).toContainEqual(account);
  });

  test('is polled less often after slow_down', async () => {
    const calls = await openSignIns();
    const { flow } = await calls.start({ provider: 'microsoft' });
    let before = 0;
    const read = async () => {
      before = Date.now();
      expect(await calls.read(flow)).toMatchObject({ state: 'pending' });
      const [row] = await db.select().from(mailboxSignIns).where(eq(mailboxSignIns.id, flow));
      return row;
    };
    // On a busy machine, more time may pass between two polls than the provider requires.
    let row = await read();
    while (row?.intervalMs === 5_000) row = await read();
    expect(row?.intervalMs).toBe(10_000);
    expect(row?.pollAt).toBeGreaterThanOrEqual(before + 10_000);
  });

  test.each([
    ['decline', 'someone', 'denied', /declined/],
    ['allow', 'no-consent', 'failed', /agreed yet/],
    ['allow', 'unknown-app', 'failed', /MICROSOFT_CLIENT_ID and MICROSOFT_TENANT/],
    ['allow', 'other-tenant', 'failed', /accounts of this organisation/],
    ['allow', 'needs-admin', 'failed', /approve the app first/],
  ])('that the provider answers with %s for %s ends as %s', async (choice, name, state, reason) => {
    const calls = await openSignIns();
    const started = await calls.start({ provider: 'microsoft' });
    await enter(started, `${name}@mail.test`, choice);
    expect(await calls.read(started.flow)).toEqual({
      success: true,
      state,
      reason: expect.stringMatching(reason),
    });
    expect((await calls.list()).some(({ user }) => user === `${name}@mail.test`)).toBe(false);
  });

  test('ends when its time is over, and is deleted later', async () => {
    const calls = await openSignIns();
    const { flow } = await calls.start({ provider: 'microsoft' });
    const at = (expiresAt: number) =>
      db.update(mailboxSignIns).set({ expiresAt }).where(eq(mailboxSignIns.id, flow));
    await at(Date.now() - 1);
    expect(await calls.read(flow)).toMatchObject({
      state: 'expired',
      reason: /not finished in time/,
    });
    await at(Date.now() - 3_700_000);
    await calls.start({ provider: 'google' });
    expect(await calls.read(flow)).toMatchObject({
      success: false,
      message: 'There is no such sign-in.',
    });
  });

  test('belongs to the session that began it', async () => {
    const [calls, others] = [await openSignIns(), await openSignIns()];
    const { flow } = await calls.start({ provider: 'microsoft' });
    expect(await others.read(flow)).toMatchObject({ success: false });
  });

  test('of a mailbox that is already in the list adds its tags to those of the list', async () => {
    const calls = await openSignIns();
    const { account } = await connect(calls);
    const tag = async (...tags: string[]) => {
      const started = await calls.start({ provider: 'microsoft', tags });
      await enter(started, account.user);
      return (await calls.read(started.flow)).account;
    };
    expect(await tag('night', 'oslo')).toMatchObject({ id: account.id, tags: ['night', 'oslo'] });
    expect(await tag('bergen', 'oslo')).toMatchObject({ tags: ['bergen', 'night', 'oslo'] });
    const many = Array.from({ length: 9 }, (_, n) => `tag ${n}`);
    expect(await tag(...many)).toMatchObject({ tags: ['bergen', 'night', 'oslo'] });
  });

  test('renews the grant of its mailbox only', async () => {
    const calls = await openSignIns();
    const { account } = await connect(calls);
    const { id, user } = account;
    await db
      .update(imapAccounts)
      .set({ refreshToken: null, accessToken: null, failures: 2, failure: 'Sign in again: x' })
      .where(eq(imapAccounts.id, id));
    expect((await calls.list()).find((one) => one.id === id)).toMatchObject({
      needs_sign_in: true,
    });
    const wrong = await calls.start({ provider: 'microsoft', id });
    await enter(wrong, 'else@mail.test');
    expect(await calls.read(wrong.flow)).toMatchObject({
      state: 'failed',
      reason: `You signed in as else@mail.test, but this mailbox is ${user}. Start again and choose the account ${user}.`,
    });
    const right = await calls.start({ provider: 'microsoft', id });
    await enter(right, user);
    expect((await calls.read(right.flow)).account).toMatchObject({
      id,
      needs_sign_in: false,
      health: { failures: 0, failure: null },
    });
  });
});

describe('a redirect', () => {
  test('returns with the mailbox once, to the browser that began it', async () => {
    const calls = await openSignIns();
    const user = ownUser();
    const started = await calls.start({ provider: 'google' });
    const url = new URL(started.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      access_type: 'offline',
      redirect_uri: 'https://desk.test/api/imap-accounts/sign-in/callback',
    });
    const back = await allow(started, user);
    const response = await goBack(back, calls.cookie());
    expect(response.status, await response.clone().text()).toBe(303);
    expect(response.headers.get('Location')).toBe(`/imap-accounts?sign_in=${started.flow}`);
    expect(await calls.read(started.flow)).toMatchObject({
      state: 'done',
      account: { user, auth: 'google', port: 143 },
    });
    const again = await goBack(back, calls.cookie());
    expect(again.headers.get('Location')).toBe('/imap-accounts?sign_in=unknown');
  });

  test.each([
    ['another browser', 'mailbox_sign_in_FLOW=of-another-browser'],
    ['a browser without the cookie', ''],
  ])('to %s is refused', async (_, cookie) => {
    const calls = await openSignIns();
    const user = ownUser();
    const started = await calls.start({ provider: 'google' });
    await goBack(await allow(started, user), cookie.replace('FLOW', started.flow));
    expect(await calls.read(started.flow)).toMatchObject({
      state: 'failed',
      reason: /another browser/,
    });
    expect(await rowOf(user)).toBeUndefined();
  });

  test('returns to a browser that has begun another one in the meantime', async () => {
    const calls = await openSignIns();
    // A browser stores one cookie of each name.
    const jar = new Map<string, string>();
    const begin = async () => {
      const started = await calls.start({ provider: 'google' });
      const [name = '', value = ''] = calls.cookie().split('=');
      jar.set(name, value);
      return started;
    };
    const flows = [await begin(), await begin()];
    for (const started of flows) {
      const cookies = [...jar].map((pair) => pair.join('=')).join('; ');
      await goBack(await allow(started, ownUser()), cookies);
      expect(await calls.read(started.flow)).toMatchObject({ state: 'done', reason: null });
    }
  });

  test('to a session that has ended is refused', async () => {
    const calls = await openSignIns();
    const started = await calls.start({ provider: 'google' });
    await callApi('/api/auth/logout', { method: 'POST', token: calls.token, json: {} });
    const user = ownUser();
    await goBack(await allow(started, user), calls.cookie());
    expect(await rowOf(user)).toBeUndefined();
  });

  test('that was declined ends as denied', async () => {
    const calls = await openSignIns();
    const started = await calls.start({ provider: 'google' });
    await goBack(await allow(started, ownUser(), 'decline'), calls.cookie());
    expect(await calls.read(started.flow)).toMatchObject({ state: 'denied', reason: /declined/ });
  });
});

test('a token is in no answer, log line or column in clear text', async () => {
  const calls = await openSignIns();
  const user = ownUser();
  const { started } = await connect(calls, user);
  const google = await calls.start({ provider: 'google' });
  const back = await allow(google, ownUser());
  await goBack(back, calls.cookie());
  const [row, flows, list] = [
    await rowOf(user),
    await db.select().from(mailboxSignIns),
    await calls.list(),
  ];
  expect(row?.refreshToken).toMatch(/^v2\.test\./);
  expect(row?.accessToken).toMatch(/^v2\.test\./);
  expect(row?.password).toMatch(/^v2\.test\./);
  // The tokens of the simulator begin with their kind, in base64url.
  const clear = Buffer.from('{"kind"').toString('base64url').slice(0, 9);
  const all = JSON.stringify([row, flows, list, written]);
  expect(all).not.toContain(clear);
  expect(all).not.toContain(back.searchParams.get('code'));
  expect(all).not.toContain(back.searchParams.get('state'));
  expect(flows.find(({ id }) => id === started.flow)).toMatchObject({ secrets: null });
});

test('a mailbox that signs in gets a password only if one is entered, and then no longer counts as signed in', async () => {
  const calls = await openSignIns();
  const { account } = await connect(calls);
  const { id, user, host, port } = account;
  const put = (json: object) =>
    callApi(`/api/imap-accounts/${id}`, { method: 'PUT', token: calls.token, json });
  expect((await put({ user, host, port, tags: ['kept'] })).status).toBe(200);
  expect(await rowOf(user)).toMatchObject({ auth: 'microsoft', refreshToken: expect.any(String) });
  expect((await put({ user, host: 'elsewhere.test', port })).status).toBe(400);
  expect((await put({ user, host, port, password: 'kelp orbit' })).status).toBe(200);
  const again = await calls.start({ provider: 'microsoft', id });
  await enter(again, user);
  expect((await calls.read(again.flow)).state).toBe('done');
  const entries = await db
    .select({ detail: audit.detail })
    .from(audit)
    .where(eq(audit.subject, `imap_account:${id}`))
    .orderBy(audit.id);
  expect(entries.map(({ detail }) => JSON.parse(detail)).filter(({ was }) => was)).toMatchObject([
    { auth: 'microsoft', was: { auth: 'microsoft' } },
    { auth: 'password', was: { auth: 'microsoft' } },
    { auth: 'microsoft', was: { auth: 'password' } },
  ]);
  expect((await put({ user, host, port, password: 'kelp orbit' })).status).toBe(200);
  expect(await rowOf(user)).toMatchObject({
    auth: 'password',
    refreshToken: null,
    accessToken: null,
  });
});

import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../worker/db/client.ts';
import { leases } from '../../worker/db/schema/leases.ts';
import { imapAccounts } from '../../worker/db/schema/mailboxes.ts';
import { findAccounts } from '../../worker/features/mailboxes/store.ts';
import {
  replaceToken,
  sealTokens,
  toJobMailboxes,
} from '../../worker/features/mailboxes/tokens/service.ts';
import { writeTokens } from '../../worker/features/mailboxes/tokens/store.ts';
import { mailboxPasswordPlace, mailboxTokenPlace } from '../../worker/security/sealed-columns.ts';
import { seal, unseal } from '../../worker/security/vault.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { readSettings } from './settings.ts';

const settings = readSettings();
const db = openDatabase(settings);
const MINUTE_MS = 60_000;
afterEach(() => void vi.restoreAllMocks());

/** A grant of the simulated Microsoft, made with a device code. */
async function grantOf(address: string) {
  const base = `${settings.MICROSOFT_OAUTH_URL}/common/oauth2/v2.0`;
  const post = async (url: string, fields: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).json() as Promise<
      Record<string, string>
    >;
  const scope = 'openid email profile offline_access';
  const flow = await post(`${base}/devicecode`, { client_id: 'simulated', scope });
  const code = { code: flow.user_code ?? '', address, choice: 'allow' };
  await fetch(flow.verification_uri ?? '', { method: 'POST', body: new URLSearchParams(code) });
  const issued = await post(`${base}/token`, {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: 'simulated',
    device_code: flow.device_code ?? '',
  });
  return { accessToken: issued.access_token ?? '', refreshToken: issued.refresh_token ?? '' };
}

/** A stored mailbox that has signed in. @param leftMs until its access token ends */
async function addMailbox(leftMs: number, name: string = crypto.randomUUID().slice(0, 13)) {
  const user = `${name}@${crypto.randomUUID().slice(0, 8)}.test`;
  const place = {
    user,
    host: 'imap.simulator.test',
    port: 143,
    auth: 'microsoft' as const,
    sealRow: crypto.randomUUID(),
  };
  const grant = await grantOf(user);
  const clock = () => Date.now() - 40 * MINUTE_MS;
  const tokens = sealTokens({ env: settings, clock }, place, {
    ...grant,
    lifeMs: leftMs + 40 * MINUTE_MS,
  });
  const password = seal(settings.DATA_KEY, mailboxPasswordPlace(place), '');
  await db.insert(imapAccounts).values({
    ...place,
    ...tokens,
    password,
    userKey: user,
    isActive: false,
    createdAt: 0,
  });
  const read = async () => {
    const [row] = await db
      .select()
      .from(imapAccounts)
      .where(eq(imapAccounts.sealRow, place.sealRow));
    if (row === undefined) throw new Error('the mailbox was added');
    return row;
  };
  return {
    user,
    place,
    grant,
    read,
    /** The mailbox of a job that a separate caller creates now. */
    async job(part: Parameters<typeof toJobMailboxes>[2] = {}) {
      const ctx = makeCtx();
      const accounts = await findAccounts(ctx.db, [(await read()).id]);
      const [mailbox] = await toJobMailboxes(ctx, accounts, part);
      if (mailbox === undefined) throw new Error('each mailbox has a place in the job');
      return mailbox;
    },
    open: (column: 'access_token' | 'refresh_token', sealed: string | null) =>
      unseal(settings.DATA_KEY, mailboxTokenPlace(column, place), sealed ?? ''),
    async renewals() {
      const url = settings.MICROSOFT_OAUTH_URL?.replace(/\/microsoft$/, '/access') ?? '';
      const connected = (await (await fetch(url)).json()) as {
        address: string;
        renewals: number;
      }[];
      return connected.find(({ address }) => address === user)?.renewals;
    },
    revoke: () =>
      fetch(`${settings.MICROSOFT_OAUTH_URL?.replace(/\/microsoft$/, '/access')}?address=${user}`, {
        method: 'DELETE',
      }),
  };
}

describe('the access token of a job', () => {
  test('is the stored one while it lasts longer than a job', async () => {
    const mailbox = await addMailbox(30 * MINUTE_MS);
    const { sealed } = await mailbox.job();
    expect(mailbox.open('access_token', sealed)).toBe(mailbox.grant.accessToken);
    expect(await mailbox.renewals()).toBe(0);
  });

  test('is a new one for a check, which detects a revoked grant although the stored token has not expired', async () => {
    const mailbox = await addMailbox(30 * MINUTE_MS);
    const { sealed } = await mailbox.job({ isCheck: true });
    expect(mailbox.open('access_token', sealed)).not.toBe(mailbox.grant.accessToken);
    expect(await mailbox.renewals()).toBe(1);
    // A second check within a minute does not need a new one.
    await mailbox.job({ isCheck: true });
    expect(await mailbox.renewals()).toBe(1);

    const revoked = await addMailbox(30 * MINUTE_MS);
    await revoked.revoke();
    expect((await revoked.job({ isCheck: true })).refusal).toMatchObject({
      message: expect.stringMatching(/^Sign in again/),
    });
  });

  test('is renewed once before its end, for twenty jobs at the same time', async () => {
    const mailbox = await addMailbox(MINUTE_MS);
    const jobs = await Promise.all(Array.from({ length: 20 }, () => mailbox.job()));
    expect(await mailbox.renewals()).toBe(1);
    const tokens = new Set(jobs.map(({ sealed }) => mailbox.open('access_token', sealed)));
    expect(tokens.size).toBe(1);
    expect(tokens).not.toContain(mailbox.grant.accessToken);
    // The provider has replaced the refresh token as well, and the next renewal sends the new one.
    const row = await mailbox.read();
    expect(mailbox.open('refresh_token', row.refreshToken)).not.toBe(mailbox.grant.refreshToken);
    await db.update(imapAccounts).set({ accessEndsAt: 1 }).where(eq(imapAccounts.id, row.id));
    expect((await mailbox.job()).refusal).toBeUndefined();
    expect(await mailbox.renewals()).toBe(2);
  });

  test('is renewed by another caller after the one with the lease has crashed', async () => {
    const mailbox = await addMailbox(-1);
    const { id } = await mailbox.read();
    const name = `token of mailbox ${id}`;
    await db.insert(leases).values({ name, holder: 'crashed', until: Date.now() + 1_500 });
    expect((await mailbox.job()).refusal).toBeUndefined();
    expect(await mailbox.renewals()).toBe(1);
  });

  test('is stored although the database does not answer at first', async () => {
    const mailbox = await addMailbox(-1);
    const { id } = await mailbox.read();
    const trigger = `reject_tokens_${id}`;
    await db.run(
      sql.raw(`create trigger ${trigger} before update of refresh_token on imap_accounts
        when old.id = ${id} begin select raise(abort, 'not now'); end`),
    );
    const job = mailbox.job();
    await vi.waitUntil(async () => (await mailbox.renewals()) === 1, { timeout: 20_000 });
    await db.run(sql.raw(`drop trigger ${trigger}`));
    expect((await job).refusal).toBeUndefined();
    expect(await mailbox.renewals()).toBe(1);
  });

  test('is stored although the data key was rotated during the call', async () => {
    const mailbox = await addMailbox(-1);
    const before = await mailbox.read();
    const opened = mailbox.open('refresh_token', before.refreshToken);
    const resealed = seal(
      settings.DATA_KEY,
      mailboxTokenPlace('refresh_token', mailbox.place),
      opened,
    );
    const rotate = db
      .update(imapAccounts)
      .set({ refreshToken: resealed })
      .where(eq(imapAccounts.id, before.id));
    await rotate;
    const tokens = sealTokens({ env: settings, clock: Date.now }, mailbox.place, {
      ...mailbox.grant,
      lifeMs: MINUTE_MS,
    });
    await writeTokens(db, before, tokens);
    expect(await mailbox.read()).toMatchObject(tokens);
    // A grant that was stored in between takes precedence.
    await writeTokens(db, before, { ...tokens, refreshToken: 'late' });
    expect(await mailbox.read()).toMatchObject(tokens);
  });

  test('is missing after the grant was revoked, and the mailbox is due for a check', async () => {
    const mailbox = await addMailbox(-1);
    await mailbox.revoke();
    expect((await mailbox.job()).refusal).toEqual({
      message: expect.stringMatching(/^Sign in again: Microsoft has ended the access/),
      isLasting: true,
    });
    const row = await mailbox.read();
    expect(row).toMatchObject({ refreshToken: null, accessToken: null });
    expect(row.checkDueAt).toBeGreaterThan(Date.now() - MINUTE_MS);
  });

  test('is missing after the end of the grant, with the reason that its provider gave', async () => {
    const mailbox = await addMailbox(-1);
    await mailbox.revoke();
    const { refusal } = await mailbox.job();
    expect(refusal?.message).toMatch(/a new password or half a year without use/);
    // The result of this job may be lost, so the next one has the same message.
    expect((await mailbox.read()).failure).toBe(refusal?.message);
    expect((await mailbox.job({ isCheck: true })).refusal).toEqual(refusal);
  });

  test('cannot be opened after the loss of its key, and the other mailboxes of a check are checked', async () => {
    const [lost, other] = [await addMailbox(30 * MINUTE_MS), await addMailbox(30 * MINUTE_MS)];
    const { id } = await lost.read();
    const sealed = 'v2.gone.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA';
    await db
      .update(imapAccounts)
      .set({ accessToken: sealed, refreshToken: sealed })
      .where(eq(imapAccounts.id, id));
    const accounts = await findAccounts(db, [id, (await other.read()).id]);
    for (const isCheck of [true, false]) {
      const jobs = await toJobMailboxes(makeCtx(), accounts, { isCheck });
      expect(jobs.find((job) => job.id === id)?.refusal).toEqual({
        message: 'Sign in again: its stored access can no longer be opened.',
        isLasting: true,
      });
      expect(jobs.find((job) => job.id !== id)?.refusal).toBeUndefined();
    }
  });

  test.each([
    ['is the stored one until its last minute', 5 * MINUTE_MS, true],
    ['is missing in the last minute', MINUTE_MS / 2, false],
  ])('%s if the provider cannot be reached', async (_, leftMs, isStored) => {
    const mailbox = await addMailbox(leftMs);
    const { id, accessToken } = await mailbox.read();
    const ctx = makeCtx({ env: { ...settings, MICROSOFT_OAUTH_URL: 'http://127.0.0.1:9' } });
    const accounts = await findAccounts(db, [id]);
    const [job] = await toJobMailboxes(ctx, accounts);
    if (isStored) expect(job).toMatchObject({ sealed: accessToken });
    expect(job?.refusal?.isLasting).toBe(isStored ? undefined : false);
    // A check needs another token.
    const [check] = await toJobMailboxes(ctx, accounts, { isCheck: true });
    expect(check?.refusal).toMatchObject({ isLasting: false });
  });

  test("is missing for a while if the provider's tokens expire at once", async () => {
    const mailbox = await addMailbox(-1);
    const { id } = await mailbox.read();
    let now = Date.now();
    const clock = () => {
      // Each call of the clock returns a time one second later.
      now += 1_000;
      return now;
    };
    const ctx = makeCtx({ clock });
    const trigger = `end_tokens_${id}`;
    await db.run(
      sql.raw(`create trigger ${trigger} after update of access_token on imap_accounts
        when new.id = ${id} begin
          update imap_accounts set access_ends_at = new.access_issued_at where id = ${id};
        end`),
    );
    try {
      const [job] = await toJobMailboxes(ctx, await findAccounts(db, [id]));
      expect(job?.refusal).toMatchObject({ isLasting: false });
    } finally {
      await db.run(sql.raw(`drop trigger ${trigger}`));
    }
  });

  test('is missing for a while if the provider cannot be reached, and the grant stays stored', async () => {
    const mailbox = await addMailbox(-1);
    const { id } = await mailbox.read();
    const env = { ...settings, MICROSOFT_OAUTH_URL: 'http://127.0.0.1:9' };
    const ctx = makeCtx({ env });
    const [job] = await toJobMailboxes(ctx, await findAccounts(db, [id]));
    expect(job?.refusal).toMatchObject({ isLasting: false });
    expect((await mailbox.read()).refreshToken).not.toBeNull();
  });

  test('is renewed for a few mailboxes at a time, and for none after the total time limit', async () => {
    const mailboxes = [];
    for (let n = 0; n < 16; n++) mailboxes.push(await addMailbox(-1));
    const ids = await Promise.all(mailboxes.map(async ({ read }) => (await read()).id));
    const accounts = await findAccounts(db, ids);
    let now = Date.now();
    const running = { now: 0, most: 0, all: 0 };
    const send = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
      const url = call[0] instanceof Request ? call[0].url : String(call[0]);
      if (!url.includes('/no-answer/')) return send(...call);
      running.all += 1;
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running.now -= 1;
      now += 5_000;
      throw new TypeError('fetch failed');
    });
    const env = { ...settings, MICROSOFT_TENANT: 'no-answer' };
    const jobs = await toJobMailboxes(makeCtx({ env, clock: () => now }), accounts);
    expect(jobs.map(({ id }) => id)).toEqual(ids);
    expect(jobs.map(({ refusal }) => refusal?.isLasting)).toEqual(ids.map(() => false));
    expect(running.most).toBeGreaterThan(1);
    expect(running.most).toBeLessThanOrEqual(5);
    // After 27 seconds, no further renewal begins.
    expect(running.all).toBeGreaterThanOrEqual(5);
    expect(running.all).toBeLessThanOrEqual(10);
  });

  test('is sealed for its mailbox and provider only', async () => {
    const mailbox = await addMailbox(-1);
    const { id } = await mailbox.read();
    await db.update(imapAccounts).set({ auth: 'google' }).where(eq(imapAccounts.id, id));
    expect((await mailbox.job()).refusal).toMatchObject({ isLasting: true });
    expect(await mailbox.renewals()).toBe(0);
  });
});

describe('a token that a mail server has refused', () => {
  const request = async (mailbox: Awaited<ReturnType<typeof addMailbox>>) => {
    const { id, accessToken } = await mailbox.read();
    return { mailbox: id, refused: accessToken ?? '' };
  };
  const none = { token: null, is_lasting: true };

  test('is replaced once, and its replacement is not replaced again at once', async () => {
    const mailbox = await addMailbox(30 * MINUTE_MS);
    const refused = await request(mailbox);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => replaceToken(makeCtx(), refused)),
    );
    expect(await mailbox.renewals()).toBe(1);
    const [token, ...others] = new Set(answers.map((answer) => answer.token?.access_token));
    expect(others).toEqual([]);
    expect(token).not.toBe(mailbox.grant.accessToken);
    const sealed = answers[0]?.token?.sealed_token ?? '';
    expect(mailbox.open('access_token', sealed)).toBe(token);
    expect(await replaceToken(makeCtx(), { ...refused, refused: sealed })).toEqual(none);
    expect(await mailbox.renewals()).toBe(1);
  });

  test('is replaced only for the scanner that received the mailbox', async () => {
    const [mailbox, other] = [await addMailbox(30 * MINUTE_MS), await addMailbox(30 * MINUTE_MS)];
    const refused = await request(mailbox);
    for (const wrong of [
      { refused: (await request(other)).refused },
      { refused: 'v2.test.AAAAAAAAAAAAAAAA.AAAA' },
      { refused: '' },
      { mailbox: 999_999 },
    ])
      expect(await replaceToken(makeCtx(), { ...refused, ...wrong })).toEqual(none);
    expect(await mailbox.renewals()).toBe(0);
  });
});

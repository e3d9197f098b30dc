import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import {
  type openAnswer,
  WATCHING_PATHS,
  type WatchPlan,
  type WatchResults,
  type WatchSighting,
} from '../../shared/presale-watches/scanner.ts';
import {
  type PresaleWatch,
  WATCH_LIMITS,
  type WatchedCode,
} from '../../shared/presale-watches/schema.ts';
import { imapAccounts } from '../../worker/db/schema/mailboxes.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { operators } from '../../worker/db/schema/operators.ts';
import {
  presaleWatchCodes,
  presaleWatches,
  watchedFolders,
} from '../../worker/db/schema/presale-watches.ts';
import { sealTokens } from '../../worker/features/mailboxes/tokens/service.ts';
import {
  deleteOldCodes,
  watchMailboxesAgain,
} from '../../worker/features/presale-watches/index.ts';
import { plansOf } from '../../worker/features/presale-watches/plans.ts';
import { storeResults } from '../../worker/features/presale-watches/scanning/service.ts';
import { PATIENCE } from '../factories/patience.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { callApi, failureOf } from './api.ts';
import { connectScanner, openMailboxes } from './mailbox-world.ts';
import { openCalls } from './ticketing-calls.ts';

const SCANNER = 'a-scanner-token-for-these-tests-only';
const { db } = makeCtx();
let world: Awaited<ReturnType<typeof openMailboxes>>;
beforeAll(async () => {
  world = await openMailboxes();
});

const post = (path: string, json: unknown, token = SCANNER) => callApi(path, { json, token });
const searchOf = (...imap_account_ids: number[]) => ({
  search_keywords: ['herons'],
  code_length_min: 4,
  imap_account_ids,
});
const read = async <T>(answer: Promise<Response>): Promise<T> => (await answer).json();

async function addWatch(name: string, ...mailboxes: number[]): Promise<PresaleWatch> {
  const answer = world.post('/presale-watches', { name, search: searchOf(...mailboxes) });
  return (await read<{ data: PresaleWatch }>(answer)).data;
}
const list = async () =>
  (await read<{ data: PresaleWatch[] }>(world.call('/presale-watches'))).data;
const find = async (id: number) => (await list()).find((one) => one.id === id);
const codesOf = async (id: number, query = '') =>
  read<{ data: WatchedCode[]; next_cursor: string | null }>(
    world.call(`/presale-watches/${id}/codes${query}`),
  );
const change = (id: number, json: unknown) =>
  world.call(`/presale-watches/${id}`, { method: 'PATCH', json });

async function open(mailbox: number): Promise<WatchPlan | null> {
  const { plan } = await read<z.infer<typeof openAnswer>>(post(WATCHING_PATHS.open, { mailbox }));
  return plan;
}

/** The results of a mail with these codes in the inbox of a mailbox, for its current watches. */
async function resultsOf(
  mailbox: number,
  codes: Partial<WatchSighting>[],
  part: Partial<WatchResults> = {},
): Promise<WatchResults> {
  const plan = await open(mailbox);
  const [first] = plan?.watches ?? [];
  return {
    mailbox,
    revision: plan?.revision ?? '',
    place: plan?.place ?? '',
    path: 'INBOX',
    validity: '7',
    uid: 12,
    unread: 0,
    codes: codes.map((sighting) => ({
      watch: first?.id ?? 0,
      mail: 'm1',
      key: 'INBOX/7/12',
      code: 'HERON4711',
      confidence: 0.93,
      evidence: 'The code is HERON4711.',
      subject: 'Your code',
      from: 'Club <club@herons.test>',
      date: '2026-11-27T10:00:00.000Z',
      ...sighting,
    })),
    ...part,
  };
}
const store = (results: WatchResults) => post(WATCHING_PATHS.results, results);
const toldOf = (watch: number) =>
  db
    .select()
    .from(notifications)
    .where(sql`${notifications.dedupeKey} like ${`presale_watch|${watch}|%`}`);

describe('a watch on the server', () => {
  test('is listed with its search, waits without a scanner, and is renamed, paused and deleted', async () => {
    const { id: mailbox } = await world.addMailbox();
    const watch = await addWatch('Night Herons', mailbox);
    expect(await find(watch.id)).toMatchObject({
      name: 'Night Herons',
      is_paused: false,
      state: 'waiting',
      codes: 0,
      last_code_at: null,
      search: { search_keywords: ['herons'], imap_account_ids: [mailbox] },
      mailboxes: [{ id: mailbox, mode: 'polling', reason: null, seen_at: null }],
    });
    await change(watch.id, { name: 'Herons', is_paused: true });
    expect(await find(watch.id)).toMatchObject({ name: 'Herons', reason: 'The watch is paused.' });
    expect(await open(mailbox)).toBe(null);
    await world.call(`/presale-watches/${watch.id}`, { method: 'DELETE' });
    expect(await find(watch.id)).toBe(undefined);
    for (const method of ['PATCH', 'DELETE']) {
      const json = method === 'PATCH' ? { name: 'x' } : undefined;
      const path = `/presale-watches/${watch.id}`;
      expect((await world.call(path, { method, ...(json && { json }) })).status).toBe(404);
    }
  });

  test('belongs to its operator alone', async () => {
    const { id: mailbox } = await world.addMailbox();
    const watch = await addWatch('Mine', mailbox);
    const other = await openCalls();
    expect((await read<{ data: PresaleWatch[] }>(other('/presale-watches'))).data).toEqual([]);
    expect((await other(`/presale-watches/${watch.id}/codes`)).status).toBe(404);
    expect((await other(`/presale-watches/${watch.id}`, { method: 'DELETE' })).status).toBe(404);
  });

  test('is refused for unknown and inactive mailboxes, too many mailboxes, and beyond the maximum number of watches', async () => {
    const call = await openCalls();
    const { id: mailbox } = await world.addMailbox();
    const { id: inactive } = await world.addMailbox({ is_active: false });
    const add = (search: object) => call('/presale-watches', { json: { name: 'x', search } });
    expect((await add(searchOf(999_999))).status).toBe(400);
    expect((await add(searchOf(inactive))).status).toBe(400);
    const many = await failureOf(
      await add(searchOf(...Array.from({ length: 51 }, (_, i) => i + 1))),
    );
    expect(many.issues?.[0]?.message).toBe('A watch has at most 50 mailboxes.');
    const another = (count: number) => ({
      ...searchOf(mailbox),
      search_keywords: ['herons', `word ${count}`],
    });
    for (let count = 0; count < WATCH_LIMITS.watches; count++)
      expect((await add(another(count))).status).toBe(201);
    const refused = await add(searchOf(mailbox));
    expect([refused.status, (await failureOf(refused)).message]).toEqual([
      409,
      'An operator has at most 20 watches. Delete one.',
    ]);
    await db
      .delete(presaleWatches)
      .where(sql`json_extract(search, '$.imap_account_ids[0]') = ${mailbox}`);
  });

  test('is refused if the operator has one of an equal search, also for its mailboxes in another order', async () => {
    const [one, two] = [await world.addMailbox(), await world.addMailbox()];
    await addWatch('First', two.id, one.id);
    const add = (call: typeof world.call, ...mailboxes: number[]) =>
      call('/presale-watches', { json: { name: 'Second', search: searchOf(...mailboxes) } });
    const refused = await add(world.call, one.id, two.id);
    expect([refused.status, (await failureOf(refused)).message]).toEqual([
      409,
      'A watch of this search already exists.',
    ]);
    expect((await add(world.call, one.id)).status).toBe(201);
    expect((await add(await openCalls(), one.id, two.id)).status).toBe(201);
  });

  test('shows no failure from before a pause when it is resumed', async () => {
    const scanner = await connectScanner(() => []);
    const { id: mailbox } = await world.addMailbox();
    const watch = await addWatch('Resumed', mailbox);
    const failing = { mailbox, mode: 'failing', reason: 'It refused.', seenAt: null };
    await post(WATCHING_PATHS.states, { states: [failing] });
    expect(await find(watch.id)).toMatchObject({ state: 'failing' });
    await change(watch.id, { is_paused: true });
    await watchMailboxesAgain(makeCtx());
    await change(watch.id, { is_paused: false });
    expect(await find(watch.id)).toMatchObject({ state: 'waiting' });
    scanner.close();
  });

  test('sends its mailboxes with their passwords to one scanner, and takes them back', async () => {
    const scanner = await connectScanner(() => []);
    const { id: mailbox, user } = await world.addMailbox();
    const watch = await addWatch('Assigned', mailbox);
    const isSent = () =>
      scanner.watched.find((message) => message.type === 'watch' && message.mailbox.id === mailbox);
    const message = await vi.waitUntil(isSent, PATIENCE);
    const plan = await open(mailbox);
    expect(message).toMatchObject({
      revision: plan?.revision,
      mailbox: { user, password: 'a stored password' },
    });
    await watchMailboxesAgain(makeCtx());
    await change(watch.id, { is_paused: true });
    await vi.waitUntil(
      () => scanner.watched.some((one) => one.type === 'unwatch' && one.mailbox === mailbox),
      PATIENCE,
    );
    const sent = scanner.watched.filter(
      (one) => one.type === 'watch' && one.mailbox.id === mailbox,
    );
    expect(sent).toHaveLength(1);
    scanner.close();
  });

  test('sends its mailboxes again to the same scanner when that scanner reconnects', async () => {
    const first = await connectScanner(() => [], 'a-process');
    const { id: mailbox } = await world.addMailbox();
    await addWatch('Returned', mailbox);
    const isSent = ({ watched }: typeof first) =>
      watched.some((message) => message.type === 'watch' && message.mailbox.id === mailbox);
    await vi.waitUntil(() => isSent(first), PATIENCE);
    const other = await connectScanner(() => [], 'another-process');
    // Its earlier connection may still seem open.
    const again = await connectScanner(() => [], 'a-process');
    await vi.waitUntil(() => isSent(again), PATIENCE);
    first.close();
    await watchMailboxesAgain(makeCtx());
    expect(isSent(other)).toBe(false);
    again.close();
    other.close();
  });

  test('shows how its mailboxes are read, and the reason of one that fails', async () => {
    const scanner = await connectScanner(() => []);
    const [one, two] = [await world.addMailbox(), await world.addMailbox()];
    const watch = await addWatch('States', one.id, two.id);
    const report = async (...states: object[]) =>
      expect((await post(WATCHING_PATHS.states, { states })).status).toBe(200);
    const seenAt = Date.now();
    const idle = { mode: 'idle', reason: null, seenAt };
    const stateOf = async () => (await find(watch.id))?.state;
    expect(await stateOf()).toBe('waiting');
    await report({ mailbox: one.id, ...idle }, { mailbox: two.id, ...idle });
    expect(await stateOf()).toBe('watching');
    await report({ mailbox: two.id, mode: 'polling', reason: 'No IDLE.', seenAt });
    expect(await stateOf()).toBe('polling');
    await report({ mailbox: two.id, mode: 'failing', reason: 'It refused.', seenAt: null });
    expect(await find(watch.id)).toMatchObject({
      state: 'failing',
      reason: `${two.user}: It refused.`,
      mailboxes: [{ mode: 'idle' }, { mode: 'failing', seen_at: new Date(seenAt).toISOString() }],
    });
    scanner.close();
  });
});

describe('the results of a scanner', () => {
  test('are stored and reported once, however often they arrive, with sender, sentence and confidence', async () => {
    const { id: mailbox, user } = await world.addMailbox();
    const watch = await addWatch('Night Herons', mailbox);
    const results = await resultsOf(mailbox, [{}, { code: 'PERHAPS1', confidence: 0.3 }]);
    // The answer to the first call was lost, and the mail was then read again in a folder with
    // other uids.
    for (const again of [results, results, { ...results, validity: '8', uid: 1 }])
      expect((await store(again)).status).toBe(200);
    const { data } = await codesOf(watch.id);
    expect(data.map(({ code }) => code)).toEqual(['PERHAPS1', 'HERON4711']);
    expect(data[1]).toMatchObject({
      account: user,
      confidence: 0.93,
      evidence: 'The code is HERON4711.',
      mail_id: expect.stringMatching(/^\d+\/INBOX\/7\/12\/[0-9a-f]{32}$/),
    });
    const told = await toldOf(watch.id);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      kind: 'presale_code',
      title: 'Night Herons',
      topic: 'New presale code',
      body: `HERON4711, 93% likely, from Club <club@herons.test>: “The code is HERON4711.” (${user})`,
    });
    expect(await find(watch.id)).toMatchObject({ codes: 2, last_code_at: expect.any(String) });
    const page = await codesOf(watch.id, '?limit=1');
    expect(page.data).toHaveLength(1);
    const next = await codesOf(watch.id, `?limit=1&cursor=${page.next_cursor}`);
    expect(next.data.map(({ code }) => code)).toEqual(['HERON4711']);
    expect(next.next_cursor).toBe(null);
  });

  test('with many codes of a watch are compared with the events once', async () => {
    const { id: mailbox } = await world.addMailbox();
    await addWatch('Many codes', mailbox);
    const ctx = makeCtx({ publish: async () => undefined });
    const reads = vi.spyOn(ctx.db, 'all');
    const readsFor = async (mail: string, codes: string[]) => {
      reads.mockClear();
      await storeResults(
        ctx,
        await resultsOf(
          mailbox,
          codes.map((code) => ({ mail, code })),
        ),
      );
      return reads.mock.calls.length;
    };
    const one = await readsFor('m2', ['HERON1111']);
    expect(one).toBeGreaterThan(0);
    expect(await readsFor('m3', ['HERON2222', 'HERON3333', 'HERON4444'])).toBe(one);
  });

  test('advance the mark of a folder only with their last part, never backwards, and not for another mailbox', async () => {
    const { id: mailbox, user } = await world.addMailbox();
    await addWatch('Marks', mailbox);
    const markOf = async () => (await open(mailbox))?.folders[0];
    await store(await resultsOf(mailbox, [{}], { uid: null }));
    expect(await markOf()).toBe(undefined);
    await store(await resultsOf(mailbox, [{}], { uid: 12 }));
    expect(await markOf()).toMatchObject({ path: 'INBOX', validity: '7', uid: 12 });
    await store(await resultsOf(mailbox, [], { uid: 5 }));
    expect(await markOf()).toMatchObject({ uid: 12 });
    await store(await resultsOf(mailbox, [], { validity: '8', uid: 3 }));
    expect(await markOf()).toMatchObject({ validity: '8', uid: 3 });
    const account = {
      user,
      host: 'imap.other.test',
      port: 993,
      password: 'another',
      is_active: true,
    };
    await world.call(`/imap-accounts/${mailbox}`, { method: 'PUT', json: account });
    expect(await markOf()).toBe(undefined);
  });

  test('are refused for the earlier watches, so that a new watch misses nothing', async () => {
    const { id: mailbox } = await world.addMailbox();
    await addWatch('First', mailbox);
    const results = await resultsOf(mailbox, [{}]);
    const search = { ...searchOf(mailbox), search_keywords: ['other'] };
    const { data: second } = await read<{ data: PresaleWatch }>(
      world.post('/presale-watches', { name: 'Second', search }),
    );
    expect((await store(results)).status).toBe(409);
    expect(
      await db.select().from(watchedFolders).where(eq(watchedFolders.mailboxId, mailbox)),
    ).toEqual([]);
    const plan = await open(mailbox);
    expect(plan?.watches).toHaveLength(2);
    const both = await resultsOf(mailbox, [{}, { watch: second.id }]);
    expect((await store(both)).status).toBe(200);
    expect(await toldOf(second.id)).toHaveLength(1);
  });

  test('are refused for the earlier mailbox with this number, also with its current watches', async () => {
    const { id: mailbox, user } = await world.addMailbox();
    const watch = await addWatch('Moved', mailbox);
    const { place } = await resultsOf(mailbox, []);
    const account = { host: 'imap.other.test', port: 993, password: 'another', is_active: true };
    await world.call(`/imap-accounts/${mailbox}`, { method: 'PUT', json: { user, ...account } });
    expect((await store(await resultsOf(mailbox, [{}], { place }))).status).toBe(409);
    expect((await codesOf(watch.id)).data).toEqual([]);
    expect((await open(mailbox))?.folders).toEqual([]);
    expect((await store(await resultsOf(mailbox, [{}]))).status).toBe(200);
  });

  test('of a mailbox still arrive while its provider does not answer', async () => {
    const { id: mailbox } = await world.addMailbox();
    await addWatch('Provider', mailbox);
    const isStored = eq(imapAccounts.id, mailbox);
    const [row] = await db.select().from(imapAccounts).where(isStored);
    if (row === undefined) throw new Error('the mailbox was added');
    const { env } = makeCtx();
    const granted = { ...row, auth: 'microsoft' as const };
    const tokens = { accessToken: 'ended', refreshToken: 'refresh', lifeMs: 0 };
    await db
      .update(imapAccounts)
      .set({ auth: 'microsoft', ...sealTokens({ env, clock: Date.now }, granted, tokens) })
      .where(isStored);
    const closed = { ...env, MICROSOFT_OAUTH_URL: 'http://127.0.0.1:9' };
    const plans = await plansOf(makeCtx({ env: closed }));
    expect(plans.mailboxes.map(({ id }) => id)).toContain(mailbox);
    expect(plans.locked.map(({ id }) => id)).not.toContain(mailbox);
    // After the end of its grant, it is no longer watched.
    await db.update(imapAccounts).set({ refreshToken: null }).where(isStored);
    const after = await plansOf(makeCtx());
    expect(after.mailboxes.map(({ id }) => id)).not.toContain(mailbox);
    expect(after.locked).toContainEqual({
      id: mailbox,
      reason: expect.stringMatching(/^Sign in again: /),
    });
  });

  test('are refused, and mailboxes are not watched, while the operator of their watch is disabled', async () => {
    const { id: mailbox } = await world.addMailbox();
    const watch = await addWatch('Disabled', mailbox);
    const results = await resultsOf(mailbox, [{}]);
    const disable = (disabledAt: number | null) =>
      db
        .update(operators)
        .set({ disabledAt })
        .where(
          sql`${operators.id} = (select ${presaleWatches.operatorId} from ${presaleWatches} where ${presaleWatches.id} = ${watch.id})`,
        );
    await disable(Date.now());
    expect(await open(mailbox)).toBe(null);
    expect((await plansOf(makeCtx())).mailboxes.map(({ id }) => id)).not.toContain(mailbox);
    expect((await store(results)).status).toBe(409);
    await disable(null);
    expect((await open(mailbox))?.watches).toHaveLength(1);
  });

  test('require the token of a scanner, whatever their body is', async () => {
    const results = {
      mailbox: 1,
      place: 'a@x.test x.test',
      revision: 'r',
      path: 'INBOX',
      validity: '7',
    };
    const bodies = {
      open: { mailbox: 1 },
      results: { ...results, uid: 1, unread: 0, codes: [] },
      states: { states: [] },
    };
    for (const path of ['open', 'results', 'states'] as const)
      for (const body of [bodies[path], {}, { large: 'x'.repeat(5 * 1024 * 1024) }])
        expect((await post(WATCHING_PATHS[path], body, 'wrong')).status).toBe(401);
  });

  test('count unreadable mails once, and a watch shows their number', async () => {
    const scanner = await connectScanner(() => []);
    const { id: mailbox, user } = await world.addMailbox();
    const watch = await addWatch('Unread', mailbox);
    const seen = { mailbox, mode: 'idle', reason: null, seenAt: Date.now() };
    await post(WATCHING_PATHS.states, { states: [seen] });
    const results = await resultsOf(mailbox, [], { unread: 2 });
    for (const again of [results, results]) await store(again);
    expect(await find(watch.id)).toMatchObject({
      state: 'watching',
      reason: '2 mails could not be read.',
      mailboxes: [{ mode: 'idle', reason: '2 mails could not be read.' }],
    });
    await store({ ...results, uid: 13, unread: 1 });
    await store({ ...results, path: 'Junk', unread: 1 });
    expect(await find(watch.id)).toMatchObject({ reason: '4 mails could not be read.' });
    const account = { host: 'imap.other.test', port: 993, password: 'another', is_active: true };
    await world.call(`/imap-accounts/${mailbox}`, { method: 'PUT', json: { user, ...account } });
    expect(await find(watch.id)).toMatchObject({ reason: null });
    scanner.close();
  });

  test('are deleted after 90 days, and with their watch', async () => {
    const { id: mailbox } = await world.addMailbox();
    const watch = await addWatch('Old', mailbox);
    await store(await resultsOf(mailbox, [{}, { code: 'SECOND22' }]));
    const own = inArray(presaleWatchCodes.watchId, [watch.id]);
    const now = Date.now();
    await db
      .update(presaleWatchCodes)
      .set({ foundAt: now - 91 * 86_400_000 })
      .where(sql`${own} and ${presaleWatchCodes.code} = 'SECOND22'`);
    await deleteOldCodes(makeCtx());
    expect((await codesOf(watch.id)).data.map(({ code }) => code)).toEqual(['HERON4711']);
    await world.call(`/presale-watches/${watch.id}`, { method: 'DELETE' });
    expect(await db.select().from(presaleWatchCodes).where(own)).toEqual([]);
  });

  test('are deleted with their watch in batches, and those of another watch stay', async () => {
    const { id: mailbox } = await world.addMailbox();
    const [watch, other] = [
      await addWatch('Many', mailbox),
      await addWatch('Few', mailbox, (await world.addMailbox()).id),
    ];
    await store(await resultsOf(mailbox, [{ watch: watch.id }, { watch: other.id }]));
    const { watchId } = presaleWatchCodes;
    await db.run(sql`insert into ${presaleWatchCodes}
        (watch_id, mailbox_id, mail, code, confidence, evidence, account, subject, sender, arrived, mail_key, found_at)
      with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < 12000)
      select ${watch.id}, ${mailbox}, 'm' || number, 'CODE' || number, 0.9, '', '', '', '', '', 'INBOX/7/1', 1 from numbers`);
    expect((await find(watch.id))?.codes).toBe(12_001);
    expect((await world.call(`/presale-watches/${watch.id}`, { method: 'DELETE' })).status).toBe(
      200,
    );
    const left = db.select({ watchId }).from(presaleWatchCodes);
    expect(await left.where(inArray(watchId, [watch.id, other.id]))).toEqual([
      { watchId: other.id },
    ]);
  });
});

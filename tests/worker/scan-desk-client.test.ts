import { beforeAll, describe, expect, test } from 'vitest';
import { answerWith, type SearchEvent } from '../../shared/presale-codes/events.ts';
import { presaleSearch } from '../../shared/presale-codes/schema.ts';
import type { Ctx } from '../../worker/context/context.ts';
import type { Bindings } from '../../worker/context/env.ts';
import { runJob } from '../../worker/durable/scan-desk-client.ts';
import { findAccounts, insertAccounts } from '../../worker/features/mailboxes/store.ts';
import { searchPresaleCodes, searchToEnd } from '../../worker/features/presale-codes/service.ts';
import { makeCtx } from '../factories/worker/context.ts';

const GONE = new Error('the object was reset');
const DONE: SearchEvent = { type: 'done', answer: answerWith([], []) };

/** A stream that sends `events` and breaks, like one of a desk that is restarted. */
const breaking = (...events: SearchEvent[]) => {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`);
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const line = lines.shift();
      if (line === undefined) controller.error(GONE);
      else controller.enqueue(new TextEncoder().encode(line));
    },
  });
};
type Answer = () => ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>;
const refusing: Answer = () => Promise.reject(GONE);

/**
 * A context whose desk gives the listed answers one after the other; the last answer is repeated.
 */
function ctxWith(answers: Answer[], signal?: AbortSignal) {
  const requested: string[] = [];
  const stub = {
    leave: async () => undefined,
    hasJob: async (id: string) => requested.includes(id),
    join: async ({ id }: { id: string }) => {
      const answer = answers[Math.min(requested.length, answers.length - 1)] ?? refusing;
      requested.push(id);
      return answer();
    },
  };
  // Only a substitute of the desk can fail on request. The client calls no other methods of it.
  const SCAN_DESK = { getByName: () => stub } as unknown;
  const base = makeCtx(signal ? { signal } : {});
  const bindings = { ...base.env.bindings, SCAN_DESK } as Bindings;
  const ctx: Ctx = { ...base, db: base.db, env: { ...base.env, bindings } };
  return { ctx, requested };
}

const UNAVAILABLE = {
  code: 'unavailable',
  message: 'The search was interrupted. Please try again.',
  cause: GONE,
};

describe('a desk that is lost', () => {
  const job = { kind: 'probe', id: 'probe-1', withinMs: 1000, mailboxes: [] } as const;
  const run = async (ctx: Ctx) => {
    for await (const _ of runJob(ctx, { ...job, mailboxes: [] }));
  };

  test.each([
    ['that refuses the call', refusing],
    ['whose stream breaks', () => breaking({ type: 'beat' })],
  ])('is reported as unavailable: one %s', async (_, answer) => {
    await expect(run(ctxWith([answer]).ctx)).rejects.toMatchObject(UNAVAILABLE);
  });

  test('is not reported as failed when the caller disconnected', async () => {
    const caller = new AbortController();
    caller.abort(new Error('the caller went away'));
    const { ctx } = ctxWith([refusing], caller.signal);
    await expect(run(ctx)).rejects.toThrow('the caller went away');
  });
});

describe('a search whose desk is lost', () => {
  let id = 0;
  beforeAll(async () => {
    const ctx = makeCtx();
    const user = `${crypto.randomUUID()}@mail.test`;
    const account = { user, host: 'h.test', port: 993, password: 'sealed', sealRow: user };
    await insertAccounts(ctx, [account], { tags: [] });
    id = (await findAccounts(ctx.db)).find((account) => account.user === user)?.id ?? 0;
  });
  const search = () =>
    presaleSearch.parse({
      search_keywords: ['a'],
      imap_account_ids: [id],
      code_length_min: 4,
      search_hours: 24,
    });
  const begun = () => breaking({ type: 'beat' });

  test('fails as unavailable, and is not repeated here, because the browser rejoins it', async () => {
    const { ctx, requested } = ctxWith([begun, () => breaking(DONE)]);
    await expect(searchToEnd(ctx, search(), 'a-search')).rejects.toMatchObject(UNAVAILABLE);
    expect(requested).toHaveLength(1);
    expect(await searchToEnd(ctx, search(), 'a-search')).toEqual(answerWith([], []));
    expect(requested).toEqual([requested[0], requested[0]]);
  });

  test('reports when no scanner is connected', async () => {
    const failure = { success: false as const, message: 'No scanner is connected.', status: 503 };
    const { ctx } = ctxWith([() => breaking({ type: 'failed', failure })]);
    await expect(searchToEnd(ctx, search(), 'a-search')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'No scanner is connected.',
    });
  });

  test('ends with the reason of the browser that disconnected', async () => {
    const browser = new AbortController();
    const silent = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) =>
          controller.enqueue(new TextEncoder().encode(`${JSON.stringify({ type: 'beat' })}\n`)),
      });
    const { ctx, requested } = ctxWith([silent], browser.signal);
    const events = searchPresaleCodes(ctx, search(), 'a-search');
    expect((await events.next()).value).toEqual({ type: 'beat' });
    const next = events.next();
    browser.abort(new Error('the browser went away'));
    await expect(next).rejects.toThrow('the browser went away');
    expect(requested).toHaveLength(1);
  });
});

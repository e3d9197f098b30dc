import { beforeAll, describe, expect, test } from 'vitest';
import { presaleSearch } from '../../shared/presale-codes/schema.ts';
import type { Ctx } from '../../worker/context.ts';
import { runJob } from '../../worker/durable/scan-desk-client.ts';
import type { DeskEvent } from '../../worker/durable/scan-desk-messages.ts';
import type { Bindings } from '../../worker/env.ts';
import { insertAccount, listAccounts } from '../../worker/features/imap-accounts/store.ts';
import { searchPresaleCodes, searchToEnd } from '../../worker/features/presale-codes/service.ts';
import { makeCtx } from '../factories/worker/context.ts';

const GONE = new Error('the object was reset');
const DONE: DeskEvent = { type: 'done', codes: [], mailboxes: [] };

/** An answer that tells `events` and breaks, as one of a desk that is restarted does. */
const breaking = (...events: DeskEvent[]) => {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`);
  return new Response(
    new ReadableStream({
      pull(controller) {
        const line = lines.shift();
        if (line === undefined) controller.error(GONE);
        else controller.enqueue(new TextEncoder().encode(line));
      },
    }),
  );
};
const refusing = () => Promise.reject(GONE);

/** A context whose desk answers one call after the other as told; the last answer stays. */
function ctxWith(answers: (() => Response | Promise<Response>)[], signal?: AbortSignal) {
  const asked: string[] = [];
  const stub = {
    fetch: async (_url: string, { body }: { body: string }) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? refusing;
      asked.push(JSON.parse(body).id);
      return answer();
    },
  };
  // Only a desk that is not the real one can fail at will; the client calls nothing else of it.
  const SCAN_DESK = { idFromName: () => 'desk', get: () => stub } as unknown;
  const base = makeCtx(signal ? { signal } : {});
  const bindings = { ...base.env.bindings, SCAN_DESK } as Bindings;
  const ctx: Ctx = { ...base, db: base.db, env: { ...base.env, bindings } };
  return { ctx, asked };
}

const UNAVAILABLE = {
  code: 'unavailable',
  message: 'The search was interrupted. Please try again.',
  cause: GONE,
};

describe('a desk that goes away', () => {
  const job = { kind: 'probe', id: 'probe-1', withinMs: 1000, mailboxes: [] } as const;
  const run = async (ctx: Ctx) => {
    for await (const _ of runJob(ctx, { ...job, mailboxes: [] }));
  };

  test.each([
    ['that refuses the call', refusing],
    ['whose answer breaks', () => breaking({ type: 'beat' })],
  ])('is told as unavailable: one %s', async (_, answer) => {
    await expect(run(ctxWith([answer]).ctx)).rejects.toMatchObject(UNAVAILABLE);
  });

  test('is not to blame when the caller went away', async () => {
    const caller = new AbortController();
    caller.abort(new Error('the caller went away'));
    const { ctx } = ctxWith([refusing], caller.signal);
    await expect(run(ctx)).rejects.toThrow('the caller went away');
  });
});

describe('a search whose desk goes away', () => {
  let id = 0;
  beforeAll(async () => {
    const ctx = makeCtx();
    const user = `${crypto.randomUUID()}@mail.test`;
    await insertAccount(ctx, {
      user,
      host: 'h.test',
      port: 993,
      isActive: true,
      password: 'sealed',
      sealRow: user,
      createdAt: 1,
    });
    id = (await listAccounts(ctx.db)).find((account) => account.user === user)?.id ?? 0;
  });
  const search = () =>
    presaleSearch.parse({
      search_keywords: ['a'],
      imap_account_ids: [id],
      code_length_min: 4,
      search_hours: 24,
    });
  const begun = () => breaking({ type: 'beat' });

  test('is joined again although the desk needs a moment longer', async () => {
    const { ctx, asked } = ctxWith([begun, refusing, refusing, () => breaking(DONE)]);
    expect(await searchToEnd(ctx, search(), 'a-search')).toMatchObject({ success: true });
    expect(asked).toEqual(Array(4).fill(asked[0]));
  });

  test('ends when the desk stays away', async () => {
    const { ctx, asked } = ctxWith([begun, refusing]);
    await expect(searchToEnd(ctx, search(), 'a-search')).rejects.toMatchObject(UNAVAILABLE);
    expect(asked).toHaveLength(4);
  });

  test('is not asked for again when it never began, or no scanner is there', async () => {
    const never = ctxWith([refusing]);
    await expect(searchToEnd(never.ctx, search(), 'a-search')).rejects.toMatchObject(UNAVAILABLE);
    expect(never.asked).toHaveLength(1);
    const alone = ctxWith([begun, () => breaking({ type: 'no_scanner' })]);
    await expect(searchToEnd(alone.ctx, search(), 'a-search')).rejects.toThrow(
      'No scanner is connected.',
    );
    expect(alone.asked).toHaveLength(2);
  });

  test('is not asked for again once the browser went away', async () => {
    const browser = new AbortController();
    const { ctx, asked } = ctxWith([begun, refusing], browser.signal);
    const events = searchPresaleCodes(ctx, search(), 'a-search');
    expect((await events.next()).value).toEqual({ type: 'beat' });
    const next = events.next();
    browser.abort(new Error('the browser went away'));
    await expect(next).rejects.toThrow('the browser went away');
    expect(asked).toHaveLength(1);
  });
});

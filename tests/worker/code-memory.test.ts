import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CodeMemory, codeOfId, MEMORY_LIMITS } from '../../shared/code-memory/schema.ts';
import { codeMemory } from '../../worker/db/schema/code-memory.ts';
import {
  learnedCodesOf,
  markPlacesUsed,
  memoryRevision,
  signCode,
} from '../../worker/features/code-memory/index.ts';
import { writeAnswer } from '../../worker/features/code-memory/store.ts';
import { makeCtx } from '../factories/worker/context.ts';
import { makeOperator } from '../factories/worker/operators.ts';
import { callApi, failureOf } from './api.ts';

const { db } = makeCtx();
const HOUR_MS = 3_600_000;
const hashOf = (number: number) => number.toString(16).padStart(16, '0');
/** The text of a trace; the Worker does not use its content. */
const TRACE = Buffer.alloc(50, 7).toString('base64url');

/** The calls of a new operator, and the id of a code that its searches found. */
async function openDesk() {
  const operator = await makeOperator();
  const call = (method: string, path: string, json?: unknown) =>
    callApi(`/api${path}`, {
      token: operator.token,
      method,
      ...(json !== undefined && { json }),
    });
  const idOf = (code: string, sender = 1): string => {
    const about = { code, mail: `7/INBOX/1/${code}`, sender: `Club ${sender} <club@club.test>` };
    return (
      signCode({ ...makeCtx(), operator }, { ...about, place: `${hashOf(sender)}.${TRACE}` }) ?? ''
    );
  };
  const answer = (id: string, verdict: unknown) =>
    call('POST', `/found-codes/${id}/verdict`, { verdict });
  const read = async () =>
    ((await (await call('GET', '/code-memory')).json()) as { data: CodeMemory }).data;
  return { operator, call, idOf, answer, read };
}

beforeEach(async () => {
  await db.delete(codeMemory);
});

describe('an answer about a found code', () => {
  test('is stored once for a code and its mail, and the newest of several operators counts', async () => {
    const [one, other] = [await openDesk(), await openDesk()];
    const code = codeOfId(one.idOf('HERON7'));
    // Both find the same code in the same mail, each with its own signature.
    expect(codeOfId(other.idOf('HERON7'))).toBe(code);
    expect(other.idOf('HERON7')).not.toBe(one.idOf('HERON7'));
    expect((await one.answer(one.idOf('HERON7'), 'right')).status).toBe(200);
    expect((await one.read()).answers).toEqual([{ code, verdict: 'right' }]);
    await other.answer(other.idOf('HERON7'), 'wrong');
    expect(await one.read()).toEqual({
      senders: [
        {
          id: hashOf(1),
          name: 'Club 1 <club@club.test>',
          right: 0,
          wrong: 1,
          copied: 0,
          answered_at: expect.any(String),
        },
      ],
      answers: [{ code, verdict: 'wrong' }],
    });
    await one.answer(one.idOf('HERON7'), null);
    expect(await one.read()).toEqual({ senders: [], answers: [] });
  });

  test('is not replaced by a copy, and a copy is not shown as an answer', async () => {
    const desk = await openDesk();
    await desk.answer(desk.idOf('COPIED1'), 'copied');
    await desk.answer(desk.idOf('WRONG11'), 'wrong');
    await desk.answer(desk.idOf('WRONG11'), 'copied');
    const { senders, answers } = await desk.read();
    expect(senders).toMatchObject([{ right: 0, wrong: 1, copied: 1 }]);
    expect(answers).toEqual([{ code: codeOfId(desk.idOf('WRONG11')), verdict: 'wrong' }]);
    // A copy whose request was pending when the answer was stored.
    const [stored] = await db.select().from(codeMemory).where(eq(codeMemory.verdict, 'wrong'));
    if (stored === undefined) throw new Error('The answer was not stored.');
    const { id: _, ...late } = { ...stored, verdict: 'copied' as const };
    await writeAnswer({ ...makeCtx(), operator: desk.operator }, late);
    expect((await desk.read()).answers).toEqual(answers);
    await desk.answer(desk.idOf('COPIED1'), 'right');
    expect((await desk.read()).senders).toMatchObject([{ right: 1, wrong: 1, copied: 0 }]);
  });

  test('is refused for an id of another operator, a changed id and an unknown verdict', async () => {
    const [one, other] = [await openDesk(), await openDesk()];
    const id = one.idOf('HERON8');
    const refusal = await other.answer(id, 'right');
    expect(refusal.status).toBe(404);
    expect((await failureOf(refusal)).message).toBe(
      'No search of yours found this code. Search again.',
    );
    const [hash = '', , ...rest] = id.split('.');
    expect((await one.answer([hash, hashOf(99), ...rest].join('.'), 'right')).status).toBe(404);
    expect((await one.answer('no-id', 'right')).status).toBe(400);
    expect((await one.answer(id, 'perhaps')).status).toBe(400);
    expect(await one.read()).toEqual({ senders: [], answers: [] });
  });

  test('changes the revision that watches compare, and reaches scanners newest first', async () => {
    const desk = await openDesk();
    const before = await memoryRevision(makeCtx());
    await desk.answer(desk.idOf('FIRST01', 1), 'right');
    const first = await memoryRevision(makeCtx());
    await desk.answer(desk.idOf('SECOND2', 2), 'wrong');
    expect(new Set([before, first, await memoryRevision(makeCtx())]).size).toBe(3);
    const { key, codes } = await learnedCodesOf(makeCtx());
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(codes).toEqual([
      [hashOf(2), 'wrong', TRACE],
      [hashOf(1), 'right', TRACE],
    ]);
  });
});

describe('the limit of answers', () => {
  test('refuses more answers a minute than a person can give, says when to retry, and stores none of them', async () => {
    const [desk, other] = [await openDesk(), await openDesk()];
    let refused: Response | undefined;
    let accepted = 0;
    while (refused === undefined && accepted < 400) {
      const answer = await desk.answer(desk.idOf(`CODE${accepted}`), 'right');
      if (answer.status === 200) accepted++;
      else refused = answer;
    }
    expect(accepted).toBeGreaterThanOrEqual(120);
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await refused?.json()).toMatchObject({
      success: false,
      message: 'At most 120 of these calls are accepted per minute.',
    });
    expect((await other.answer(other.idOf('OTHER01', 2), 'right')).status).toBe(200);
  });
});

describe('the code memory', () => {
  test('keeps a few answers for each sender, copies last, and deletes those of unused senders first', async () => {
    const desk = await openDesk();
    await desk.answer(desk.idOf('COPY000', 1), 'copied');
    for (let at = 0; at <= MEMORY_LIMITS.ofSender; at += 1)
      await desk.answer(desk.idOf(`RIGHT0${at}`, 1), 'right');
    const { senders, answers } = await desk.read();
    expect(senders).toMatchObject([{ right: MEMORY_LIMITS.ofSender, copied: 0 }]);
    expect(answers.map(({ code }) => code)).not.toContain(codeOfId(desk.idOf('RIGHT00', 1)));

    const now = Date.now();
    const rows = Array.from({ length: MEMORY_LIMITS.inAll }, (_, at) => ({
      code: `row ${at}`,
      sender: hashOf(1000 + at),
      senderName: 'S',
      trace: TRACE,
      verdict: 'right' as const,
      operatorId: 1,
      answeredAt: now,
      usedAt: now - 5 * HOUR_MS + at,
    }));
    for (let at = 0; at < rows.length; at += 100)
      await db.insert(codeMemory).values(rows.slice(at, at + 100));
    // The sender of the oldest row had a code just now.
    await markPlacesUsed(makeCtx(), [`${hashOf(1000)}.${TRACE}`, undefined]);
    await desk.answer(desk.idOf('NEWEST1', 2), 'right');
    const kept = await db.select({ code: codeMemory.code }).from(codeMemory);
    expect(kept).toHaveLength(MEMORY_LIMITS.inAll);
    const codes = new Set(kept.map(({ code }) => code));
    expect(codes.has('row 0')).toBe(true);
    expect(codes.has('row 1')).toBe(false);
  });

  test('is deleted for one sender or completely', async () => {
    const desk = await openDesk();
    for (const sender of [1, 2, 3])
      await desk.answer(desk.idOf(`SAME00${sender}`, sender), 'right');
    await desk.answer(desk.idOf('OTHER02', 2), 'wrong');
    expect((await desk.read()).senders.map(({ id }) => id)).toContain(hashOf(2));
    expect((await desk.call('DELETE', `/code-memory/${hashOf(2)}`)).status).toBe(200);
    expect((await desk.read()).senders.map(({ id }) => id)).not.toContain(hashOf(2));
    expect((await desk.call('DELETE', `/code-memory/${hashOf(2)}`)).status).toBe(404);
    expect((await desk.call('DELETE', '/code-memory')).status).toBe(200);
    expect(await desk.read()).toEqual({ senders: [], answers: [] });
  });

  test('stores no text of a mail beside the name of the sender', async () => {
    const desk = await openDesk();
    await desk.answer(desk.idOf('SECRET9'), 'right');
    const [row] = await db
      .select()
      .from(codeMemory)
      .where(eq(codeMemory.sender, hashOf(1)));
    expect(JSON.stringify(row)).not.toContain('SECRET9');
    expect(row).toMatchObject({ senderName: 'Club 1 <club@club.test>', trace: TRACE });
  });
});

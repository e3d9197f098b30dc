import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeFailure } from '../../worker/http/errors.ts';
import { makeCtx } from '../factories/worker/context.ts';

/** The answer to a caller for a statement that the database refuses. */
async function answerOf(work: PromiseLike<unknown>) {
  const error = await Promise.resolve(work).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const { status, body } = describeFailure(error);
  return [status, body.message];
}

test('a value that is too large is a 413 with what to do', async () => {
  const { db } = makeCtx();
  const text = 'x'.repeat(5_100_000);
  const answer = [
    413,
    'The request holds a value that is too large for the database: send fewer rows at once.',
  ];
  expect(await answerOf(db.all(sql`select length(${text})`))).toEqual(answer);
  expect(await answerOf(db.all(sql`select length(hex(zeroblob(3000000)))`))).toEqual(answer);
});

test('an answer that is too large is a 400 with what to do', async () => {
  const { db } = makeCtx();
  const rows = sql`with recursive r(i) as (select 1 union all select i + 1 from r where i < 12) select hex(zeroblob(500000)) from r`;
  expect(await answerOf(db.all(rows))).toEqual([
    400,
    'The answer is too large: request fewer rows at once.',
  ]);
});

test.each(['SQLITE_FULL', 'SQLITE_IOERR'])('a full disk is a 503: %s', async (code) => {
  const cause = Object.assign(new Error(`${code}: database or disk is full`), { code });
  const error = new Error('Failed query', { cause });
  expect(await answerOf(Promise.reject(error))).toEqual([
    503,
    'The database cannot be written: its disk may be full.',
  ]);
});

test('a violated unique index that no change expected is a 409', async () => {
  const { db } = makeCtx();
  const name = crypto.randomUUID();
  const insert = () =>
    db.run(
      sql`insert into queue_categories (pool, name_key, name, created_at) values (1, ${name}, ${name}, 1)`,
    );
  await insert();
  expect(await answerOf(insert())).toEqual([409, 'This entry exists already.']);
});

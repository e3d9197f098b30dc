import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jsonRows, splitJsonObject } from '../../worker/db/bulk.ts';
import { type Database, runBatch } from '../../worker/db/client.ts';
import { audit } from '../../worker/db/schema/audit.ts';
import { makeCtx } from '../factories/worker/context.ts';

const entry = (subject: string, changes: Partial<typeof audit.$inferInsert> = {}) => ({
  at: 1,
  actor: 'test',
  action: 'test.write',
  subject,
  requestId: 'test',
  detail: '{}',
  ...changes,
});

type Entry = ReturnType<typeof entry>;
const insertMany = (db: Database, entries: Entry[]) => {
  const rows = entries.map(({ at, subject }) => ({ at, subject }));
  return db.run(
    sql`insert into audit (at, actor, action, subject, request_id, detail)
      select at, 'test', 'test.write', subject, 'test', '{}' from ${jsonRows(['at', 'subject'], rows)}`,
  );
};

describe('a batch', () => {
  test('writes all of its statements or none', async () => {
    const { db } = makeCtx();
    const subject = `test:${crypto.randomUUID()}`;
    const broken = sql`insert into audit (subject) values (${subject})`;
    await expect(
      runBatch(db, [db.insert(audit).values(entry(subject)), db.run(broken)]),
    ).rejects.toThrow();
    expect(await db.select().from(audit).where(eq(audit.subject, subject))).toEqual([]);
  });

  test('of nothing sends no query', async () => {
    expect(await runBatch(makeCtx().db, [])).toEqual([]);
  });

  test('reads while another one writes', async () => {
    const { db } = makeCtx();
    const subject = `test:${crypto.randomUUID()}`;
    const many = Array.from({ length: 5_000 }, () => entry(subject));
    const [, counted] = await Promise.all([
      runBatch(db, [insertMany(db, many)]),
      runBatch(db, [db.select({ id: audit.id }).from(audit).limit(1)]),
    ]);
    expect(counted).toHaveLength(1);
  });

  test('waits for another one that writes', async () => {
    const subject = `test:${crypto.randomUUID()}`;
    const write = () => {
      const { db } = makeCtx();
      return runBatch(db, [insertMany(db, [entry(subject), entry(subject)])]);
    };
    await Promise.all(Array.from({ length: 20 }, write));
    const { db } = makeCtx();
    expect(await db.$count(audit, eq(audit.subject, subject))).toBe(40);
  });
});

describe('many rows as one parameter', () => {
  test('rows can be read back as a table that keeps values and nulls', async () => {
    const awkward = 'quotes " \' comma, \n line, emoji 🎫, null \u0001';
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      email: `${index} ${awkward}`,
      position: index % 2 === 0 ? index : null,
    }));
    const read = await makeCtx().db.all(
      sql`select email, position from ${jsonRows(['email', 'position'], rows)}`,
    );
    expect(read).toEqual(rows);
  });
});

describe('entries as JSON objects', () => {
  test.each([
    ['plain names', 300_000, 'a name of 24 characters '],
    ['names of three bytes a character', 20_000, '票'.repeat(300)],
    ['names that JSON escapes', 5_000, '\u0001'.repeat(300)],
  ])('contain every entry, in texts that the database accepts: %s', async (_, count, name) => {
    const entries = Array.from(
      { length: count },
      (_, index) => [`${name}${index}`, index] as const,
    );
    const { db } = makeCtx();
    let read = 0;
    for (const text of splitJsonObject(entries)) {
      const [row] = await db.all<{ n: number }>(sql`select count(*) as n from json_each(${text})`);
      read += row?.n ?? 0;
    }
    expect(read).toBe(count);
  });

  test('are one empty object without entries', () => {
    expect(splitJsonObject([])).toEqual(['{}']);
  });
});

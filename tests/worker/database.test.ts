import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { insertRows, jsonRows } from '../../worker/db/bulk.ts';
import { runBatch } from '../../worker/db/client.ts';
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

  test('of nothing asks nothing', async () => {
    expect(await runBatch(makeCtx().db, [])).toEqual([]);
  });

  test('reads while another one writes', async () => {
    const { db } = makeCtx();
    const subject = `test:${crypto.randomUUID()}`;
    const many = Array.from({ length: 5_000 }, () => entry(subject));
    const [, counted] = await Promise.all([
      runBatch(db, [db.run(insertRows(audit, many))]),
      runBatch(db, [db.select({ id: audit.id }).from(audit).limit(1)]),
    ]);
    expect(counted).toHaveLength(1);
  });

  test('waits for another one that writes', async () => {
    const subject = `test:${crypto.randomUUID()}`;
    const write = () => {
      const { db } = makeCtx();
      return runBatch(db, [db.run(insertRows(audit, [entry(subject), entry(subject)]))]);
    };
    await Promise.all(Array.from({ length: 20 }, write));
    const { db } = makeCtx();
    expect(await db.$count(audit, eq(audit.subject, subject))).toBe(40);
  });
});

describe('many rows as one parameter', () => {
  test('20,000 rows are one statement, values and nulls kept', async () => {
    const { db } = makeCtx();
    const subject = `test:${crypto.randomUUID()}`;
    const awkward = 'quotes " \' comma, \n line, emoji 🎫, null \u0001';
    const rows = Array.from({ length: 20_000 }, (_, index) =>
      entry(subject, { at: index, operatorId: index % 2 === 0 ? index : null, detail: awkward }),
    );
    await db.run(insertRows(audit, rows));
    expect(await db.$count(audit, eq(audit.subject, subject))).toBe(20_000);
    const [last] = await db
      .select()
      .from(audit)
      .where(sql`${audit.subject} = ${subject} and ${audit.at} = 19999`);
    expect(last).toMatchObject({ operatorId: null, detail: awkward, actor: 'test' });
  });

  test('a conflict is settled as the statement says', async () => {
    const { db } = makeCtx();
    const subject = `test:${crypto.randomUUID()}`;
    const [first] = await db.insert(audit).values(entry(subject)).returning();
    const again = [{ ...entry(subject), id: first?.id ?? 0, actor: 'second' }];
    await db.run(
      insertRows(audit, again, sql`on conflict (id) do update set actor = excluded.actor`),
    );
    const rows = await db.select().from(audit).where(eq(audit.subject, subject));
    expect(rows.map((row) => row.actor)).toEqual(['second']);
  });

  test('rows can be read back as a table', async () => {
    const rows = [
      { email: 'a@b.test', position: 3 },
      { email: 'c@d.test', position: null },
    ];
    const read = await makeCtx().db.all(
      sql`select email, position from ${jsonRows(['email', 'position'], rows)} order by email`,
    );
    expect(read).toEqual(rows);
  });
});

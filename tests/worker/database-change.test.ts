import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DomainError } from '../../shared/errors.ts';
import { change } from '../../worker/db/change.ts';
import { afterCursor, endPage, orderBy, type PageOrder, readCursor } from '../../worker/db/page.ts';
import { audit, queueCategories } from '../../worker/db/schema/index.ts';
import { makeCtx } from '../factories/worker/context.ts';

const gone = () => new DomainError('not_found', 'There is no such category.');
const taken = () => new DomainError('conflict', 'The name is taken.');

/** A category for this test, because the tests share the tables. */
async function openCategory() {
  const ctx = makeCtx();
  const name = crypto.randomUUID();
  const subject = `category:${name}`;
  const insert = (nameKey: string) =>
    ctx.db.insert(queueCategories).values({ pool: 1, nameKey, name: nameKey, createdAt: 1 });
  const rename = (from: string, to: string) =>
    ctx.db.update(queueCategories).set({ nameKey: to }).where(eq(queueCategories.nameKey, from));
  const exists = async (nameKey: string) =>
    (await ctx.db.$count(queueCategories, eq(queueCategories.nameKey, nameKey))) === 1;
  const entries = async () => ctx.db.select().from(audit).where(eq(audit.subject, subject));
  await insert(name);
  return { ctx, name, audit: { action: 'test.change', subject }, insert, rename, exists, entries };
}

test('a change is written with its audit entry, and each result has its name', async () => {
  const { ctx, name, audit, rename, insert, exists, entries } = await openCategory();
  const { added, renamed, raw, many, none } = await change(ctx, {
    statements: {
      added: insert(`${name} two`).returning(),
      renamed: rename(name, `${name} one`),
      raw: sql`select count(*) as n from queue_categories where name_key like ${`${name}%`}`,
      many: [1, 2].map(
        (n) => sql`update queue_categories set created_at = ${n} where name_key like ${`${name}%`}`,
      ),
      none: [],
    },
    audit,
    expect: { renamed: gone },
  });
  expect(added[0]?.nameKey).toBe(`${name} two`);
  expect(renamed.rowsAffected).toBe(1);
  expect(raw.rows[0]?.n).toBe(2);
  expect([many.rowsAffected, none.rowsAffected]).toEqual([4, 0]);
  expect(await exists(`${name} one`)).toBe(true);
  expect(await entries()).toHaveLength(1);
});

test('a write that changes no row is refused, and nothing of the batch is stored', async () => {
  const { ctx, name, audit, rename, insert, exists, entries } = await openCategory();
  const missing = change(ctx, {
    statements: { added: insert(`${name} two`), renamed: rename('no such category', name) },
    audit,
    expect: { renamed: gone },
  });
  await expect(missing).rejects.toMatchObject({ code: 'not_found', message: gone().message });
  expect(await exists(`${name} two`)).toBe(false);
  expect(await entries()).toEqual([]);
});

test.each([
  ['raw SQL', sql`select 1 from queue_categories where name_key = 'no such category'`],
  [
    'a builder',
    makeCtx().db.select().from(queueCategories).where(eq(queueCategories.nameKey, 'no such one')),
  ],
])('a query that finds nothing is refused: %s', async (_, query) => {
  const { ctx, name, audit, insert, exists } = await openCategory();
  const missing = change(ctx, {
    statements: { found: query, added: insert(`${name} two`) },
    audit,
    expect: { found: gone },
  });
  await expect(missing).rejects.toMatchObject({ code: 'not_found' });
  expect(await exists(`${name} two`)).toBe(false);
});

test('a query that finds a row allows the change', async () => {
  const { ctx, name, audit, insert, exists } = await openCategory();
  await change(ctx, {
    statements: {
      found: ctx.db.select().from(queueCategories).where(eq(queueCategories.nameKey, name)),
      added: insert(`${name} two`),
    },
    audit,
    expect: { found: gone },
  });
  expect(await exists(`${name} two`)).toBe(true);
});

test('a unique index that refuses a statement is the conflict that the change names', async () => {
  const { ctx, name, audit, insert, entries } = await openCategory();
  const again = change(ctx, { statements: { added: insert(name) }, audit, conflict: taken });
  await expect(again).rejects.toMatchObject({ code: 'conflict', message: taken().message });
  expect(await entries()).toEqual([]);
});

test('of simultaneous changes, only one passes a check that only one may pass', async () => {
  const { name, audit, rename } = await openCategory();
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      change(makeCtx(), {
        statements: { renamed: rename(name, `${name} ${index}`) },
        audit,
        expect: { renamed: gone },
      }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the audit entry names the row that was added', async () => {
  const { ctx, name, insert } = await openCategory();
  await change(ctx, {
    statements: { added: insert(`${name} two`) },
    audit: {
      action: 'test.add',
      subject: `category ${name}`,
      actor: 'somebody',
      subjectIds: sql`(select id from queue_categories where name_key = ${`${name} two`})`,
    },
  });
  const [added] = await ctx.db
    .select()
    .from(queueCategories)
    .where(eq(queueCategories.nameKey, `${name} two`));
  const entries = await ctx.db
    .select()
    .from(audit)
    .where(eq(audit.subject, `category ${name}:${added?.id}`));
  expect(entries.map(({ actor }) => actor)).toEqual(['somebody']);
});

const orderOf = (isDescending: boolean): PageOrder => ({
  columns: [sql`created_at`, sql`id`],
  isDescending,
  fromRow: (id) => sql`from queue_categories where id = ${id}`,
});

test.each([[true], [false]])(
  'pages contain every row once, including equal ones, although rows are deleted between them; descending: %s',
  async (isDescending) => {
    const { ctx, name, insert } = await openCategory();
    for (let index = 0; index < 20; index += 1) await insert(`${name} ${index}`);
    const mine = sql`name_key like ${`${name} %`}`;
    // Values that JSON would change, each of them twice.
    await ctx.db.run(sql`update queue_categories set created_at = (id / 2) * 0.1 where ${mine}`);
    const order = orderOf(isDescending);
    const seen: string[] = [];
    let text: string | null | undefined;
    do {
      const cursor = readCursor(text ?? undefined);
      const rows = await ctx.db.all<{ id: number; name: string; created_at: number }>(
        sql`select id, name, created_at from queue_categories where ${mine} ${afterCursor(cursor, order)} ${orderBy(order)} limit 6`,
      );
      const count = cursor === null ? 20 : null;
      const page = { rows, limit: 6, cursor, count };
      text = endPage(page, (row) => [row.created_at, row.id]).nextCursor;
      seen.push(...rows.map((row) => row.name));
    } while (text);
    expect(seen).toHaveLength(20);
    expect(new Set(seen).size).toBe(20);
  },
);

const cursorOf = (value: unknown) => btoa(JSON.stringify(value));

test.each([
  ['text', 'zzz'],
  ['JSON of another shape', cursorOf({ offset: 1 })],
  ['half a surrogate pair', cursorOf({ id: 1, values: ['\ud800'], seen: 0, total: 1 })],
  ['a half pair as an escape', btoa('{"id":1,"values":["\\ud800"],"seen":0,"total":1}')],
  ['a fraction as an id', cursorOf({ id: 1.5, values: [1], seen: 0, total: 1 })],
])('a cursor that no page returned is refused: %s', (_, cursor) => {
  expect(() => readCursor(cursor)).toThrow(DomainError);
});

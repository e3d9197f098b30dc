import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LibsqlError } from '@libsql/client/web';
import { type SQL, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import { DomainError } from '../../shared/errors.ts';
import { deleteInBatches, inBatches } from '../../worker/db/batches.ts';
import {
  insertRows,
  isOneOf,
  jsonObject,
  jsonRows,
  splitJsonObject,
} from '../../worker/db/bulk.ts';
import { change, eraseDeleted } from '../../worker/db/change.ts';
import { type Database, gatherReads, openDatabase, runBatch } from '../../worker/db/client.ts';
import {
  causesOf,
  describeDatabaseError,
  failedStatement,
  isUniqueViolation,
} from '../../worker/db/errors.ts';
import {
  afterCursor,
  containsText,
  newestFirst,
  orderBy,
  readCursor,
  readPage,
  readPages,
  readSort,
} from '../../worker/db/page.ts';

const notes = sqliteTable('test_notes', {
  id: integer('id').primaryKey(),
  noteText: text('note_text').notNull().unique(),
  rank: integer('rank').notNull(),
  isDone: integer('is_done', { mode: 'boolean' }).notNull(),
  tags: text('tags', { mode: 'json' }).notNull(),
  deletedAt: integer('deleted_at'),
});

const NOW = 1_800_000_000_000;
let folder: string;
let server: LibsqlServer;
let db: Database;
/** The audit trail of a test. */
let requestId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-database-'));
  server = await startLibsql(folder);
  await migrate(server);
  db = openDatabase({ LIBSQL_URL: server.url, LIBSQL_AUTH_TOKEN: server.authToken });
  await db.run(
    sql`create table test_notes (id integer primary key, note_text text not null unique, rank integer not null default 0,
      is_done integer not null default 0, tags text not null default '[]', deleted_at integer)`,
  );
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await db.run(sql`delete from test_notes`);
  requestId = crypto.randomUUID();
});

const ctx = () => ({ db, operator: null, clock: () => NOW, requestId });
const refusal = (message: string) => () => new DomainError('not_found', message);
const texts = async () =>
  (await db.select({ text: notes.noteText }).from(notes).orderBy(notes.id)).map((row) => row.text);
const entries = () =>
  db.all<{ subject: string; actor: string; detail: string }>(
    sql`select subject, actor, detail from audit where request_id = ${requestId} order by id`,
  );
const add = (noteText: string, rank = 0) =>
  sql`insert into test_notes (note_text, rank) values (${noteText}, ${rank})`;

describe('a change', () => {
  const audit = { action: 'notes.test', subject: 'note' };

  test('returns the result of each statement by its name, and the sum of rows for lists', async () => {
    const results = await change(ctx(), {
      statements: {
        none: [],
        many: [add('a'), add('b'), sql`update test_notes set rank = 1`],
        row: db
          .insert(notes)
          .values({ noteText: 'c', rank: 3, isDone: false, tags: [] })
          .returning(),
        raw: sql`delete from test_notes where note_text = 'a'`,
      },
      audit: null,
    });
    expect(results.none).toEqual({ rowsAffected: 0 });
    expect(results.many).toEqual({ rowsAffected: 4 });
    expect(results.row).toMatchObject([{ noteText: 'c', rank: 3 }]);
    expect(results.raw.rowsAffected).toBe(1);
    expect(await texts()).toEqual(['b', 'c']);
    expect(await entries()).toEqual([]);
  });

  test.each<[string, SQL, string | null]>([
    [
      'a write that changes no row',
      sql`update test_notes set rank = 1 where note_text = 'other'`,
      'no row',
    ],
    ['a write that changes a row', sql`update test_notes set rank = 1`, null],
    ['a query that returns no row', sql` select 1 where false`, 'no row'],
    ['a query that returns a row', sql`select 1 where true`, null],
    [
      'a table expression without rows',
      sql`with n as (select 1) select * from n where false`,
      'no row',
    ],
  ])('with the expectation of %s is stored or refused as a whole', async (_, first, message) => {
    const changing = change(ctx(), {
      statements: { before: add('before'), first, last: add('after') },
      audit,
      expect: { first: refusal('no row'), last: refusal('never') },
    });
    if (message === null) await changing;
    else await expect(changing).rejects.toThrow(message);
    expect(await texts()).toEqual(message === null ? ['before', 'after'] : []);
    expect(await entries()).toHaveLength(message === null ? 1 : 0);
  });

  test('can expect rows of a query that is built, and of the last statement of a list', async () => {
    const unmet = (statements: Parameters<typeof change>[1]['statements']) =>
      change(ctx(), { statements, audit: null, expect: { it: refusal('unmet') } });
    await expect(unmet({ it: db.select().from(notes) })).rejects.toThrow('unmet');
    await expect(
      unmet({ it: [add('a'), sql`delete from test_notes where rank = 9`] }),
    ).rejects.toThrow('unmet');
    await unmet({ it: [sql`delete from test_notes where rank = 9`, add('a')] });
    await unmet({ it: db.select().from(notes) });
    // A list without a statement cannot fail.
    await unmet({ it: [] });
    expect(await texts()).toEqual(['a']);
  });

  test('that a unique index refuses fails with its own error, or with that of the database', async () => {
    await db.run(add('a'));
    const again = (conflict?: () => DomainError) =>
      change(ctx(), { statements: { added: add('a') }, audit, ...(conflict && { conflict }) });
    await expect(again(() => new DomainError('conflict', 'Twice'))).rejects.toThrow('Twice');
    await expect(again()).rejects.toSatisfy(isUniqueViolation);
    const other = change(ctx(), {
      statements: { wrong: sql`insert into nowhere values (1)` },
      audit,
      conflict: refusal('Twice'),
    });
    await expect(other).rejects.not.toThrow('Twice');
  });

  test('records ids that it selects, facts from before, and its author', async () => {
    await db.run(add('a', 5));
    await change(ctx(), {
      statements: { changed: sql`update test_notes set rank = 6` },
      audit: {
        ...audit,
        actor: 'scanner',
        before: sql`select id, json_object('rank', rank) as was from test_notes`,
      },
    });
    await change(ctx(), {
      statements: { added: sql`insert into test_notes (id, note_text) values (70, 'b')` },
      audit: { ...audit, subjectIds: sql`test_notes where id = 70`, detail: { count: 1 } },
    });
    const operator = { id: 3, email: 'me@desk.test' };
    await change({ ...ctx(), operator }, { statements: { read: sql`select 1` }, audit });
    expect(await entries()).toEqual([
      {
        subject: expect.stringMatching(/^note:\d+$/),
        actor: 'scanner',
        detail: '{"was":{"rank":5}}',
      },
      { subject: 'note:70', actor: 'system', detail: '{"count":1}' },
      { subject: 'note', actor: 'me@desk.test', detail: '{}' },
    ]);
  });

  test.each(['password', 'card_number', 'tokenSecret', 'api-key', 'old_hash'])(
    'refuses to record a fact named %s',
    async (name) => {
      const changing = change(ctx(), {
        statements: { added: add('a') },
        audit: { ...audit, detail: { [name]: 1 } },
      });
      await expect(changing).rejects.toThrow(`The audit trail must not hold "${name}"`);
      expect(await texts()).toEqual([]);
    },
  );

  test('erases rows that were deleted more than ten minutes ago, and records how many', async () => {
    const minute = 60_000;
    await db.run(sql`insert into test_notes (note_text, deleted_at) values ('kept', null),
      ('new', ${NOW - 10 * minute}), ('old', ${NOW - 10 * minute - 1}), ('older', 1)`);
    const erase = () =>
      eraseDeleted(ctx(), notes, { action: 'notes.erase', subject: 'notes', fact: 'erased' });
    expect(await erase()).toBe(2);
    expect(await erase()).toBe(0);
    expect(await texts()).toEqual(['kept', 'new']);
    expect(await entries()).toEqual([
      { subject: 'notes', actor: 'system', detail: '{"was":{"erased":2}}' },
    ]);
  });

  test('erases more rows than one batch takes', async () => {
    await db.run(sql`insert into test_notes (note_text, deleted_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 1001) select i, 1 from n`);
    const erased = await eraseDeleted(ctx(), notes, {
      action: 'a.b',
      subject: 'notes',
      fact: 'erased',
    });
    expect(erased).toBe(1_001);
    expect((await entries()).map(({ detail }) => detail)).toEqual([
      '{"was":{"erased":1000}}',
      '{"was":{"erased":1}}',
    ]);
  });
});

describe('rows in one parameter', () => {
  test('keep numbers, texts, booleans and null', async () => {
    const rows = [
      { name: 'a', n: 1.5, flag: true },
      { name: "b'\n", n: null, flag: false },
    ];
    const given = jsonRows(['name', 'n', 'flag', 'missing' as 'n'], rows);
    expect(await db.all(sql`select * from ${given}`)).toEqual([
      { name: 'a', n: 1.5, flag: 1, missing: null },
      { name: "b'\n", n: null, flag: 0, missing: null },
    ]);
  });

  test('are inserted with values of all rows, and with a rule for existing rows', async () => {
    const rows = [{ noteText: 'a' }, { noteText: 'b' }];
    const common = { rank: 4, isDone: 1, tags: '[1]' };
    const [first, ...others] = insertRows(notes, rows, { common });
    expect(others).toEqual([]);
    await db.run(first ?? sql``);
    for (const statement of insertRows(notes, [...rows, { noteText: 'c' }], {
      common,
      onConflict: sql`on conflict (note_text) do update set rank = rank + 1`,
    }))
      await db.run(statement);
    const read = jsonObject({
      text: notes.noteText,
      rank: notes.rank,
      done: notes.isDone,
      tags: notes.tags,
    });
    const stored = await db.all<{ row: string }>(
      sql`select ${read} as row from test_notes order by note_text`,
    );
    expect(stored.map(({ row }) => JSON.parse(row))).toEqual([
      { text: 'a', rank: 5, done: true, tags: [1] },
      { text: 'b', rank: 5, done: true, tags: [1] },
      { text: 'c', rank: 4, done: true, tags: [1] },
    ]);
    expect(insertRows(notes, [])).toEqual([]);
  });

  test.each<[string, number, string, number]>([
    ['2,000 short rows', 2_000, 'a', 1],
    ['2,001 short rows', 2_001, 'a', 2],
    ['three rows of 1,500,000 bytes', 3, 'a'.repeat(499_999), 1],
    ['three rows of one character more', 3, 'a'.repeat(500_000), 2],
    ['rows of more than the limit', 2, 'a'.repeat(1_600_000), 2],
  ])('%s take as few statements as fit', (_, count, noteText, statements) => {
    const rows = Array.from({ length: count }, () => ({ noteText }));
    expect(insertRows(notes, rows)).toHaveLength(statements);
  });

  test('are found by a list of values', async () => {
    for (const name of ['a', 'b', 'c']) await db.run(add(name));
    const some = await db
      .select({ text: notes.noteText })
      .from(notes)
      .where(isOneOf(notes.noteText, ['a', 'c', 'x']));
    expect(some.map((row) => row.text)).toEqual(['a', 'c']);
  });

  test('objects are split if they do not fit, and an empty one stays', () => {
    expect(splitJsonObject([])).toEqual(['{}']);
    expect(
      splitJsonObject([
        ['a', 1],
        ['a', 'b'],
      ]),
    ).toEqual(['{"a":1,"a":"b"}']);
    const long = 'a'.repeat(700_000);
    expect(
      splitJsonObject([
        ['a', long],
        ['b', long],
        ['c', long],
      ]).map((part) => part.slice(0, 5)),
    ).toEqual(['{"a":', '{"c":']);
    expect(splitJsonObject([['a', 'a'.repeat(1_600_000)]])).toHaveLength(1);
  });
});

describe('a list in pages', () => {
  const byRank = newestFirst(notes.id, notes.rank);
  const read = (query: { cursor?: string | undefined; limit: number }, order = byRank) =>
    readPage(query, {
      rows: ({ cursor, limit }) =>
        db.all<{ id: number; rank: number }>(
          sql`select id, rank from test_notes where true ${afterCursor(cursor, order)} ${orderBy(order)} limit ${limit}`,
        ),
      count: async () => (await db.all(sql`select 1 from test_notes`)).length,
      sortValues: ({ id, rank }) => [rank, id],
    });
  const fill = async () => {
    await db.run(
      sql`insert into test_notes (id, note_text, rank) values (1, 'a', 5), (2, 'b', 7), (3, 'c', 5), (4, 'd', 6)`,
    );
  };
  const all = async (order = byRank) => {
    const pages: number[][] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ cursor, limit: 2 }, order);
      expect(page.total).toBe(4);
      pages.push(page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return pages;
  };

  test('has each row once, in either direction', async () => {
    await fill();
    expect(await all()).toEqual([
      [2, 4],
      [3, 1],
    ]);
    expect(await all({ ...byRank, isDescending: false })).toEqual([
      [1, 3],
      [4, 2],
    ]);
  });

  test('continues after a deleted row, and counts only once', async () => {
    await fill();
    const first = await read({ limit: 2 });
    await db.run(sql`delete from test_notes where id = 4`);
    const second = await read({ cursor: first.nextCursor ?? '', limit: 1 });
    expect(second).toMatchObject({ rows: [{ id: 3 }], total: 4 });
    const third = await read({ cursor: second.nextCursor ?? '', limit: 1 });
    expect(third).toMatchObject({ rows: [{ id: 1 }], nextCursor: null });
  });

  test('ends with a page that is not full, and with an empty one', async () => {
    await fill();
    expect(await read({ limit: 5 })).toMatchObject({ total: 4, nextCursor: null });
    await db.run(sql`delete from test_notes`);
    expect(await read({ limit: 5 })).toEqual({ rows: [], total: 0, nextCursor: null });
  });

  test('cursors are safe in addresses, and invalid ones are refused', async () => {
    await fill();
    const { nextCursor } = await read({ limit: 1 });
    expect(nextCursor).toMatch(/^[\w-]+$/);
    expect(readCursor(nextCursor ?? '')).toEqual({ id: 2, values: [7, 2], seen: 1, total: 4 });
    expect(readCursor(undefined)).toBeNull();
    for (const text of ['', 'a', 'e30', btoa('{"id":1,"values":[],"seen":0,"total":0}')])
      expect(() => readCursor(text)).toThrow('The cursor is not valid: start at the first page.');
  });

  test('all pages end with the rows, or at the maximum', async () => {
    await fill();
    const lengths = async (limit: number, most?: number) => {
      const read = ({ cursor, limit: some }: { cursor: { id: number } | null; limit: number }) =>
        db.all<{ id: number }>(
          sql`select id from test_notes where id > ${cursor?.id ?? 0} order by id limit ${some}`,
        );
      const pages: number[][] = [];
      for await (const rows of readPages(read, limit, most)) pages.push(rows.map(({ id }) => id));
      return pages;
    };
    expect(await lengths(3)).toEqual([[1, 2, 3], [4]]);
    expect(await lengths(2)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(await lengths(2, 3)).toEqual([[1, 2], [3]]);
    expect(await lengths(2, 2)).toEqual([[1, 2]]);
  });

  test('is sorted by a field with an optional minus, and filtered by a part of a text', async () => {
    expect(readSort<'name'>('-name')).toEqual({ field: 'name', isDescending: true });
    expect(readSort<'name'>('name')).toEqual({ field: 'name', isDescending: false });
    await fill();
    const find = (part?: string) =>
      db.all(sql`select id from test_notes where true ${containsText(sql`note_text`, part)}`);
    expect(await find('b')).toHaveLength(1);
    expect(await find('')).toHaveLength(4);
    expect(await find()).toHaveLength(4);
  });
});

describe('work in batches', () => {
  const sizesOf = async (tookMs: readonly number[], sizes?: Parameters<typeof inBatches>[1]) => {
    const taken: number[] = [];
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    await inBatches(async (size) => {
      now += tookMs[taken.length] ?? 0;
      taken.push(size);
      return taken.length < tookMs.length;
    }, sizes);
    clock.mockRestore();
    return taken;
  };

  test('is done in larger batches while they are fast, and in smaller ones when they are slow', async () => {
    expect(await sizesOf([79, 80, 200, 201, 500, 100])).toEqual([
      5_000, 10_000, 10_000, 10_000, 5_000, 2_500,
    ]);
    expect(await sizesOf([0, 0, 0], { first: 4, most: 9 })).toEqual([4, 8, 9]);
    expect(await sizesOf([900, 900, 900], { first: 9, least: 4 })).toEqual([9, 4, 4]);
    expect(await sizesOf([900, 900], { first: 250 })).toEqual([250, 200]);
    expect(await sizesOf([0, 0], { first: 90_000 })).toEqual([90_000, 100_000]);
  });

  test('is repeated in smaller batches if the server rolls it back, down to the smallest', async () => {
    const sizes: number[] = [];
    const rolledBack = new LibsqlError('rolled back', 'TRANSACTION_TIMEOUT');
    const work = inBatches(
      async (size) => {
        sizes.push(size);
        throw new Error('Failed query', { cause: rolledBack });
      },
      { first: 1_000, least: 100 },
    );
    await expect(work).rejects.toThrow('Failed query');
    expect(sizes).toEqual([1_000, 250, 100]);
    const other = new LibsqlError('no such table', 'SQLITE_ERROR');
    await expect(inBatches(() => Promise.reject(other))).rejects.toBe(other);
  });

  test('deletes all rows of a condition', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await db.run(add(name));
    const statement = (size: number) =>
      sql`delete from test_notes where id in (select id from test_notes where note_text < 'e' limit ${size})`;
    expect(await deleteInBatches(db, statement, { first: 2, least: 2, most: 2 })).toBe(4);
    expect(await texts()).toEqual(['e']);
  });
});

describe('errors of the database', () => {
  test.each([
    ['SERVER_ERROR', 'unavailable', 'The database is not available. Please try again.'],
    ['SQLITE_BUSY', 'unavailable', 'The database is busy. Please try again.'],
    ['TRANSACTION_TIMEOUT', 'unavailable', 'The database is busy. Please try again.'],
    ['SQLITE_FULL', 'unavailable', 'The database cannot be written: its disk may be full.'],
    [
      'SQLITE_TOOBIG',
      'payload_too_large',
      'The request holds a value that is too large for the database: send fewer rows at once.',
    ],
    ['RESPONSE_TOO_LARGE', 'bad_request', 'The answer is too large: request fewer rows at once.'],
  ])('%s is described, however deeply it is wrapped', (code, kind, message) => {
    const error = new Error('outer', {
      cause: new Error('middle', { cause: new LibsqlError('inner', code) }),
    });
    expect(describeDatabaseError(error)).toMatchObject({ code: kind, message });
  });

  test('arguments are too large only if the library reports that', () => {
    expect(describeDatabaseError(new LibsqlError('Value too big', 'ARGS_INVALID'))?.code).toBe(
      'payload_too_large',
    );
    expect(describeDatabaseError(new LibsqlError('Not a number', 'ARGS_INVALID'))).toBeNull();
    expect(describeDatabaseError(new LibsqlError('Value too big', 'OTHER'))).toBeNull();
    expect(describeDatabaseError('Value too big')).toBeNull();
  });

  test('a unique index is named by its message, and a failed statement by its number', () => {
    const unique = new Error('outer', { cause: new Error('UNIQUE constraint failed: notes.text') });
    expect(describeDatabaseError(unique)).toMatchObject({
      code: 'conflict',
      message: 'This entry exists already.',
    });
    expect(isUniqueViolation(new Error('NOT NULL constraint failed'))).toBe(false);
    const failed = Object.assign(new Error('failed'), { statementIndex: 0 });
    expect(failedStatement(new Error('outer', { cause: failed }))).toBe(0);
    expect(failedStatement(Object.assign(new Error('failed'), { statementIndex: '0' }))).toBeNull();
    expect(failedStatement(new Error('failed'))).toBeNull();
  });

  test('causes are listed outermost first, eight at most', () => {
    const circle = new Error('circle');
    circle.cause = circle;
    expect(causesOf(circle)).toHaveLength(8);
    expect(
      causesOf(new Error('outer', { cause: new Error('inner') })).map((error) => error.message),
    ).toEqual(['outer', 'inner']);
    expect(causesOf('text')).toEqual([]);
  });
});

describe('the client', () => {
  test('runs an empty batch without a call', async () => {
    expect(await runBatch(openDatabase({ LIBSQL_URL: 'http://127.0.0.1:1' }), [])).toEqual([]);
  });

  test('reports a server that cannot be reached', async () => {
    const unreachable = openDatabase({ LIBSQL_URL: 'http://127.0.0.1:1' });
    const error = await unreachable.run(sql`select 1`).catch((one: unknown) => one);
    expect(
      describeDatabaseError(error)?.code ?? causesOf(error).map((one) => one.message),
    ).toContainEqual('The database cannot be reached. Please try again.');
  });

  test('combines statements of one task into one batch, in which all fail if one fails', async () => {
    const gathering = gatherReads(db);
    const calls = vi.spyOn(globalThis, 'fetch');
    const one = gathering.all(sql`select 1 as n`);
    const two = gathering.all(sql`select 2 as n`);
    expect(await Promise.all([one, two])).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    expect(calls).toHaveBeenCalledTimes(1);
    const both = gathering.batch([
      gathering.all(sql`select 4 as n`),
      gathering.all(sql`select 5 as n`),
    ]);
    const alone = gathering.all(sql`select 6 as n`);
    expect(await Promise.all([both, alone])).toEqual([[[{ n: 4 }], [{ n: 5 }]], [{ n: 6 }]]);
    expect(calls).toHaveBeenCalledTimes(2);
    calls.mockRestore();
    const failing = [gathering.all(sql`select 1`), gathering.all(sql`select * from nowhere`)];
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    expect(await gathering.all(sql`select 3 as n`)).toEqual([{ n: 3 }]);
  });
});

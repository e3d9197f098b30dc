import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import { performanceOf } from '../../shared/queues/accounts/ratios.ts';
import type { Ctx } from '../../worker/context/context.ts';
import { type Database, openDatabase } from '../../worker/db/client.ts';
import {
  readAnalysisPage,
  readCategoryPage,
} from '../../worker/features/queues/accounts/service.ts';
import {
  addCategoryAccounts,
  deleteCategory,
  removeAccounts,
  summarizeCategories,
} from '../../worker/features/queues/categories/service.ts';
import {
  countStatistics,
  readCounting,
  stretchesOf,
  takeStep,
} from '../../worker/features/queues/counting/service.ts';
import { COUNTED_WITH_CALL } from '../../worker/features/queues/counting/store.ts';
import { readClasses } from '../../worker/features/queues/totals/store.ts';
import {
  deleteQueue,
  listQueues,
  uploadQueue,
} from '../../worker/features/queues/uploads/service.ts';

let folder: string;
let server: LibsqlServer;
let db: Database;
let now = 1_800_000_000_000;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-counting-'));
  server = await startLibsql(folder);
  await migrate(server);
  db = openDatabase({ LIBSQL_URL: server.url, LIBSQL_AUTH_TOKEN: server.authToken });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Uploads are a minute apart, so that no count waits for them to pause. */
const ctxOf = (changes: Partial<Ctx> = {}): Ctx =>
  ({
    db,
    operator: null,
    clock: () => {
      now += 60_000;
      return now;
    },
    requestId: 'counting-test',
    enqueue: async () => undefined,
    publish: async () => undefined,
    log: { info: () => undefined, error: () => undefined },
    ...changes,
  }) as Ctx;

/** So many rows of other accounts that the call leaves the count to the job. */
const MANY = Array.from({ length: COUNTED_WITH_CALL }, (_, index): [string, number] => [
  `many${index}@counting.test`,
  index + 1,
]);

const upload = async (
  queue_id: string,
  accounts: readonly [string, number][],
  queue_total = 10_000,
) => {
  // Some uploads start a new shard of positions.
  await db.run(sql`update sqlite_sequence set seq = seq + 5 where name = 'queues'`);
  return uploadQueue(ctxOf(), {
    type: 'verified_fan',
    queue_id,
    queue_total,
    queue_date: '2026-11-20',
    accounts: accounts.map(([account_name, position]) => ({ account_name, position })),
  });
};

interface StatsRow {
  account: string;
  total_queues: number;
  avg_ratio: number;
  best_ratio: number;
  worst_ratio: number;
}

const keyed = (rows: StatsRow[]) =>
  new Map(
    rows.map(({ account, avg_ratio, ...rest }) => [
      account,
      { ...rest, avg_ratio: Number(avg_ratio.toFixed(12)) },
    ]),
  );

/** Compares everything that is published with a new count of the counted queues. */
async function expectCoherence() {
  const scratch = await db.all<StatsRow>(
    sql`select a.email as account, count(*) as total_queues, avg(p.position * 1.0 / q.queue_total) as avg_ratio,
      min(p.position * 1.0 / q.queue_total) as best_ratio, max(p.position * 1.0 / q.queue_total) as worst_ratio
      from queue_positions as p join queues as q on q.id = p.queue_ref join queue_accounts as a on a.id = p.account_id
      where q.is_counted = 1 group by a.id`,
  );
  const ranked: StatsRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await readAnalysisPage(
      ctxOf(),
      { type: 'verified_fan', limit: 1_000, cursor },
      1_000,
    );
    expect(page.total_accounts).toBe(scratch.length);
    for (const { progress_history = [], rank, ...account } of page.accounts) {
      ranked.push(account as StatsRow);
      expect(rank).toBe(ranked.length);
      expect(progress_history).toHaveLength(account.total_queues);
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(keyed(ranked)).toEqual(keyed(scratch));
  const ratios = ranked.map(({ avg_ratio }) => avg_ratio);
  expect(ratios).toEqual(ratios.toSorted((a, b) => a - b));
  const labels = Map.groupBy(ratios, performanceOf);
  expect(new Map((await readClasses(db)).map((row) => [row.performance, row.accounts]))).toEqual(
    new Map([...labels].map(([label, { length }]) => [label, length])),
  );
  const tested = new Set(scratch.map(({ account }) => account));
  for (const category of await summarizeCategories(ctxOf(), 'verified_fan')) {
    const { data } = await readCategoryPage(
      ctxOf(),
      { type: 'verified_fan' },
      { category: category.name, limit: 1_000 },
    );
    const members = Object.values(data)[0] ?? [];
    expect(category).toEqual({
      name: category.name,
      total_accounts: members.length,
      tested_accounts: members.filter(({ account }) => tested.has(account)).length,
    });
  }
}

/** Nothing remains of deleted queues and categories, and no account without a queue or category. */
async function expectNoRemains() {
  const count = async (from: string) =>
    (await db.all<{ n: number }>(sql.raw(`select count(*) as n from ${from}`)))[0]?.n;
  const unheld = `queue_accounts where id not in (select account_id from queue_positions)
    and id not in (select account_id from queue_category_accounts)`;
  expect({
    queues: await count('queues where is_deleted = 1 or is_counted = 0 or counted_by is not null'),
    categories: await count('queue_categories where is_deleted = 1'),
    unheld: await count(unheld),
    stats: await count('queue_account_stats where total_queues = 0'),
    ranks: await count('queue_ranks where generation <> (select ranked from queue_statistics)'),
  }).toEqual({ queues: 0, categories: 0, unheld: 0, stats: 0, ranks: 0 });
}

const NAMES = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@counting.test`);
const accounts = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 });
const step = fc.oneof(
  fc.record({
    what: fc.constant('upload' as const),
    queue: fc.integer({ min: 0, max: 2 }),
    accounts,
    position: fc.integer({ min: 1, max: 9_000 }),
    isLarge: fc.boolean(),
  }),
  fc.record({ what: fc.constant('delete' as const), queue: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ what: fc.constant('steps' as const), times: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ what: fc.constant('count' as const) }),
  fc.record({
    what: fc.constantFrom('join' as const, 'leave' as const, 'drop' as const),
    category: fc.integer({ min: 0, max: 1 }),
    accounts,
  }),
);

async function take(one: typeof step extends fc.Arbitrary<infer Step> ? Step : never) {
  const ignoreMissing = () => undefined;
  if (one.what === 'upload') {
    const rows = one.accounts.map((name, index): [string, number] => [name, one.position + index]);
    await upload(`queue ${one.queue}`, one.isLarge ? [...rows, ...MANY] : rows);
  } else if (one.what === 'delete') {
    const input = { type: 'verified_fan', queue_id: `queue ${one.queue}` } as const;
    await deleteQueue(ctxOf(), input).catch(ignoreMissing);
  } else if (one.what === 'steps') {
    // A job that is killed between two batches.
    for (let at = 0; at < one.times; at += 1) await takeStep(ctxOf(), 1_500);
  } else if (one.what === 'count') {
    await countStatistics(ctxOf());
  } else {
    const category = { type: 'verified_fan', category_name: `category ${one.category}` } as const;
    if (one.what === 'join')
      await addCategoryAccounts(ctxOf(), { ...category, accounts: one.accounts });
    else if (one.what === 'leave')
      await removeAccounts(ctxOf(), { ...category, accounts: one.accounts }).catch(ignoreMissing);
    else await deleteCategory(ctxOf(), category).catch(ignoreMissing);
  }
}

test('averages, ranks, labels and categories are consistent after every batch, and complete at the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      for (const one of steps) {
        await take(one);
        await expectCoherence();
      }
      await countStatistics(ctxOf());
      await expectCoherence();
      await expectNoRemains();
    }),
    { numRuns: 6, seed: 20261127 },
  );
});

test('a small upload is counted with the call, a large one by the job, and the answer contains the progress', async () => {
  await upload('small', [['small@counting.test', 5]]);
  expect(await readCounting(db, 1)).toBeNull();
  const find = async (search: string) =>
    (await readAnalysisPage(ctxOf(), { type: 'verified_fan', search, limit: 1 }, 1)).total_accounts;
  expect(await find('small@')).toBe(1);

  await upload('large', [['large@counting.test', 5], ...MANY]);
  expect(await readCounting(db, 1)).toEqual({ files: 1, files_left: 1 });
  // The other type has nothing to count.
  expect(await readCounting(db, 2)).toBeNull();
  expect(await find('large@')).toBe(0);
  // Its accounts are in no queue yet, and are not listed as untested either.
  const untested = { type: 'verified_fan', untested: 'true', search: 'large@', limit: 1 } as const;
  expect((await readAnalysisPage(ctxOf(), untested, 1)).total_accounts).toBe(0);

  const published: unknown[] = [];
  await countStatistics(
    ctxOf({
      publish: async (messages) => {
        published.push(...messages);
      },
    }),
  );
  expect(published.at(-1)).toMatchObject({ type: 'queues', data: { counting: null } });
  expect(await readCounting(db, 1)).toBeNull();
  expect(await find('large@')).toBe(1);
});

test('an upload from a clock that was fast is counted without waiting for that time', async () => {
  now += 3_600_000;
  await upload('ahead', [['ahead@counting.test', 5], ...MANY]);
  now -= 3_600_000;
  await countStatistics(ctxOf());
  expect(await readCounting(db, 1)).toBeNull();
});

test('a deleted queue and its name disappear at once, and its share in the averages later', async () => {
  await upload('gone', [['gone@counting.test', 5], ...MANY]);
  await countStatistics(ctxOf());
  await deleteQueue(ctxOf(), { type: 'verified_fan', queue_id: 'gone' });
  const names = async () =>
    (await listQueues(ctxOf(), 'verified_fan')).map(({ queue_id }) => queue_id);
  expect(await names()).not.toContain('gone');
  expect(await readCounting(db, 1)).not.toBeNull();
  await upload('gone', [['other@counting.test', 5]]);
  expect(await names()).toContain('gone');
  await expectCoherence();
  await countStatistics(ctxOf());
  await expectCoherence();
  await expectNoRemains();
});

test('a page from before a count has the ranks and the total from after it', async () => {
  await upload('paged', [
    ['paged1@counting.test', 1],
    ['paged2@counting.test', 2],
  ]);
  const list = (cursor?: string) =>
    readAnalysisPage(ctxOf(), { type: 'verified_fan', limit: 1, cursor }, 1);
  const first = await list();
  await upload('paged better', [['paged0@counting.test', 1]], 1_000_000);
  const second = await list(first.next_cursor ?? undefined);
  expect(second.total_accounts).toBe(first.total_accounts + 1);
  const [account] = second.accounts;
  const alone = { type: 'verified_fan', account: account?.account, limit: 1 } as const;
  expect(account?.rank).toBe((await readAnalysisPage(ctxOf(), alone, 1)).accounts[0]?.rank);
});

test.each(['best_ratio', '-total_queues', 'worst_ratio', 'account'] as const)(
  'the first page by %s is that of a restored database, not of the earlier one',
  async (sort) => {
    const files = ['a', 'b', 'c', 'd', 'e', 'f'];
    // The most queues, the smallest ratios and the digit make this account the first in each order.
    const uploadAll = async (name: string) => {
      for (const file of files)
        await upload(`${name} ${file} ${sort}`, [[`0${name}@${sort}.counting.test`, 1]], 2_000_000);
    };
    const env = {} as Ctx['env'];
    const read = async () => {
      const query = { type: 'verified_fan', sort, limit: 1 } as const;
      return (await readAnalysisPage(ctxOf({ env }), query, 1)).accounts[0]?.account;
    };
    const [backup] = await db.all<{ published: number; version: number }>(
      sql`select published, version from queue_statistics`,
    );
    await uploadAll('lost');
    expect(await read()).toBe(`0lost@${sort}.counting.test`);
    for (const file of files)
      await deleteQueue(ctxOf(), { type: 'verified_fan', queue_id: `lost ${file} ${sort}` });
    await countStatistics(ctxOf());
    await db.batch([
      db.run(
        sql`update queue_statistics set published = ${backup?.published}, version = ${backup?.version}`,
      ),
      db.run(sql`update queue_account_stats set generation = 0`),
    ]);
    await uploadAll('restored');
    expect(await read()).toBe(`0restored@${sort}.counting.test`);
    for (const file of files)
      await deleteQueue(ctxOf(), { type: 'verified_fan', queue_id: `restored ${file} ${sort}` });
    await countStatistics(ctxOf());
  },
);

test('intervals cover every position of a pool once', () => {
  const sample = [0, 1, 2, 3, 4, 5].map((id) => ({
    pool: 1,
    place: [id / 10, id] as [number, number],
  }));
  expect(stretchesOf(sample, 2)).toEqual([
    { pool: 1, after: null, upTo: [0.2, 2] },
    { pool: 1, after: [0.2, 2], upTo: [0.4, 4] },
    { pool: 1, after: [0.4, 4], upTo: null },
    { pool: 2, after: null, upTo: null },
  ]);
});

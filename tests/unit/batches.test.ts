import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import type { Ctx } from '../../worker/context/context.ts';
import { type Database, openDatabase } from '../../worker/db/client.ts';
import { deleteOldAttempts, deleteOldSessions } from '../../worker/features/account/index.ts';
import { deleteOldChanges } from '../../worker/features/artist-monitor/index.ts';
import { deleteOldNotifications } from '../../worker/features/notifications/index.ts';
import { rollUpSome } from '../../worker/features/price-monitor/checks/store.ts';
import { removeEvents } from '../../worker/features/price-monitor/events/service.ts';
import { eraseRemovedHistories, rollUpPrices } from '../../worker/features/price-monitor/index.ts';
import { eraseDeletedProfiles } from '../../worker/features/profiles/index.ts';
import { setDeleted } from '../../worker/features/profiles/store.ts';
import { deleteOldUploads } from '../../worker/features/queues/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 1_800_000_000_000 - (1_800_000_000_000 % HOUR);

let folder: string;
let server: LibsqlServer;
let db: Database;

const open = () => openDatabase({ LIBSQL_URL: server.url, LIBSQL_AUTH_TOKEN: server.authToken });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-batches-'));
  server = await startLibsql(folder);
  await migrate(server);
  db = open();
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const enqueued: unknown[] = [];
const ctx = () =>
  ({
    db,
    operator: null,
    clock: () => NOW,
    requestId: 'batches-test',
    enqueue: async (jobs: readonly unknown[]) => void enqueued.push(...jobs),
    publish: async () => undefined,
    log: { info: () => undefined, error: () => undefined },
  }) as unknown as Ctx;

/**
 * Runs `work` while another connection writes all the time.
 * @returns the longest wait of a write, in milliseconds.
 */
async function besideWriter(work: () => Promise<unknown>): Promise<number> {
  const other = open();
  let isDone = false;
  let longest = 0;
  const writing = (async () => {
    while (!isDone) {
      const startedAt = performance.now();
      await other.run(
        sql`insert into leases (name, holder, until) values ('writer', 'writer', 1) on conflict (name) do update set until = until + 1`,
      );
      longest = Math.max(longest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  await work();
  isDone = true;
  await writing;
  return longest;
}

/**
 * The limit is far above a batch, because other tests use the machine too, and far below one
 * transaction of all.
 */
const LONGEST_WAIT_MS = 3_000;

const count = async (from: string) =>
  (await db.all<{ n: number }>(sql.raw(`select count(*) as n from ${from}`)))[0]?.n;

/** A year-old events with a step each minute of the last `hours` hours. */
async function fillHistory(firstId: number, events: number, hours: number, until: number) {
  for (let id = firstId; id < firstId + events; id += 1) {
    await db.run(sql`insert into price_targets (id, url, host, prices, recent, checks, tags, search_text, is_paused, added_at, next_check_at,
        failures, version, unsent, available, move)
      values (${id}, ${`https://tickets.example/${id}`}, 'tickets.example', '{}', '[]', '[]', '[]', '', 1, 0, 0, 0, 0, 'nothing', 0, 0)`);
    await db.run(sql`insert into price_points (target_id, at, low, median, high, available, is_raw)
      with recursive minute (n) as (select 0 union all select n + 1 from minute where n + 1 < ${hours * 60})
      select ${id}, ${until - hours * HOUR} + n * 60000, 20 + n * 7919 % 101, 150, 200 + n * 104729 % 103, n % 50, 1 from minute`);
  }
}

const hourly = () =>
  db.all(
    sql`select target_id, at, low, median, high, available, is_raw from price_points order by target_id, at`,
  );

test('a week of history is rolled up beside a writer, and has the same result after an interruption between batches', async () => {
  const until = NOW - 7 * DAY;
  await fillHistory(1, 20, 7 * 24, until);
  const expected = await db.all(
    sql`select hour.target_id, hour.at, hour.low, 150.0 as median, hour.high, last.available, 0 as is_raw
      from (select target_id, max(at) as at, min(low) as low, max(high) as high from price_points group by target_id, at / 3600000) as hour
      join price_points as last on last.target_id = hour.target_id and last.at = hour.at order by 1, 2`,
  );
  // Runs some batches of a job that is then killed.
  for (const size of [1, 100, 5_000]) expect(await rollUpSome(db, until, size)).toBe(true);
  expect(await besideWriter(() => rollUpPrices(ctx()))).toBeLessThan(LONGEST_WAIT_MS);
  expect(await hourly()).toEqual(expected);
  await rollUpPrices(ctx());
  expect(await hourly()).toEqual(expected);
});

test('removed events disappear at once, and their history is erased beside a writer', async () => {
  await fillHistory(1_001, 30, 100, NOW);
  const ids = Array.from({ length: 29 }, (_, index) => 1_001 + index);
  await removeEvents(ctx(), ids);
  expect(await count('price_targets where id between 1001 and 1029')).toBe(0);
  expect(await count('price_points where target_id between 1001 and 1029')).toBe(29 * 6_000);
  expect(enqueued).toContainEqual({ kind: 'prices.erase' });
  const read = vi.spyOn(db, 'all');
  expect(await besideWriter(() => eraseRemovedHistories(ctx()))).toBeLessThan(LONGEST_WAIT_MS);
  // One pass: searching from the first event for each removed one would take time that grows with
  // the square of their number.
  expect(read.mock.calls.length).toBeLessThan(4);
  read.mockRestore();
  expect(await count('price_points where target_id between 1001 and 1029')).toBe(0);
  expect(await count('price_points where target_id = 1030')).toBe(6_000);
});

test('steps older than 400 days are deleted by their time', async () => {
  await db.run(
    sql`insert into price_points (target_id, at, available, is_raw) values (1, ${NOW - 401 * DAY}, 1, 0)`,
  );
  await rollUpPrices(ctx());
  expect(await count(`price_points where at < ${NOW - 400 * DAY}`)).toBe(0);
  const plan = await db.all<{ detail: string }>(
    sql`explain query plan select target_id, at from price_points where is_raw = 0 and at < 5 order by at limit 5`,
  );
  expect(plan.map(({ detail }) => detail).join()).toContain('price_points_hourly');
});

test('old notifications are deleted together with their read marks, and newer ones stay', async () => {
  await db.run(
    sql`insert into operators (id, email, password_hash, token_version, created_at) values (77, 'reader@batches.test', '', 1, 0)`,
  );
  await db.run(sql`insert into notifications (id, kind, title, topic, body, dedupe_key, created_at)
    with recursive n (id) as (select 1 union all select id + 1 from n where id < 30000)
    select id, 'price_alert', '', '', '', 'batches ' || id, iif(id <= 29990, 0, ${NOW}) from n`);
  await db.run(
    sql`insert into notification_reads select 77, id from notifications where id % 2 = 0`,
  );
  let deleted = 0;
  const work = async () => {
    deleted = await deleteOldNotifications(ctx());
  };
  expect(await besideWriter(work)).toBeLessThan(LONGEST_WAIT_MS);
  expect(deleted).toBe(29_990);
  expect(await count('notifications')).toBe(10);
  expect(await count('notification_reads')).toBe(5);
});

/** Numbered rows of a table; `i` is the number. */
const insertRows = (into: string, values: string, rows: number) =>
  db.run(
    sql.raw(
      `insert into ${into} with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows}) select ${values} from n`,
    ),
  );

const OLD = NOW - 401 * DAY;
const KEPT_FIRST = `iif(i = 1, ${NOW}, ${OLD})`;

test.each([
  {
    table: 'login_attempts',
    into: 'login_attempts (subject, window_started_at, count)',
    values: `'old ' || i, ${KEPT_FIRST}, 1`,
    tidy: () => deleteOldAttempts(ctx()),
  },
  {
    table: 'sessions',
    into: 'sessions (id, operator_id, created_at, last_used_at, expires_at, user_agent)',
    values: `'old ' || i, 1, 0, 0, ${KEPT_FIRST}, ''`,
    tidy: () => deleteOldSessions(ctx()),
  },
  {
    table: 'known_addresses',
    into: 'known_addresses (address, operator_id, last_seen_at)',
    values: `'old ' || i, 1, ${KEPT_FIRST}`,
    tidy: () => deleteOldSessions(ctx()),
  },
  {
    table: 'queue_uploads',
    into: 'queue_uploads (id, pool, queue_id, queue_total, queue_date, parts, started_at)',
    values: `'old ' || i, 1, 'queue', 10, '2026-11-20', 2, ${KEPT_FIRST}`,
    tidy: () => deleteOldUploads(ctx()),
  },
  {
    table: 'artist_changes',
    into: 'artist_changes (artist_id, at, change)',
    values: `'artist', iif(i = 40001, ${NOW}, ${OLD}), '{}'`,
    tidy: () => deleteOldChanges(ctx()),
  },
])('old rows of $table are deleted in batches', async ({ table, into, values, tidy }) => {
  await insertRows(into, values, 40_001);
  const run = vi.spyOn(db, 'run');
  expect(await tidy()).toBe(40_000);
  expect(run.mock.calls.length).toBeGreaterThan(2);
  run.mockRestore();
  expect(await count(table)).toBe(1);
});

test('an upload that is deleted in batches loses its sheets first', async () => {
  await db.run(sql`insert into queue_uploads (id, pool, queue_id, queue_total, queue_date, parts, started_at)
    values ('unfinished', 1, 'queue', 10, '2026-11-20', 90, ${OLD})`);
  await insertRows(
    'queue_upload_sheets (upload_id, part, sheet, positions)',
    "'unfinished', i, 0, hex(zeroblob(200000))",
    90,
  );
  expect(await besideWriter(() => deleteOldUploads(ctx()))).toBeLessThan(LONGEST_WAIT_MS);
  expect(await count('queue_upload_sheets')).toBe(0);
  expect(await count("queue_uploads where id = 'unfinished'")).toBe(0);
});

test('many profiles are deleted and restored in batches beside a writer, also after an interrupted call', async () => {
  await insertRows(
    `profiles (id, profile_name, name, address, city, state, postal, country, phone, card_last4, card_brand, card_exp_month,
      card_exp_year, has_password, secrets, seal_row, card_print, person_key, search_text, created_at)`,
    "i, 'Buyer ' || i, '', '', '', '', '', '', '', '', '', '', '', 0, '', 'batches ' || i, '', '', 'buyer ' || i, 1",
    30_000,
  );
  const ids = Array.from({ length: 30_000 }, (_, at) => at + 1);
  const deleted = () => count('profiles where deleted_at is not null');
  const deleting = () => setDeleted(ctx(), ids, NOW - DAY);
  const real = db.batch.bind(db);
  const batch = vi.spyOn(db, 'batch');
  expect(await besideWriter(deleting)).toBeLessThan(LONGEST_WAIT_MS);
  expect(batch.mock.calls.length).toBeGreaterThan(2);
  expect(await deleted()).toBe(30_000);
  // Runs three batches; then the connection is lost.
  batch.mockClear();
  batch.mockImplementation((...given) => {
    if (batch.mock.calls.length > 3) throw new Error('connection lost');
    return real(...given);
  });
  await expect(setDeleted(ctx(), ids, null)).rejects.toThrow('connection lost');
  batch.mockRestore();
  expect(await deleted()).toBeLessThan(30_000);
  expect(await deleted()).toBeGreaterThan(0);
  await setDeleted(ctx(), ids, null);
  expect(await deleted()).toBe(0);
  const entries = async () => count("audit where action like 'profiles.%'");
  const before = await entries();
  await expect(setDeleted(ctx(), ids, null)).rejects.toMatchObject({ code: 'not_found' });
  expect(await entries()).toBe(before);
  await deleting();
  expect(await besideWriter(() => eraseDeletedProfiles(ctx()))).toBeLessThan(LONGEST_WAIT_MS);
  expect(await count('profiles')).toBe(0);
}, 60_000);

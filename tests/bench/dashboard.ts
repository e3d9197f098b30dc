import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseDataKeys } from '../../shared/env.ts';
import { seal } from '../../worker/security/vault.ts';
import { operator, operatorVariables } from '../e2e/operator.ts';
import { makeFolder, removeFolder, startProduct } from '../e2e/product.ts';
import { type Measure, percentile } from './harness/row.ts';

/** The content of the database at size 1. */
const SIZE = {
  queues: 100,
  accounts: 100_000,
  profiles: 50_000,
  targets: 200,
  prices: 100_000,
  artists: 1_000,
  concerts: 40_000,
};
const ACCOUNTS_OF_QUEUE = 10_000;
/** Higher than the ids that the product's own refresh of the feed writes during the run. */
const FIRST_RESALE_ID = 1_000_000_000;
const WARM_UP = 20;
const MEASURED_CALLS = 100;
const GOAL_MS = 80;
const GROWTH = 10;
const GROWTH_GOAL = 1.5;
/**
 * Grows the tables that the dashboard counts from one size to another. It writes to the database
 * file while no server has it open: over HTTP, 10,000,000 positions would take a quarter of an
 * hour. In an insert, `n.i` counts the rows.
 */
function grow(dataDir: string, from: number, to: number): void {
  const db = new DatabaseSync(join(dataDir, 'libsql/dbs/default/data'));
  const fill = (count: number, insert: string) =>
    db.exec(
      `with recursive n(i) as (select ${count * from} union all select i + 1 from n where i + 1 < ${count * to}) ${insert}`,
    );
  db.exec('pragma synchronous = off; pragma cache_size = -400000; begin');
  fill(
    SIZE.queues,
    `insert into queues (id, pool, queue_id, queue_total, queue_date, accounts, position_sum, uploaded_at, is_counted) select i + 1, 1 + i % 2, 'queue ' || i, 60000, date('2026-01-01', (i % 300) || ' days'), ${ACCOUNTS_OF_QUEUE}, ${ACCOUNTS_OF_QUEUE} * 9000, i, 1 from n`,
  );
  fill(
    SIZE.accounts,
    `insert into queue_accounts (id, pool, email_key, email) select i + 1, 1 + i % 2, 'user' || i || '@example.com', 'user' || i || '@example.com' from n`,
  );
  fill(
    SIZE.accounts,
    `insert into queue_account_stats (account_id, pool, total_queues, ratio_sum, avg_ratio, best_ratio, worst_ratio) select i + 1, 1 + i % 2, 10, 1, (i % 1000) / 2000.0, 0.01, 0.6 from n`,
  );
  fill(
    SIZE.queues * ACCOUNTS_OF_QUEUE,
    `insert into queue_positions (shard, account_id, queue_ref, position) select (1 + i / ${ACCOUNTS_OF_QUEUE}) >> 4, 1 + i % ${SIZE.accounts}, 1 + i / ${ACCOUNTS_OF_QUEUE}, 1 + i % 60000 from n`,
  );
  fill(
    SIZE.profiles,
    `insert into profiles (profile_name, name, address, city, state, postal, country, phone, card_last4, card_brand, card_exp_month, card_exp_year, card_expiry, has_password, secrets, seal_row, card_print, person_key, search_text, created_at)
      select 'Buyer ' || i, 'Mara', '1 rue', 'Lyon', '', '69002', 'FR', '+33', '4242', 'visa', '03', '2029', 24350 + i % 40, 0, hex(zeroblob(80)), 'bench ' || i, 'print ' || i, 'person ' || i, 'buyer ' || i, i from n`,
  );
  fill(
    SIZE.prices,
    `insert into price_points (target_id, at, low, median, high, available, is_raw) select 1 + i % ${SIZE.targets * to}, 1760000000000 + i, 50, 60, 70, 9, 1 from n`,
  );
  fill(
    SIZE.targets,
    `insert into price_targets (url, host, title, low, available, move, recent, prices, checks, tags, search_text, is_paused, added_at, changed_at, next_check_at, failures, version, unsent)
      select 'https://tickets.example/' || i, 'x', 'Event ' || i, 50, 9, (i % 7) - 3, '[{"at":1,"low":40},{"at":2,"low":50}]', '{}', hex(zeroblob(500)), '[]', '', 1, 0, unixepoch() * 1000, 1e15, 0, 0, 'nothing' from n`,
  );
  // Listed and due in the far future: the product's own refresh neither removes nor reads them.
  fill(
    SIZE.artists,
    `insert into resale_artists (id, name, score, listed_at, events_due_at, views_due_at) select ${FIRST_RESALE_ID} + i, 'Artist ' || i, 0.5, 1e15, 1e15, 1e15 from n`,
  );
  // Half of the sales are in the future, spread over 200 days; a country has many concerts.
  fill(
    SIZE.concerts,
    `insert into resale_events (artist_id, id, on_sale_at, starts_at, country, body) select ${FIRST_RESALE_ID} + i % ${SIZE.artists * to}, ${FIRST_RESALE_ID} + i, (unixepoch() + (i % 400 - 200) * 86400) * 1000, (unixepoch() + (i % 365) * 86400) * 1000,
      char(65 + i % 26, 65 + i % 3), json_object('venue_name', 'Hall', 'event_date', '2027-03-18', 'city_name', hex(zeroblob(100))) from n`,
  );
  // The product counts these labels after each change of the statistics.
  db.exec(`delete from queue_label_counts; insert into queue_label_counts select 0, pool, case when avg_ratio <= 0.03 then 'Excellent'
    when avg_ratio <= 0.1 then 'Good' when avg_ratio <= 0.2 then 'Average' else 'Poor' end, count(*)
    from queue_account_stats group by 2, 3`);
  sealNewest(db, dataDir);
  db.exec('commit; pragma wal_checkpoint(truncate)');
  db.close();
}

/**
 * At its start the product tries to open the newest sealed value, and refuses a database in which
 * its key opens none.
 */
function sealNewest(db: DatabaseSync, dataDir: string): void {
  const { DATA_KEY }: { DATA_KEY: string } = JSON.parse(
    readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
  );
  const { row } =
    db.prepare('select seal_row as row from profiles order by rowid desc limit 1').get() ?? {};
  const place = { column: 'profiles.secrets', row: String(row) } as const;
  const secrets = seal(parseDataKeys(DATA_KEY), place, '{}');
  db.prepare('update profiles set secrets = ? where seal_row = ?').run(secrets, String(row));
}

/** Starts the product with this data, and measures GET /dashboard with its outlook. */
async function sample(dataDir: string) {
  const variables = {
    ...operatorVariables,
    // The data already contains the feed: a refresh after the start would run beside the first
    // calls.
    SIMULATED_RESALE_ARTISTS: '1',
  };
  const product = await startProduct({ dataDir, variables });
  try {
    await product.ready;
    const login = await fetch(`${product.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(operator),
    });
    const { token }: { token: string } = JSON.parse(await login.text());
    const times: number[] = [];
    for (let run = 0; run < WARM_UP + MEASURED_CALLS; run += 1) {
      const startedAt = performance.now();
      const answer = await fetch(`${product.origin}/api/dashboard?include=outlook`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The dashboard answered ${answer.status}.`);
      times.push(performance.now() - startedAt);
    }
    return { first: times[0] ?? Number.NaN, warm: times.slice(WARM_UP) };
  } finally {
    await product.stop();
  }
}

/** GET /dashboard with its outlook, at the target size and at ten times that size. */
export const measure: Measure = async () => {
  const dataDir = await makeFolder();
  try {
    // The first start creates the tables.
    await sample(dataDir);
    grow(dataDir, 0, 1);
    const small = await sample(dataDir);
    grow(dataDir, 1, GROWTH);
    const large = await sample(dataDir);
    const median = percentile(small.warm, 0.5);
    return [
      {
        what: `GET /dashboard, p95 of ${MEASURED_CALLS}`,
        measured: percentile(small.warm, 0.95),
        unit: 'ms',
        against: 'goal, with 1,000,000 positions and 50,000 profiles',
        limit: GOAL_MS,
      },
      {
        what: `GET /dashboard with ${GROWTH} times the data, median of ${MEASURED_CALLS}`,
        measured: percentile(large.warm, 0.5),
        unit: 'ms',
        against: `median with the data ${median.toFixed(1)} ms x ${GROWTH_GOAL}`,
        limit: median * GROWTH_GOAL,
      },
      {
        what: `GET /dashboard with ${GROWTH} times the data, first after a start`,
        measured: large.first,
        unit: 'ms',
        against: `first with the data ${small.first.toFixed(1)} ms x ${GROWTH_GOAL}`,
        limit: small.first * GROWTH_GOAL,
      },
    ];
  } finally {
    await removeFolder(dataDir);
  }
};

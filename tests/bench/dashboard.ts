import { type SQL, sql } from 'drizzle-orm';
import { databaseTarget, openForCommand } from '../../scripts/services/database-target.ts';
import type { Database } from '../../worker/db/client.ts';
import { operator } from '../e2e/operator.ts';
import { makeFolder, removeFolder, startProduct } from '../e2e/product.ts';
import { type Measure, percentile } from './harness/row.ts';

/** What is in the database at size 1. */
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
const WARM_UP = 20;
const ASKED = 100;
const GOAL_MS = 80;
const GROWTH = 10;
const GROWTH_GOAL = 1.5;
/** Rows that one statement writes: the database answers within seconds. */
const AT_ONCE = 20_000;

/** Runs `insert` for the numbers from `from` to `to`; in it, `n.i` is the number. */
async function fillRange(db: Database, from: number, to: number, insert: SQL): Promise<void> {
  for (let at = from; at < to; at += AT_ONCE) {
    const end = Math.min(to, at + AT_ONCE);
    await db.run(
      sql`with recursive n(i) as (select ${at} union all select i + 1 from n where i + 1 < ${end}) ${insert}`,
    );
  }
}

/** Grows the tables that the dashboard speaks about from one size to another. */
async function grow(db: Database, from: number, to: number): Promise<void> {
  const fill = (count: number, insert: SQL) => fillRange(db, count * from, count * to, insert);
  await fill(
    SIZE.queues,
    sql`insert into queues select i + 1, 1 + i % 2, 'queue ' || i, 60000, date('2026-01-01', (i % 300) || ' days'), ${ACCOUNTS_OF_QUEUE}, ${ACCOUNTS_OF_QUEUE} * 9000, i, 1 from n`,
  );
  await fill(
    SIZE.accounts,
    sql`insert into queue_accounts (id, pool, email_key, email) select i + 1, 1 + i % 2, 'user' || i || '@example.com', 'user' || i || '@example.com' from n`,
  );
  await fill(
    SIZE.accounts,
    sql`insert into queue_account_stats select i + 1, 1 + i % 2, 10, 1, (i % 1000) / 2000.0, 0.01, 0.6 from n`,
  );
  await fill(
    SIZE.queues * ACCOUNTS_OF_QUEUE,
    sql`insert into queue_positions select (1 + i / ${ACCOUNTS_OF_QUEUE}) >> 4, 1 + i % ${SIZE.accounts}, 1 + i / ${ACCOUNTS_OF_QUEUE}, 1 + i % 60000 from n`,
  );
  await fill(
    SIZE.profiles,
    sql`insert into profiles (profile_name, name, address, city, state, postal, country, phone, card_last4, card_brand, card_exp_month, card_exp_year, card_expiry, has_password, secrets, seal_row, card_print, person_key, search_text, created_at)
      select 'Buyer ' || i, 'Mara', '1 rue', 'Lyon', '', '69002', 'FR', '+33', '4242', 'visa', '03', '2029', 24350 + i % 40, 0, hex(zeroblob(80)), 'bench ' || i, 'print ' || i, 'person ' || i, 'buyer ' || i, i from n`,
  );
  await fill(
    SIZE.prices,
    sql`insert into price_points select 1 + i % ${SIZE.targets * to}, 1760000000000 + i, 50, 60, 70, 9, 1 from n`,
  );
  await fill(
    SIZE.targets,
    sql`insert into price_targets (url, host, title, low, available, move, recent, prices, checks, tags, search_text, is_paused, added_at, changed_at, next_check_at, failures, version, unsent)
      select 'https://tickets.example/' || i, 'x', 'Event ' || i, 50, 9, (i % 7) - 3, '[{"at":1,"low":40},{"at":2,"low":50}]', '{}', hex(zeroblob(500)), '[]', '', 1, 0, unixepoch() * 1000, 1e15, 0, 0, 'nothing' from n`,
  );
  await fill(
    SIZE.artists,
    sql`insert into resale_artists (id, name, score, listed_at) select i, 'Artist ' || i, 0.5, 0 from n`,
  );
  // Half of the sales are ahead, spread over 200 days; a country holds many concerts.
  await fill(
    SIZE.concerts,
    sql`insert into resale_events select i % ${SIZE.artists * to}, i, (unixepoch() + (i % 400 - 200) * 86400) * 1000, (unixepoch() + (i % 365) * 86400) * 1000,
      char(65 + i % 26, 65 + i % 3), json_object('venue_name', 'Hall', 'event_date', '2027-03-18', 'city_name', hex(zeroblob(100))) from n`,
  );
}

/** GET /dashboard with its outlook, at the size of the goal and at ten times of it. */
export const measure: Measure = async () => {
  const dataDir = await makeFolder();
  const product = await startProduct({
    dataDir,
    variables: { OPERATOR_EMAIL: operator.email, OPERATOR_PASSWORD: operator.password },
  });
  try {
    await product.ready;
    process.env.DATA_DIR = dataDir;
    const { db } = openForCommand(databaseTarget());
    const login = await fetch(`${product.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(operator),
    });
    const { token }: { token: string } = JSON.parse(await login.text());
    const headers = { authorization: `Bearer ${token}` };
    const ask = async () => {
      const startedAt = performance.now();
      const answer = await fetch(`${product.origin}/api/dashboard?include=outlook`, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The dashboard answered ${answer.status}.`);
      return performance.now() - startedAt;
    };
    const sample = async () => {
      const times: number[] = [];
      for (let run = 0; run < WARM_UP + ASKED; run += 1) times.push(await ask());
      return times.slice(WARM_UP);
    };
    await grow(db, 0, 1);
    const small = await sample();
    await grow(db, 1, GROWTH);
    await db.run(sql`delete from queue_classes`);
    const large = await sample();
    const rows = (share: number, limit: number, against: string) => ({
      what: `GET /dashboard, p${share * 100} of ${ASKED}`,
      measured: percentile(small, share),
      unit: 'ms',
      against,
      limit,
    });
    return [
      rows(0.95, GOAL_MS, 'goal, with 1,000,000 positions and 50,000 profiles'),
      {
        what: `GET /dashboard with ${GROWTH} times the data, median of ${ASKED}`,
        measured: percentile(large, 0.5),
        unit: 'ms',
        against: `median with the data ${percentile(small, 0.5).toFixed(1)} ms x ${GROWTH_GOAL}`,
        limit: percentile(small, 0.5) * GROWTH_GOAL,
      },
    ];
  } finally {
    await product.stop();
    await removeFolder(dataDir);
  }
};

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { call } from '../imap/client.ts';
import {
  ARTISTS,
  type Artist,
  compareArtists,
  compareNotifications,
  comparePrices,
  compareRest,
  type Told,
  WATCHED,
  type Watched,
} from './followers.ts';
import type { Breach } from './history.ts';
import { KINDS, type Ledger, secretsOf } from './operators.ts';
import { readsOf, unexplained } from './reads.ts';
import { IN_BOTH, mailsOf, USERS, type World } from './world.ts';

const SETTLE_WITHIN_MS = 240_000;
const MOST_REVEALED = 20;

/** The resources that a part of the product uses: bytes of memory, and open files. */
interface Use {
  bytes: number;
  files: number;
}
export type Uses = Record<'worker' | 'database' | 'scanner', Use>;

const usageOf = (pid: number): Use => ({
  bytes: 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  files: readdirSync(`/proc/${pid}/fd`).length,
});

/** Measures the processes of the product. */
export function measure({ product, scanner }: World): Uses {
  return {
    worker: usageOf(product.pidOf('worker')),
    database: usageOf(product.pidOf('database')),
    scanner: usageOf(scanner.pid ?? 0),
  };
}

/** Bytes of each part; 0 while it does not run. */
export function memoryOf({ product, scanner }: World): Record<keyof Uses, number> {
  const bytesOf = (pid: () => number | undefined) => {
    try {
      return usageOf(pid() ?? 0).bytes;
    } catch {
      return 0;
    }
  };
  return {
    worker: bytesOf(() => product.pidOf('worker')),
    database: bytesOf(() => product.pidOf('database')),
    scanner: bytesOf(() => scanner.pid),
  };
}

/** Two hours yield as many samples. In a shorter day a part has not reached its steady level. */
const FEWEST_SAMPLES = 25;
/** How far the second half of a day may exceed the highest value of the first half. */
const HIGHER_SHARE = 1.3;

/** The memory of a part rises to a level and stays there. */
function judgeLevels({ memory }: World): Breach[] {
  if (memory.length < FEWEST_SAMPLES) return [];
  return inWhole(
    (['worker', 'database', 'scanner'] as const).flatMap((part) => {
      const values = memory.map((sample) => sample[part]);
      const middle = Math.floor(values.length / 2);
      const first = Math.max(...values.slice(0, middle));
      const second = Math.max(...values.slice(middle));
      const isLevel = second <= first * HIGHER_SHARE;
      const text = `the ${part} took ${second} bytes in the second half of the day, and ${first} in the first one`;
      return isLevel ? [] : [text];
    }),
  );
}

/**
 * The highest allowed number of open files: a file for each call would mean several hundred.
 * Connections stay open for a while.
 */
const MORE_FILES = 200;
const CLOSED_WITHIN_MS = 60_000;
const MIB = 1024 * 1024;
/**
 * The runtime collects garbage late if it has room: its memory rises to a level and stays there.
 */
const MORE_BYTES = { worker: 1024 * MIB, database: 200 * MIB, scanner: 200 * MIB };

function compareUses(before: Uses, after: Uses): string[] {
  return (['worker', 'database', 'scanner'] as const).flatMap((part) => {
    const [was, is] = [before[part], after[part]];
    return [
      ...(is.files > was.files + MORE_FILES
        ? [`the ${part} has ${is.files} files open instead of ${was.files}`]
        : []),
      ...(is.bytes > was.bytes + MORE_BYTES[part]
        ? [`the ${part} takes ${is.bytes} bytes of memory instead of ${was.bytes}`]
        : []),
    ];
  });
}

/**
 * Compares the earlier use with that of now, or of a minute later: memory and connections are freed
 * late.
 */
async function judgeUses(world: World, before: Uses): Promise<Breach[]> {
  const until = Date.now() + CLOSED_WITHIN_MS;
  for (;;) {
    const texts = compareUses(before, measure(world));
    if (texts.length === 0 || Date.now() > until) return inWhole(texts);
    await sleep(1_000);
  }
}

const rowsOf = <Row>({ product: { db } }: World, query: SQL): Promise<Row[]> => db.all<Row>(query);
const numberOf = async (world: World, query: SQL): Promise<number> =>
  (await rowsOf<{ n: number }>(world, query))[0]?.n ?? 0;

/** The codes that must be notified: `${watch}|${mailbox}|${code}`. */
const wantedCodes = ({ codes, watches: [all, first], mailboxes }: World): string[] =>
  [...codes].flatMap(([code, at]) =>
    (at < IN_BOTH ? [all, first] : [all]).map((watch) => `${watch}|${mailboxes[at]}|${code}`),
  );

/** Rows that exist only while work is in progress, each with what must be 0 at the end. */
const LEFT_OVERS: Record<string, SQL> = {
  'sheets of uploads': sql`select count(*) as n from queue_upload_sheets`,
  'messages that wait': sql`select count(*) as n from channel_deliveries`,
  'queues that are not counted': sql`select count(*) as n from queues where is_deleted = 0 and is_counted = 0`,
  'deleted queues': sql`select count(*) as n from queues where is_deleted = 1`,
  'deleted categories': sql`select count(*) as n from queue_categories where is_deleted = 1`,
  'queues that a call counts': sql`select count(*) as n from queues where counted_by is not null`,
  'changes of sales that are not compared': sql`select count(*) as n from sale_event_changes`,
  'price changes that are not sent': sql`select count(*) as n from price_targets where unsent <> 'nothing'`,
  'changes that are not published on the channel': sql`select count(*) as n from channel_marks`,
  'notifications that are not published': sql`select count(*) as n from notifications where published_at is null`,
};

/**
 * Runs the job of each minute until the remaining work of the day is done, or for some minutes.
 * @returns what is left
 */
async function settle(world: World, ledger: Ledger): Promise<Breach[]> {
  const until = Date.now() + SETTLE_WITHIN_MS;
  const wanted = wantedCodes(world).length + ledger.reminders.size;
  const told = sql`select count(*) as n from notifications where kind in ('presale_code', 'sale_soon')`;
  for (;;) {
    const left: string[] = [];
    const missing = wanted - (await numberOf(world, told));
    if (missing > 0) left.push(`${missing} notifications are missing`);
    for (const [what, query] of Object.entries(LEFT_OVERS)) {
      const n = await numberOf(world, query);
      if (n > 0) left.push(`${n} ${what}`);
    }
    if (left.length === 0 || Date.now() > until) return inWhole(left);
    await world.product.tick().catch(() => undefined);
    await sleep(1_000);
  }
}

const inWhole = (texts: readonly string[]): Breach[] => texts.map((text) => ({ about: '', text }));

async function judgeObjects(world: World, { objects, works }: Ledger): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const [key, wanted] of objects) {
    const [kind = '', about = ''] = key.split(' ');
    const query =
      KINDS[kind]?.ids(about) ??
      sql`select id from recent_work where title = ${about} and deleted_at is null`;
    const { length } = await rowsOf(world, query);
    const isRight = wanted === 'either' ? length < 2 : length === (wanted === 'present' ? 1 : 0);
    if (!isRight)
      breaches.push({ about, text: `${key} must be ${wanted}, and is there ${length} times` });
  }
  for (const [about, { rows, operator }] of works) {
    const [stored] = await rowsOf<{ id: number; rows: number }>(
      world,
      sql`select id, rows from recent_work where title = ${about}`,
    );
    if (stored === undefined) continue;
    if (!rows.has(stored.rows))
      breaches.push({ about, text: `${about} has ${stored.rows} rows instead of ${[...rows]}` });
    const api = { url: world.product.url, token: operator.token };
    const { body } = await call(api, 'GET', `/recent-work/${stored.id}`);
    if (!JSON.stringify(body).includes(`{"name":"${about}"}`))
      breaches.push({ about, text: `${about} cannot be opened: ${body.message}` });
  }
  return breaches;
}

/** The secrets of stored profiles can be read. */
async function judgeSecrets(world: World, { objects }: Ledger): Promise<Breach[]> {
  const names = [...objects].flatMap(([key, state]) =>
    key.startsWith('profile ') && state === 'present' ? [key.slice('profile '.length)] : [],
  );
  const breaches: Breach[] = [];
  for (const [at, about] of names.slice(-MOST_REVEALED).entries()) {
    const [row] = await rowsOf<{ id: number }>(world, KINDS.profile?.ids(about) ?? sql``);
    const token = world.operators[at % world.operators.length]?.token ?? '';
    const path = `/profiles/${row?.id}/reveal`;
    const { body, status } = await call({ url: world.product.url, token }, 'POST', path);
    const text = JSON.stringify(body);
    if (!Object.values(secretsOf(about)).every((secret) => text.includes(secret)))
      breaches.push({ about, text: `the secrets of ${about} cannot be read: ${status}` });
  }
  return breaches;
}

async function judgeAudit(world: World, { changes }: Ledger): Promise<Breach[]> {
  const rows = await rowsOf<{ id: string; n: number }>(
    world,
    sql`select request_id as id, count(*) as n from audit group by request_id`,
  );
  const counts = new Map(rows.map(({ id, n }) => [id, n]));
  const entries = changes.flatMap(({ about, call: name, reply: { outcome, requestId } }) => {
    const count = counts.get(requestId) ?? 0;
    const isRight =
      outcome === 'done' ? count === 1 : outcome === 'refused' ? count === 0 : count < 2;
    return isRight
      ? []
      : [
          {
            about,
            text: `${name} (${requestId}, ${outcome}) has ${count} entries in the audit trail`,
          },
        ];
  });
  const [stored] = await rowsOf<{ n: number; added: number }>(
    world,
    sql`select (select seq from sqlite_sequence where name = 'watch_rules') as n,
      (select count(*) from audit where action = 'watch-rules.add') as added`,
  );
  const isEach = (stored?.n ?? 0) === stored?.added;
  const text = `${stored?.n} watch rules were added, with ${stored?.added} entries in the audit trail`;
  return [...entries, ...(isEach ? [] : inWhole([text]))];
}

/** Stored sums, each with the rows that it sums up. */
const SUMS: Record<string, SQL> = {
  'queues whose number of accounts or sum of positions is wrong': sql`
    select count(*) as n from queues q where is_deleted = 0 and (
      accounts <> (select count(*) from queue_positions where queue_ref = q.id)
      or position_sum <> (select coalesce(sum(position), 0) from queue_positions where queue_ref = q.id))`,
  'positions without a queue': sql`
    select count(*) as n from queue_positions where queue_ref not in (select id from queues)`,
  'categories whose number of accounts is wrong': sql`
    select count(*) as n from queue_categories c where is_deleted = 0 and
      accounts <> (select count(*) from queue_category_accounts where category_id = c.id)`,
  'members without a category': sql`
    select count(*) as n from queue_category_accounts
      where category_id not in (select id from queue_categories)`,
  'accounts whose statistics are wrong': sql`
    with sums as (
      select account_id, count(*) as queues, avg(cast(position as real) / queue_total) as ratio
      from queue_positions join queues on queues.id = queue_ref and is_deleted = 0 group by account_id)
    select count(*) as n from sums left join queue_account_stats s using (account_id)
      where total_queues is not sums.queues or abs(avg_ratio - ratio) > 1e-9`,
  'accounts with statistics and without a queue': sql`
    select count(*) as n from queue_account_stats s where total_queues > 0
      and not exists (select 1 from queue_positions p where p.account_id = s.account_id)`,
};

async function judgeSums(world: World): Promise<Breach[]> {
  const texts: string[] = [];
  for (const [what, query] of Object.entries(SUMS)) {
    const n = await numberOf(world, query);
    if (n > 0) texts.push(`${n} ${what}`);
  }
  return inWhole(texts);
}

/**
 * `table.column` -> the column that its values refer to. Nothing else in the product checks these
 * references.
 */
const REFERENCES: Record<string, string> = {
  'api_tokens.operator_id': 'operators.id',
  'artist_changes.artist_id': 'monitored_artists.artist_id',
  'artist_events.artist_id': 'monitored_artists.artist_id',
  'calendar_events.operator_id': 'operators.id',
  'notification_channels.operator_id': 'operators.id',
  'notification_reads.notification_id': 'notifications.id',
  'notifications.operator_id': 'operators.id',
  'presale_watch_codes.mailbox_id': 'imap_accounts.id',
  'presale_watch_codes.watch_id': 'presale_watches.id',
  'price_alerts.target_id': 'price_targets.id',
  'queue_account_stats.account_id': 'queue_accounts.id',
  'queue_category_accounts.account_id': 'queue_accounts.id',
  'queue_positions.account_id': 'queue_accounts.id',
  'recent_work.operator_id': 'operators.id',
  'sale_reminders.operator_id': 'operators.id',
  'watched_folders.mailbox_id': 'imap_accounts.id',
  'watched_mailboxes.mailbox_id': 'imap_accounts.id',
  'work_events.work_id': 'recent_work.id',
};

/** Each reference from one row to another must lead to an existing row. */
async function judgeReferences(world: World): Promise<Breach[]> {
  const texts: string[] = [];
  for (const [from, to] of Object.entries(REFERENCES)) {
    const [table = '', column = ''] = from.split('.');
    const [target = '', key = ''] = to.split('.');
    const n = await numberOf(
      world,
      sql.raw(
        `select count(*) as n from ${table} where ${column} is not null and ${column} not in (select ${key} from ${target})`,
      ),
    );
    if (n > 0) texts.push(`${n} values of ${from} are not in ${to}`);
  }
  return inWhole(texts);
}

async function judgeNotifications(world: World, ledger: Ledger): Promise<Breach[]> {
  const { receiver, operators, product } = world;
  const told = await rowsOf<{
    id: number;
    kind: string;
    title: string;
    key: string;
    owner: number;
  }>(
    world,
    sql`select id, kind, title, dedupe_key as key, operator_id as owner from notifications`,
  );
  const counts = new Map<string, number>();
  for (const { kind, title, key } of told) {
    const [, watch, mailbox, , code] = key.split('|');
    const fact = kind === 'presale_code' ? `${watch}|${mailbox}|${code}` : `${kind} ${title}`;
    counts.set(fact, (counts.get(fact) ?? 0) + 1);
  }
  const wanted = new Map(wantedCodes(world).map((name) => [name, 1]));
  for (const title of ledger.reminders) wanted.set(`sale_soon ${title}`, 1);
  for (const [title, times] of ledger.firings) wanted.set(`price_alert ${title}`, times);
  const isJudged = (fact: string) => fact.includes('|') || /^(sale_soon|price_alert) op/.test(fact);
  const facts = new Set([...wanted.keys(), ...[...counts.keys()].filter(isJudged)]);
  const wrong = [...facts].flatMap((fact) => {
    const [times, n] = [wanted.get(fact) ?? 0, counts.get(fact) ?? 0];
    const about = fact.split(/[| ]/).at(-1) ?? '';
    return times === n
      ? []
      : [{ about, text: `${fact} was notified ${n} times instead of ${times}` }];
  });
  const kinds = ['presale_code', 'price_alert', 'sale_soon'];
  const undelivered = told.flatMap(({ id, kind, key, owner, title }) =>
    operators.flatMap(({ id: operator }) => {
      if (!kinds.includes(kind) || (owner !== null && owner !== operator)) return [];
      const n = receiver.messagesOf.get(`${operator} ${id}`)?.size ?? 0;
      const text = `${key} came to the channel of ${operator} in ${n} messages`;
      return n === 1 ? [] : [{ about: title, text }];
    }),
  );
  const stored = await product.db.all<{ n: number }>(
    sql`select count(*) as n from presale_watch_codes`,
  );
  const codes = wantedCodes(world).length;
  return [
    ...wrong,
    ...undelivered,
    ...(stored[0]?.n === codes
      ? []
      : inWhole([`${stored[0]?.n} codes are stored instead of ${codes}`])),
  ];
}

/** The channel is up to date within a moment, but a tab may have to reconnect first. */
const TOLD_WITHIN_MS = 90_000;

/**
 * The last states that four tabs received from the live channel must equal those of the database.
 */
async function judgeFollowers(world: World, { toldAfter }: Ledger): Promise<Breach[]> {
  const until = Date.now() + TOLD_WITHIN_MS;
  for (;;) {
    const watched = await rowsOf<Watched>(world, WATCHED);
    // A page shows the states of its rows.
    for (const follower of world.followers) follower.show(watched.map(({ url }) => url));
    await sleep(1_000);
    const published = sql`select coalesce(max(published), 0) as n from queue_statistics`;
    const told = sql`select id, body, operator_id as owner from notifications where id > ${toldAfter}`;
    const comparisons = [
      comparePrices(await rowsOf<Watched>(world, WATCHED)),
      compareArtists(await rowsOf<Artist>(world, ARTISTS)),
      compareRest(await numberOf(world, published)),
      compareNotifications(await rowsOf<Told>(world, told)),
    ];
    const texts = world.followers.flatMap((follower) =>
      follower.isConnected
        ? comparisons.flatMap((compare) => compare(follower))
        : [`the tab of operator ${follower.operator.id} is not connected`],
    );
    if (texts.length === 0 || Date.now() > until) return inWhole([...new Set(texts)]);
  }
}

function judgeMails({ mail, files, codes, faultTimes }: World): Breach[] {
  const reads = USERS.flatMap((user) => readsOf(mail.commands(user), user));
  return inWhole([
    ...USERS.filter((user) => mailsOf(mail, user).join() !== files.get(user)?.join()).map(
      (user) => `the mails of ${user} or their flags have changed`,
    ),
    ...USERS.filter(
      (user) =>
        readFileSync(join(mail.maildir(user), 'dovecot-keywords'), 'utf8') !== '0 NightDesk\n',
    ).map((user) => `the keywords of ${user} have changed`),
    ...(reads.length < codes.size ? [`only ${reads.length} reads were recorded`] : []),
    ...unexplained(reads, faultTimes),
  ]);
}

/** Errors of the program are logged under these names, failures of parts under others. */
function judgeLog({ logged }: World): Breach[] {
  const isFault = (line: string) => /"error":"(Type|Range|Reference|Syntax)Error"/.test(line);
  return inWhole([
    ...new Set(logged.filter(isFault).map((line) => line.replace(/^.*?"error":/, ''))),
  ]);
}

/**
 * Checks every invariant at the end of a day.
 * @returns what is broken
 */
export async function judge(world: World, ledger: Ledger, before: Uses): Promise<Breach[]> {
  const left = await settle(world, ledger);
  return [
    ...left,
    ...inWhole(world.failures),
    ...judgeLog(world),
    ...ledger.breaches,
    ...(await judgeObjects(world, ledger)),
    ...(await judgeSecrets(world, ledger)),
    ...(await judgeAudit(world, ledger)),
    ...(await judgeSums(world)),
    ...(await judgeReferences(world)),
    ...(await judgeNotifications(world, ledger)),
    ...(await judgeFollowers(world, ledger)),
    ...judgeMails(world),
    ...(await judgeUses(world, before)),
    ...judgeLevels(world),
  ];
}

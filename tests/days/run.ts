/**
 * `npm run test:days -- --seed N --hours H`: twenty operators work through a day while parts of the
 * product, its mail server, providers and channels are killed, frozen, cut and restored, its disk
 * fills up and its clock moves. One hour of the day takes 150 seconds. At the end every invariant
 * must hold (judge.ts). A seed that fails prints the operations on the broken object, and the
 * faults around them; `--shrink` runs halves of its faults to find the shortest list that fails,
 * and `--faults 3,8` runs some of them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import type { ArtistResult } from '../../shared/ticketing/schema.ts';
import { calendarEvents } from '../../worker/db/schema/calendar.ts';
import { seededRandom } from '../factories/allocation.ts';
import { call } from '../imap/client.ts';
import { until } from '../imap/product.ts';
import { type Fault, planFaults, runFaults } from './faults.ts';
import { type Breach, shortHistory } from './history.ts';
import { judge, measure, memoryOf } from './judge.ts';
import { deliverMails } from './mails.ts';
import {
  LEAD_MINUTES,
  type Ledger,
  newLedger,
  prepareOperator,
  workAsOperator,
} from './operators.ts';
import { startWorld, type World } from './world.ts';

const HOUR_MS = 150_000;
const TICK_EVERY_MS = 10_000;
/** How many breaches are printed with their history. */
const MOST_PRINTED = 5;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    hours: { type: 'string', default: '2' },
    faults: { type: 'string' },
    shrink: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const durationMs = Number(values.hours) * HOUR_MS;
/**
 * Each loop draws from a sequence of its own, so that a seed repeats its moments regardless of the
 * other loops.
 */
const rowOf = (index: number) => seededRandom(seed * 1_000 + index);

/** Runs the job of each minute, more often than once a minute, until the end. */
async function tick(world: World): Promise<void> {
  while (!world.isOver) {
    await sleep(TICK_EVERY_MS);
    await world.product.tick().catch(() => undefined);
    world.memory.push(memoryOf(world));
  }
}

const LAG_EVERY_MS = 250;
const LONG_LAG_MS = 1_000;

/**
 * Records when this machine stood still: a scanner may then be considered lost, and mails may be
 * read again.
 */
async function watchLag(world: World): Promise<void> {
  while (!world.isOver) {
    const from = Date.now();
    await sleep(LAG_EVERY_MS);
    if (Date.now() - from > LAG_EVERY_MS + LONG_LAG_MS) world.faultTimes.push(from, Date.now());
  }
}

/** Least time until the first reminder, in milliseconds, and how many times the job of a minute fits into it. */
const FIRST_REMINDER = { afterMs: 10_000, jobs: 3 };

/** The sales that each operator follows. Their reminders are due within the day. */
async function addSales({ product, operators }: World, { reminders }: Ledger) {
  const { db } = product;
  const random = rowOf(2);
  const jobStartedAt = Date.now();
  await product.tick();
  const jobMs = Date.now() - jobStartedAt;
  const firstMs = Math.max(FIRST_REMINDER.afterMs, FIRST_REMINDER.jobs * jobMs);
  for (const { id: operatorId } of operators) {
    const rows = Array.from({ length: 5 }, (_, at) => {
      const artist = `op${operatorId}sale${at}`;
      const opensAt = Date.now() + LEAD_MINUTES * 60_000 + firstMs + random() * durationMs * 0.9;
      reminders.add(artist);
      const facts = {
        id: artist,
        artist,
        generalSaleStart: new Date(opensAt).toISOString(),
        date: '2027-06-01 20:00',
        timezone: 'Europe/Berlin',
        nation: 'DE',
        eventLink: '',
        venue: 'Elbhalle',
        location: 'Hamburg',
        status: 'offsale',
        sale_note: null,
        presale_windows: [],
      };
      return { operatorId, eventId: artist, facts: JSON.stringify(facts), readAt: Date.now() };
    });
    await db.insert(calendarEvents).values(rows);
  }
  await product.tick();
  const read = sql`select count(*) as n, count(*) filter (where due_at is null and told_at = added_at) as late
    from sale_reminders`;
  const rowsRead = async () => (await db.all<{ n: number; late: number }>(read))[0];
  await until(async () => (await rowsRead())?.n === reminders.size);
  const late = (await rowsRead())?.late;
  if (late !== 0) throw new Error(`${late} sales were read too late.`);
}

const ARTISTS = ['Northern Lanterns', 'Vela Marin', 'Albion Choir'];

/** Waits for the tabs, and monitors some artists whose checks the channel reports. */
async function followChannel(world: World, ledger: Ledger): Promise<void> {
  const { product, operators, followers } = world;
  const api = { url: product.url, token: operators[0]?.token ?? '' };
  while (!followers.every(({ isConnected }) => isConnected)) await sleep(100);
  const [newest] = await product.db.all<{ id: number | null }>(
    sql`select max(id) as id from notifications`,
  );
  ledger.toldAfter = newest?.id ?? 0;
  for (const name of ARTISTS) {
    const path = `/events/get_artists/${encodeURIComponent(name)}`;
    const { body } = await call(api, 'GET', path);
    const [artist] = body.artists as ArtistResult[];
    if (artist === undefined) throw new Error(`${name} is not found.`);
    await call(api, 'POST', '/events/monitored-artists', {
      artist_id: artist.id,
      artist_name: name,
      start_monitoring: null,
      end_monitoring: null,
    });
  }
}

/**
 * Runs a day with some faults.
 * @returns what broke, with the history of the day
 */
async function runDay(plan: readonly Fault[]) {
  const world = await startWorld();
  try {
    const ledger = newLedger();
    for (const operator of world.operators) await prepareOperator(world, ledger, operator);
    await addSales(world, ledger);
    await followChannel(world, ledger);
    const before = measure(world);
    world.startedAt = Date.now();
    const timer = setTimeout(() => {
      world.isOver = true;
    }, durationMs);
    await Promise.all([
      runFaults(world, plan),
      deliverMails(world, rowOf(3)),
      tick(world),
      watchLag(world),
      ...world.operators.map((operator, at) =>
        workAsOperator(world, ledger, operator, rowOf(10 + at)),
      ),
    ]);
    clearTimeout(timer);
    const breaches = await judge(world, ledger, before);
    return { breaches, world, ledger };
  } finally {
    await world.stop();
  }
}

function print({ breaches, world: { history, startedAt } }: { breaches: Breach[]; world: World }) {
  for (const breach of breaches.slice(0, MOST_PRINTED))
    console.log(`${breach.text}\n${shortHistory(history, breach, startedAt).join('\n')}\n`);
  console.log(breaches.map(({ text }) => text).join('\n'));
}

/** Runs halves of a plan as long as one of them fails. */
async function shrink(plan: readonly Fault[]): Promise<void> {
  const middle = Math.ceil(plan.length / 2);
  for (const half of plan.length < 2 ? [] : [plan.slice(0, middle), plan.slice(middle)]) {
    const day = await runDay(half);
    if (day.breaches.length === 0) continue;
    console.log(`\nIt also fails with --faults ${half.map(({ id }) => id).join()}`);
    print(day);
    return shrink(half);
  }
}

// Mounted folders are removed when the process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const wanted = values.faults?.split(',').map(Number);
const plan = planFaults(rowOf(1), durationMs).filter(({ id }) => wanted?.includes(id) ?? true);
const day = await runDay(plan);
const { breaches, ledger, world } = day;
const isGreen = breaches.length === 0;
if (!isGreen) print(day);
console.log(
  `Seed ${seed}: ${ledger.calls} calls, ${world.codes.size} codes and ${plan.length} faults in ${values.hours} hours of ${HOUR_MS / 1000} s: ${isGreen ? 'every invariant holds' : `${breaches.length} breaches`}.`,
);
for (const part of ['worker', 'database', 'scanner'] as const) {
  const megabytes = world.memory.map((sample) => Math.round(sample[part] / 2 ** 20));
  console.log(`Memory of the ${part} in MiB: ${megabytes.join(' ')}`);
}
process.exitCode = isGreen ? 0 : 1;
if (!isGreen && values.shrink) await shrink(plan);

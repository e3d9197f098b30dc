import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, gte, or, sql } from 'drizzle-orm';
import { databaseTarget, openForCommand } from '../../scripts/services/database-target.ts';
import { CATALOGUE_COUNTRIES } from '../../shared/catalogues/schema.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import {
  catalogueArtists,
  catalogueEvents,
  catalogueSales,
  catalogues,
} from '../../worker/db/schema/catalogues.ts';
import { notifications } from '../../worker/db/schema/notifications.ts';
import { operator, operatorVariables } from '../e2e/operator.ts';
import { makeFolder, readPids, removeFolder, startProduct } from '../e2e/product.ts';
import { type Measure, percentile, type Row } from './harness/row.ts';

const DAY_MS = 86_400_000;
const CALLS = 40;
const RULE_ARTISTS = 5_000;
const PASTED = 1_000;
/** The country with the largest file: 60,000 events, 150 MB. */
const LARGEST = 'US';
const LONGEST_MS = 10 * 60_000;

/** Reads the files of 24 countries with 200,000 events together, the largest one twice, and lists the sales. */
export const measure: Measure = async () => {
  const world = { now: Date.now() };
  const simulator = await startSimulator({ clock: () => world.now });
  const dataDir = await makeFolder();
  const product = await startProduct({
    dataDir,
    variables: {
      ...operatorVariables,
      PROVIDERS: 'live',
      TICKETMASTER_API_KEY: 'bench',
      TICKETMASTER_API_URL: `${simulator.url}/discovery/v2`,
    },
  });
  try {
    await product.ready;
    process.env.DATA_DIR = dataDir;
    const { db } = openForCommand(databaseTarget());
    const call = await signIn(product.origin);
    const choose = (countries: readonly string[]) => call('/catalogues', 'PUT', { countries });
    const readAt = async (country: string) => {
      const [row] = await db.select().from(catalogues).where(eq(catalogues.country, country));
      if (row?.reason) throw new Error(row.reason);
      return row?.readAt ?? 0;
    };
    const until = async (country: string, since: number): Promise<number> => {
      const startedAt = Date.now();
      while ((await readAt(country)) < since) {
        if (Date.now() - startedAt > LONGEST_MS) throw new Error(`${country} was not read.`);
        await sleep(200);
      }
      return Date.now() - startedAt;
    };

    const begun = Date.now();
    await choose([LARGEST]);
    const firstMs = await until(LARGEST, begun);
    const { scanner = 0 } = await readPids(dataDir);
    const peakMb = await peakOf(scanner);

    const artists = await artistNames(db, RULE_ARTISTS);
    await call('/watch-rules', 'POST', { name: 'Artists', artists });
    await call('/watch-rules', 'POST', { name: 'Country', countries: [LARGEST] });
    world.now += DAY_MS;
    const again = Date.now();
    await db.update(catalogues).set({ nextAt: 0 }).where(eq(catalogues.country, LARGEST));
    // Turns the catalogue on again, so that its reading is due at once.
    await choose([LARGEST]);
    const secondMs = await until(LARGEST, again);
    const written = await rowsWritten(db, again);
    const notices = await db
      .select()
      .from(notifications)
      .where(gte(notifications.createdAt, again));
    const latest = Math.max(...notices.map(({ createdAt }) => createdAt));

    await choose(CATALOGUE_COUNTRIES);
    for (const country of CATALOGUE_COUNTRIES) await until(country, begun);
    const calls = simulator.calls();
    const pasted = { names: artists.slice(0, PASTED).map((name) => name.toLowerCase()) };
    const [matchMs = 0] = await timesOf(
      () => call('/watch-rules/match-artists', 'POST', pasted),
      1,
    );
    const listMs = await timesOf(() => call('/sales'));
    const searchMs = await timesOf(() => call('/sales?search=velvet'));
    const [{ events } = { events: 0 }] = await db
      .select({ events: sql<number>`count(*)` })
      .from(catalogueEvents);
    const at = `at ${events.toLocaleString('en')} events`;
    return [
      row('first reading of 60,000 events', firstMs / 1000, 's', 60),
      row('memory of the scanner after it (peak)', peakMb, 'MB', 250),
      row('second reading, 1 % changed', secondMs / 1000, 's', 20),
      row('rows written by it, at most', written, 'rows', 3_000),
      row('calls of the first day, 24 countries, 5,000 artists in rules', calls, 'calls', 100),
      row(
        `the last of ${notices.length} notifications after the reading began`,
        (latest - again) / 1000,
        ...(['s', 120] as const),
      ),
      row('1,000 pasted names matched', matchMs / 1000, 's', 10),
      row(`GET /sales, first page ${at}, p95`, percentile(listMs, 0.95), 'ms', 80),
      row(`GET /sales with a search ${at}, p95`, percentile(searchMs, 0.95), 'ms', 80),
    ];
  } finally {
    await product.stop();
    await removeFolder(dataDir);
    await simulator.stop();
  }
};

const row = (what: string, measured: number, unit: string, limit: number): Row => ({
  what,
  measured,
  unit,
  limit,
  against: 'the specified bar',
});

async function signIn(origin: string) {
  const send = async (path: string, method = 'GET', body?: unknown, token = '') => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text;
  };
  const { token }: { token: string } = JSON.parse(await send('/auth/login', 'POST', operator));
  return (path: string, method?: string, body?: unknown) => send(path, method, body, token);
}

/** The most memory that a process had, in MB. Linux only. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Changed events with all their sales. Fewer are written, because equal sales are skipped. */
async function rowsWritten(db: ReturnType<typeof openForCommand>['db'], since: number) {
  const isChanged = or(gte(catalogueEvents.changedAt, since), gte(catalogueEvents.goneAt, since));
  const [changed] = await db
    .select({
      events: sql<number>`count(*)`,
      sales: sql<number>`sum((select count(*) from ${catalogueSales} where ${catalogueSales.event} = ${catalogueEvents.id}))`,
    })
    .from(catalogueEvents)
    .where(isChanged);
  return (changed?.events ?? 0) + (changed?.sales ?? 0);
}

/** The artist names in the catalogues. */
async function artistNames(db: ReturnType<typeof openForCommand>['db'], most: number) {
  const rows = await db
    .selectDistinct({ name: catalogueArtists.name })
    .from(catalogueArtists)
    .limit(most);
  const names = rows.map(({ name }) => name);
  // The simulator has fewer artist names than a rule may contain.
  return [
    ...names,
    ...Array.from({ length: most - names.length }, (_, index) => `No one ${index}`),
  ];
}

async function timesOf(run: () => Promise<unknown>, calls = CALLS): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < calls; count += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return times;
}

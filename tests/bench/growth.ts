/**
 * `npm run bench growth`: the jobs of a desk at its size and at ten and a hundred times that. For
 * each job: how long it takes, how that grows, and how long other calls wait at that time.
 * GROWTH_UP_TO=10 leaves the largest size out, and GROWTH_ONLY=text,text measures the jobs whose
 * names contain one of the texts. GROWTH_FOLDER=path keeps the data in that folder. A later run
 * with the same folder begins with the next size, or measures the jobs that only read if the
 * largest size is filled.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseTarget, openForCommand } from '../../scripts/services/database-target.ts';
import { findByEmail } from '../../worker/features/account/store.ts';
import { rollUpPrices } from '../../worker/features/price-monitor/checks/service.ts';
import { operator } from '../e2e/operator.ts';
import { listRuntimes, readPids } from '../e2e/product.ts';
import { storeOperator } from '../factories/operator.ts';
import { emailsOf, queueFilesOf } from '../factories/queue-files.ts';
import { withDesk } from './harness/desk.ts';
import { AT_ONE, fillTables, insertSteps } from './harness/growth-data.ts';
import { type Measure, percentile, type Row } from './harness/row.ts';

const GIB = 2 ** 30;
/** The requirements of size 100. */
const LARGEST = { size: 100, memory: 6 * GIB, disk: 20 * GIB };

const CALLS = 7;
const PROBE_PAUSE_MS = 15;
const GOALS = { load: 1.1, page: 0.3, callMs: 1_000, waitMs: 150, teamMs: 300 };
/** The time in which the product restarts a killed part. */
const RESTARTED_WITHIN_MS = 120_000;

const PROFILES_AT_ONCE = 2_500;
const ROWS_OF_QUEUE = 10_000;
const ACCOUNTS_OF_QUEUES = 1_000;

/** A desk under load, and the functions that a job needs. */
interface World {
  size: number;
  before: number;
  ctx: ReturnType<typeof openForCommand>;
  tokens: string[];
  emails: string[];
  call: (path: string, options?: CallOptions) => Promise<string>;
}
interface CallOptions {
  body?: unknown;
  token?: string;
  /** Repeats a call that was left without an answer because a part of the product was killed. */
  isRepeated?: boolean;
}

/**
 * A `load` grows with the work; a `page` is the same at each size; a `crowd` is many calls at once;
 * a `team` works for a while, and its `run` returns the time within which 95 % of its calls are
 * answered.
 */
interface Job {
  name: string;
  kind: 'load' | 'page' | 'crowd' | 'team';
  /** Whether a part of the product is killed during the job. */
  isKilled?: boolean;
  /** Whether the job changes no data. */
  isReading?: boolean;
  /** Not measured. */
  prepare?: (world: World) => Promise<void>;
  run: (world: World) => Promise<unknown>;
}

const page = (name: string, path: string): Job => ({
  name,
  kind: 'page',
  run: ({ call }) => call(path),
});
const crowd = (name: string, count: number, one: (world: World, at: number) => Promise<unknown>) =>
  ({
    name,
    kind: 'crowd',
    run: async (world) => {
      const calls = await Promise.allSettled(
        Array.from({ length: count }, (_, at) => one(world, at)),
      );
      const failed = calls.filter((call) => call.status === 'rejected');
      if (failed[0] !== undefined)
        throw new Error(`${failed.length} of ${count}: ${failed[0].reason}`);
    },
  }) satisfies Job;

const TEAM = 20;
const TURNS = 12;
/** How long an operator reads an answer: 0.5 to 1.5 s. */
const READING_MS = { least: 500, most: 1_500 };

/**
 * The calls of the main jobs, which each operator makes one after the other, each from another
 * starting point.
 */
const TEAM_CALLS: { path: string; body?: (turn: number) => unknown }[] = [
  { path: '/dashboard' },
  { path: '/profiles?limit=150' },
  { path: '/profiles?limit=150&search=chand%204999' },
  { path: '/queues/get?type=verified_fan&limit=150' },
  { path: '/queues/get?type=verified_fan&limit=150&sort=best_ratio' },
  { path: '/queues/get?type=verified_fan&limit=150&search=77@gm' },
  { path: '/queues/accounts?type=verified_fan&limit=0' },
  { path: '/queues/best-accounts', body: () => ({ ...typed, categories: [], limit: 500 }) },
  { path: '/events/price-targets?limit=100' },
  { path: '/events/feed/artists' },
  { path: '/events/feed/matches?search=hall%201999' },
  { path: '/notifications?limit=30' },
  { path: '/notifications/read', body: (turn) => ({ ids: [1 + turn] }) },
  { path: '/palette?q=buyer%204999' },
  { path: '/calendar/download' },
];

/**
 * Twenty operators at once, who each make the calls of the main jobs. Prints the longest time of
 * each call.
 * @returns the p95 of all calls in milliseconds.
 */
async function workAsTeam({ call, tokens }: World): Promise<number> {
  const times: { path: string; ms: number }[] = [];
  const work = async (token: string, place: number) => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const { path, body } = TEAM_CALLS[(place * 7 + turn) % TEAM_CALLS.length] ?? { path: '' };
      const { least, most } = READING_MS;
      await sleep(least + ((place * 37 + turn * 101) % 100) * ((most - least) / 100));
      const startedAt = performance.now();
      await call(path, { token, ...(body && { body: body(place * TURNS + turn) }) });
      times.push({ path, ms: performance.now() - startedAt });
    }
  };
  await Promise.all(tokens.slice(0, TEAM).map(work));
  for (const [path, calls] of Map.groupBy(times, (time) => time.path)) {
    const sorted = calls.map(({ ms }) => ms).sort((a, b) => a - b);
    console.log(
      `  ${path}: median ${amount(percentile(sorted, 0.5))} ms, longest ${amount(sorted.at(-1) ?? 0)} ms`,
    );
  }
  return percentile(
    times.map(({ ms }) => ms),
    0.95,
  );
}

const JOBS: Job[] = [
  { name: 'import of profiles', kind: 'load', run: importProfiles, isKilled: true },
  { name: 'queue files and their count', kind: 'load', run: uploadQueues, isKilled: true },
  { name: 'one queue file of all accounts', kind: 'load', run: uploadLargeFile, isKilled: true },
  { name: 'deletion of that queue', kind: 'load', run: deleteLargeFile, isKilled: true },
  {
    name: 'roll-up of prices',
    kind: 'load',
    prepare: addSteps,
    run: ({ ctx }) => rollUpPrices(ctx),
    isKilled: true,
  },
  { name: 'removal of watched events', kind: 'load', run: removeEvents, isKilled: true },
  {
    name: 'all profiles with their secrets',
    kind: 'load',
    isReading: true,
    run: ({ call }) => call('/profiles/full', { body: {} }),
  },
  {
    name: 'export of the analysis',
    kind: 'load',
    isReading: true,
    run: ({ call }) => call('/queues/export?type=verified_fan'),
  },
  {
    name: 'calendar',
    kind: 'load',
    isReading: true,
    run: ({ call }) => call('/calendar/download'),
  },
  page('page of profiles', '/profiles?limit=150'),
  page('search of profiles', '/profiles?limit=150&search=chand%204999'),
  page('notes of profiles', '/profiles/notes'),
  page('search of the palette', '/palette?q=buyer%204999'),
  page('page of notifications', '/notifications?limit=30'),
  page('unread notifications', '/notifications?limit=30&unread=true'),
  page('search of notifications', '/notifications?limit=30&search=event%204999'),
  page('history of a profile', '/history?kind=profile&id=1'),
  page('analysis by average', '/queues/get?type=verified_fan&limit=150'),
  page('analysis by best ratio', '/queues/get?type=verified_fan&limit=150&sort=best_ratio'),
  page('analysis by queues', '/queues/get?type=verified_fan&limit=150&sort=-total_queues'),
  page('analysis by account', '/queues/get?type=verified_fan&limit=150&sort=account'),
  page('search of the analysis', '/queues/get?type=verified_fan&limit=150&search=77@gm'),
  page('categories', '/queues/accounts?type=verified_fan&limit=0'),
  {
    name: 'best 500 accounts of all categories',
    kind: 'page',
    prepare: addCategories,
    run: (world) => bestAccounts(world, 500),
  },
  { name: 'dispatch', kind: 'load', isReading: true, run: dispatch },
  page('page of watched events', '/events/price-targets?limit=100'),
  page('artists of the Events screen', '/events/feed/artists'),
  page('search of venues and cities', '/events/feed/matches?search=hall%201999'),
  page('dashboard', '/dashboard'),
  crowd('20 bells at once', 20, ({ call, tokens }, at) =>
    call('/notifications?limit=30', { token: tokens[at] ?? '' }),
  ),
  crowd('20 calendars at once', 20, ({ call, tokens }, at) =>
    call('/calendar/download', { token: tokens[at] ?? '' }),
  ),
  crowd('60 sign-ins at once', 60, ({ call, emails }, at) =>
    call('/auth/login', {
      token: '',
      body: { email: emails[at], password: operator.password },
    }),
  ),
  { name: `${TEAM} operators at work, p95`, kind: 'team', run: workAsTeam },
];

async function importProfiles({ call, before, size }: World): Promise<void> {
  const parts = [];
  for (
    let first = before * AT_ONE.profiles;
    first < size * AT_ONE.profiles;
    first += PROFILES_AT_ONCE
  )
    parts.push(first);
  // The number of concurrent calls that the browser sends.
  await inParallel(2, parts, (first) =>
    call('/profiles', {
      isRepeated: true,
      body: {
        upload_id: `00000000-0000-4000-8000-${String(first).padStart(12, '0')}`,
        profiles: Array.from({ length: PROFILES_AT_ONCE }, (_, at) => profileOf(first + at)),
      },
    }),
  );
}

const profileOf = (index: number) => ({
  profile_name: `Buyer ${index}`,
  email: `buyer${index}@mail.test`,
  password: `kelp-orbit-${index}`,
  address: `${index} rue de la Paix`,
  city: 'Lyon',
  country: 'FR',
  name: `Théo Marchand ${index}`,
  phone: '04 65 71 23 08',
  postal: '69002',
  state: '',
  card_number: `4000${String(index).padStart(12, '0')}`,
  card_exp_month: '03',
  card_exp_year: '2030',
  cvv: '123',
});

async function uploadQueues(world: World): Promise<void> {
  const { call, before, size } = world;
  const emails = emailsOf(size * AT_ONE.queues * ACCOUNTS_OF_QUEUES);
  for (let index = before * AT_ONE.queues; index < size * AT_ONE.queues; index += 1) {
    const [rows = []] = queueFilesOf(emails, {
      files: 1,
      rows: Math.min(ROWS_OF_QUEUE, emails.length),
      total: 50_000,
      seed: index,
    });
    await call('/queues/insert', {
      isRepeated: true,
      body: {
        type: 'verified_fan',
        queue_id: `queue ${index}`,
        queue_total: 50_000,
        queue_date: '2026-11-20',
        accounts: rows.map(([account_name, position]) => ({ account_name, position })),
      },
    });
  }
  await untilCounted(world);
}

async function addSteps({ ctx, before, size }: World): Promise<void> {
  await insertSteps(
    ctx.db,
    { from: before * AT_ONE.steps, to: size * AT_ONE.steps },
    size * AT_ONE.events,
  );
}

const typed = { type: 'verified_fan' } as const;

/** Waits until averages and ranks include all queues, and deleted queues are erased. */
async function untilCounted({ call, ctx }: World): Promise<void> {
  while (
    !(await call('/queues/get?type=verified_fan&limit=1', { isRepeated: true })).includes(
      '"counting":null',
    )
  )
    await sleep(20);
  const erased = 'select 1 from queues where is_deleted = 1 limit 1';
  while ((await ctx.db.all(erased)).length > 0) await sleep(20);
}

const ROWS_OF_PART = 20_000;

/** A file that contains every account of the desk, uploaded in parts as the browser does. */
async function uploadLargeFile(world: World): Promise<void> {
  const { call, size } = world;
  const emails = emailsOf(size * AT_ONE.queues * ACCOUNTS_OF_QUEUES);
  const parts = Math.ceil(emails.length / ROWS_OF_PART);
  const id = crypto.randomUUID();
  const send = (part: number) =>
    call('/queues/insert', {
      isRepeated: true,
      body: {
        ...typed,
        queue_id: 'large',
        queue_total: emails.length,
        queue_date: '2026-11-21',
        upload: { id, part, parts },
        accounts: emails
          .slice((part - 1) * ROWS_OF_PART, part * ROWS_OF_PART)
          .map((account_name, at) => ({ account_name, position: 1 + at })),
      },
    });
  for (let part = 1; part < parts; part += 1) await send(part);
  // Calls again while rows are left to write, as the browser does.
  while ((await send(parts)).includes('"rows_left"'));
  await untilCounted(world);
}

async function deleteLargeFile(world: World): Promise<void> {
  const body = { ...typed, queue_id: 'large' };
  await world.call('/queues/delete', { isRepeated: true, body }).catch(ignoreMissing);
  await untilCounted(world);
}

const CATEGORIES_AT_ONE = 2;
const MEMBERS = 500;
const categoryOf = (index: number): string => `Category ${index}`;

async function addCategories({ call, before, size }: World): Promise<void> {
  const emails = emailsOf(size * AT_ONE.queues * ACCOUNTS_OF_QUEUES);
  for (let index = before * CATEGORIES_AT_ONE; index < size * CATEGORIES_AT_ONE; index += 1)
    await call('/queues/accounts', {
      body: {
        ...typed,
        category_name: categoryOf(index),
        accounts: Array.from(
          { length: MEMBERS },
          (_, at) => emails[(index * MEMBERS + at) % emails.length],
        ),
      },
    });
}

/** Accounts of all categories for the given number of slots. */
function bestAccounts({ call, size }: World, limit: number): Promise<string> {
  return call('/queues/best-accounts', {
    body: {
      ...typed,
      categories: Array.from({ length: size * CATEGORIES_AT_ONE }, (_, at) => categoryOf(at)),
      limit,
    },
  });
}

/** A dispatch of nine tenths of the members of all categories, to five events for each category. */
function dispatch({ call, size }: World): Promise<string> {
  return call('/events/dispatch-csv', {
    body: {
      events: Array.from({ length: size * CATEGORIES_AT_ONE }, (_, at) => ({
        id: `E${at}`,
        presale: 'Fan presale',
        accounts_amount: MEMBERS * 0.9,
        event_infos: { date: '2027-03-14 20:00', venue: 'Movistar Arena', city: 'Madrid' },
        categories: [categoryOf(at)],
      })),
      events_by_account: 1,
    },
  });
}

/** Removes half of the events with their history. */
async function removeEvents({ call, ctx, size }: World): Promise<void> {
  const ids = Array.from({ length: (size * AT_ONE.events) / 2 }, (_, at) => 1 + 2 * at);
  for (let first = 0; first < ids.length; first += 2_000)
    await call('/events/price-targets/remove', {
      body: { ids: ids.slice(first, first + 2_000) },
    }).catch(ignoreMissing);
  // Uses the index of the history: a scan would take longer with each event that is erased.
  const left = `select 1 from price_points where target_id in (select value from json_each('${JSON.stringify(ids)}')) limit 1`;
  const isErased = async () => (await ctx.db.all(left)).length === 0;
  while (!(await isErased())) await sleep(50);
}

/** Removes the rows of an earlier size, or of a call whose answer was lost. */
function ignoreMissing(error: unknown): void {
  if (!String(error).includes('404')) throw error;
}

async function inParallel<T>(
  count: number,
  list: readonly T[],
  work: (item: T) => Promise<unknown>,
) {
  const waiting = list.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: count }, worker));
}

/**
 * Runs the work while another operator makes small calls again and again, one that reads and one
 * that writes.
 */
async function besideProbes({ call, tokens }: World, work: () => Promise<unknown>) {
  let isOver = false;
  const token = tokens.at(-1) ?? '';
  const probe = async (one: (turn: number) => Promise<unknown>) => {
    const waits: number[] = [];
    while (!isOver) {
      const startedAt = performance.now();
      await one(waits.length);
      waits.push(performance.now() - startedAt);
      await sleep(PROBE_PAUSE_MS);
    }
    return waits;
  };
  const probes = [
    probe(() => call('/auth/me', { token, isRepeated: true })),
    probe((turn) =>
      call('/notifications/read', { token, isRepeated: true, body: { ids: [1 + turn] } }),
    ),
  ];
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  isOver = true;
  const [reads = [], writes = []] = await Promise.all(probes);
  return {
    ms,
    waitMs: Math.max(percentile(reads, 0.99), percentile(writes, 0.99)),
    longestReadMs: Math.max(...reads),
    longestWriteMs: Math.max(...writes),
  };
}

/** The result of a job at one size, and how long other calls waited beside it. */
interface Figure {
  job: Job;
  size: number;
  ms: number;
  /** 99 % of the calls that read, and of those that write, waited at most this long. */
  waitMs: number;
  longestReadMs: number;
  longestWriteMs: number;
  /** The size of DATA_DIR after the job. */
  diskMb: number;
}

async function measureJob(job: Job, world: World, dataDir: string): Promise<Figure> {
  await job.prepare?.(world);
  const repeats = job.kind === 'page' ? CALLS : 1;
  const times: number[] = [];
  const failures: string[] = [];
  const beside = await besideProbes(world, async () => {
    for (let turn = 0; turn < repeats; turn += 1) {
      const startedAt = performance.now();
      const result = await job.run(world).catch((error: unknown) => failures.push(String(error)));
      const tookMs = performance.now() - startedAt;
      times.push(job.kind === 'team' ? Number(result) : tookMs);
    }
  });
  if (failures.length > 0)
    console.log(`${job.name} failed ${failures.length} times: ${failures[0]}`);
  const ms = failures.length > 0 ? Number.POSITIVE_INFINITY : percentile(times, 0.5);
  const figure = { ...beside, job, size: world.size, ms, diskMb: sizeOf(dataDir) };
  console.log(`${world.size}x ${job.name}: ${textOf(figure)}`);
  return figure;
}

/** Kills a part of the product while a job runs, and waits until the job ends. */
async function killDuring(job: Job, world: World, dataDir: string, afterMs: number): Promise<void> {
  const pids = await readPids(dataDir);
  const running = job.run(world);
  // It is awaited below.
  running.catch(() => undefined);
  await sleep(afterMs);
  for (const pid of [pids.database ?? 0, ...listRuntimes(pids.worker)])
    if (pid > 1) process.kill(pid, 'SIGKILL');
  await running;
}

const sizeOf = (folder: string): number =>
  Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1024;

/** The sizes that fit on this machine. */
function sizesOf(): number[] {
  const { bavail, bsize } = statfsSync('/tmp');
  const isRoomy = freemem() > LARGEST.memory && bavail * bsize > LARGEST.disk;
  const upTo = Number(process.env.GROWTH_UP_TO ?? LARGEST.size);
  return [1, 10, ...(isRoomy ? [LARGEST.size] : [])].filter((size) => size <= upTo);
}

/** The exponent of the growth from one size to the next: 1 is linear. */
const exponentOf = (from: Figure, to: Figure): number =>
  Math.log(to.ms / from.ms) / Math.log(to.size / from.size);

/** The time of a job, in brackets the longest other read and write, and the size of DATA_DIR afterwards. */
const textOf = ({ ms, longestReadMs, longestWriteMs, diskMb }: Figure): string =>
  `${amount(ms)} ms (${amount(longestReadMs)}, ${amount(longestWriteMs)}; ${amount(diskMb)} MB)`;

const amount = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

function printFigures(figures: readonly Figure[]): void {
  for (const [job, ofJob] of Map.groupBy(figures, ({ job }) => job)) {
    const sizes = ofJob.map((figure) => `${figure.size}x ${textOf(figure)}`);
    const exponents = ofJob
      .slice(1)
      .map((to, at) => exponentOf(ofJob[at] as Figure, to).toFixed(2));
    console.log(`${job.name.padEnd(34)} ${sizes.join('  ')}  exponent ${exponents.join(', ')}`);
  }
}

function rowsOf(ofJob: readonly Figure[]): Row[] {
  const [from, to] = ofJob.slice(-2);
  if (from === undefined || to === undefined) return [];
  const { job, size } = to;
  const goal = { against: 'goal' };
  const wait = {
    what: `${job.name}, ${size}x: p99 of another call`,
    measured: to.waitMs,
    unit: 'ms',
    limit: GOALS.waitMs,
    ...goal,
  };
  if (job.kind === 'crowd') return [wait];
  if (job.kind === 'team') {
    const what = `${job.name}, ${size}x`;
    return [{ what, measured: to.ms, unit: 'ms', limit: GOALS.teamMs, ...goal }];
  }
  const exponent = {
    what: `${job.name}: exponent`,
    measured: exponentOf(from, to),
    unit: '',
    limit: GOALS[job.kind],
    ...goal,
  };
  const figure = {
    what: `${job.name}, ${size}x`,
    measured: to.ms,
    unit: 'ms',
    limit: GOALS.callMs,
    ...goal,
  };
  return job.kind === 'page' ? [exponent, figure, wait] : [exponent, wait];
}

async function openWorld({
  origin,
  token,
}: {
  origin: string;
  token: string;
}): Promise<Omit<World, 'size' | 'before'>> {
  const ctx = openForCommand(databaseTarget());
  const call: World['call'] = async (path, options = {}) => {
    for (const startedAt = performance.now(); ; ) {
      try {
        return await callOnce(`${origin}/api${path}`, { token, ...options });
      } catch (error) {
        // The server refuses the second copy of a part whose answer was lost.
        if (options.isRepeated && String(error).includes(' 409')) return '';
        if (!options.isRepeated || performance.now() - startedAt > RESTARTED_WITHIN_MS) throw error;
        await sleep(100);
      }
    }
  };
  return { ctx, call, tokens: [], emails: [] };
}

async function callOnce(url: string, { body, token }: CallOptions): Promise<string> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 200)}`);
  return text;
}

/** Creates operators with the password of the first one. */
async function addOperators(
  { ctx }: Pick<World, 'ctx'>,
  dataDir: string,
): Promise<Pick<World, 'tokens' | 'emails'>> {
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  const first = await findByEmail(ctx.db, operator.email);
  const tokens: string[] = [];
  // A kept folder already has the operators of an earlier run.
  const emails = Array.from({ length: 60 }, () => `${crypto.randomUUID()}@desk.test`);
  for (const email of emails) {
    const { token } = await storeOperator(
      ctx.db,
      { ...secrets, DEPLOYMENT_ID: 'boxoffice-desk' },
      { email, passwordHash: first?.passwordHash ?? '' },
    );
    tokens.push(token);
  }
  return { tokens, emails };
}

const FOLDER = process.env.GROWTH_FOLDER;
const FILLED = FOLDER === undefined ? undefined : join(FOLDER, 'growth-size');

/** The size of the data in the kept folder; 0 if it is new. */
const readFilled = (): number =>
  FILLED !== undefined && existsSync(FILLED) ? Number(readFileSync(FILLED, 'utf8')) : 0;

export const measure: Measure = () =>
  withDesk(async (desk) => {
    process.env.DATA_DIR = desk.dataDir;
    const opened = await openWorld(desk);
    Object.assign(opened, await addOperators(opened, desk.dataDir));
    const only = (process.env.GROWTH_ONLY ?? '').split(',');
    const filled = readFilled();
    const larger = sizesOf().filter((size) => size > filled);
    const jobs = JOBS.filter(({ name }) => only.some((text) => name.includes(text))).filter(
      ({ kind, isReading }) => larger.length > 0 || kind !== 'load' || isReading,
    );
    const figures: Figure[] = [];
    let before = filled;
    for (const size of larger.length > 0 ? larger : [filled]) {
      const world: World = { ...opened, before, size };
      await fillTables(world.ctx.db, before, size);
      for (const job of jobs) figures.push(await measureJob(job, world, desk.dataDir));
      console.log(
        `\nUp to ${size}x (in brackets: the longest other read, and write; the size of DATA_DIR afterwards):`,
      );
      printFigures(figures);
      before = size;
      if (FILLED !== undefined) await writeFile(FILLED, String(size));
    }
    for (const job of jobs.filter(({ isKilled }) => isKilled && FOLDER === undefined)) {
      const world: World = { ...opened, before, size: before * 1.2 };
      const last = figures.findLast((figure) => figure.job === job);
      await job.prepare?.(world);
      await killDuring(job, world, desk.dataDir, Math.max(150, (last?.ms ?? 0) * 0.08));
      console.log(`After a kill, the ${job.name} ended.`);
      // The product stops when a part ends four times within a minute.
      await sleep(20_000);
    }
    return [...Map.groupBy(figures, ({ job }) => job).values()].flatMap(rowsOf);
  }, FOLDER);

import { errorText } from '../../../shared/error-text.ts';
import { diskProblem, diskUse } from '../../../shared/health/disk.ts';
import type { Health } from '../../../shared/health/schema.ts';
import { readJson } from '../../../shared/json.ts';
import { contactProblems } from '../../../shared/provider-contact.ts';
import { DAY_MS, isoTime, isRecent, MINUTE_MS } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import type { Env } from '../../context/env.ts';
import { moveDueTimes } from '../../db/due-times.ts';
import { SCHEMA, VERSION } from '../../db/release.ts';
import { connectedScanners } from '../../durable/scan-desk-client.ts';
import { isOpenedBy } from '../../security/key-check.ts';
import { findTicks, pingDatabase, readDiskUse, storeDiskUse, storeTick } from './store.ts';

/** A part that does not respond within this time counts as unreachable. */
const RESPONSE_TIMEOUT_MS = 2_000;
/**
 * Results are reused for this long, so that anonymous calls cannot flood the database and the desk. A bad result is
 * checked again sooner, because the start of the product waits for a good one.
 */
const REUSED = { goodMs: 3_000, badMs: 500 };

/** The cron trigger fires each minute; after three without one, scheduled work has stopped. */
const TICK_GAP_MS = 3 * MINUTE_MS;

/**
 * The maximum by which a clock can be fast: work that is due later than this counts as due
 * (`isOver` in worker/db/lease.ts).
 */
const LONGEST_AHEAD_MS = 2 * DAY_MS;

/**
 * Records that scheduled work runs, and corrects due times if the clock was set back. Called by the
 * cron trigger each minute.
 */
export async function recordTick({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const ticks = await findTicks(db);
  const aheadMs = (ticks?.lastAt ?? now) - now;
  if (aheadMs > TICK_GAP_MS && aheadMs < LONGEST_AHEAD_MS) await moveDueTimes(db, now, aheadMs);
  await storeTick(db, now, now - TICK_GAP_MS);
}

/** Stores the file sizes that the launcher measures. Text in any other form changes nothing. */
export async function recordDiskUse(
  { db, clock, log }: Pick<Ctx, 'db' | 'clock' | 'log'>,
  text: string,
): Promise<void> {
  const { data: use } = diskUse.safeParse(readJson(text));
  if (use === undefined) return;
  // The tick does its other work even without these sizes.
  await storeDiskUse(db, use, clock()).catch((error: unknown) => {
    log.error('sizes of files not stored', { text: String(error) });
  });
}

/**
 * Whether scheduled work runs, and for how many seconds without a gap. It is `starting` before its
 * first run.
 */
export async function readUptime({ db, clock }: Pick<Ctx, 'db' | 'clock'>) {
  const ticks = await findTicks(db);
  if (ticks === null) return { state: 'starting', seconds: 0 } as const;
  const now = clock();
  if (now - ticks.lastAt > TICK_GAP_MS) return { state: 'stopped', seconds: 0 } as const;
  return { state: 'running', seconds: Math.floor((now - ticks.since) / 1000) } as const;
}

/** The last result of this isolate for each environment. */
const recent = new WeakMap<Env, { health: Health; checkedAt: number }>();

/** Checks every part. The database decides the status; a missing scanner is reported, but is not a failure. */
export async function checkHealth(ctx: Ctx): Promise<Health> {
  const now = ctx.clock();
  const last = recent.get(ctx.env);
  if (last !== undefined && isRecent(last.checkedAt, now, reusedMs(last.health)))
    return last.health;
  const [database, connected, secrets, disk] = await Promise.all([
    resultOf(ctx, 'database', () => pingDatabase(ctx.db)),
    resultOf(ctx, 'scanner', () => connectedScanners(ctx)),
    resultOf(ctx, 'secrets', () => opensSecrets(ctx)),
    resultOf(ctx, 'disk', () => readDiskUse(ctx.db)),
  ]);
  const isSealed = secrets?.result === false;
  const use = disk?.result ?? null;
  const tooLarge = use && diskProblem(use);
  const notes = [...contactProblems(ctx.env), ...(tooLarge ? [tooLarge] : [])];
  const scanners = connected?.result ?? [];
  const health: Health = {
    status: database === null || isSealed ? 'degraded' : 'ok',
    version: VERSION,
    schema: SCHEMA,
    database: database === null ? 'unreachable' : 'ok',
    scanner: scannerState(connected),
    providers: ctx.env.PROVIDERS,
    ...(isSealed && { secrets: 'sealed with another DATA_KEY' as const }),
    ...(notes.length > 0 && { notes }),
    ...(use && { disk: use }),
    scanners: scanners.map(({ name, since }) => ({ name, since: isoTime(since) })),
  };
  recent.set(ctx.env, { health, checkedAt: now });
  return health;
}

/** @param connected the connected scanners; null if the desk did not answer */
function scannerState(connected: { result: readonly unknown[] } | null): Health['scanner'] {
  if (connected === null) return 'unknown';
  return connected.result.length > 0 ? 'connected' : 'not connected';
}

/** The environments whose keys open the stored secrets. Secrets that are sealed later are sealed with the same keys. */
const opened = new WeakSet<Env>();

async function opensSecrets({ db, env }: Ctx): Promise<boolean> {
  if (opened.has(env)) return true;
  const isOpened = await isOpenedBy(db, env.DATA_KEY);
  if (isOpened) opened.add(env);
  return isOpened;
}

const reusedMs = ({ database, scanner }: Health): number =>
  database === 'ok' && scanner === 'connected' ? REUSED.goodMs : REUSED.badMs;

/** The result of a check; null, with a log line that names the reason, when it fails or takes too long. */
async function resultOf<T>(
  ctx: Ctx,
  part: string,
  check: () => Promise<T>,
): Promise<{ result: T } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no response within ${RESPONSE_TIMEOUT_MS} ms`)),
      RESPONSE_TIMEOUT_MS,
    );
  });
  try {
    return { result: await Promise.race([check(), timeout]) };
  } catch (error) {
    ctx.log.error(`${part} unreachable`, { text: errorText(error) });
    return null;
  } finally {
    clearTimeout(timer);
  }
}

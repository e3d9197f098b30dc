import { DomainError } from '../../../../shared/errors.ts';
import { type Backoff, backoffMs, isRecent, MINUTE_MS } from '../../../../shared/times.ts';
import type { Ctx } from '../../../context/context.ts';
import { addressPrefix, keyedHash } from '../../../security/client.ts';
import { pause } from '../../../security/pause.ts';
import { inPasswordLine } from '../password-line.ts';
import {
  type AttemptCount,
  CLOCK_TOLERANCE_MS,
  countAttempts,
  deleteAttemptsBefore,
  readCounts,
} from './store.ts';

/** The length of the windows in which failures are counted. */
const WINDOW_MS = 15 * MINUTE_MS;
/**
 * The most failures within the window: for one name from one address, and from one address for all names, because
 * offices share an address. An address is known if any operator has signed in from it. If that depended on the name,
 * the limit would reveal which names exist.
 */
const MOST = {
  stranger: { pair: 10, address: 50 },
  known: { pair: 30, address: 150 },
};
/** Wrong passwords of a signed-in operator within the window. */
const MOST_CONFIRMATIONS = 10;
/** Failures for one name from all addresses together. Each further failure doubles the delay before the answer. */
const FREE_PER_NAME = 20;
const DELAY: Backoff = { firstMs: 250, longestMs: 10_000 };
/** Names and addresses share this many counters, so that attackers cannot fill the table with rows. */
const BUCKETS = 2 ** 16;

/** The counters of one attempt, and the hash of its address. */
export type AttemptSubjects = ReturnType<typeof attemptSubjects>;

/** An attempt with its counters as they are stored. */
interface Attempt {
  subjects: AttemptSubjects;
  counts: readonly AttemptCount[];
  isKnownAddress: boolean;
}

/** The most failures of each counter within the window. */
type Limits = ReadonlyMap<string, number>;

/** A counter. Hashes are keyed, so that nobody can choose texts that share a counter. */
const bucketOf = ({ env }: Pick<Ctx, 'env'>, kind: string, text: string): string => {
  const hash = keyedHash(env.TOKEN_SECRET, `${kind} ${text}`);
  return `${kind}:${Number.parseInt(hash.slice(0, 8), 16) % BUCKETS}`;
};

/**
 * The counters of an attempt to sign in. Only the part of a name before its @ counts, so that an e-mail, its user name
 * and an unused name have the same limits. The limit does not reveal which names exist.
 */
export function attemptSubjects(ctx: Pick<Ctx, 'env' | 'client'>, login: string) {
  const [name = ''] = login.toLowerCase().split('@');
  const address = addressPrefix(ctx.client.address);
  return {
    /** Counts attempts with this name from this address. */
    pair: bucketOf(ctx, 'pair', `${name} ${address}`),
    /** Counts attempts with this name from all addresses. */
    name: bucketOf(ctx, 'name', name),
    /** Counts the attempts of this address, for any name. */
    address: bucketOf(ctx, 'address', address),
    /** The hash that identifies the address in the list of known addresses. */
    addressHash: keyedHash(ctx.env.TOKEN_SECRET, `address ${address}`),
  };
}

const limitsOf = ({ pair, address }: AttemptSubjects, isKnownAddress: boolean): Limits => {
  const most = isKnownAddress ? MOST.known : MOST.stranger;
  return new Map([
    [pair, most.pair],
    [address, most.address],
  ]);
};

/**
 * Whether a window is still open. It may have begun slightly later than `now`, if another attempt at the same time
 * began it.
 */
const isCurrent = (startedAt: number, now: number): boolean =>
  isRecent(startedAt - CLOCK_TOLERANCE_MS, now, WINDOW_MS + CLOCK_TOLERANCE_MS);

/**
 * Refuses an attempt if one of its counters is full.
 * @param own 1 if the counters include this attempt, 0 if nothing was written yet
 * @throws DomainError `too_many_requests` with the time to wait.
 */
function assertWithinLimits(
  limits: Limits,
  counts: readonly AttemptCount[],
  now: number,
  own: 0 | 1,
): void {
  const over = counts.filter(({ subject, count, windowStartedAt }) => {
    const limit = limits.get(subject);
    return limit !== undefined && count >= limit + own && isCurrent(windowStartedAt, now);
  });
  if (over.length === 0) return;
  const endsAt = Math.max(...over.map((counter) => counter.windowStartedAt + WINDOW_MS));
  const minutes = Math.max(1, Math.ceil((endsAt - now) / MINUTE_MS));
  throw new DomainError(
    'too_many_requests',
    `Too many failed sign-ins. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    { retryAfterSeconds: (endsAt - now) / 1000 },
  );
}

/** Attempts for slow names, by name and address, with the time at which they end at the latest. */
const slow = new Map<string, number>();

/**
 * Makes a password check that counts as an attempt to sign in. It waits for the delay of its name and for its turn, and is
 * counted right before the check, so that attempts made at the same time count, and those that still wait do not: an
 * office that signs in at once shares one address. One attempt for a slow name from an address is made at a time; all others
 * are refused until then, so that the delay cannot be avoided by sending them together.
 * @param counts of the attempt's counters as they are stored
 * @throws DomainError `too_many_requests` with the time to wait.
 */
export async function makeAttempt<T>(
  ctx: Pick<Ctx, 'db' | 'clock' | 'signal' | 'client'>,
  { subjects, counts, isKnownAddress }: Attempt,
  check: () => Promise<T>,
): Promise<T> {
  const now = ctx.clock();
  assertWithinLimits(limitsOf(subjects, isKnownAddress), counts, now, 0);
  if ((slow.get(subjects.pair) ?? 0) > now) {
    const message = 'Another sign-in for this name is waiting. Try again in a few seconds.';
    throw new DomainError('too_many_requests', message, { retryAfterSeconds: 5 });
  }
  const current = counts.filter(({ windowStartedAt }) => isCurrent(windowStartedAt, now));
  const delayMs = delayBefore(subjects, current, isKnownAddress, 1);
  if (delayMs > 0) slow.set(subjects.pair, now + 2 * DELAY.longestMs);
  try {
    await pause(delayMs, ctx.signal);
    return await inPasswordLine(ctx, isKnownAddress, async () => {
      await countAttempt(ctx, subjects, isKnownAddress);
      return check();
    });
  } finally {
    if (delayMs > 0) slow.delete(subjects.pair);
  }
}

/**
 * Counts an attempt to sign in.
 * @returns how long to wait before the password is checked, in milliseconds.
 * @throws DomainError `too_many_requests` with the time to wait.
 */
export async function countAttempt(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  subjects: AttemptSubjects,
  isKnownAddress: boolean,
): Promise<number> {
  const now = ctx.clock();
  const names = [subjects.pair, subjects.name, subjects.address];
  const counts = await countAttempts(ctx.db, names, { now, lengthMs: WINDOW_MS });
  assertWithinLimits(limitsOf(subjects, isKnownAddress), counts, now, 1);
  return delayBefore(subjects, counts, isKnownAddress, 0);
}

/**
 * The delay before an attempt in milliseconds. Failures of others do not slow down a known address:
 * there, only the address's own failures count.
 * @param more attempts that `counts` does not include yet
 */
function delayBefore(
  { pair, name }: AttemptSubjects,
  counts: readonly AttemptCount[],
  isKnownAddress: boolean,
  more: 0 | 1,
): number {
  const subject = isKnownAddress ? pair : name;
  const attempts = counts.find((counter) => counter.subject === subject)?.count ?? 0;
  return delayAfter(attempts + more);
}

/** Delay in milliseconds before the attempt with this number within the window. */
export function delayAfter(attempts: number): number {
  if (attempts <= FREE_PER_NAME) return 0;
  return backoffMs(attempts - FREE_PER_NAME, DELAY);
}

/**
 * Counts a check of a signed-in operator's password. The counter belongs to this operator, so
 * nobody can fill it without a sign-in.
 * @returns the counter, so that it can be cleared if the password was right
 * @throws DomainError `too_many_requests` with the time to wait.
 */
export async function countConfirmation(
  ctx: Pick<Ctx, 'db' | 'env' | 'clock'>,
  operatorId: number,
): Promise<string> {
  const subject = bucketOf(ctx, 'confirm', String(operatorId));
  const limits = new Map([[subject, MOST_CONFIRMATIONS]]);
  const now = ctx.clock();
  assertWithinLimits(limits, await readCounts(ctx.db, [subject]), now, 0);
  const counts = await countAttempts(ctx.db, [subject], { now, lengthMs: WINDOW_MS });
  assertWithinLimits(limits, counts, now, 1);
  return subject;
}

/** Deletes attempts whose window has ended; returns how many. For the housekeeping job. */
export const deleteOldAttempts = (ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> =>
  deleteAttemptsBefore(ctx.db, ctx.clock() - WINDOW_MS);

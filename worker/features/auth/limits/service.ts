import { DomainError } from '../../../../shared/errors.ts';
import { MINUTE_MS } from '../../../../shared/times.ts';
import type { Ctx } from '../../../context.ts';
import { addressPrefix, keyedHash } from '../../../security/client.ts';
import { type AttemptCount, countAttempts, deleteAttemptsBefore } from './store.ts';

/** Failures are counted in windows of this length. */
const WINDOW_MS = 15 * MINUTE_MS;
/** Failures for one name from one address within the window; then the pair is refused. */
const PER_PAIR = 10;
/** Failures from one address within the window, over all names: offices share an address. */
const PER_ADDRESS = 50;
/** Failures for one name from all addresses together; each further one doubles the delay before the answer. */
const FREE_PER_NAME = 20;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
/** Names and addresses share this many counters, so that attackers cannot fill the table with rows. */
const BUCKETS = 2 ** 16;

/** The counters of one attempt, and the hashed address that it comes from. */
export type AttemptSubjects = ReturnType<typeof attemptSubjects>;

/**
 * The counters of an attempt. A name counts by the part before its @, so that an e-mail, its user name and an
 * unused name are limited alike: the limit does not show which names exist. Hashes are keyed, so that names or
 * addresses that share a counter cannot be chosen.
 */
export function attemptSubjects(ctx: Pick<Ctx, 'env' | 'client'>, login: string) {
  const [name = ''] = login.toLowerCase().split('@');
  const address = addressPrefix(ctx.client.address);
  const hash = (text: string) => keyedHash(ctx.env.TOKEN_SECRET, text);
  const bucket = (kind: string, text: string) =>
    `${kind}:${Number.parseInt(hash(`${kind} ${text}`).slice(0, 8), 16) % BUCKETS}`;
  return {
    /** This name from this address. */
    pair: bucket('pair', `${name} ${address}`),
    /** This name from anywhere. */
    name: bucket('name', name),
    /** This address for any name. */
    address: bucket('address', address),
    /** For the list of known addresses. */
    addressHash: hash(`address ${address}`),
  };
}

/**
 * Refuses an attempt whose counters are full.
 * @param own 1 if the counters include this attempt, 0 before anything is written
 * @throws DomainError `too_many_requests` with the time to wait.
 */
export function assertWithinLimits(
  subjects: AttemptSubjects,
  counts: readonly AttemptCount[],
  now: number,
  own: 0 | 1 = 0,
): void {
  const limits = new Map([
    [subjects.pair, PER_PAIR],
    [subjects.address, PER_ADDRESS],
  ]);
  const over = counts.filter(({ subject, count, windowStartedAt }) => {
    const limit = limits.get(subject);
    return limit !== undefined && count >= limit + own && windowStartedAt + WINDOW_MS > now;
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

/**
 * Counts an attempt before its password is checked, so that attempts made at the same time count too.
 * An address that the operator has signed in from before is counted, but never refused.
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
  const attemptsOf = (subject: string) =>
    counts.find((counter) => counter.subject === subject)?.count ?? 0;
  // Others' failures must not slow down an address that is known: there, only its own count.
  if (isKnownAddress) return delayAfter(attemptsOf(subjects.pair));
  assertWithinLimits(subjects, counts, now, 1);
  return delayAfter(attemptsOf(subjects.name));
}

/** Delay in milliseconds before the attempt with this number within the window. */
export function delayAfter(attempts: number): number {
  if (attempts <= FREE_PER_NAME) return 0;
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - FREE_PER_NAME - 1));
}

/** Deletes attempts whose window is over; returns how many. For the housekeeping job. */
export async function deleteOldAttempts(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const { rowsAffected } = await deleteAttemptsBefore(ctx.db, ctx.clock() - WINDOW_MS);
  return rowsAffected;
}

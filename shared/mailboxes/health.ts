import * as z from 'zod/mini';
import { instant } from '../answers.ts';

/** The results of checks and searches of a mailbox. Times are milliseconds since the epoch. */
export interface HealthRecord {
  /** When it was last opened. */
  workedAt: number | null;
  /** The last attempt, successful or not. */
  checkedAt: number | null;
  /** The first failure of the streak; null while the mailbox works. */
  failingSince: number | null;
  /** The number of consecutive failures. */
  failures: number;
  /** Why the last attempt failed, in a sentence; null while the mailbox works. */
  failure: string | null;
  checkDueAt: number;
}

/** The health of a mailbox in the form of lists. */
export const mailboxHealth = z.object({
  /** Whether a check waits for its turn, or for a scanner. */
  is_due: z.boolean(),
  worked_at: z.nullable(instant),
  checked_at: z.nullable(instant),
  failing_since: z.nullable(instant),
  failures: z.int(),
  failure: z.nullable(z.string()),
});
export type MailboxHealth = z.infer<typeof mailboxHealth>;

/** The result of an attempt to open a mailbox: why it failed, or null. */
export interface Attempt {
  failure: string | null;
}

/** The beginning of a failure text for a mailbox whose grant no longer opens it. */
export const SIGN_IN_AGAIN = 'Sign in again';

/** Whether only a new sign-in at its provider opens a mailbox. */
export const needsSignIn = (account: {
  auth: string;
  refreshToken: string | null;
  failure: string | null;
}): boolean =>
  account.auth !== 'password' &&
  (account.refreshToken === null || account.failure?.startsWith(SIGN_IN_AGAIN) === true);

const MINUTE_MS = 60_000;
export const CHECK_EVERY_MS = 24 * 60 * MINUTE_MS;
/**
 * The network may cause a first failure: the mailbox is checked again, and a lasting failure is
 * reported.
 */
export const CHECK_AGAIN_MS = 15 * MINUTE_MS;
/** The number of consecutive failures after which they are reported. */
export const REPORTED_FAILURES = 2;

/**
 * The health after an attempt, and whether operators are to be notified: once in a streak of failures, and once when a
 * reported streak ends. An attempt without a result (null) is repeated later.
 */
export function afterAttempt(
  before: HealthRecord,
  attempt: Attempt | null,
  now: number,
): { after: HealthRecord; news: 'failing' | 'working' | null } {
  if (attempt === null)
    return { after: { ...before, checkDueAt: now + CHECK_AGAIN_MS }, news: null };
  if (attempt.failure === null) {
    const works = { workedAt: now, checkedAt: now, failingSince: null, failures: 0, failure: null };
    const wasReported = before.failures >= REPORTED_FAILURES;
    const checkDueAt = now + CHECK_EVERY_MS;
    return { after: { ...works, checkDueAt }, news: wasReported ? 'working' : null };
  }
  const failingSince = before.failingSince ?? now;
  const minuteOf = (time: number | null) => Math.floor(((time ?? 0) - failingSince) / MINUTE_MS);
  // Failures within a minute count as one, because several searches may have the same failure.
  const isSame = before.failures > 0 && minuteOf(now) === minuteOf(before.checkedAt);
  const failures = before.failures + (isSame ? 0 : 1);
  const after = {
    workedAt: before.workedAt,
    checkedAt: now,
    failingSince,
    failures,
    failure: attempt.failure,
    checkDueAt: now + (failures < REPORTED_FAILURES ? CHECK_AGAIN_MS : CHECK_EVERY_MS),
  };
  return { after, news: !isSame && failures === REPORTED_FAILURES ? 'failing' : null };
}

const toIso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** The health as lists show it. Inactive mailboxes are not checked. */
export const toHealth = (
  record: HealthRecord & { isActive: boolean },
  now: number,
): MailboxHealth => ({
  is_due: record.isActive && record.checkDueAt <= now,
  worked_at: toIso(record.workedAt),
  checked_at: toIso(record.checkedAt),
  failing_since: toIso(record.failingSince),
  failures: record.failures,
  failure: record.failure,
});

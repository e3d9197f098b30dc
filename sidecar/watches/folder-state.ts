import type { WatchedMailboxState } from '../../shared/presale-watches/scanner.ts';
import { backoffMs, MINUTE_MS } from '../../shared/times.ts';
import type { MailboxFault } from '../mailbox/mailbox-error.ts';

/** How a watched folder is read. Times are milliseconds since the epoch. */
export interface FolderState {
  mode: WatchedMailboxState['mode'] | 'opening';
  reason: string | null;
  /** Failures in a row. */
  failures: number;
  /** When it was last read. */
  seenAt: number | null;
}

export const OPENING: FolderState = { mode: 'opening', reason: null, failures: 0, seenAt: null };

/** Faults that last until an operator changes something. Repeated sign-ins could lock the account. */
const LASTING: ReadonlySet<MailboxFault> = new Set([
  ...(['wrong_password', 'app_password', 'no_passwords', 'imap_off', 'locked', 'expired'] as const),
  ...(['token_refused', 'needs_encryption', 'no_inbox'] as const),
]);

/** First and longest wait before the next attempt. Each is twice as long as the one before. */
const WAITS = {
  passing: { firstMs: 2_000, longestMs: 5 * MINUTE_MS },
  throttled: { firstMs: MINUTE_MS, longestMs: 10 * MINUTE_MS },
  lasting: { firstMs: 15 * MINUTE_MS, longestMs: 6 * 60 * MINUTE_MS },
};

const kindOf = (fault: MailboxFault): keyof typeof WAITS => {
  if (fault === 'throttled') return fault;
  return LASTING.has(fault) ? 'lasting' : 'passing';
};

/**
 * The state after the folder was read: by an idle connection, or by one poll for the given reason.
 */
export const afterRead = (
  how: { mode: 'idle' } | { mode: 'polling'; reason: string },
  now: number,
): FolderState => ({
  mode: how.mode,
  reason: how.mode === 'polling' ? how.reason : null,
  failures: 0,
  seenAt: now,
});

/**
 * The state after a failure, and how long to wait before the next attempt. A first temporary
 * failure is not reported: servers end connections, and the next one works. `random`, from 0 to 1,
 * spreads the attempts of many folders.
 */
export function afterFailure(
  state: FolderState,
  { fault, reason }: { fault: MailboxFault; reason: string },
  random: number,
): { state: FolderState; waitMs: number } {
  const kind = kindOf(fault);
  const failures = state.failures + 1;
  const wait = backoffMs(failures, WAITS[kind]);
  const isReported = kind === 'lasting' || failures > 1;
  return {
    state: { ...state, failures, ...(isReported && { mode: 'failing' as const, reason }) },
    waitMs: Math.round(wait * (0.75 + random / 4)),
  };
}

/** The state of a mailbox: that of its worst folder, and when all of them were read. Null before it was opened. */
export function stateOfMailbox(
  folders: readonly FolderState[],
): Pick<WatchedMailboxState, 'mode' | 'reason' | 'seenAt'> | null {
  const failing = folders.find(({ mode }) => mode === 'failing');
  const times = folders.map(({ seenAt }) => seenAt ?? 0);
  const oldest = Math.min(...times);
  const seenAt = folders.length > 0 && oldest > 0 ? oldest : null;
  if (failing) return { mode: 'failing', reason: failing.reason, seenAt };
  if (folders.length === 0 || folders.some(({ mode }) => mode === 'opening')) return null;
  const polled = folders.find(({ mode }) => mode === 'polling');
  return { mode: polled ? 'polling' : 'idle', reason: polled?.reason ?? null, seenAt };
}

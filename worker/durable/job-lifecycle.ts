/** A scanner that is silent for this long loses its jobs. */
export const SCANNER_LEASE_MS = 15_000;
/**
 * A lease is extended in steps of at least this length, so that not every message causes a write.
 */
const EXTEND_MS = 2_000;
/** After this many scanners have failed on a job, it is given up. */
export const MAX_ATTEMPTS = 4;

/** Why a job ended. */
export type JobEnd = 'finished' | 'too_late' | 'no_answer' | 'no_password';

/** The state of a job; times are milliseconds since the epoch. */
export type JobState =
  | { phase: 'waiting'; deadlineAt: number; attempts: number; lastScanner: string | null }
  | { phase: 'leased'; deadlineAt: number; attempts: number; scanner: string; leaseUntil: number }
  | { phase: 'done'; doneAt: number; because: JobEnd };

/** The events of a job. */
export type JobEvent =
  | { type: 'assign'; scanner: string; now: number }
  | { type: 'renew'; scanner: string; now: number }
  | { type: 'finish'; scanner: string; now: number }
  | { type: 'lose_scanner'; scanner: string }
  | { type: 'pass_time'; now: number }
  | { type: 'open_no_password'; scanner: string; now: number };

/** A job that was just accepted. */
export const newJobState = (deadlineAt: number): Extract<JobState, { phase: 'waiting' }> => ({
  phase: 'waiting',
  deadlineAt,
  attempts: 0,
  lastScanner: null,
});

const done = (because: JobEnd, doneAt: number): JobState => ({ phase: 'done', doneAt, because });

/**
 * The life of a job. A pair that is not in the table changes nothing: messages of a scanner that does not hold the job,
 * and everything after its end. Returns `state` itself when nothing changes.
 *
 * | state   | event                            | next                                   |
 * |---------|----------------------------------|----------------------------------------|
 * | waiting | assign                           | leased; done (no_answer) after 4 leases |
 * | waiting | pass_time, deadline reached      | done (too_late)                        |
 * | leased  | renew, by the holder             | leased, lease extended                 |
 * | leased  | finish, by the holder            | done (finished)                        |
 * | leased  | open_no_password, for the holder | done (no_password)                     |
 * | leased  | lose_scanner, the holder         | waiting                                |
 * | leased  | pass_time, deadline reached      | done (too_late)                        |
 * | leased  | pass_time, lease over            | waiting                                |
 */
export function transition(state: JobState, event: JobEvent): JobState {
  if (state.phase === 'done') return state;
  if (event.type === 'pass_time' && event.now >= state.deadlineAt)
    return done('too_late', event.now);
  return state.phase === 'waiting' ? fromWaiting(state, event) : fromLeased(state, event);
}

function fromWaiting(state: Extract<JobState, { phase: 'waiting' }>, event: JobEvent): JobState {
  if (event.type !== 'assign') return state;
  if (state.attempts >= MAX_ATTEMPTS) return done('no_answer', event.now);
  const { deadlineAt, attempts } = state;
  const leaseUntil = event.now + SCANNER_LEASE_MS;
  return {
    phase: 'leased',
    deadlineAt,
    attempts: attempts + 1,
    scanner: event.scanner,
    leaseUntil,
  };
}

function fromLeased(state: Extract<JobState, { phase: 'leased' }>, event: JobEvent): JobState {
  const { deadlineAt, attempts, scanner, leaseUntil } = state;
  const waiting: JobState = { phase: 'waiting', deadlineAt, attempts, lastScanner: scanner };
  if (event.type === 'pass_time') return event.now >= leaseUntil ? waiting : state;
  if (event.scanner !== scanner) return state;
  switch (event.type) {
    case 'renew': {
      const until = event.now + SCANNER_LEASE_MS;
      return leaseUntil < until - EXTEND_MS ? { ...state, leaseUntil: until } : state;
    }
    case 'finish':
      return done('finished', event.now);
    case 'open_no_password':
      return done('no_password', event.now);
    case 'lose_scanner':
      return waiting;
    default:
      return state;
  }
}

/** A waiting job and the scanner that gets it. */
export interface Assignment {
  id: string;
  scanner: string;
}

/**
 * Assigns waiting jobs to scanners: each to the one with the fewest jobs, and to the one that just failed on it only
 * when no other is there. Pure.
 */
export function assignJobs(
  open: readonly { job: { id: string }; state: JobState }[],
  scanners: readonly string[],
): Assignment[] {
  const load = new Map(scanners.map((scanner) => [scanner, 0]));
  for (const { state } of open)
    if (state.phase === 'leased' && load.has(state.scanner))
      load.set(state.scanner, (load.get(state.scanner) ?? 0) + 1);
  const assignments: Assignment[] = [];
  for (const { job, state } of open) {
    if (state.phase !== 'waiting') continue;
    const [scanner] = [...load.keys()].sort((a, b) => {
      const failed = Number(a === state.lastScanner) - Number(b === state.lastScanner);
      return failed || (load.get(a) ?? 0) - (load.get(b) ?? 0);
    });
    if (scanner === undefined) return assignments;
    load.set(scanner, (load.get(scanner) ?? 0) + 1);
    assignments.push({ id: job.id, scanner });
  }
  return assignments;
}

import type { PriceSource } from '../../../../shared/price-monitor/price-source.ts';
import type { SaleState } from '../../../../shared/price-monitor/sale-state.ts';
import type { EventReading } from '../../../providers/event-page/index.ts';
import type { StoredEvent } from '../events/store.ts';

/** The result of a check, or why it failed. */
export type Outcome =
  | { kind: 'read'; reading: EventReading; source: PriceSource }
  | { kind: 'failed'; reason: string; state: FailedState; retryAfterMs?: number };

/** The state of the sale that follows from a failed check. */
export type FailedState = Extract<SaleState, 'no_event' | 'unreadable' | 'refused' | 'unknown'>;

const AVAILABILITY = 1;
const EVENT_STATUS = 2;
const SALE_START = 4;
/**
 * A page counts as changed in its form if it lacks a field in as many checks as a day has, at most
 * an hour apart.
 */
const MOST_DOUBTS = 28;
/**
 * A page whose sale begins early also loses its opening, so such pages with a stated availability
 * are accepted sooner.
 */
const MOST_DOUBTS_OF_START = 4;

type Known = Pick<StoredEvent, 'statedFacts' | 'opensAt' | 'failures' | 'checks'>;
type Read = Pick<Extract<Outcome, { kind: 'read' }>, 'reading' | 'source'>;

/**
 * The fields that the page has stated, as bits. They are kept until the page changes its form. The Discovery API adds
 * none, and neither does a pasted page, because scripts may have changed it.
 */
export function statedBy({ statedFacts, failures }: Known, { reading, source }: Read): number {
  if (source !== 'page') return statedFacts;
  const { states } = reading;
  const current =
    (states.availability ? AVAILABILITY : 0) |
    (states.eventStatus ? EVENT_STATUS : 0) |
    (states.saleStart ? SALE_START : 0);
  return failures < MOST_DOUBTS ? statedFacts | current : current;
}

/**
 * A page that loses the field for sold out, cancelled or not on sale yet looks like a page with tickets. Such a reading
 * counts as failed, unless the page stays so.
 */
export function doubtReading(previous: Known, outcome: Outcome, now: number): Outcome {
  if (outcome.kind === 'failed' || outcome.reading.state !== 'on_sale') return outcome;
  if (previous.failures >= MOST_DOUBTS) return outcome;
  const { states } = outcome.reading;
  const hasStated = (fact: number) => (previous.statedFacts & fact) !== 0;
  if (hasStated(AVAILABILITY) && !states.availability)
    return unreadable('The page no longer states whether tickets are left.');
  if (hasStated(EVENT_STATUS) && !states.eventStatus)
    return unreadable('The page no longer states whether the event takes place.');
  const isEarly = previous.opensAt !== null && previous.opensAt > now;
  if (!isEarly || states.saleStart || !hasStated(SALE_START)) return outcome;
  const isLasting = doubtsInARow(previous, NO_START) >= MOST_DOUBTS_OF_START;
  return states.availability && isLasting ? outcome : unreadable(NO_START);
}

const NO_START = 'The page no longer states when its sale begins.';

/** The number of the last consecutive checks that failed for this reason. */
function doubtsInARow({ checks }: Known, reason: string): number {
  const end = checks.findIndex(({ outcome, text }) => outcome !== 'failed' || text !== reason);
  return end === -1 ? checks.length : end;
}

const unreadable = (reason: string): Outcome => ({ kind: 'failed', state: 'unreadable', reason });

import type { ExceededLimit } from '../../../shared/limit-guard/exceeded.ts';
import { countOf, formatNumber } from '../../lib/format.ts';

const countEvents = (exceeded: readonly ExceededLimit[], kind?: ExceededLimit['kind']): number =>
  new Set(exceeded.flatMap((one) => (kind === undefined || one.kind === kind ? one.event_id : [])))
    .size;

const verb = (count: number, one: string): string => (count === 1 ? `${one}s` : one);

/**
 * How many events exceed a published limit or the operator's rule, as a sentence; null for none.
 */
export function describeExceeded(exceeded: readonly ExceededLimit[]): string | null {
  const tickets = countEvents(exceeded, 'tickets');
  const accounts = countEvents(exceeded, 'accounts');
  const parts = [
    tickets === 0
      ? ''
      : `${countOf(tickets, 'event')} ${verb(tickets, 'ask')} for more than ${tickets === 1 ? 'its' : 'their'} ticket limit`,
    accounts === 0
      ? ''
      : `${countOf(accounts, 'event')} ${verb(accounts, 'use')} more accounts than your rule`,
  ].filter(Boolean);
  return parts.length === 0 ? null : `${parts.join(', ')}.`;
}

/** The title of the question: how many of the events exceed a limit, and the action to confirm. */
export function questionTitle(
  exceeded: readonly ExceededLimit[],
  events: number,
  action: string,
): string {
  const count = countEvents(exceeded);
  const of = `${formatNumber(count)} of ${countOf(events, 'event')}`;
  return exceeded.some(({ kind }) => kind === 'tickets')
    ? `${of} ${verb(count, 'ask')} for more than ${count === 1 ? 'its' : 'their'} limit. ${action}?`
    : `${of} ${verb(count, 'use')} more accounts than your rule. ${action}?`;
}

/** The badge of an event: the requested number and its limit. */
export const badgeText = ({ kind, asked, limit }: ExceededLimit): string =>
  kind === 'tickets'
    ? `${formatNumber(asked)} asked, limit ${formatNumber(limit)}`
    : `${countOf(asked, 'account')}, your rule ${formatNumber(limit)}`;

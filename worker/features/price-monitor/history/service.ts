import { canonicalUrl } from '../../../../shared/price-monitor/prices.ts';
import type {
  HistoryPoint,
  PriceHistoryAnswer,
  PriceHistoryQuery,
  WatchedEvent,
} from '../../../../shared/price-monitor/schema.ts';
import { DAY_MS, isoTime } from '../../../../shared/times.ts';
import type { Ctx } from '../../../context/context.ts';
import { toEvent } from '../events/service.ts';
import { findEvent, findEventById } from '../events/store.ts';
import { listPoints } from './store.ts';
import { type Step, thinHistory } from './thin-history.ts';

/** The period of a history without `from`. */
const DEFAULT_PERIOD_MS = 7 * DAY_MS;

/** How an event's prices moved, thinned out to a bounded number of steps. @throws DomainError `not_found` */
export async function readHistory(
  ctx: Ctx,
  query: PriceHistoryQuery,
): Promise<Omit<PriceHistoryAnswer, 'success'>> {
  const { id, currency } = await findEvent(ctx.db, canonicalUrl(query.url));
  const to = query.to === undefined ? ctx.clock() : Date.parse(query.to);
  const from = query.from === undefined ? to - DEFAULT_PERIOD_MS : Date.parse(query.from);
  return { currency, data: toPoints(await listPoints(ctx.db, id, { from, to }), { from, to }) };
}

const toPoints = (steps: readonly Step[], period: { from: number; to: number }): HistoryPoint[] =>
  thinHistory(steps, period).map(({ at, ...values }) => ({ at: isoTime(at), ...values }));

/**
 * An event with how its prices moved in the last seven days; null if it is not monitored. Its reads are issued in one task.
 * @param id of the row
 */
export async function readWithHistory(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  id: number,
): Promise<{ event: WatchedEvent; history: HistoryPoint[] } | null> {
  const to = clock();
  const period = { from: to - DEFAULT_PERIOD_MS, to };
  const [event, steps] = await Promise.all([findEventById(db, id), listPoints(db, id, period)]);
  return event === undefined ? null : { event: toEvent(event), history: toPoints(steps, period) };
}

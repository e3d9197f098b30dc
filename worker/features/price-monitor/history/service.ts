import { canonicalUrl } from '../../../../shared/price-monitor/prices.ts';
import type {
  PriceHistoryAnswer,
  PriceHistoryQuery,
} from '../../../../shared/price-monitor/schema.ts';
import { DAY_MS, isoTime } from '../../../../shared/times.ts';
import type { Ctx } from '../../../context/context.ts';
import { findEvent } from '../events/store.ts';
import { listPoints } from './store.ts';
import { thinHistory } from './thin-history.ts';

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
  const points = thinHistory(await listPoints(ctx.db, id, { from, to }), { from, to });
  return {
    currency,
    data: points.map(({ at, ...values }) => ({ at: isoTime(at), ...values })),
  };
}

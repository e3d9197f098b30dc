import { sql } from 'drizzle-orm';
import { DAY_MS, isoTime } from '../../../../shared/times.ts';
import type { Ctx } from '../../../context/context.ts';
import { watchedEvents } from '../../../db/schema/price-monitor.ts';

const MOVERS = 6;

/** The events whose lowest price moved most within an hour, among those that changed within a day. */
export async function listMovers({ db, clock }: Pick<Ctx, 'db' | 'clock'>) {
  const { url, title, city, currency, move, recent, changedAt, saleState, source, readAt } =
    watchedEvents;
  const rows = await db
    // The condition leaves out events without a price.
    .select({
      url,
      title,
      city,
      low: sql<number>`${watchedEvents.low}`,
      currency,
      move,
      recent,
      sale_state: saleState,
      source,
      readAt,
    })
    .from(watchedEvents)
    .where(
      sql`${move} <> 0 and ${watchedEvents.low} is not null and ${changedAt} > ${clock() - DAY_MS}`,
    )
    .orderBy(sql`abs(${move}) desc`)
    .limit(MOVERS);
  return rows.map(({ readAt: at, ...row }) => ({
    ...row,
    recent: row.recent.flatMap(({ low }) => low ?? []),
    read_at: isoTime(at),
  }));
}

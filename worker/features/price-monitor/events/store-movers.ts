import { sql } from 'drizzle-orm';
import { DAY_MS } from '../../../../shared/times.ts';
import type { Ctx } from '../../../context/context.ts';

const MOVERS = 6;

interface MoverRow {
  url: string;
  title: string | null;
  city: string | null;
  low: number;
  currency: string | null;
  move: number;
  /** JSON */
  recent: string;
}

/** The events whose lowest price moved most within an hour, among those that changed within a day. */
export async function listMovers({ db, clock }: Pick<Ctx, 'db' | 'clock'>) {
  const rows = await db.all<MoverRow>(
    sql`select url, title, city, low, currency, move, recent from price_targets
      where move <> 0 and low is not null and changed_at > ${clock() - DAY_MS} order by abs(move) desc limit ${MOVERS}`,
  );
  return rows.map(({ recent, ...row }) => {
    const points: { low: number | null }[] = JSON.parse(recent);
    return { ...row, recent: points.flatMap(({ low }) => low ?? []) };
  });
}

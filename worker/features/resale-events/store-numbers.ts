import { sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';

const WEEK_MS = 7 * DAY_MS;
/** Of the artists whose sale opens next, and of those whose sale opened last. */
const RECENT_OF_EACH = 5;
/** A tour goes on sale as a whole: among these concerts are those of five artists. */
const RECENT_READ = 400;

/** The next country behind the last one, until there is none: one step of the index for each. */
const COUNTRIES = sql`(
  with recursive found(country) as (
    select min(country) from resale_events
    union all select (select min(country) from resale_events where country > found.country) from found
    where found.country is not null)
  select count(country) from found)`;

interface Counts {
  events: number;
  upcomingSales: number;
  thisWeek: number;
  countries: number;
}

interface RecentRow {
  artist: string;
  venue: string | null;
  date: string | null;
  isOnSale: number;
}

/** The numbers of the feed on the dashboard. Each number is kept (`kept_counts`) or a short range of an index. */
export async function readFeedNumbers({ db, clock }: Pick<Ctx, 'db' | 'clock'>) {
  const now = clock();
  const today = Math.floor(now / DAY_MS);
  // The first concert of each artist.
  const recent = (condition: ReturnType<typeof sql>, order: ReturnType<typeof sql>) => sql`
    select * from (select artist.name as artist, event.body ->> 'venue_name' as venue, event.body ->> 'event_date' as date,
      event.on_sale_at <= ${now} as "isOnSale", event.on_sale_at as at
      from (select *, row_number() over (partition by artist_id order by on_sale_at ${order}, starts_at, id) as place
        from (select artist_id, id, on_sale_at, starts_at from resale_events as event
          where ${condition} order by event.on_sale_at ${order} limit ${RECENT_READ})) as found
      cross join resale_events as event on event.artist_id = found.artist_id and event.id = found.id
      cross join resale_artists as artist on artist.id = event.artist_id
      where found.place = 1 order by event.on_sale_at ${order}, artist.name limit ${RECENT_OF_EACH})`;
  const opensNext = recent(sql`event.on_sale_at > ${now}`, sql`asc`);
  const openedLast = recent(
    sql`event.on_sale_at <= ${now} and event.starts_at > ${now}`,
    sql`desc`,
  );
  const [counts, recentEvents, problems] = await Promise.all([
    db.all<Counts>(sql`
      select (select amount from kept_counts where name = 'concerts') as events,
        (select coalesce(sum(amount), 0) from kept_counts where name = 'concerts by day of sale' and day > ${today})
          + (select count(*) from resale_events where on_sale_at > ${now} and on_sale_at < ${(today + 1) * DAY_MS}) as "upcomingSales",
        (select count(*) from resale_events where starts_at between ${now} and ${now + WEEK_MS}) as "thisWeek",
        ${COUNTRIES} as countries`),
    db.all<RecentRow>(
      sql`select artist, venue, date, "isOnSale" from (${opensNext} union all ${openedLast}) order by at desc`,
    ),
    db.all<{ problem: string }>(
      sql`select problem from resale_feed where problem is not null order by source`,
    ),
  ]);
  return {
    // A query without a table has one row.
    ...(counts[0] as Counts),
    recentEvents,
    problems: problems.map(({ problem }) => problem),
  };
}

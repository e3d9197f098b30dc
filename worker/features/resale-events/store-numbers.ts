import { sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';

const WEEK_MS = 7 * 86_400_000;
/** Of the concerts whose sale opens next, and of those whose sale opened last. */
const RECENT_OF_EACH = 5;

interface RecentRow {
  artist: string;
  venue: string | null;
  date: string | null;
  isOnSale: number;
}

/** What the feed gives the dashboard. Each number is a short range or the size of an index. */
export async function readFeedNumbers({ db, clock }: Pick<Ctx, 'db' | 'clock'>) {
  const now = clock();
  const recent = (condition: ReturnType<typeof sql>, order: ReturnType<typeof sql>) => sql`
    select * from (select artist.name as artist, event.body ->> 'venue_name' as venue, event.body ->> 'event_date' as date,
      event.on_sale_at <= ${now} as "isOnSale", event.on_sale_at as at
      from resale_events as event join resale_artists as artist on artist.id = event.artist_id
      where ${condition} order by event.on_sale_at ${order} limit ${RECENT_OF_EACH})`;
  const opensNext = recent(sql`event.on_sale_at > ${now}`, sql`asc`);
  const openedLast = recent(
    sql`event.on_sale_at <= ${now} and event.starts_at > ${now}`,
    sql`desc`,
  );
  const [counts, recentEvents, problems] = await Promise.all([
    // The next country behind the last one, until there is none: one step of the index for each.
    db.all<{ events: number; upcomingSales: number; thisWeek: number; countries: number }>(sql`
      with recursive found(country) as (
        select min(country) from resale_events
        union all select (select min(country) from resale_events where country > found.country) from found
        where found.country is not null)
      select (select count(*) from resale_events) as events,
        (select count(*) from resale_events where on_sale_at > ${now}) as "upcomingSales",
        (select count(*) from resale_events where starts_at between ${now} and ${now + WEEK_MS}) as "thisWeek",
        (select count(country) from found) as countries`),
    db.all<RecentRow>(
      sql`select artist, venue, date, "isOnSale" from (${opensNext} union all ${openedLast}) order by at desc`,
    ),
    db.all<{ problem: string }>(
      sql`select problem from resale_feed where problem is not null order by source`,
    ),
  ]);
  const [numbers] = counts;
  return {
    events: numbers?.events ?? 0,
    upcomingSales: numbers?.upcomingSales ?? 0,
    thisWeek: numbers?.thisWeek ?? 0,
    countries: numbers?.countries ?? 0,
    recentEvents,
    problems: problems.map(({ problem }) => problem),
  };
}

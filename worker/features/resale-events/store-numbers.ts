import { isNotNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { DAY_MS } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import { nameOf } from '../../db/names.ts';
import { keptCounts } from '../../db/schema/activity.ts';
import { resaleArtists, resaleEvents, resaleFeed } from '../../db/schema/resale-events.ts';

const WEEK_MS = 7 * DAY_MS;
/** The number of artists whose sale opens next, and of artists whose sale opened last. */
const RECENT_OF_EACH = 5;
/** A tour goes on sale as a whole, so five artists are found among this many concerts. */
const RECENT_READ = 400;

/** Finds the next country behind the last one, until there is none. Each takes one step in the index. */
const COUNTRIES = sql`(
  with recursive found(country) as (
    select min(${resaleEvents.country}) from ${resaleEvents}
    union all select (select min(${resaleEvents.country}) from ${resaleEvents} where ${resaleEvents.country} > found.country) from found
    where found.country is not null)
  select count(country) from found)`;

const event = alias(resaleEvents, 'event');
/** The concerts that are among the recent ones. */
const recent = alias(resaleEvents, 'recent');
const artist = alias(resaleArtists, 'artist');

/**
 * The first concert of each artist among the {@link event} rows that match a condition, in the order of their sales.
 */
function firstOfEach(condition: SQL, order: SQL, now: number): SQL {
  const { artistId, id, onSaleAt, startsAt, body } = event;
  return sql`select * from (select ${artist.name} as artist, ${body} ->> 'venue_name' as venue, ${body} ->> 'event_date' as date,
      ${onSaleAt} <= ${now} as "isOnSale", ${onSaleAt} as at
      from (select *, row_number() over (partition by ${nameOf(artistId)} order by ${nameOf(onSaleAt)} ${order}, ${nameOf(startsAt)}, ${nameOf(id)}) as place
        from (select ${sql.join([artistId, id, onSaleAt, startsAt], sql`, `)} from ${resaleEvents} as ${event}
          where ${condition} order by ${onSaleAt} ${order} limit ${RECENT_READ})) as ${recent}
      cross join ${resaleEvents} as ${event} on ${artistId} = ${recent.artistId} and ${id} = ${recent.id}
      cross join ${resaleArtists} as ${artist} on ${artist.id} = ${artistId}
      where ${recent}.place = 1 order by ${onSaleAt} ${order}, ${artist.name} limit ${RECENT_OF_EACH})`;
}

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

/**
 * The feed's figures on the dashboard. Each is stored (`kept_counts`) or a short range of an index.
 */
export async function readFeedNumbers({ db, clock }: Pick<Ctx, 'db' | 'clock'>) {
  const now = clock();
  const today = Math.floor(now / DAY_MS);
  const opensNext = firstOfEach(sql`${event.onSaleAt} > ${now}`, sql`asc`, now);
  const isOpen = sql`${event.onSaleAt} <= ${now} and ${event.startsAt} > ${now}`;
  const openedLast = firstOfEach(isOpen, sql`desc`, now);
  const { onSaleAt, startsAt } = resaleEvents;
  const { name, day, amount } = keptCounts;
  const [counts, recentEvents, problems] = await Promise.all([
    db.all<Counts>(sql`
      select (select ${amount} from ${keptCounts} where ${name} = 'concerts') as events,
        (select coalesce(sum(${amount}), 0) from ${keptCounts} where ${name} = 'concerts by day of sale' and ${day} > ${today})
          + (select count(*) from ${resaleEvents} where ${onSaleAt} > ${now} and ${onSaleAt} < ${(today + 1) * DAY_MS}) as "upcomingSales",
        (select count(*) from ${resaleEvents} where ${startsAt} between ${now} and ${now + WEEK_MS}) as "thisWeek",
        ${COUNTRIES} as countries`),
    db.all<RecentRow>(
      sql`select artist, venue, date, "isOnSale" from (${opensNext} union all ${openedLast}) order by at desc`,
    ),
    db
      .select({ problem: resaleFeed.problem })
      .from(resaleFeed)
      .where(isNotNull(resaleFeed.problem))
      .orderBy(resaleFeed.source),
  ]);
  return {
    // A query without a table has one row.
    ...(counts[0] as Counts),
    recentEvents,
    problems: problems.flatMap(({ problem }) => problem ?? []),
  };
}

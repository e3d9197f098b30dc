import { rank, SOON_MS } from '../../../shared/resale-events/ranking.ts';
import type { FeedState } from '../../../shared/resale-events/schema.ts';
import type { Ctx } from '../../context.ts';
import * as store from './store.ts';

/** About 1.2 MB of the answer. */
const ARTISTS_PER_READ = 100;

/**
 * The JSON of GET /events, piece by piece: the next artists are read while the last ones are sent. Concerts are stored
 * as the JSON that is sent, so that 40,000 of them are never parsed here.
 */
export async function* streamEvents(ctx: Pick<Ctx, 'db' | 'clock'>): AsyncGenerator<string> {
  const now = ctx.clock();
  const soon = { from: now, to: now + SOON_MS };
  const read = (afterId: number) =>
    store.listRanked(ctx.db, { afterId, limit: ARTISTS_PER_READ, soon });
  let next: ReturnType<typeof read> | null = read(Number.MIN_SAFE_INTEGER);
  let lead = '{"success":true,"data":{';
  while (next !== null) {
    const rows: store.RankedRow[] = await next;
    const last = rows.at(-1);
    next = rows.length < ARTISTS_PER_READ || last === undefined ? null : read(last.id);
    // Awaited in the next round; a failure before that is no unhandled one.
    next?.catch(() => undefined);
    // An even number of reads ends with an empty one.
    if (rows.length > 0 || lead !== ',') yield lead + rows.map(writeArtist).join(',');
    lead = ',';
  }
  yield '}}';
}

function writeArtist(row: store.RankedRow): string {
  const { name, score, countries, fewestTickets, isOnSaleSoon } = row;
  const ranking = rank({
    artistScore: score,
    views: {
      last30Days: row.viewsLast30Days,
      last7Days: row.viewsLast7Days,
      before28Days: row.viewsBefore28Days,
    },
    isOnSaleSoon: isOnSaleSoon === 1,
    countries: JSON.parse(countries).length,
    fewestTickets,
  });
  const scores = JSON.stringify({
    number_of_visits: row.viewsLast30Days,
    category_score: row.categoryScore,
    ranking,
  });
  return `${JSON.stringify(name)}:{"events":[${row.events}],"countries":${countries},${scores.slice(1)}`;
}

/** How far the feed is and what fails. */
export async function readFeedState(ctx: Pick<Ctx, 'db'>): Promise<FeedState> {
  const { sources, artists, read } = await store.readFeed(ctx.db);
  const concerts = sources.find(({ source }) => source === 'seatgeek');
  return {
    refreshed_at: concerts?.refreshedAt ? new Date(concerts.refreshedAt).toISOString() : null,
    artists,
    artists_read: read,
    problems: sources.flatMap(({ problem }) => problem ?? []),
  };
}

import { nextOpenings } from '../../../shared/dashboard/openings.ts';
import {
  DATA_SOURCES,
  type DashboardNumbers,
  type DashboardOutlook,
  type DataSource,
  type PartState,
} from '../../../shared/dashboard/schema.ts';
import { errorText } from '../../../shared/error-text.ts';
import { contactProblems } from '../../../shared/provider-contact.ts';
import { DAY_MS, isoTime } from '../../../shared/times.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { readActivity } from '../../db/activity.ts';
import { gatherReads } from '../../db/client.ts';
import { countArtists } from '../artist-monitor/index.ts';
import { listOutlook } from '../catalogues/index.ts';
import { checkHealth, readUptime } from '../health/index.ts';
import { listMovers } from '../price-monitor/index.ts';
import { countProfiles } from '../profiles/index.ts';
import { chartQueues, countQueues } from '../queues/index.ts';
import { readFeedNumbers } from '../resale-events/index.ts';
import { listSearches } from '../ticketing/index.ts';
import { generateUsers } from '../users/index.ts';

const WEEK_MS = 7 * DAY_MS;

/** The context of both parts of the answer. */
interface Sources {
  searches: Awaited<ReturnType<typeof listSearches>>;
  feed: Awaited<ReturnType<typeof readFeedNumbers>>;
  health: Awaited<ReturnType<typeof checkHealth>>;
}

/**
 * The figures that the specification names, and the outlook of the screen if the query requests it.
 */
export async function readDashboard(
  request: Ctx,
  { include }: { include?: 'outlook' | undefined },
): Promise<DashboardNumbers & { outlook?: DashboardOutlook }> {
  // About fourteen short reads, which are issued together and cost one round trip.
  const ctx = { ...request, db: gatherReads(request.db) };
  const reading = Promise.all([
    listSearches(ctx.db, signedIn(ctx).id),
    readFeedNumbers(ctx),
    checkHealth(ctx),
  ]).then(([searches, feed, health]): Sources => ({ searches, feed, health }));
  const [numbers, outlook] = await Promise.all([
    readNumbers(ctx, reading),
    include === 'outlook' ? readOutlook(ctx, reading) : undefined,
  ]);
  return { ...numbers, ...(outlook && { outlook }) };
}

/** Reads stored numbers only: no count takes longer with more data. */
async function readNumbers(ctx: Ctx, reading: Promise<Sources>): Promise<DashboardNumbers> {
  const [sources, activity, queues, profiles, artists, uptime, generator] = await Promise.all([
    reading,
    readActivity(ctx.db, ctx.clock() - WEEK_MS),
    countQueues(ctx),
    countProfiles(ctx.db, { now: ctx.clock() }),
    countArtists(ctx.db),
    readUptime(ctx),
    checkGenerator(ctx),
  ]);
  const { searches, feed, health } = sources;
  const { files_processed, ...queueNumbers } = queues;
  const generated = activity['users.generate'];
  const searched = activity['ticketing.search'];
  return {
    overview: {
      total_events: feed.events,
      artists_monitored: artists,
      users_generated: generated?.amount ?? 0,
      queue_files_processed: files_processed,
    },
    events: {
      upcoming_sales: feed.upcomingSales,
      active_countries: feed.countries,
      events_this_week: feed.thisWeek,
      recent_events: feed.recentEvents.map(({ artist, venue, date, isOnSale }) => ({
        artist,
        venue: venue ?? '',
        date: date ?? '',
        status: isOnSale === 1 ? 'onsale' : 'upcoming',
      })),
    },
    ticketmaster: {
      searches_performed: searched?.times ?? 0,
      last_search_results: searched?.lastAmount ?? 0,
      recent_searches: searches.map(({ artistId, artist, searchedAt, image }) => ({
        id: artistId,
        artist,
        date: isoTime(searchedAt),
        image,
      })),
    },
    queues: queueNumbers,
    profiles: {
      total_profiles: profiles,
      recent_uploads: activity['profiles.add']?.recentAmount ?? 0,
    },
    generators: {
      user_generator: {
        total_generated: generated?.amount ?? 0,
        last_batch_size: generated?.lastAmount ?? 0,
        last_generation: isoTime(generated?.lastAt ?? null),
      },
    },
    system: {
      api_status: 'operational',
      database_status: health.database === 'ok' ? 'operational' : 'offline',
      queue_system_status: queueState(uptime.state, queues.processing_queues),
      generator_status: generator,
      uptime: uptime.seconds,
      last_backup: isoTime(activity['backup.make']?.lastAt ?? null),
    },
  };
}

/** Generates one user to test the generator. */
async function checkGenerator({ log }: Ctx): Promise<PartState> {
  try {
    const users = await generateUsers('US', 1, 'check');
    return users.length === 1 ? 'operational' : 'degraded';
  } catch (error) {
    log.error('user generator fails', { text: errorText(error) });
    return 'offline';
  }
}

/** Scheduled work and uploads in parts are the desk's queues. */
function queueState(
  scheduled: Awaited<ReturnType<typeof readUptime>>['state'],
  unfinished: number,
): PartState {
  if (scheduled === 'stopped') return 'offline';
  return scheduled === 'starting' || unfinished > 0 ? 'processing' : 'operational';
}

/** The part for the screen: next sales, charts and the state of the data connections. */
async function readOutlook(ctx: Ctx, reading: Promise<Sources>): Promise<DashboardOutlook> {
  const { TICKETMASTER_API_KEY, SEATGEEK_CLIENT_ID } = ctx.env;
  const hasKey: Record<DataSource, boolean> = {
    Ticketmaster: TICKETMASTER_API_KEY !== undefined,
    SeatGeek: SEATGEEK_CLIENT_ID !== undefined,
    Wikimedia: true,
  };
  const [{ searches, feed, health }, { isCut, ...sales }, charts, moves, ...providers] =
    await Promise.all([
      reading,
      listOutlook(ctx),
      chartQueues(ctx),
      listMovers(ctx),
      ...DATA_SOURCES.map((name) => readProvider(ctx, name, hasKey[name])),
    ]);
  const searched = searches.flatMap(({ openings }) => openings);
  const next = nextOpenings({ ...sales, searched }, ctx.clock());
  return {
    ...next,
    has_more: next.has_more || isCut,
    queue_ratios: charts.days,
    account_classes: charts.classes,
    price_moves: moves,
    providers,
    problems: [...contactProblems(ctx.env), ...feed.problems],
    scanner: health.scanner === 'connected' ? 'connected' : 'not connected',
    ...(health.secrets !== undefined && { has_other_key: true as const }),
  };
}

/** The gate of a provider has its name in lower case. */
async function readProvider({ env, gateOf }: Ctx, name: DataSource, hasKey: boolean) {
  const quota = await gateOf(name.toLowerCase()).quota();
  const simulated = env.PROVIDERS === 'simulated' ? 'simulated' : null;
  return {
    name,
    state: simulated ?? (hasKey ? 'live' : 'missing'),
    quota: quota && { available: quota.available, limit: quota.limit },
  } as const;
}

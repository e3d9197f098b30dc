import { nextOpenings } from '../../../shared/dashboard/openings.ts';
import type {
  DashboardNumbers,
  DashboardOutlook,
  PartState,
} from '../../../shared/dashboard/schema.ts';
import { type Ctx, signedIn } from '../../context.ts';
import { readActivity } from '../../db/activity.ts';
import { checkHealth, readUptime } from '../health/index.ts';
import { countAllProfiles } from '../profiles/index.ts';
import { chartQueues, countQueues } from '../queues/index.ts';
import { listSearches } from '../ticketing/index.ts';

const WEEK_MS = 7 * 86_400_000;

type Searches = Awaited<ReturnType<typeof listSearches>>;

/** The numbers that the specification names, and the outlook of the screen if it is wanted. */
export async function readDashboard(
  ctx: Ctx,
  { include }: { include?: 'outlook' | undefined },
): Promise<DashboardNumbers & { outlook?: DashboardOutlook }> {
  const searches = listSearches(ctx.db, signedIn(ctx).id);
  const [numbers, outlook] = await Promise.all([
    readNumbers(ctx, searches),
    include === 'outlook' ? readOutlook(ctx, searches) : undefined,
  ]);
  return { ...numbers, ...(outlook && { outlook }) };
}

/** None of the numbers is read by a count whose time grows with the data. */
async function readNumbers(ctx: Ctx, searching: Promise<Searches>): Promise<DashboardNumbers> {
  const [activity, queues, profiles, searches, health, uptime] = await Promise.all([
    readActivity(ctx.db, ctx.clock() - WEEK_MS),
    countQueues(ctx),
    countAllProfiles(ctx.db),
    searching,
    checkHealth(ctx),
    readUptime(ctx),
  ]);
  const { files_processed, ...queueNumbers } = queues;
  const generated = activity['users.generate'];
  const searched = activity['ticketing.search'];
  return {
    overview: {
      total_events: 0,
      artists_monitored: 0,
      users_generated: generated?.amount ?? 0,
      queue_files_processed: files_processed,
    },
    events: {
      upcoming_sales: 0,
      active_countries: 0,
      events_this_week: 0,
      recent_events: [],
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
        last_generation: generated ? isoTime(generated.lastAt) : null,
      },
    },
    system: {
      api_status: 'operational',
      database_status: health.database === 'ok' ? 'operational' : 'offline',
      queue_system_status: queueState(uptime, queues.processing_queues),
      generator_status: 'operational',
      uptime: uptime ?? 0,
      last_backup: activity['backup.make'] ? isoTime(activity['backup.make'].lastAt) : null,
    },
  };
}

/** Scheduled work and uploads in parts are the desk's queues. */
function queueState(uptime: number | null, unfinished: number): PartState {
  if (uptime === 0) return 'offline';
  return uptime === null || unfinished > 0 ? 'processing' : 'operational';
}

/** What only the screen shows: next sales, charts and the state of the data connections. */
async function readOutlook(ctx: Ctx, searching: Promise<Searches>): Promise<DashboardOutlook> {
  const [searches, charts, health, quota] = await Promise.all([
    searching,
    chartQueues(ctx),
    checkHealth(ctx),
    ctx.gateOf('ticketmaster').quota(),
  ]);
  const searched = searches.flatMap(({ openings }) => openings);
  return {
    openings: nextOpenings({ monitored: [], searched }, ctx.clock()),
    queue_ratios: charts.days,
    account_classes: charts.classes,
    providers: [
      {
        name: 'Ticketmaster',
        state: stateOf(ctx, ctx.env.TICKETMASTER_API_KEY),
        quota: quota && { available: quota.available, limit: quota.limit },
      },
    ],
    scanner: health.scanner,
  };
}

function stateOf({ env }: Ctx, key: string | undefined) {
  if (env.PROVIDERS === 'simulated') return 'simulated';
  return key ? 'live' : 'missing';
}

const isoTime = (instant: number): string => new Date(instant).toISOString();

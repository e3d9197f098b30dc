import { type Metric, type Sample, writeMetrics } from '../../../shared/metrics/exposition.ts';
import type { Ctx } from '../../context/context.ts';
import { databaseUse } from '../../db/use.ts';
import { connectedSessions } from '../../durable/channel-client.ts';
import { connectedScanners } from '../../durable/scan-desk-client.ts';
import { listCatalogues, readWaiting } from './store.ts';

/** The gates with a daily quota. */
const PROVIDERS = ['ticketmaster', 'seatgeek', 'wikimedia', 'musicbrainz', 'listenbrainz'];

const metric = (
  type: Metric['type'],
  name: string,
  help: string,
  samples: readonly Sample[],
): Metric => ({ name: `boxoffice_${name}`, help, type, samples });

/** The name of this isolate in its counters. It is chosen with the first call, because random values need one. */
const isolate = { id: '' };

/**
 * Counters of this isolate, with its name: several isolates have separate series, so that no
 * counter seems to decrease.
 */
function ofIsolate(metrics: readonly Metric[]): Metric[] {
  if (isolate.id === '') isolate.id = crypto.randomUUID().slice(0, 8);
  return metrics.map(({ samples, ...rest }) => ({
    ...rest,
    samples: samples.map((sample) => ({
      ...sample,
      labels: { ...sample.labels, isolate: isolate.id },
    })),
  }));
}

/**
 * The value of a check; null, with a line in the log, if it fails. Other metrics are then written
 * without it.
 */
async function readPart<T>(ctx: Ctx, part: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    ctx.log.error(`no metrics of ${part}`, { text: String(error) });
    return null;
  }
}

/** The state of the product in the text format of Prometheus, after `traffic`, the metrics of calls. */
export async function readMetrics(ctx: Ctx, traffic: readonly Metric[]): Promise<string> {
  const { db, env, clock, gateOf } = ctx;
  const now = clock();
  const [waiting, catalogues, scanners, sessions, ...quotas] = await Promise.all([
    readPart(ctx, 'the database', () => readWaiting(db, now)),
    readPart(ctx, 'catalogues', () => listCatalogues(db)),
    readPart(ctx, 'scanners', () => connectedScanners(ctx)),
    readPart(ctx, 'the channel', () => connectedSessions(env.bindings)),
    ...PROVIDERS.map((name) => readPart(ctx, name, () => gateOf(name).quota())),
  ]);
  const quota = (part: 'available' | 'limit') =>
    PROVIDERS.flatMap((provider, at) => {
      const value = quotas[at]?.[part];
      return value === undefined ? [] : [{ labels: { provider }, value }];
    });
  const jobs = (value: (row: NonNullable<typeof waiting>[number]) => number) =>
    (waiting ?? []).map((row) => ({ labels: { job: row.job }, value: value(row) }));
  const one = (value: number | undefined) => (value === undefined ? [] : [{ value }]);
  return writeMetrics([
    ...ofIsolate([
      ...traffic,
      metric('counter', 'database_calls_total', 'Calls of the database by this isolate.', [
        { value: databaseUse.calls },
      ]),
      metric('counter', 'database_failures_total', 'Calls of the database that failed.', [
        { value: databaseUse.failures },
      ]),
      metric('counter', 'database_seconds_total', 'Time until the database answered.', [
        { value: databaseUse.ms / 1000 },
      ]),
    ]),
    metric(
      'gauge',
      'jobs_waiting',
      'Work that is due and not done.',
      jobs(({ count }) => count),
    ),
    metric(
      'gauge',
      'jobs_age_seconds',
      'For how long the first of them has been due.',
      jobs(({ since }) => (since === null ? 0 : Math.max(0, now - since) / 1000)),
    ),
    metric(
      'gauge',
      'failing',
      'Watched events, artists, mailboxes, posts, channels and catalogues whose last try failed.',
      jobs(({ failing }) => failing),
    ),
    metric('gauge', 'provider_quota_available', 'Calls left today.', quota('available')),
    metric('gauge', 'provider_quota_limit', 'Calls of a day.', quota('limit')),
    metric(
      'gauge',
      'catalogue_events',
      'Events in the catalogue of a country.',
      (catalogues ?? []).map(({ country, events }) => ({ labels: { country }, value: events })),
    ),
    metric(
      'gauge',
      'catalogue_age_seconds',
      'The time since the catalogue of a country was read to its end.',
      (catalogues ?? []).flatMap(({ country, readAt }) =>
        readAt === null ? [] : [{ labels: { country }, value: Math.max(0, now - readAt) / 1000 }],
      ),
    ),
    metric('gauge', 'scanners_connected', 'Connected mailbox scanners.', one(scanners?.length)),
    metric('gauge', 'channel_sockets', 'Browsers on the live channel.', one(sessions?.length)),
  ]);
}

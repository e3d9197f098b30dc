import { type Context, Hono } from 'hono';
import { setMetric, timing } from 'hono/timing';
import {
  artistEventsAnswer,
  artistIdParam,
  artistNameParam,
  artistSearchAnswer,
  availableSectionsAnswer,
  availableSectionsRequest,
  eventsByIdsAnswer,
  eventsByIdsQuery,
  PROVIDER_AGE_HEADER,
  PROVIDER_MISSING_HEADER,
  PROVIDER_QUOTA_HEADER,
} from '../../../shared/ticketing/schema.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate } from '../../http/validate.ts';
import {
  findArtists,
  findSections,
  listArtistEvents,
  listEventsByIds,
  type ProviderReport,
} from './service.ts';

/** Sends the metrics that `writeReport` sets as the Server-Timing header. */
const sendTimes = timing({ total: false });
/** The limit for each call. A selection of many artists is loaded with one call for each artist. */
const CALLS_A_MINUTE = 120;

/** The headers of {@link writeReport}. */
const REPORT_HEADERS = {
  [PROVIDER_QUOTA_HEADER]:
    'The rest of the daily allowance: `available=4990, limit=5000, resets=2026-11-21T00:00:00Z`.',
  [PROVIDER_MISSING_HEADER]: 'The number of entries that the provider counts and did not return.',
  [PROVIDER_AGE_HEADER]: 'The age of a cached answer in seconds.',
  'Server-Timing': 'Milliseconds of the provider, of the wait for its pace, and of the server.',
};

/** The ticketing search. */
export const ticketingRoutes = new Hono<AppEnv>()
  .get(
    '/events/get_artists/:name',
    answers(artistSearchAnswer, { headers: REPORT_HEADERS }),
    perMinute(CALLS_A_MINUTE),
    sendTimes,
    validate('param', artistNameParam),
    async (c) => {
      const { value, report } = await findArtists(c.var.ctx, c.req.valid('param').name);
      writeReport(c, report);
      return c.json({ success: true as const, artists: value }, 200);
    },
  )
  .get(
    '/events/artist/:id',
    answers(artistEventsAnswer, { headers: REPORT_HEADERS }),
    perMinute(CALLS_A_MINUTE),
    sendTimes,
    validate('param', artistIdParam),
    async (c) => {
      const { value, report } = await listArtistEvents(c.var.ctx, c.req.valid('param').id);
      writeReport(c, report);
      return c.json({ success: true as const, data: value, eventCount: value.length }, 200);
    },
  )
  .get(
    '/events/by-ids',
    answers(eventsByIdsAnswer, { headers: REPORT_HEADERS }),
    perMinute(CALLS_A_MINUTE),
    sendTimes,
    validate('query', eventsByIdsQuery),
    async (c) => {
      const { value, report } = await listEventsByIds(c.var.ctx, c.req.valid('query').ids);
      writeReport(c, report);
      return c.json({ success: true as const, data: value.events, missing: value.missing }, 200);
    },
  )
  .post(
    '/events/get-available-sections',
    access('read'),
    answers(availableSectionsAnswer, { headers: REPORT_HEADERS }),
    perMinute(CALLS_A_MINUTE),
    sendTimes,
    validate('json', availableSectionsRequest),
    async (c) => {
      const { value, report } = await findSections(c.var.ctx, c.req.valid('json').event_url);
      writeReport(c, report);
      return c.json({ success: true as const, data: value }, 200);
    },
  );

/** Writes facts without a field in the specified body into headers. */
function writeReport(c: Context<AppEnv>, report: ProviderReport): void {
  const { quota, missing, times, ageMs } = report;
  if (quota !== '') c.header(PROVIDER_QUOTA_HEADER, quota);
  if (missing > 0) c.header(PROVIDER_MISSING_HEADER, String(missing));
  if (ageMs !== undefined) c.header(PROVIDER_AGE_HEADER, String(Math.round(ageMs / 1_000)));
  setMetric(c, 'provider', times.providerMs);
  setMetric(c, 'wait', times.waitedMs);
  setMetric(c, 'own', times.ownMs);
  setMetric(c, 'calls', String(times.calls));
}

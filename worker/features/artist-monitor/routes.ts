import { Hono } from 'hono';
import { emptyAnswer } from '../../../shared/answers.ts';
import {
  artistChangesAnswer,
  artistChangesQuery,
  artistChecksAnswer,
  artistChecksQuery,
  changedMonitoredArtist,
  monitoredArtistParam,
  monitoredArtistsAnswer,
  newMonitoredArtist,
} from '../../../shared/artist-monitor/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate } from '../../http/validate.ts';
import {
  addMonitoredArtist,
  changeMonitoredArtist,
  checkArtistNow,
  listMonitoredArtists,
  readChanges,
  readChecks,
  removeMonitoredArtist,
} from './service.ts';

/** The calls of the artist monitor. */
export const artistMonitorRoutes = new Hono<AppEnv>()
  .get('/events/monitored-artists', answers(monitoredArtistsAnswer), async (c) => {
    const data = await listMonitoredArtists(c.var.ctx);
    return c.json({ success: true as const, data }, 200);
  })
  .post(
    '/events/monitored-artists',
    answers(emptyAnswer, { status: 201 }),
    validate('json', newMonitoredArtist),
    async (c) => {
      await addMonitoredArtist(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const }, 201);
    },
  )
  .put(
    '/events/monitored-artists/:artist_id',
    answers(emptyAnswer),
    validate('param', monitoredArtistParam),
    validate('json', changedMonitoredArtist),
    async (c) => {
      const { artist_id } = c.req.valid('param');
      await changeMonitoredArtist(c.var.ctx, artist_id, c.req.valid('json'));
      return c.json({ success: true as const }, 200);
    },
  )
  .delete(
    '/events/monitored-artists/:artist_id',
    answers(emptyAnswer),
    validate('param', monitoredArtistParam),
    async (c) => {
      await removeMonitoredArtist(c.var.ctx, c.req.valid('param').artist_id);
      return c.json({ success: true as const }, 200);
    },
  )
  .post(
    '/events/monitored-artists/:artist_id/check',
    answers(emptyAnswer),
    // A check costs calls of the provider's daily allowance.
    perMinute(10),
    validate('param', monitoredArtistParam),
    async (c) => {
      await checkArtistNow(c.var.ctx, c.req.valid('param').artist_id);
      return c.json({ success: true as const }, 200);
    },
  )
  .get(
    '/events/artist-checks',
    answers(artistChecksAnswer),
    validate('query', artistChecksQuery),
    async (c) => {
      const checks = await readChecks(c.var.ctx, c.req.valid('query').seen);
      return c.json({ success: true as const, ...checks }, 200);
    },
  )
  .get(
    '/events/artist-changes',
    answers(artistChangesAnswer),
    validate('query', artistChangesQuery),
    async (c) => {
      const page = await readChanges(c.var.ctx, c.req.valid('query'));
      return c.json({ success: true as const, ...page }, 200);
    },
  );

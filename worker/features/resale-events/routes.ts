import { Hono } from 'hono';
import {
  type ArtistBlocksAnswer,
  artistBlocksAnswer,
  artistMatchesAnswer,
  artistSearchQuery,
  type ConcertsAnswer,
  concertsAnswer,
  feedStateAnswer,
  type ResaleEventsAnswer,
  resaleEventsAnswer,
} from '../../../shared/resale-events/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { atOnce } from '../../http/rate-limit.ts';
import { streamJson } from '../../http/text-stream.ts';
import { validate, validId } from '../../http/validate.ts';
import {
  findArtists,
  readFeedState,
  streamArtists,
  streamConcerts,
  streamEvents,
} from './service.ts';

/** The resale feed: all artists with their concerts and scores, and how new they are. */
export const resaleEventsRoutes = new Hono<AppEnv>()
  .get('/events', answers(resaleEventsAnswer), atOnce(2, { waitMs: 20_000 }), (c) =>
    streamJson<ResaleEventsAnswer>(c, streamEvents(c.var.ctx)),
  )
  .get('/events/feed', answers(feedStateAnswer), async (c) => {
    const data = await readFeedState(c.var.ctx);
    return c.json({ success: true as const, data }, 200);
  })
  .get('/events/feed/artists', answers(artistBlocksAnswer), atOnce(2, { waitMs: 20_000 }), (c) =>
    streamJson<ArtistBlocksAnswer>(c, streamArtists(c.var.ctx)),
  )
  .get('/events/feed/artists/:id', answers(concertsAnswer), validId, (c) =>
    streamJson<ConcertsAnswer>(c, streamConcerts(c.var.ctx, c.req.valid('param').id)),
  )
  .get(
    '/events/feed/matches',
    answers(artistMatchesAnswer),
    validate('query', artistSearchQuery),
    async (c) => {
      const data = await findArtists(c.var.ctx, c.req.valid('query').search);
      return c.json({ success: true as const, data }, 200);
    },
  );

import { Hono } from 'hono';
import {
  feedStateAnswer,
  type ResaleEventsAnswer,
  resaleEventsAnswer,
} from '../../../shared/resale-events/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { atOnce } from '../../http/rate-limit.ts';
import { streamJson } from '../../http/text-stream.ts';
import { readFeedState, streamEvents } from './service.ts';

/** The resale feed: all artists with their concerts and scores, and how new they are. */
export const resaleEventsRoutes = new Hono<AppEnv>()
  .get('/events', answers(resaleEventsAnswer), atOnce(2, { waitMs: 20_000 }), (c) =>
    streamJson<ResaleEventsAnswer>(c, streamEvents(c.var.ctx)),
  )
  .get('/events/feed', answers(feedStateAnswer), async (c) => {
    const data = await readFeedState(c.var.ctx);
    return c.json({ success: true as const, data }, 200);
  });

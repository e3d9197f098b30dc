import { Hono } from 'hono';
import {
  eventsByUrlsAnswer,
  eventsByUrlsRequest,
  webhookPresetsAnswer,
} from '../../../shared/encore/schema.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate } from '../../http/validate.ts';
import { resolveEvents } from './service.ts';

/** The calls of the Encore generator. Its file is made in the browser. */
export const encoreRoutes = new Hono<AppEnv>()
  .get('/encore/webhook-presets', access('read', 'secrets'), answers(webhookPresetsAnswer), (c) =>
    c.json({ success: true as const, presets: c.var.ctx.env.CART_WEBHOOK_PRESETS }, 200),
  )
  .post(
    '/events/by-urls',
    access('read'),
    answers(eventsByUrlsAnswer),
    perMinute(60),
    validate('json', eventsByUrlsRequest),
    async (c) => {
      const results = await resolveEvents(c.var.ctx, c.req.valid('json').urls);
      return c.json({ success: true as const, results }, 200);
    },
  );

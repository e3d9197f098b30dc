import { Hono } from 'hono';
import {
  addTargetsRequest,
  newPriceAlert,
  pauseTargetsRequest,
  priceEventQuery,
  priceEventRequest,
  priceHistoryQuery,
  tagTargetsRequest,
  targetFilter,
  targetIdsRequest,
  targetsQuery,
} from '../../../shared/price-monitor/schema.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { bodyLimit, MIB } from '../../http/body-limit.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { streamText } from '../../http/text-stream.ts';
import { validate, validId } from '../../http/validate.ts';
import { addAlert, deleteAlert, listAlerts, testAlert } from './alerts/service.ts';
import { readHistory } from './history/service.ts';
import {
  addTarget,
  addTargets,
  checkNow,
  exportTargets,
  listUrls,
  pauseTargets,
  readTarget,
  readTargets,
  removeTarget,
  removeTargets,
  tagTargets,
} from './targets/service.ts';

/** 2,000 addresses at their longest. */
const BULK_LIMIT = 5 * MIB;

/** The price monitor. */
export const priceMonitorRoutes = new Hono<AppEnv>()
  .get('/events/monitored-price-event', async (c) => {
    const data = await listUrls(c.var.ctx);
    return c.json({ success: true as const, data }, 200);
  })
  .post('/events/monitored-price-event', validate('json', priceEventRequest), async (c) => {
    await addTarget(c.var.ctx, c.req.valid('json').url);
    return c.json({ success: true as const, message: 'Event added' }, 201);
  })
  .delete('/events/monitored-price-event', validate('json', priceEventRequest), async (c) => {
    await removeTarget(c.var.ctx, c.req.valid('json').url);
    return c.json({ success: true as const, message: 'Event removed' }, 200);
  })
  .post('/events/update-monitored-price-event', perMinute(20), async (c) => {
    const events = await checkNow(c.var.ctx, 'all');
    return c.json({ success: true as const, message: 'Price data is being updated', events }, 200);
  })
  .get('/events/price-targets', validate('query', targetsQuery), async (c) => {
    const page = await readTargets(c.var.ctx, c.req.valid('query'));
    return c.json({ success: true as const, ...page }, 200);
  })
  .post(
    '/events/price-targets',
    bodyLimit(BULK_LIMIT),
    validate('json', addTargetsRequest),
    async (c) => {
      const report = await addTargets(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, ...report }, 200);
    },
  )
  .get('/events/price-targets/export', validate('query', targetFilter), async (c) => {
    const csv = await streamText(exportTargets(c.var.ctx, c.req.valid('query')));
    return c.body(csv, 200, { 'Content-Type': 'text/csv; charset=utf-8' });
  })
  .post('/events/price-targets/pause', validate('json', pauseTargetsRequest), async (c) => {
    const { ids, is_paused } = c.req.valid('json');
    await pauseTargets(c.var.ctx, ids, is_paused);
    return c.json(
      { success: true as const, message: is_paused ? 'Events paused' : 'Events resumed' },
      200,
    );
  })
  .post('/events/price-targets/tags', validate('json', tagTargetsRequest), async (c) => {
    await tagTargets(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, message: 'Tags changed' }, 200);
  })
  .post('/events/price-targets/remove', validate('json', targetIdsRequest), async (c) => {
    await removeTargets(c.var.ctx, c.req.valid('json').ids);
    return c.json({ success: true as const, message: 'Events removed' }, 200);
  })
  .post(
    '/events/price-targets/check',
    perMinute(120),
    validate('json', targetIdsRequest),
    async (c) => {
      const events = await checkNow(c.var.ctx, c.req.valid('json').ids);
      return c.json(
        { success: true as const, message: 'Price data is being updated', events },
        200,
      );
    },
  )
  .get('/events/price-target', validate('query', priceEventQuery), async (c) => {
    const found = await readTarget(c.var.ctx, c.req.valid('query').url);
    return c.json({ success: true as const, ...found }, 200);
  })
  .get('/events/price-history', validate('query', priceHistoryQuery), async (c) => {
    const history = await readHistory(c.var.ctx, c.req.valid('query'));
    return c.json({ success: true as const, ...history }, 200);
  })
  .get('/events/price-alerts', validate('query', priceEventQuery), async (c) => {
    const data = await listAlerts(c.var.ctx, c.req.valid('query').url);
    return c.json({ success: true as const, data }, 200);
  })
  .post('/events/price-alerts', validate('json', newPriceAlert), async (c) => {
    const data = await addAlert(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, data, message: 'Alert added' }, 201);
  })
  .post('/events/price-alerts/:id/test', perMinute(20), validId, async (c) => {
    await testAlert(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'Test sent' }, 200);
  })
  .delete('/events/price-alerts/:id', validId, async (c) => {
    await deleteAlert(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'Alert deleted' }, 200);
  });

import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  addAlertAnswer,
  addAlertsAnswer,
  addEventsAnswer,
  addEventsRequest,
  addTagAlertAnswer,
  alertsAnswer,
  checkNowAnswer,
  eventFilter,
  eventIdsRequest,
  eventsQuery,
  monitoredUrlsAnswer,
  newEventAlerts,
  newPriceAlert,
  newTagAlert,
  pauseEventsRequest,
  priceEventQuery,
  priceEventRequest,
  priceHistoryAnswer,
  priceHistoryQuery,
  priceObservation,
  priceObservationAnswer,
  tagAlertsAnswer,
  tagEventsRequest,
  watchedEventAnswer,
  watchedEventsAnswer,
} from '../../../shared/price-monitor/schema.ts';
import { answers, answersFile } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { bodyLimit, MIB } from '../../http/body-limit.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { streamText } from '../../http/text-stream.ts';
import { validate, validId } from '../../http/validate.ts';
import { addAlert, addAlerts, deleteAlert, listAlerts, testAlert } from './alerts/service.ts';
import { addTagAlert, listTagAlerts } from './alerts/tag-alerts.ts';
import { addObservation } from './checks/observations.ts';
import {
  addEvent,
  addEvents,
  checkNow,
  exportEvents,
  listUrls,
  pauseEvents,
  readEvent,
  readEvents,
  removeEvent,
  removeEvents,
  tagEvents,
} from './events/service.ts';
import { readHistory } from './history/service.ts';

/** The size of 2,000 addresses of maximum length. */
const BULK_LIMIT = 5 * MIB;
/** The size of a pasted page of 5 MiB, escaped as JSON. */
const PASTE_LIMIT = 12 * MIB;

/** The price monitor. */
export const priceMonitorRoutes = new Hono<AppEnv>()
  .get('/events/monitored-price-event', answers(monitoredUrlsAnswer), async (c) => {
    const data = await listUrls(c.var.ctx);
    return c.json({ success: true as const, data }, 200);
  })
  .post(
    '/events/monitored-price-event',
    answers(doneAnswer, { status: 201 }),
    validate('json', priceEventRequest),
    async (c) => {
      await addEvent(c.var.ctx, c.req.valid('json').url);
      return c.json({ success: true as const, message: 'Event added' }, 201);
    },
  )
  .delete(
    '/events/monitored-price-event',
    answers(doneAnswer),
    validate('json', priceEventRequest),
    async (c) => {
      await removeEvent(c.var.ctx, c.req.valid('json').url);
      return c.json({ success: true as const, message: 'Event removed' }, 200);
    },
  )
  .post(
    '/events/update-monitored-price-event',
    answers(checkNowAnswer),
    perMinute(20),
    async (c) => {
      const events = await checkNow(c.var.ctx, 'all');
      return c.json(
        { success: true as const, message: 'Price data is being updated', events },
        200,
      );
    },
  )
  .get(
    '/events/price-targets',
    answers(watchedEventsAnswer),
    validate('query', eventsQuery),
    async (c) => {
      const page = await readEvents(c.var.ctx, c.req.valid('query'));
      return c.json({ success: true as const, ...page }, 200);
    },
  )
  .post(
    '/events/price-targets',
    answers(addEventsAnswer),
    bodyLimit(BULK_LIMIT),
    validate('json', addEventsRequest),
    async (c) => {
      const report = await addEvents(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, ...report }, 200);
    },
  )
  .get(
    '/events/price-targets/export',
    answersFile('text/csv'),
    validate('query', eventFilter),
    async (c) => {
      const csv = await streamText(exportEvents(c.var.ctx, c.req.valid('query')));
      return c.body(csv, 200, { 'Content-Type': 'text/csv; charset=utf-8' });
    },
  )
  .post(
    '/events/price-targets/pause',
    answers(doneAnswer),
    validate('json', pauseEventsRequest),
    async (c) => {
      const { ids, is_paused } = c.req.valid('json');
      await pauseEvents(c.var.ctx, ids, is_paused);
      return c.json(
        { success: true as const, message: is_paused ? 'Events paused' : 'Events resumed' },
        200,
      );
    },
  )
  .post(
    '/events/price-targets/tags',
    answers(doneAnswer),
    validate('json', tagEventsRequest),
    async (c) => {
      await tagEvents(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Tags changed' }, 200);
    },
  )
  .post(
    '/events/price-targets/alerts',
    answers(addAlertsAnswer, { status: 201 }),
    validate('json', newEventAlerts),
    async (c) => {
      const counts = await addAlerts(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Alerts added', ...counts }, 201);
    },
  )
  .post(
    '/events/price-targets/remove',
    answers(doneAnswer),
    validate('json', eventIdsRequest),
    async (c) => {
      await removeEvents(c.var.ctx, c.req.valid('json').ids);
      return c.json({ success: true as const, message: 'Events removed' }, 200);
    },
  )
  .post(
    '/events/price-targets/check',
    answers(checkNowAnswer),
    perMinute(120),
    validate('json', eventIdsRequest),
    async (c) => {
      const events = await checkNow(c.var.ctx, c.req.valid('json').ids);
      return c.json(
        { success: true as const, message: 'Price data is being updated', events },
        200,
      );
    },
  )
  .get(
    '/events/price-target',
    answers(watchedEventAnswer),
    validate('query', priceEventQuery),
    async (c) => {
      const event = await readEvent(c.var.ctx, c.req.valid('query').url);
      return c.json({ success: true as const, ...event }, 200);
    },
  )
  .post(
    '/events/price-observations',
    answers(priceObservationAnswer, { status: 201 }),
    perMinute(60),
    bodyLimit(PASTE_LIMIT),
    validate('json', priceObservation),
    async (c) => {
      const data = await addObservation(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, data, message: 'Prices read' }, 201);
    },
  )
  .get(
    '/events/price-history',
    answers(priceHistoryAnswer),
    validate('query', priceHistoryQuery),
    async (c) => {
      const history = await readHistory(c.var.ctx, c.req.valid('query'));
      return c.json({ success: true as const, ...history }, 200);
    },
  )
  .get(
    '/events/price-alerts',
    answers(alertsAnswer),
    validate('query', priceEventQuery),
    async (c) => {
      const data = await listAlerts(c.var.ctx, c.req.valid('query').url);
      return c.json({ success: true as const, data }, 200);
    },
  )
  .post(
    '/events/price-alerts',
    answers(addAlertAnswer, { status: 201 }),
    validate('json', newPriceAlert),
    async (c) => {
      const data = await addAlert(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, data, message: 'Alert added' }, 201);
    },
  )
  .get('/events/tag-alerts', answers(tagAlertsAnswer), async (c) => {
    const data = await listTagAlerts(c.var.ctx);
    return c.json({ success: true as const, data }, 200);
  })
  .post(
    '/events/tag-alerts',
    answers(addTagAlertAnswer, { status: 201 }),
    validate('json', newTagAlert),
    async (c) => {
      const id = await addTagAlert(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Alert added', id }, 201);
    },
  )
  .post('/events/price-alerts/:id/test', answers(doneAnswer), perMinute(20), validId, async (c) => {
    await testAlert(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'Test sent' }, 200);
  })
  .delete('/events/price-alerts/:id', answers(doneAnswer), validId, async (c) => {
    await deleteAlert(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'Alert deleted' }, 200);
  });

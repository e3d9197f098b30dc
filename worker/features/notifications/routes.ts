import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  mutedRequest,
  notificationsAnswer,
  notificationsQuery,
  readRequest,
  resendAnswer,
} from '../../../shared/notifications/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate } from '../../http/validate.ts';
import { listNotifications, markRead, muteKinds, resendFailed } from './service.ts';

/** The calls of notifications. */
export const notificationsRoutes = new Hono<AppEnv>()
  .get(
    '/notifications',
    answers(notificationsAnswer),
    validate('query', notificationsQuery),
    async (c) => {
      const page = await listNotifications(c.var.ctx, c.req.valid('query'));
      return c.json({ success: true as const, ...page }, 200);
    },
  )
  .post('/notifications/read', answers(doneAnswer), validate('json', readRequest), async (c) => {
    await markRead(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, message: 'Marked as read' }, 200);
  })
  .put('/notifications/muted', answers(doneAnswer), validate('json', mutedRequest), async (c) => {
    await muteKinds(c.var.ctx, c.req.valid('json').kinds);
    return c.json({ success: true as const, message: 'Muted kinds saved' }, 200);
  })
  .post('/notifications/resend', answers(resendAnswer), perMinute(10), async (c) => {
    const resent = await resendFailed(c.var.ctx);
    return c.json({ success: true as const, resent, message: 'Sent again' }, 200);
  });

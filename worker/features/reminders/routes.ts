import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  followedSale,
  followsAnswer,
  followsQuery,
  reminderSettings,
  reminderSettingsAnswer,
} from '../../../shared/reminders/schema.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate } from '../../http/validate.ts';
import { changeSettings, followSale, listFollows, readSettings } from './service.ts';

/** The sales that an operator follows, and how long before their openings the operator is reminded. */
export const remindersRoutes = new Hono<AppEnv>()
  .post(
    '/sales/followed',
    access('read'),
    answers(followsAnswer),
    perMinute(240),
    validate('json', followsQuery),
    async (c) => {
      const follows = await listFollows(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, ...follows }, 200);
    },
  )
  .post(
    '/sales/follow',
    answers(doneAnswer),
    perMinute(120),
    validate('json', followedSale),
    async (c) => {
      await followSale(c.var.ctx, c.req.valid('json'), true);
      return c.json({ success: true as const, message: 'Sale followed' }, 200);
    },
  )
  .delete(
    '/sales/follow',
    answers(doneAnswer),
    perMinute(120),
    validate('json', followedSale),
    async (c) => {
      await followSale(c.var.ctx, c.req.valid('json'), false);
      return c.json({ success: true as const, message: 'Sale not followed any more' }, 200);
    },
  )
  .get('/reminder-settings', answers(reminderSettingsAnswer), async (c) => {
    const settings = await readSettings(c.var.ctx);
    return c.json({ success: true as const, ...settings }, 200);
  })
  .put(
    '/reminder-settings',
    answers(reminderSettingsAnswer),
    validate('json', reminderSettings),
    async (c) => {
      const settings = await changeSettings(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, ...settings }, 200);
    },
  );

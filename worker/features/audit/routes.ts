import { Hono } from 'hono';
import { historyAnswer, historyQuery } from '../../../shared/audit/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate } from '../../http/validate.ts';
import { readHistory } from './service.ts';

/** The history of an object, from the audit trail. */
export const auditRoutes = new Hono<AppEnv>().get(
  '/history',
  answers(historyAnswer),
  validate('query', historyQuery),
  async (c) => {
    const page = await readHistory(c.var.ctx, c.req.valid('query'));
    return c.json({ success: true as const, ...page }, 200);
  },
);

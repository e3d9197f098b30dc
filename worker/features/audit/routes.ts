import { Hono } from 'hono';
import { type HistoryAnswer, historyQuery } from '../../../shared/audit/schema.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate } from '../../http/validate.ts';
import { readHistory } from './service.ts';

/** The history of an object, from the audit trail. */
export const auditRoutes = new Hono<AppEnv>().get(
  '/history',
  validate('query', historyQuery),
  async (c) => {
    const page = await readHistory(c.var.ctx, c.req.valid('query'));
    const answer: HistoryAnswer = { success: true, ...page };
    return c.json(answer, 200);
  },
);

import { Hono } from 'hono';
import { dashboardAnswer, dashboardQuery } from '../../../shared/dashboard/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate } from '../../http/validate.ts';
import { readDashboard } from './service.ts';

/** The figures of the desk. */
export const dashboardRoutes = new Hono<AppEnv>().get(
  '/dashboard',
  answers(dashboardAnswer),
  validate('query', dashboardQuery),
  async (c) => {
    const dashboard = await readDashboard(c.var.ctx, c.req.valid('query'));
    return c.json({ success: true as const, ...dashboard }, 200);
  },
);

import { Hono } from 'hono';
import { type DashboardAnswer, dashboardQuery } from '../../../shared/dashboard/schema.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate } from '../../http/validate.ts';
import { readDashboard } from './service.ts';

/** The numbers of the desk. */
export const dashboardRoutes = new Hono<AppEnv>().get(
  '/dashboard',
  validate('query', dashboardQuery),
  async (c) => {
    const dashboard = await readDashboard(c.var.ctx, c.req.valid('query'));
    const answer: DashboardAnswer = { success: true, ...dashboard };
    return c.json(answer, 200);
  },
);

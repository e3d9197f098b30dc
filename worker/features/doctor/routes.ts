import { Hono } from 'hono';
import { findingsAnswer } from '../../../shared/doctor/schema.ts';
import { isoTime } from '../../../shared/times.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { examine } from './service.ts';

/** The checks of the installation, as far as the server can make them. */
export const doctorRoutes = new Hono<AppEnv>().get(
  '/doctor',
  answers(findingsAnswer),
  perMinute(60),
  async (c) => {
    const { ctx } = c.var;
    const data = await examine(ctx);
    return c.json({ success: true as const, data, checked_at: isoTime(ctx.clock()) }, 200);
  },
);

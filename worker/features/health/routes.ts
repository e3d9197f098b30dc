import { Hono } from 'hono';
import { healthAnswer, healthFailure } from '../../../shared/health/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { recognizeOperator } from '../../http/guard.ts';
import { authenticate } from '../account/index.ts';
import { checkHealth } from './service.ts';

/** The state of the product's parts. Signed-in operators also get the names of the scanners and the sizes of the files. */
export const healthRoutes = new Hono<AppEnv>().get(
  '/health',
  answers(healthAnswer, { failure: healthFailure }),
  recognizeOperator(authenticate),
  async (c) => {
    const { scanners, disk, ...health } = await checkHealth(c.var.ctx);
    const details = { scanners, ...(disk && { disk }) };
    const answer = c.var.ctx.operator === null ? health : { ...health, ...details };
    if (health.database === 'ok') return c.json({ success: true as const, ...answer }, 200);
    const message = 'The database cannot be reached.';
    return c.json({ success: false as const, message, ...answer }, 503);
  },
);

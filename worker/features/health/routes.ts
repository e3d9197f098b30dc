import { Hono } from 'hono';
import { healthAnswer, healthFailure } from '../../../shared/health/schema.ts';
import type { Operator } from '../../context/context.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { recognizeOperator } from '../../http/guard.ts';
import { authenticateCaller } from '../api-tokens/index.ts';
import { checkHealth } from './service.ts';

/**
 * Whether an operator may read details: with a password chosen by the operator, and through a token
 * only with the scope `read`.
 */
const mayReadDetails = (operator: Operator | null): boolean =>
  operator !== null &&
  operator.mustChangePassword !== true &&
  operator.apiToken?.scopes.includes('read') !== false;

/**
 * The state of the product's parts. Signed-in operators also get the scanners' names, the sizes of the files and notes.
 */
export const healthRoutes = new Hono<AppEnv>().get(
  '/health',
  access('public'),
  answers(healthAnswer, { failure: healthFailure }),
  recognizeOperator(authenticateCaller),
  async (c) => {
    const { scanners, disk, notes, ...health } = await checkHealth(c.var.ctx);
    const details = { scanners, ...(notes && { notes }), ...(disk && { disk }) };
    const answer = mayReadDetails(c.var.ctx.operator) ? { ...health, ...details } : health;
    if (health.database === 'ok') return c.json({ success: true as const, ...answer }, 200);
    const message = 'The database cannot be reached.';
    return c.json({ success: false as const, message, ...answer }, 503);
  },
);

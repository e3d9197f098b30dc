import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { checkHealth } from './service.ts';

export const healthRoutes = new Hono<AppEnv>().get('/health', async (c) => {
  const health = await checkHealth(c.var.ctx);
  if (health.database === 'ok') return c.json({ success: true as const, ...health }, 200);
  const message = 'The database cannot be reached.';
  return c.json({ success: false as const, message, ...health }, 503);
});

import { Hono } from 'hono';
import { sampleDataAnswer } from '../../../shared/sample-data/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { loadSampleData, readSampleData, removeSampleData } from './service.ts';

/** The calls of the sample data. */
export const sampleDataRoutes = new Hono<AppEnv>()
  .get('/sample-data', answers(sampleDataAnswer), async (c) => {
    const report = await readSampleData(c.var.ctx);
    return c.json({ success: true as const, ...report }, 200);
  })
  .post('/sample-data', answers(sampleDataAnswer, { status: 202 }), async (c) => {
    const report = await loadSampleData(c.var.ctx);
    return c.json({ success: true as const, ...report }, 202);
  })
  .delete('/sample-data', answers(sampleDataAnswer, { status: 202 }), async (c) => {
    const report = await removeSampleData(c.var.ctx);
    return c.json({ success: true as const, ...report }, 202);
  });

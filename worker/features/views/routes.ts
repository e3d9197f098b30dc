import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import { newView, viewAnswer, viewsAnswer, viewsQuery } from '../../../shared/views/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate, validId } from '../../http/validate.ts';
import { addView, changeView, deleteView, listViews } from './service.ts';

/** Named views of the screens with lists. */
export const viewsRoutes = new Hono<AppEnv>()
  .get('/views', answers(viewsAnswer), validate('query', viewsQuery), async (c) => {
    const data = await listViews(c.var.ctx, c.req.valid('query'));
    return c.json({ success: true as const, data }, 200);
  })
  .post('/views', answers(viewAnswer, { status: 201 }), validate('json', newView), async (c) => {
    const data = await addView(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, data }, 201);
  })
  .put('/views/:id', answers(viewAnswer), validId, validate('json', newView), async (c) => {
    const data = await changeView(c.var.ctx, c.req.valid('param').id, c.req.valid('json'));
    return c.json({ success: true as const, data }, 200);
  })
  .delete('/views/:id', answers(doneAnswer), validId, async (c) => {
    await deleteView(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'View deleted' }, 200);
  });

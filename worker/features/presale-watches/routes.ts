import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  changedPresaleWatch,
  newPresaleWatch,
  presaleWatchAnswer,
  presaleWatchesAnswer,
  watchedCodesAnswer,
  watchedCodesQuery,
} from '../../../shared/presale-watches/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate, validId } from '../../http/validate.ts';
import { addWatch, changeWatch, deleteWatch, listCodes, listWatches } from './service.ts';

const done = { success: true as const };

/** The operator's presale searches that continue on the server. */
export const presaleWatchesRoutes = new Hono<AppEnv>()
  .get('/presale-watches', answers(presaleWatchesAnswer), async (c) =>
    c.json({ ...done, data: await listWatches(c.var.ctx) }, 200),
  )
  .post(
    '/presale-watches',
    answers(presaleWatchAnswer, { status: 201 }),
    validate('json', newPresaleWatch),
    async (c) => c.json({ ...done, data: await addWatch(c.var.ctx, c.req.valid('json')) }, 201),
  )
  .patch(
    '/presale-watches/:id',
    answers(presaleWatchAnswer),
    validId,
    validate('json', changedPresaleWatch),
    async (c) => {
      const data = await changeWatch(c.var.ctx, c.req.valid('param').id, c.req.valid('json'));
      return c.json({ ...done, data }, 200);
    },
  )
  .delete('/presale-watches/:id', answers(doneAnswer), validId, async (c) => {
    await deleteWatch(c.var.ctx, c.req.valid('param').id);
    return c.json({ ...done, message: 'Watch deleted' }, 200);
  })
  .get(
    '/presale-watches/:id/codes',
    answers(watchedCodesAnswer),
    validId,
    validate('query', watchedCodesQuery),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ ...done, ...(await listCodes(c.var.ctx, id, c.req.valid('query'))) }, 200);
    },
  );

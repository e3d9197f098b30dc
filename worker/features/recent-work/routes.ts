import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  changedWork,
  foundWorkAnswer,
  madeWorkAnswer,
  newWork,
  presetLookup,
  presetsAnswer,
  type WorkPage,
  workAnswer,
  workLookup,
  workNaming,
  workPage,
  workQuery,
} from '../../../shared/recent-work/schema.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { bodyLimit, MIB } from '../../http/body-limit.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate, validId } from '../../http/validate.ts';
import {
  addWork,
  deleteWork,
  duplicateWork,
  findWork,
  listPresets,
  listWork,
  openWork,
  renameWork,
  restoreWork,
  saveWork,
} from './service.ts';

/** Enough for a body of 3 MiB and its envelope. */
const workLimit = bodyLimit(4 * MIB);
/** A tool saves half a second after each change, and an operator may have several tools open. */
const SAVES_A_MINUTE = 300;

/** The operator's recent work: what the tools' screens save, and their presets. */
export const recentWorkRoutes = new Hono<AppEnv>()
  .get('/recent-work', answers(workPage), validate('query', workQuery), async (c) => {
    const answer: WorkPage = {
      success: true,
      ...(await listWork(c.var.ctx, c.req.valid('query'))),
    };
    return c.json(answer, 200);
  })
  .post(
    '/recent-work',
    answers(madeWorkAnswer, { status: 201 }),
    perMinute(SAVES_A_MINUTE),
    workLimit,
    validate('json', newWork),
    async (c) => {
      const { id } = await addWork(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, id }, 201);
    },
  )
  .post(
    '/recent-work/find',
    access('read', 'secrets'),
    answers(foundWorkAnswer),
    validate('json', workLookup),
    async (c) => {
      const data = await findWork(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, data }, 200);
    },
  )
  .get(
    '/recent-work/presets',
    access('read', 'secrets'),
    answers(presetsAnswer),
    validate('query', presetLookup),
    async (c) => {
      const data = await listPresets(c.var.ctx, c.req.valid('query').key);
      return c.json({ success: true as const, data }, 200);
    },
  )
  .get('/recent-work/:id', access('read', 'secrets'), answers(workAnswer), validId, async (c) => {
    const data = await openWork(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, data }, 200);
  })
  .put(
    '/recent-work/:id',
    answers(doneAnswer),
    perMinute(SAVES_A_MINUTE),
    workLimit,
    validId,
    validate('json', changedWork),
    async (c) => {
      await saveWork(c.var.ctx, c.req.valid('param').id, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Work saved' }, 200);
    },
  )
  .patch(
    '/recent-work/:id',
    answers(doneAnswer),
    validId,
    validate('json', workNaming),
    async (c) => {
      await renameWork(c.var.ctx, c.req.valid('param').id, c.req.valid('json').name);
      return c.json({ success: true as const, message: 'Work renamed' }, 200);
    },
  )
  .post(
    '/recent-work/:id/duplicate',
    answers(madeWorkAnswer, { status: 201 }),
    perMinute(60),
    validId,
    async (c) => {
      const { id } = await duplicateWork(c.var.ctx, c.req.valid('param').id);
      return c.json({ success: true as const, id }, 201);
    },
  )
  .delete('/recent-work/:id', answers(doneAnswer), validId, async (c) => {
    await deleteWork(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'Work deleted' }, 200);
  })
  .post('/recent-work/:id/restore', answers(doneAnswer), validId, async (c) => {
    await restoreWork(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'Work restored' }, 200);
  });

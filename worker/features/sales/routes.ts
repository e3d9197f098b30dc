import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import { readinessAnswer, readinessQuery } from '../../../shared/sales/readiness.ts';
import {
  saleAnswer,
  saleCodesAnswer,
  saleNoteText,
  saleParam,
} from '../../../shared/sales/schema.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate, validId } from '../../http/validate.ts';
import { readReadiness } from './readiness/service.ts';
import { addNote, changeNote, deleteNote, readAllCodes, readSale } from './service.ts';

/** The page of an event with all its sales, and the notes of the team about it. */
export const salesRoutes = new Hono<AppEnv>()
  .get('/sale/:event_id', answers(saleAnswer), validate('param', saleParam), async (c) => {
    const sale = await readSale(c.var.ctx, c.req.valid('param').event_id);
    return c.json({ success: true as const, ...sale }, 200);
  })
  .get(
    '/sale/:event_id/codes',
    answers(saleCodesAnswer),
    validate('param', saleParam),
    async (c) => {
      const codes = await readAllCodes(c.var.ctx, c.req.valid('param').event_id);
      return c.json({ success: true as const, codes }, 200);
    },
  )
  .post(
    '/sales/readiness',
    access('read'),
    answers(readinessAnswer),
    perMinute(120),
    validate('json', readinessQuery),
    async (c) => {
      const data = await readReadiness(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, data }, 200);
    },
  )
  .post(
    '/sale/:event_id/notes',
    answers(doneAnswer, { status: 201 }),
    validate('param', saleParam),
    validate('json', saleNoteText),
    async (c) => {
      await addNote(c.var.ctx, c.req.valid('param').event_id, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Note added' }, 201);
    },
  )
  .patch(
    '/sale-notes/:id',
    answers(doneAnswer),
    validId,
    validate('json', saleNoteText),
    async (c) => {
      await changeNote(c.var.ctx, c.req.valid('param').id, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Note changed' }, 200);
    },
  )
  .delete('/sale-notes/:id', answers(doneAnswer), validId, async (c) => {
    await deleteNote(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'Note deleted' }, 200);
  });

import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  codeMemoryAnswer,
  foundCodeParam,
  senderParam,
  verdictRequest,
} from '../../../shared/code-memory/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate } from '../../http/validate.ts';
import { answerAboutCode, deleteAll, deleteSender, readMemory } from './service.ts';

const done = { success: true as const };

/**
 * The answers of operators about found codes, which affect how the codes of later mails are rated.
 */
export const codeMemoryRoutes = new Hono<AppEnv>()
  .post(
    '/found-codes/:id/verdict',
    answers(doneAnswer),
    // More than a person can give; each answer makes every scanner fetch the memory again.
    perMinute(120),
    validate('param', foundCodeParam),
    validate('json', verdictRequest),
    async (c) => {
      await answerAboutCode(c.var.ctx, c.req.valid('param').id, c.req.valid('json').verdict);
      return c.json({ ...done, message: 'Answer saved' }, 200);
    },
  )
  .get('/code-memory', answers(codeMemoryAnswer), async (c) =>
    c.json({ ...done, data: await readMemory(c.var.ctx) }, 200),
  )
  .delete('/code-memory', answers(doneAnswer), async (c) => {
    await deleteAll(c.var.ctx);
    return c.json({ ...done, message: 'All answers deleted' }, 200);
  })
  .delete(
    '/code-memory/:sender',
    answers(doneAnswer),
    validate('param', senderParam),
    async (c) => {
      await deleteSender(c.var.ctx, c.req.valid('param').sender);
      return c.json({ ...done, message: 'Sender deleted' }, 200);
    },
  );

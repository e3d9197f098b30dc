import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import { limitAnswers, limitRules, limitRulesAnswer } from '../../../shared/limit-guard/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate } from '../../http/validate.ts';
import { changeRules, readRules, recordAnswers } from './service.ts';

/** The operator's limit rule, and the confirmations of files that exceed a limit. */
export const limitGuardRoutes = new Hono<AppEnv>()
  .get('/limit-rules', answers(limitRulesAnswer), async (c) => {
    const rules = await readRules(c.var.ctx);
    return c.json({ success: true as const, ...rules }, 200);
  })
  .put('/limit-rules', answers(limitRulesAnswer), validate('json', limitRules), async (c) => {
    const rules = await changeRules(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, ...rules }, 200);
  })
  // The web app writes a file beyond a limit after this call.
  .post(
    '/limit-answers',
    answers(doneAnswer, { status: 201 }),
    validate('json', limitAnswers),
    async (c) => {
      await recordAnswers(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Answer recorded' }, 201);
    },
  );

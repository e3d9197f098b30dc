import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  countAnswer,
  countRequest,
  matchAnswer,
  matchRequest,
  newWatchRule,
  switchedRule,
  watchRuleAnswer,
  watchRulesAnswer,
} from '../../../shared/watch-rules/schema.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { bodyLimit, MIB } from '../../http/body-limit.ts';
import { validate, validId } from '../../http/validate.ts';
import {
  addRule,
  changeRule,
  countMatches,
  deleteRule,
  listRules,
  matchArtists,
  switchRule,
} from './service.ts';

const done = { success: true as const };
/** 5,000 names of up to 300 characters. */
const LONG_LIST = bodyLimit(4 * MIB);

/** Rules for the events of the catalogues. */
export const watchRulesRoutes = new Hono<AppEnv>()
  .get('/watch-rules', answers(watchRulesAnswer), async (c) =>
    c.json({ ...done, data: await listRules(c.var.ctx) }, 200),
  )
  .post(
    '/watch-rules',
    answers(watchRuleAnswer, { status: 201 }),
    LONG_LIST,
    validate('json', newWatchRule),
    async (c) => c.json({ ...done, data: await addRule(c.var.ctx, c.req.valid('json')) }, 201),
  )
  .post(
    '/watch-rules/match-artists',
    access('read'),
    answers(matchAnswer),
    LONG_LIST,
    validate('json', matchRequest),
    async (c) => {
      const matches = await matchArtists(c.var.ctx, c.req.valid('json').names);
      return c.json({ ...done, ...matches }, 200);
    },
  )
  .post(
    '/watch-rules/count',
    access('read'),
    answers(countAnswer),
    LONG_LIST,
    validate('json', countRequest),
    async (c) => {
      const events = await countMatches(c.var.ctx, c.req.valid('json'));
      return c.json({ ...done, events }, 200);
    },
  )
  .put(
    '/watch-rules/:id',
    answers(watchRuleAnswer),
    validId,
    LONG_LIST,
    validate('json', newWatchRule),
    async (c) => {
      const data = await changeRule(c.var.ctx, c.req.valid('param').id, c.req.valid('json'));
      return c.json({ ...done, data }, 200);
    },
  )
  .patch(
    '/watch-rules/:id',
    answers(watchRuleAnswer),
    validId,
    validate('json', switchedRule),
    async (c) => {
      const { is_active } = c.req.valid('json');
      const data = await switchRule(c.var.ctx, c.req.valid('param').id, is_active);
      return c.json({ ...done, data }, 200);
    },
  )
  .delete('/watch-rules/:id', answers(doneAnswer), validId, async (c) => {
    await deleteRule(c.var.ctx, c.req.valid('param').id);
    return c.json({ ...done, message: 'Watch rule deleted' }, 200);
  });

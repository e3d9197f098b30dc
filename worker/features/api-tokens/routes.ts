import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  apiTokensAnswer,
  madeApiTokenAnswer,
  newApiToken,
} from '../../../shared/api-tokens/schema.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate, validId } from '../../http/validate.ts';
import { addToken, listTokens, revokeToken } from './service.ts';

/** The operator's tokens. No token can be used for these calls. */
export const apiTokensRoutes = new Hono<AppEnv>()
  .get('/api-tokens', access('session'), answers(apiTokensAnswer), async (c) => {
    const data = await listTokens(c.var.ctx);
    return c.json({ success: true as const, data }, 200);
  })
  .post(
    '/api-tokens',
    access('session'),
    answers(madeApiTokenAnswer, { status: 201 }),
    perMinute(20),
    validate('json', newApiToken),
    async (c) => {
      const made = await addToken(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, ...made }, 201);
    },
  )
  .delete('/api-tokens/:id', access('session'), answers(doneAnswer), validId, async (c) => {
    await revokeToken(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'Token revoked' }, 200);
  });

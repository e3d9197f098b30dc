import { Hono } from 'hono';
import { type CurrentUser, type LoginAnswer, loginRequest } from '../../../shared/auth/schema.ts';
import { signedIn } from '../../context.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { bodyLimit, KIB } from '../../http/body-limit.ts';
import { validate } from '../../http/validate.ts';
import { signIn } from './service.ts';

/** Signing in: the only route of this feature that needs no session. */
export const signInRoutes = new Hono<AppEnv>().post(
  '/auth/login',
  bodyLimit(8 * KIB),
  validate('json', loginRequest),
  async (c) => {
    const address = c.req.header('CF-Connecting-IP') ?? 'unknown';
    const { token } = await signIn(c.var.ctx, { ...c.req.valid('json'), address });
    const answer: LoginAnswer = { success: true, token };
    return c.json(answer, 200);
  },
);

export const authRoutes = new Hono<AppEnv>().get('/auth/me', (c) => {
  const user: CurrentUser = signedIn(c.var.ctx);
  return c.json({ success: true as const, id: user.id, email: user.email }, 200);
});

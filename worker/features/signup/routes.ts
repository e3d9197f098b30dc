import { Hono } from 'hono';
import { signupInfosRequest } from '../../../shared/signup/schema.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { validate } from '../../http/validate.ts';
import { readSignupInfos } from './service.ts';

/** The sign-up tool (part 2, "Signup tool"). */
export const signupRoutes = new Hono<AppEnv>().post(
  '/events/signup-infos',
  validate('json', signupInfosRequest),
  async (c) => {
    const infos = await readSignupInfos(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, ...infos }, 200);
  },
);

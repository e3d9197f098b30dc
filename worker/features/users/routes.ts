import { Hono } from 'hono';
import { randomUsersAnswer, randomUsersRequest } from '../../../shared/users/schema.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate } from '../../http/validate.ts';
import { getRandomUsers } from './service.ts';

/** The call of the user generator. */
export const usersRoutes = new Hono<AppEnv>().post(
  '/users/get_random',
  access('read'),
  answers(randomUsersAnswer),
  perMinute(60),
  validate('json', randomUsersRequest),
  async (c) => {
    const users = await getRandomUsers(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, users }, 200);
  },
);

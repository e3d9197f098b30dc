import { Hono } from 'hono';
import { DomainError } from '../../../shared/errors.ts';
import { access } from '../../http/access.ts';
import { answersSocket } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { bearerToken } from '../../http/guard.ts';
import { admitScanner, connect } from './service.ts';

/** The route of scanners, which use their own token in place of an operator's session. */
export const scannerRoutes = new Hono<AppEnv>().get(
  '/scanner',
  access('scanner'),
  answersSocket(),
  async (c) => {
    const scanner = await admitScanner(c.var.ctx, bearerToken(c.req.header('Authorization')));
    if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
      throw new DomainError('bad_request', 'A scanner connects by WebSocket.');
    }
    return connect(c.var.ctx, scanner);
  },
);

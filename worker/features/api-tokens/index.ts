import type { Ctx } from '../../context/context.ts';
import { authenticate } from '../account/index.ts';
import { authenticateToken } from './service.ts';

/** The operator of a session token or of an API token. @throws DomainError `invalid_token` */
export const authenticateCaller = (ctx: Ctx, text: string) =>
  text.startsWith('bod_') ? authenticateToken(ctx, text) : authenticate(ctx, text);

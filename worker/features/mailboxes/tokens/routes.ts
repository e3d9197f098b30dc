import { Hono } from 'hono';
import {
  mailboxTokenAnswer,
  mailboxTokenRequest,
} from '../../../../shared/scanners/mailbox-tokens.ts';
import { access } from '../../../http/access.ts';
import { answers } from '../../../http/answers.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { bodyLimit, KIB } from '../../../http/body-limit.ts';
import { requireToken } from '../../../http/guard.ts';
import { validate } from '../../../http/validate.ts';
import { checkScanner } from '../../scanners/index.ts';
import { replaceToken } from './service.ts';

/** The call of a scanner whose access token a mail server has refused. It needs the token of the scanner. */
export const mailboxTokenRoutes = new Hono<AppEnv>().post(
  '/scanner/mailboxes/token',
  access('scanner'),
  requireToken(checkScanner),
  answers(mailboxTokenAnswer),
  bodyLimit(32 * KIB),
  validate('json', mailboxTokenRequest),
  async (c) => {
    const replaced = await replaceToken(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, ...replaced }, 200);
  },
);

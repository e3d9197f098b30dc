import { Hono } from 'hono';
import { checkRequest, mailboxTest } from '../../../../shared/mailboxes/check-schema.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { perMinute } from '../../../http/rate-limit.ts';
import { validate } from '../../../http/validate.ts';
import { requestChecks, testMailbox } from './service.ts';

/** The test of a mailbox in the form, and checks of stored ones. */
export const mailboxHealthRoutes = new Hono<AppEnv>()
  .post('/imap-accounts/test', perMinute(10), validate('json', mailboxTest), async (c) => {
    const message = await testMailbox(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, message }, 200);
  })
  .post('/imap-accounts/check', perMinute(10), validate('json', checkRequest), async (c) => {
    const due = await requestChecks(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, due, message: 'Check requested' }, 202);
  });

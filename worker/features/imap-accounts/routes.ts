import { Hono } from 'hono';
import {
  changedImapAccount,
  imapAccountParam,
  imapAccountTest,
  newImapAccount,
} from '../../../shared/imap-accounts/schema.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate } from '../../http/validate.ts';
import {
  addImapAccount,
  changeImapAccount,
  deleteImapAccount,
  listImapAccounts,
  testImapAccount,
} from './service.ts';

/** The calls of IMAP accounts. */
export const imapAccountsRoutes = new Hono<AppEnv>()
  .get('/imap-accounts', async (c) => {
    const accounts = await listImapAccounts(c.var.ctx);
    return c.json({ success: true as const, accounts, message: '' }, 200);
  })
  .post('/imap-accounts', validate('json', newImapAccount), async (c) => {
    await addImapAccount(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, message: 'Account added' }, 201);
  })
  .post('/imap-accounts/test', perMinute(10), validate('json', imapAccountTest), async (c) => {
    const message = await testImapAccount(c.var.ctx, c.req.valid('json'));
    return c.json({ success: true as const, message }, 200);
  })
  .put(
    '/imap-accounts/:id',
    validate('param', imapAccountParam),
    validate('json', changedImapAccount),
    async (c) => {
      await changeImapAccount(c.var.ctx, c.req.valid('param').id, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Account updated' }, 200);
    },
  )
  .delete('/imap-accounts/:id', validate('param', imapAccountParam), async (c) => {
    await deleteImapAccount(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'Account deleted' }, 200);
  });

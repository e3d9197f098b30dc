import { Hono } from 'hono';
import { doneAnswer } from '../../../shared/answers.ts';
import {
  changedImapAccount,
  checkAnswer,
  checkRequest,
  imapAccountsAnswer,
  mailboxFoldersAnswer,
  mailboxImport,
  mailboxImportAnswer,
  mailboxTest,
  newImapAccount,
} from '../../../shared/mailboxes/schema.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate, validId } from '../../http/validate.ts';
import { listFolders } from './folders/service.ts';
import { requestChecks, testMailbox } from './health/service.ts';
import {
  addAccount,
  changeAccount,
  deleteAccount,
  importMailboxes,
  listAccounts,
} from './service.ts';

/** The list of mailboxes, the folders of one, the test of a mailbox in the form, and checks of stored ones. */
export const mailboxesRoutes = new Hono<AppEnv>()
  .get('/imap-accounts', answers(imapAccountsAnswer), async (c) => {
    const accounts = await listAccounts(c.var.ctx);
    return c.json({ success: true as const, accounts, message: '' }, 200);
  })
  .get(
    '/imap-accounts/:id/folders',
    answers(mailboxFoldersAnswer),
    perMinute(30),
    validId,
    async (c) => {
      const data = await listFolders(c.var.ctx, c.req.valid('param').id);
      return c.json({ success: true as const, data }, 200);
    },
  )
  // Each of these calls tests a connection.
  .post(
    '/imap-accounts',
    answers(doneAnswer, { status: 201 }),
    perMinute(30),
    validate('json', newImapAccount),
    async (c) => {
      await addAccount(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Account added' }, 201);
    },
  )
  .post(
    '/imap-accounts/import',
    answers(mailboxImportAnswer),
    perMinute(30),
    validate('json', mailboxImport),
    async (c) => {
      const result = await importMailboxes(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, ...result, message: 'Accounts added' }, 200);
    },
  )
  .post(
    '/imap-accounts/test',
    answers(doneAnswer),
    perMinute(10),
    validate('json', mailboxTest),
    async (c) => {
      const message = await testMailbox(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message }, 200);
    },
  )
  .post(
    '/imap-accounts/check',
    answers(checkAnswer, { status: 202 }),
    perMinute(10),
    validate('json', checkRequest),
    async (c) => {
      const due = await requestChecks(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, due, message: 'Check requested' }, 202);
    },
  )
  .put(
    '/imap-accounts/:id',
    answers(doneAnswer),
    perMinute(30),
    validId,
    validate('json', changedImapAccount),
    async (c) => {
      await changeAccount(c.var.ctx, c.req.valid('param').id, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Account updated' }, 200);
    },
  )
  .delete('/imap-accounts/:id', answers(doneAnswer), validId, async (c) => {
    await deleteAccount(c.var.ctx, c.req.valid('param').id);
    return c.json({ success: true as const, message: 'Account deleted' }, 200);
  });

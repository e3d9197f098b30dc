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
import {
  signInAnswer,
  signInCallbackQuery,
  signInParam,
  signInRequest,
  signInStarted,
} from '../../../shared/mailboxes/sign-in.ts';
import { access } from '../../http/access.ts';
import { answers, answersFile } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { siteOf } from '../../http/public-address.ts';
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
import { configuredProviders, finishSignIn, readSignIn, startSignIn } from './sign-in/service.ts';

/**
 * The address to which the provider of a mailbox redirects the browser. Its state and a cookie
 * replace a sign-in.
 */
export const signInReturnRoutes = new Hono<AppEnv>().get(
  '/imap-accounts/sign-in/callback',
  access('public'),
  answersFile('text/html', {
    status: 303,
    headers: { Location: 'The page of the mailboxes, which shows the end of the sign-in.' },
  }),
  validate('query', signInCallbackQuery),
  async (c) => {
    const cookie = c.req.header('Cookie') ?? '';
    const location = await finishSignIn(c.var.ctx, c.req.valid('query'), cookie);
    const headers = { Location: location, 'Content-Type': 'text/html; charset=utf-8' };
    return c.body('', 303, headers);
  },
);

/** The list of mailboxes, the sign-in to one, the folders of one, the test of a mailbox in the form, and checks of stored ones. */
export const mailboxesRoutes = new Hono<AppEnv>()
  .get('/imap-accounts', answers(imapAccountsAnswer), async (c) => {
    const accounts = await listAccounts(c.var.ctx);
    const sign_in = configuredProviders(c.var.ctx.env);
    return c.json({ success: true as const, accounts, sign_in, message: '' }, 200);
  })
  .post(
    '/imap-accounts/sign-in',
    answers(signInStarted, { status: 201 }),
    perMinute(30),
    validate('json', signInRequest),
    async (c) => {
      const { started, cookie } = await startSignIn(c.var.ctx, c.req.valid('json'), () =>
        siteOf(c.req.raw, c.var.ctx.env),
      );
      if (cookie !== null) c.header('Set-Cookie', cookie);
      return c.json(started, 201);
    },
  )
  .get(
    '/imap-accounts/sign-in/:flow',
    answers(signInAnswer),
    validate('param', signInParam),
    async (c) => {
      const status = await readSignIn(c.var.ctx, c.req.valid('param').flow);
      return c.json({ success: true as const, ...status }, 200);
    },
  )
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

import { Hono } from 'hono';
import {
  addPasskeyAnswer,
  addPasskeyRequest,
  passkeyOptionsRequest,
  passkeysAnswer,
  removePasskeyRequest,
  secondFactorRequest,
} from '../../../shared/account/passkeys.ts';
import {
  type CurrentUser,
  changePasswordRequest,
  currentUserAnswer,
  loginAnswer,
  loginRequest,
  logoutRequest,
  sessionParam,
  sessionsAnswer,
  ticketAnswer,
  tokenAnswer,
} from '../../../shared/account/schema.ts';
import { doneAnswer, emptyAnswer } from '../../../shared/answers.ts';
import { signedIn } from '../../context/context.ts';
import { access } from '../../http/access.ts';
import { answers } from '../../http/answers.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { bodyLimit, KIB } from '../../http/body-limit.ts';
import { siteOf } from '../../http/public-address.ts';
import { perMinute } from '../../http/rate-limit.ts';
import { validate } from '../../http/validate.ts';
import { changeOwnPassword } from './own-password.ts';
import {
  addPasskey,
  confirm,
  listPasskeys,
  removePasskey,
  startConfirmation,
  startPasskey,
} from './passkeys/service.ts';
import { signIn, signInWithSecondFactor } from './service.ts';
import { endSession, listSessions, signOut } from './sessions/service.ts';

/** The largest body: a password, or less. */
const smallBody = bodyLimit(8 * KIB);

/** Signing in: the only routes of this feature that require no session. */
export const signInRoutes = new Hono<AppEnv>()
  .post(
    '/auth/login',
    access('public'),
    answers(loginAnswer),
    smallBody,
    validate('json', loginRequest),
    async (c) => {
      const result = await signIn(c.var.ctx, c.req.valid('json'), () =>
        siteOf(c.req.raw, c.var.ctx.env),
      );
      if ('secondFactor' in result) {
        return c.json({ success: true as const, second_factor: result.secondFactor }, 200);
      }
      return c.json({ success: true as const, token: result.token }, 200);
    },
  )
  .post(
    '/auth/login/second-factor',
    access('public'),
    answers(tokenAnswer),
    bodyLimit(16 * KIB),
    validate('json', secondFactorRequest),
    async (c) => {
      const given = c.req.valid('json');
      const { token } = await signInWithSecondFactor(
        c.var.ctx,
        given,
        siteOf(c.req.raw, c.var.ctx.env),
      );
      return c.json({ success: true as const, token }, 200);
    },
  );

/** The operator's account and its sessions. */
export const accountRoutes = new Hono<AppEnv>()
  .get('/auth/me', access('session'), answers(currentUserAnswer), (c) => {
    const { id, email, mustChangePassword } = signedIn(c.var.ctx);
    const user: CurrentUser = { id, email };
    if (mustChangePassword) user.must_change_password = true;
    return c.json({ success: true as const, ...user }, 200);
  })
  .post(
    '/auth/logout',
    access('session'),
    answers(emptyAnswer, {
      headers: { 'Clear-Site-Data': 'Present if the body has `forget`.' },
    }),
    smallBody,
    validate('json', logoutRequest),
    async (c) => {
      const { everywhere, forget } = c.req.valid('json');
      await signOut(c.var.ctx, everywhere ? 'everywhere' : 'here');
      // Clear the storage only on request, because it also holds settings that outlive a session, such as the theme.
      if (forget) c.header('Clear-Site-Data', '"cache", "storage"');
      return c.json({ success: true as const }, 200);
    },
  )
  .post(
    '/auth/password',
    access('session'),
    answers(doneAnswer),
    smallBody,
    validate('json', changePasswordRequest),
    async (c) => {
      await changeOwnPassword(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Password changed' }, 200);
    },
  )
  .get('/auth/passkeys', access('session'), answers(passkeysAnswer), async (c) => {
    const passkeys = await listPasskeys(c.var.ctx);
    return c.json({ success: true as const, ...passkeys }, 200);
  })
  .post(
    '/auth/passkeys/options',
    access('session'),
    answers(ticketAnswer),
    smallBody,
    validate('json', passkeyOptionsRequest),
    async (c) => {
      const { password } = c.req.valid('json');
      const started = await startPasskey(c.var.ctx, password, siteOf(c.req.raw, c.var.ctx.env));
      return c.json({ success: true as const, ...started }, 200);
    },
  )
  .post(
    '/auth/passkeys',
    access('session'),
    answers(addPasskeyAnswer),
    bodyLimit(16 * KIB),
    validate('json', addPasskeyRequest),
    async (c) => {
      const codes = await addPasskey(
        c.var.ctx,
        c.req.valid('json'),
        siteOf(c.req.raw, c.var.ctx.env),
      );
      return c.json({ success: true as const, recovery_codes: codes }, 200);
    },
  )
  .post(
    '/auth/passkeys/remove',
    access('session'),
    answers(doneAnswer),
    smallBody,
    validate('json', removePasskeyRequest),
    async (c) => {
      await removePasskey(c.var.ctx, c.req.valid('json'));
      return c.json({ success: true as const, message: 'Passkey removed' }, 200);
    },
  )
  .post(
    '/auth/confirm/options',
    access('session'),
    answers(ticketAnswer),
    perMinute(10),
    async (c) => {
      const started = await startConfirmation(c.var.ctx, siteOf(c.req.raw, c.var.ctx.env));
      return c.json({ success: true as const, ...started }, 200);
    },
  )
  .post(
    '/auth/confirm',
    access('session'),
    answers(emptyAnswer),
    bodyLimit(16 * KIB),
    validate('json', secondFactorRequest),
    async (c) => {
      await confirm(c.var.ctx, c.req.valid('json'), siteOf(c.req.raw, c.var.ctx.env));
      return c.json({ success: true as const }, 200);
    },
  )
  .get('/auth/sessions', access('session'), answers(sessionsAnswer), async (c) => {
    const sessions = await listSessions(c.var.ctx);
    return c.json({ success: true as const, sessions }, 200);
  })
  .delete(
    '/auth/sessions/:id',
    access('session'),
    answers(doneAnswer),
    validate('param', sessionParam),
    async (c) => {
      await endSession(c.var.ctx, c.req.valid('param').id);
      return c.json({ success: true as const, message: 'Session ended' }, 200);
    },
  );

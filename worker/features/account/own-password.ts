import type { ChangePasswordRequest } from '../../../shared/account/schema.ts';
import { DomainError, wrongField } from '../../../shared/errors.ts';
import { type Ctx, signedIn } from '../../context/context.ts';
import { change } from '../../db/change.ts';
import { weaknessOf } from '../../security/password-rules.ts';
import { hashPassword, verifyPassword } from '../../security/passwords.ts';
import { logSecurity } from '../../security/security-log.ts';
import { countConfirmation } from './limits/service.ts';
import { forgetAttempts } from './limits/store.ts';
import { deleteChallengesOf } from './passkeys/store.ts';
import { inPasswordLine } from './password-line.ts';
import { evictEndedSessions } from './sessions/service.ts';
import { endSessionsOf } from './sessions/store.ts';
import { findByEmail, replaceHash, revokeTokens } from './store.ts';

/**
 * Checks the operator's password again, before a change to what protects the account.
 * @param field the field that contains the password, for the message
 * @returns the checked operator, and statements for the batch of the change, which revert the count
 * of this attempt
 * @throws DomainError `bad_request` if it is wrong, `too_many_requests` after too many wrong ones.
 */
export async function confirmPassword(ctx: Ctx, password: string, field: string) {
  const { id, email } = signedIn(ctx);
  const operator = await findByEmail(ctx.db, email);
  if (operator === null) throw new DomainError('invalid_token', 'Invalid token');
  const counter = await countConfirmation(ctx, id);
  const verdict = await inPasswordLine(ctx, true, () =>
    verifyPassword(password, operator.passwordHash, ctx.env.bindings.PASSWORD_HASHER),
  );
  if (!verdict.matches) throw refusedPassword(ctx, field);
  return { operator, forgiven: { forgiven: forgetAttempts(ctx.db, counter) } };
}

function refusedPassword(ctx: Ctx, field: string): DomainError {
  logSecurity(ctx, 'password_change_refused');
  return wrongField(field, 'This is not your current password.');
}

/**
 * Changes the operator's password. All other sessions of the operator end, and so do sign-ins that wait for a second
 * factor and all API tokens.
 * @throws DomainError `bad_request` when the current password is wrong or the new one is too weak,
 * `too_many_requests` after too many wrong ones.
 */
export async function changeOwnPassword(ctx: Ctx, input: ChangePasswordRequest): Promise<void> {
  const { id, email } = signedIn(ctx);
  const current = 'current_password';
  const { operator, forgiven } = await confirmPassword(ctx, input.current_password, current);
  if (input.new_password.normalize('NFKC') === input.current_password.normalize('NFKC')) {
    throw wrongField('new_password', 'Choose a password other than the current one.');
  }
  const weakness = weaknessOf(input.new_password, email);
  if (weakness !== null) throw wrongField('new_password', weakness);
  const passwordHash = await hashPassword(input.new_password, ctx.env.bindings.PASSWORD_HASHER);
  await change(ctx, {
    statements: {
      password: replaceHash(ctx.db, operator, { passwordHash, mustChangePassword: false }),
      others: endSessionsOf(ctx.db, id, ctx.clock(), ctx.sessionId ?? ''),
      challenges: deleteChallengesOf(ctx.db, id),
      tokens: revokeTokens(ctx.db, id),
      ...forgiven,
    },
    audit: { action: 'auth.change_password', subject: `operator:${email}` },
    expect: { password: () => refusedPassword(ctx, current) },
  });
  await evictEndedSessions(ctx, id);
  logSecurity(ctx, 'password_changed');
}

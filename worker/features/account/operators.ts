import { DomainError } from '../../../shared/errors.ts';
import { type Changing, change } from '../../db/change.ts';
import { assertGoodPassword } from '../../security/password-rules.ts';
import { hashPassword } from '../../security/passwords.ts';
import { deleteChallengesOf, passkeyFacts, removePasskeys } from './passkeys/store.ts';
import {
  changeOperator,
  findByEmail,
  insertOperator,
  revokeCalendar,
  revokeTokens,
} from './store.ts';

export { listOperators } from './store.ts';

/** E-mails are compared in any letter case and stored in lower case. */
const operatorEmail = (text: string): string => {
  const email = text.trim().toLowerCase();
  if (/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(email)) return email;
  throw new DomainError('bad_request', `"${text}" is not an e-mail address.`);
};

/**
 * Adds an operator. Operators are managed only from the command line: there is no
 * self-registration.
 * @throws DomainError `conflict` when the e-mail is taken, `bad_request` for a bad e-mail or
 * password.
 */
export async function addOperator(
  ctx: Changing,
  input: { email: string; password: string; mustChangePassword: boolean },
): Promise<void> {
  const email = operatorEmail(input.email);
  const taken = () => new DomainError('conflict', `There is an operator ${email} already.`);
  // The lookup comes first because hashing takes long; the unique index decides.
  if ((await findByEmail(ctx.db, email)) !== null) throw taken();
  const { mustChangePassword } = input;
  const passwordHash = await hashGoodPassword(input.password, email);
  const operator = { email, passwordHash, mustChangePassword, createdAt: ctx.clock() };
  await change(ctx, {
    statements: { added: insertOperator(ctx.db, operator) },
    audit: record('auth.add_operator', email),
    conflict: taken,
  });
}

/**
 * Sets an operator's password. This ends all sessions, sign-ins that wait for a second factor, the calendar address and
 * the API tokens. The operator must change the password after signing in.
 */
export async function setPassword(
  ctx: Changing,
  input: { email: string; password: string },
): Promise<void> {
  const { id, email } = await operatorOf(ctx, input.email);
  const passwordHash = await hashGoodPassword(input.password, email);
  await change(ctx, {
    statements: {
      set: changeOperator(ctx.db, id, { passwordHash, mustChangePassword: true }),
      challenges: deleteChallengesOf(ctx.db, id),
      calendar: revokeCalendar(ctx.db, id),
      tokens: revokeTokens(ctx.db, id),
    },
    audit: record('auth.change_password', email),
  });
}

/** Disables an operator; all sessions and API tokens end. */
export const disableOperator = (ctx: Changing, { email }: { email: string }): Promise<void> =>
  setDisabled(ctx, email, ctx.clock());

/** Enables a disabled operator, who must sign in again. */
export const enableOperator = (ctx: Changing, { email }: { email: string }): Promise<void> =>
  setDisabled(ctx, email, null);

async function setDisabled(ctx: Changing, text: string, disabledAt: number | null): Promise<void> {
  const { id, email } = await operatorOf(ctx, text);
  await change(ctx, {
    statements: {
      changed: changeOperator(ctx.db, id, { disabledAt }),
      ...(disabledAt !== null && { tokens: revokeTokens(ctx.db, id) }),
    },
    audit: record(`auth.${disabledAt === null ? 'enable' : 'disable'}_operator`, email),
  });
}

/** Removes all passkeys and recovery codes of an operator who lost them: the password alone signs in again. */
export async function removeAllPasskeys(ctx: Changing, input: { email: string }): Promise<void> {
  const { id, email } = await operatorOf(ctx, input.email);
  await change(ctx, {
    statements: removePasskeys(ctx.db, id, null),
    audit: {
      ...record('auth.remove_passkeys', email),
      subject: 'operator',
      before: passkeyFacts({ id, email }, null),
    },
  });
}

async function operatorOf(ctx: Changing, text: string) {
  const found = await findByEmail(ctx.db, operatorEmail(text));
  if (found === null) throw new DomainError('not_found', `There is no operator ${text}.`);
  return found;
}

async function hashGoodPassword(password: string, email: string): Promise<string> {
  assertGoodPassword(password, email);
  return hashPassword(password);
}

const record = (action: string, email: string) => ({
  action,
  subject: `operator:${email}`,
  actor: 'command line',
});

import { DomainError } from '../../../shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { auditStatement } from '../../db/audit.ts';
import { runBatch } from '../../db/client.ts';
import { hashPassword } from '../../security/passwords.ts';
import { changeOperator, findByEmail, insertOperator, readOperators } from './store.ts';

/** Operators are managed from the command line only: there is no self-registration. */
type DeskCtx = Pick<Ctx, 'db' | 'clock' | 'operator' | 'requestId'>;

const ACTOR = 'command line';
const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 1024;

/** E-mails are compared without case and kept in lower case. */
const operatorEmail = (text: string): string => {
  const email = text.trim().toLowerCase();
  if (/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(email)) return email;
  throw new DomainError('bad_request', `"${text}" is not an e-mail address.`);
};

/**
 * Adds an operator.
 * @throws DomainError `conflict` when the e-mail is taken, `bad_request` for a bad e-mail or password.
 */
export async function addOperator(
  ctx: DeskCtx,
  input: { email: string; password: string },
): Promise<void> {
  const email = operatorEmail(input.email);
  if ((await findByEmail(ctx.db, email)) !== null) throw taken(email);
  const passwordHash = await hashPassword(acceptable(input.password));
  try {
    await runBatch(ctx.db, [
      insertOperator(ctx.db, { email, passwordHash, createdAt: ctx.clock() }),
      record(ctx, 'auth.add_operator', email),
    ]);
  } catch (error) {
    // Two additions at once: the database let one of them through.
    if ((await findByEmail(ctx.db, email)) !== null) throw taken(email);
    throw error;
  }
}

/** Gives an operator a new password; every session of the operator ends. */
export async function changePassword(
  ctx: DeskCtx,
  input: { email: string; password: string },
): Promise<void> {
  const { id, email } = await operatorOf(ctx, input.email);
  const passwordHash = await hashPassword(acceptable(input.password));
  await runBatch(ctx.db, [
    changeOperator(ctx.db, id, { passwordHash }),
    record(ctx, 'auth.change_password', email),
  ]);
}

/** Shuts an operator out; every session of the operator ends. */
export async function disableOperator(ctx: DeskCtx, input: { email: string }): Promise<void> {
  const { id, email } = await operatorOf(ctx, input.email);
  await runBatch(ctx.db, [
    changeOperator(ctx.db, id, { disabledAt: ctx.clock() }),
    record(ctx, 'auth.disable_operator', email),
  ]);
}

/** Lets a disabled operator in again, with a fresh sign-in. */
export async function enableOperator(ctx: DeskCtx, input: { email: string }): Promise<void> {
  const { id, email } = await operatorOf(ctx, input.email);
  await runBatch(ctx.db, [
    changeOperator(ctx.db, id, { disabledAt: null }),
    record(ctx, 'auth.enable_operator', email),
  ]);
}

/** Every operator: e-mail, since when, disabled since when (milliseconds, null: not). */
export async function listOperators(ctx: DeskCtx) {
  return readOperators(ctx.db);
}

async function operatorOf(ctx: DeskCtx, text: string) {
  const found = await findByEmail(ctx.db, operatorEmail(text));
  if (found === null) throw new DomainError('not_found', `There is no operator ${text}.`);
  return found;
}

function acceptable(password: string): string {
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
    throw new DomainError(
      'bad_request',
      `A password has ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`,
    );
  }
  return password;
}

const taken = (email: string) =>
  new DomainError('conflict', `There is an operator ${email} already.`);

const record = (ctx: DeskCtx, action: string, email: string) =>
  auditStatement(ctx, { action, subject: `operator:${email}` }, ACTOR);

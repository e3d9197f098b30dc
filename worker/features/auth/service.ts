import type { LoginRequest } from '../../../shared/auth/schema.ts';
import { DomainError } from '../../../shared/errors.ts';
import type { Ctx, Operator } from '../../context.ts';
import { auditStatement } from '../../db/audit.ts';
import { runBatch } from '../../db/client.ts';
import { DECOY_HASH, hashPassword, verifyPassword } from '../../security/passwords.ts';
import { issueToken, readToken } from '../../security/tokens.ts';
import { countAttempt } from './login-limits.ts';
import { forgetSession, recallSession, rememberSession } from './session-cache.ts';
import {
  type Credentials,
  findByLogin,
  findOperator,
  forgiveAttempts,
  replaceHash,
} from './store.ts';

/**
 * Signs an operator in and answers a session token (part 4, "Signing in").
 * Unknown, disabled and wrong all take one password check and answer the same.
 * @throws DomainError `bad_credentials`, or `too_many_requests` with the time to wait.
 */
export async function signIn(
  ctx: Ctx,
  input: LoginRequest & { address: string },
): Promise<{ token: string }> {
  const login = input.email.toLowerCase();
  const operator = pickOperator(await findByLogin(ctx.db, login), login);
  const subjects = {
    operator: operator === null ? `name:${login}` : `operator:${operator.id}`,
    address: `address:${input.address}`,
  };
  await countAttempt(ctx, subjects);
  const verdict = await verifyPassword(input.password, operator?.passwordHash ?? DECOY_HASH);
  if (operator === null || !verdict.matches || operator.disabledAt !== null) {
    ctx.log.info('sign-in refused', { address: input.address });
    throw new DomainError('bad_credentials', 'Invalid email or password');
  }
  const statements = [
    ...forgiveAttempts(ctx.db, subjects),
    auditStatement(
      { db: ctx.db, clock: ctx.clock, requestId: ctx.requestId, operator },
      { action: 'auth.sign_in', subject: `operator:${operator.email}` },
    ),
  ];
  const renewed = verdict.isOutdated
    ? [replaceHash(ctx.db, operator.id, await hashPassword(input.password))]
    : [];
  await runBatch(ctx.db, [...statements, ...renewed]);
  return { token: await issueToken(ctx.env.TOKEN_SECRET, operator, ctx.clock()) };
}

/** An e-mail names one operator; a user name (the part before @) only when a single operator has it. */
function pickOperator(found: Credentials[], login: string): Credentials | null {
  const byEmail = found.find((candidate) => candidate.email === login);
  if (byEmail !== undefined) return byEmail;
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * The operator behind a token. What was checked is trusted for a few seconds (session-cache.ts).
 * @throws DomainError `invalid_token` when the token is forged or over, or the operator was disabled,
 * removed or given a new password since.
 */
export async function authenticate(ctx: Ctx, token: string): Promise<Operator> {
  const now = ctx.clock();
  const recalled = recallSession(token, now);
  if (recalled?.operator) return recalled.operator;
  const session = recalled?.session ?? (await readToken(ctx.env.TOKEN_SECRET, token, now));
  if (session === null) throw new DomainError('invalid_token', 'Invalid token');
  const found = await findOperator(ctx.db, session.operatorId);
  if (found === null || found.disabledAt !== null || found.tokenVersion !== session.version) {
    forgetSession(token);
    throw new DomainError('invalid_token', 'Invalid token');
  }
  const operator = { id: found.id, email: found.email };
  rememberSession(token, session, operator, now);
  return operator;
}

import type { ChangePasswordRequest, LoginRequest } from '../../../shared/auth/schema.ts';
import { DomainError } from '../../../shared/errors.ts';
import { type Ctx, signedIn } from '../../context.ts';
import { change } from '../../db/change.ts';
import { weaknessOf } from '../../security/password-rules.ts';
import { DECOY_HASH, hashPassword, verifyPassword } from '../../security/passwords.ts';
import { pause } from '../../security/pause.ts';
import { logSecurity } from '../../security/security-log.ts';
import { issueToken } from '../../security/tokens.ts';
import {
  type AttemptSubjects,
  assertWithinLimits,
  attemptSubjects,
  countAttempt,
} from './login-limits.ts';
import { inPasswordLine } from './password-line.ts';
import { dropEndedSessions, openSession } from './sessions.ts';
import { type Credentials, findByEmail, readByLogin, replaceHash } from './store.ts';
import {
  forgiveAttempts,
  readCounts,
  readKnownAddress,
  rememberAddress,
} from './store-attempts.ts';
import { endSessionsOf } from './store-sessions.ts';

/** What is known about an attempt before its password is checked. */
interface Attempt {
  operator: Credentials | null;
  subjects: AttemptSubjects;
  isKnownAddress: boolean;
}

/**
 * Signs an operator in and returns a session token. Unknown, disabled and wrong take one password check
 * each and get the same answer.
 * @throws DomainError `bad_credentials`, or `too_many_requests` with the time to wait.
 */
export async function signIn(ctx: Ctx, input: LoginRequest): Promise<{ token: string }> {
  const attempt = await startAttempt(ctx, input.email.toLowerCase());
  const { operator, subjects } = attempt;
  const verdict = await inPasswordLine(ctx, attempt.isKnownAddress, () =>
    verifyPassword(input.password, operator?.passwordHash ?? DECOY_HASH),
  );
  if (operator === null || !verdict.matches || operator.disabledAt !== null) {
    logSecurity(ctx, 'sign_in_refused', { name: subjects.name });
    throw new DomainError('bad_credentials', 'Invalid email or password.');
  }
  const now = ctx.clock();
  ctx.operator = { id: operator.id, email: operator.email };
  const session = openSession(ctx, operator, now);
  const renewedHash = verdict.isOutdated ? await hashPassword(input.password) : null;
  const [forgivePair, forgiveOthers] = forgiveAttempts(ctx.db, subjects);
  await change(ctx, {
    statements: {
      session: session.statement,
      forgivePair,
      forgiveOthers,
      address: rememberAddress(ctx.db, {
        address: subjects.addressHash,
        operatorId: operator.id,
        lastSeenAt: now,
      }),
      ...(renewedHash !== null && {
        renewed: replaceHash(ctx.db, operator.id, { passwordHash: renewedHash }),
      }),
    },
    audit: { action: 'auth.sign_in', subject: `operator:${operator.email}` },
  });
  logSecurity(ctx, 'sign_in', { session: session.token.sessionId });
  return { token: await issueToken(ctx.env, session.token, now) };
}

/** Reads the operator and the counters in one round trip, counts the attempt, and waits where it must. */
async function startAttempt(ctx: Ctx, login: string): Promise<Attempt> {
  const subjects = attemptSubjects(ctx, login);
  const [found, counts, seenBy] = await ctx.db.batch([
    readByLogin(ctx.db, login),
    readCounts(ctx.db, [subjects.pair, subjects.address]),
    readKnownAddress(ctx.db, subjects.addressHash),
  ]);
  const operator = pickOperator(found, login);
  const isKnownAddress = seenBy.some(({ operatorId }) => operatorId === operator?.id);
  try {
    if (!isKnownAddress) assertWithinLimits(subjects, counts, ctx.clock());
    await pause(await countAttempt(ctx, subjects, isKnownAddress), ctx.signal);
  } catch (error) {
    if (error instanceof DomainError) logSecurity(ctx, 'sign_in_limited', { name: subjects.name });
    throw error;
  }
  return { operator, subjects, isKnownAddress };
}

/** An e-mail names one operator; a user name (the part before @) only when a single operator has it. */
function pickOperator(found: readonly Credentials[], login: string): Credentials | null {
  const byEmail = found.find((candidate) => candidate.email === login);
  if (byEmail !== undefined) return byEmail;
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * Changes the own password. All other sessions of the operator end.
 * @throws DomainError `bad_request` when the current password is wrong or the new one is too weak,
 * `too_many_requests` after too many wrong ones.
 */
export async function changeOwnPassword(ctx: Ctx, input: ChangePasswordRequest): Promise<void> {
  const { id, email } = signedIn(ctx);
  const operator = await findByEmail(ctx.db, email);
  if (operator === null) throw new DomainError('invalid_token', 'Invalid token');
  const subjects = attemptSubjects(ctx, `${id}@password-change`);
  const counts = await readCounts(ctx.db, [subjects.pair]);
  assertWithinLimits(subjects, counts, ctx.clock());
  await countAttempt(ctx, subjects, false);
  const verdict = await inPasswordLine(ctx, true, () =>
    verifyPassword(input.current_password, operator.passwordHash),
  );
  if (!verdict.matches) {
    logSecurity(ctx, 'password_change_refused');
    throw wrongField('current_password', 'This is not your current password.');
  }
  if (input.new_password.normalize('NFKC') === input.current_password.normalize('NFKC')) {
    throw wrongField('new_password', 'Choose a password other than the current one.');
  }
  const weakness = weaknessOf(input.new_password, email);
  if (weakness !== null) throw wrongField('new_password', weakness);
  const passwordHash = await hashPassword(input.new_password);
  const [forgivePair, forgiveOthers] = forgiveAttempts(ctx.db, subjects);
  await change(ctx, {
    statements: {
      password: replaceHash(ctx.db, id, { passwordHash, mustChangePassword: false }),
      others: endSessionsOf(ctx.db, id, ctx.clock(), ctx.sessionId ?? ''),
      forgivePair,
      forgiveOthers,
    },
    audit: { action: 'auth.change_password', subject: `operator:${email}` },
  });
  await dropEndedSessions(ctx, id);
  logSecurity(ctx, 'password_changed');
}

const wrongField = (path: string, message: string) =>
  new DomainError('bad_request', message, { issues: [{ path, message }] });

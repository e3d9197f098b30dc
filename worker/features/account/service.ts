import type { SecondFactorRequest } from '../../../shared/account/passkeys.ts';
import type { LoginRequest } from '../../../shared/account/schema.ts';
import { DomainError } from '../../../shared/errors.ts';
import type { Ctx } from '../../context/context.ts';
import { change } from '../../db/change.ts';
import { DECOY_HASH, hashPassword, verifyPassword } from '../../security/passwords.ts';
import { logSecurity } from '../../security/security-log.ts';
import { issueToken } from '../../security/tokens.ts';
import { attemptSubjects, makeAttempt } from './limits/service.ts';
import {
  forgetAttempts,
  forgiveAttempt,
  readCounts,
  readKnownAddress,
  rememberAddress,
} from './limits/store.ts';
import { askForPasskey, checkSecondFactor, refusedFactor } from './passkeys/service.ts';
import { openSession } from './sessions/service.ts';
import {
  type Credentials,
  findById,
  readByLogin,
  replaceHash,
  selectWhileCurrent,
} from './store.ts';

/** A token, or the options of the second factor. */
type SignInResult = { token: string } | { secondFactor: Awaited<ReturnType<typeof askForPasskey>> };

/**
 * Signs an operator in and returns a session token, or the options of the second factor. Unknown,
 * disabled and wrong take one password check each and get the same answer.
 * @param readSite the site of the sign-in, which only passkeys depend on. It may throw.
 * @throws DomainError `bad_credentials`, or `too_many_requests` with the time to wait.
 */
export async function signIn(
  ctx: Ctx,
  input: LoginRequest,
  readSite: () => URL,
): Promise<SignInResult> {
  const attempt = await readAttempt(ctx, input.email.toLowerCase());
  const { operator, subjects } = attempt;
  const hasher = ctx.env.bindings.PASSWORD_HASHER;
  const verdict = await makeAttempt(ctx, attempt, () =>
    verifyPassword(input.password, operator?.passwordHash ?? DECOY_HASH, hasher),
  ).catch((error: unknown) => {
    if (error instanceof DomainError) logSecurity(ctx, 'sign_in_limited', { name: subjects.name });
    throw error;
  });
  if (operator === null || !verdict.matches || operator.disabledAt !== null) {
    throw refusedPassword(ctx, subjects.name);
  }
  if (operator.hasPasskey) {
    const secondFactor = await askForPasskey(ctx, operator, readSite());
    // The address is cleared now, and the counters of the name after the second factor.
    await forgiveAttempt(ctx.db, [subjects.address]);
    return { secondFactor };
  }
  const renewedHash = verdict.isOutdated ? await hashPassword(input.password, hasher) : null;
  const renewed = renewedHash && replaceHash(ctx.db, operator, { passwordHash: renewedHash });
  const proof = {
    statements: {
      isCurrent: selectWhileCurrent(operator, 'password alone'),
      ...(renewed && { renewed }),
    },
    refused: () => refusedPassword(ctx, subjects.name),
  };
  return { token: await enter(ctx, operator, proof) };
}

function refusedPassword(ctx: Ctx, name: string): DomainError {
  logSecurity(ctx, 'sign_in_refused', { name });
  return new DomainError('bad_credentials', 'Invalid email or password.');
}

/**
 * The second step of signing in, with a passkey or a recovery code.
 * @throws DomainError `bad_credentials` for a wrong answer, and after five minutes or five tries.
 */
export async function signInWithSecondFactor(
  ctx: Ctx,
  answer: SecondFactorRequest,
  site: URL,
): Promise<{ token: string }> {
  const checked = await checkSecondFactor(ctx, { answer, purpose: 'sign_in', site });
  const { operatorId, statements, factor } = checked;
  const operator = await findById(ctx.db, operatorId);
  if (operator === null || operator.disabledAt !== null) throw refusedFactor(ctx);
  const proof = {
    statements: { isCurrent: selectWhileCurrent(operator, 'second factor'), ...statements },
    refused: () => refusedFactor(ctx),
    factor,
  };
  return { token: await enter(ctx, operator, proof) };
}

/** The proof of identity that an operator has given. */
interface Proof {
  /**
   * Statements of the batch that opens the session. Each must match, so that a one-time proof is
   * marked as used, and the data that was read is still valid.
   */
  statements: Parameters<typeof change>[1]['statements'];
  /** The error if one of them does not match. */
  refused: () => DomainError;
  /** The name of the second factor. */
  factor?: string;
}

/** Opens a session of an operator. @returns the token of the session */
async function enter(
  ctx: Ctx,
  operator: Credentials,
  { statements, refused, factor }: Proof,
): Promise<string> {
  const now = ctx.clock();
  ctx.operator = { id: operator.id, email: operator.email };
  const session = openSession(ctx, operator, now, factor !== undefined);
  const subjects = attemptSubjects(ctx, operator.email);
  await change(ctx, {
    statements: {
      ...statements,
      session: session.statement,
      forgivenPair: forgetAttempts(ctx.db, subjects.pair),
      // If a second factor followed, the counter of the address was already cleared after the
      // password.
      forgivenOthers: forgiveAttempt(
        ctx.db,
        factor === undefined ? [subjects.name, subjects.address] : [subjects.name],
      ),
      address: rememberAddress(ctx.db, {
        address: subjects.addressHash,
        operatorId: operator.id,
        lastSeenAt: now,
      }),
    },
    audit: {
      action: 'auth.sign_in',
      subject: `operator:${operator.email}`,
      ...(factor !== undefined && { detail: { second_factor: factor } }),
    },
    expect: Object.fromEntries(Object.keys(statements).map((name) => [name, refused])),
  });
  logSecurity(ctx, 'sign_in', { session: session.token.sessionId });
  return issueToken(ctx.env, session.token, now);
}

/** Reads the operator and the counters in one round trip. */
async function readAttempt(ctx: Ctx, login: string) {
  const subjects = attemptSubjects(ctx, login);
  const [operatorRows, counts, seenBy] = await ctx.db.batch([
    readByLogin(ctx.db, login),
    readCounts(ctx.db, [subjects.pair, subjects.name, subjects.address]),
    readKnownAddress(ctx.db, subjects.addressHash),
  ]);
  return {
    operator: pickOperator(operatorRows, login),
    subjects,
    counts,
    isKnownAddress: seenBy.length > 0,
  };
}

/** An e-mail names one operator; a user name (the part before @) only when a single operator has it. */
function pickOperator(found: readonly Credentials[], login: string): Credentials | null {
  const byEmail = found.find((candidate) => candidate.email === login);
  if (byEmail !== undefined) return byEmail;
  return found.length === 1 ? (found[0] ?? null) : null;
}

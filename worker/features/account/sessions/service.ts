import type { OperatorSession } from '../../../../shared/account/schema.ts';
import { DomainError, noSuch } from '../../../../shared/errors.ts';
import { DAY_MS, isoTime, isRecent, MINUTE_MS } from '../../../../shared/times.ts';
import { afterwards, type Ctx, type Operator, signedIn } from '../../../context/context.ts';
import { change } from '../../../db/change.ts';
import { connectedSessions, disconnectSessions } from '../../../durable/channel-client.ts';
import { noteUse, USE_NOTED_EVERY_MS } from '../../../security/note-use.ts';
import { logSecurity } from '../../../security/security-log.ts';
import { readToken, SESSION_SECONDS } from '../../../security/tokens.ts';
import { deleteAddressesBefore } from '../limits/store.ts';
import { deleteChallengesOf } from '../passkeys/store.ts';
import { changeOperator, revokeCalendar, revokeTokens } from '../store.ts';
import { evictSessionsOf, recallSession, rememberSession, type SignedIn } from './cache.ts';
import {
  deleteSessionsBefore,
  endSessionById,
  endSessionsOf,
  findSession,
  findUsableSessions,
  insertSession,
  readConfirmation,
  readOpenSessions,
  sessionFacts,
  touchSession,
} from './store.ts';

/** Ended sessions are kept for this long, to find out who was signed in when. */
const SESSIONS_KEPT_MS = 30 * DAY_MS;
const ADDRESSES_KEPT_MS = 180 * DAY_MS;

/**
 * A new session of an operator: the content of its token, and the statement that stores it.
 * @param isConfirmed whether a second factor was used
 */
export function openSession(
  ctx: Pick<Ctx, 'db' | 'client'>,
  operator: { id: number; tokenVersion: number },
  now: number,
  isConfirmed = false,
) {
  const sessionId = crypto.randomUUID();
  return {
    token: { sessionId, operatorId: operator.id, version: operator.tokenVersion },
    statement: insertSession(ctx.db, {
      id: sessionId,
      operatorId: operator.id,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + SESSION_SECONDS * 1000,
      confirmedAt: isConfirmed ? now : null,
      userAgent: ctx.client.userAgent,
    }),
  };
}

/**
 * The operator and session of a token. A result is trusted for a few seconds (cache.ts).
 * @throws DomainError `invalid_token` when the token is forged or expired, its session was ended or not
 * used for longer than the idle limit, or its operator was disabled, removed or given a new password.
 */
export async function authenticate(ctx: Ctx, text: string): Promise<SignedIn> {
  const now = ctx.clock();
  const recalled = recallSession(text, now);
  // The flag of a password that must be changed is read every time, so that a change takes effect with the next call.
  if (recalled?.isTrusted && !recalled.signedIn.operator.mustChangePassword)
    return recalled.signedIn;
  const token = recalled?.signedIn.token ?? (await readToken(ctx.env, text, now));
  if (token === null) throw refused(ctx, text);
  const session = await findSession(ctx.db, token.sessionId);
  const isValid =
    session !== null &&
    session.operatorId === token.operatorId &&
    session.disabledAt === null &&
    session.tokenVersion === token.version &&
    session.endedAt === null &&
    session.lastUsedAt > usableAt(ctx).usedAfter;
  if (!isValid) {
    evictSessionsOf(token.operatorId);
    throw refused(ctx, text);
  }
  if (!isRecent(session.lastUsedAt, now, USE_NOTED_EVERY_MS))
    await noteUse(ctx, 'session', touchSession(ctx.db, token.sessionId, now));
  const { operatorId: id, email, mustChangePassword } = session;
  const signedIn = {
    operator: { id, email, mustChangePassword },
    sessionId: token.sessionId,
    token,
  };
  rememberSession(text, signedIn, now);
  return signedIn;
}

/**
 * The operator of a currently valid session; null otherwise. For calls that a browser makes without
 * its token.
 */
export async function operatorOfSession(
  ctx: Pick<Ctx, 'db' | 'env' | 'clock'>,
  id: string,
): Promise<Operator | null> {
  const session = await findSession(ctx.db, id);
  const isUsable =
    session !== null &&
    session.disabledAt === null &&
    session.endedAt === null &&
    session.lastUsedAt > usableAt(ctx).usedAfter;
  return isUsable ? { id: session.operatorId, email: session.email } : null;
}

/** How long a use of a second factor counts as recent. */
const CONFIRMED_MS = 15 * MINUTE_MS;

/**
 * Requires that an operator with a passkey used it, or a recovery code, in this session within the last 15 minutes. A
 * token was confirmed when it was made.
 * @throws DomainError `forbidden`, which names the requirement
 */
export async function assertConfirmed(ctx: Ctx): Promise<void> {
  const { id, apiToken } = signedIn(ctx);
  if (apiToken !== undefined) return;
  const state = await readConfirmation(ctx.db, id, ctx.sessionId ?? '');
  if (!state.hasPasskey || isRecent(state.confirmedAt ?? 0, ctx.clock(), CONFIRMED_MS)) return;
  throw new DomainError('forbidden', 'Confirm with your passkey first.', {
    requirement: 'passkey',
  });
}

/** A session may be used if it was used after `usedAfter` and has not expired `now`. */
function usableAt({ env, clock }: Pick<Ctx, 'env' | 'clock'>) {
  const now = clock();
  return { now, usedAfter: now - env.SESSION_IDLE_MINUTES * MINUTE_MS };
}

function refused(ctx: Ctx, token: string): DomainError {
  // A call without a token is not a security event. Its access line is enough.
  if (token !== '') logSecurity(ctx, 'token_refused');
  return new DomainError('invalid_token', 'Invalid token');
}

/**
 * Ends this session; or all sessions of the operator, sign-ins that wait for a second factor, the calendar address and
 * the API tokens.
 */
export async function signOut(ctx: Ctx, from: 'here' | 'everywhere'): Promise<void> {
  const { id, email } = signedIn(ctx);
  const isHere = from === 'here';
  const now = ctx.clock();
  const event = isHere ? 'sign_out' : 'sign_out_everywhere';
  await change(ctx, {
    statements: isHere
      ? { ended: endSessionById(ctx.db, id, ctx.sessionId ?? '', now) }
      : {
          ended: endSessionsOf(ctx.db, id, now),
          // A higher token version also ends tokens of sessions that are opened at this moment.
          operator: changeOperator(ctx.db, id, {}),
          challenges: deleteChallengesOf(ctx.db, id),
          calendar: revokeCalendar(ctx.db, id),
          tokens: revokeTokens(ctx.db, id),
        },
    audit: { action: `auth.${event}`, subject: `operator:${email}` },
  });
  await evictEndedSessions(ctx, id);
  logSecurity(ctx, event);
}

/** The operator's valid sessions, the last used one first. */
export async function listSessions(ctx: Ctx): Promise<OperatorSession[]> {
  const open = await readOpenSessions(ctx.db, signedIn(ctx).id, usableAt(ctx));
  return open.map((session) => ({
    id: session.id,
    created_at: isoTime(session.createdAt),
    last_used_at: isoTime(session.lastUsedAt),
    user_agent: session.userAgent,
    is_current: session.id === ctx.sessionId,
  }));
}

/** Ends one of the operator's sessions. @throws DomainError `not_found` when it is not one that may still be used. */
export async function endSession(ctx: Ctx, id: string): Promise<void> {
  const operator = signedIn(ctx);
  await change(ctx, {
    statements: { ended: endSessionById(ctx.db, operator.id, id, ctx.clock()) },
    audit: {
      action: 'auth.end_session',
      subject: 'operator',
      detail: { session: id },
      before: sessionFacts(operator.email, id),
    },
    expect: { ended: () => noSuch('session') },
  });
  await evictEndedSessions(ctx, operator.id);
  logSecurity(ctx, 'session_ended', { session: id });
}

/**
 * Completes the end of an operator's sessions: removes them from the cache and closes their live
 * connections.
 */
export async function evictEndedSessions(ctx: Ctx, operatorId: number): Promise<void> {
  evictSessionsOf(operatorId);
  // The sessions have ended in any case. The job of each minute closes remaining connections.
  await afterwards(ctx, 'live connections were not closed', () => disconnectEnded(ctx));
}

/**
 * Closes live connections of sessions that are no longer valid, however they ended. For the job of
 * each minute.
 */
export async function disconnectEnded(ctx: Pick<Ctx, 'db' | 'env' | 'clock'>): Promise<void> {
  const connected = await connectedSessions(ctx.env.bindings);
  if (connected.length === 0) return;
  const ids = connected.map(({ sessionId }) => sessionId);
  const versions = await findUsableSessions(ctx.db, ids, usableAt(ctx));
  const ended = connected.filter(({ sessionId, version }) => versions.get(sessionId) !== version);
  if (ended.length > 0)
    await disconnectSessions(
      ctx.env.bindings,
      ended.map(({ sessionId }) => sessionId),
    );
}

/**
 * Deletes sessions that expired long ago and addresses without recent sign-ins; returns how many
 * rows. For the housekeeping job.
 */
export async function deleteOldSessions(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const sessions = await deleteSessionsBefore(ctx.db, ctx.clock() - SESSIONS_KEPT_MS);
  const addresses = await deleteAddressesBefore(ctx.db, ctx.clock() - ADDRESSES_KEPT_MS);
  return sessions + addresses;
}

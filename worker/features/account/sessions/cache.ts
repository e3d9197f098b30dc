import { isRecent } from '../../../../shared/times.ts';
import type { SessionToken } from '../../../context/channel.ts';
import type { Operator } from '../../../context/context.ts';

/** The operator and session of a token. */
export interface SignedIn {
  operator: Operator;
  sessionId: string;
  token: SessionToken;
}

/**
 * For how long an isolate trusts what it read about a session and its operator. A sign-out, a password
 * change or `disable` takes effect within this time everywhere. Without it every call would first wait
 * for the database.
 */
const TRUSTED_MS = 5_000;

/** The cache is cleared at this size, which is more signed-in operators than a team has. */
const MAX_SESSIONS = 1_000;

const entries = new Map<string, { signedIn: SignedIn; checkedAt: number }>();

/** The operator and session of a cached token. Read them again if they are no longer trusted. */
export function recallSession(
  text: string,
  now: number,
): { signedIn: SignedIn; isTrusted: boolean } | null {
  const entry = entries.get(text);
  if (entry === undefined) return null;
  const { signedIn, checkedAt } = entry;
  if (signedIn.token.expiresAt * 1000 > now)
    return { signedIn, isTrusted: isRecent(checkedAt, now, TRUSTED_MS) };
  entries.delete(text);
  return null;
}

/** Caches a token that was just checked against its session and operator. */
export function rememberSession(text: string, signedIn: SignedIn, now: number): void {
  if (entries.size >= MAX_SESSIONS) entries.clear();
  entries.set(text, { signedIn, checkedAt: now });
}

/** Removes the cached sessions of an operator, so that ended sessions end here immediately. */
export function evictSessionsOf(operatorId: number): void {
  for (const [text, { signedIn }] of entries)
    if (signedIn.operator.id === operatorId) entries.delete(text);
}

import type { Operator } from '../../../context.ts';
import type { SessionToken } from '../../../security/tokens.ts';

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

/** More signed-in operators than one team has; beyond it the cache is emptied. */
const MAX_SESSIONS = 1_000;

interface Entry {
  token: SessionToken;
  signedIn: SignedIn;
  trustedUntil: number;
}

const entries = new Map<string, Entry>();

/** The cached state of a token; `signedIn` is null when it must be read again. */
export function recallSession(
  token: string,
  now: number,
): { token: SessionToken; signedIn: SignedIn | null } | null {
  const entry = entries.get(token);
  if (entry === undefined) return null;
  if (entry.token.expiresAt * 1000 <= now) {
    entries.delete(token);
    return null;
  }
  return { token: entry.token, signedIn: now < entry.trustedUntil ? entry.signedIn : null };
}

/** Caches a token that was just checked against its session and operator. */
export function rememberSession(
  text: string,
  token: SessionToken,
  signedIn: SignedIn,
  now: number,
): void {
  if (entries.size >= MAX_SESSIONS) entries.clear();
  entries.set(text, { token, signedIn, trustedUntil: now + TRUSTED_MS });
}

/** Drops the cached sessions of an operator, so that ended ones end here at once. */
export function evictSessionsOf(operatorId: number): void {
  for (const [text, { token }] of entries) {
    if (token.operatorId === operatorId) entries.delete(text);
  }
}

import type { Operator } from '../../context.ts';
import type { Session } from '../../security/tokens.ts';

/**
 * For how long an isolate trusts what it read about an operator. A password change or `disable` takes
 * effect within this time everywhere; without it every call would wait for the database first.
 */
const OPERATOR_TRUSTED_MS = 5_000;

/** More signed-in operators than one team has; beyond it the cache starts again. */
const MOST_SESSIONS = 1_000;

interface Known {
  session: Session;
  operator: Operator;
  trustedUntil: number;
}

const known = new Map<string, Known>();

/** What is known about a token; `operator` is null when it must be read again. */
export function recallSession(
  token: string,
  now: number,
): { session: Session; operator: Operator | null } | null {
  const found = known.get(token);
  if (found === undefined) return null;
  if (found.session.expiresAt * 1000 <= now) {
    known.delete(token);
    return null;
  }
  const isTrusted = now < found.trustedUntil;
  return { session: found.session, operator: isTrusted ? found.operator : null };
}

/** Remembers a token that was checked against its operator just now. */
export function rememberSession(
  token: string,
  session: Session,
  operator: Operator,
  now: number,
): void {
  if (known.size >= MOST_SESSIONS) known.clear();
  known.set(token, { session, operator, trustedUntil: now + OPERATOR_TRUSTED_MS });
}

/** Forgets a token whose operator no longer stands behind it. */
export function forgetSession(token: string): void {
  known.delete(token);
}

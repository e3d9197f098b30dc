import type { Database } from '../../worker/db/client.ts';
import { openSession } from '../../worker/features/account/sessions/service.ts';
import { findByEmail, insertOperator } from '../../worker/features/account/store.ts';
import { issueToken, type TokenIssuer } from '../../worker/security/tokens.ts';

/**
 * Stores an operator and a session without the slow hashing of a password.
 * @param passwordHash that of another operator, whose password then also works for this one; by
 * default, no password is valid.
 * @returns the operator's id and the token of the session.
 */
export async function storeOperator(
  db: Database,
  issuer: TokenIssuer,
  { email, passwordHash = '-' }: { email: string; passwordHash?: string },
): Promise<{ id: number; token: string }> {
  const now = Date.now();
  await insertOperator(db, { email, passwordHash, createdAt: now, mustChangePassword: false });
  const operator = await findByEmail(db, email);
  if (operator === null) throw new Error('The operator was not stored.');
  const session = openSession({ db, client: { address: 'unknown', userAgent: '' } }, operator, now);
  await session.statement;
  return { id: operator.id, token: await issueToken(issuer, session.token, now) };
}

import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { imapAccounts } from '../../../db/schema/mailboxes.ts';
import { NO_GRANT, type StoredAccount } from '../store.ts';

/** The sealed tokens of a mailbox. */
export type SealedTokens = Pick<
  StoredAccount,
  'refreshToken' | 'accessToken' | 'accessEndsAt' | 'accessIssuedAt'
>;

/**
 * Stores the tokens of a renewal unless the mailbox has got another grant since. @returns whether it was stored
 */
export async function writeTokens(
  db: Database,
  { id, refreshToken }: Pick<StoredAccount, 'id' | 'refreshToken'>,
  tokens: SealedTokens,
): Promise<boolean> {
  const { rowsAffected } = await db
    .update(imapAccounts)
    .set(tokens)
    .where(and(eq(imapAccounts.id, id), eq(imapAccounts.refreshToken, refreshToken ?? '')));
  return rowsAffected > 0;
}

/** Deletes a grant that its provider has ended, and makes the mailbox due for the check that reports it. */
export const endGrant = (
  db: Database,
  { id, refreshToken }: Pick<StoredAccount, 'id' | 'refreshToken'>,
  now: number,
) =>
  db
    .update(imapAccounts)
    .set({ ...NO_GRANT, checkDueAt: now })
    .where(and(eq(imapAccounts.id, id), eq(imapAccounts.refreshToken, refreshToken ?? '')));

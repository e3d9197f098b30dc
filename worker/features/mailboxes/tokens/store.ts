import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { imapAccounts } from '../../../db/schema/mailboxes.ts';
import { NO_GRANT, type StoredAccount } from '../store.ts';

/** The sealed tokens of a mailbox. */
export type SealedTokens = Pick<
  StoredAccount,
  'refreshToken' | 'accessToken' | 'accessEndsAt' | 'accessIssuedAt'
>;

/** A mailbox as it was read before a call to its provider. */
type ReadMailbox = Pick<StoredAccount, 'id' | 'auth' | 'accessIssuedAt'>;

/**
 * The condition that a mailbox has not received other tokens since it was read. They are compared
 * by their time, because a rotation of the data key seals the same tokens again.
 */
const hasSameGrant = ({ id, auth, accessIssuedAt }: ReadMailbox) =>
  and(
    eq(imapAccounts.id, id),
    eq(imapAccounts.auth, auth),
    sql`${imapAccounts.accessIssuedAt} is ${accessIssuedAt}`,
  );

/** Stores the tokens of a renewal. */
export const writeTokens = (db: Database, mailbox: ReadMailbox, tokens: SealedTokens) =>
  db.update(imapAccounts).set(tokens).where(hasSameGrant(mailbox));

/**
 * Deletes a grant that its provider has ended, and makes the mailbox due for the check that reports
 * it.
 * @param failure why, in a sentence. It is stored here, because the result of a running check is no
 * longer recorded
 */
export const endGrant = (db: Database, mailbox: ReadMailbox, failure: string, now: number) =>
  db
    .update(imapAccounts)
    .set({ ...NO_GRANT, failure, checkDueAt: now })
    .where(hasSameGrant(mailbox));

import { sql } from 'drizzle-orm';
import type { MailboxPlace } from '../../../shared/mailboxes/mail-servers.ts';
import { insertRows, isOneOf } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import { imapAccounts } from '../../db/schema/mailboxes.ts';

/** A mailbox with its sealed password. */
interface NewMailbox extends MailboxPlace {
  password: string;
  sealRow: string;
}

/** Adds those that are not in the list. @returns the seal rows of the added ones. */
export async function insertAccounts(
  ctx: Changing,
  accounts: readonly NewMailbox[],
  { tags, is_active = true }: { tags: readonly string[]; is_active?: boolean },
): Promise<Set<string>> {
  const now = ctx.clock();
  const rows = accounts.map((account) => ({ ...account, userKey: account.user.toLowerCase() }));
  const common = {
    isActive: Number(is_active),
    createdAt: now,
    tags: JSON.stringify(tags),
    checkDueAt: now,
  };
  const onConflict = sql`on conflict (user_key, host) do nothing`;
  const [one, ...others] = accounts;
  const isGiven = isOneOf(
    imapAccounts.sealRow,
    accounts.map(({ sealRow }) => sealRow),
  );
  const { stored } = await change(ctx, {
    statements: {
      added: insertRows(imapAccounts, rows, { common, onConflict }),
      stored: ctx.db.select({ sealRow: imapAccounts.sealRow }).from(imapAccounts).where(isGiven),
    },
    audit: {
      action: 'imap-accounts.add',
      subject: 'imap_account',
      detail: {
        ...(one && others.length === 0
          ? { user: one.user, host: one.host, port: one.port, isActive: is_active }
          : { pasted: accounts.length }),
        tags: tags.join(', '),
      },
      found: ctx.db.select({ id: imapAccounts.id }).from(imapAccounts).where(isGiven),
    },
  });
  return new Set(stored.map(({ sealRow }) => sealRow));
}

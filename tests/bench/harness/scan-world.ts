import { addMailboxes } from '../../imap/client.ts';
import { type MailServer, startDovecot } from '../../imap/dovecot.ts';
import { writeMaildir } from '../../imap/maildir.ts';
import type { Product } from '../../imap/product.ts';

/** Ten mailboxes with 2,000 mails each, of which 70 arrived in the last week. */
export const USERS = Array.from({ length: 10 }, (_, i) => `box${i}@x.example`);
export const DAYS = 7;

interface WorldPlan {
  /**
   * The recent mails of a mailbox, by the numbers of the mailbox and the mail; they replace the
   * labelled ones.
   */
  recentMail?: (mailbox: number, index: number) => Buffer;
  /** Further mails in every mailbox. */
  extra?: readonly Uint8Array[];
}

/** Starts a mail server whose mailboxes each have different mails. */
export async function startMailboxes({
  recentMail,
  extra = [],
}: WorldPlan = {}): Promise<MailServer> {
  const plan = { mails: 2000, recent: 70, recentDays: DAYS - 1, now: Date.now(), extra };
  const folders = new Map(
    USERS.map((owner, mailbox) => {
      const own = recentMail && { recentMail: (index: number) => recentMail(mailbox, index) };
      return [owner, writeMaildir({ ...plan, owner, ...own })];
    }),
  );
  const server = await startDovecot(folders);
  return server;
}

/**
 * Adds the mailboxes to the product.
 * @returns their ids.
 */
export const connectMailboxes = (
  product: Pick<Product, 'url' | 'token'>,
  server: MailServer,
): Promise<number[]> =>
  addMailboxes(
    product,
    USERS.map((user) => ({
      user,
      host: 'localhost',
      port: server.plainPort,
      password: server.password,
    })),
  );

import { DomainError, noSuch } from '../../../../shared/errors.ts';
import type { MailboxFolder } from '../../../../shared/mailboxes/schema.ts';
import type { Ctx } from '../../../context/context.ts';
import { auditStatement } from '../../../db/audit.ts';
import { runJob } from '../../../durable/scan-desk-client.ts';
import { findAccounts } from '../store.ts';
import { toJobMailboxes } from '../tokens/service.ts';

/** The time limit of a list, including the wait for a scanner. */
const LIST_WITHIN_MS = 40_000;

/**
 * Lists the folders of a stored mailbox, through a scanner. The list is not stored, but the audit trail records who
 * requested it.
 * @throws DomainError `not_found` for a mailbox that is not in the list, `upstream_failed` with the reason for one that
 * cannot be opened, `unavailable` without a scanner.
 */
export async function listFolders(ctx: Ctx, id: number): Promise<MailboxFolder[]> {
  const accounts = await findAccounts(ctx.db, [id]);
  const [account] = accounts;
  if (account === undefined) throw noSuch('IMAP account');
  // The entry is written first, because the call signs in with the stored password.
  const { user, host, port } = account;
  await auditStatement(ctx, {
    action: 'imap-accounts.folders',
    subject: `imap_account:${id}`,
    detail: { user, host, port },
  });
  const job = {
    kind: 'folders' as const,
    id: `folders-${crypto.randomUUID()}`,
    withinMs: LIST_WITHIN_MS,
    mailboxes: await toJobMailboxes(ctx, accounts),
  };
  let folders: MailboxFolder[] | null = null;
  try {
    for await (const event of runJob(ctx, job)) {
      if (event.type === 'folders') folders = event.folders;
      if (event.type !== 'done') continue;
      if (folders !== null) return folders;
      const reason = event.answer.mailboxes[0]?.message ?? 'The list ended without a result.';
      throw new DomainError('upstream_failed', reason);
    }
  } catch (cause) {
    // The desk's own message is about searches.
    throw cause instanceof DomainError && cause.code === 'unavailable' ? notListed(cause) : cause;
  }
  throw notListed();
}

const notListed = (cause?: DomainError): DomainError =>
  new DomainError(
    'unavailable',
    'The folders could not be listed: no scanner is running. Start the scanner (see the deployment guide) and try again.',
    { cause },
  );

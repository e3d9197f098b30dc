import type { DataKey } from '../../shared/env.ts';
import type { MailboxAccess } from '../../shared/scanner.ts';
import { mailboxPasswordPlace } from '../security/sealed-columns.ts';
import { unseal } from '../security/vault.ts';
import type { JobMailbox } from './desk-job.ts';

/** Opens the passwords of mailboxes for a scanner. `locked` are those whose password cannot be opened. */
export async function openMailboxes(
  mailboxes: readonly JobMailbox[],
  keys: readonly DataKey[],
): Promise<{ mailboxes: MailboxAccess[]; locked: JobMailbox[] }> {
  const opened = await Promise.all(
    mailboxes.map(async ({ sealed, sealRow, ...mailbox }): Promise<MailboxAccess | null> => {
      const place = mailboxPasswordPlace({ ...mailbox, sealRow });
      const password = await unseal(keys, place, sealed).catch(() => null);
      return password === null ? null : { ...mailbox, password };
    }),
  );
  return {
    mailboxes: opened.filter((access) => access !== null),
    locked: mailboxes.filter((_, index) => opened[index] === null),
  };
}

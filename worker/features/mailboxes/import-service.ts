import type { MailboxPlace } from '../../../shared/mailboxes/mail-servers.ts';
import type { MailboxImport } from '../../../shared/mailboxes/import-schema.ts';
import type { Ctx } from '../../context.ts';
import { mailboxPasswordPlace } from '../../security/sealed-columns.ts';
import { seal } from '../../security/vault.ts';
import * as store from './import-store.ts';

/**
 * Adds mailboxes, seals their passwords and has them checked. Those that are in the list already stay as they are.
 * @returns how many were added, and the addresses of the others.
 */
export async function importMailboxes(
  ctx: Ctx,
  { accounts, ...shared }: MailboxImport & { is_active?: boolean },
): Promise<{ added: number; known: string[] }> {
  const rows = accounts.map(({ password, ...place }) => {
    const sealRow = crypto.randomUUID();
    return { ...place, sealRow, password: sealPassword(ctx, place, sealRow, password) };
  });
  const added = await store.insertAccounts(ctx, rows, shared);
  await ctx.enqueue([{ kind: 'mailboxes.check' }]);
  const known = rows.filter(({ sealRow }) => !added.has(sealRow)).map(({ user }) => user);
  return { added: added.size, known };
}

/** Seals a password for the one row and place that it was entered for. */
export const sealPassword = (ctx: Ctx, place: MailboxPlace, sealRow: string, password: string) =>
  seal(ctx.env.DATA_KEY, mailboxPasswordPlace({ ...place, sealRow }), password);

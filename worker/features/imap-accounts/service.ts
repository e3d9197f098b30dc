import { DomainError } from '../../../shared/errors.ts';
import type {
  ChangedImapAccount,
  ImapAccount,
  NewImapAccount,
} from '../../../shared/imap-accounts/schema.ts';
import { isSamePlace } from '../../../shared/mail-servers.ts';
import { toHealth } from '../../../shared/mailbox-health/health.ts';
import type { Ctx } from '../../context.ts';
import { importMailboxes, sealPassword } from '../mailbox-import/index.ts';
import * as store from './store.ts';

const PASSWORD_TO_SAVE =
  'Enter the app password again: the stored one is kept only for the same address, host and port.';

/** All mailboxes, never with a password. */
export async function listImapAccounts(ctx: Ctx): Promise<ImapAccount[]> {
  const now = ctx.clock();
  return (await store.findAccounts(ctx.db)).map((row) => ({
    id: row.id,
    user: row.user,
    host: row.host,
    port: row.port,
    is_active: row.isActive,
    created_at: new Date(row.createdAt).toISOString(),
    tags: row.tags,
    health: toHealth(row, now),
  }));
}

/** Adds a mailbox and has it checked. @throws DomainError `conflict` when it is already in the list. */
export async function addImapAccount(ctx: Ctx, input: NewImapAccount): Promise<void> {
  const { is_active, tags = [], ...account } = input;
  const { added } = await importMailboxes(ctx, { accounts: [account], tags, is_active });
  if (added === 0) throw store.duplicate(account.user);
}

/**
 * Changes a mailbox and has it checked. An empty password keeps the stored one while address, host and port stay the same.
 * @throws DomainError `bad_request` on the password when the mailbox moves without it.
 */
export async function changeImapAccount(
  ctx: Ctx,
  id: number,
  input: ChangedImapAccount,
): Promise<void> {
  const [stored] = await store.findAccounts(ctx.db, [id]);
  if (!stored) throw store.notFound();
  const { is_active: isActive, password, tags, ...place } = input;
  // A stored password is used only where it was entered for: any other server could read it.
  if (!password && !isSamePlace(stored, place)) throw passwordMissing(PASSWORD_TO_SAVE);
  const sealed = password ? sealPassword(ctx, place, stored.sealRow, password) : null;
  const changes = { ...place, isActive, tags: tags ?? stored.tags, password: sealed };
  await store.updateAccount(ctx, id, changes);
  await ctx.enqueue([{ kind: 'mailboxes.check' }]);
}

/** Deletes a mailbox with its password. @throws DomainError `not_found` */
export const deleteImapAccount = (ctx: Ctx, id: number): Promise<void> =>
  store.deleteAccount(ctx, id);

/** The refusal of a call that needs the password. */
export const passwordMissing = (message: string): DomainError =>
  new DomainError('bad_request', message, { issues: [{ path: 'password', message }] });

import { noSuch, wrongField } from '../../../shared/errors.ts';
import { needsSignIn, toHealth } from '../../../shared/mailboxes/health.ts';
import {
  isSameMailbox,
  isSamePlace,
  type MailboxPlace,
} from '../../../shared/mailboxes/mail-servers.ts';
import {
  type ChangedImapAccount,
  type ImapAccount,
  type MailboxImport,
  type NewImapAccount,
  PASSWORD_AGAIN,
} from '../../../shared/mailboxes/schema.ts';
import { pick } from '../../../shared/pick.ts';
import { isoTime } from '../../../shared/times.ts';
import type { Ctx } from '../../context/context.ts';
import { mailboxPasswordPlace } from '../../security/sealed-columns.ts';
import { seal } from '../../security/vault.ts';
import * as store from './store.ts';

export { deleteAccount } from './store.ts';

/** All mailboxes, never with a password. */
export async function listAccounts(ctx: Ctx): Promise<ImapAccount[]> {
  const now = ctx.clock();
  return (await store.findAccounts(ctx.db)).map((row) => toImapAccount(row, now));
}

/** A mailbox as lists show it. */
export const toImapAccount = (row: store.StoredAccount, now: number): ImapAccount => ({
  ...pick(row, ['id', 'user', 'host', 'port', 'auth', 'tags', 'folders']),
  needs_sign_in: needsSignIn(row),
  is_active: row.isActive,
  created_at: isoTime(row.createdAt),
  health: toHealth(row, now),
});

/**
 * Adds a mailbox, which is then checked.
 * @throws DomainError `conflict` when it is already in the list.
 */
export async function addAccount(ctx: Ctx, input: NewImapAccount): Promise<void> {
  const { is_active, tags = [], folders = null, ...account } = input;
  const { added } = await importMailboxes(ctx, { accounts: [account], tags, folders, is_active });
  if (added === 0) throw store.duplicate(account.user);
}

/**
 * Adds mailboxes and seals their passwords; the mailboxes are then checked. Those that are already in the list are left
 * unchanged.
 * @returns how many were added, and the addresses of the others.
 */
export async function importMailboxes(
  ctx: Ctx,
  { accounts, ...shared }: MailboxImport & { is_active?: boolean; folders?: string[] | null },
): Promise<{ added: number; known: string[] }> {
  const rows = accounts.map(({ password, ...place }) => {
    const sealRow = crypto.randomUUID();
    return { ...place, sealRow, password: sealPassword(ctx, place, sealRow, password) };
  });
  const added = await store.insertAccounts(ctx, rows, shared);
  await ctx.enqueue([{ kind: 'mailboxes.check' }]);
  const existing = rows.filter(({ sealRow }) => !added.has(sealRow)).map(({ user }) => user);
  return { added: added.size, known: existing };
}

/**
 * Changes a mailbox, which is then checked. An empty password keeps the stored one while address,
 * host and port stay the same. Omitted folders are kept too, unless it becomes another mailbox,
 * which has its own folders.
 * @throws DomainError `bad_request` on the password when the mailbox moves without it.
 */
export async function changeAccount(
  ctx: Ctx,
  id: number,
  input: ChangedImapAccount,
): Promise<void> {
  const [stored] = await store.findAccounts(ctx.db, [id]);
  if (!stored) throw noSuch('IMAP account');
  const { is_active: isActive, password, tags = stored.tags, folders, ...place } = input;
  // A stored password is used only for the server that it was entered for, because any other server
  // could read it.
  if (!password && !isSamePlace(stored, place)) throw wrongField('password', PASSWORD_AGAIN);
  const sealed = password ? sealPassword(ctx, place, stored.sealRow, password) : stored.password;
  const isOther = !isSameMailbox(stored, place);
  await store.updateAccount(ctx, stored, {
    ...place,
    // A mailbox that signs in gets a password if one is entered, and keeps its grant otherwise.
    auth: password ? 'password' : stored.auth,
    isActive,
    tags,
    password: sealed,
    folders: folders === undefined && !isOther ? stored.folders : (folders ?? null),
  });
  await ctx.enqueue([{ kind: 'mailboxes.check' }, { kind: 'presale-watches.assign' }]);
}

/** Seals a password for one row and for the server that it was entered for. */
export const sealPassword = (ctx: Ctx, place: MailboxPlace, sealRow: string, password: string) =>
  seal(ctx.env.DATA_KEY, mailboxPasswordPlace({ ...place, sealRow }), password);

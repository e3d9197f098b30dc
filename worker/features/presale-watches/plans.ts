import { createHash } from 'node:crypto';
import { pick } from '../../../shared/pick.ts';
import type { WatchPlan } from '../../../shared/presale-watches/scanner.ts';
import type { Ctx } from '../../context/context.ts';
import type { WatchedMailbox } from '../../context/scan-desk.ts';
import { openMailboxes } from '../../durable/scanner-socket.ts';
import { findAccounts, toJobMailbox } from '../mailboxes/index.ts';
import { toQuery } from '../presale-codes/index.ts';
import * as store from './store.ts';

type Account = Awaited<ReturnType<typeof findAccounts>>[number];

/** The clock of a mail server may be behind: a mail that arrives right after the start of a watch belongs to it. */
const CLOCK_SLACK_MS = 60_000;

/** What a scanner has to do for a mailbox: the watches of it under a name that changes with them. */
interface MailboxPlan extends Pick<WatchPlan, 'revision' | 'watches'> {
  account: Account;
  /** The watches as they are stored. */
  stored: store.StoredWatch[];
}

function planOf(account: Account, stored: store.StoredWatch[]): MailboxPlan {
  const watches = stored.map(({ id, search, since }) => ({
    id,
    query: toQuery(search, since - CLOCK_SLACK_MS),
  }));
  const access = pick(account, ['user', 'host', 'port', 'password', 'folders']);
  const revision = createHash('sha256')
    .update(JSON.stringify([access, watches]))
    .digest('hex');
  return { account, stored, watches, revision: revision.substring(0, 32) };
}

/** The plan of one mailbox; null if no active watch needs it. */
export async function findPlan(
  { db }: Pick<Ctx, 'db'>,
  mailbox: number,
): Promise<MailboxPlan | null> {
  const [[account], watches] = await Promise.all([
    findAccounts(db, [mailbox]),
    store.listActive(db, mailbox),
  ]);
  if (account === undefined || !account.isActive || watches.length === 0) return null;
  return planOf(account, watches);
}

/** All mailboxes that active watches need; `locked`: the ids of those whose password cannot be opened. */
export async function plansOf({
  db,
  env,
}: Pick<Ctx, 'db' | 'env'>): Promise<{ mailboxes: WatchedMailbox[]; locked: number[] }> {
  const watches = await store.listActive(db);
  const byMailbox = Map.groupBy(
    watches.flatMap((watch) => watch.search.imap_account_ids.map((id) => ({ id, watch }))),
    ({ id }) => id,
  );
  const accounts = byMailbox.size === 0 ? [] : await findAccounts(db, [...byMailbox.keys()]);
  const all = accounts
    .filter(({ isActive }) => isActive)
    .map((account) => {
      const own = (byMailbox.get(account.id) ?? []).map(({ watch }) => watch);
      return { ...toJobMailbox(account), revision: planOf(account, own).revision };
    });
  const locked = openMailboxes(all, env.DATA_KEY).locked.map(({ id }) => id);
  return { mailboxes: all.filter(({ id }) => !locked.includes(id)), locked };
}

import { createHash } from 'node:crypto';
import { pick } from '../../../shared/pick.ts';
import type { WatchPlan } from '../../../shared/presale-watches/scanner.ts';
import type { Ctx } from '../../context/context.ts';
import type { WatchedMailbox } from '../../context/scan-desk.ts';
import { openMailboxes } from '../../durable/scanner-socket.ts';
import { memoryRevision } from '../code-memory/index.ts';
import { findAccounts, toJobMailboxes } from '../mailboxes/index.ts';
import { toQuery } from '../presale-codes/index.ts';
import * as store from './store.ts';

type Account = Awaited<ReturnType<typeof findAccounts>>[number];

/**
 * The clock of a mail server may be slow: a mail that arrives right after the start of a watch
 * belongs to it.
 */
const CLOCK_SLACK_MS = 60_000;

/** The plan for a scanner and a mailbox: its watches, with an identifier that changes with them. */
interface MailboxPlan extends Pick<WatchPlan, 'revision' | 'watches'> {
  /** The revision of the code memory. */
  memory: string;
  account: Account;
  /** The watches as they are stored. */
  stored: store.StoredWatch[];
}

/** @param memory the revision of the code memory */
function planOf(account: Account, stored: store.StoredWatch[], memory: string): MailboxPlan {
  const watches = stored.map(({ id, search, since }) => ({
    id,
    query: toQuery(search, since - CLOCK_SLACK_MS),
  }));
  const access = pick(account, ['user', 'host', 'port', 'password', 'folders']);
  const revision = createHash('sha256')
    .update(JSON.stringify([access, watches, memory]))
    .digest('hex');
  return { account, stored, watches, memory, revision: revision.substring(0, 32) };
}

/** The plan of one mailbox; null if no active watch needs it. */
export async function findPlan(
  ctx: Pick<Ctx, 'db' | 'env'>,
  mailbox: number,
): Promise<MailboxPlan | null> {
  const { db } = ctx;
  const [[account], watches, memory] = await Promise.all([
    findAccounts(db, [mailbox]),
    store.listActive(db, mailbox),
    memoryRevision(ctx),
  ]);
  if (account === undefined || !account.isActive || watches.length === 0) return null;
  return planOf(account, watches, memory);
}

/** A mailbox that cannot be assigned to a scanner, and why, in a sentence. */
interface LockedMailbox {
  id: number;
  reason: string;
}

const NO_PASSWORD =
  'The stored password of this mailbox can no longer be opened. Enter it again on the IMAP Accounts page.';

/** All mailboxes that active watches need, and those that cannot be opened. */
export async function plansOf(
  ctx: Pick<Ctx, 'db' | 'env' | 'clock' | 'log' | 'waitUntil'>,
): Promise<{ mailboxes: WatchedMailbox[]; locked: LockedMailbox[] }> {
  const { db, env } = ctx;
  const [watches, memory] = await Promise.all([store.listActive(db), memoryRevision(ctx)]);
  const byMailbox = Map.groupBy(
    watches.flatMap((watch) => watch.search.imap_account_ids.map((id) => ({ id, watch }))),
    ({ id }) => id,
  );
  const accounts = byMailbox.size === 0 ? [] : await findAccounts(db, [...byMailbox.keys()]);
  const active = accounts.filter(({ isActive }) => isActive);
  const revisions = new Map(
    active.map((account) => {
      const watches = (byMailbox.get(account.id) ?? []).map(({ watch }) => watch);
      return [account.id, planOf(account, watches, memory).revision];
    }),
  );
  const all = (await toJobMailboxes(ctx, active)).map((mailbox) => ({
    ...mailbox,
    revision: revisions.get(mailbox.id) ?? '',
  }));
  const locked = openMailboxes(all, env.DATA_KEY)
    // A scanner keeps its connection to a mailbox whose provider temporarily does not answer.
    .locked.filter(({ refusal }) => refusal?.isLasting !== false)
    .map(({ id, refusal }) => ({ id, reason: refusal?.message ?? NO_PASSWORD }));
  const ids = new Set(locked.map(({ id }) => id));
  return { mailboxes: all.filter(({ id }) => !ids.has(id)), locked };
}

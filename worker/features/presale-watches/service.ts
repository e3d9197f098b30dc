import { pick } from '../../../shared/pick.ts';
import type { WatchedSearch } from '../../../shared/presale-codes/schema.ts';
import { placeOf } from '../../../shared/presale-watches/scanner.ts';
import type {
  ChangedPresaleWatch,
  NewPresaleWatch,
  PresaleWatch,
  WatchedCode,
  WatchedCodesQuery,
} from '../../../shared/presale-watches/schema.ts';
import { type MailboxNow, stateOfWatch } from '../../../shared/presale-watches/state.ts';
import { DAY_MS, isoTime } from '../../../shared/times.ts';
import { afterwards, type Ctx, signedIn } from '../../context/context.ts';
import { readPage } from '../../db/page.ts';
import { connectedScanners, watchMailboxes } from '../../durable/scan-desk-client.ts';
import { signCode } from '../code-memory/index.ts';
import { findAccounts } from '../mailboxes/index.ts';
import { searchableAccounts, signMail } from '../presale-codes/index.ts';
import { plansOf } from './plans.ts';
import * as store from './store.ts';

/** Codes are listed for this long. */
const KEPT_MS = 90 * DAY_MS;

/** The operator's watches, the newest first, each with the state of its mailboxes. */
export async function listWatches(ctx: Ctx): Promise<PresaleWatch[]> {
  return toWatches(ctx, await store.listWatches(ctx.db, signedIn(ctx).id));
}

/** @throws DomainError `bad_request` for a mailbox that cannot be searched, `conflict` if there are too many watches, or one of an equal search */
export async function addWatch(
  ctx: Ctx,
  { name, search, event_id: eventId }: NewPresaleWatch,
): Promise<PresaleWatch> {
  await searchableAccounts(ctx, search.imap_account_ids);
  const watch = { operatorId: signedIn(ctx).id, name, search, eventId: eventId ?? null };
  const id = await store.insertWatch(ctx, watch);
  return afterChange(ctx, id);
}

/** Renames, pauses or resumes a watch. Mails that arrive while it is paused do not belong to it. @throws DomainError `not_found` */
export async function changeWatch(
  ctx: Ctx,
  id: number,
  { name, is_paused: isPaused }: ChangedPresaleWatch,
): Promise<PresaleWatch> {
  const operatorId = signedIn(ctx).id;
  const before = await store.findWatch(ctx.db, id, operatorId);
  await store.updateWatch(ctx, before, {
    ...(name !== undefined && { name }),
    ...(isPaused !== undefined && { isPaused }),
    ...(before.isPaused && isPaused === false && { since: ctx.clock() }),
  });
  return afterChange(ctx, id);
}

/** Deletes a watch with its codes. @throws DomainError `not_found` */
export async function deleteWatch(ctx: Ctx, id: number): Promise<void> {
  await store.deleteWatch(ctx, id, signedIn(ctx).id);
  await assignMailboxes(ctx);
  // Housekeeping deletes what remains after an interruption.
  await afterwards(ctx, 'codes of a deleted watch not deleted', () =>
    store.deleteCodes(ctx.db, id),
  );
}

async function afterChange(ctx: Ctx, id: number): Promise<PresaleWatch> {
  await assignMailboxes(ctx);
  const watch = await store.findWatch(ctx.db, id, signedIn(ctx).id);
  const [watched] = await toWatches(ctx, [watch]);
  if (watched === undefined) throw new Error('A watch has no description.');
  return watched;
}

/** The tick of each minute repeats an assignment that did not arrive. */
const assignMailboxes = (ctx: Ctx): Promise<void> =>
  afterwards(ctx, 'watched mailboxes not assigned', () => watchMailboxesAgain(ctx));

/** Has scanners watch the mailboxes that active watches need. For the job of each minute. */
export async function watchMailboxesAgain(
  ctx: Pick<Ctx, 'db' | 'env' | 'clock' | 'log' | 'waitUntil'>,
): Promise<void> {
  const { mailboxes, locked } = await plansOf(ctx);
  await store.keepStates(
    ctx.db,
    [...mailboxes, ...locked].map(({ id }) => id),
  );
  await watchMailboxes(ctx, mailboxes);
  if (locked.length === 0) return;
  const states = locked.map(({ id, reason }) => ({
    mailbox: id,
    mode: 'failing' as const,
    reason,
    seenAt: null,
  }));
  await store.writeStates(ctx.db, states);
}

/** A page of the codes of a watch, the newest first. @throws DomainError `not_found` */
export async function listCodes(
  ctx: Ctx,
  id: number,
  query: WatchedCodesQuery,
): Promise<{ data: WatchedCode[]; next_cursor: string | null }> {
  await store.findWatch(ctx.db, id, signedIn(ctx).id);
  const { rows, nextCursor } = await readPage(query, {
    rows: (page) => store.listCodes(ctx.db, id, page),
    count: async () => (await store.countCodes(ctx.db, [id]))[0]?.codes ?? 0,
    sortValues: (row) => [row.id],
  });
  const data = rows.map((row) => {
    const { code, sender, place, mailboxId, mailKey } = row;
    const mail = `${mailboxId}/${mailKey}`;
    return {
      ...pick(row, ['id', 'code', 'account', 'confidence', 'evidence']),
      email_subject: row.subject,
      email_from: sender,
      email_date: row.arrived,
      mail_id: signMail(ctx, mail),
      code_id: signCode(ctx, { code, mail, sender, place }),
      found_at: isoTime(row.foundAt),
    };
  });
  return { data, next_cursor: nextCursor };
}

/** Deletes codes that are older than 90 days. @returns how many. For the housekeeping job. */
export const deleteOldCodes = (ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> =>
  store.deleteOld(ctx.db, ctx.clock() - KEPT_MS);

async function toWatches(ctx: Ctx, watches: readonly store.StoredWatch[]): Promise<PresaleWatch[]> {
  const idsOf = ({ imap_account_ids }: WatchedSearch): number[] => imap_account_ids;
  const ids = watches.flatMap(({ search }) => idsOf(search));
  const [accounts, states, unread, counts, scanners] = await Promise.all([
    findAccounts(ctx.db, ids),
    store.listStates(ctx.db),
    store.countUnread(ctx.db),
    store.countCodes(
      ctx.db,
      watches.map(({ id }) => id),
    ),
    // Without the desk, nothing is read either.
    connectedScanners(ctx).catch(() => []),
  ]);
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  const stateOf = new Map(states.map((state) => [state.mailboxId, state]));
  const unreadOf = new Map(unread.map((one) => [`${one.mailboxId} ${one.place}`, one.unread]));
  const countOf = new Map(counts.map((one) => [one.watchId, one]));
  const hasScanner = scanners.length > 0;
  return watches.map((watch) => {
    const { id, name, search, isPaused } = watch;
    const mailboxes = idsOf(search).flatMap((mailbox): MailboxNow[] => {
      const account = accountOf.get(mailbox);
      if (account === undefined) return [];
      const { user, isActive } = account;
      const { mode, reason = null, seenAt = null } = stateOf.get(mailbox) ?? {};
      const unread = unreadOf.get(`${mailbox} ${placeOf(account)}`) ?? 0;
      return [{ id: mailbox, user, isActive, mode: mode ?? 'polling', reason, seenAt, unread }];
    });
    const counted = countOf.get(id);
    const seen = { isPaused, hasScanner, now: ctx.clock() };
    return {
      id,
      name,
      search,
      is_paused: isPaused,
      ...stateOfWatch(mailboxes, seen),
      codes: counted?.codes ?? 0,
      last_code_at: isoTime(counted?.lastAt ?? null),
      created_at: isoTime(watch.createdAt),
    };
  });
}

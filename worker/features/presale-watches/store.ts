import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  isNull,
  lt,
  max,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { DomainError, noSuch } from '../../../shared/errors.ts';
import type { WatchedSearch } from '../../../shared/presale-codes/schema.ts';
import type { FolderMark, WatchedMailboxState } from '../../../shared/presale-watches/scanner.ts';
import { WATCH_LIMITS } from '../../../shared/presale-watches/schema.ts';
import { factsBefore } from '../../db/audit.ts';
import { deleteInBatches } from '../../db/batches.ts';
import { insertRows, isOneOf, jsonRows } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { excluded, into, nameOf, namesOf } from '../../db/names.ts';
import { afterCursor, newestFirst, orderBy, type Page } from '../../db/page.ts';
import { imapAccounts } from '../../db/schema/mailboxes.ts';
import { operators } from '../../db/schema/operators.ts';
import {
  NO_WATCH,
  presaleWatchCodes,
  presaleWatches,
  watchedFolders,
  watchedMailboxes,
} from '../../db/schema/presale-watches.ts';

export type StoredWatch = typeof presaleWatches.$inferSelect;
export type StoredState = typeof watchedMailboxes.$inferSelect;
export type StoredCode = typeof presaleWatchCodes.$inferSelect;
type NewCode = Omit<StoredCode, 'id' | 'keywords'>;

/** The watches of an operator, the newest first. */
export const listWatches = (db: Database, operatorId: number): Promise<StoredWatch[]> =>
  db
    .select()
    .from(presaleWatches)
    .where(eq(presaleWatches.operatorId, operatorId))
    .orderBy(desc(presaleWatches.id));

const isOwn = (id: number, operatorId: number) =>
  and(eq(presaleWatches.id, id), eq(presaleWatches.operatorId, operatorId));

/** @throws DomainError `not_found` */
export async function findWatch(
  db: Database,
  id: number,
  operatorId: number,
): Promise<StoredWatch> {
  const [watch] = await db.select().from(presaleWatches).where(isOwn(id, operatorId));
  if (watch === undefined) throw noSuch('watch');
  return watch;
}

/** The watches that are not paused, of all enabled operators; those of one mailbox if it is given. */
export const listActive = (db: Database, mailbox?: number): Promise<StoredWatch[]> =>
  db
    .select()
    .from(presaleWatches)
    .where(
      and(
        eq(presaleWatches.isPaused, false),
        sql`exists (select 1 from ${operators} where ${operators.id} = ${presaleWatches.operatorId} and ${isNull(operators.disabledAt)})`,
        mailbox === undefined ? undefined : names(mailbox),
      ),
    )
    .orderBy(asc(presaleWatches.id));

const names = (mailbox: number): SQL =>
  sql`${mailbox} in (select value from json_each(${presaleWatches.search}, '$.imap_account_ids'))`;

/** The number of codes that watches have found, and when the last one was found. */
export const countCodes = (db: Database, watches: readonly number[]) =>
  db
    .select({
      watchId: presaleWatchCodes.watchId,
      codes: count(),
      lastAt: max(presaleWatchCodes.foundAt),
    })
    .from(presaleWatchCodes)
    .where(isOneOf(presaleWatchCodes.watchId, watches))
    .groupBy(presaleWatchCodes.watchId);

/** @returns the id. @throws DomainError `conflict` if the operator has too many, or one of an equal search */
export async function insertWatch(
  ctx: Changing,
  watch: { operatorId: number; name: string; search: WatchedSearch; eventId: string | null },
): Promise<number> {
  const now = ctx.clock();
  const { operatorId, name, eventId } = watch;
  // Equal searches have equal texts.
  const ids = [...new Set(watch.search.imap_account_ids)].sort((a, b) => a - b);
  const search = { ...watch.search, imap_account_ids: ids };
  const most = WATCH_LIMITS.watches;
  const { added } = await change(ctx, {
    statements: {
      room: sql`select 1 where (select count(*) from ${presaleWatches} where ${presaleWatches.operatorId} = ${operatorId}) < ${most}`,
      other: sql`select 1 where not exists (select 1 from ${presaleWatches} where ${presaleWatches.operatorId} = ${operatorId} and ${presaleWatches.search} = ${JSON.stringify(search)})`,
      added: ctx.db
        .insert(presaleWatches)
        .values({ operatorId, name, search, eventId, isPaused: false, since: now, createdAt: now })
        .returning({ id: presaleWatches.id }),
    },
    audit: {
      action: 'presale-watches.add',
      subject: 'presale_watch',
      detail: { name, mailboxes: search.imap_account_ids },
      subjectIds: sql`(select last_insert_rowid() as id)`,
    },
    expect: {
      room: () =>
        new DomainError('conflict', `An operator has at most ${most} watches. Delete one.`),
      other: () => new DomainError('conflict', 'A watch of this search already exists.'),
    },
  });
  return added[0]?.id ?? 0;
}

/** @throws DomainError `not_found` */
export async function updateWatch(
  ctx: Changing,
  { id, operatorId }: Pick<StoredWatch, 'id' | 'operatorId'>,
  changes: Partial<Pick<StoredWatch, 'name' | 'isPaused' | 'since'>>,
): Promise<void> {
  const { since: _since, ...detail } = changes;
  await change(ctx, {
    statements: {
      changed: ctx.db.update(presaleWatches).set(changes).where(isOwn(id, operatorId)),
    },
    audit: {
      action: 'presale-watches.change',
      subject: 'presale_watch',
      detail,
      before: factsBefore(
        presaleWatches.id,
        { name: presaleWatches.name, isPaused: presaleWatches.isPaused },
        isOwn(id, operatorId),
      ),
    },
    expect: { changed: () => noSuch('watch') },
  });
}

/** Deletes a watch; {@link deleteCodes} deletes its codes. @throws DomainError `not_found` */
export async function deleteWatch(ctx: Changing, id: number, operatorId: number): Promise<void> {
  await change(ctx, {
    statements: { deleted: ctx.db.delete(presaleWatches).where(isOwn(id, operatorId)) },
    audit: {
      action: 'presale-watches.delete',
      subject: 'presale_watch',
      before: factsBefore(presaleWatches.id, { name: presaleWatches.name }, isOwn(id, operatorId)),
    },
    expect: { deleted: () => noSuch('watch') },
  });
}

/** Deletes all codes of a watch. @returns how many. */
export const deleteCodes = (db: Database, watch: number): Promise<number> =>
  deleteCodesWhere(db, eq(presaleWatchCodes.watchId, watch));

const NEWEST_FIRST = newestFirst(presaleWatchCodes.id);

/** The codes of a watch, the newest first: a page. */
export async function listCodes(
  db: Database,
  watch: number,
  { cursor, limit }: Page,
): Promise<StoredCode[]> {
  return db
    .select()
    .from(presaleWatchCodes)
    .where(
      sql`${presaleWatchCodes.watchId} = ${watch} ${afterCursor(cursor, NEWEST_FIRST)} ${orderBy(NEWEST_FIRST)} limit ${limit}`,
    );
}

export const listStates = (db: Database): Promise<StoredState[]> =>
  db.select().from(watchedMailboxes);

/** Deletes the states of other mailboxes, which no scanner reads any more. */
export async function keepStates(db: Database, mailboxes: readonly number[]): Promise<void> {
  await db.delete(watchedMailboxes).where(not(isOneOf(watchedMailboxes.mailboxId, mailboxes)));
}

/** How many mails of watched mailboxes could not be read, by mailbox and folder. */
export const countUnread = (db: Database) =>
  db
    .select({
      mailboxId: watchedFolders.mailboxId,
      place: watchedFolders.place,
      unread: sql<number>`sum(${watchedFolders.unread})`,
    })
    .from(watchedFolders)
    .where(gt(watchedFolders.unread, 0))
    .groupBy(watchedFolders.mailboxId, watchedFolders.place);

/** Stores the states of mailboxes. A deleted mailbox gets no state. */
export async function writeStates(
  db: Database,
  states: readonly WatchedMailboxState[],
): Promise<void> {
  const { mailboxId, mode, reason, seenAt } = watchedMailboxes;
  const stateRows = jsonRows(['mailbox', 'mode', 'reason', 'seenAt'], states);
  await db.run(sql`insert into ${into(watchedMailboxes, ['mailboxId', 'mode', 'reason', 'seenAt'])}
    select given.* from ${stateRows} as given where given.mailbox in (select ${imapAccounts.id} from ${imapAccounts})
    on conflict (${nameOf(mailboxId)}) do update set ${nameOf(mode)} = ${excluded(mode)},
      ${nameOf(reason)} = ${excluded(reason)},
      ${nameOf(seenAt)} = coalesce(${excluded(seenAt)}, ${seenAt})`);
}

/** How far the folders of a mailbox were read, as long as it is the mailbox at `place`. */
export const listMarks = (db: Database, mailbox: number, place: string): Promise<FolderMark[]> =>
  db
    .select({
      path: watchedFolders.path,
      validity: watchedFolders.validity,
      uid: watchedFolders.uid,
      readAt: watchedFolders.readAt,
    })
    .from(watchedFolders)
    .where(and(eq(watchedFolders.mailboxId, mailbox), eq(watchedFolders.place, place)));

/** Stores the codes of some mails and how far their folder was read, with `more` in one batch. Repeats change nothing. */
export async function writeResults(
  ctx: Changing,
  codes: readonly NewCode[],
  mark: typeof watchedFolders.$inferInsert | null,
  more: readonly SQL[],
): Promise<void> {
  const { watchId, mailboxId, mail, code } = presaleWatchCodes;
  const onConflict = sql`on conflict (${namesOf(watchId, mailboxId, mail, code)}) do nothing`;
  const { place, validity, uid, readAt, unread } = watchedFolders;
  const isSame = sql`${place} = ${excluded(place)} and ${validity} = ${excluded(validity)}`;
  await change(ctx, {
    statements: {
      codes: insertRows(presaleWatchCodes, codes, { onConflict }),
      more,
      marked:
        mark === null
          ? []
          : [
              ctx.db
                .insert(watchedFolders)
                .values(mark)
                .onConflictDoUpdate({
                  target: [watchedFolders.mailboxId, watchedFolders.path],
                  set: {
                    // Two scanners may briefly read the same folder: the mark never decreases.
                    // Repeated results count their unread mails once.
                    unread: sql`iif(${isSame}, ${unread} + iif(${excluded(uid)} > ${uid}, ${excluded(unread)}, 0), ${excluded(unread)})`,
                    uid: sql`iif(${isSame}, max(${uid}, ${excluded(uid)}), ${excluded(uid)})`,
                    place: excluded(place),
                    validity: excluded(validity),
                    readAt: excluded(readAt),
                  },
                })
                .getSQL(),
            ],
    },
    audit: null,
  });
}

/**
 * Deletes codes that were found before an instant, in milliseconds, and what deleted watches and
 * mailboxes left.
 * @returns how many codes.
 */
export async function deleteOld(db: Database, foundAt: number): Promise<number> {
  const accounts = sql`(select ${imapAccounts.id} from ${imapAccounts})`;
  await db.batch([
    db.delete(watchedMailboxes).where(sql`${watchedMailboxes.mailboxId} not in ${accounts}`),
    db.delete(watchedFolders).where(sql`${watchedFolders.mailboxId} not in ${accounts}`),
  ]);
  const isOld = or(
    lt(presaleWatchCodes.foundAt, foundAt),
    sql`${presaleWatchCodes.watchId} <> ${NO_WATCH}
      and ${presaleWatchCodes.watchId} not in (select ${presaleWatches.id} from ${presaleWatches})`,
  );
  return deleteCodesWhere(db, isOld);
}

const deleteCodesWhere = (db: Database, condition: SQL | undefined): Promise<number> =>
  deleteInBatches(
    db,
    (size) => sql`delete from ${presaleWatchCodes} where ${presaleWatchCodes.id} in (
      select ${presaleWatchCodes.id} from ${presaleWatchCodes} where ${condition} limit ${size})`,
  );

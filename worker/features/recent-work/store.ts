import {
  and,
  desc,
  eq,
  getTableColumns,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { DomainError } from '../../../shared/errors.ts';
import {
  MAX_WORK,
  WORK_TEXTS,
  type WorkLookup,
  type WorkQuery,
} from '../../../shared/recent-work/schema.ts';
import { factsBefore } from '../../db/audit.ts';
import { type Changing, change, eraseDeleted } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { into } from '../../db/names.ts';
import { afterCursor, containsText, newestFirst, type Page } from '../../db/page.ts';
import { recentWork, siteWorkEvents } from '../../db/schema/recent-work.ts';

export type StoredWork = typeof recentWork.$inferSelect;
/** A work to store. The database supplies its id. */
type NewRow = Omit<StoredWork, 'id' | 'searchText' | 'version' | 'deletedAt'>;
/** Identifies one work of one operator. */
export interface Own {
  id: number;
  operatorId: number;
}

const NEWEST_FIRST = newestFirst(recentWork.id, recentWork.updatedAt);
const { body: _, sealRow: __, key: ___, searchText: ____, ...shown } = getTableColumns(recentWork);

const keptBy = (operatorId: number) =>
  and(eq(recentWork.operatorId, operatorId), isNull(recentWork.deletedAt));

type Filter = Partial<Pick<WorkQuery, 'kind' | 'key' | 'search'>>;
function matching(operatorId: number, { kind, key, search }: Filter): SQL {
  return sql`${keptBy(operatorId)}
    and ${kind ? eq(recentWork.kind, kind) : sql`${recentWork.kind} <> 'preset'`}
    ${key === undefined ? sql`` : sql`and ${eq(recentWork.key, key)}`}
    ${containsText(sql`${recentWork.searchText}`, search?.toLowerCase())}`;
}

const searchTextOf = (name: string | null, title: string): string =>
  `${name ?? ''} ${title}`.toLowerCase();

/** A page of an operator's works, most recently saved first. */
export const listWork = (
  db: Database,
  operatorId: number,
  filter: Filter,
  { cursor, limit }: Page,
) =>
  db
    .select(shown)
    .from(recentWork)
    .where(sql`${matching(operatorId, filter)} ${afterCursor(cursor, NEWEST_FIRST)}`)
    .orderBy(desc(recentWork.updatedAt), desc(recentWork.id))
    .limit(limit);

export type ListedWork = Awaited<ReturnType<typeof listWork>>[number];

export const countWork = (db: Database, operatorId: number, filter: Filter): Promise<number> =>
  db.$count(recentWork, matching(operatorId, filter));

/** @throws DomainError `not_found` also for the work of another operator. */
export async function readWork(db: Database, { id, operatorId }: Own): Promise<StoredWork> {
  const [row] = await db
    .select()
    .from(recentWork)
    .where(and(eq(recentWork.id, id), keptBy(operatorId)));
  if (!row) throw notFound();
  return row;
}

/** The newest work of a tool with this key; undefined if there is none. */
export async function findWork(db: Database, operatorId: number, { kind, key }: WorkLookup) {
  const [row] = await db
    .select()
    .from(recentWork)
    .where(matching(operatorId, { kind, key }))
    .orderBy(desc(recentWork.updatedAt), desc(recentWork.id))
    .limit(1);
  return row;
}

/** The presets of a generator, by name; an operator keeps at most {@link MAX_WORK}. */
export const listPresets = (db: Database, operatorId: number, key: string) =>
  db
    .select()
    .from(recentWork)
    .where(matching(operatorId, { kind: 'preset', key }))
    .orderBy(sql`${recentWork.name} collate nocase`, recentWork.id);

/** Deletes the oldest works without a name beyond the limit, but not the one that was just written. */
const deleteOldest = (operatorId: number, kept: SQL): SQL => sql`
  delete from ${recentWork} where ${recentWork.id} in (
    select ${recentWork.id} from ${recentWork}
    where ${keptBy(operatorId)} and ${recentWork.name} is null and not (${kept})
    order by ${recentWork.updatedAt}, ${recentWork.id}
    limit max(0, (select count(*) - ${MAX_WORK} from ${recentWork} where ${keptBy(operatorId)})))`;

const isWithinLimit = (operatorId: number): SQL =>
  sql`select 1 where (select count(*) from ${recentWork} where ${keptBy(operatorId)}) <= ${MAX_WORK}`;

/**
 * Adds a work. A repeated call replaces what the first one stored, unless something was saved since
 * then.
 * @throws DomainError `bad_request` if the operator has too many named works, `conflict`
 */
export async function insertWork(
  ctx: Changing,
  { siteEvents, ...row }: NewRow & { siteEvents: readonly string[] },
): Promise<Pick<Own, 'id'>> {
  const { operatorId, sealRow, kind, name, title, events, rows } = row;
  const { key, body, updatedAt } = row;
  const searchText = searchTextOf(name, title);
  const { added } = await change(ctx, {
    statements: {
      added: ctx.db
        .insert(recentWork)
        .values({ ...row, searchText, version: 1 })
        .onConflictDoUpdate({
          target: recentWork.sealRow,
          set: { key, title, searchText, events, rows, body, updatedAt },
          setWhere: and(keptBy(operatorId), eq(recentWork.version, 1)),
        })
        .returning({ id: recentWork.id }),
      linked: linkSiteEvents(eq(recentWork.sealRow, sealRow), siteEvents),
      dropped: deleteOldest(operatorId, eq(recentWork.sealRow, sealRow)),
      counted: isWithinLimit(operatorId),
    },
    audit: {
      action: 'recent-work.add',
      subject: 'recent_work',
      detail: { kind, name, title, events, rows },
      subjectIds: ctx.db
        .select({ id: recentWork.id })
        .from(recentWork)
        .where(eq(recentWork.sealRow, sealRow)),
    },
    expect: {
      added: conflict,
      counted: () => new DomainError('bad_request', WORK_TEXTS.full),
    },
  });
  const [stored] = added;
  if (!stored) throw conflict();
  return stored;
}

/** Replaces the events of a work of Adonis or Tsuki. */
const linkSiteEvents = (isWork: SQL, events: readonly string[]): SQL[] => [
  sql`delete from ${siteWorkEvents} where ${siteWorkEvents.workId} in (select ${recentWork.id} from ${recentWork} where ${isWork})`,
  sql`insert into ${into(siteWorkEvents, ['workId', 'event'])}
    select ${recentWork.id}, given.value from ${recentWork}, json_each(${JSON.stringify(events)}) as given
    where ${isWork} on conflict do nothing`,
];

type Content = Pick<StoredWork, 'key' | 'title' | 'events' | 'rows' | 'body' | 'updatedAt'>;

/**
 * Saves a work that is still at `version`.
 * @throws DomainError `conflict` if it was saved since then.
 */
export async function updateWork(
  ctx: Changing,
  storedWork: Own & Pick<StoredWork, 'version' | 'name'>,
  content: Content,
  siteEvents: readonly string[],
): Promise<void> {
  const { id, operatorId, version, name } = storedWork;
  const { title, events, rows } = content;
  const searchText = searchTextOf(name, title);
  await change(ctx, {
    statements: {
      saved: ctx.db
        .update(recentWork)
        .set({ ...content, searchText, version: version + 1 })
        .where(and(eq(recentWork.id, id), keptBy(operatorId), eq(recentWork.version, version))),
      linked: linkSiteEvents(eq(recentWork.id, id), siteEvents),
    },
    audit: {
      action: 'recent-work.save',
      subject: 'recent_work',
      detail: { version: version + 1, title, events, rows },
      before: workBefore(id, { title: work.title, events: work.events, rows: work.rows }),
    },
    expect: { saved: conflict },
  });
}

/** @throws DomainError `not_found` */
export async function setName(
  ctx: Changing,
  { id, operatorId, title }: Own & Pick<StoredWork, 'title'>,
  name: string | null,
) {
  await change(ctx, {
    statements: {
      named: ctx.db
        .update(recentWork)
        .set({ name, searchText: searchTextOf(name, title) })
        .where(and(eq(recentWork.id, id), keptBy(operatorId))),
    },
    audit: {
      action: 'recent-work.rename',
      subject: 'recent_work',
      detail: { name },
      before: workBefore(id, { name: work.name }),
    },
    expect: { named: notFound },
  });
}

/** Deletes a work, or restores a deleted one. @throws DomainError `not_found` */
export async function setDeleted(ctx: Changing, { id, operatorId }: Own, deletedAt: number | null) {
  const isRestored = deletedAt === null;
  const before = isRestored ? sql`${recentWork.deletedAt} is not null` : keptBy(operatorId);
  const condition = and(eq(recentWork.id, id), eq(recentWork.operatorId, operatorId), before);
  await change(ctx, {
    statements: {
      changed: ctx.db.update(recentWork).set({ deletedAt }).where(condition),
      dropped: isRestored ? [deleteOldest(operatorId, eq(recentWork.id, id))] : [],
      counted: isWithinLimit(operatorId),
    },
    audit: {
      action: isRestored ? 'recent-work.restore' : 'recent-work.delete',
      subject: 'recent_work',
      before: workBefore(id, work),
    },
    expect: {
      changed: notFound,
      counted: () => new DomainError('bad_request', WORK_TEXTS.full),
    },
  });
}

/** Erases the works that were deleted a while ago. @returns how many. */
export const eraseDeletedWork = (ctx: Changing): Promise<number> => {
  const entry = { action: 'recent-work.erase', subject: 'recent_work', fact: 'works' };
  return eraseDeleted(ctx, recentWork, entry);
};

const { kind, name, title, events, rows } = recentWork;
const work = { kind, name, title, events, rows };
const workBefore = (id: number, facts: Record<string, SQLWrapper>): SQL =>
  factsBefore(recentWork.id, facts, eq(recentWork.id, id));

const notFound = () => new DomainError('not_found', WORK_TEXTS.notFound);
const conflict = () => new DomainError('conflict', WORK_TEXTS.conflict);

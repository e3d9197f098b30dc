import { desc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { DomainError } from '../../../shared/errors.ts';
import type { ProfilesQuery } from '../../../shared/profiles/schema.ts';
import { activityStatement } from '../../db/activity.ts';
import { jsonRows } from '../../db/bulk.ts';
import { change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { afterCursor, containsText, type PageCursor, type PageOrder } from '../../db/page.ts';
import { profiles } from '../../db/schema/profiles.ts';

type StoredProfile = typeof profiles.$inferSelect;
/** A profile to store; its id is given by the database. */
export type NewRow = Omit<StoredProfile, 'id' | 'deletedAt'>;
type Changing = Parameters<typeof change>[0];

/** Which profiles: those with these ids, or those that a search or a note names. */
export interface ProfileFilter extends Pick<ProfilesQuery, 'search' | 'note'> {
  ids?: readonly number[] | undefined;
  /** Year times 12 plus month: cards that expire earlier have expired. */
  thisMonth: number;
}

/** Rows of one statement: libSQL takes values of up to 5 MB. */
const ROWS_PER_STATEMENT = 2_000;
const NEWEST_FIRST: PageOrder = {
  columns: [sql`${profiles.id}`],
  isDescending: true,
  fromRow: (id) => sql`from ${profiles} where ${profiles.id} = ${id}`,
};

const isKept = sql`${profiles.deletedAt} is null`;
const chosenBy = (ids: readonly number[]): SQL =>
  sql`${profiles.id} in (select value from json_each(${JSON.stringify(ids)}))`;

// Names are written out: drizzle leaves the table out of a selected field, and `card_print` alone would be the twin's own.
const hasTwin = sql<boolean>`(
  exists (select 1 from profiles as twin where twin.card_print = profiles.card_print and twin.deleted_at is null and twin.id <> profiles.id)
  or exists (select 1 from profiles as twin where twin.person_key = profiles.person_key and twin.deleted_at is null and twin.id <> profiles.id)
)`;

function matching({ ids, search, note, thisMonth }: ProfileFilter): SQL {
  const chosen = ids ? sql`and ${chosenBy(ids)}` : sql``;
  const noted = {
    duplicate: sql`and ${hasTwin}`,
    expired: sql`and ${profiles.cardExpiry} < ${thisMonth}`,
  };
  const found = containsText(sql`${profiles.searchText}`, search?.toLowerCase());
  return sql`${isKept} ${chosen} ${found} ${note ? noted[note] : sql``}`;
}

const { secrets, sealRow, cardPrint, personKey, searchText, cardExpiry, deletedAt, ...shown } =
  getTableColumns(profiles);

interface Page {
  cursor: PageCursor | null;
  limit: number;
}
const onPage = (filter: ProfileFilter, { cursor }: Page): SQL =>
  sql`${matching(filter)} ${afterCursor(cursor, NEWEST_FIRST)}`;

/** A page of profiles as lists show them, newest first. */
export const listProfiles = (db: Database, filter: ProfileFilter, page: Page) =>
  db
    .select({ ...shown, isDuplicate: hasTwin.mapWith(Boolean) })
    .from(profiles)
    .where(onPage(filter, page))
    .orderBy(desc(profiles.id))
    .limit(page.limit);

/** A page of profiles with their sealed secrets, newest first. */
export const listSealed = (db: Database, filter: ProfileFilter, page: Page) =>
  db
    .select({ ...shown, secrets, sealRow })
    .from(profiles)
    .where(onPage(filter, page))
    .orderBy(desc(profiles.id))
    .limit(page.limit);

export type ProfileRow = Awaited<ReturnType<typeof listProfiles>>[number];
export type SealedRow = Awaited<ReturnType<typeof listSealed>>[number];

/** How many profiles match. */
export async function countProfiles(db: Database, filter: ProfileFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(profiles)
    .where(matching(filter));
  return row?.count ?? 0;
}

/** How many of all profiles carry each note. */
export async function countNotes(db: Database, thisMonth: number) {
  // Groups are counted from the indexes alone: looking for a twin of each of 50,000 rows takes 0.2 s.
  const shared = (column: SQLiteColumn) =>
    sql`select ${column} from ${profiles} where ${isKept} group by ${column} having count(*) > 1`;
  const { cardPrint, personKey } = profiles;
  const isDuplicate = sql`${isKept} and (${cardPrint} in (${shared(cardPrint)}) or ${personKey} in (${shared(personKey)}))`;
  const [duplicates, expired] = await db.batch([
    db.select({ count: sql<number>`count(*)` }).from(profiles).where(isDuplicate),
    db
      .select({ count: sql<number>`count(*)` })
      .from(profiles)
      .where(matching({ note: 'expired', thisMonth })),
  ]);
  return { duplicates: duplicates[0]?.count ?? 0, expired: expired[0]?.count ?? 0 };
}

/** Adds profiles in one transaction. @throws DomainError `conflict` when one of the `sealRow` exists already. */
export async function insertProfiles(
  ctx: Changing,
  rows: readonly NewRow[],
  refused: number,
): Promise<void> {
  const names = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[];
  const columns = sql.join(
    names.map((name) => sql.identifier(profiles[name].name)),
    sql`, `,
  );
  const statements: SQL[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const some = rows.slice(at, at + ROWS_PER_STATEMENT);
    statements.push(
      sql`insert into ${profiles} (${columns}) select * from ${jsonRows(names, some)} as given`,
    );
  }
  await change(ctx, {
    statements: {
      added: statements,
      counted: activityStatement(ctx, 'profiles.add', rows.length),
    },
    audit: { action: 'profiles.add', subject: 'profiles', detail: { added: rows.length, refused } },
    conflict: () => new DomainError('conflict', 'These profiles are stored already.'),
  });
}

/** Deletes profiles, or restores deleted ones. @throws DomainError `not_found` when there is none of them. */
export async function setDeleted(
  ctx: Changing,
  ids: readonly number[],
  deletedAt: number | null,
): Promise<void> {
  const isRestored = deletedAt === null;
  const chosen = sql`${chosenBy(ids)} and ${isRestored ? sql`not ${isKept}` : isKept}`;
  await change(ctx, {
    statements: { changed: ctx.db.update(profiles).set({ deletedAt }).where(chosen) },
    audit: {
      action: isRestored ? 'profiles.restore' : 'profiles.delete',
      subject: ids.length === 1 ? `profile:${ids[0]}` : 'profiles',
      detail: { count: ids.length, ids: ids.slice(0, 1_000) },
    },
    expect: { changed: () => new DomainError('not_found', 'There is no such profile.') },
  });
}

/** Erases the profiles that were deleted before an instant. @returns how many. */
export async function eraseProfiles(ctx: Changing, before: number): Promise<number> {
  const { erased } = await change(ctx, {
    statements: { erased: ctx.db.delete(profiles).where(sql`${profiles.deletedAt} < ${before}`) },
    audit: null,
  });
  return erased.rowsAffected;
}

/** Records that secrets are read, before they are. */
export async function recordReading(
  ctx: Changing,
  subject: string,
  detail: Record<string, string | number>,
): Promise<void> {
  await change(ctx, { statements: {}, audit: { action: 'profiles.read', subject, detail } });
}

/** How many profiles there are. Without a condition SQLite counts pages of an index, not rows. */
export async function countAllProfiles(db: Database): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)` }).from(profiles).where(isKept);
  return row?.count ?? 0;
}

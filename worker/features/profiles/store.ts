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

export type StoredProfile = typeof profiles.$inferSelect;
export type ProfileRow = StoredProfile & { isDuplicate: boolean };
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

const hasTwin = sql<boolean>`(
  exists (select 1 from profiles as twin where twin.card_print = ${profiles.cardPrint} and twin.id <> ${profiles.id})
  or exists (select 1 from profiles as twin where twin.person_key = ${profiles.personKey} and twin.id <> ${profiles.id})
)`;

function matching({ ids, search, note, thisMonth }: ProfileFilter): SQL {
  const chosen = ids
    ? sql`and ${profiles.id} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql``;
  const noted = {
    duplicate: sql`and ${hasTwin}`,
    expired: sql`and ${profiles.cardExpiry} < ${thisMonth}`,
  };
  const found = containsText(sql`${profiles.searchText}`, search?.toLowerCase());
  return sql`true ${chosen} ${found} ${note ? noted[note] : sql``}`;
}

/** A page of profiles, newest first. */
export function listProfiles(
  db: Database,
  filter: ProfileFilter,
  page: { cursor: PageCursor | null; limit: number },
): Promise<ProfileRow[]> {
  return db
    .select({ ...getTableColumns(profiles), isDuplicate: hasTwin.mapWith(Boolean) })
    .from(profiles)
    .where(sql`${matching(filter)} ${afterCursor(page.cursor, NEWEST_FIRST)}`)
    .orderBy(desc(profiles.id))
    .limit(page.limit);
}

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
    sql`select ${column} from ${profiles} group by ${column} having count(*) > 1`;
  const { cardPrint, personKey } = profiles;
  const isDuplicate = sql`${cardPrint} in (${shared(cardPrint)}) or ${personKey} in (${shared(personKey)})`;
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
  rows: readonly Omit<StoredProfile, 'id'>[],
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

/** @throws DomainError `not_found` when none of them exists. */
export async function deleteProfiles(ctx: Changing, ids: readonly number[]): Promise<void> {
  const chosen = sql`${profiles.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  await change(ctx, {
    statements: { deleted: ctx.db.delete(profiles).where(chosen) },
    audit: {
      action: 'profiles.delete',
      subject: ids.length === 1 ? `profile:${ids[0]}` : 'profiles',
      detail: { count: ids.length, ids: ids.slice(0, 1_000) },
    },
    expect: { deleted: () => new DomainError('not_found', 'There is no such profile.') },
  });
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
  const [row] = await db.select({ count: sql<number>`count(*)` }).from(profiles);
  return row?.count ?? 0;
}

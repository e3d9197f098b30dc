import { and, gte, isNotNull, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { DomainError, noSuch } from '../../../shared/errors.ts';
import type { ProfileFilters } from '../../../shared/profiles/schema.ts';
import { activityStatement } from '../../db/activity.ts';
import { factsOf } from '../../db/audit.ts';
import { insertRows, isOneOf, jsonObject } from '../../db/bulk.ts';
import { type Changing, change, eraseDeleted } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { afterCursor, containsText, type PageCursor, type PageOrder } from '../../db/page.ts';
import { profiles } from '../../db/schema/profiles.ts';

type Stored = typeof profiles.$inferSelect;
/** A profile to store; its id is given by the database, and its time is that of all rows of a change. */
export type NewRow = Omit<Stored, 'id' | 'createdAt' | 'deletedAt'>;
/** `json` holds the fields that are not sealed. */
export type SealedRow = Pick<Stored, 'secrets' | 'sealRow'> & { json: string };

/** Which profiles: those with these ids, or those that the filters of the list name. */
export interface ProfileFilter extends ProfileFilters {
  ids?: readonly number[] | undefined;
  /** Milliseconds since the epoch: cards that expired before this month have expired. */
  now: number;
}

/** A part of the list, newest first. */
export interface ProfilePage {
  cursor: Pick<PageCursor, 'id' | 'values'> | null;
  limit: number;
}

/** Countries are free text, so there may be many. */
const MOST_COUNTRIES = 100;
const NEWEST_FIRST: PageOrder = {
  columns: [sql`${profiles.id}`],
  isDescending: true,
  fromRow: (id) => sql`from ${profiles} where ${profiles.id} = ${id}`,
};

const isKept = isNull(profiles.deletedAt);
const sharing = (column: SQLiteColumn) =>
  sql`select id from ${profiles} where ${isKept} and ${column} in (
    select ${column} from ${profiles} where ${isKept} group by ${column} having count(*) > 1)`;
/** Ids of all duplicates. Groups are counted from the indexes: looking for a twin of each of 50,000 rows takes longer. */
const duplicates = sql`(${sharing(profiles.cardPrint)} union ${sharing(profiles.personKey)})`;

function isExpired(now: number): SQL {
  const date = new Date(now);
  const thisMonth = date.getUTCFullYear() * 12 + date.getUTCMonth() + 1;
  return sql`${profiles.cardExpiry} < ${thisMonth}`;
}

function matching({ ids, search, note, country, now }: ProfileFilter): SQL {
  const noted = {
    duplicate: sql`and ${profiles.id} in ${duplicates}`,
    expired: sql`and ${isExpired(now)}`,
  };
  return sql`${isKept} ${ids ? sql`and ${isOneOf(profiles.id, ids)}` : sql``}
    ${country ? sql`and ${profiles.country} = ${country}` : sql``} ${note ? noted[note] : sql``}
    ${containsText(sql`${profiles.searchText}`, search?.toLowerCase())}`;
}

const { id, profileName, name, email, address, city, state, postal, country, phone } = profiles;
const { cardExpMonth, cardExpYear, secrets, sealRow } = profiles;
const named = [id, profileName, name, email, address, city, state, postal, country, phone];
/** The fields of a profile without its secrets. */
const PERSON: Record<string, SQLWrapper> = {
  ...Object.fromEntries(
    [...named, cardExpMonth, cardExpYear].map((column) => [column.name, column]),
  ),
  created_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${profiles.createdAt} / 1000.0, 'unixepoch')`,
};
const twinBy = (key: string) => sql`exists (select 1 from profiles as twin
  where twin.${sql.identifier(key)} = profiles.${sql.identifier(key)} and twin.deleted_at is null and twin.id <> profiles.id)`;
const boolean = (condition: SQL) => sql`json(iif(${condition}, 'true', 'false'))`;
/** The fields of a profile in lists. */
const listedAt = (now: number): Record<string, SQLWrapper> => ({
  ...PERSON,
  password: sql`null`,
  cvv: sql`null`,
  card_number: sql`'•••• ' || ${profiles.cardLast4}`,
  card_brand: profiles.cardBrand,
  has_password: profiles.hasPassword,
  is_duplicate: boolean(sql`${twinBy('card_print')} or ${twinBy('person_key')}`),
  is_expired: boolean(isExpired(now)),
});

const pageOf = (fields: SQL, filter: ProfileFilter, { cursor, limit }: ProfilePage): SQL =>
  sql`select ${fields} from ${profiles} where ${matching(filter)} ${afterCursor(cursor, NEWEST_FIRST)}
    order by ${id} desc limit ${limit}`;

/** A page of profiles as JSON texts. */
export const listProfiles = (db: Database, filter: ProfileFilter, page: ProfilePage) =>
  db.all<{ json: string }>(pageOf(sql`${jsonObject(listedAt(filter.now))} as json`, filter, page));

/** A page of profiles with sealed secrets. */
export const listSealed = (db: Database, filter: ProfileFilter, page: ProfilePage) => {
  const fields = sql`${jsonObject(PERSON)} as json, ${secrets}, ${sealRow} as "sealRow"`;
  return db.all<SealedRow>(pageOf(fields, filter, page));
};

/** The statement that counts the profiles that match; all of them are a kept number. */
export function countProfiles(db: Database, { now, ...filters }: ProfileFilter) {
  const isNarrowed = Object.values(filters).some(Boolean);
  const count = isNarrowed
    ? sql`select count(*) from ${profiles} where ${matching({ ...filters, now })}`
    : sql`select amount from kept_counts where name = 'profiles'`;
  return db.all<{ count: number }>(sql`select (${count}) as count`);
}

/** How many of all profiles carry each note, and how many each country has, the most first. */
export async function countNotes(db: Database, now: number) {
  const [[counts], countries] = await Promise.all([
    db.all<{ duplicates: number; expired: number }>(
      sql`select (select count(*) from ${duplicates}) as duplicates,
        (select count(*) from ${profiles} where ${matching({ note: 'expired', now })}) as expired`,
    ),
    db.all<{ country: string; profiles: number }>(
      sql`select country, count(*) as profiles from ${profiles} where ${isKept} and country <> ''
        group by country order by profiles desc, country limit ${MOST_COUNTRIES}`,
    ),
  ]);
  return { ...(counts ?? { duplicates: 0, expired: 0 }), countries };
}

/** Adds profiles in one transaction. @throws DomainError `conflict` when one of the `sealRow` exists already. */
export async function insertProfiles(
  ctx: Changing,
  rows: readonly NewRow[],
  refused: number,
): Promise<void> {
  await change(ctx, {
    statements: {
      added: insertRows(profiles, rows, { common: { createdAt: ctx.clock() } }),
      counted: activityStatement(ctx, 'profiles.add', rows.length),
    },
    audit: { action: 'profiles.add', subject: 'profiles', detail: { added: rows.length, refused } },
    conflict: () => new DomainError('conflict', 'These profiles are stored already.'),
  });
}

/** The ids of the profiles that came with an `upload_id`. */
export async function listUploaded(db: Database, uploadId: string): Promise<number[]> {
  // The sealed row is `upload_id.n`; `/` is the character after the dot.
  const isUploaded = and(gte(sealRow, `${uploadId}.`), lt(sealRow, `${uploadId}/`));
  const rows = await db.select({ id }).from(profiles).where(isUploaded);
  return rows.map((row) => row.id);
}

/** Ids and names that an entry of the audit trail holds: more are known by their number. */
const MOST_IDS = 1_000;
const MOST_NAMES = 100;

/** Deletes profiles; until they are erased, they can be restored. @throws DomainError `not_found` when there is none of them. */
export const deleteProfiles = (ctx: Changing, ids: readonly number[]) =>
  setDeleted(ctx, ids, ctx.clock());

/** Takes a deletion back. @throws DomainError `not_found` when all of them were erased. */
export const restoreProfiles = (ctx: Changing, ids: readonly number[]) =>
  setDeleted(ctx, ids, null);

async function setDeleted(
  ctx: Changing,
  ids: readonly number[],
  deletedAt: number | null,
): Promise<void> {
  const isRestored = deletedAt === null;
  const chosen = and(isOneOf(id, ids), isRestored ? isNotNull(profiles.deletedAt) : isKept);
  const names = sql`(select json_group_array(name) from
    (select ${profileName} as name from ${profiles} where ${chosen} limit ${MOST_NAMES}))`;
  const only = ids.length === 1;
  await change(ctx, {
    statements: { changed: ctx.db.update(profiles).set({ deletedAt }).where(chosen) },
    audit: {
      action: isRestored ? 'profiles.restore' : 'profiles.delete',
      subject: only ? 'profile' : 'profiles',
      detail: { count: ids.length, ids: ids.slice(0, MOST_IDS) },
      before: sql`select ${only ? String(ids[0]) : null} as id, ${factsOf({ names })} as was`,
    },
    expect: { changed: () => noSuch('profile') },
  });
}

/** Erases the profiles that were deleted a while ago, with their secrets. @returns how many. */
export const eraseDeletedProfiles = (ctx: Changing): Promise<number> => {
  const entry = { action: 'profiles.erase', subject: 'profiles', fact: 'profiles' };
  return eraseDeleted(ctx, profiles, entry);
};

import { and, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { DomainError, noSuch } from '../../../shared/errors.ts';
import type { FullProfile, Profile, ProfileFilters } from '../../../shared/profiles/schema.ts';
import { activityStatement } from '../../db/activity.ts';
import { factsOf } from '../../db/audit.ts';
import { fittingRows, isOneOf, jsonRows } from '../../db/bulk.ts';
import { type Changing, change, eraseRows } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { afterCursor, containsText, type PageCursor, type PageOrder } from '../../db/page.ts';
import { profiles } from '../../db/schema/profiles.ts';

/** Card number, CVV and password: sealed together, as JSON. */
export type Secrets = Pick<FullProfile, 'card_number' | 'cvv' | 'password'>;
/** A profile to store; its id is given by the database, and its time is that of all rows of a change. */
export type NewRow = Omit<typeof profiles.$inferSelect, 'id' | 'createdAt' | 'deletedAt'>;

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

/** Rows of one statement at most: a statement should not hold the database for long. */
const ROWS_PER_STATEMENT = 2_000;
/** Countries are free text, so there may be many. */
const MOST_COUNTRIES = 100;
const NEWEST_FIRST: PageOrder = {
  columns: [sql`${profiles.id}`],
  isDescending: true,
  fromRow: (id) => sql`from ${profiles} where ${profiles.id} = ${id}`,
};

const isKept = sql`${profiles.deletedAt} is null`;
const chosenBy = (ids: readonly number[]): SQL => isOneOf(profiles.id, ids);
// Names are written out, because the table occurs twice.
const hasTwin = sql`(
  exists (select 1 from profiles as twin where twin.card_print = profiles.card_print and twin.deleted_at is null and twin.id <> profiles.id)
  or exists (select 1 from profiles as twin where twin.person_key = profiles.person_key and twin.deleted_at is null and twin.id <> profiles.id)
)`;
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
  const chosen = ids ? sql`and ${chosenBy(ids)}` : sql``;
  const noted = {
    duplicate: sql`and ${profiles.id} in ${duplicates}`,
    expired: sql`and ${isExpired(now)}`,
  };
  const found = containsText(sql`${profiles.searchText}`, search?.toLowerCase());
  const there = country ? sql`and ${profiles.country} = ${country}` : sql``;
  return sql`${isKept} ${chosen} ${there} ${found} ${note ? noted[note] : sql``}`;
}

const PERSON: Record<Exclude<keyof FullProfile, keyof Secrets>, SQLWrapper> = {
  id: profiles.id,
  profile_name: profiles.profileName,
  name: profiles.name,
  email: profiles.email,
  address: profiles.address,
  city: profiles.city,
  state: profiles.state,
  postal: profiles.postal,
  country: profiles.country,
  phone: profiles.phone,
  card_exp_month: profiles.cardExpMonth,
  card_exp_year: profiles.cardExpYear,
  created_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${profiles.createdAt} / 1000.0, 'unixepoch')`,
};
const boolean = (condition: SQLWrapper) => sql`json(iif(${condition}, 'true', 'false'))`;
const LISTED: Record<keyof Profile, SQLWrapper> = {
  ...PERSON,
  password: sql`null`,
  cvv: sql`null`,
  card_number: sql`'•••• ' || ${profiles.cardLast4}`,
  card_brand: profiles.cardBrand,
  has_password: boolean(profiles.hasPassword),
  is_duplicate: boolean(hasTwin),
};

/** An object as JSON text: reading its fields one by one takes the Worker three times as long. */
function jsonOf(fields: Record<string, SQLWrapper>): SQL<string> {
  const members = Object.entries(fields).map(
    ([key, value]) => sql`${sql.raw(`'${key}'`)}, ${value}`,
  );
  return sql<string>`json_object(${sql.join(members, sql`, `)})`;
}

const pageOf = (fields: SQL, filter: ProfileFilter, { cursor, limit }: ProfilePage): SQL =>
  sql`select ${fields} from ${profiles} where ${matching(filter)} ${afterCursor(cursor, NEWEST_FIRST)}
    order by ${profiles.id} desc limit ${limit}`;

/** A page of profiles as JSON texts of {@link Profile}: one column, because libSQL's client takes time for every value. */
export const listProfiles = (db: Database, filter: ProfileFilter, page: ProfilePage) =>
  db.all<{ json: string }>(pageOf(sql`${jsonOf(LISTED)} as json`, filter, page));

/** A profile with its sealed secrets; `person` is the JSON text of all other fields. */
export interface SealedRow
  extends Pick<typeof profiles.$inferSelect, 'id' | 'secrets' | 'sealRow'> {
  person: string;
}

export const listSealed = (db: Database, filter: ProfileFilter, page: ProfilePage) => {
  const { id, secrets, sealRow } = profiles;
  const fields = sql`${id}, ${jsonOf(PERSON)} as person, ${secrets}, ${sealRow} as "sealRow"`;
  return db.all<SealedRow>(pageOf(fields, filter, page));
};

const KEPT_COUNT = sql`select amount from kept_counts where name = 'profiles'`;

/** The statement that counts the profiles that match; all of them are a kept number. */
export function countProfiles(db: Database, filter: ProfileFilter) {
  const { search, note, country, ids } = filter;
  const isAll = !search && !note && !country && ids === undefined;
  const count = isAll
    ? KEPT_COUNT
    : sql`select count(*) from ${profiles} where ${matching(filter)}`;
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
  const names = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[];
  const columns = sql.join(
    names.map((name) => sql.identifier(profiles[name].name)),
    sql`, `,
  );
  const statements = [...fittingRows(rows, ROWS_PER_STATEMENT)].map(
    (some): SQL =>
      sql`insert into ${profiles} (${columns}, created_at)
        select given.*, ${ctx.clock()} from ${jsonRows(names, some)} as given`,
  );
  await change(ctx, {
    statements: {
      added: statements,
      counted: activityStatement(ctx, 'profiles.add', rows.length),
    },
    audit: { action: 'profiles.add', subject: 'profiles', detail: { added: rows.length, refused } },
    conflict: () => new DomainError('conflict', 'These profiles are stored already.'),
  });
}

/** The ids of the profiles that came with an `upload_id`. */
export async function listUploaded(db: Database, uploadId: string): Promise<number[]> {
  const rows = await db
    .select({ id: profiles.id })
    .from(profiles)
    // The sealed row is `upload_id.n`; `/` is the character after the dot.
    .where(and(gte(profiles.sealRow, `${uploadId}.`), lt(profiles.sealRow, `${uploadId}/`)));
  return rows.map(({ id }) => id);
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
      subject: ids.length === 1 ? 'profile' : 'profiles',
      detail: { count: ids.length, ids: ids.slice(0, MOST_IDS) },
      before: sql`select ${ids.length === 1 ? String(ids[0]) : null} as id, ${namesOf(chosen)} as was`,
    },
    expect: { changed: () => noSuch('profile') },
  });
}

/** Ids and names that an entry of the audit trail holds: more are known by their number. */
const MOST_IDS = 1_000;
const MOST_NAMES = 100;

const namesOf = (chosen: SQL): SQL =>
  factsOf({
    names: sql`(select json_group_array(name) from
      (select ${profiles.profileName} as name from ${profiles} where ${chosen} limit ${MOST_NAMES}))`,
  });

/** Erases the profiles that were deleted before an instant. @returns how many. */
export const eraseProfiles = (ctx: Changing, before: number): Promise<number> =>
  eraseRows(ctx, profiles, lt(profiles.deletedAt, before), {
    action: 'profiles.erase',
    subject: 'profiles',
    fact: 'profiles',
  });

/** Records that secrets are read, before they are. */
export async function recordReading(
  ctx: Changing,
  subject: string,
  detail: Record<string, string | number>,
): Promise<void> {
  await change(ctx, { statements: {}, audit: { action: 'profiles.read', subject, detail } });
}

/** How many profiles there are. */
export async function countAllProfiles(db: Database): Promise<number> {
  const [row] = await db.all<{ amount: number }>(KEPT_COUNT);
  return row?.amount ?? 0;
}

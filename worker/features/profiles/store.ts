import { and, count, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { DomainError, noSuch } from '../../../shared/errors.ts';
import { pick } from '../../../shared/pick.ts';
import type { ProfileFilters } from '../../../shared/profiles/schema.ts';
import type { SplitRequest } from '../../../shared/profiles/split.ts';
import { countrySpellings } from '../../../shared/ticketing/view/countries.ts';
import { activityStatement } from '../../db/activity.ts';
import { factsOf } from '../../db/audit.ts';
import { deleteInBatches, inBatches } from '../../db/batches.ts';
import { insertRows, isOneOf, jsonObject } from '../../db/bulk.ts';
import { type Changing, change, eraseDeleted } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { fields, nameOf } from '../../db/names.ts';
import { afterCursor, containsText, newestFirst, orderBy, type Page } from '../../db/page.ts';
import { keptCounts } from '../../db/schema/activity.ts';
import { audit } from '../../db/schema/audit.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { namedByIndex } from '../../db/text-index.ts';

/** A profile to store. The database supplies its id, and the change supplies its time. */
export type NewRow = Omit<typeof profiles.$inferSelect, 'id' | 'createdAt' | 'deletedAt' | 'split'>;

/** `json` holds the fields that are not sealed. */
export type SealedRow = Pick<NewRow, 'secrets' | 'sealRow'> & { id: number; json: string };

/** The selected profiles: those with these ids, or those that match the filters of the list. */
interface ProfileFilter extends ProfileFilters {
  ids?: readonly number[] | undefined;
  /** Milliseconds since the epoch. Cards that expired before this month count as expired. */
  now: number;
}

/** The trigrams of `search_text`, kept by triggers. */
const SEARCH_INDEX = 'profiles_search';
/** Countries are free text, so there may be many. */
const MOST_COUNTRIES = 100;
const NEWEST_FIRST = newestFirst(profiles.id);
const isKept = isNull(profiles.deletedAt);
const sharing = (column: SQLiteColumn) =>
  sql`select ${profiles.id} from ${profiles} where ${isKept} and ${column} in (
    select ${column} from ${profiles} where ${isKept} group by ${column} having count(*) > 1)`;
/**
 * The ids of all duplicates. Groups are counted in the indexes, because searching for a duplicate
 * of each of 50,000 rows takes longer.
 */
const duplicates = sql`(${sharing(profiles.cardPrint)} union ${sharing(profiles.personKey)})`;

function isExpired(now: number): SQL {
  const date = new Date(now);
  return sql`${profiles.cardExpiry} < ${date.getUTCFullYear() * 12 + date.getUTCMonth() + 1}`;
}

/** A known country matches each of its codes and names. */
function isOfCountry(country: string): SQL {
  const spellings = countrySpellings(country);
  if (spellings === null) return sql`${profiles.country} = ${country}`;
  return sql`lower(${profiles.country}) in (select value from json_each(${JSON.stringify(spellings)}))`;
}

function matching({ ids, search, note, country, now }: ProfileFilter): SQL {
  const noted = {
    duplicate: sql`and ${profiles.id} in ${duplicates}`,
    expired: sql`and ${isExpired(now)}`,
  };
  return sql`${isKept} ${ids ? sql`and ${isOneOf(profiles.id, ids)}` : sql``}
    ${country ? sql`and ${isOfCountry(country)}` : sql``} ${note ? noted[note] : sql``}
    ${containing(search?.toLowerCase())}`;
}

/** The condition for profiles that contain a text; empty without one. */
const containing = (text: string | undefined): SQL =>
  sql`${namedByIndex(profiles.id, SEARCH_INDEX, text)} ${containsText(sql`${profiles.searchText}`, text)}`;

/**
 * Reads a page of profiles. An object in JSON is one value: libSQL's client takes time for every value of an answer.
 */
const readRows = <Row>(db: Database, selected: SQL, filter: ProfileFilter, page: Page) =>
  db.all<Row>(sql`select ${profiles.id} as id, ${selected} from ${profiles}
    where ${matching(filter)} ${afterCursor(page.cursor, NEWEST_FIRST)} ${orderBy(NEWEST_FIRST)} limit ${page.limit}`);

/** The fields of a profile without its secrets. */
const PERSON = {
  id: profiles.id,
  profile_name: profiles.profileName,
  ...pick(profiles, ['name', 'email', 'address', 'city', 'state', 'postal', 'country', 'phone']),
  card_exp_month: profiles.cardExpMonth,
  card_exp_year: profiles.cardExpYear,
  split: sql`json(${profiles.split})`,
  created_at: sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${profiles.createdAt} / 1000.0, 'unixepoch')`,
};
const boolean = (condition: SQL) => sql`json(iif(${condition}, 'true', 'false'))`;
const twin = alias(profiles, 'twin');
const hasTwinBy = (
  key: 'cardPrint' | 'personKey',
) => sql`exists (select 1 from ${profiles} as ${twin}
  where ${twin[key]} = ${profiles[key]} and ${twin.deletedAt} is null and ${twin.id} <> ${profiles.id})`;
const isDuplicate = sql`${hasTwinBy('cardPrint')} or ${hasTwinBy('personKey')}`;

/** A page of profiles as lists show them. */
export const listProfiles = (db: Database, filter: ProfileFilter, page: Page) => {
  const json = jsonObject({
    ...PERSON,
    password: sql`null`,
    cvv: sql`null`,
    card_number: sql`'•••• ' || ${profiles.cardLast4}`,
    card_brand: profiles.cardBrand,
    has_password: profiles.hasPassword,
    is_duplicate: boolean(isDuplicate),
    is_expired: boolean(isExpired(filter.now)),
  });
  return readRows<{ id: number; json: string }>(db, fields({ json }), filter, page);
};

/** A page of profiles with their secrets, which are sealed. */
export const listSealed = (db: Database, filter: ProfileFilter, page: Page) => {
  const { secrets, sealRow } = profiles;
  return readRows<SealedRow>(
    db,
    fields({ json: jsonObject(PERSON), secrets, sealRow }),
    filter,
    page,
  );
};

/** A profile that a generator may choose. Its fields are needed only for a search. */
interface ChoosableRow {
  id: number;
  json: string | null;
}

/** A page of the profiles of a country, up to the id `newest`, that may contain the searched text. */
export function listChoosable(
  db: Database,
  { search, country, newest }: { search: string; country: string; newest: number },
  page: Page,
): Promise<ChoosableRow[]> {
  const json = search === '' ? sql`null` : jsonObject(CHOOSABLE);
  return db.all<ChoosableRow>(sql`select ${fields({ id: profiles.id, json })} from ${profiles}
    where ${isKept} and ${profiles.id} <= ${newest} ${country ? sql`and ${profiles.country} = ${country}` : sql``}
    ${containing(search)} ${afterCursor(page.cursor, NEWEST_FIRST)} ${orderBy(NEWEST_FIRST)} limit ${page.limit}`);
}

const CHOOSABLE = pick(PERSON, ['id', 'profile_name', 'name', 'city', 'email', 'country']);

/** The number of matching profiles. The number of all profiles is stored. */
export async function countProfiles(
  db: Database,
  { now, ...filters }: ProfileFilter,
): Promise<number> {
  if (Object.values(filters).some(Boolean))
    return db.$count(profiles, matching({ ...filters, now }));
  const [kept] = await db
    .select({ amount: keptCounts.amount })
    .from(keptCounts)
    .where(eq(keptCounts.name, 'profiles'));
  return kept?.amount ?? 0;
}

/** The number of profiles of each country, as the profiles write it, largest first. */
export function countCountries(db: Database, filter: ProfileFilter) {
  const { country } = profiles;
  return db
    .select({ country, profiles: count() })
    .from(profiles)
    .where(sql`${matching(filter)} and ${country} <> ''`)
    .groupBy(country)
    .orderBy(desc(count()), country)
    .limit(MOST_COUNTRIES);
}

/** The seal row is `upload_id.n`, and `/` is the character after the dot. */
const isUploadedAs = (uploadId: string) =>
  and(gte(profiles.sealRow, `${uploadId}.`), lt(profiles.sealRow, `${uploadId}/`));

/** Profiles that are imported again with the same name and address keep their corrections. */
const keepSplits = (rows: readonly NewRow[]): SQL => {
  const { split, sealRow, personKey, name, address } = profiles;
  const same = sql`from ${profiles} as ${earlier} where ${earlier.split} is not null
    and ${earlier.personKey} = ${personKey} and ${earlier.name} = ${name} and ${earlier.address} = ${address}`;
  const sealRows = rows.map((row) => row.sealRow);
  return sql`update ${profiles} set ${nameOf(split)} = (select ${earlier.split} ${same} order by ${earlier.id} desc limit 1)
    where ${isOneOf(sealRow, sealRows)} and ${split} is null and exists (select 1 ${same})`;
};
const earlier = alias(profiles, 'earlier');

/** Each row changes eight indexes, and the trigrams of its texts are added. */
const ADDED_AT_ONCE = { first: 500, least: 400, most: 1_000 };

/**
 * Adds profiles in batches with one audit entry each. If a call ends between two batches, the same
 * call completes it. After a failure, the profiles of a call that cannot be repeated are removed
 * again.
 * @param refused how many were refused
 * @param uploadId the beginning of each `sealRow`
 * @param isRepeatable whether the operator's call has this id
 * @param readRows the rows of some of the profiles, with the same `sealRow` in each call
 * @throws DomainError `conflict` when all of them are stored already.
 */
export async function insertProfiles<Profile>(
  ctx: Changing,
  {
    profiles: added,
    refused,
    uploadId,
    isRepeatable,
  }: { profiles: readonly Profile[]; refused: number; uploadId: string; isRepeatable: boolean },
  readRows: (some: readonly Profile[], from: number) => Promise<NewRow[]>,
): Promise<void> {
  let done = 0;
  let isAdded = false;
  const adding = inBatches(async (size) => {
    const rows = await readRows(added.slice(done, done + size), done);
    const missing = await withoutStored(ctx.db, rows);
    const facts = { added: missing.length, refused: done === 0 ? refused : 0 };
    isAdded = (await insertSome(ctx, missing, facts)) || isAdded;
    done += rows.length;
    return done < added.length;
  }, ADDED_AT_ONCE);
  await adding.catch(async (error: unknown) => {
    if (!isRepeatable) await removeAdded(ctx, uploadId);
    throw error;
  });
  if (!isAdded) throw new DomainError('conflict', 'These profiles are stored already.');
}

/** Removes what a call added before it failed. */
async function removeAdded(ctx: Changing, uploadId: string): Promise<void> {
  const removed = await deleteInBatches(
    ctx.db,
    (size) => sql`delete from ${profiles} where ${profiles.id} in (
      select ${profiles.id} from ${profiles} where ${isUploadedAs(uploadId)} limit ${size})`,
    { first: 1_000 },
  );
  if (removed === 0) return;
  await change(ctx, {
    statements: { counted: activityStatement(ctx, 'profiles.add', -removed) },
    audit: { action: 'profiles.erase', subject: 'profiles', detail: { profiles: removed } },
  });
}

/** The rows that an earlier call has not stored. */
async function withoutStored(db: Database, rows: readonly NewRow[]): Promise<readonly NewRow[]> {
  const { sealRow } = profiles;
  const sealRows = rows.map((row) => row.sealRow);
  const existing = await db.select({ sealRow }).from(profiles).where(isOneOf(sealRow, sealRows));
  const stored = new Set(existing.map((row) => row.sealRow));
  return rows.filter((row) => !stored.has(row.sealRow));
}

/** @returns false if all rows are already stored; then nothing is written. */
async function insertSome(
  ctx: Changing,
  rows: readonly NewRow[],
  detail: { added: number; refused: number },
): Promise<boolean> {
  if (rows.length === 0) return false;
  const onConflict = sql`on conflict (${nameOf(profiles.sealRow)}) do nothing`;
  const stored = new DomainError('conflict', 'These profiles are stored already.');
  try {
    await change(ctx, {
      statements: {
        added: insertRows(profiles, rows, { common: { createdAt: ctx.clock() }, onConflict }),
        splits: keepSplits(rows),
        counted: activityStatement(ctx, 'profiles.add', rows.length),
      },
      audit: { action: 'profiles.add', subject: 'profiles', detail },
      expect: { added: () => stored },
    });
    return true;
  } catch (error) {
    if (error !== stored) throw error;
    return false;
  }
}

/** The ids of the profiles that came with an `upload_id`. */
export async function listUploaded(db: Database, uploadId: string): Promise<number[]> {
  const rows = await db.select({ id: profiles.id }).from(profiles).where(isUploadedAs(uploadId));
  return rows.map((row) => row.id);
}

/**
 * The maximum number of ids and names in an audit entry. For more profiles, the entry contains only
 * their number.
 */
const MOST_IDS = 1_000;
const MOST_NAMES = 100;

/** Each row changes six indexes. */
const DELETED_AT_ONCE = { first: 2_000, most: 10_000 };

/**
 * Deletes profiles, or restores deleted ones, in batches with one audit entry each. If a call ends between two batches,
 * the same call completes it.
 * @throws DomainError `not_found` when none of them exists.
 */
export async function setDeleted(
  ctx: Changing,
  ids: readonly number[],
  deletedAt: number | null,
): Promise<void> {
  let done = 0;
  let changed = 0;
  await inBatches(async (size) => {
    const some = ids.slice(done, done + size);
    changed += await setSomeDeleted(ctx, some, deletedAt);
    done += some.length;
    return done < ids.length;
  }, DELETED_AT_ONCE);
  if (changed === 0) throw noSuch('profile');
}

/**
 * Deletes or restores profiles in one transaction.
 * @returns how many profiles were changed; if none were, nothing is written.
 */
async function setSomeDeleted(
  ctx: Changing,
  ids: readonly number[],
  deletedAt: number | null,
): Promise<number> {
  const isRestored = deletedAt === null;
  const chosen = and(
    isOneOf(profiles.id, ids),
    isRestored ? isNotNull(profiles.deletedAt) : isKept,
  );
  const names = sql`(select json_group_array(name) from
    (select ${profiles.profileName} as name from ${profiles} where ${chosen} limit ${MOST_NAMES}))`;
  const only = ids.length === 1;
  const { changed } = await change(ctx, {
    statements: { changed: ctx.db.update(profiles).set({ deletedAt }).where(chosen) },
    audit: {
      action: isRestored ? 'profiles.restore' : 'profiles.delete',
      subject: only ? 'profile' : 'profiles',
      detail: { count: ids.length, ids: ids.slice(0, MOST_IDS) },
      before: sql`select ${only ? String(ids[0]) : null} as id, ${factsOf({ names })} as was
        where exists (select 1 from ${profiles} where ${chosen})`,
    },
  });
  return changed.rowsAffected;
}

/**
 * Corrects parts of a profile's name and address, or removes corrections (null).
 * @returns the corrections as JSON; null if none is left
 * @throws DomainError `not_found`
 */
export async function setSplit(
  ctx: Changing,
  id: number,
  parts: SplitRequest,
): Promise<string | null> {
  const merged = sql`json_patch(coalesce(${profiles.split}, '{}'), ${JSON.stringify(parts)})`;
  const { changed } = await change(ctx, {
    statements: {
      changed: ctx.db
        .update(profiles)
        .set({ split: sql`nullif(${merged}, '{}')` })
        .where(and(eq(profiles.id, id), isKept))
        .returning({ split: profiles.split }),
    },
    audit: {
      action: 'profiles.split',
      subject: `profile:${id}`,
      detail: { parts: Object.keys(parts) },
    },
    expect: { changed: () => noSuch('profile') },
  });
  return changed[0]?.split ?? null;
}

/** Erases the profiles that were deleted a while ago, with their secrets. @returns how many. */
export const eraseDeletedProfiles = (ctx: Changing): Promise<number> =>
  eraseDeleted(ctx, profiles, {
    action: 'profiles.erase',
    subject: 'profiles',
    fact: 'profiles',
  });

/** The number of profiles whose secrets an operator has read since a time (milliseconds). */
export async function countRead(db: Database, operatorId: number, since: number): Promise<number> {
  const { detail, at, action } = audit;
  // The entry about a single profile has no number.
  const rows = await db
    .select({ amount: sql<number>`coalesce(sum(coalesce(${detail} ->> 'profiles', 1)), 0)` })
    .from(audit)
    .where(and(gte(at, since), eq(action, 'profiles.read'), eq(audit.operatorId, operatorId)));
  return rows[0]?.amount ?? 0;
}

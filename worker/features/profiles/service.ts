import { DomainError, type Issue } from '../../../shared/errors.ts';
import {
  type AddProfilesRequest,
  brandOf,
  type FullProfile,
  type FullProfilesRequest,
  type NewProfile,
  newProfile,
  type Profile,
  type ProfilesQuery,
} from '../../../shared/profiles/schema.ts';
import type { Ctx } from '../../context.ts';
import { endPage, type PageCursor, readCursor } from '../../db/page.ts';
import { fingerprint, seal, unseal } from '../../security/vault.ts';
import * as store from './store.ts';

const COLUMN = 'profiles.secrets';
/** Rows read, or profiles sealed, at once. */
const AT_ONCE = 1_000;
const MAX_ISSUES = 100;
/** How long a deletion can be taken back at least. */
const RESTORABLE_MS = 10 * 60_000;

interface Secrets {
  card_number: string;
  cvv: string;
  password: string | null;
}

const monthOf = (ctx: Pick<Ctx, 'clock'>): number => {
  const now = new Date(ctx.clock());
  return now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
};

/** A page of profiles, newest first. */
export async function readProfiles(ctx: Ctx, query: ProfilesQuery, limit: number) {
  const cursor = readCursor(query.cursor);
  const filter = { search: query.search, note: query.note, thisMonth: monthOf(ctx) };
  const [rows, count] = await Promise.all([
    store.listProfiles(ctx.db, filter, { cursor, limit }),
    cursor === null ? store.countProfiles(ctx.db, filter) : null,
  ]);
  const page = { rows, limit, cursor, count };
  const { total, nextCursor } = endPage(page, ({ id }) => [id]);
  return { data: rows.map(toProfile), total, next_cursor: nextCursor };
}

/** How many profiles are duplicates, and how many cards have expired. */
export const countNotes = (ctx: Ctx) => store.countNotes(ctx.db, monthOf(ctx));

/** The whole list as the text of its JSON answer, page by page. */
export async function* streamProfiles(ctx: Ctx, query: ProfilesQuery): AsyncGenerator<string> {
  const filter = { search: query.search, note: query.note, thisMonth: monthOf(ctx) };
  const pages = pagesOf((page) => store.listProfiles(ctx.db, filter, page));
  yield* writeList(pages, async (row) => toProfile(row));
}

/**
 * Adds profiles.
 * @throws DomainError `bad_request` with an issue per refused field, unless they are skipped; `conflict` for an
 * `upload_id` that was stored before.
 */
export async function addProfiles(ctx: Ctx, request: AddProfilesRequest) {
  const valid: NewProfile[] = [];
  const issues: Issue[] = [];
  let refused = 0;
  for (const [index, given] of request.profiles.entries()) {
    const { data, error } = newProfile.safeParse(given);
    if (data) valid.push(data);
    else {
      refused += 1;
      for (const { path, message } of error.issues)
        issues.push({ path: ['profiles', index, ...path].join('.'), message });
    }
  }
  if (refused > 0 && (request.on_invalid === 'refuse' || valid.length === 0)) {
    const text = refused === 1 ? '1 profile is not valid' : `${refused} profiles are not valid`;
    throw new DomainError('bad_request', `${text}: nothing was stored.`, {
      issues: issues.slice(0, MAX_ISSUES),
    });
  }
  const rows: store.NewRow[] = [];
  for (let at = 0; at < valid.length; at += AT_ONCE) {
    const some = valid.slice(at, at + AT_ONCE).map((profile, offset) => {
      const { upload_id } = request;
      return toRow(ctx, profile, upload_id ? `${upload_id}.${at + offset}` : crypto.randomUUID());
    });
    rows.push(...(await Promise.all(some)));
  }
  await store.insertProfiles(ctx, rows, refused);
  return { added: rows.length, refused, issues: issues.slice(0, MAX_ISSUES) };
}

/** Deletes profiles; until they are erased with their secrets, they can be restored. @throws DomainError `not_found` */
export async function deleteProfiles(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await store.setDeleted(ctx, ids, ctx.clock());
}

/** Takes a deletion back. @throws DomainError `not_found` for profiles that were erased. */
export async function restoreProfiles(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await store.setDeleted(ctx, ids, null);
}

/** Erases the profiles that were deleted a while ago. @returns how many. */
export const eraseDeletedProfiles = (ctx: Ctx): Promise<number> =>
  store.eraseProfiles(ctx, ctx.clock() - RESTORABLE_MS);

/** One profile with its secrets; the reading is recorded. @throws DomainError `not_found` */
export async function revealProfile(ctx: Ctx, id: number): Promise<FullProfile> {
  const filter = { ids: [id], thisMonth: monthOf(ctx) };
  const [row] = await store.listSealed(ctx.db, filter, { cursor: null, limit: 1 });
  if (!row) throw new DomainError('not_found', 'There is no such profile.');
  await store.recordReading(ctx, `profile:${id}`, {});
  return unsealRow(ctx, row);
}

/** Profiles with their secrets as the text of a JSON answer; the reading is recorded once, before it begins. */
export async function* streamFullProfiles(
  ctx: Ctx,
  { ids, search, limit }: FullProfilesRequest,
): AsyncGenerator<string> {
  await store.recordReading(ctx, 'profiles', {
    chosen: ids?.length ?? 'all',
    ...(search && { search }),
    ...(limit && { limit }),
  });
  const filter = { ids, search, thisMonth: monthOf(ctx) };
  const pages = pagesOf((page) => store.listSealed(ctx.db, filter, page), limit);
  yield* writeList(pages, (row) => unsealRow(ctx, row));
}

async function* pagesOf<Row extends { id: number }>(
  read: (page: { cursor: PageCursor | null; limit: number }) => Promise<Row[]>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Row[]> {
  let last: number | null = null;
  for (let left = most; left > 0; ) {
    const cursor = last === null ? null : { id: last, values: [last], seen: 0, total: 0 };
    const limit = Math.min(AT_ONCE, left);
    const rows = await read({ cursor, limit });
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    left -= rows.length;
    last = rows.at(-1)?.id ?? null;
  }
}

async function* writeList<Row>(
  pages: AsyncIterable<readonly Row[]>,
  write: (row: Row) => Promise<object>,
): AsyncGenerator<string> {
  let separator = '';
  yield '{"success":true,"data":[';
  for await (const rows of pages) {
    const objects = await Promise.all(rows.map(write));
    yield separator + objects.map((object) => JSON.stringify(object)).join(',');
    separator = ',';
  }
  yield ']}';
}

const personOf = (row: Omit<store.ProfileRow, 'isDuplicate'>) => ({
  id: row.id,
  profile_name: row.profileName,
  name: row.name,
  email: row.email,
  address: row.address,
  city: row.city,
  state: row.state,
  postal: row.postal,
  country: row.country,
  phone: row.phone,
  card_exp_month: row.cardExpMonth,
  card_exp_year: row.cardExpYear,
  created_at: new Date(row.createdAt).toISOString(),
});

const toProfile = (row: store.ProfileRow): Profile => ({
  ...personOf(row),
  password: null,
  card_number: `•••• ${row.cardLast4}`,
  cvv: null,
  card_brand: row.cardBrand,
  has_password: row.hasPassword,
  is_duplicate: row.isDuplicate,
});

async function unsealRow(ctx: Ctx, row: store.SealedRow): Promise<FullProfile> {
  const text = await unseal(ctx.env.DATA_KEY, { column: COLUMN, row: row.sealRow }, row.secrets);
  // Written by `toRow`, and authenticated by the seal.
  const secrets = JSON.parse(text) as Secrets;
  return { ...personOf(row), ...secrets };
}

async function toRow(ctx: Ctx, profile: NewProfile, sealRow: string): Promise<store.NewRow> {
  const { DATA_KEY } = ctx.env;
  const { card_number, cvv, password, card_exp_month, card_exp_year, ...person } = profile;
  const secrets: Secrets = { card_number, cvv, password };
  const [sealed, cardPrint] = await Promise.all([
    seal(DATA_KEY, { column: COLUMN, row: sealRow }, JSON.stringify(secrets)),
    fingerprint(DATA_KEY, 'profiles.card_number', card_number),
  ]);
  const { profile_name, name, email, address, city, state, postal, country, phone } = person;
  const cardLast4 = card_number.slice(-4);
  const searched = [profile_name, name, email, city, country, phone, postal, cardLast4];
  return {
    profileName: profile_name,
    name,
    email,
    address,
    city,
    state,
    postal,
    country,
    phone,
    cardLast4,
    cardBrand: brandOf(card_number),
    cardExpMonth: card_exp_month,
    cardExpYear: card_exp_year,
    cardExpiry:
      card_exp_month && card_exp_year ? Number(card_exp_year) * 12 + Number(card_exp_month) : null,
    hasPassword: password !== null,
    secrets: sealed,
    sealRow,
    cardPrint,
    // A profile without an address is like no other: its own key is like no other too.
    personKey: address === '' ? sealRow : `${name}|${address}|${postal}`.toLowerCase(),
    searchText: searched.join(' ').toLowerCase(),
    createdAt: ctx.clock(),
  };
}

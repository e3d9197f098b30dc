import { DomainError, type Issue, noSuch } from '../../../shared/errors.ts';
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
import { endPage, readCursor } from '../../db/page.ts';
import { fingerprintAll, sealAll, unseal } from '../../security/vault.ts';
import * as store from './store.ts';

const COLUMN = 'profiles.secrets';
/** Rows read at once. */
const AT_ONCE = 1_000;
const MAX_ISSUES = 100;
/** How long a deletion can be taken back at least. */
const RESTORABLE_MS = 10 * 60_000;

/** The list as the text of its JSON answer, newest first: a page of it, or without `limit` the whole. */
export async function* streamProfiles(ctx: Ctx, query: ProfilesQuery): AsyncGenerator<string> {
  const { limit } = query;
  const filter = { ...query, now: ctx.clock() };
  const list = (page: store.ProfilePage) => store.listProfiles(ctx.db, filter, page);
  if (limit === undefined) return yield* streamList(list, ({ json }) => json, listedId);
  const cursor = readCursor(query.cursor);
  const page = list({ cursor, limit });
  const [rows, counted] =
    cursor === null
      ? await ctx.db.batch([page, store.countProfiles(ctx.db, filter)])
      : [await page, []];
  const count = counted[0]?.count ?? null;
  const last = rows.at(-1);
  const end = { length: rows.length, last: last && { id: listedId(last) } };
  const { total, nextCursor } = endPage({ rows: end, limit, cursor, count }, ({ id }) => [id]);
  const data = rows.map(({ json }) => json).join();
  yield `{"success":true,"data":[${data}],"total":${total},"next_cursor":${JSON.stringify(nextCursor)}}`;
}

const listedId = ({ json }: { json: string }): number => (JSON.parse(json) as Profile).id;

/** How many profiles are duplicates, how many cards have expired, and how many profiles each country has. */
export const countNotes = (ctx: Ctx) => store.countNotes(ctx.db, ctx.clock());

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
  const uploadId = request.upload_id ?? crypto.randomUUID();
  const rows = await toRows(ctx.env, valid, uploadId);
  await store.insertProfiles(ctx, rows, refused);
  return { added: rows.length, refused, issues: issues.slice(0, MAX_ISSUES) };
}

/** Deletes profiles; until they are erased with their secrets, they can be restored. @throws DomainError `not_found` */
export async function deleteProfiles(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await store.setDeleted(ctx, ids, ctx.clock());
}

/** Deletes the profiles of one `upload_id`; like others they can be restored. @throws DomainError `not_found` */
export async function deleteUpload(ctx: Ctx, uploadId: string): Promise<void> {
  await store.setDeleted(ctx, await store.listUploaded(ctx.db, uploadId), ctx.clock());
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
  const filter = { ids: [id], now: ctx.clock() };
  const [row] = await store.listSealed(ctx.db, filter, { cursor: null, limit: 1 });
  if (!row) throw noSuch('profile');
  await store.recordReading(ctx, `profile:${id}`, {});
  return unsealRow(ctx, row);
}

/** Profiles with their secrets as the text of a JSON answer; the reading is recorded once, before it begins. */
export async function* streamFullProfiles(
  ctx: Ctx,
  { limit, ...chosen }: FullProfilesRequest,
): AsyncGenerator<string> {
  const { ids, search, note, country } = chosen;
  await store.recordReading(ctx, 'profiles', {
    chosen: ids?.length ?? 'all',
    ...(search && { search }),
    ...(note && { note }),
    ...(country && { country }),
    ...(limit && { limit }),
  });
  const filter = { ...chosen, now: ctx.clock() };
  yield* streamList(
    (page) => store.listSealed(ctx.db, filter, page),
    (row) => JSON.stringify(unsealRow(ctx, row)),
    ({ id }) => id,
    limit,
  );
}

/** Reads a list page by page, and writes its JSON answer. */
async function* streamList<Row>(
  read: (page: store.ProfilePage) => Promise<Row[]>,
  write: (row: Row) => string,
  idOf: (row: Row) => number,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let cursor: store.ProfilePage['cursor'] = null;
  for (let left = most; left > 0; left -= AT_ONCE) {
    const limit = Math.min(AT_ONCE, left);
    const rows = await read({ cursor, limit });
    const texts = rows.map(write);
    if (cursor === null) yield `{"success":true,"data":[${texts.join()}`;
    else if (texts.length > 0) yield `,${texts.join()}`;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) break;
    const id = idOf(last);
    cursor = { id, values: [id] };
  }
  yield ']}';
}

function unsealRow(ctx: Ctx, { person, secrets, sealRow }: store.SealedRow): FullProfile {
  const text = unseal(ctx.env.DATA_KEY, { column: COLUMN, row: sealRow }, secrets);
  // Written by `toRows`, and authenticated by the seal.
  return { ...JSON.parse(person), ...(JSON.parse(text) as store.Secrets) };
}

/** The rows of an upload, in its order, so that the unique index on `seal_row` grows at its end. */
async function toRows(
  { DATA_KEY }: Pick<Ctx['env'], 'DATA_KEY'>,
  profiles: readonly NewProfile[],
  uploadId: string,
): Promise<store.NewRow[]> {
  const given = profiles.map((profile, at) => ({ profile, sealRow: `${uploadId}.${at}` }));
  const [sealed, prints] = await Promise.all([
    sealAll(
      DATA_KEY,
      given.map(({ profile: { card_number, cvv, password }, sealRow }) => {
        const secrets: store.Secrets = { card_number, cvv, password };
        return { place: { column: COLUMN, row: sealRow }, text: JSON.stringify(secrets) };
      }),
    ),
    fingerprintAll(
      DATA_KEY,
      'profiles.card_number',
      profiles.map(({ card_number }) => card_number),
    ),
  ]);
  return given.map(({ profile, sealRow }, at) => {
    const { card_number, password, card_exp_month, card_exp_year } = profile;
    const { profile_name, name, email, address, city, state, postal, country, phone } = profile;
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
        card_exp_month && card_exp_year
          ? Number(card_exp_year) * 12 + Number(card_exp_month)
          : null,
      hasPassword: password !== null,
      secrets: sealed[at] ?? '',
      sealRow,
      cardPrint: prints[at] ?? '',
      // A profile without an address is like no other: its own key is like no other too.
      personKey: address === '' ? sealRow : `${name}|${address}|${postal}`.toLowerCase(),
      searchText: searched.join(' ').toLowerCase(),
    };
  });
}

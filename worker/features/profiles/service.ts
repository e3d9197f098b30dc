import * as z from 'zod/mini';
import type { Facts } from '../../../shared/audit/schema.ts';
import { DomainError, type Issue, noSuch } from '../../../shared/errors.ts';
import { readStored } from '../../../shared/json.ts';
import {
  type AddProfilesRequest,
  brandOf,
  type FullProfile,
  type FullProfilesRequest,
  fullProfile,
  type NewProfile,
  newProfile,
  type ProfileNotesQuery,
  type ProfilesQuery,
} from '../../../shared/profiles/schema.ts';
import {
  type ProfileSplit,
  profileSplit,
  type SplitRequest,
} from '../../../shared/profiles/split.ts';
import { inOrder, matchesChoice } from '../../../shared/site-generator/choose-profiles.ts';
import { countryCode } from '../../../shared/ticketing/view/countries.ts';
import { HOUR_MS } from '../../../shared/times.ts';
import { afterwards, type Ctx, signedIn } from '../../context/context.ts';
import { actorOf } from '../../db/audit.ts';
import { change } from '../../db/change.ts';
import { type Page, readPage, readPages } from '../../db/page.ts';
import { fingerprintAll, sealAll, unseal } from '../../security/vault.ts';
import { assertConfirmed } from '../account/index.ts';
import {
  deliverNotifications,
  type NewNotification,
  notificationStatements,
} from '../notifications/index.ts';
import * as store from './store.ts';

const COLUMN = 'profiles.secrets';
/** The rows of a whole list that are read at once. */
const AT_ONCE = 1_000;
const CHOSEN_AT_ONCE = 10_000;
const MAX_ISSUES = 100;
/**
 * The number of profiles whose secrets an operator may read within {@link READ_WITHIN_MS} without a notice and a
 * confirmation.
 */
const MOST_UNNOTICED = 20;
const READ_WITHIN_MS = HOUR_MS;

/** The list as the text of its JSON answer, newest first: a page of it, or the whole list without `limit`. */
export async function* streamProfiles(
  ctx: Ctx,
  { limit, cursor, ...filters }: ProfilesQuery,
): AsyncGenerator<string> {
  const filter = { ...filters, now: ctx.clock() };
  const list = (page: Page) => store.listProfiles(ctx.db, filter, page);
  if (limit === undefined) return yield* streamRows(readPages(list, AT_ONCE), ({ json }) => json);
  const { rows, total, nextCursor } = await readPage(
    { limit, cursor },
    {
      rows: list,
      count: () => store.countProfiles(ctx.db, filter),
      sortValues: ({ id }) => [id],
    },
  );
  const data = rows.map(({ json }) => json).join();
  yield `{"success":true,"data":[${data}],"total":${total},"next_cursor":${JSON.stringify(nextCursor)}}`;
}

/**
 * Rows as the text of a JSON answer. The first rows are read before the first chunk is returned.
 */
async function* streamRows<Row>(pages: AsyncGenerator<Row[]>, write: (row: Row) => string) {
  let lead = '{"success":true,"data":[';
  for await (const rows of pages) {
    yield lead + rows.map(write).join();
    lead = ',';
  }
  yield lead === ',' ? ']}' : `${lead}]}`;
}

/**
 * The number of profiles, the number with each note, and the number in each country among those
 * that match the filters. A country that profiles spell in several ways is counted once.
 */
export async function countNotes({ db, clock }: Ctx, { search, note }: ProfileNotesQuery) {
  const now = clock();
  const [total, duplicates, expired, countries] = await Promise.all([
    store.countProfiles(db, { now }),
    store.countProfiles(db, { note: 'duplicate', now }),
    store.countProfiles(db, { note: 'expired', now }),
    store.countCountries(db, { search, note, now }),
  ]);
  return { total, duplicates, expired, countries: joinCountries(countries) };
}

interface CountryCount {
  country: string;
  profiles: number;
}

function joinCountries(counts: readonly CountryCount[]): CountryCount[] {
  const joined = new Map<string, CountryCount>();
  for (const { country, profiles } of counts) {
    const key = countryCode(country) ?? country;
    const before = joined.get(key);
    if (before) before.profiles += profiles;
    else joined.set(key, { country: key, profiles });
  }
  return [...joined.values()].sort((a, b) => b.profiles - a.profiles);
}

/**
 * Adds profiles.
 * @throws DomainError `bad_request` with an issue per refused field, unless they are skipped; `conflict` for an
 * `upload_id` that was stored before.
 */
export async function addProfiles(ctx: Ctx, request: AddProfilesRequest) {
  const { valid, refused, issues, isCut } = readProfiles(request);
  if (refused > 0 && (request.on_invalid === 'refuse' || valid.length === 0)) {
    const text = refused === 1 ? '1 profile is not valid' : `${refused} profiles are not valid`;
    const atLeast = isCut ? 'At least ' : '';
    throw new DomainError('bad_request', `${atLeast}${text}: nothing was stored.`, { issues });
  }
  const uploadId = request.upload_id ?? crypto.randomUUID();
  const isRepeatable = request.upload_id !== undefined;
  const input = { profiles: valid, refused, uploadId, isRepeatable };
  await store.insertProfiles(ctx, input, (some, from) => toRows(ctx, some, { uploadId, from }));
  return { added: valid.length, refused, issues };
}

/**
 * Reads the profiles of a call. If invalid ones are refused, nothing will be stored, so reading ends when the list of
 * issues is full (`isCut`): thousands of errors would take seconds for which other calls wait.
 */
function readProfiles({ profiles, on_invalid }: AddProfilesRequest) {
  const valid: NewProfile[] = [];
  const issues: Issue[] = [];
  let refused = 0;
  for (const [index, given] of profiles.entries()) {
    const { data, error } = newProfile.safeParse(given);
    if (data) valid.push(data);
    if (!error) continue;
    refused += 1;
    for (const { path, message } of error.issues.slice(0, MAX_ISSUES - issues.length)) {
      issues.push({ path: ['profiles', index, ...path].join('.'), message });
    }
    const isCut = on_invalid === 'refuse' && issues.length === MAX_ISSUES;
    if (isCut) return { valid, refused, issues, isCut: index + 1 < profiles.length };
  }
  return { valid, refused, issues, isCut: false };
}

/**
 * Deletes profiles, which can be restored until they are erased.
 * @throws DomainError `not_found` when none of them exists.
 */
export const deleteProfiles = (ctx: Ctx, ids: readonly number[]): Promise<void> =>
  store.setDeleted(ctx, ids, ctx.clock());

/**
 * Restores deleted profiles.
 * @throws DomainError `not_found` when all of them were erased.
 */
export const restoreProfiles = (ctx: Ctx, ids: readonly number[]): Promise<void> =>
  store.setDeleted(ctx, ids, null);

/**
 * Corrects parts of a name and an address.
 * @returns the corrections; null if none is left.
 * @throws DomainError `not_found`
 */
export async function correctSplit(
  ctx: Ctx,
  id: number,
  parts: SplitRequest,
): Promise<ProfileSplit | null> {
  const json = await store.setSplit(ctx, id, parts);
  return json === null ? null : readStored(profileSplit, json);
}

/** Deletes the profiles of one `upload_id`. @throws DomainError `not_found` */
export const deleteUpload = async (ctx: Ctx, uploadId: string): Promise<void> =>
  deleteProfiles(ctx, await store.listUploaded(ctx.db, uploadId));

/**
 * One profile with its secrets; the reading is recorded.
 * @throws DomainError `not_found`; `forbidden` for an operator with a passkey who has not used it recently, after 20
 * profiles within an hour
 */
export async function revealProfile(ctx: Ctx, id: number): Promise<FullProfile> {
  const filter = { ids: [id], now: ctx.clock() };
  const [row] = await store.listSealed(ctx.db, filter, { cursor: null, limit: 1 });
  if (!row) throw noSuch('profile');
  await recordReading(ctx, { subject: `profile:${id}`, profiles: 1, detail: {} });
  return readStored(fullProfile, writeFull(ctx, row));
}

/**
 * Profiles with their secrets as the text of a JSON answer; the reading is recorded once, before it begins.
 * @throws DomainError `forbidden` for an operator with a passkey who has not used it recently
 */
export async function* streamFullProfiles(
  ctx: Ctx,
  { limit, choice, ...filters }: FullProfilesRequest,
): AsyncGenerator<string> {
  await assertConfirmed(ctx);
  const ids = choice ? await chooseIds(ctx, choice, limit) : filters.ids;
  const filter = { ...(choice ? {} : filters), ids, now: ctx.clock() };
  const matching = await store.countProfiles(ctx.db, filter);
  const profiles = Math.min(matching, limit ?? matching);
  const { search, country } = choice ?? filters;
  // The searched text is not recorded: it may be a card number, and the trail cannot be cleared.
  const facts = {
    isSearched: Boolean(search),
    note: filter.note,
    country: wordsOnly(country),
    limit,
  };
  const filled = Object.entries(facts).filter(([, value]) => value);
  await recordReading(ctx, {
    subject: 'profiles',
    profiles,
    detail: {
      chosen: filters.ids?.length ?? 'all',
      profiles,
      ...Object.fromEntries(filled),
    },
  });
  const list = (page: Page) => store.listSealed(ctx.db, filter, page);
  const pages = ids ? readPieces(ctx, ids, filter, profiles) : readPages(list, AT_ONCE, limit);
  yield* streamRows(pages, (row) => writeFull(ctx, row));
}

/** The ids that match a generator's selection, in the order of its page. */
async function chooseIds(
  ctx: Ctx,
  choice: NonNullable<FullProfilesRequest['choice']>,
  limit: number | undefined,
): Promise<number[]> {
  const { country, newest, seed } = choice;
  const wanted = { search: choice.search.trim().toLowerCase(), country, newest };
  const matches = matchesChoice(choice);
  const ids: number[] = [];
  for await (const rows of readPages(
    (page) => store.listChoosable(ctx.db, wanted, page),
    CHOSEN_AT_ONCE,
  ))
    for (const { id, json } of rows)
      if (json === null || matches(readStored(choosable, json))) ids.push(id);
  return inOrder(ids, seed, (id) => id).slice(0, limit);
}

const choosable = z.pick(fullProfile, {
  id: true,
  profile_name: true,
  name: true,
  city: true,
  email: true,
  country: true,
});

/** At most `most` profiles with these ids, the newest first. The ids are read in chunks. */
async function* readPieces(
  ctx: Ctx,
  ids: readonly number[],
  filter: Parameters<typeof store.listSealed>[1],
  most: number,
): AsyncGenerator<store.SealedRow[]> {
  const sorted = [...new Set(ids)].sort((one, other) => other - one);
  let left = most;
  for (let at = 0; at < sorted.length && left > 0; at += AT_ONCE) {
    const piece = { ...filter, ids: sorted.slice(at, at + AT_ONCE) };
    const limit = Math.min(AT_ONCE, left);
    const rows = await store.listSealed(ctx.db, piece, { cursor: null, limit });
    left -= rows.length;
    yield rows;
  }
}

/** The name of a country; undefined for a text with digits, which is not a country. */
const wordsOnly = (text: string | undefined) =>
  text !== undefined && /^\D*$/.test(text) ? text : undefined;

interface Reading {
  /** The detail of the audit entry. */
  subject: string;
  /** How many profiles are read. */
  profiles: number;
  detail: Facts;
}

/**
 * Records a reading of secrets. A reading that exceeds everyday work requires a confirmation, and
 * the team is notified.
 * @throws DomainError `forbidden` when the confirmation is missing
 */
async function recordReading(ctx: Ctx, { subject, profiles, detail }: Reading): Promise<void> {
  const { id } = signedIn(ctx);
  const earlier = await store.countRead(ctx.db, id, ctx.clock() - READ_WITHIN_MS);
  if (earlier + profiles > MOST_UNNOTICED) await assertConfirmed(ctx);
  const amount = noticeableAmount(profiles, earlier);
  const notices: NewNotification[] =
    amount === null
      ? []
      : [
          {
            kind: 'system',
            title: `${amount} profiles read`,
            topic: 'Card data read',
            body: `${actorOf(ctx)} read the full card numbers, CVVs and passwords of ${amount} profiles${amount > profiles ? ' within an hour' : ''}.`,
            href: '/profiles',
            dedupeKey: `profiles-read:${ctx.requestId}`,
            createdAt: ctx.clock(),
          },
        ];
  await change(ctx, {
    statements: { notices: notificationStatements(notices) },
    audit: { action: 'profiles.read', subject, detail },
  });
  if (notices.length > 0)
    await afterwards(ctx, 'a notice was not delivered', () => deliverNotifications(ctx));
}

/**
 * The number of profiles in a notice: that of a reading of more than 20 profiles, or the total of
 * an hour when it first exceeds 20 and with each doubling (40, 80 and so on). Null for a reading
 * without a notice.
 */
function noticeableAmount(profiles: number, earlier: number): number | null {
  if (profiles > MOST_UNNOTICED) return profiles;
  const sum = earlier + profiles;
  return noticesFor(sum) > noticesFor(earlier) ? sum : null;
}

/** The number of steps (20, 40, 80 and so on) that a number of profiles exceeds. */
const noticesFor = (profiles: number): number =>
  profiles > MOST_UNNOTICED ? Math.ceil(Math.log2(profiles / MOST_UNNOTICED)) : 0;

/** The JSON text of a profile with its secrets: both texts are objects without a common field. */
function writeFull(ctx: Ctx, { json, secrets, sealRow }: store.SealedRow): string {
  const opened = unseal(ctx.env.DATA_KEY, { column: COLUMN, row: sealRow }, secrets);
  return `${json.slice(0, -1)},${opened.slice(1)}`;
}

/** The rows of an upload, in its order, so that the unique index on `seal_row` grows at its end. */
async function toRows(
  { env: { DATA_KEY } }: Ctx,
  profiles: readonly NewProfile[],
  { uploadId, from }: { uploadId: string; from: number },
): Promise<store.NewRow[]> {
  const secrets = profiles.map(({ card_number, cvv, password }, at) => ({
    place: { column: COLUMN, row: `${uploadId}.${from + at}` } as const,
    text: JSON.stringify({ card_number, cvv, password }),
  }));
  const cards = profiles.map(({ card_number }) => card_number);
  const [sealed, prints] = await Promise.all([
    sealAll(DATA_KEY, secrets),
    fingerprintAll(DATA_KEY, 'profiles.card_number', cards),
  ]);
  return profiles.map(({ profile_name, card_number, cvv: _, password, ...person }, at) => {
    const { card_exp_month, card_exp_year, ...others } = person;
    const { name, email, address, city, country, phone, postal } = others;
    const cardLast4 = card_number.slice(-4);
    const searched = [profile_name, name, email, city, country, phone, postal, cardLast4];
    const sealRow = `${uploadId}.${from + at}`;
    return {
      ...others,
      profileName: profile_name,
      cardLast4,
      cardBrand: brandOf(card_number),
      cardExpMonth: card_exp_month,
      cardExpYear: card_exp_year,
      cardExpiry: expiryOf(card_exp_month, card_exp_year),
      hasPassword: password !== null,
      secrets: sealed[at] ?? '',
      sealRow,
      cardPrint: prints[at] ?? '',
      // A profile without an address is a duplicate of no other, so its key is unique.
      personKey: address === '' ? sealRow : `${name}|${address}|${postal}`.toLowerCase(),
      searchText: searched.join(' ').toLowerCase(),
    };
  });
}

/**
 * The month of a card's expiry, in months since the year 0; null if the texts are not a month and a
 * year.
 */
function expiryOf(month: string, year: string): number | null {
  if (!/^(?:0?[1-9]|1[0-2])$/.test(month) || !/^\d{4}$/.test(year)) return null;
  return Number(year) * 12 + Number(month);
}

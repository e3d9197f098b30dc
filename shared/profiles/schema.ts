import * as z from 'zod/mini';
import { answerOf, instant, issue } from '../answers.ts';
import { cleanText } from '../clean-text.ts';
import type { Column } from '../columns.ts';
import { EMAIL_OR_NOTHING } from '../pasted-accounts/address.ts';
import { LONGEST_SEED } from '../random.ts';
import { shortenNumbers } from './card-search.ts';
import { PROFILE_NOTES } from './notes.ts';
import { profileSplit } from './split.ts';

type Rule = readonly [pattern: RegExp, message: string];
const REQUIRED: Rule = [/./, 'ProfileName, Name, and CardNumber are required fields'];

/**
 * A text, which is trimmed; a number in a JSON body is accepted as text. One function checks it,
 * because a chain of zod's own checks takes three times as long, and an import checks 700,000
 * texts.
 */
const text = (maxLength: number, ...rules: Rule[]) =>
  z.transform((given: unknown, { issues }): string => {
    const value = typeof given === 'number' ? String(given) : (given ?? '');
    const trimmed = typeof value === 'string' ? withoutGuards(cleanText(value).trim()) : null;
    const message = messageFor(trimmed, maxLength, rules);
    if (message) issues.push({ code: 'custom', message, input: given });
    return trimmed ?? '';
  });

/**
 * A text without the characters that spreadsheets and their writers put around it: `="02134"`,
 * `'+33 4`, `'02134`. All of them are removed, so that an exported profile is read as the same one.
 */
function withoutGuards(text: string): string {
  const first = text.charCodeAt(0);
  if (first !== APOSTROPHE && first !== EQUALS) return text;
  const bare = text
    .replace(/^'+(?=[=+\-@\d])/, '')
    .replace(/^="(.*)"$/s, '$1')
    .trim();
  return bare === text ? text : withoutGuards(bare);
}
const APOSTROPHE = 39;
const EQUALS = 61;

function messageFor(value: string | null, maxLength: number, rules: readonly Rule[]) {
  if (value === null) return 'This is not a text';
  if (value.length > maxLength) return `At most ${maxLength} characters`;
  return rules.find(([pattern]) => !pattern.test(value))?.[1];
}

/** A whole number as text: `3.0` is `3`. */
const whole = z.transform((value: string) => value.replace(/^(\d+)[.,]0+$/, '$1'));
/** A two-digit year is 20YY. */
const year = z.transform((value: string) => (/^\d{2}$/.test(value) ? `20${value}` : value));
/** `4.11111E+15` */
const UNSHORTENED = /^(?!\d[.,]?\d*e\+?\d+$)/i;
/** 13 to 19 digits with any blanks and dashes between them. */
const CARD = /^(?:[\s\p{Pd}\u2212]*\d){13,19}[\s\p{Pd}\u2212]*(?:[.,]0+)?$/u;

const orNull = z.transform((value: string) => (value === '' ? null : value));

/** One profile of an upload. The same schema reads a row of a CSV file in the browser. */
export const newProfile = z.object({
  profile_name: text(200, REQUIRED),
  email: z.pipe(text(200, [EMAIL_OR_NOTHING, 'Invalid email format']), orNull),
  password: z.pipe(text(500), orNull),
  address: text(300),
  city: text(200),
  country: text(100),
  name: text(200, REQUIRED),
  phone: text(50),
  postal: text(30),
  state: text(100),
  card_number: z.pipe(
    text(
      60,
      REQUIRED,
      [UNSHORTENED, 'Invalid card number format: a spreadsheet has shortened this number'],
      [CARD, 'Invalid card number format'],
    ),
    z.transform((value: string) => value.replace(/[.,]0+$/, '').replace(/\D/g, '')),
  ),
  // Unlikely values are accepted with a warning: see `warningsOf`.
  card_exp_month: z.pipe(text(200), whole),
  card_exp_year: z.pipe(z.pipe(text(200), whole), year),
  cvv: z.pipe(text(200), whole),
});
export type NewProfile = z.output<typeof newProfile>;

/** A profile with its secrets. */
export const fullProfile = z.object({
  id: z.int(),
  profile_name: z.string(),
  email: z.nullable(z.string()),
  password: z.nullable(z.string()),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  name: z.string(),
  phone: z.string(),
  postal: z.string(),
  state: z.string(),
  card_number: z.string(),
  card_exp_month: z.string(),
  card_exp_year: z.string(),
  cvv: z.string(),
  created_at: instant,
  /** Corrected parts of its name and address; null without a correction. */
  split: z.nullable(profileSplit),
});
export type FullProfile = z.infer<typeof fullProfile>;

/** A profile in the form of lists: the card masked, password and CVV never. */
const profile = z.object({
  ...fullProfile.shape,
  password: z.null(),
  cvv: z.null(),
  /** Visa, Mastercard and so on; empty when unknown. */
  card_brand: z.string(),
  has_password: z.boolean(),
  /** Whether another profile has the same card, or the same name and address. */
  is_duplicate: z.boolean(),
  /** Whether the month of the card has passed; a card without a date never expires. */
  is_expired: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

/** The answer of GET /profiles: the whole list, or a page of it with the number of all that match. */
export const profilesAnswer = answerOf({
  data: z.array(profile),
  total: z.optional(z.int()),
  next_cursor: z.optional(z.nullable(z.string())),
});
export type ProfilesAnswer = z.infer<typeof profilesAnswer>;

/** The answers of POST /profiles/full and POST /profiles/:id/reveal. */
export const fullProfilesAnswer = answerOf({ data: z.array(fullProfile) });
export type FullProfilesAnswer = z.infer<typeof fullProfilesAnswer>;
export const fullProfileAnswer = answerOf({ data: fullProfile });

/** The answer of POST /profiles. */
export const addProfilesAnswer = answerOf({
  added: z.int(),
  refused: z.int(),
  /** The faults of the refused profiles. */
  issues: z.array(issue),
});

/** The answer of GET /profiles/notes. */
export const profileNotesAnswer = answerOf({
  total: z.int(),
  duplicates: z.int(),
  expired: z.int(),
  countries: z.array(z.object({ country: z.string(), profiles: z.int() })),
});

/**
 * The 14 columns of a profiles CSV, for import and export in this order. `key` is the field of the call, `header` the
 * name in the file, `label` the name on screens.
 */
export const PROFILE_COLUMNS = [
  column('profile_name', 'ProfileName', 'Profile'),
  column('email', 'Email', 'Email'),
  column('password', 'Password', 'Password'),
  column('address', 'Address', 'Address'),
  column('city', 'City', 'City'),
  column('country', 'Country', 'Country'),
  column('name', 'Name', 'Name'),
  column('phone', 'Phone', 'Phone'),
  column('postal', 'Postal', 'Postal code'),
  column('state', 'State', 'State'),
  column('card_number', 'CardNumber', 'Card number'),
  column('card_exp_month', 'CardExpMonth', 'Expiry month'),
  column('card_exp_year', 'CardExpYear', 'Expiry year'),
  column('cvv', 'Cvv', 'CVV'),
] as const;

function column(key: keyof NewProfile, header: string, label: string) {
  const value = (profile: NewProfile) => profile[key];
  return { key, header, label, value } satisfies Column<NewProfile> & { label: string };
}

/** The maximum number of profiles in one call; the screen sends a twentieth of it. */
const MOST_PROFILES = 50_000;

/**
 * POST /profiles. `skip` stores the valid profiles of a list, `refuse` all or none. A list with an `upload_id` is
 * stored once, however often it arrives.
 */
export const addProfilesRequest = z.object({
  upload_id: z.optional(z.uuid('This is not a UUID')),
  profiles: z
    .array(z.unknown(), 'Send a list of profiles')
    .check(
      z.minLength(1, 'Send at least one profile'),
      z.maxLength(MOST_PROFILES, `Send at most ${MOST_PROFILES.toLocaleString('en')} profiles`),
    ),
  on_invalid: z._default(z.enum(['refuse', 'skip']), 'refuse'),
});
export type AddProfilesRequest = z.output<typeof addProfilesRequest>;

const search = z.optional(
  z.pipe(
    z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters')),
    z.transform(shortenNumbers),
  ),
);
/** Selects profiles of the list. */
const filters = {
  search,
  note: z.optional(z.enum(PROFILE_NOTES)),
  /** The country as the profiles write it. */
  country: z.optional(z.string().check(z.maxLength(100, 'At most 100 characters'))),
};
export type ProfileFilters = z.output<z.ZodMiniObject<typeof filters>>;
const count = (most: number) => z.coerce.number().check(z.int(), z.minimum(1), z.maximum(most));

/** GET /profiles: without `limit` the whole list is streamed. */
export const profilesQuery = z.object({
  limit: z.optional(count(1_000)),
  cursor: z.optional(z.string()),
  ...filters,
});
export type ProfilesQuery = z.output<typeof profilesQuery>;

/** The maximum number of ids in one call, which take less than 1 MiB. */
export const MOST_IDS = 100_000;
const ids = z
  .array(z.int().check(z.positive()))
  .check(
    z.minLength(1, 'Name at least one profile'),
    z.maxLength(MOST_IDS, `At most ${MOST_IDS.toLocaleString('en')}`),
  );

/** GET /profiles/notes: the filters narrow the countries that are counted. */
export const profileNotesQuery = z.object({ search: filters.search, note: filters.note });
export type ProfileNotesQuery = z.output<typeof profileNotesQuery>;

/**
 * A generator's selection, in the form of `chooseProfiles`, among the profiles up to the id
 * `newest`. It replaces the ids of any number of profiles.
 */
const choice = z.object({
  search: z.string().check(z.maxLength(200, 'At most 200 characters')),
  country: z.string().check(z.maxLength(100, 'At most 100 characters')),
  seed: z.nullable(
    z.string().check(z.maxLength(LONGEST_SEED, `At most ${LONGEST_SEED} characters`)),
  ),
  newest: z.int().check(z.positive()),
});

/**
 * POST /profiles/full: all profiles unless ids, filters or a selection narrow them; a selection
 * cannot be combined.
 */
export const fullProfilesRequest = z.object({
  ids: z.optional(ids),
  choice: z.optional(choice),
  ...filters,
  limit: z.optional(z.int().check(z.positive())),
});
export type FullProfilesRequest = z.output<typeof fullProfilesRequest>;

/** POST /profiles/delete and /profiles/restore: several profiles at once. */
export const profileIdsRequest = z.object({ ids });

const BRANDS: readonly (readonly [pattern: RegExp, brand: string])[] = [
  [/^4/, 'Visa'],
  [/^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 'Mastercard'],
  [/^3[47]/, 'Amex'],
  [/^(?:6011|65|64[4-9])/, 'Discover'],
  [/^35/, 'JCB'],
  [/^3(?:0|6|8)/, 'Diners'],
];

/** The brand that the first digits of a card number belong to; empty when unknown. */
export const brandOf = (cardNumber: string): string =>
  BRANDS.find(([pattern]) => pattern.test(cardNumber))?.[1] ?? '';

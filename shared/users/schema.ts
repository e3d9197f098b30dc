import * as z from 'zod/mini';
import { answerOf } from '../answers.ts';

/** The countries whose users can be generated, with their name and telephone prefix. */
export const NATIONALITIES = {
  US: { name: 'United States', prefix: '+1' },
  GB: { name: 'United Kingdom', prefix: '+44' },
  CA: { name: 'Canada', prefix: '+1' },
  AU: { name: 'Australia', prefix: '+61' },
  FR: { name: 'France', prefix: '+33' },
  DE: { name: 'Germany', prefix: '+49' },
  IT: { name: 'Italy', prefix: '+39' },
  ES: { name: 'Spain', prefix: '+34' },
  NL: { name: 'Netherlands', prefix: '+31' },
  BE: { name: 'Belgium', prefix: '+32' },
  CH: { name: 'Switzerland', prefix: '+41' },
  AT: { name: 'Austria', prefix: '+43' },
  NO: { name: 'Norway', prefix: '+47' },
  SE: { name: 'Sweden', prefix: '+46' },
  DK: { name: 'Denmark', prefix: '+45' },
  FI: { name: 'Finland', prefix: '+358' },
  IE: { name: 'Ireland', prefix: '+353' },
  PT: { name: 'Portugal', prefix: '+351' },
  BR: { name: 'Brazil', prefix: '+55' },
  MX: { name: 'Mexico', prefix: '+52' },
  JP: { name: 'Japan', prefix: '+81' },
  KR: { name: 'South Korea', prefix: '+82' },
  CN: { name: 'China', prefix: '+86' },
  IN: { name: 'India', prefix: '+91' },
  SG: { name: 'Singapore', prefix: '+65' },
  NZ: { name: 'New Zealand', prefix: '+64' },
} as const;
export type Nationality = keyof typeof NATIONALITIES;
export const NATIONALITY_CODES = Object.keys(NATIONALITIES) as [Nationality, ...Nationality[]];

/** The most users of one call. */
export const MOST_USERS = 5_000;
export const DEFAULT_COUNT = 100;
/** The most calls for one list of users. */
export const MOST_BATCHES = 20;
const WRONG_COUNT = 'Please enter a number between 1 and 5000';
const WRONG_BATCHES = `Enter a number between 1 and ${MOST_BATCHES}`;

/** An invented person for tests. It has no e-mail address and no card. */
const user = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postal: z.string(),
  phoneNumber: z.string(),
  country: z.string(),
});
export type User = z.infer<typeof user>;

/** A user with the additional fields of labels and prefixed files, in Latin letters. */
const detailedUser = z.extend(user, {
  first_name: z.string(),
  last_name: z.string(),
  /** The place in Latin letters; null where it is written in them anyway. */
  latin: z.nullable(z.pick(user, { address: true, city: true, state: true })),
});
export type DetailedUser = z.infer<typeof detailedUser>;

/** The answer of POST /users/get_random. */
export const randomUsersAnswer = answerOf({
  users: z.union([z.array(detailedUser), z.array(user)]),
});

const within = (most: number, message: string) =>
  z.int(message).check(z.minimum(1, message), z.maximum(most, message));
const nationality = z.enum(NATIONALITY_CODES, 'Choose one of the 26 nationalities');
const seed = z
  .string('The seed is a text')
  .check(z.trim(), z.maxLength(100, 'At most 100 characters'));

/** POST /users/get_random. The same seed gives the same users; `parts` makes each a {@link DetailedUser}. */
export const randomUsersRequest = z.object({
  amount: z._default(within(MOST_USERS, WRONG_COUNT), DEFAULT_COUNT),
  nationality,
  seed: z.optional(seed),
  parts: z._default(z.boolean(), false),
});
export type RandomUsersRequest = z.output<typeof randomUsersRequest>;

const typed = (most: number, message: string) =>
  z.pipe(
    z.pipe(
      z.string().check(z.trim(), z.regex(/^\d+$/, message)),
      z.transform((text) => Number(text)),
    ),
    within(most, message),
  );

/** The form of the screen: how many users in how many calls. */
export const generateForm = z.object({
  count: typed(MOST_USERS, WRONG_COUNT),
  nationality,
  batches: typed(MOST_BATCHES, WRONG_BATCHES),
  seed,
});
export type GenerateInput = z.output<typeof generateForm>;

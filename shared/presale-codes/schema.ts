import * as z from 'zod';
import { SEARCH_LIMITS } from './constants.ts';

export const presence = z.enum(['obligatory', 'may', 'no']);
export type Presence = z.infer<typeof presence>;

const tooLong = (what: string) => `A ${what} has at most ${SEARCH_LIMITS.wordLength} characters.`;

/** Why a longer minimum is refused: the search could not find anything. */
const CODE_TOO_LONG = `Codes of more than ${SEARCH_LIMITS.code.longest} characters are not recognised.`;

/** Words: a list, or the comma-separated text of the form. */
const words = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z
      .array(z.string().max(SEARCH_LIMITS.wordLength, tooLong('word')))
      .max(SEARCH_LIMITS.words, `Enter at most ${SEARCH_LIMITS.words} words.`),
  )
  .transform((list) => list.map((word) => word.trim()).filter((word) => word !== ''))
  .default([]);

const period = (limit: { min: number; max: number }, unit: string) =>
  z
    .int(`Enter whole ${unit} from ${limit.min} to ${limit.max}.`)
    .min(limit.min, `Enter ${unit} from ${limit.min} to ${limit.max}.`)
    .max(limit.max, `Enter ${unit} from ${limit.min} to ${limit.max}.`)
    .optional();

const codeLength = z.int('Enter a whole number.').min(1, 'The code length is at least 1.');

/** POST /presale-codes/search. */
export const presaleSearch = z
  .object({
    search_keywords: z
      .array(z.string().max(SEARCH_LIMITS.wordLength, tooLong('keyword')))
      .max(SEARCH_LIMITS.keywords, `Enter at most ${SEARCH_LIMITS.keywords} keywords.`)
      .transform((list) => list.map((word) => word.trim()).filter((word) => word !== ''))
      .refine((list) => list.length > 0, 'Enter at least one keyword.'),
    imap_account_ids: z
      .array(z.coerce.number().int().positive())
      .min(1, 'Select at least one mailbox.')
      .max(
        SEARCH_LIMITS.mailboxes,
        `Select at most ${SEARCH_LIMITS.mailboxes} mailboxes for one search.`,
      )
      .transform((ids) => [...new Set(ids)]),
    code_length_min: codeLength.max(SEARCH_LIMITS.code.longest, CODE_TOO_LONG),
    code_length_max: z.preprocess(
      (value) => (value === null || value === '' ? undefined : value),
      codeLength.optional(),
    ),
    includes_numbers: presence.default('may'),
    includes_caps: presence.default('may'),
    includes_special_chars: presence.default('may'),
    allowed_special_chars: z
      .string()
      .max(
        SEARCH_LIMITS.allowedSpecialChars,
        `Enter at most ${SEARCH_LIMITS.allowedSpecialChars} characters.`,
      )
      .default(''),
    exclude_words: words,
    must_include_words: words,
    case_sensitive: z.boolean().default(false),
    search_hours: period(SEARCH_LIMITS.hours, 'hours'),
    search_days: period(SEARCH_LIMITS.days, 'days'),
  })
  .refine((search) => search.search_hours !== undefined || search.search_days !== undefined, {
    path: ['search_hours'],
    message: 'Give the period as search_hours or search_days.',
  })
  .refine(
    (search) =>
      search.code_length_max === undefined || search.code_length_max >= search.code_length_min,
    {
      path: ['code_length_max'],
      message: 'The largest code length must not be smaller than the smallest.',
    },
  );
export type PresaleSearchInput = z.input<typeof presaleSearch>;
export type PresaleSearch = z.output<typeof presaleSearch>;

import * as z from 'zod/mini';
import { SEARCH_LIMITS } from './constants.ts';

export const presence = z.enum(['obligatory', 'may', 'no']);
export type Presence = z.infer<typeof presence>;

const LIMITS = SEARCH_LIMITS;

/** A list of at most `most` words, trimmed and without blanks. */
const wordList = (word: string, most: number) =>
  z.pipe(
    z
      .array(
        z
          .string()
          .check(
            z.trim(),
            z.maxLength(
              LIMITS.wordLength,
              `A ${word} has at most ${LIMITS.wordLength} characters.`,
            ),
          ),
      )
      .check(z.maxLength(most, `Enter at most ${most} ${word}s.`)),
    z.transform((list: string[]) => list.filter((one) => one !== '')),
  );

/** Words: a list, or the comma-separated text of the form. */
const words = z._default(
  z.pipe(
    z.transform((value) => (typeof value === 'string' ? value.split(',') : value)),
    wordList('word', LIMITS.words),
  ),
  [],
);

function period({ min, max }: { min: number; max: number }, unit: string) {
  const message = `Enter ${unit} from ${min} to ${max}.`;
  return z.optional(z.int(message).check(z.gte(min, message), z.lte(max, message)));
}

const NO_LENGTH = 'Enter a length of at least 1.';
const codeLength = z.int(NO_LENGTH).check(z.gte(1, NO_LENGTH));

const mailboxIds = (most: number, tooMany: string) =>
  z.pipe(
    z
      .array(z.coerce.number().check(z.int(), z.positive()))
      .check(z.minLength(1, 'Select at least one mailbox.'), z.maxLength(most, tooMany)),
    z.transform((ids: number[]) => [...new Set(ids)]),
  );

/** The fields of a search without its mailboxes and its period. */
const criteria = {
  search_keywords: wordList('keyword', LIMITS.keywords).check(
    z.refine((list) => list.length > 0, 'Enter at least one keyword.'),
  ),
  code_length_min: codeLength.check(
    z.lte(
      LIMITS.code.longest,
      // Such a search can find nothing.
      `Codes of more than ${LIMITS.code.longest} characters are not recognised.`,
    ),
  ),
  code_length_max: z.pipe(
    z.transform((value) => (value === null || value === '' ? undefined : value)),
    z.optional(codeLength),
  ),
  includes_numbers: z._default(presence, 'may'),
  includes_caps: z._default(presence, 'may'),
  includes_special_chars: z._default(presence, 'may'),
  allowed_special_chars: z._default(
    z
      .string()
      .check(
        z.maxLength(
          LIMITS.allowedSpecialChars,
          `Enter at most ${LIMITS.allowedSpecialChars} characters.`,
        ),
      ),
    '',
  ),
  exclude_words: words,
  must_include_words: words,
  case_sensitive: z._default(z.boolean(), false),
};

interface Lengths {
  code_length_min: number;
  code_length_max?: number | undefined;
}

const lengthsInOrder = z.refine<Lengths>(
  (search) =>
    search.code_length_max === undefined || search.code_length_max >= search.code_length_min,
  { path: ['code_length_max'], error: 'The maximum is smaller than the minimum.' },
);

/** POST /presale-codes/search. */
export const presaleSearch = z
  .object({
    ...criteria,
    imap_account_ids: mailboxIds(
      LIMITS.mailboxes,
      `Select at most ${LIMITS.mailboxes} mailboxes for one search.`,
    ),
    search_hours: period(LIMITS.hours, 'hours'),
    search_days: period(LIMITS.days, 'days'),
  })
  .check(
    z.refine((search) => search.search_hours !== undefined || search.search_days !== undefined, {
      path: ['search_hours'],
      error: 'Give the period as search_hours or search_days.',
    }),
    lengthsInOrder,
  );

/** The search of a watch: a search without a period. */
export const watchedSearch = z
  .object({
    ...criteria,
    imap_account_ids: mailboxIds(
      LIMITS.watchedMailboxes,
      `A watch has at most ${LIMITS.watchedMailboxes} mailboxes.`,
    ),
  })
  .check(lengthsInOrder);
export type WatchedSearch = z.output<typeof watchedSearch>;

/** The parts are the mailbox, the place of the mail (folder, validity of the folder's uids, uid), and a signature. */
export const MAIL_ID = /^(\d{1,15})\/(.{1,1000}\/\d{1,12}\/\d{1,12})\/([0-9a-f]{32})$/s;

/** GET /presale-codes/mail: the `mail_id` of a found code. */
export const mailQuery = z.object({
  mail_id: z.string().check(z.regex(MAIL_ID, 'This is not the id of a mail.')),
});
export type MailQuery = z.output<typeof mailQuery>;
export type PresaleSearchInput = z.input<typeof presaleSearch>;
export type PresaleSearch = z.output<typeof presaleSearch>;

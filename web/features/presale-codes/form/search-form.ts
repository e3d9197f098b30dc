import * as z from 'zod/mini';
import { SEARCH_LIMITS } from '../../../../shared/presale-codes/constants.ts';
import type { LeftOutCodes } from '../../../../shared/presale-codes/events.ts';
import { type PresaleSearchInput, presence } from '../../../../shared/presale-codes/schema.ts';

const text = (initial: string) => z.catch(z.string(), initial);
const mayContain = z.catch(presence, 'may');

const readKeywords = (words: unknown[]): string[] => {
  const typed = words.filter((word) => typeof word === 'string').slice(0, SEARCH_LIMITS.keywords);
  return typed.length > 0 ? typed : [''];
};

/**
 * The stored search form; numbers are stored as typed. A part that is missing or wrong gets its
 * default.
 */
export const storedSearchForm = z.object({
  searchPeriodType: z.catch(z.enum(['hours', 'days']), 'hours'),
  searchHours: text(String(SEARCH_LIMITS.hours.initial)),
  searchDays: text(String(SEARCH_LIMITS.days.initial)),
  searchKeywords: z.catch(z.pipe(z.array(z.unknown()), z.transform(readKeywords)), ['']),
  selectedImapAccounts: z.catch(z.array(z.int()), []),
  codeLengthMin: text('4'),
  codeLengthMax: text('24'),
  includesNumbers: mayContain,
  includesCaps: mayContain,
  includesSpecialChars: mayContain,
  allowedSpecialChars: text(''),
  excludeWords: text(''),
  mustIncludeWords: text(''),
  caseSensitive: z.catch(z.boolean(), false),
});
export type SearchForm = z.infer<typeof storedSearchForm>;

export const SEARCH_DEFAULTS: SearchForm = storedSearchForm.parse({});

const wholeNumber = (text: string): number =>
  /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;

/** The payload of the call, not yet checked. An empty maximum means an exact length. */
export function searchPayload(form: SearchForm, activeIds: readonly number[]): PresaleSearchInput {
  const min = wholeNumber(form.codeLengthMin);
  const exact = Number.isNaN(min) ? undefined : min;
  const max = form.codeLengthMax.trim() === '' ? exact : wholeNumber(form.codeLengthMax);
  const active = new Set(activeIds);
  return {
    search_keywords: form.searchKeywords.map((word) => word.trim()).filter((word) => word !== ''),
    imap_account_ids: form.selectedImapAccounts.filter((id) => active.has(id)),
    code_length_min: min,
    code_length_max: max,
    includes_numbers: form.includesNumbers,
    includes_caps: form.includesCaps,
    includes_special_chars: form.includesSpecialChars,
    allowed_special_chars: form.includesSpecialChars === 'no' ? '' : form.allowedSpecialChars,
    exclude_words: form.excludeWords,
    must_include_words: form.mustIncludeWords,
    case_sensitive: form.caseSensitive,
    ...(form.searchPeriodType === 'hours'
      ? { search_hours: wholeNumber(form.searchHours) }
      : { search_days: wholeNumber(form.searchDays) }),
  };
}

/**
 * The form with criteria that codes of these lengths meet: wider lengths, otherwise any kind of
 * characters.
 */
export function widenedFor(form: SearchForm, leftOut: readonly LeftOutCodes[]): SearchForm {
  const min = wholeNumber(form.codeLengthMin);
  const max = form.codeLengthMax.trim() === '' ? min : wholeNumber(form.codeLengthMax);
  const lengths = leftOut.map(({ length }) => length);
  const isLengthWide = lengths.some((length) => length >= min && length <= max);
  const widest = {
    codeLengthMin: String(Math.min(min, ...lengths)),
    codeLengthMax: String(Math.max(max, ...lengths)),
  };
  if (!isLengthWide) return { ...form, ...widest };
  const any = { includesNumbers: 'may', includesCaps: 'may', includesSpecialChars: 'may' } as const;
  return { ...form, ...widest, ...any, allowedSpecialChars: '' };
}

/** Labels of the fields, for the reason why the search cannot start. */
export const SEARCH_LABELS: Partial<Record<keyof SearchForm, string>> = {
  searchHours: 'Period',
  searchDays: 'Period',
  codeLengthMin: 'Code length min',
  codeLengthMax: 'Code length max',
  allowedSpecialChars: 'Allowed special characters',
  excludeWords: 'Exclude Words',
  mustIncludeWords: 'Must Include Words',
};

/** The form's field for a field of the call. */
export function fieldOf(path: string): string {
  if (path === 'imap_account_ids') return 'selectedImapAccounts';
  return path.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The keywords after a list was pasted into the row at `index`: one row per line, up to the limit
 * of a search. Null for a text of one line. `leftOut` is the number of rows beyond the limit.
 */
export function pasteKeywords(
  words: readonly string[],
  index: number,
  text: string,
): { words: string[]; leftOut: number } | null {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const pasted = lines.filter((line) => line !== '');
  if (pasted.length < 2) return null;
  const all = [...words.slice(0, index), ...pasted, ...words.slice(index + 1)];
  const fitting = all.slice(0, SEARCH_LIMITS.keywords);
  return { words: fitting, leftOut: all.length - fitting.length };
}

import * as z from 'zod/mini';
import { SEARCH_LIMITS } from '../../../shared/presale-codes/constants.ts';
import type { PresaleSearchInput, Presence } from '../../../shared/presale-codes/schema.ts';

/** The search form. Numbers are kept as typed. */
export interface SearchForm {
  searchPeriodType: 'hours' | 'days';
  searchHours: string;
  searchDays: string;
  searchKeywords: string[];
  selectedImapAccounts: number[];
  codeLengthMin: string;
  codeLengthMax: string;
  includesNumbers: Presence;
  includesCaps: Presence;
  includesSpecialChars: Presence;
  allowedSpecialChars: string;
  excludeWords: string;
  mustIncludeWords: string;
  caseSensitive: boolean;
}

export const SEARCH_DEFAULTS: SearchForm = {
  searchPeriodType: 'hours',
  searchHours: String(SEARCH_LIMITS.hours.initial),
  searchDays: String(SEARCH_LIMITS.days.initial),
  searchKeywords: [''],
  selectedImapAccounts: [],
  codeLengthMin: '4',
  codeLengthMax: '24',
  includesNumbers: 'may',
  includesCaps: 'may',
  includesSpecialChars: 'may',
  allowedSpecialChars: '',
  excludeWords: '',
  mustIncludeWords: '',
  caseSensitive: false,
};

/** The message of each wrong field. */
export type SearchFaults = Partial<Record<keyof SearchForm, string>>;

const wholeNumber = (text: string): number =>
  /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
const isWithin = (text: string, min: number, max: number): boolean => {
  const value = wholeNumber(text);
  return value >= min && value <= max;
};

const splitWords = (text: string): string[] => text.split(',').filter((word) => word.trim() !== '');

/** The messages of all wrong fields. */
export function faultsOf(form: SearchForm): SearchFaults {
  const faults: SearchFaults = {};
  const { hours, days, code, wordLength, allowedSpecialChars } = SEARCH_LIMITS;
  if (form.searchPeriodType === 'hours' && !isWithin(form.searchHours, hours.min, hours.max))
    faults.searchHours = `Enter hours from ${hours.min} to ${hours.max}.`;
  if (form.searchPeriodType === 'days' && !isWithin(form.searchDays, days.min, days.max))
    faults.searchDays = `Enter days from ${days.min} to ${days.max}.`;
  if (form.searchKeywords.some((word) => word.trim().length > wordLength))
    faults.searchKeywords = `A keyword has at most ${wordLength} characters.`;
  for (const field of ['excludeWords', 'mustIncludeWords'] as const) {
    const fault = faultOfWords(form[field]);
    if (fault !== null) faults[field] = fault;
  }
  if (form.allowedSpecialChars.length > allowedSpecialChars)
    faults.allowedSpecialChars = `Enter at most ${allowedSpecialChars} characters.`;
  if (!isWithin(form.codeLengthMin, 1, Number.MAX_SAFE_INTEGER))
    faults.codeLengthMin = 'Enter a length of at least 1.';
  else if (wholeNumber(form.codeLengthMin) > code.longest)
    faults.codeLengthMin = `Codes of more than ${code.longest} characters are not recognised.`;
  if (form.codeLengthMax.trim() === '') return faults;
  if (!isWithin(form.codeLengthMax, 1, Number.MAX_SAFE_INTEGER))
    faults.codeLengthMax = 'Enter a length of at least 1.';
  else if (wholeNumber(form.codeLengthMax) < wholeNumber(form.codeLengthMin))
    faults.codeLengthMax = 'The maximum is smaller than the minimum.';
  return faults;
}

function faultOfWords(text: string): string | null {
  const words = splitWords(text);
  const { words: most, wordLength } = SEARCH_LIMITS;
  if (words.length > most) return `Enter at most ${most} words.`;
  const isLong = words.some((word) => word.trim().length > wordLength);
  return isLong ? `A word has at most ${wordLength} characters.` : null;
}

/** The first reason why the search cannot start, with the name of its field; null when it can. */
export function blockedBecause(form: SearchForm, activeIds: readonly number[]): string | null {
  if (!form.searchKeywords.some((word) => word.trim() !== '')) return 'Enter at least one keyword.';
  const active = new Set(activeIds);
  const chosen = form.selectedImapAccounts.filter((id) => active.has(id));
  if (chosen.length === 0) return 'Select at least one mailbox.';
  if (chosen.length > SEARCH_LIMITS.mailboxes)
    return `Select at most ${SEARCH_LIMITS.mailboxes} mailboxes for one search.`;
  const faults = faultsOf(form);
  for (const [field, label] of FIELD_LABELS) {
    const fault = faults[field];
    if (fault !== undefined) return `${label}: ${fault}`;
  }
  return null;
}

/** In the order of the form. */
const FIELD_LABELS: readonly (readonly [keyof SearchForm, string])[] = [
  ['searchHours', 'Period'],
  ['searchDays', 'Period'],
  ['searchKeywords', 'Search Keywords'],
  ['codeLengthMin', 'Code length min'],
  ['codeLengthMax', 'Code length max'],
  ['allowedSpecialChars', 'Allowed special characters'],
  ['excludeWords', 'Exclude Words'],
  ['mustIncludeWords', 'Must Include Words'],
];

/** The payload of the call. An empty maximum means an exact length. */
export function searchPayload(form: SearchForm, activeIds: readonly number[]): PresaleSearchInput {
  const min = wholeNumber(form.codeLengthMin);
  const max = form.codeLengthMax.trim() === '' ? min : wholeNumber(form.codeLengthMax);
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

const text = (initial: string) => z.catch(z.string(), initial);
const presence = z.catch(z.enum(['obligatory', 'may', 'no']), 'may');

const readKeywords = (words: unknown[]): string[] => {
  const typed = words.filter((word) => typeof word === 'string').slice(0, SEARCH_LIMITS.keywords);
  return typed.length > 0 ? typed : [''];
};

/** The form as it is stored. A part that is missing or wrong takes its default. */
export const storedSearchForm = z.object({
  searchPeriodType: z.catch(z.enum(['hours', 'days']), 'hours'),
  searchHours: text(SEARCH_DEFAULTS.searchHours),
  searchDays: text(SEARCH_DEFAULTS.searchDays),
  searchKeywords: z.catch(z.pipe(z.array(z.unknown()), z.transform(readKeywords)), ['']),
  selectedImapAccounts: z.catch(z.array(z.int()), []),
  codeLengthMin: text(SEARCH_DEFAULTS.codeLengthMin),
  codeLengthMax: text(SEARCH_DEFAULTS.codeLengthMax),
  includesNumbers: presence,
  includesCaps: presence,
  includesSpecialChars: presence,
  allowedSpecialChars: text(''),
  excludeWords: text(''),
  mustIncludeWords: text(''),
  caseSensitive: z.catch(z.boolean(), false),
});

import { describe, expect, it } from 'vitest';
import { presaleSearch } from '../../shared/presale-codes/schema.ts';
import {
  fieldOf,
  pasteKeywords,
  SEARCH_DEFAULTS,
  SEARCH_LABELS,
  type SearchForm,
  searchPayload,
  storedSearchForm,
  widenedFor,
} from '../../web/features/presale-codes/form/search-form.ts';
import { checkValues } from '../../web/kit/form/form-state.ts';

const ready = { ...SEARCH_DEFAULTS, searchKeywords: ['rosalia'], selectedImapAccounts: [1] };

/** The result of the form for its values. */
function check(form: SearchForm, activeIds: readonly number[]) {
  const fields = new Set(Object.keys(SEARCH_DEFAULTS));
  const input = searchPayload(form, activeIds);
  return checkValues<keyof SearchForm, unknown>(presaleSearch, input, {
    fields,
    fieldOf,
    labels: SEARCH_LABELS,
  });
}

describe('the search form', () => {
  it('begins with the defaults of the specification', () => {
    expect(SEARCH_DEFAULTS).toMatchObject({
      searchHours: '24',
      searchDays: '2',
      searchKeywords: [''],
      selectedImapAccounts: [],
      includesNumbers: 'may',
      includesCaps: 'may',
      includesSpecialChars: 'may',
      allowedSpecialChars: '',
      excludeWords: '',
      mustIncludeWords: '',
      caseSensitive: false,
    });
  });

  const many = Array.from({ length: 501 }, (_, i) => i + 1);
  it.each([
    ['no keyword', { searchKeywords: [' ', ''] }, 'Enter at least one keyword.'],
    ['no mailbox', { selectedImapAccounts: [] }, 'Select at least one mailbox.'],
    [
      'a mailbox that is not active any more',
      { selectedImapAccounts: [9999] },
      'Select at least one mailbox.',
    ],
    [
      'more mailboxes than one search takes',
      { selectedImapAccounts: many },
      'Select at most 500 mailboxes for one search.',
    ],
    ['no hours', { searchHours: '0' }, 'Period: Enter hours from 1 to 720.'],
    ['hours over the limit', { searchHours: '721' }, 'Period: Enter hours from 1 to 720.'],
    ['hours in words', { searchHours: '1.5' }, 'Period: Enter hours from 1 to 720.'],
    [
      'no days',
      { searchPeriodType: 'days' as const, searchDays: '' },
      'Period: Enter days from 1 to 30.',
    ],
    [
      'days over the limit',
      { searchPeriodType: 'days' as const, searchDays: '31' },
      'Period: Enter days from 1 to 30.',
    ],
    ['no length', { codeLengthMin: '' }, 'Code length min: Enter a length of at least 1.'],
    [
      'a length that no recognised code has',
      { codeLengthMin: '41', codeLengthMax: '' },
      'Code length min: Codes of more than 40 characters are not recognised.',
    ],
    [
      'a keyword that is too long',
      { searchKeywords: ['rosalia', 'x'.repeat(201)] },
      'A keyword has at most 200 characters.',
    ],
    [
      'a word that is too long',
      { excludeWords: `A,${'x'.repeat(201)}` },
      'Exclude Words: A word has at most 200 characters.',
    ],
    [
      'too many special characters',
      { allowedSpecialChars: '-'.repeat(101) },
      'Allowed special characters: Enter at most 100 characters.',
    ],
    [
      'a length of nothing',
      { codeLengthMin: '0' },
      'Code length min: Enter a length of at least 1.',
    ],
    [
      'a maximum of nothing',
      { codeLengthMax: '0' },
      'Code length max: Enter a length of at least 1.',
    ],
    [
      'a maximum below the minimum',
      { codeLengthMin: '8', codeLengthMax: '4' },
      'Code length max: The maximum is smaller than the minimum.',
    ],
    [
      'too many words to leave out',
      { excludeWords: 'word,'.repeat(201) },
      'Exclude Words: Enter at most 200 words.',
    ],
    [
      'too many words that must be there',
      { mustIncludeWords: 'word,'.repeat(201) },
      'Must Include Words: Enter at most 200 words.',
    ],
    ['nothing', {}, null],
    [
      'nothing at the limits',
      { searchHours: '720', codeLengthMin: '1', codeLengthMax: '640' },
      null,
    ],
  ])('is blocked by %s', (_, part, reason) => {
    const checked = check({ ...ready, ...part }, many);
    expect(checked.isValid ? null : checked.reason).toBe(reason);
  });

  it.each([
    { searchHours: '1' },
    { searchHours: '720' },
    { searchPeriodType: 'days' as const, searchDays: '30' },
    { codeLengthMax: '' },
    { codeLengthMin: '40', codeLengthMax: '1000' },
    { excludeWords: 'A, ,B,', mustIncludeWords: ' tour ' },
    { includesSpecialChars: 'no' as const, allowedSpecialChars: '-' },
  ])('sends what the server takes: %j', (part) => {
    const form = { ...ready, ...part };
    expect(check(form, [1])).toMatchObject({ isValid: true });
    expect(presaleSearch.safeParse(searchPayload(form, [1])).success).toBe(true);
  });

  it('sends an exact length if the maximum is empty, and either hours or days', () => {
    const payload = searchPayload({ ...ready, codeLengthMin: '6', codeLengthMax: '' }, [1]);
    expect(payload).toMatchObject({ code_length_min: 6, code_length_max: 6, search_hours: 24 });
    expect(payload).not.toHaveProperty('search_days');
    const days = searchPayload({ ...ready, searchPeriodType: 'days' }, [1]);
    expect(days).toMatchObject({ search_days: 2 });
    expect(days).not.toHaveProperty('search_hours');
  });

  it('sends the fields of the call and no others', () => {
    expect(Object.keys(searchPayload(ready, [1])).sort()).toEqual([
      'allowed_special_chars',
      'case_sensitive',
      'code_length_max',
      'code_length_min',
      'exclude_words',
      'imap_account_ids',
      'includes_caps',
      'includes_numbers',
      'includes_special_chars',
      'must_include_words',
      'search_hours',
      'search_keywords',
    ]);
  });

  it('sends no allowed characters if none are possible', () => {
    expect(
      searchPayload({ ...ready, includesSpecialChars: 'no', allowedSpecialChars: '-' }, [1])
        .allowed_special_chars,
    ).toBe('');
  });

  it('is read from any stored value', () => {
    expect(storedSearchForm.parse(JSON.parse(JSON.stringify(ready)))).toEqual(ready);
    expect(storedSearchForm.parse({ searchKeywords: [], includesCaps: 'x' })).toEqual(
      SEARCH_DEFAULTS,
    );
    expect(storedSearchForm.safeParse('nothing').success).toBe(false);
    expect(storedSearchForm.safeParse(null).success).toBe(false);
  });

  it('returns the longest lists of words completely', () => {
    const words = Array.from({ length: 200 }, (_, i) => `WORD${i}`.padEnd(200, 'X')).join(', ');
    const long = { ...ready, excludeWords: words, mustIncludeWords: words };
    expect(check(long, [1])).toMatchObject({ isValid: true });
    expect(storedSearchForm.parse(JSON.parse(JSON.stringify(long)))).toEqual(long);
  });
});

describe('the call of the search', () => {
  const call = {
    search_keywords: ['a'],
    imap_account_ids: [1],
    code_length_min: 4,
    search_hours: 24,
  };
  it('accepts words as a list or as comma-separated text', () => {
    expect(presaleSearch.parse({ ...call, exclude_words: ' A ,,B' }).exclude_words).toEqual([
      'A',
      'B',
    ]);
    expect(presaleSearch.parse({ ...call, exclude_words: ['A', ' '] }).exclude_words).toEqual([
      'A',
    ]);
    expect(presaleSearch.parse(call).must_include_words).toEqual([]);
  });
  it.each(['', null, undefined])('accepts an empty largest length (%j)', (code_length_max) => {
    expect(presaleSearch.parse({ ...call, code_length_max }).code_length_max).toBeUndefined();
  });
});

describe('a list pasted into the keywords', () => {
  it('creates a row for each of its lines, replacing the row it is pasted into', () => {
    expect(pasteKeywords(['a', '', 'z'], 1, ' b \r\n\r\nc\n')).toEqual({
      words: ['a', 'b', 'c', 'z'],
      leftOut: 0,
    });
    expect(pasteKeywords(['a'], 0, 'one line')).toBeNull();
  });

  it('reports how many lines did not fit', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `word ${i}`).join('\n');
    const pasted = pasteKeywords(['first', ''], 1, lines);
    expect(pasted?.words).toHaveLength(50);
    expect(pasted?.leftOut).toBe(11);
  });
});

describe('a search that is widened', () => {
  const form = {
    ...SEARCH_DEFAULTS,
    codeLengthMin: '4',
    codeLengthMax: '',
    includesCaps: 'no' as const,
  };
  it.each([
    [
      'longer codes',
      [{ length: 12, codes: 1 }],
      { codeLengthMin: '4', codeLengthMax: '12', includesCaps: 'no' },
    ],
    [
      'shorter ones',
      [{ length: 3, codes: 1 }],
      { codeLengthMin: '3', codeLengthMax: '4', includesCaps: 'no' },
    ],
    [
      'other characters',
      [{ length: 4, codes: 1 }],
      { codeLengthMin: '4', codeLengthMax: '4', includesCaps: 'may' },
    ],
  ])('finds %s', (_, leftOut, expected) => {
    expect(widenedFor(form, leftOut)).toMatchObject(expected);
  });
});

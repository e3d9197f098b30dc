import { describe, expect, it } from 'vitest';
import type { FoundCode } from '../../shared/presale-codes/schema.ts';
import { viewCodes } from '../../web/features/presale-codes/code-groups.ts';
import {
  blockedBecause,
  readSearchForm,
  SEARCH_DEFAULTS,
  searchPayload,
} from '../../web/features/presale-codes/search-form.ts';

const code = (part: Partial<FoundCode>): FoundCode => ({
  code: 'A1',
  account: 'a@x.test',
  email_subject: 's',
  email_from: 'f',
  email_date: '2026-11-20T10:00:00.000Z',
  confidence: 0.9,
  evidence: 'e',
  ...part,
});

describe('the search form', () => {
  const ready = { ...SEARCH_DEFAULTS, searchKeywords: ['rosalia'], selectedImapAccounts: [1] };
  it.each([
    ['no keyword', { searchKeywords: [' ', ''] }, 'Enter at least one keyword.'],
    ['no mailbox', { selectedImapAccounts: [] }, 'Select at least one mailbox.'],
    [
      'a mailbox that is not active any more',
      { selectedImapAccounts: [2] },
      'Select at least one mailbox.',
    ],
    ['hours over the limit', { searchHours: '721' }, 'Period: Enter hours from 1 to 720.'],
    [
      'no days',
      { searchPeriodType: 'days' as const, searchDays: '' },
      'Period: Enter days from 1 to 30.',
    ],
    ['no length', { codeLengthMin: '' }, 'Code length min: Enter a length from 1 to 64.'],
    [
      'a maximum below the minimum',
      { codeLengthMin: '8', codeLengthMax: '4' },
      'Code length max: The maximum is smaller than the minimum.',
    ],
    ['nothing', {}, null],
  ])('is blocked by %s', (_, part, reason) => {
    expect(blockedBecause({ ...ready, ...part }, [1])).toBe(reason);
  });

  it('sends an exact length when the maximum is empty, and either hours or days', () => {
    const payload = searchPayload({ ...ready, codeLengthMin: '6', codeLengthMax: '' }, [1]);
    expect(payload).toMatchObject({ code_length_min: 6, code_length_max: 6, search_hours: 24 });
    expect(payload).not.toHaveProperty('search_days');
    expect(searchPayload({ ...ready, searchPeriodType: 'days' }, [1])).toMatchObject({
      search_days: 2,
    });
  });

  it('sends no allowed characters when there may be none', () => {
    expect(
      searchPayload({ ...ready, includesSpecialChars: 'no', allowedSpecialChars: '-' }, [1])
        .allowed_special_chars,
    ).toBe('');
  });

  it('is read back from storage, whatever stands there', () => {
    expect(readSearchForm(JSON.parse(JSON.stringify(ready)))).toEqual(ready);
    expect(readSearchForm({ searchKeywords: [], includesCaps: 'x' })).toEqual(SEARCH_DEFAULTS);
    expect(readSearchForm('nothing')).toBeNull();
  });
});

describe('the list of codes', () => {
  const codes = [
    code({ account: 'a@x.test', confidence: 0.7 }),
    code({ account: 'b@x.test' }),
    code({ code: 'B2', confidence: 0.4, email_date: '2026-11-21T10:00:00.000Z' }),
  ];
  const view = { term: '', band: 'all', sort: 'confidence', grouped: true } as const;
  it('groups a code that several mailboxes got, with the surest mail in front', () => {
    const [first] = viewCodes(codes, view);
    expect(first).toMatchObject({
      key: 'A1',
      accounts: ['a@x.test', 'b@x.test'],
      best: { confidence: 0.9 },
    });
  });
  it.each([
    ['each by itself', { grouped: false }, ['A1', 'A1', 'B2']],
    ['the low ones', { band: 'low' as const }, ['B2']],
    ['newest first', { sort: 'date' as const }, ['B2', 'A1']],
    ['those of one mailbox', { term: 'B@X' }, ['A1']],
  ])('shows %s', (_, part, expected) => {
    expect(viewCodes(codes, { ...view, ...part }).map(({ best }) => best.code)).toEqual(expected);
  });
});

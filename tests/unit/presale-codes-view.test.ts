import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { FoundCode } from '../../shared/presale-codes/events.ts';
import {
  type CodeView,
  countBands,
  countCodes,
  extendView,
  folderOf,
  splitLikely,
  viewCodes,
} from '../../web/features/presale-codes/codes/code-view.ts';
import {
  codesSearch,
  FIRST_VIEW,
  searchOf,
  viewOf,
} from '../../web/features/presale-codes/search-state.ts';

const code = (part: Partial<FoundCode>): FoundCode => ({
  code: 'A1',
  account: 'a@x.test',
  email_subject: 's',
  email_from: 'f',
  email_date: '2026-11-20T10:00:00.000Z',
  confidence: 0.9,
  evidence: 'e',
  mail_id: '1/INBOX/7/42',
  ...part,
});

describe('the list of codes', () => {
  const codes = [
    code({ account: 'a@x.test', confidence: 0.7 }),
    code({ account: 'b@x.test' }),
    code({ code: 'B2', confidence: 0.4, email_date: '2026-11-21T10:00:00.000Z' }),
  ];
  it('groups a code that several mailboxes received, with the most certain mail first', () => {
    const [first] = viewCodes(codes, FIRST_VIEW);
    expect(first).toMatchObject({
      key: 'A1',
      accounts: ['b@x.test', 'a@x.test'],
      best: { confidence: 0.9 },
    });
  });
  it.each([
    ['each mail by itself', { grouped: false }, ['A1', 'A1', 'B2']],
    ['the low ones', { band: 'low' }, ['B2']],
    ['the medium ones', { band: 'medium' }, ['A1']],
    ['newest first', { sort: { column: 'date', order: 'desc' } }, ['B2', 'A1']],
    ['by code from the end', { sort: { column: 'code', order: 'desc' } }, ['B2', 'A1']],
    [
      'by mailbox',
      { sort: { column: 'account', order: 'desc' }, grouped: false },
      ['A1', 'A1', 'B2'],
    ],
    ['the unsure first', { sort: { column: 'confidence', order: 'asc' } }, ['B2', 'A1']],
    ['those of one mailbox', { term: ' B@X' }, ['A1']],
    ['those with a word of the subject or sender', { term: 'nothing has it' }, []],
  ] as const)('shows %s', (_, part, expected) => {
    const view: CodeView = { ...FIRST_VIEW, ...part };
    expect(viewCodes(codes, view).map(({ best }) => best.code)).toEqual(expected);
  });

  it.each([
    [0.8, 'high'],
    [0.79, 'medium'],
    [0.5, 'medium'],
    [0.49, 'low'],
  ] as const)('counts a confidence of %d as %s', (confidence, band) => {
    const counts = countBands([code({ confidence })], { grouped: true });
    expect(counts).toEqual({ high: 0, medium: 0, low: 0, [band]: 1 });
  });

  it('counts the rows that each band shows: codes when grouped, else sightings', () => {
    expect(countBands([...codes, codes[1] ?? code({})], { grouped: true })).toEqual({
      high: 1,
      medium: 1,
      low: 1,
    });
    expect(countBands([...codes, code({ account: 'c@x.test' })], { grouped: false })).toEqual({
      high: 2,
      medium: 1,
      low: 1,
    });
    for (const grouped of [true, false]) {
      for (const [band, count] of Object.entries(countBands(codes, { grouped }))) {
        const view = viewOf(
          z.parse(codesSearch, { confidence: band, ...(!grouped && { group: 'none' }) }),
        );
        expect(viewCodes(codes, view)).toHaveLength(count);
      }
    }
  });

  it('folds the codes under 50%, unless a confidence is chosen', () => {
    const list = viewCodes(codes, FIRST_VIEW);
    const names = (groups: typeof list) => groups.map(({ best }) => best.code);
    const { likely, less } = splitLikely(list, FIRST_VIEW);
    expect([names(likely), names(less)]).toEqual([['A1'], ['B2']]);
    const low: CodeView = { ...FIRST_VIEW, band: 'low' };
    expect(names(splitLikely(viewCodes(codes, low), low).likely)).toEqual(['B2']);
  });

  it('counts codes by their best sighting, and sightings separately', () => {
    const unsure = code({ code: 'B2', confidence: 0.3 });
    expect(countCodes([...codes, unsure])).toEqual({ likely: 1, less: 1, sightings: 4 });
    expect(countCodes([...codes, { ...unsure, confidence: 0.5 }])).toMatchObject({ likely: 2 });
    expect(countCodes([])).toEqual({ likely: 0, less: 0, sightings: 0 });
  });

  const anyCode = fc
    .record({
      code: fc.constantFrom('AA', 'BB', 'CC9', 'CC10', 'ü'),
      account: fc.constantFrom('a@x.test', 'b@x.test', 'c@y.test'),
      email_date: fc.constantFrom('2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z', ''),
      confidence: fc.constantFrom(0.1, 0.5, 0.79, 0.8, 1),
    })
    .map(code);
  const anyView = fc.record({
    term: fc.constantFrom('', 'c', 'b@'),
    band: fc.constantFrom('all' as const, 'high' as const, 'medium' as const, 'low' as const),
    grouped: fc.boolean(),
    sort: fc.record({
      column: fc.constantFrom(
        'code' as const,
        'account' as const,
        'date' as const,
        'confidence' as const,
      ),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    }),
  });
  it('is the same whether the codes arrive at once or in parts', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyCode, { maxLength: 6 })), anyView, (parts, view) => {
        let groups = viewCodes([], view);
        for (const part of parts) groups = extendView(groups, part, view);
        const shape = (list: typeof groups) =>
          list.map(({ key, best, all }) => ({
            key,
            code: best.code,
            confidence: best.confidence,
            mails: all.length,
          }));
        expect(shape(groups)).toEqual(shape(viewCodes(parts.flat(), view)));
      }),
    );
  });
});

describe('the address of the Presale Code Tool', () => {
  it('holds the view of the codes, and is empty for the default view', () => {
    expect(searchOf(FIRST_VIEW)).toEqual({});
    const view: CodeView = {
      term: 'rosa',
      band: 'high',
      sort: { column: 'date', order: 'asc' },
      grouped: false,
    };
    expect(viewOf(searchOf(view))).toEqual(view);
    expect(
      viewOf(z.parse(codesSearch, { confidence: 'x', sort: 'y', order: '', group: 'all' })),
    ).toEqual(FIRST_VIEW);
  });
});

describe('the folder of a mail', () => {
  const signature = '0123456789abcdef0123456789abcdef';
  it.each([
    [`1/INBOX/7/42/${signature}`, 'INBOX'],
    [`12/Newsletters/Été/2026/7/42/${signature}`, 'Newsletters/Été/2026'],
    [`1/2026/11/7/42/${signature}`, '2026/11'],
    ['1/INBOX/7/42', 'INBOX'],
    ['', ''],
  ])('is in its id: %s', (mail_id, folder) => {
    expect(folderOf({ mail_id })).toBe(folder);
  });
});

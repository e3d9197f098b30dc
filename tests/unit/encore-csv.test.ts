import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import {
  accountsOfEvent,
  distinctAccounts,
  readManualList,
  readPercent,
} from '../../shared/encore/accounts.ts';
import { encoreFields } from '../../shared/encore/fields.ts';
import { type EncoreInput, encoreFile, encoreFileName } from '../../shared/encore/file.ts';
import { previewSiteCsv, streamSiteCsv } from '../../shared/site-generator/site-file.ts';

const input = (changes: Partial<EncoreInput> = {}): EncoreInput => ({
  targets: [
    { id: 'E1', url: 'https://x.example/1', accounts: ['a@x.com', 'b@x.com'], ticketLimit: null },
    { id: 'E2', url: 'https://x.example/2', accounts: ['a@x.com'], ticketLimit: null },
  ],
  fields: encoreFields('normal').slice(0, 3),
  config: { global: { MaxPrice: 99.5 }, events: { E2: { Amount: '2,1', ProxyGroup: 'eu "1"' } } },
  customFields: [{ key: 'ProxyGroup', label: 'Proxy Group' }],
  cartWebhooks: ['https://h.example/1', 'https://h.example/2'],
  ...changes,
});

const file = (changes: Partial<EncoreInput> = {}) => encoreFile(input(changes));

describe('the Encore file', () => {
  test('has one row per account and event, byte for byte', () => {
    expect([...streamSiteCsv(file())].join('')).toBe(
      [
        'Email,Event ID,Event URL,Min Price,Max Price,Amount,Proxy Group,Cart Webhooks',
        'a@x.com,E1,https://x.example/1,0,99.5,"8,7,6,5,4,3,2",,https://h.example/1;https://h.example/2',
        'b@x.com,E1,https://x.example/1,0,99.5,"8,7,6,5,4,3,2",,https://h.example/1;https://h.example/2',
        'a@x.com,E2,https://x.example/2,0,99.5,"2,1","eu ""1""",https://h.example/1;https://h.example/2',
        '',
      ].join('\r\n'),
    );
  });

  test('writes switches as true and false and omits a disabled field', () => {
    const fields = encoreFields('normal').filter(
      ({ key }) => key === 'UseMap' || key === 'OnlyMonitor',
    );
    const lines = previewSiteCsv(file({ fields, customFields: [] }), 1);
    expect(lines).toEqual([
      'Email,Event ID,Event URL,Use Map,Only Monitor,Cart Webhooks',
      'a@x.com,E1,https://x.example/1,true,false,https://h.example/1;https://h.example/2',
    ]);
  });

  test.each(['normal', 'uk'] as const)(
    'has every column of the %s variant in its order',
    (variant) => {
      const { columns } = file({ fields: encoreFields(variant), customFields: [] });
      expect(columns.map(({ header }) => header)).toEqual([
        'Email',
        'Event ID',
        'Event URL',
        ...encoreFields(variant).map((field) => field.label),
        'Cart Webhooks',
      ]);
    },
  );

  test('keeps formulas, because a bot reads the file', () => {
    const lines = previewSiteCsv(file({ config: { global: { Amount: '=1+1' }, events: {} } }), 1);
    expect(lines[1]).toContain(',=1+1,');
  });

  test('what is written reads the same', () => {
    const anyText = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.array(anyText), anyText, anyText, (accounts, id, amount) => {
        const given = file({
          targets: [{ id, url: '', accounts, ticketLimit: null }],
          config: { global: { Amount: amount }, events: {} },
        });
        const text = [...streamSiteCsv(given)].join('');
        const rows = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' }).data.slice(
          1,
          -1,
        );
        expect(rows.map((row) => [row[0], row[1], row[5]])).toEqual(
          accounts.map((email) => [email, id, amount]),
        );
      }),
    );
  });

  test.each([
    [['Rosalía'], 640, 'normal', 'encore_Rosalía_640_2026-11-20.csv'],
    [['Rosalía', 'Rosalía'], 1, 'uk', 'encore_Rosalía_1_2026-11-20_UK.csv'],
    [['AC/DC', 'Muse'], 2, 'normal', 'encore_AC_DC_and_others_2_2026-11-20.csv'],
    [[], 2, 'normal', 'encore_events_2_2026-11-20.csv'],
  ] as const)('of %j with %i rows (%s) is named %s', (artists, rows, variant, name) => {
    expect(encoreFileName({ artists, rows, date: '2026-11-20', variant })).toBe(name);
  });
});

describe('the accounts of an event', () => {
  const available = ['best@x.com', 'good@x.com', 'fair@x.com'];
  test.each([
    ['all without a maximum', null, null, available],
    ['the best ones up to its maximum', null, 2, ['best@x.com', 'good@x.com']],
    ['none with the maximum 0', null, 0, []],
    ['its own list instead', ['own@x.com'], null, ['own@x.com']],
    ['its own list up to its maximum', ['own@x.com', 'two@x.com'], 1, ['own@x.com']],
  ])('are %s', (_, ownAccounts, maxAccounts, expected) => {
    expect(accountsOfEvent(available, { ownAccounts, maxAccounts })).toEqual(expected);
  });

  test('name each account once in any spelling', () => {
    expect(distinctAccounts(['A@x.com', ' a@X.com ', 'b@x.com', ''])).toEqual([
      'A@x.com',
      'b@x.com',
    ]);
  });
});

describe('a manual accounts list', () => {
  test.each([
    ['a@x.com\nb@x.com', ['a@x.com', 'b@x.com'], '2 valid accounts found', true],
    ['a@x.com\r\n\r\n A@X.com \r\n', ['a@x.com'], '1 valid accounts found, 1 duplicate', true],
    ['a@x.com, b@x.com;c@x.com', ['a@x.com', 'b@x.com', 'c@x.com'], '3 valid accounts found', true],
    ['', [], 'Enter one account per line.', false],
    ['a@x.com\nnobody', ['a@x.com'], '1 valid, 1 malformed. Line 2: "nobody" has no @.', false],
    [
      'a\nb\nc\nd\ne',
      [],
      '0 valid, 5 malformed. Line 1: "a" has no @. Line 2: "b" has no @. Line 3: "c" has no @. 2 more.',
      false,
    ],
  ])('%j', (text, accounts, message, isValid) => {
    expect(readManualList(text)).toEqual({ accounts, message, isValid });
  });
});

test.each([
  ['0', 0],
  ['100', 100],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['0.1', 0.1],
  ['100.1', null],
  ['-1', null],
  ['1.25', null],
  ['', null],
  ['abc', null],
])('the percentage %j reads as %j', (text, value) => {
  expect(readPercent(text)).toBe(value);
});

import { describe, expect, test } from 'vitest';
import { readPosition, writePosition } from '../../shared/channel.ts';
import { compare } from '../../shared/compare.ts';
import { toServerSentEvents } from '../../shared/presale-codes/events.ts';
import { readPastedEvents } from '../../shared/price-monitor/read-url.ts';
import { type NewProfile, PROFILE_COLUMNS } from '../../shared/profiles/schema.ts';
import { warningsOf } from '../../shared/profiles/warnings.ts';
import { ACCOUNT_COLUMNS, SORT_FIELDS } from '../../shared/queues/accounts/columns.ts';
import { insertQueueRequest } from '../../shared/queues/schema.ts';
import { MAX_BODY_BYTES, newWork } from '../../shared/recent-work/schema.ts';
import { cityOf, EVENT_ACCOUNT_COLUMNS } from '../../shared/signup/csv.ts';
import { checkPageAddress } from '../../shared/signup/page-address.ts';
import { checkValue, type SiteField } from '../../shared/site-generator/fields.ts';
import { tagsOf } from '../../shared/tags.ts';
import { allMatches } from '../../shared/text.ts';
import { writeWindow } from '../../shared/ticketing/texts.ts';
import { countrySpellings } from '../../shared/ticketing/view/countries.ts';
import { readLocalDate } from '../../shared/ticketing/view/dates.ts';
import { readQuota } from '../../shared/ticketing/view/quota.ts';
import { isRepeated, readZoneClock } from '../../shared/zone-clock.ts';

describe('a position in the live channel', () => {
  test('is read as it was written', () => {
    const position = { epoch: 'a-1', seq: 250 };
    expect(readPosition(writePosition(position))).toEqual(position);
  });
  test.each([undefined, '', '.4', 'a.', 'a.x', 'a b.4', `${'a'.repeat(65)}.1`])(
    'is invalid in %j',
    (text) => {
      expect(readPosition(text)).toBeNull();
    },
  );
});

test('compare sorts numbers and texts', () => {
  expect([3, 1, 2, 1].toSorted(compare)).toEqual([1, 1, 2, 3]);
  expect(['b', 'B', 'a'].toSorted(compare)).toEqual(['B', 'a', 'b']);
  expect(compare('a', 'a')).toBe(0);
});

test('tags of items are listed once, sorted', () => {
  expect(tagsOf([{ tags: ['b', 'a'] }, { tags: ['a', 'c'] }, { tags: [] }])).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('matches of a pattern equal those of matchAll, including empty ones', () => {
  for (const pattern of [/\d+/g, /x*/g, /(?=b)/g]) {
    const text = '12xxb345b';
    const places = (matches: Iterable<RegExpExecArray>) =>
      Array.from(matches, ({ index, 0: match }) => [index, match]);
    expect(places(allMatches(text, pattern))).toEqual(places(text.matchAll(pattern)));
  }
});

describe('the events of a search as server-sent events', () => {
  const failure = { code: 'internal', message: 'It failed.' } as never;
  test.each([
    [{ type: 'beat' }, ': beat\n\n'],
    [{ type: 'progress', mailbox: { id: 1 } }, 'event: progress\ndata: {"id":1}\n\n'],
    [{ type: 'codes', codes: [] }, ''],
    [
      { type: 'codes', codes: [{ code: 'A' }, { code: 'B' }] },
      'event: code\ndata: {"code":"A"}\n\nevent: code\ndata: {"code":"B"}\n\n',
    ],
    [{ type: 'done', answer: { success: true } }, 'event: done\ndata: {"success":true}\n\n'],
    [{ type: 'failed', failure }, `event: error\ndata: ${JSON.stringify(failure)}\n\n`],
  ])('%j', (event, text) => {
    expect(toServerSentEvents(event as never)).toBe(text);
  });
});

describe('lists of accounts', () => {
  test('can be sorted by each column except the rank', () => {
    expect(SORT_FIELDS).toEqual(
      ACCOUNT_COLUMNS.map(({ key }) => key).filter((key) => key !== 'rank'),
    );
  });
  test.each([
    [1, 1, true],
    [3, 3, true],
    [4, 3, false],
    [0, 3, false],
  ])('an upload of part %i of %i is accepted: %s', (part, parts, isTaken) => {
    const upload = { id: crypto.randomUUID(), part, parts };
    const { error } = insertQueueRequest.safeParse({
      type: 'standard',
      queue_id: 'q',
      queue_total: 9,
      queue_date: '2026-01-02',
      upload,
      accounts: [{ account_name: 'a@b.test', position: 1 }],
    });
    expect(error === undefined).toBe(isTaken);
  });
});

describe('a sign-up', () => {
  test('the city comes from the infos, otherwise from the event', () => {
    const infos = (city: string) => ({ city }) as never;
    expect(cityOf({ event_infos: infos('Madrid'), event_city: 'Getafe' })).toBe('Madrid');
    expect(cityOf({ event_infos: infos(''), event_city: 'Getafe' })).toBe('Getafe');
    expect(cityOf({ event_infos: infos(''), event_city: undefined })).toBe('');
  });
  test('an account without a ratio has an empty cell', () => {
    const cells = (avgRatio: number | null) =>
      EVENT_ACCOUNT_COLUMNS.map(({ value }) =>
        value({
          event: { id: 'E1', presale: 'Fan' },
          account: { email: 'a@b.test', categories: ['Gold', 'Silver'], avgRatio },
        } as never),
      );
    expect(cells(null)).toEqual(['a@b.test', 'Gold, Silver', '', 'E1', 'Fan']);
    expect(cells(0.25)[2]).not.toBe('');
  });
  const address = (length: number) => 'https://signup.ticketmaster.com/'.padEnd(length, 'a');
  test.each([
    ['https://signup.ticketmaster.com/a', null],
    ['signup.ticketmaster.com/a', null],
    [address(2_048), null],
    [address(2_049), 'An address has at most 2,048 characters.'],
    ['https://example.com/a', 'Enter a ticketmaster address.'],
    ['https://signup ticketmaster.com/a', 'Enter the address of a page.'],
    ['https://ticketmaster:port/a', 'Enter the address of a page.'],
  ])('the address %s', (text, fault) => {
    expect(checkPageAddress(text)).toBe(fault);
  });
});

test.each([
  [null, null],
  ['', null],
  ['limit=5000', null],
  ['available=4990', { available: 4_990, limit: null, resets: null }],
  ['Available = 0, limit=many, resets=', { available: 0, limit: null, resets: null }],
  [
    'available=1, limit=5000, resets=2026-11-21T00:00:00Z',
    { available: 1, limit: 5_000, resets: '2026-11-21T00:00:00Z' },
  ],
])('the quota in the header %j is %j', (header, quota) => {
  expect(readQuota(header)).toEqual(quota);
});

test.each([
  ['maxPrice', '', null],
  ['maxPrice', '0', null],
  ['maxPrice', '-0.01', 'Amount must be at least 0.'],
  ['maxPrice', '0.01', null],
  ['maxPrice', '0.001', 'Amount goes in steps of 0.01.'],
  ['delay', '0', null],
  ['delay', '-1', 'Amount must be at least 0.'],
  ['delay', '0.5', 'Amount goes in steps of 1.'],
  ['quantity', '-1', null],
  ['quantity', 'many', 'Amount must be a number.'],
])('the number field %s with %j has the fault %j', (key, value, fault) => {
  const field = { key, label: 'Amount', type: 'number' } as SiteField;
  expect(checkValue(field, value)).toBe(fault);
});

describe('warnings about a card number', () => {
  const warnings = (card: string) =>
    warningsOf({
      ...Object.fromEntries(PROFILE_COLUMNS.map(({ key }) => [key, ''])),
      card_number: card,
    } as NewProfile).map(({ reason }) => reason);
  test.each([
    // Each but the first ends in a zero after the 15th digit; the second has the right check digit.
    ['4242424242424242', 0],
    ['4111111111111160', 0],
    ['4111111111111970', 0],
    ['4111111111111110', 1],
    ['5555555555554440', 1],
    ['', 0],
  ])('%s has %i', (card, count) => {
    expect(warnings(card)).toHaveLength(count);
  });
});

test('a work that is too large names its size, rounded up', () => {
  const work = (bytes: number) =>
    newWork.safeParse({
      kind: 'encore',
      token: crypto.randomUUID(),
      key: '',
      title: '',
      name: null,
      events: null,
      rows: null,
      body: { a: 'x'.repeat(bytes - '{"a":""}'.length) },
    }).error?.issues[0]?.message;
  expect(work(MAX_BODY_BYTES)).toBeUndefined();
  expect(work(MAX_BODY_BYTES + 1)).toBe(
    'This work takes 3.1 MB: at most 3.0 MB are kept. Shorten its lists.',
  );
});

describe('dates and windows', () => {
  test('a window without a start has none', () => {
    const at = Date.UTC(2026, 11, 1, 9);
    expect(writeWindow({ name: 'Fan', startsAt: null, endsAt: at })).toEqual({
      name: 'Fan',
      opens: null,
      closes: '2026-12-01T09:00:00Z',
    });
    expect(writeWindow({ name: 'Fan', startsAt: at, endsAt: null })).toMatchObject({
      opens: '2026-12-01T09:00:00Z',
      closes: null,
    });
  });
  test.each(['2027-02-30', '2027-13-01', '2027-00-10', '2027-04-31 20:00', 'N/A', '2027-1-1'])(
    '%s is not a local date',
    (text) => {
      expect(readLocalDate(text)).toBeNull();
    },
  );
  test('clocks show an hour twice when they are set back', () => {
    const [from, to] = [Date.UTC(2026, 8, 1), Date.UTC(2026, 11, 1)];
    const clock = readZoneClock('Europe/Berlin', from, to);
    const back = Date.UTC(2026, 9, 25, 1);
    const hour = 3_600_000;
    expect(
      [back - hour - 1, back - hour, back - 1, back, back + hour - 1, back + hour].map((instant) =>
        isRepeated(clock, instant),
      ),
    ).toEqual([false, true, true, true, true, false]);
  });
});

test('pasted addresses keep their lines, without quotes and blank lines', () => {
  const text = '<https://a.test/1>\r\n\n “https://a.test/2” \rhttps://a.test/3';
  expect(readPastedEvents(text)).toEqual([
    { url: 'https://a.test/1', tags: [], line: 1 },
    { url: 'https://a.test/2', tags: [], line: 3 },
    { url: 'https://a.test/3', tags: [], line: 4 },
  ]);
});

test('a country is found by each of its spellings, and an unknown one by none', () => {
  const spellings = countrySpellings(' United Kingdom ');
  expect(spellings).toEqual(expect.arrayContaining(['gb', 'uk', 'united kingdom']));
  expect(countrySpellings('gb')).toEqual(spellings);
  expect(countrySpellings('Atlantis')).toBeNull();
});

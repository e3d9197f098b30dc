import { describe, expect, test } from 'vitest';
import { minimumAccounts } from '../../shared/signup/constants.ts';
import { artistOfTitle, eventFileName, exportName } from '../../shared/signup/names.ts';
import { checkPageAddress } from '../../shared/signup/page-address.ts';
import { dispatchRequest, signupInfosRequest } from '../../shared/signup/schema.ts';

test.each([
  ['Rosalía VF Signup', 'Rosalía'],
  ['Signup VF Rosalía', 'Rosalía'],
  ['Rosalía Signup', 'Rosalía'],
  ['VF Rosalía', 'Rosalía'],
  ['SIGNUP | Rosalía - LUX Tour', 'Rosalía - LUX Tour'],
  ['Vfoo Signups', 'Vfoo Signups'],
  ['Signup', ''],
])('the artist of the title %j is %j', (title, artist) => {
  expect(artistOfTitle(title)).toBe(artist);
});

test.each([
  ['normal', false, 'Rosalía_12_accounts_2026-11-20'],
  ['UK', true, 'Rosalía_12_accounts_2026-11-20_UK'],
])('an export is named by artist, accounts and date: %s', (_, isUk, name) => {
  expect(exportName({ artist: 'Rosalía', accounts: 12, date: '2026-11-20', isUk })).toBe(name);
});

test.each([
  [
    0,
    3,
    { date: '2027-03-14', city: 'Madrid', venue: 'Movistar Arena' },
    '01_2027-03-14_Madrid_Movistar Arena',
  ],
  [99, 100, { date: '', city: '', venue: '../x' }, '100___x'],
  [0, 1, { date: '', city: '', venue: '' }, '01'],
  [
    1,
    2,
    { date: '14/03/2027 20:00', city: 'São Paulo', venue: 'CON' },
    '02_14_03_2027 20_00_São Paulo__CON',
  ],
])('event %i of %i is stored under a safe name', (place, total, event, name) => {
  expect(eventFileName(place, total, event)).toBe(name);
});

test.each([
  [0, 3, 0],
  [1, 3, 1],
  [150, 3, 50],
  [151, 3, 51],
  [7, 10, 1],
])('%i slots at %i events per account need at least %i accounts', (slots, per, needed) => {
  expect(minimumAccounts(slots, per)).toBe(needed);
});

test.each([
  ['https://signup.ticketmaster.com/x', null],
  ['signup.TicketMaster.co.uk/x', null],
  ['https://example.com/', 'Enter a ticketmaster address.'],
  ['https://ticketmaster .com/x', 'Enter the address of a page.'],
  [`https://ticketmaster.com/${'x'.repeat(2048)}`, 'An address has at most 2,048 characters.'],
])('the address %j can be extracted, or the form shows why not', (address, problem) => {
  expect(checkPageAddress(address)).toBe(problem);
});

describe('the request of the sign-up reader', () => {
  test.each([
    ['https://signup.ticketmaster.com/x', 'https://signup.ticketmaster.com/x'],
    ['signup.ticketmaster.com/x ', 'https://signup.ticketmaster.com/x'],
  ])('accepts %j', (url, parsed) => {
    expect(signupInfosRequest.parse({ url }).url).toBe(parsed);
  });

  test.each(['', '   ', 'https://example.com/', 'https://ticketmaster .com/ x'])(
    'refuses %j',
    (url) => {
      expect(signupInfosRequest.safeParse({ url }).success).toBe(false);
    },
  );
});

describe('the request of the dispatch', () => {
  const event = { id: 'E1', presale: '', accounts_amount: 1, event_infos: {}, categories: [] };
  const request = { events_by_account: 3, events: [event] };

  test('accepts the request of the specification with its required fields only', () => {
    expect(dispatchRequest.safeParse(request).success).toBe(true);
  });

  test.each([
    ['0 events per account', { ...request, events_by_account: 0 }, 'events_by_account'],
    ['11 events per account', { ...request, events_by_account: 11 }, 'events_by_account'],
    ['the same event twice', { ...request, events: [event, event] }, 'events.1.id'],
    [
      'a negative count',
      { ...request, events: [{ ...event, accounts_amount: -1 }] },
      'events.0.accounts_amount',
    ],
    [
      'a webhook that is none',
      {
        ...request,
        use_encore_parameters: true,
        encore_parameters: { cart_webhooks: ['x'], config: {} },
      },
      'encore_parameters.cart_webhooks.0',
    ],
  ])('refuses %s and names the place', (_, given, path) => {
    const result = dispatchRequest.safeParse(given);
    expect(result.error?.issues[0]?.path.join('.')).toBe(path);
  });
});

test.each([
  [['d'.repeat(200), 'c'.repeat(200), 'v'.repeat(200)]],
  [['1 May', 'é'.repeat(150), '会'.repeat(150)]],
  [['Friday', '', 'v'.repeat(300)]],
])(
  'the whole path of an event in the ZIP stays below 120 bytes: %#',
  ([date = '', city = '', venue = '']) => {
    const name = eventFileName(998, 999, { date, city, venue });
    const path = `encore/${name}.csv`;
    expect(new TextEncoder().encode(path).length).toBeLessThanOrEqual(120);
    // Bytes that one part does not use are left to the others.
    expect(name.length).toBeGreaterThan(35);
    expect(eventFileName(0, 1, { date: '2026-12-04', city: 'Lyon', venue: 'Hall' })).toBe(
      '01_2026-12-04_Lyon_Hall',
    );
  },
);

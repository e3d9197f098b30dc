import { parsePhoneNumberWithError } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { writeMachineCsv } from '../../shared/csv/machine-writer.ts';
import { writeSpreadsheetCsv } from '../../shared/csv/spreadsheet-writer.ts';
import { INTERNAL_ERROR_TEXT } from '../../shared/errors.ts';
import { PREFIXED_COLUMNS, USER_COLUMNS, usersFileName } from '../../shared/users/columns.ts';
import {
  DEFAULT_COUNT,
  type DetailedUser,
  generateForm,
  NATIONALITIES,
  NATIONALITY_CODES,
  type Nationality,
  randomUsersRequest,
} from '../../shared/users/schema.ts';
import { generateFailureText } from '../../web/features/users/failure-text.ts';
import { ApiError } from '../../web/lib/api-error.ts';
import phoneData from '../../worker/features/users/data/phones.json' with { type: 'json' };
import { listPlaces } from '../../worker/features/users/places.ts';
import { generateUsers } from '../../worker/features/users/service.ts';
import { expectGolden } from '../factories/golden.ts';

const WRONG_COUNT = 'Please enter a number between 1 and 5000';

/** The format of postal codes as the countries' postal services publish it. */
const POSTAL: Record<Nationality, RegExp> = {
  US: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? \d[A-BD-HJLNP-UW-Z]{2}$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[A-CEGHJ-NPRSTV-Z] \d[A-CEGHJ-NPRSTV-Z]\d$/,
  AU: /^\d{4}$/,
  FR: /^(?:0[1-9]|[1-8]\d|9[0-5])\d{3}$/,
  DE: /^\d{5}$/,
  IT: /^\d{5}$/,
  ES: /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/,
  NL: /^[1-9]\d{3} (?!SA|SD|SS)[A-Z]{2}$/,
  BE: /^[1-9]\d{3}$/,
  CH: /^[1-9]\d{3}$/,
  AT: /^[1-9]\d{3}$/,
  NO: /^\d{4}$/,
  SE: /^[1-9]\d{2} \d{2}$/,
  DK: /^[1-9]\d{3}$/,
  FI: /^\d{5}$/,
  IE: /^(?:[AC-FHKNPRTV-Y]\d{2}|D6W) [\dAC-FHKNPRTV-Y]{4}$/,
  PT: /^[1-9]\d{3}-\d{3}$/,
  BR: /^\d{5}-\d{3}$/,
  MX: /^\d{5}$/,
  JP: /^\d{3}-\d{4}$/,
  KR: /^\d{5}$/,
  CN: /^\d{6}$/,
  IN: /^[1-9]\d{5}$/,
  SG: /^\d{6}$/,
  NZ: /^\d{4}$/,
};

/** The state by the first character of a postal code. */
const FIRST: Partial<Record<Nationality, Record<string, string>>> = {
  CA: {
    Ontario: 'KLNMP',
    Québec: 'GHJ',
    'British Columbia': 'V',
    Alberta: 'T',
    Manitoba: 'R',
    'Nova Scotia': 'B',
    Saskatchewan: 'S',
    'New Brunswick': 'E',
    'Newfoundland and Labrador': 'A',
    'Prince Edward Island': 'C',
  },
  AU: {
    'New South Wales': '2',
    'Australian Capital Territory': '2',
    Victoria: '3',
    Queensland: '4',
    'South Australia': '5',
    'Western Australia': '6',
    Tasmania: '7',
    'Northern Territory': '0',
  },
};

const phoneOf = ({ phoneNumber }: DetailedUser, nationality: Nationality) =>
  parsePhoneNumberWithError(phoneNumber, nationality);

/** A reserved range as a pattern for numbers. */
const rangeOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replace(/[()]/g, '\\$&').replace('{area}', '[2-9]\\d\\d').replaceAll('#', '\\d')}$`,
  );

const generated = new Map(
  await Promise.all(
    NATIONALITY_CODES.map(
      async (code) => [code, await generateUsers(code, 1_000, 'tests')] as const,
    ),
  ),
);

describe.each(NATIONALITY_CODES)('1,000 users of %s', (nationality) => {
  const users = generated.get(nationality) ?? [];
  const places = listPlaces(nationality).flatMap((group) => group.places);

  test('are complete, and belong to the country', () => {
    expect(users).toHaveLength(1_000);
    for (const { latin, ...user } of users) {
      for (const value of Object.values(user)) expect(value).toMatch(/\S/);
      expect(user.country).toBe(NATIONALITIES[nationality].name);
      expect(JSON.stringify([user, latin])).not.toMatch(/undefined|[{}]\w|@/);
    }
    expect(new Set(users.map(({ name }) => name)).size).toBeGreaterThan(300);
  });

  test('have postal codes in the format of the country, which belong to their city and state', () => {
    for (const { postal, city, state } of users) {
      expect(postal).toMatch(POSTAL[nationality]);
      const own = places.filter(
        (place) => place.city.local === city && place.state.local === state,
      );
      const digits = postal.replace(/\W/g, '');
      const isListed = own.some(({ postals }) =>
        postals.some((token) => {
          const [from = '', to = from] = token.split('-');
          const start = digits.slice(0, from.length);
          return start >= from && start <= to;
        }),
      );
      expect(isListed, `${postal} ${city}`).toBe(true);
      const first = FIRST[nationality]?.[state];
      if (first !== undefined) expect(first).toContain(postal[0]);
    }
    expect(
      FIRST[nationality] === undefined ||
        places.every(({ state }) => FIRST[nationality]?.[state.local]),
    ).toBe(true);
  });

  test('have possible telephone numbers in national format that belong to nobody', () => {
    const { ranges } = phoneData.countries[nationality] as { ranges?: Record<string, string[]> };
    const reserved = Object.values(ranges ?? {})
      .flat()
      .map(rangeOf);
    for (const user of users) {
      const number = phoneOf(user, nationality);
      expect(number.isPossible(), user.phoneNumber).toBe(true);
      expect(number.countryCallingCode).toBe(NATIONALITIES[nationality].prefix.slice(1));
      expect(user.phoneNumber).toBe(number.formatNational());
      if (ranges) expect(reserved.some((range) => range.test(user.phoneNumber))).toBe(true);
      else expect(number.isValid(), `${user.phoneNumber} could be somebody's`).toBe(false);
    }
  });

  test('have a Latin form, and the digits after the prefix in the prefixed file', () => {
    const [, , , , , , prefix, phone] = PREFIXED_COLUMNS;
    for (const user of users) {
      const { first_name, last_name, latin } = user;
      const { address, city, state } = latin ?? user;
      expect([first_name, last_name, address, city, state].join('')).toMatch(
        /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}]+$/u,
      );
      const written = `${prefix.value(user)}${phone.value(user)}`;
      expect(written).toBe(phoneOf(user, nationality).number);
    }
  });
});

test.each(NATIONALITY_CODES)(
  '5,000 users of %s have distinct addresses, with few exceptions',
  async (code) => {
    const users = await generateUsers(code, 5_000, '1');
    const addresses = users.map(({ address, city, postal }) => `${address}|${city}|${postal}`);
    expect(new Set(addresses).size).toBeGreaterThan(4_900);
  },
);

test('a building of Singapore has one postal code', async () => {
  const users = await generateUsers('SG', 5_000, '1');
  const codes = new Map(users.map(({ address, postal }) => [address.split(' #')[0], postal]));
  for (const { address, postal } of users) expect(codes.get(address.split(' #')[0])).toBe(postal);
});

test('names and addresses of Japan, South Korea and China are in their own script', async () => {
  const scripts = { JP: /\p{Script=Han}/u, KR: /\p{Script=Hangul}/u, CN: /\p{Script=Han}/u };
  for (const nationality of ['JP', 'KR', 'CN'] as const) {
    const [user] = await generateUsers(nationality, 1, '1');
    for (const text of [user?.name, user?.address, user?.city, user?.state])
      expect(text).toMatch(scripts[nationality]);
  }
});

test('the same seed makes the same users, also after others were generated', async () => {
  const before = await generateUsers('BE', 50, '4711');
  await generateUsers('BE', 7, 'another');
  expect(await generateUsers('BE', 50, '4711')).toEqual(before);
  expect(await generateUsers('BE', 50, '4712')).not.toEqual(before);
});

test('the telephone numbers of each country name their regulator and source', () => {
  for (const entry of Object.values(phoneData.countries)) {
    expect(entry.regulator).toMatch(/\w/);
    expect(entry.source).toMatch(/\w/);
  }
});

test('numbers of Sweden begin at the first reserved one, and those of South Korea have the area code of the state', () => {
  const numbers = (code: Nationality) =>
    (generated.get(code) ?? []).map((user) => user.phoneNumber);
  expect(numbers('SE').filter((number) => /^070-174 06 0/.test(number))).toEqual([]);
  const users = generated.get('KR') ?? [];
  const codes = new Map(users.map((user) => [user.latin?.state, user.phoneNumber.split('-')[0]]));
  expect(codes.size).toBe(13);
  expect(new Set(codes.values()).size).toBe(13);
  for (const user of users)
    expect(user.phoneNumber.split('-')[0]).toBe(codes.get(user.latin?.state));
  expect(new Set(numbers('BR').map((number) => number.slice(0, 4))).size).toBe(20);
});

test('there are 26 nationalities with their telephone prefixes', () => {
  expect(NATIONALITY_CODES.join()).toBe(
    'US,GB,CA,AU,FR,DE,IT,ES,NL,BE,CH,AT,NO,SE,DK,FI,IE,PT,BR,MX,JP,KR,CN,IN,SG,NZ',
  );
});

describe('the request', () => {
  test.each([0, 5_001, 1.5, '100', null])('refuses %j users', (amount) => {
    const { error } = randomUsersRequest.safeParse({ amount, nationality: 'DE' });
    expect(error?.issues.map(({ message }) => message)).toEqual([WRONG_COUNT]);
  });

  test('accepts 1 to 5000 users, 100 by default', () => {
    expect(DEFAULT_COUNT).toBe(100);
    expect(randomUsersRequest.parse({ nationality: 'DE' }).amount).toBe(100);
    for (const amount of [1, 5_000])
      expect(randomUsersRequest.parse({ amount, nationality: 'DE' }).amount).toBe(amount);
    expect(randomUsersRequest.safeParse({ nationality: 'RU' }).success).toBe(false);
  });

  test('the form reads numbers from its texts', () => {
    const form = { count: ' 5000 ', nationality: 'DE', batches: '20', seed: ' 4711 ' };
    expect(generateForm.parse(form)).toEqual({
      count: 5_000,
      nationality: 'DE',
      batches: 20,
      seed: '4711',
    });
    for (const count of ['', '0', '5001', '1e3', '-1', 'ten'])
      expect(generateForm.safeParse({ ...form, count }).error?.issues[0]?.message).toBe(
        WRONG_COUNT,
      );
    expect(generateForm.safeParse({ ...form, batches: '21' }).success).toBe(false);
  });
});

describe('files', () => {
  test('the standard file is a report, and the prefixed one is for other programs', async () => {
    const users = [
      ...(await generateUsers('DE', 2, 'golden')),
      ...(await generateUsers('JP', 1, 'golden')),
      ...(await generateUsers('IT', 1, 'golden')),
      ...(await generateUsers('GB', 1, 'golden')),
    ];
    await expectGolden('users/standard.csv', writeSpreadsheetCsv(USER_COLUMNS, users));
    await expectGolden('users/prefixed.csv', writeMachineCsv(PREFIXED_COLUMNS, users));
  });

  test('have the specified columns and names', () => {
    expect(USER_COLUMNS.map(({ header }) => header).join(', ')).toBe(
      'Name, Address, City, State, Postal, Phone, Country',
    );
    expect(PREFIXED_COLUMNS.map(({ header }) => header).join(', ')).toBe(
      'First Name, Last Name, Address, City, State, Postal, Phone Prefix, Phone, Country Code',
    );
    const file = { nationality: 'DE', count: 100, day: '2026-11-22' };
    expect(usersFileName(file, 'standard')).toBe('users_DE_100_2026-11-22.csv');
    expect(usersFileName(file, 'prefixed')).toBe('users_DE_100_2026-11-22_prefixed.csv');
  });
});

test.each([
  [
    new ApiError('server', INTERNAL_ERROR_TEXT, { status: 500 }),
    'Failed to generate users. Please try again.',
  ],
  [new ApiError('no_envelope', '', { status: 502 }), 'Failed to generate users. Please try again.'],
  [new ApiError('timeout', ''), 'Request timeout - Please try with a smaller number of users.'],
  [new ApiError('network', ''), 'Network error - Please check your connection and try again.'],
  [new Error('any'), 'An error occurred while generating users. Please try again.'],
  [
    new ApiError('server', `amount: ${WRONG_COUNT}`, { status: 400 }),
    `Failed to generate users. Please try again. amount: ${WRONG_COUNT}`,
  ],
])('a failure %# has its text', (error, text) => {
  expect(generateFailureText(error)).toBe(text);
});

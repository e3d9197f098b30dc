import * as locales from '@faker-js/faker';
import { getCountryCallingCode } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { NATIONALITIES, NATIONALITY_CODES, type Nationality } from '../../shared/users/schema.ts';
import { listPlaces } from '../../worker/features/users/places.ts';

/**
 * The tables of places against sources that are not our own. What no package has remains unchecked here: the states of
 * FR, IT, ES, SE and DK (faker has old or other divisions), GB, IE, NZ and SG (none), postal codes by state outside of
 * US (without New York, Maryland and Texas) and CA, and area codes.
 */
type Locale = Pick<typeof locales.en, 'location'>;

const listOf = (locale: Locale, name: 'state' | 'state_abbr' | 'city_name'): string[] =>
  ((locale.location?.[name] ?? []) as unknown[]).filter((one) => typeof one === 'string');

const placesOf = (nationality: Nationality) =>
  listPlaces(nationality).flatMap(({ places }) => places);

const { en, en_US, en_CA, fr_CA, en_AU, de, nl, nl_BE, fr_BE, de_CH, fr_CH, de_AT } = locales;
const { nb_NO, fi, pt_PT, pt_BR, es_MX, ja, ko, zh_CN, en_IN, fr } = locales;
/** `others`: names that are right and that faker writes otherwise or leaves out. */
const STATES: [Nationality, Locale[], others?: string[]][] = [
  ['CA', [en_CA, fr_CA]],
  ['AU', [en_AU]],
  ['DE', [de]],
  ['NL', [nl]],
  ['BE', [nl_BE, fr_BE], ['Région de Bruxelles-Capitale']],
  ['CH', [de_CH, fr_CH], ['Valais', 'Ticino']],
  ['AT', [de_AT]],
  ['NO', [nb_NO]],
  ['FI', [fi]],
  ['PT', [pt_PT]],
  ['BR', [pt_BR]],
  ['MX', [es_MX], ['Ciudad de México', 'Baja California', 'México', 'Michoacán']],
  ['JP', [ja]],
  ['KR', [ko]],
  ['CN', [zh_CN]],
  ['IN', [en_IN], ['Madhya Pradesh', 'Andhra Pradesh']],
];

test.each(STATES)('the states of %s are those of faker', (nationality, own, others = []) => {
  const known = new Set([...own.flatMap((locale) => listOf(locale, 'state')), ...others]);
  const states = placesOf(nationality).map(({ state }) => state.own);
  expect(states.filter((state) => !known.has(state))).toEqual([]);
});

test.each([
  ['DE', [de]],
  ['FR', [fr]],
  ['CH', [de_CH, fr_CH]],
  ['CN', [zh_CN]],
] as [Nationality, Locale[]][])('the cities of %s are among those of faker', (nationality, own) => {
  const known = new Set(own.flatMap((locale) => listOf(locale, 'city_name')));
  const cities = placesOf(nationality).map(({ city }) => city.own);
  expect(cities.filter((city) => !known.has(city))).toEqual([]);
});

describe('postal codes', () => {
  const patternsOf = (locale: Locale) =>
    (locale.location?.postcode_by_state ?? {}) as Record<string, string | string[]>;

  test('of the United States lie in the ranges that faker has for the state', () => {
    const names = listOf(en, 'state');
    const codes = listOf(en, 'state_abbr');
    const rangesOf = (state: string) => {
      const index = state === 'District of Columbia' ? 'DC' : codes[names.indexOf(state)];
      const patterns = [patternsOf(en_US)[index ?? ''] ?? []].flat().join();
      return [...patterns.matchAll(/"min": ?(\d+), ?"max": ?(\d+)/g)].map((found) =>
        found.slice(1).map(Number),
      );
    };
    // Of these, faker has a small part of the codes only: an island of New York, ten codes of Maryland, Texas from 75503.
    const others = ['New York', 'Maryland', 'Texas'];
    const places = placesOf('US').filter(({ state }) => !others.includes(state.own));
    const isWithin = (state: string, postal: number) =>
      rangesOf(state).some(([from = 0, to = 0]) => postal >= from && postal <= to);
    const outside = places.flatMap(({ state, postals }) =>
      postals
        .flatMap((token) => token.split('-'))
        .filter((postal) => !isWithin(state.own, Number(postal)))
        .map((postal) => `${postal} ${state.own}`),
    );
    expect(outside).toEqual([]);
  });

  test('of Canada begin with the letter that faker has for the province', () => {
    const names = listOf(en_CA, 'state');
    const codes: Record<string, string> = { Québec: 'QC', 'Newfoundland and Labrador': 'NL' };
    const own = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'];
    expect(names).toHaveLength(own.length);
    for (const { state, postals } of placesOf('CA')) {
      const code = codes[state.own] ?? own[names.indexOf(state.own)] ?? '';
      const letters = [patternsOf(en_CA)[code] ?? []].flat().join();
      for (const postal of postals)
        expect(letters, `${postal} ${state.own}`).toMatch(
          new RegExp(`fromRegExp\\((?:${postal[0]}|\\[[A-Z]*${postal[0]}[A-Z]*\\])`),
        );
    }
  });
});

test('the telephone prefixes are those of libphonenumber', () => {
  for (const code of NATIONALITY_CODES)
    expect(NATIONALITIES[code].prefix).toBe(`+${getCountryCallingCode(code)}`);
});

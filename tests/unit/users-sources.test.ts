import * as locales from '@faker-js/faker';
import { getCountryCallingCode } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { NATIONALITIES, NATIONALITY_CODES, type Nationality } from '../../shared/users/schema.ts';
import { listPlaces } from '../../worker/features/users/places.ts';
import areas from '../factories/postal-areas.json' with { type: 'json' };

/**
 * Compares the tables of places with independent sources: names of states and cities with those of
 * faker (which has old or other divisions of FR, IT, ES, SE and DK, and none of GB, IE, NZ and SG),
 * and the postal codes of each state.
 */
type Locale = Pick<typeof locales.en, 'location'>;

const listOf = (locale: Locale, name: 'state' | 'state_abbr' | 'city_name'): string[] =>
  ((locale.location?.[name] ?? []) as unknown[]).filter((one) => typeof one === 'string');

const placesOf = (nationality: Nationality) =>
  listPlaces(nationality).flatMap(({ places }) => places);

const { en_CA, fr_CA, en_AU, de, nl, nl_BE, fr_BE, de_CH, fr_CH, de_AT } = locales;
const { nb_NO, fi, pt_PT, pt_BR, es_MX, ja, ko, zh_CN, en_IN, fr } = locales;
/** `others`: correct names that faker writes differently or lacks. */
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
  const states = placesOf(nationality).map(({ state }) => state.local);
  expect(states.filter((state) => !known.has(state))).toEqual([]);
});

test.each([
  ['DE', [de]],
  ['FR', [fr]],
  ['CH', [de_CH, fr_CH]],
  ['CN', [zh_CN]],
] as [Nationality, Locale[]][])('the cities of %s are among those of faker', (nationality, own) => {
  const known = new Set(own.flatMap((locale) => listOf(locale, 'city_name')));
  const cities = placesOf(nationality).map(({ city }) => city.local);
  expect(cities.filter((city) => !known.has(city))).toEqual([]);
});

describe.each(NATIONALITY_CODES)('the postal codes of %s', (nationality) => {
  const { source, licence, states } = areas.countries[nationality];
  const areaOf = new Map(
    states.split('; ').map((line) => {
      const [state = '', area = ''] = line.split('=');
      return [state, new RegExp(`^(?:${area})`)];
    }),
  );
  const places = placesOf(nationality).map(({ state, street, postals }) => ({
    area: areaOf.get(nationality === 'SG' ? (street?.local ?? '') : state.local),
    ends: postals.flatMap((token) => token.split('-')),
  }));

  test('begin like those of their state in a public table', () => {
    for (const text of [source, licence]) expect(text).toMatch(/\w/);
    for (const { area, ends } of places)
      for (const end of ends) expect(end).toMatch(area ?? /no state of this name/);
  });

  test('begin differently in other states', () => {
    for (const { area } of places)
      expect(places.some(({ ends }) => ends.some((end) => !area?.test(end)))).toBe(true);
  });
});

test('the telephone prefixes equal those of libphonenumber', () => {
  for (const code of NATIONALITY_CODES)
    expect(NATIONALITIES[code].prefix).toBe(`+${getCountryCallingCode(code)}`);
});

import type { Nationality } from '../../../shared/users/schema.ts';
import phoneData from './data/phones.json' with { type: 'json' };
import placeData from './data/places.json' with { type: 'json' };

export type Random = () => number;

/** A text in the script of the country, and in Latin letters. */
export interface Written {
  local: string;
  latin: string;
}

/** A city with its state, postal codes and telephone numbers. */
export interface Place {
  city: Written;
  state: Written;
  /** Postal codes or ranges of them, before the country's `mask` or `suffix` is applied. */
  postals: readonly string[];
  /** Telephone numbers: `#` is any digit. */
  phones: readonly string[];
  street: Written | null;
}

/** How a country writes addresses. See the notes in data/places.json. */
interface CountryData {
  address: string;
  latin?: string;
  numbers: number[][];
  mask?: string;
  suffix?: string;
  letters?: string;
  groups: { locale?: string; streets?: string; places: string[] }[];
}
interface PhoneData {
  ranges?: Record<string, string[]>;
  unassigned?: string[];
}
const COUNTRIES: Record<Nationality, CountryData> = placeData.countries;
const PHONES: Record<Nationality, PhoneData> = phoneData.countries;

/** The places of a country that share a language. */
export interface PlaceGroup {
  /** The locale of names and streets; null if data/names.json contains them. */
  locale: string | null;
  /** Streets for every place; null if each place has its own, or the streets of the locale are used. */
  streets: readonly Written[] | null;
  places: readonly Place[];
}

export const countryData = (nationality: Nationality): CountryData => COUNTRIES[nationality];

/** The places of a country, by language. */
export const listPlaces = (nationality: Nationality): PlaceGroup[] =>
  COUNTRIES[nationality].groups.map(({ locale = null, streets, places }) => ({
    locale,
    streets: streets?.split('|').map(readWritten) ?? null,
    places: places.map((line) => readPlace(nationality, line)),
  }));

/** The telephone numbers that a country's users may have at a place. */
function phonesAt(nationality: Nationality, city: string, state: string): string[] {
  const { ranges, unassigned = [] } = PHONES[nationality];
  return ranges ? (ranges[city] ?? ranges[state] ?? ranges['*'] ?? []) : unassigned;
}

/** `local/latin`, or one text for both. */
export function readWritten(text: string): Written {
  const [local = '', latin = local] = text.split('/');
  return { local, latin };
}

function readPlace(nationality: Nationality, line: string): Place {
  const [city = '', state = '', postals = '', area = '', street = ''] = line.split('|');
  return {
    city: readWritten(city),
    state: readWritten(state),
    postals: postals.split(','),
    phones: phonesAt(nationality, city, state).map((phone) => phone.replace('{area}', area)),
    street: street === '' ? null : readWritten(street),
  };
}

/** A whole number from `from` to `to`. */
export const between = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

export const pick = <T>(random: Random, list: readonly T[]): T =>
  // The lists are never empty, and random() is below 1.
  list[Math.floor(random() * list.length)] as T;

/** `#` becomes a digit, `@` one of the letters, `*` either. */
export function fillPattern(random: Random, pattern: string, letters = ''): string {
  let text = '';
  for (const sign of pattern) {
    if (sign === '#') text += between(random, 0, 9);
    else if (sign === '@') text += letters[between(random, 0, letters.length - 1)];
    else if (sign === '*') {
      const at = between(random, 0, letters.length + 9);
      text += at < 10 ? at : letters[at - 10];
    } else text += sign;
  }
  return text;
}

/** A postal code of a place in the country's format. */
export function makePostal(
  random: Random,
  { mask, suffix = '', letters }: Pick<CountryData, 'mask' | 'suffix' | 'letters'>,
  postals: readonly string[],
): string {
  const token = pick(random, postals);
  const dash = token.indexOf('-');
  let code = token;
  if (dash > 0) {
    const number = between(random, Number(token.slice(0, dash)), Number(token.slice(dash + 1)));
    code = String(number).padStart(dash, '0');
  }
  if (mask === undefined) return code + fillPattern(random, suffix, letters);
  let next = 0;
  return mask.replace(/#/g, () => code[next++] ?? '');
}

import { isPublished } from './view-values.ts';

/** Names of the countries in which events are listed. */
const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  AD: 'Andorra',
  AE: 'United Arab Emirates',
  AR: 'Argentina',
  AT: 'Austria',
  AU: 'Australia',
  BE: 'Belgium',
  BG: 'Bulgaria',
  BR: 'Brazil',
  CA: 'Canada',
  CH: 'Switzerland',
  CL: 'Chile',
  CO: 'Colombia',
  CY: 'Cyprus',
  CZ: 'Czechia',
  DE: 'Germany',
  DK: 'Denmark',
  EE: 'Estonia',
  ES: 'Spain',
  FI: 'Finland',
  FR: 'France',
  GB: 'United Kingdom',
  GR: 'Greece',
  HR: 'Croatia',
  HU: 'Hungary',
  IE: 'Ireland',
  IL: 'Israel',
  IS: 'Iceland',
  IT: 'Italy',
  JP: 'Japan',
  LT: 'Lithuania',
  LU: 'Luxembourg',
  LV: 'Latvia',
  MX: 'Mexico',
  NL: 'Netherlands',
  NO: 'Norway',
  NZ: 'New Zealand',
  PE: 'Peru',
  PL: 'Poland',
  PT: 'Portugal',
  RO: 'Romania',
  RS: 'Serbia',
  SE: 'Sweden',
  SG: 'Singapore',
  SI: 'Slovenia',
  SK: 'Slovakia',
  TR: 'Türkiye',
  US: 'United States',
  ZA: 'South Africa',
};

/** The English name of a two-letter code; any other text is returned unchanged. */
export function countryName(nation: string): string {
  const code = nation.toUpperCase();
  return COUNTRY_NAMES[code] ?? nation;
}

/** The lower-case code of a two-letter country code, for its flag; null for any other text. */
export function flagCode(nation: string): string | null {
  return isPublished(nation) && /^[a-z]{2}$/i.test(nation) ? nation.toLowerCase() : null;
}

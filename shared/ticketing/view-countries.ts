import { isPublished } from './view-values.ts';

/** Names of the countries that events are listed under (part 9, "about 40 countries"). */
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

/** The English name of a two-letter code; an unknown code reads as itself, a missing one as `N/A`. */
export function countryName(nation: string): string {
  const code = nation.toUpperCase();
  return COUNTRY_NAMES[code] ?? nation;
}

/** The lower-case code when a flag may be shown for it: only two-letter codes have one (part 5). */
export function flagCode(nation: string): string | null {
  return isPublished(nation) && /^[a-z]{2}$/i.test(nation) ? nation.toLowerCase() : null;
}

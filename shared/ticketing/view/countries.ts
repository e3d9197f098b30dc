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

/** Other names of countries, in lower case. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  usa: 'US',
  'united states of america': 'US',
  deutschland: 'DE',
  österreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  españa: 'ES',
  italia: 'IT',
  nederland: 'NL',
  'the netherlands': 'NL',
  belgique: 'BE',
  belgië: 'BE',
  danmark: 'DK',
  sverige: 'SE',
  norge: 'NO',
  suomi: 'FI',
  turkey: 'TR',
  'czech republic': 'CZ',
};
const CODES = new Map([
  ...Object.keys(COUNTRY_NAMES).map((code) => [code.toLowerCase(), code] as const),
  ...Object.entries(COUNTRY_NAMES).map(([code, name]) => [name.toLowerCase(), code] as const),
  ...Object.entries(OTHER_NAMES),
]);

/** The two-letter code of a country by its code or name, such as GB for `UK` and `United Kingdom`; null if unknown. */
export const countryCode = (country: string): string | null =>
  CODES.get(country.trim().toLowerCase()) ?? null;

/** The codes and names of the same country in lower case; null if the country is unknown. */
export function countrySpellings(country: string): string[] | null {
  const code = countryCode(country);
  return code === null ? null : [...CODES].filter(([, one]) => one === code).map(([name]) => name);
}

/** The English name of a country by its code or another name; any other text is returned unchanged. */
export const countryName = (nation: string): string =>
  COUNTRY_NAMES[countryCode(nation) ?? ''] ?? nation;

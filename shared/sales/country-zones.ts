/** Countries whose venues, apart from distant islands, have one time zone. */
const ZONES: Readonly<Record<string, string>> = {
  AE: 'Asia/Dubai',
  AT: 'Europe/Vienna',
  BE: 'Europe/Brussels',
  CH: 'Europe/Zurich',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  ES: 'Europe/Madrid',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  IT: 'Europe/Rome',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  NZ: 'Pacific/Auckland',
  PL: 'Europe/Warsaw',
  SE: 'Europe/Stockholm',
  TR: 'Europe/Istanbul',
  ZA: 'Africa/Johannesburg',
};

/** The IANA zone of a country's venues; null for a country with several zones, and for an unknown one. */
export const zoneOfCountry = (country: string): string | null => ZONES[country] ?? null;

/** The zones of cities whose country has several. */
const ZONES: Readonly<Record<string, string>> = {
  Austin: 'America/Chicago',
  Chicago: 'America/Chicago',
  'Los Angeles': 'America/Los_Angeles',
  'Saint Paul': 'America/Chicago',
  Seattle: 'America/Los_Angeles',
  Vancouver: 'America/Vancouver',
  Monterrey: 'America/Monterrey',
  Melbourne: 'Australia/Melbourne',
  Perth: 'Australia/Perth',
};

/** The IANA zone of a city. @param country the zone of its country's other cities */
export const zoneOfCity = (city: string, country: string): string => ZONES[city] ?? country;

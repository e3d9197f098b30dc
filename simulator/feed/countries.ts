/** A country of the Discovery Feed: how many events its file has, and where they are. */
export interface FeedCountry {
  code: string;
  events: number;
  /** The zone of its cities without an entry in `city-zones.ts`. */
  timezone: string;
  currency: string;
  host: string;
  cities: readonly string[];
}

type Row = [
  code: string,
  events: number,
  timezone: string,
  currency: string,
  domain: string,
  cities: string,
];

/** All 24 countries: 200,000 events together. */
const ROWS: Row[] = [
  ['US', 60_000, 'America/New_York', 'USD', 'com', 'New York,Chicago,Los Angeles,Austin,Seattle'],
  ['GB', 24_000, 'Europe/London', 'GBP', 'co.uk', 'London,Manchester,Glasgow,Leeds'],
  ['DE', 18_000, 'Europe/Berlin', 'EUR', 'de', 'Berlin,Hamburg,Köln,München,Leipzig'],
  ['CA', 14_000, 'America/Toronto', 'CAD', 'ca', 'Toronto,Montréal,Vancouver'],
  ['FR', 12_000, 'Europe/Paris', 'EUR', 'fr', 'Paris,Lyon,Marseille'],
  ['ES', 9_000, 'Europe/Madrid', 'EUR', 'es', 'Madrid,Barcelona,Málaga'],
  ['IT', 8_000, 'Europe/Rome', 'EUR', 'it', 'Milano,Roma,Torino'],
  ['AU', 8_000, 'Australia/Sydney', 'AUD', 'com.au', 'Sydney,Melbourne,Perth'],
  ['NL', 7_000, 'Europe/Amsterdam', 'EUR', 'nl', 'Amsterdam,Utrecht,Rotterdam'],
  ['MX', 6_500, 'America/Mexico_City', 'MXN', 'com.mx', 'Ciudad de México,Monterrey'],
  ['PL', 4_500, 'Europe/Warsaw', 'PLN', 'pl', 'Kraków,Warszawa,Łódź'],
  ['BE', 4_000, 'Europe/Brussels', 'EUR', 'be', 'Brussel,Antwerpen'],
  ['SE', 4_000, 'Europe/Stockholm', 'SEK', 'se', 'Stockholm,Göteborg,Malmö'],
  ['CH', 3_500, 'Europe/Zurich', 'CHF', 'ch', 'Zürich,Genève'],
  ['AT', 3_000, 'Europe/Vienna', 'EUR', 'at', 'Wien,Graz'],
  ['DK', 2_500, 'Europe/Copenhagen', 'DKK', 'dk', 'København,Aarhus'],
  ['NO', 2_500, 'Europe/Oslo', 'NOK', 'no', 'Oslo,Tromsø'],
  ['FI', 2_000, 'Europe/Helsinki', 'EUR', 'fi', 'Helsinki,Tampere'],
  ['IE', 2_000, 'Europe/Dublin', 'EUR', 'ie', 'Dublin,Cork'],
  ['CZ', 1_500, 'Europe/Prague', 'CZK', 'cz', 'Praha 9,Brno'],
  ['NZ', 1_500, 'Pacific/Auckland', 'NZD', 'co.nz', 'Auckland,Wellington'],
  ['TR', 1_200, 'Europe/Istanbul', 'TRY', 'com.tr', 'İstanbul,Ankara'],
  ['ZA', 800, 'Africa/Johannesburg', 'ZAR', 'co.za', 'Johannesburg,Cape Town'],
  ['AE', 500, 'Asia/Dubai', 'AED', 'ae', 'Dubai,Abu Dhabi'],
];

export const FEED_COUNTRIES: readonly FeedCountry[] = ROWS.map(
  ([code, events, timezone, currency, domain, cities]) => ({
    code,
    events,
    timezone,
    currency,
    host: `www.ticketmaster.${domain}`,
    cities: cities.split(','),
  }),
);

import { zoneOfCity } from './city-zones.ts';

/** A hall of the simulated world. `limitUrlHost` is the seller's site of its country. */
export interface SimulatedVenue {
  id: string;
  name: string;
  city: string;
  state?: { name: string; stateCode: string };
  country: { name: string; countryCode: string };
  timezone: string;
  currency: string;
  host: string;
  latitude: string;
  longitude: string;
}

type Row = [name: string, city: string, latitude: string, longitude: string, state?: string];

interface Country {
  name: string;
  code: string;
  /** The zone of its cities without an entry in `city-zones.ts`. */
  timezone: string;
  currency: string;
  host: string;
  halls: Row[];
}

const COUNTRIES: Country[] = [
  {
    name: 'United States Of America',
    code: 'US',
    timezone: 'America/New_York',
    currency: 'USD',
    host: 'www.ticketmaster.com',
    halls: [
      ['Harbor Garden', 'New York', '40.7505', '-73.9934', 'NY New York'],
      ['Lakeside Center', 'Chicago', '41.8807', '-87.6742', 'IL Illinois'],
      ['Pacific Forum', 'Los Angeles', '33.9583', '-118.3419', 'CA California'],
      ['Capitol Bowl', 'Saint Paul', '44.9448', '-93.1012', 'MN Minnesota'],
    ],
  },
  {
    name: 'Canada',
    code: 'CA',
    timezone: 'America/Toronto',
    currency: 'CAD',
    host: 'www.ticketmaster.ca',
    halls: [
      ['Maple Coliseum', 'Toronto', '43.6435', '-79.3791', 'ON Ontario'],
      ['Centre du Fleuve', 'Montréal', '45.4961', '-73.5693', 'QC Quebec'],
    ],
  },
  {
    name: 'Great Britain',
    code: 'GB',
    timezone: 'Europe/London',
    currency: 'GBP',
    host: 'www.ticketmaster.co.uk',
    halls: [
      ['Thames Dome', 'London', '51.5033', '0.0031'],
      ['Canal Street Arena', 'Manchester', '53.4881', '-2.2003'],
      ['Clyde Hydrodrome', 'Glasgow', '55.8603', '-4.2854'],
    ],
  },
  {
    name: 'Ireland',
    code: 'IE',
    timezone: 'Europe/Dublin',
    currency: 'EUR',
    host: 'www.ticketmaster.ie',
    halls: [['Liffey Point', 'Dublin', '53.3475', '-6.2283']],
  },
  {
    name: 'Germany',
    code: 'DE',
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    host: 'www.ticketmaster.de',
    halls: [
      ['Spreehalle', 'Berlin', '52.5058', '13.4437'],
      ['Große Elbbühne', 'Hamburg', '53.5888', '9.8987'],
      ['Rheinhalle', 'Köln', '50.9385', '6.9830'],
    ],
  },
  {
    name: 'France',
    code: 'FR',
    timezone: 'Europe/Paris',
    currency: 'EUR',
    host: 'www.ticketmaster.fr',
    halls: [
      ['Halle de l’Est', 'Paris', '48.8386', '2.3785'],
      ['Théâtre des Docks', 'Lyon', '45.7283', '4.8201'],
    ],
  },
  {
    name: 'Spain',
    code: 'ES',
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    host: 'www.ticketmaster.es',
    halls: [
      ['Pabellón del Sur', 'Madrid', '40.4239', '-3.6717'],
      ['Palau de Mar', 'Barcelona', '41.3634', '2.1526'],
    ],
  },
  {
    name: 'Italy',
    code: 'IT',
    timezone: 'Europe/Rome',
    currency: 'EUR',
    host: 'www.ticketmaster.it',
    halls: [['Forum Naviglio', 'Milano', '45.4015', '9.1427']],
  },
  {
    name: 'Netherlands',
    code: 'NL',
    timezone: 'Europe/Amsterdam',
    currency: 'EUR',
    host: 'www.ticketmaster.nl',
    halls: [['Amstel Dome', 'Amsterdam', '52.3138', '4.9372']],
  },
  {
    name: 'Poland',
    code: 'PL',
    timezone: 'Europe/Warsaw',
    currency: 'PLN',
    host: 'www.ticketmaster.pl',
    halls: [['Hala Wisła', 'Kraków', '50.0676', '19.9915']],
  },
  {
    name: 'Czech Republic',
    code: 'CZ',
    timezone: 'Europe/Prague',
    currency: 'CZK',
    host: 'www.ticketmaster.cz',
    halls: [['Vltava Aréna', 'Praha 9', '50.1048', '14.4937']],
  },
  {
    name: 'Australia',
    code: 'AU',
    timezone: 'Australia/Sydney',
    currency: 'AUD',
    host: 'www.ticketmaster.com.au',
    halls: [['Southern Cross Bowl', 'Sydney', '-33.8474', '151.0634', 'NSW New South Wales']],
  },
];

function readState(state: string | undefined): SimulatedVenue['state'] {
  if (!state) return undefined;
  const [stateCode = '', ...name] = state.split(' ');
  return { name: name.join(' '), stateCode };
}

function readHall(country: Country, [name, city, latitude, longitude, state]: Row, index: number) {
  const region = readState(state);
  const venue: SimulatedVenue = {
    id: `KovZp${country.code}${String(index).padStart(3, '0')}`,
    name,
    city,
    country: { name: country.name, countryCode: country.code },
    timezone: zoneOfCity(city, country.timezone),
    currency: country.currency,
    host: country.host,
    latitude,
    longitude,
  };
  if (region) venue.state = region;
  return venue;
}

/** All halls, by country code, over twelve countries. */
export const VENUES: ReadonlyMap<string, SimulatedVenue[]> = new Map(
  COUNTRIES.map((country) => [
    country.code,
    country.halls.map((hall, index) => readHall(country, hall, index)),
  ]),
);

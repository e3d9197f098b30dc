import type { AsOf } from './as-of.ts';
import { writeAttraction, writeClassification } from './attraction-writer.ts';
import { listPictures } from './pictures.ts';
import { hashText } from './random.ts';
import { formatDateTime, writeDates, writeSales } from './sales-writer.ts';
import type { ScheduledEvent } from './schedule.ts';

interface WriteOptions {
  origin: string;
  asOf: AsOf;
}

/** An event as the Discovery API writes it. Its number decides which optional fields are absent. */
export function writeEvent(event: ScheduledEvent, { origin, asOf }: WriteOptions): object {
  const { artist, venue, index } = event;
  const hasPrice = asOf === 2020 ? index % 5 !== 3 : isPriced(event);
  const hasPromoter = index % 11 !== 4;
  return {
    name: artist.name,
    type: 'event',
    id: event.id,
    test: false,
    url: eventUrl(event),
    locale: 'en-us',
    images: listPictures(origin, artist.id, artist.isGenericImage),
    sales: writeSales(event),
    dates: writeDates(event),
    classifications: [writeClassification(artist)],
    ...(hasPromoter ? writePromoter(event) : {}),
    ...(index % 6 === 2 ? { info: 'Doors open one hour before the show.' } : {}),
    ...(index % 7 === 1 ? { pleaseNote: 'Under 14s must be accompanied by an adult.' } : {}),
    ...(hasPrice ? { priceRanges: [writePrice(event)] } : {}),
    ...(index % 9 === 8
      ? {}
      : { seatmap: { staticUrl: `${origin}/seatmaps/${event.id}.svg`, id: 'seatmap' } }),
    ...(index % 3 === 1 ? {} : { ticketLimit: { info: writeLimit(event) } }),
    ticketing: { safeTix: { enabled: index % 2 === 0 }, id: 'ticketing' },
    _links: {
      self: { href: `/discovery/v2/events/${event.id}?locale=en-us` },
      attractions: [{ href: `/discovery/v2/attractions/${artist.id}?locale=en-us` }],
      venues: [{ href: `/discovery/v2/venues/${venue.id}?locale=en-us` }],
    },
    _embedded: {
      ...(event.plot === 'tbd' ? {} : { venues: [writeVenue(event)] }),
      attractions: [writeAttraction(artist, origin)],
    },
  };
}

const PRICED_COUNTRIES = new Set(['US', 'CA']);

/** Two thirds of the events in the United States and Canada have a price range, and none elsewhere. */
const isPriced = ({ id, venue }: ScheduledEvent): boolean =>
  PRICED_COUNTRIES.has(venue.country.countryCode) && hashText(id) % 3 !== 0;

function eventUrl(event: ScheduledEvent): string {
  const words = `${event.artist.name} ${event.venue.city}`
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const [year, month, day] = formatDateTime(event.startsAt).slice(0, 10).split('-');
  return `https://${event.venue.host}/${words}-${month}-${day}-${year}/event/${event.hostId}`;
}

function writePromoter(event: ScheduledEvent) {
  const promoter = {
    id: String(494 + (event.index % 5)),
    name:
      ['NORTH LIGHT PRESENTS', 'Harbour & Sons', 'ČESKÉ KONCERTY s.r.o.'][event.index % 3] ?? '',
    description: 'NTL / ALL',
  };
  return { promoter, promoters: [promoter] };
}

function writePrice(event: ScheduledEvent) {
  const min = 24 + (event.index % 17) * 3.5;
  const factor = event.venue.currency === 'CZK' ? 25 : event.venue.currency === 'PLN' ? 4 : 1;
  const max = event.index % 8 === 6 ? min : min * 3 + 20;
  return {
    type: 'standard',
    currency: event.venue.currency,
    min: Number((min * factor).toFixed(2)),
    max: Number((max * factor).toFixed(2)),
  };
}

function writeLimit(event: ScheduledEvent): string {
  return event.index % 2 === 0
    ? 'There is an overall 8 ticket limit for this event.'
    : 'Please adhere to published ticket limits, "6" per card, or orders may be cancelled.';
}

function writeVenue({ venue }: ScheduledEvent) {
  return {
    name: venue.name,
    type: 'venue',
    id: venue.id,
    test: false,
    url: `https://${venue.host}/venue/${venue.id}`,
    locale: 'en-us',
    postalCode: '10000',
    timezone: venue.timezone,
    city: { name: venue.city },
    ...(venue.state ? { state: venue.state } : {}),
    country: venue.country,
    address: { line1: '1 Stage Street' },
    location: { longitude: venue.longitude, latitude: venue.latitude },
    upcomingEvents: { ticketmaster: 30, _total: 30, _filtered: 0 },
    _links: { self: { href: `/discovery/v2/venues/${venue.id}?locale=en-us` } },
  };
}

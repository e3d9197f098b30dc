import { ARTISTS } from '../artists.ts';
import { zoneOfCity } from '../city-zones.ts';
import { writeEvent } from '../event-writer.ts';
import { listPictures } from '../pictures.ts';
import { createRandom, hashText, pick } from '../random.ts';
import { formatDateTime, instantAt } from '../sales-writer.ts';
import { scheduleEvent } from '../schedule.ts';
import type { FeedCountry } from './countries.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

const FIRST_WORDS =
  'Amber,Blue,Café,Crystal,Dusty,Électric,Faded,Golden,Hollow,Iron,Junior,Kind,Lucky,Midnight,Neon,Old,Pale,Quiet,Red,Silver,Tiny,Über,Velvet,Wild,Young,Zen,Björn,Señor,Saint,Lady'.split(
    ',',
  );
const LAST_WORDS =
  'Arrows,Bridges,Canyons,Drums,Echoes,Foxes,Giants,Harbours,Islands,Jets,Kings,Lanterns,Mirrors,Nights,Oceans,Pilots,Queens,Rivers,Sirens,Tides,Umbrellas,Valleys,Wolves,Years,Zephyrs,Coração,Größe,Ghosts,Tapes,Owls'.split(
    ',',
  );
const SEGMENTS = [
  ['Music', 'Rock'],
  ['Music', 'Pop'],
  ['Sports', 'Basketball'],
  ['Arts & Theatre', 'Comedy'],
] as const;
const HALLS = ['Arena', 'Hall', 'Theatre', 'Garden', 'Stadium'];

/**
 * Each event is listed for 120 to 680 days, and changes once: about 1 % of a file is new, changed
 * or removed each day.
 */
const LISTED_DAYS = { least: 120, span: 560 };
/** Larger tours move with the day, and would cause most of the changes. */
const MOST_EVENTS_OF_A_TOUR = 60;

/**
 * The events of a country on a day in the form of the Discovery Feed 2.0: first those of the
 * Discovery API, then others.
 */
export function* writeFeed(
  country: FeedCountry,
  now: number,
  origin: string,
  count = country.events,
): Generator<object> {
  const day = Math.floor(now / DAY);
  let written = 0;
  for (const artist of ARTISTS) {
    if (artist.mood !== 'well' || artist.eventCount > MOST_EVENTS_OF_A_TOUR) continue;
    for (let index = 0; index < artist.eventCount; index += 1) {
      const event = scheduleEvent(artist, index, day * DAY);
      if (event.venue.country.countryCode !== country.code || written >= count) continue;
      written += 1;
      yield fromDiscovery(writeEvent(event, { origin, asOf: 2026 }), country);
    }
  }
  for (let slot = 0; written < count; slot += 1, written += 1)
    yield writeSlot(country, slot, day, origin);
}

interface DiscoveryEvent {
  id: string;
  name: string;
  url: string;
  dates: {
    start: { dateTime?: string; localDate?: string; localTime?: string };
    status: { code: string };
  };
  sales: {
    public: { startDateTime: string; endDateTime: string };
    presales?: { name: string; startDateTime: string; endDateTime: string }[];
  };
  _embedded: {
    venues?: { id: string; name: string; city: { name: string }; timezone: string }[];
    attractions: { id: string; name: string }[];
  };
  classifications: { segment: { name: string }; genre: { name: string } }[];
  images: object[];
}

function fromDiscovery(written: object, country: FeedCountry): object {
  // The simulator's own event, whose fields are those of the writer.
  const event = written as DiscoveryEvent;
  const venue = event._embedded.venues?.[0];
  return eventOf({
    id: event.id,
    name: event.name,
    url: event.url,
    status: event.dates.status.code,
    start: event.dates.start,
    venue: { id: venue?.id ?? '', name: venue?.name ?? '', city: venue?.city.name ?? '', country },
    artists: event._embedded.attractions,
    segment: event.classifications[0]?.segment.name ?? '',
    genre: event.classifications[0]?.genre.name ?? '',
    onsale: event.sales.public,
    presales: event.sales.presales ?? [],
    images: event.images,
  });
}

/** The event at this index of the file: a new one when the show of the previous one is over. */
function writeSlot(country: FeedCountry, slot: number, day: number, origin: string): object {
  const random = createRandom(`feed ${country.code} ${slot}`);
  const listed = LISTED_DAYS.least + Math.floor(random() * LISTED_DAYS.span);
  const phase = Math.floor(random() * listed);
  const age = (day + phase) % listed;
  const generation = Math.floor((day + phase) / listed);
  const changesAt = 1 + Math.floor(random() * (listed - 1));
  const artist = artistAt(Math.floor(random() * FIRST_WORDS.length * LAST_WORDS.length * 2));
  const city = pick(country.cities, random);
  const hall = pick(HALLS, random);
  const [segment, genre] = pick(SEGMENTS, random);
  const published = (day - age) * DAY;
  const onsale = published + (5 + Math.floor(random() * 8)) * DAY + 10 * HOUR;
  const evening = published + listed * DAY + 19 * HOUR;
  const startsAt = instantAt(evening, zoneOfCity(city, country.timezone));
  const presale = (name: string, days: number) => ({
    name,
    startDateTime: formatDateTime(onsale - days * DAY),
    endDateTime: formatDateTime(onsale - HOUR),
  });
  return eventOf({
    id: `G5${country.code}${slot.toString(36).padStart(4, '0')}${generation.toString(36)}`,
    name: artist.name,
    url: `https://${country.host}/event/${hashText(`${country.code} ${slot} ${generation}`).toString(16).toUpperCase()}`,
    status: onsale <= day * DAY ? 'onsale' : 'offsale',
    start: {
      dateTime: formatDateTime(startsAt),
      localDate: formatDateTime(evening).slice(0, 10),
      localTime: '19:00',
    },
    venue: {
      id: `KovF${country.code}${hashText(city + hall)}`,
      name: `${city} ${hall}`,
      city,
      country,
    },
    artists: [artist],
    segment,
    genre,
    onsale: { startDateTime: formatDateTime(onsale), endDateTime: formatDateTime(startsAt) },
    presales: [
      presale('Artist Presale', 2),
      ...(age >= changesAt ? [presale('Fan Club Presale', 1)] : []),
    ],
    images: listPictures(origin, artist.id, false),
  });
}

/** Artists by number: names with accents, with "The", and tribute acts. */
function artistAt(number: number): { id: string; name: string } {
  const first = FIRST_WORDS[number % FIRST_WORDS.length] ?? '';
  const last = LAST_WORDS[Math.floor(number / FIRST_WORDS.length) % LAST_WORDS.length] ?? '';
  const name = number % 5 === 0 ? `The ${first} ${last}` : `${first} ${last}`;
  return {
    id: `K8vZF${number.toString(36).toUpperCase().padStart(4, '0')}`,
    name: number % 29 === 7 ? `${name} Tribute` : name,
  };
}

interface Written {
  id: string;
  name: string;
  url: string;
  status: string;
  start: { dateTime?: string; localDate?: string; localTime?: string };
  venue: { id: string; name: string; city: string; country: FeedCountry };
  artists: readonly { id: string; name: string }[];
  segment: string;
  genre: string;
  onsale: { startDateTime: string; endDateTime: string };
  presales: readonly { name: string; startDateTime: string; endDateTime: string }[];
  images: readonly object[];
}

/** An event in the fields of the feed (developer.ticketmaster.com/products-and-docs/apis/discovery-feed). */
function eventOf(event: Written): object {
  const { venue, start, onsale, presales } = event;
  const [first] = presales;
  return {
    eventId: event.id,
    legacyEventId: hashText(event.id).toString(16).toUpperCase().padStart(16, '0'),
    primaryEventUrl: event.url,
    resaleEventUrl: null,
    eventName: event.name,
    eventInfo: null,
    eventNotes: null,
    eventStatus: event.status,
    eventStartDateTime: start.dateTime ?? null,
    eventStartLocalTime: start.localTime ?? null,
    eventStartLocalDate: start.localDate ?? null,
    eventEndDateTime: null,
    venue: {
      venueName: venue.name,
      venueId: venue.id,
      venueTimezone: zoneOfCity(venue.city, venue.country.timezone),
      venueCity: venue.city,
      venueCountryCode: venue.country.code,
    },
    attractions: event.artists.map(({ id, name }) => ({
      attraction: {
        attractionId: id,
        attractionName: name,
        classificationSegment: event.segment,
        classificationGenre: event.genre,
      },
    })),
    images: event.images.map((image) => ({ image })),
    minPrice: '35.0',
    maxPrice: '120.0',
    currency: venue.country.currency,
    onsaleStartDateTime: onsale.startDateTime,
    onsaleEndDateTime: onsale.endDateTime,
    presaleName: first?.name ?? null,
    presaleDateTimeRange: first ? `${first.startDateTime} to ${first.endDateTime}` : null,
    presales: presales.map(({ name, startDateTime, endDateTime }) => ({
      presaleName: name,
      presaleDescription: null,
      presaleStartDateTime: startDateTime,
      presaleEndDateTime: endDateTime,
    })),
    source: 'ticketmaster',
    classificationSegment: event.segment,
    classificationGenre: event.genre,
  };
}

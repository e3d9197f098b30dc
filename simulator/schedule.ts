import type { SimulatedArtist } from './artists.ts';
import { createRandom, hashText, pick } from './random.ts';
import { type SimulatedVenue, VENUES } from './venues.ts';

/**
 * The state of one event. Events get these in turn, so that even small artists show all of them.
 */
const PLOTS = [
  'onsale',
  'presale',
  'upcoming',
  'onsale',
  'cancelled',
  'presale-many',
  'rescheduled',
  'onsale',
  'unknown-start',
  'postponed',
  'onsale',
  'ended',
  'presale',
  'tbd',
  'time-tba',
  'onsale',
  'onsale',
  'upcoming',
  'onsale',
  'onsale-resale',
] as const;
type Plot = (typeof PLOTS)[number];

/** One event before it is written in the provider's format. Instants are milliseconds since the epoch. */
export interface ScheduledEvent {
  id: string;
  hostId: string;
  index: number;
  artist: SimulatedArtist;
  venue: SimulatedVenue;
  plot: Plot;
  /** Start of the show; for postponed events, the first planned one. */
  startsAt: number;
  today: number;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

const PLACES = new Map<string, SimulatedVenue[]>();

function placesOf(artist: SimulatedArtist): SimulatedVenue[] {
  const cached = PLACES.get(artist.id);
  if (cached) return cached;
  const places = artist.countries.flatMap((code) => VENUES.get(code) ?? []);
  PLACES.set(artist.id, places);
  return places;
}

/** Real provider ids are opaque; these contain the artist and the number, so that an event is found by its id. */
function eventId(artist: SimulatedArtist, index: number): string {
  const key = `${artist.index.toString(36).padStart(2, '0')}${index.toString(36).padStart(3, '0')}`;
  const tail = hashText(`event ${key}`).toString(36).slice(0, 5).padStart(5, '0');
  return `vvG1${key}${tail}`;
}

function hostEventId(artist: SimulatedArtist, index: number): string {
  const tail = hashText(`host ${artist.id} ${index}`).toString(16).padStart(8, '0');
  const key = `${artist.index.toString(16).padStart(2, '0')}${index.toString(16).padStart(4, '0')}`;
  return `0A${key}${tail}`.toUpperCase();
}

/** Artist number and event number in an id of either kind; null for a foreign id. */
export function readEventId(id: string): { artistIndex: number; index: number } | null {
  const simulated = /^vvG1([0-9a-z]{2})([0-9a-z]{3})[0-9a-z]{5}$/.exec(id);
  if (simulated) return readNumbers(simulated[1], simulated[2], 36);
  const host = /^0A([0-9A-F]{2})([0-9A-F]{4})[0-9A-F]{8}$/.exec(id);
  return host ? readNumbers(host[1], host[2], 16) : null;
}

function readNumbers(artist = '', index = '', radix: number) {
  return { artistIndex: Number.parseInt(artist, radix), index: Number.parseInt(index, radix) };
}

/** One event of an artist, the same for a whole UTC day. */
export function scheduleEvent(artist: SimulatedArtist, index: number, today: number) {
  const random = createRandom(`${artist.id} ${index}`);
  const places = placesOf(artist);
  const venue =
    places[(index * 7 + Math.floor(random() * 3)) % places.length] ?? pick(places, random);
  const span = Math.min(520, 40 + artist.eventCount * 4);
  const day = 6 + Math.floor((index * span) / Math.max(1, artist.eventCount));
  const hour = artist.mood === 'same-time' ? 19 : 17 + Math.floor(random() * 4);
  const startsAt =
    artist.mood === 'same-time'
      ? today + 60 * DAY + hour * HOUR
      : today + day * DAY + hour * HOUR + (random() < 0.4 ? HOUR / 2 : 0);
  const plot = artist.mood === 'same-time' ? 'onsale' : (PLOTS[index % PLOTS.length] ?? 'onsale');
  const event: ScheduledEvent = {
    id: eventId(artist, index),
    hostId: hostEventId(artist, index),
    index,
    artist,
    venue,
    plot,
    startsAt,
    today,
  };
  return event;
}

import type { Answer, Request } from './answers.ts';
import { ARTISTS, findArtists, type SimulatedArtist } from './artists.ts';
import { readInstant } from './paging.ts';
import { readEventId, type ScheduledEvent, scheduleEvent } from './schedule.ts';

const TOURS = new Map<string, { today: number; events: ScheduledEvent[] }>();

/** All events of an artist in the order of their dates, created once a day. */
function tourOf(artist: SimulatedArtist, today: number): ScheduledEvent[] {
  const cached = TOURS.get(artist.id);
  if (cached?.today === today) return cached.events;
  const events = Array.from({ length: artist.eventCount }, (_, index) =>
    scheduleEvent(artist, index, today),
  ).sort(byDate);
  TOURS.set(artist.id, { today, events });
  return events;
}

/** The event with that provider or host id, or null. `today` is a UTC midnight. */
export function findEvent(id: string, today: number): ScheduledEvent | null {
  const numbers = readEventId(id);
  const artist = numbers ? ARTISTS[numbers.artistIndex] : undefined;
  if (!numbers || !artist || numbers.index >= artist.eventCount) return null;
  const event = scheduleEvent(artist, numbers.index, today);
  return event.id === id || event.hostId === id ? event : null;
}

function byDate(a: ScheduledEvent, b: ScheduledEvent): number {
  return a.startsAt - b.startsAt || a.index - b.index;
}

const FIRST_ANNOUNCED = 3;
const announced = new Map<string, number>();

/**
 * How many events of the artist are announced; for an announcing artist, the number grows with each
 * search.
 */
function countAnnounced(artist: SimulatedArtist): number {
  if (artist.mood !== 'announcing') return artist.eventCount;
  const count = Math.min(artist.eventCount, (announced.get(artist.id) ?? FIRST_ANNOUNCED - 1) + 1);
  announced.set(artist.id, count);
  return count;
}

function candidates(request: Request): ScheduledEvent[] {
  const { query, today } = request;
  const ids = query.get('id');
  if (ids) {
    const wanted = ids.split(',').map((id) => findEvent(id.trim(), today));
    return wanted.filter((event) => event !== null);
  }
  const attractionIds = query.get('attractionId')?.split(',');
  const keyword = query.get('keyword');
  const named = keyword === null ? ARTISTS : findArtists(keyword);
  const artists = attractionIds
    ? named.filter((artist) => attractionIds.includes(artist.id))
    : named.filter((artist) => artist.mood === 'well' && artist.eventCount < 200);
  return artists.flatMap((artist) => tourOf(artist, today).slice(0, countAnnounced(artist)));
}

/**
 * The undated events that a search returns: `yes` includes them, `only` returns nothing else, `no` and an absent
 * parameter exclude them.
 */
function isIncluded(query: URLSearchParams, event: ScheduledEvent): boolean {
  const rules = { postponed: query.get('includeTBA'), tbd: query.get('includeTBD') };
  const rule = event.plot === 'postponed' || event.plot === 'tbd' ? rules[event.plot] : undefined;
  if (rules.postponed === 'only' || rules.tbd === 'only') return rule === 'only';
  return rule === undefined || rule === 'yes';
}

function isWithin(event: ScheduledEvent, from: number | null, to: number | null): boolean {
  if (from === null && to === null) return true;
  if (event.plot === 'postponed' || event.plot === 'tbd') return false;
  return event.startsAt >= (from ?? event.startsAt) && event.startsAt <= (to ?? event.startsAt);
}

/** The events of an event search in the requested order, or the provider's refusal. */
export function searchEvents(request: Request): ScheduledEvent[] | Answer {
  const { query } = request;
  const from = readInstant(query, 'startDateTime');
  if (from !== null && typeof from !== 'number') return from;
  const to = readInstant(query, 'endDateTime');
  if (to !== null && typeof to !== 'number') return to;
  const countries = query.get('countryCode')?.split(',');
  const classification = query.get('classificationName')?.toLowerCase();
  const matches = candidates(request).filter((event) => {
    if (!isIncluded(query, event) || !isWithin(event, from, to)) return false;
    if (countries && !countries.includes(event.venue.country.countryCode)) return false;
    return !classification || isOfClass(event, classification);
  });
  return sortEvents(matches, query.get('sort') ?? 'relevance,desc');
}

function isOfClass(event: ScheduledEvent, classification: string): boolean {
  return classification === 'music' || event.artist.genre.toLowerCase() === classification;
}

function sortEvents(events: ScheduledEvent[], sort: string): ScheduledEvent[] {
  const [field, order] = sort.split(',');
  const sorted =
    field === 'name'
      ? events.sort((a, b) => a.artist.name.localeCompare(b.artist.name) || byDate(a, b))
      : events.sort(byDate);
  return order === 'desc' && field !== 'relevance' ? sorted.reverse() : sorted;
}

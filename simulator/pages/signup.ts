import type { Answer, Request } from '../answers.ts';
import { ARTISTS, type SimulatedArtist } from '../artists.ts';
import { type ScheduledEvent, scheduleEvent } from '../schedule.ts';
import { escapeHtml, linkedData, page } from './html.ts';

const PAGE_EVENTS = 24;

/**
 * Sign-up pages under /signup/{host}/{slug}, where the slug is an artist's name in lower case with
 * hyphens. Their events come as form controls, as data in a script or as JSON-LD, by the artist.
 * The slugs blocked, empty, slow, large and broken answer as named.
 */
export function answerSignup({ path, today }: Request): Answer | null {
  const slug = /^\/signup\/[^/]+\/([\w-]+)\/?$/.exec(path)?.[1];
  if (slug === undefined) return null;
  const special = SPECIAL[slug];
  if (special) return special;
  const artist = ARTISTS.find((candidate) => slugOf(candidate) === slug);
  if (!artist) return page('<title>Not found</title>', 404);
  const count = Math.min(artist.eventCount, PAGE_EVENTS);
  const events = Array.from({ length: count }, (_, index) => scheduleEvent(artist, index, today));
  const write = WRITERS[artist.index % WRITERS.length] ?? writeForm;
  return page(
    `<!doctype html><html lang="en"><head><title>${escapeHtml(artist.name)} VF Signup</title></head><body><h1>${escapeHtml(artist.name)}</h1>${write(events)}</body></html>`,
  );
}

const SPECIAL: Record<string, Answer> = {
  blocked: {
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: '{"response":"block"}',
  },
  empty: page('<title>Nobody VF Signup</title><h1>Registration is closed</h1>'),
  slow: { ...page('<title>Slow VF Signup</title>'), isSilent: true },
  large: page(`<title>Large</title>${'<p>filler</p>'.repeat(500_000)}`),
  broken: page('<title>Broken VF Signup</title><script>var x = [{"id":"E1", <option value="', 500),
};

const slugOf = (artist: SimulatedArtist): string =>
  artist.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const dateOf = (event: ScheduledEvent): string =>
  new Date(event.startsAt).toISOString().slice(0, 16);

const presaleOf = (event: ScheduledEvent): string =>
  event.index % 3 === 0 ? 'Verified Fan Presale' : '';

function writeForm(events: readonly ScheduledEvent[]): string {
  const controls = events.map((event) => {
    const day = new Date(event.startsAt).toLocaleDateString('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      timeZone: 'UTC',
    });
    const presale = presaleOf(event) === '' ? '' : ` - ${presaleOf(event)}`;
    const label = `${day} - ${event.venue.name} - ${event.venue.city}${presale}`;
    return `<label><input type="checkbox" name="event" value="${event.id}"> ${escapeHtml(label)}</label>`;
  });
  return `<form><fieldset><legend>Choose your shows</legend>${controls.join('')}</fieldset></form>`;
}

function writeState(events: readonly ScheduledEvent[]): string {
  const state = events.map((event) => ({
    id: event.id,
    date: dateOf(event),
    venue: { name: event.venue.name, city: event.venue.city },
    presale: presaleOf(event),
  }));
  return `<script>window.__SIGNUP__ = ${JSON.stringify({ events: state }).replaceAll('<', '\\u003c')};</script>`;
}

function writeLinkedData(events: readonly ScheduledEvent[]): string {
  const graph = events.map((event) => ({
    '@type': 'MusicEvent',
    name: event.artist.name,
    url: `https://${event.venue.host}/event/${event.hostId}`,
    startDate: dateOf(event),
    location: {
      '@type': 'Place',
      name: event.venue.name,
      address: { '@type': 'PostalAddress', addressLocality: event.venue.city },
    },
  }));
  return linkedData({ '@context': 'https://schema.org', '@graph': graph });
}

const WRITERS = [writeForm, writeState, writeLinkedData];

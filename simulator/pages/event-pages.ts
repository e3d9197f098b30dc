import * as z from 'zod/mini';
import type { Answer, Request } from '../answers.ts';
import { ARTISTS } from '../artists.ts';
import { createRandom, hashText } from '../random.ts';
import { type SimulatedVenue, VENUES } from '../venues.ts';
import { escapeHtml, page } from './html.ts';
import { type Offer, offer, SHAPES } from './linked-data.ts';

const fixedOffers = z.object({ offers: z.array(offer) });

const FOLDER = '/event-pages/';
const DAY = 86_400_000;
/** Prices and ticket counts change after this time. */
const STEP_MS = 20_000;
/** Every third event is sold out for the last quarter of each such period. */
const CYCLE_STEPS = 60;
const MOST_ADDRESSES = 100_000;
const TEN_MEGABYTES = 10 * 1024 * 1024;
const HOSTS = [
  'www.axs.com',
  'www.seetickets.com',
  'www.eventim.de',
  'dice.fm',
  'www.eventim.co.uk',
];
const SECTIONS = ['Floor standing', 'Lower tier 104', 'Upper tier 212', 'Box 3', 'Balcony'];
const ALL_VENUES = [...VENUES.values()].flat();

/** Pages that fail, by the last part of their address. */
const FAULTS: Record<string, Answer> = {
  hanging: { status: 200, body: '', isSilent: true },
  refused: { status: 403, headers: { 'content-type': 'text/html' }, body: 'Access denied' },
  busy: { status: 429, headers: { 'retry-after': '60' }, body: '' },
  broken: page('<title>Something went wrong</title>', 500),
  away: { status: 302, headers: { location: '/elsewhere' }, body: '' },
  missing: page('<title>Not found</title>', 404),
  priceless: page('<title>Event</title><h1>Tickets soon</h1>'),
  large: { status: 200, headers: { 'content-type': 'text/html' }, body: ' '.repeat(TEN_MEGABYTES) },
  endless: { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>', isEndless: true },
};

/**
 * Event pages under /event-pages/{host}/{path}, for any host and path, with prices as JSON-LD that move with the clock.
 * The last part of the path may name a fault: hanging, refused, busy, broken, away, missing, priceless, large, endless.
 * `GET /event-pages?count=n` lists addresses to paste. `PUT` of a page with `{offers: [{price, left, area}]}` fixes its
 * offers, `DELETE` lets them move again.
 */
export function createEventPages(): (request: Request) => Answer | null {
  const fixed = new Map<string, Offer[]>();
  return (request) => {
    const { method, path } = request;
    if (path === '/event-pages') {
      const count = Number(request.query.get('count') ?? 24);
      return listAddresses(Math.min(Math.max(Math.trunc(count) || 0, 0), MOST_ADDRESSES));
    }
    if (!path.startsWith(FOLDER)) return null;
    if (method === 'PUT') {
      fixed.set(path, fixedOffers.parse(JSON.parse(request.body)).offers);
      return { status: 204, body: '' };
    }
    if (method === 'DELETE') {
      fixed.delete(path);
      return { status: 204, body: '' };
    }
    const fault = FAULTS[path.split('/').at(-1) ?? ''];
    return fault ?? writePage(path, fixed.get(path), request);
  };
}

function listAddresses(count: number): Answer {
  const addresses = Array.from({ length: count }, (_, index) => {
    const artist = ARTISTS[index % 7]?.name.toLowerCase().replace(/[^a-z]+/g, '-');
    return `https://${HOSTS[index % HOSTS.length]}/events/${50_000 + index}/${artist}`;
  });
  const faults = Object.keys(FAULTS).map((fault) => `https://${fault}.axs.com/events/1/${fault}`);
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `${[...addresses, ...faults].join('\n')}\n`,
  };
}

function writePage(path: string, fixed: Offer[] | undefined, { now, today }: Request): Answer {
  const seed = hashText(path);
  const venue = ALL_VENUES[seed % ALL_VENUES.length];
  const shape = SHAPES[seed % SHAPES.length];
  if (!venue || !shape) throw new Error('the simulator has no venues');
  const title = titleOf(path);
  const data = shape({
    url: `https://${path.slice(FOLDER.length)}`,
    name: title,
    startDate: startOf(seed, today),
    venue,
    offers: fixed ?? offersAt(seed, venue, now),
  });
  return page(
    `<!doctype html><html lang="en"><head><title>${escapeHtml(title)}</title>${data}</head><body><h1>${escapeHtml(title)}</h1></body></html>`,
  );
}

/** `/.../northern-lanterns` as `Northern Lanterns`. */
const titleOf = (path: string): string =>
  decodeURIComponent(path.split('/').at(-1) ?? '')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

const startOf = (seed: number, today: number): string =>
  `${new Date(today + (7 + (seed % 200)) * DAY).toISOString().slice(0, 10)}T20:00:00`;

/** Two slow waves and a little noise, the same for all clients at the same time. */
function offersAt(seed: number, { currency }: SimulatedVenue, now: number): Offer[] {
  const step = Math.floor(now / STEP_MS);
  const isSoldOut = seed % 3 === 0 && (step + seed) % CYCLE_STEPS >= CYCLE_STEPS * 0.75;
  const factor = currency === 'CZK' ? 25 : currency === 'PLN' ? 4 : 1;
  return SECTIONS.slice(0, 2 + (seed % 4)).map((area, index) => {
    const noise = createRandom(`${seed} ${index} ${step}`);
    const phase = (seed % 100) + index;
    const wave = Math.sin(step / 9 + phase) * 0.12 + Math.sin(step / 31 + phase) * 0.1;
    const base = (30 + (seed % 50)) * (1 + index * 0.6) * factor;
    const price = Math.round(base * (1 + wave + (noise() - 0.5) * 0.03) * 2) / 2;
    const left = Math.round(12 + 14 * Math.sin(step / 13 + phase) + noise() * 4);
    return { price, area, left: isSoldOut ? 0 : Math.max(0, left) };
  });
}

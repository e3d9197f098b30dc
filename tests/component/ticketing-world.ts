import { page } from 'vitest/browser';
import type { TicketingEvent } from '../../shared/ticketing/schema.ts';
import { ticketingEvent } from '../unit/ticketing-view-event.ts';
import { emptyDesk } from './empty-desk.ts';
import { openProduct } from './product.tsx';

const STATUSES = ['onsale', 'presale', 'offsale'] as const;
const PLACES = [
  ['ES', 'Madrid', 'Movistar Arena'],
  ['DE', 'Hamburg', 'Elbhalle'],
  ['FR', 'Lyon', 'Halle des Quais'],
  ['GB', 'Manchester', 'Canal Street Arena'],
] as const;
const presaleOf = (number: number) => ({
  name: `Presale ${number}`,
  opens: `2026-11-0${number}T10:00:00Z`,
  closes: `2026-11-0${number}T22:00:00Z`,
});

/** Events on consecutive days; every third one has one to three presales and is in one of them. */
export const eventsOf = (artist: string, count: number): TicketingEvent[] =>
  Array.from({ length: count }, (_, at) => {
    const [nation, location, venue] = PLACES[at % PLACES.length] ?? PLACES[0];
    const status = STATUSES[at % 3] ?? 'onsale';
    const presale_windows =
      status === 'presale' ? [1, 2, 3].slice(0, 1 + (at % 4)).map(presaleOf) : [];
    return ticketingEvent({
      id: `${artist.length}N${at}`,
      artist,
      nation,
      location,
      venue,
      status,
      presale_windows,
      presaleCount: presale_windows.length,
      manifest: at === 0 ? 'N/A' : 'A, B',
      date: new Date(Date.UTC(2027, 2, 1 + at, 20)).toISOString().slice(0, 16).replace('T', ' '),
      manifestLink: at === 0 ? 'N/A' : 'https://maps.example/map.png',
    });
  });

export const grid = page.getByRole('grid', { name: 'Events' });

/** Opens the page of an artist with 37 events by default. `rest` is added to the address. */
export async function openArtist(
  rest = '',
  events = eventsOf('Northern Lanterns', 37),
  storage: 'empty' | 'kept' = 'empty',
) {
  const answer = () => ({ success: true, data: events, eventCount: events.length });
  const answers = { ...emptyDesk(), 'GET /events/artist/K1': answer };
  return openProduct(`/ticketmaster?byId=K1${rest}`, answers, { storage });
}

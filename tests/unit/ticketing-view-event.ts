import type { TicketingEvent } from '../../shared/ticketing/schema.ts';

/** An event with all fields published; a test changes the fields that it checks. */
export function ticketingEvent(change: Partial<TicketingEvent> = {}): TicketingEvent {
  return {
    id: 'E1',
    artist: 'The Velvet Herons',
    date: '2027-03-14 20:00',
    timezone: 'Europe/Madrid',
    venue: 'Movistar Arena',
    location: 'Madrid',
    nation: 'ES',
    status: 'onsale',
    sale_note: null,
    price: '58 - 142 EUR',
    price_range: { min: 58, max: 142, currency: 'EUR' },
    presaleCount: 0,
    presales: 'N/A',
    presale_windows: [],
    generalSaleStart: '2026-11-20T10:00:00Z',
    ticketLimit: '4',
    promoter: 'Livewire',
    manifestLink: 'https://maps.example/E1.png',
    eventLink: 'https://tickets.example/E1',
    manifest: 'A, B, C',
    image: 'N/A',
    ...change,
  };
}

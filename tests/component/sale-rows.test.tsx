import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dashboardAnswer, dashboardOpening } from '../factories/dashboard.ts';
import type { ShownSaleRows } from '../factories/sale-rows.ts';
import { makeWatchedEvent } from '../factories/watched-event.ts';
import { ticketingEvent } from '../unit/ticketing-view-event.ts';
import type { Answer } from './desk.tsx';
import { emptyDesk } from './empty-desk.ts';
import { openProduct } from './product.tsx';

const EVENT = 'G5v0Z9Xk3-_a';

const dashboardWith = (part: object): Record<string, Answer> => ({
  'GET /dashboard': () => ({
    ...dashboardAnswer,
    outlook: { ...dashboardAnswer.outlook, openings: [], later: [], ...part },
  }),
});
const opening = { ...dashboardOpening, event_id: EVENT };
const watched = makeWatchedEvent({ id: 7, title: 'Vela Marin' });
const change = {
  id: 1,
  artist_id: 'K1',
  artist_name: 'Vela Marin',
  at: new Date().toISOString(),
  kind: 'new_event',
  event_id: EVENT,
  from: null,
  to: '2027-06-01 20:00',
  place: { venue: 'Elbhalle', location: 'Hamburg', nation: 'DE', timezone: '', eventLink: '' },
};
const artist = {
  artist_id: 'K1',
  artist_name: 'Vela Marin',
  artist_image: '',
  start_monitoring: null,
  end_monitoring: null,
};
const plan = {
  soon_minutes: 15,
  other_minutes: 60,
  covered_minutes: 1_440,
  covered_artists: 0,
  oldest_minutes: 60,
  checks_per_day: 48,
  calls_share: 3_000,
  calls_used: null,
  calls_limit: null,
};
const listed = {
  event_id: EVENT,
  artist: 'Vela Marin',
  name: '',
  venue: 'Elbhalle',
  city: 'Hamburg',
  country: 'DE',
  timezone: 'Europe/Berlin',
  kind: 'general',
  presale_name: null,
  opens_at: new Date(Date.now() + 86_400_000).toISOString(),
  closes_at: null,
  url: '',
  ticket_limit: null,
  known_from: ['catalogue'],
  is_followed: false,
};

/**
 * For each list: the address of a screen with a row of the list, its answers, and the address of
 * the sale.
 */
const SCREENS: Record<ShownSaleRows, [string, Record<string, Answer>, string?]> = {
  'GET /api/dashboard outlook.openings[]': ['/dashboard', dashboardWith({ openings: [opening] })],
  'GET /api/dashboard outlook.later[]': ['/dashboard', dashboardWith({ later: [opening] })],
  'GET /api/events/artist/{id} data[]': [
    '/ticketmaster?byId=K1',
    {
      'GET /events/artist/K1': () => ({
        success: true,
        data: [ticketingEvent({ id: EVENT })],
        eventCount: 1,
      }),
    },
  ],
  'GET /api/events/artist-changes data[]': [
    '/artist-monitor',
    {
      'GET /events/monitored-artists': () => ({ success: true, data: [artist] }),
      'GET /events/artist-checks': () => ({ success: true, data: [], plan }),
      'GET /events/artist-changes': () => ({
        success: true,
        data: [change],
        total: 1,
        next_cursor: null,
      }),
    },
  ],
  'GET /api/events/price-targets data[]': [
    `/event-price-monitoring?${new URLSearchParams({ event: watched.url })}`,
    {
      'GET /events/price-target': () => ({ success: true, data: watched, checks: [] }),
      'GET /events/price-history': () => ({ success: true, currency: null, data: [] }),
    },
    '/sale/watched-7',
  ],
  'GET /api/sales data[]': [
    '/agenda',
    { 'GET /sales': () => ({ success: true, data: [listed], next_cursor: null }) },
  ],
};

test.each(Object.entries(SCREENS))(
  'each row of %s leads to the page of its sale',
  async (_, screen) => {
    const [address, answers, sale = `/sale/${EVENT}`] = screen;
    const { href } = await openProduct(address, { ...emptyDesk(), ...answers });
    const link = () => document.querySelector<HTMLAnchorElement>(`a[href="${sale}"]`);
    await expect.poll(link).not.toBeNull();
    await page.elementLocator(link() as HTMLElement).click();
    await expect.poll(href).toBe(sale);
  },
);

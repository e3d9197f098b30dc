import { describe, expect, it } from 'vitest';
import { describeSale } from '../../shared/ticketing/view/sale.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const upcoming = { status: 'offsale', generalSaleStart: 'N/A' } as const;
const presale = (opens: string | null, closes: string | null = null) => ({
  ...upcoming,
  presale_windows: [{ name: 'Fan club', opens, closes }],
});

describe('the badge of a sale', () => {
  it.each([
    [{ status: 'onsale' as const }, 'onsale', 'On sale'],
    [{ status: 'presale' as const }, 'presale', 'Presale'],
    [{ ...upcoming, sale_note: 'Cancelled' }, 'cancelled', 'Cancelled'],
    [{ status: 'onsale' as const, sale_note: 'Postponed' }, 'postponed', 'Postponed'],
    [upcoming, 'offsale', 'Upcoming Sale'],
    [presale(null), 'offsale', 'Upcoming Sale'],
    [presale('2026-11-20T12:00:30Z'), 'offsale', 'Presale in 1 min'],
    [presale('2026-11-20T12:59:00Z'), 'offsale', 'Presale in 59 min'],
    [presale('2026-11-20T18:00:00Z'), 'offsale', 'Presale today 18:00'],
    [presale('2026-11-21T10:00:00Z'), 'offsale', 'Presale tomorrow 10:00'],
    [presale('2026-12-24T10:00:00Z'), 'offsale', 'Presale 24/12 10:00'],
    [presale('2027-01-24T10:00:00Z'), 'offsale', 'Presale 24/01/2027'],
    [presale('2026-11-18T10:00:00Z', '2026-11-19T10:00:00Z'), 'offsale', 'Upcoming Sale'],
    [presale('2026-11-20T11:59:00Z', '2026-11-21T10:00:00Z'), 'presale', 'Presale'],
    [
      { ...upcoming, generalSaleStart: '2026-11-21T10:00:00Z' },
      'offsale',
      'On sale tomorrow 10:00',
    ],
    [{ ...upcoming, generalSaleStart: '2026-11-20T11:58:00Z' }, 'onsale', 'On sale'],
    [{ ...upcoming, generalSaleStart: '2026-11-01T10:00:00Z' }, 'ended', 'Sale ended'],
    [{ ...upcoming, generalSaleStart: '2026-11-20T11:44:00Z' }, 'ended', 'Sale ended'],
    [
      { ...presale('2026-11-22T10:00:00Z'), generalSaleStart: '2026-11-01T10:00:00Z' },
      'offsale',
      'Presale 22/11 10:00',
    ],
    [
      {
        ...presale('2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z'),
        generalSaleStart: '2026-11-03T10:00:00Z',
      },
      'ended',
      'Sale ended',
    ],
    [
      { ...presale('2026-11-22T10:00:00Z'), generalSaleStart: '2026-11-21T10:00:00Z' },
      'offsale',
      'On sale tomorrow 10:00',
    ],
  ])('of %j is %s: %s', (change, state, label) => {
    expect(describeSale(ticketingEvent(change), NOW, 'UTC')).toMatchObject({ state, label });
  });

  it('names the time with its zone, in the zone of the operator', () => {
    const event = ticketingEvent(presale('2026-11-20T23:30:00Z'));
    expect(describeSale(event, NOW, 'Europe/Paris')).toEqual({
      state: 'offsale',
      label: 'Presale tomorrow 00:30',
      title: 'Fan club: 21/11/2026 00:30 CET',
    });
  });
});

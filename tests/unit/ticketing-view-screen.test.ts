import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { shortTicketLimit } from '../../shared/ticketing/ticket-limit.ts';
import { NO_FILTERS } from '../../shared/ticketing/view/events.ts';
import { describeTicketingFailure } from '../../web/features/ticketing/search/failure-text.ts';
import {
  type EventsChoice,
  readChoice,
  searchTerm,
  ticketingSearch,
  writeChoice,
} from '../../web/features/ticketing/search-state.ts';
import { ApiError } from '../../web/lib/api-error.ts';
import { formatPriceRange } from '../../web/lib/format.ts';

describe('the address of the ticketing screen', () => {
  it('is read without invalid values', () => {
    expect(
      z.parse(ticketingSearch, {
        byId: 'K8v',
        artistName: '1975',
        status: 'sold',
        country: 'es, de,es',
        sort: 'venue',
        order: 'up',
        view: 'list',
        filter: '',
        from: '2027-02-30',
        to: '2027-03-01',
        other: 'x',
      }),
    ).toEqual({
      byId: 'K8v',
      artistName: '1975',
      country: 'ES,DE',
      to: '2027-03-01',
      sort: 'venue',
      view: 'list',
    });
    const unread = z.parse(ticketingSearch, { status: 'sold' });
    expect(unread).toHaveProperty('status', undefined);
  });

  it.each([
    [{ searchByName: ' Muse ' }, 'Muse'],
    [{ artistName: 'Muse' }, 'Muse'],
    [{ artistName: '   ' }, ''],
    [{}, ''],
  ])('%j searches for %j', (search, term) => {
    expect(searchTerm(search)).toBe(term);
  });

  it('keeps a choice and omits defaults', () => {
    const search = { byId: 'K8v', artistName: 'Muse' };
    const choice = readChoice(search, 'list');
    expect(choice).toEqual({
      ...NO_FILTERS,
      sort: 'date',
      order: 'asc',
      view: 'list',
    });
    expect(writeChoice(search, choice)).toEqual({ ...search, view: 'list' });
    const changed: EventsChoice = {
      ...choice,
      status: 'presale',
      countries: ['ES'],
      text: 'arena',
      from: '2027-01-01',
      maxPrice: '120',
      order: 'desc',
    };
    const written = writeChoice(search, changed);
    expect(readChoice(written, 'grid')).toEqual(changed);
  });
});

describe('the text of a failure', () => {
  const NONE = 'Artist not found or no events available';
  const OTHER = 'An error occurred while fetching data. Please try again.';
  it.each([
    ['timeout', 0, /^Request timeout - The server is taking too long to respond\./],
    ['aborted', 0, /^Request was cancelled due to timeout\./],
    ['server', 504, /^Request was cancelled due to timeout\./],
    ['server', 408, /^Request was cancelled due to timeout\./],
    ['network', 0, /^Network error - Please check your connection and try again\.$/],
    ['server', 404, NONE],
    ['server', 0, NONE],
    ['server', 502, OTHER],
    ['server', 429, OTHER],
    ['server', 500, OTHER],
  ] as const)('of kind %s with status %i', (kind, status, text) => {
    const report = describeTicketingFailure(new ApiError(kind, 'Why', { status }));
    expect(report.text).toMatch(text);
    expect(report.reason).toBe(report.text === OTHER ? 'Why' : null);
  });

  it('is the server’s message, without Retry, while the daily quota is used up', () => {
    const error = new ApiError('server', 'The allowance is used up.', {
      status: 429,
      retryAfterSeconds: 3600,
    });
    expect(describeTicketingFailure(error)).toMatchObject({
      text: 'The allowance is used up.',
      reason: null,
      isWorthRetrying: false,
    });
  });

  it('is the general one for any other thrown value', () => {
    expect(describeTicketingFailure(new TypeError('x')).text).toBe(OTHER);
  });
});

describe('the short values of a ticket', () => {
  it.each([
    [{ min: 58, max: 142, currency: 'EUR' }, '€58 to €142'],
    [{ min: 45, max: 45, currency: 'EUR' }, '€45'],
    [{ min: 27.5, max: 102.5, currency: 'GBP' }, '£27.50 to £102.50'],
    [{ min: 10, max: 12, currency: null }, '10.00 to 12.00'],
    [null, null],
  ])('the price %j as %s', (price, shown) => {
    expect(formatPriceRange(price)).toBe(shown);
  });

  it.each([
    ['There is an overall 8 ticket limit for this event.', '8'],
    ['4', '4'],
    ['Please adhere to published ticket limits.', 'Please adhere to published ticket limits.'],
    ['6 per person, 12 per household', '6'],
    ['6 per person, 8 per person on Sunday', '6 per person, 8 per person on Sunday'],
    ['N/A', 'N/A'],
  ])('the ticket limit %j as %j', (text, shown) => {
    expect(shortTicketLimit(text)).toBe(shown);
  });
});

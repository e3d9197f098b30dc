import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ticketingEvent } from '../unit/ticketing-view-event.ts';
import { type Answer, failed } from './desk.tsx';
import { openProduct } from './product.tsx';

const EVENTS = 'GET /events/artist/K8vZ9170000';
const ARTISTS = 'GET /events/get_artists/lanterns';
const eventsAnswer = () => ({ success: true, data: [ticketingEvent()], eventCount: 1 });
const away = () => Promise.reject(new TypeError('Failed to fetch'));

/** The texts of the error catalogue. */
const TEXTS = {
  none: 'Artist not found or no events available',
  timeout:
    'Request timeout - The server is taking too long to respond. This can happen with large datasets. Please try again.',
  cancelled:
    'Request was cancelled due to timeout. The server might be processing a large amount of data. Please try again.',
  network: 'Network error - Please check your connection and try again.',
  other: 'An error occurred while fetching data. Please try again.',
};

const open = (answer: Answer) =>
  openProduct('/ticketmaster?byId=K8vZ9170000', { [EVENTS]: answer });
const grid = page.getByRole('grid', { name: 'Events' });
const alert = page.getByRole('alert');
const shows = (text: string) => expect.poll(() => alert.query()?.textContent).toContain(text);

describe('an artist whose events cannot be loaded', () => {
  test.each([
    [TEXTS.none, 404, { success: false, message: 'No such artist' }],
    [TEXTS.none, 200, { success: false, message: 'No events' }],
    [TEXTS.none, 200, { success: true, data: [], eventCount: 0 }],
    [TEXTS.cancelled, 504, { success: false, message: 'Too slow' }],
    [TEXTS.other, 502, { success: false, message: 'Ticketmaster answered with status 500' }],
    [TEXTS.other, 429, { success: false, message: 'The daily allowance is used up' }],
  ])('reads "%s" after %i %o', async (text, status, body) => {
    await open(() => Response.json(body, { status }));
    await shows(text);
    if (text === TEXTS.other && 'message' in body) await shows(body.message);
  });

  test('reads as a network error if the server cannot be reached, and Retry loads them', async () => {
    const { answers } = await open(away);
    await shows(TEXTS.network);
    answers[EVENTS] = eventsAnswer;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(grid).toBeVisible();
  });

  test('names the id of its request, which the log has too', async () => {
    const headers = { 'X-Request-Id': '6f7d2c1e' };
    await open(() => Response.json({ success: false, message: 'No.' }, { status: 502, headers }));
    await expect.element(page.getByText('Request ID 6f7d2c1e')).toBeVisible();
  });

  test('reads as a time-out if the server does not answer within 180 seconds', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => timeout(ms === 180_000 ? 100 : ms));
    await open(() => new Promise(() => undefined));
    await shows(TEXTS.timeout);
    spy.mockRestore();
  });

  test('keeps the earlier events when Refresh fails, and warns that they may be out of date', async () => {
    const { answers } = await open(eventsAnswer);
    await expect.element(grid).toBeVisible();
    answers[EVENTS] = () => failed(504, 'Too slow');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect
      .element(page.getByText(`${TEXTS.cancelled} The events below may be out of date.`))
      .toBeVisible();
    await expect.element(grid).toBeVisible();
  });
});

test('a failed artist search shows an empty list with the reason as its heading', async () => {
  const { answers } = await openProduct('/ticketmaster?artistName=lanterns', {
    [ARTISTS]: () => failed(502, 'Bad gateway'),
  });
  await expect.element(alert.getByRole('heading')).toHaveTextContent(TEXTS.other);
  await shows('Bad gateway');
  await shows('The search for “lanterns” failed.');
  await expect.element(page.getByText('No artists found')).not.toBeInTheDocument();
  const artist = {
    id: 'K1',
    name: 'Northern Lanterns',
    images: [],
    classifications: [],
    upcomingEvents: { _total: 37 },
  };
  answers[ARTISTS] = () => ({ success: true, artists: [artist] });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByRole('list', { name: 'Artists' })).toBeVisible();
});

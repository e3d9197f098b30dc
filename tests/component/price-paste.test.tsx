import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeWatchedEvent } from '../factories/watched-event.ts';
import { refuse, World } from './price-monitor-world.tsx';

const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const refused = makeWatchedEvent({
  title: 'Northern Lanterns',
  sale_state: 'refused',
  failure: 'Refused by the site (403)',
  failures: 3,
  source: 'discovery',
  read_at: ago(40),
  next_check_at: ago(-10),
});
const vega = makeWatchedEvent({ title: 'Marisol Vega', source: 'page', read_at: ago(5) });
const card = (name: string) => page.getByRole('article', { name });
const offer = (name: string) => card(name).getByRole('button', { name: 'Paste page' });
const field = page.getByLabelText('Page source *');
const OBSERVE = 'POST /events/price-observations';
let world: World;

beforeEach(() => {
  world = new World([refused, vega]);
});
afterEach(() => world.close());

async function openDialog(): Promise<void> {
  await world.open();
  await offer('Northern Lanterns').click();
  await expect.element(page.getByText(/^At most 5.242.880 characters/)).toBeVisible();
}

test('cards name the source and the age of their prices, also of old ones', async () => {
  await world.open();
  await expect
    .element(card('Northern Lanterns').getByText('Discovery API, 40 min ago'))
    .toBeVisible();
  await expect.element(card('Northern Lanterns').getByText(/next check/)).toBeVisible();
  await expect.element(card('Marisol Vega').getByText('Event page, 5 min ago')).toBeVisible();
});

test('rows and the panel name the source and the age too', async () => {
  world.answers['GET /events/price-history'] = () => ({
    currency: null,
    data: [{ at: ago(40), low: 58, median: 58, high: 58, available: 2, source: 'pasted' }],
  });
  await world.open({ view: 'list', event: vega.url });
  await expect
    .element(
      page
        .getByRole('row', { name: /Marisol Vega/ })
        .getByText('Event page, 5 min ago')
        .first(),
    )
    .toBeInTheDocument();
  await expect.element(page.getByRole('gridcell', { name: 'Pasted page' })).toBeInTheDocument();
  await page.getByRole('tab', { name: /^Prices now/ }).click();
  await expect.element(page.getByRole('tabpanel').getByText('Event page, 5 min ago')).toBeVisible();
});

test('a small screen shows the source and the age of each price in full', async () => {
  await page.viewport(390, 844);
  await world.open({ view: 'list' });
  const origin = page
    .getByRole('row', { name: /Northern Lanterns/ })
    .getByText('Discovery API, 40 min ago');
  await expect.element(origin).toBeVisible();
  const { scrollWidth, clientWidth } = origin.element();
  expect(scrollWidth).toBe(clientWidth);
});

test('only the card of an event whose page refuses programs offers to paste the page', async () => {
  await world.open();
  await expect.element(offer('Northern Lanterns')).toBeVisible();
  await expect.element(offer('Marisol Vega')).not.toBeInTheDocument();
  await card('Marisol Vega')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await expect.element(page.getByRole('menuitem', { name: 'Paste page source' })).toBeVisible();
});

test('a pasted page is sent, and the list shows its prices', async () => {
  world.answers[OBSERVE] = () => ({ data: refused, message: 'Prices read' });
  await openDialog();
  await field.fill('<html>prices</html>');
  world.events = [
    { ...refused, failure: null, sale_state: 'on_sale', source: 'pasted', read_at: ago(0) },
  ];
  await page.getByRole('button', { name: 'Read prices' }).click();
  const { body } = await world.calls.made(OBSERVE);
  expect(body).toEqual({ url: refused.url, page_source: '<html>prices</html>' });
  await expect.element(page.getByText('Prices read from the pasted page')).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  // The age follows: on a busy machine, it may no longer be "just now".
  await expect.element(card('Northern Lanterns').getByText(/^Pasted page, /)).toBeVisible();
});

test.each([
  ['has no prices', 400, 'The page lists no tickets.'],
  ['is too large', 413, 'The request is too large.'],
  ['cannot be sent', 500, 'Something went wrong.'],
])('a refused page stays in the field: it %s', async (_, status, message) => {
  const answer = refuse(status, message);
  world.answers[OBSERVE] = () => answer.clone();
  await openDialog();
  await field.fill('<html>no prices</html>');
  await page.getByRole('button', { name: 'Read prices' }).click();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expect.element(field).toHaveValue('<html>no prices</html>');
});

test('nothing is sent without a text', async () => {
  await openDialog();
  await userEvent.fill(field, '  ');
  await page.getByRole('button', { name: 'Read prices' }).click();
  await expect.element(page.getByText('Paste the source of the page.').first()).toBeVisible();
  expect(world.calls.to(OBSERVE)).toEqual([]);
});

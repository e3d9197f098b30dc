import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ticketingEvent } from '../unit/ticketing-view-event.ts';
import { emptyDesk } from './empty-desk.ts';
import { openProduct } from './product.tsx';
import { eventsOf, grid, openArtist } from './ticketing-world.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heads = () =>
  grid
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');
const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth;

const FIRST_HEADS = ['Date', 'Venue', 'Location', 'Status', 'Price'];
const PRICE = 'CA$48.50 to CA$1,810.50';

const LONG = ticketingEvent({
  price_range: { min: 48.5, max: 1810.5, currency: 'CAD' },
  id: 'L1',
  venue: 'Große Elbphilharmonie',
  location: 'Ludwigshafen',
  sale_note: 'Postponed',
  promoter: 'NORTH LIGHT PRESENTS',
});

test.each([
  [1440, [...FIRST_HEADS, 'Presales', 'General sale', 'Limit', 'Promoter']],
  [1280, [...FIRST_HEADS, 'Presales', 'General sale']],
  [1100, FIRST_HEADS],
])(
  'at %i px the list does not cut venue, location, price or any head, and omits columns at the right',
  async (width, shown) => {
    await openArtist('&view=list', [LONG, ...eventsOf('Northern Lanterns', 8)]);
    await page.viewport(width, 900);
    await expect.poll(heads).toEqual(expect.arrayContaining(shown));
    for (const text of ['Große Elbphilharmonie', /^Ludwigshafen/, PRICE]) {
      const cell = grid.getByText(text).first().element();
      expect(isCut(cell), String(text)).toBe(false);
      expect(isCut(cell.closest('[role=gridcell]') ?? cell), String(text)).toBe(false);
    }
    if (shown.includes('Promoter')) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = grid
        .getByText('NORTH LIGHT PRESENTS')
        .element();
      expect(scrollWidth).toBe(clientWidth);
      // Letters may extend above their line by a pixel.
      expect(scrollHeight - clientHeight).toBeLessThanOrEqual(1);
    }
    const parts = [...grid.element().querySelectorAll('[role=columnheader] *')];
    const cut = parts.filter(
      (part) => isCut(part) && getComputedStyle(part).overflow !== 'visible',
    );
    expect(cut.map(({ textContent }) => textContent)).toEqual([]);
  },
);

test('a column that a narrow list omits appears when others are hidden', async () => {
  await openArtist('&view=list');
  await page.viewport(1280, 900);
  await expect.element(grid).toBeVisible();
  await expect.poll(heads).not.toContain('Promoter');
  await button('Columns and row height').click();
  for (const name of ['Location', 'Presales', 'General sale'])
    await page.getByRole('checkbox', { name }).click();
  await expect.poll(heads).toEqual(expect.arrayContaining(['Limit', 'Promoter']));
});

test('a value that is not published is named in words, in the list and on a card', async () => {
  const unknown = {
    generalSaleStart: 'N/A',
    promoter: 'N/A',
    ticketLimit: 'N/A',
    price_range: null,
  };
  for (const view of ['list', 'grid']) {
    await openArtist(`&view=${view}`, [ticketingEvent({ id: 'U1', ...unknown })]);
    await expect.element(grid).toBeVisible();
    await expect.element(grid.getByText('Not published').first()).toBeVisible();
    expect(grid.element().textContent).not.toContain('N/A');
  }
});

test('figures are right-aligned in their column, below its head', async () => {
  await openArtist('&view=list', [ticketingEvent({ id: 'R1', ticketLimit: '8' })]);
  const cell = grid.getByText('8', { exact: true });
  await expect.element(cell).toBeVisible();
  const of = (element: Element) => getComputedStyle(element).textAlign;
  expect(of(cell.element())).toMatch(/right|end/);
});

test('an artist search shows placeholder rows in the shape of its result', async () => {
  await openProduct('/ticketmaster?artistName=a', {
    ...emptyDesk(),
    'GET /events/get_artists/a': () => new Promise(() => undefined),
  });
  await expect.element(page.getByText(/^This can take up to/)).toBeVisible();
  expect(document.querySelectorAll('[aria-hidden=true] > .h-14').length).toBeGreaterThan(3);
});

test('expanding the presales of a card does not change the height of the other cards in its row', async () => {
  await openArtist();
  const cards = () => grid.getByRole('article').elements();
  await expect.poll(() => cards().length).toBeGreaterThan(3);
  const heights = () => cards().map(({ clientHeight }) => clientHeight);
  const at = cards().findIndex((card) => /[1-9] presale/.test(card.textContent));
  const before = heights();
  await grid
    .getByRole('button', { name: /presale/ })
    .first()
    .click();
  await expect.poll(() => heights()[at]).toBeGreaterThan(before[at] ?? 0);
  const others = (all: number[]) => all.slice(0, 4).filter((_, index) => index !== at);
  expect(others(heights())).toEqual(others(before));
});

test('a card shows a promoter of twenty letters in full', async () => {
  const promoter = 'Live Nation Concerts';
  await openArtist(
    '',
    eventsOf('Northern Lanterns', 8).map((event) => ({ ...event, promoter })),
  );
  const value = grid.getByText(promoter, { exact: true }).first();
  await expect.element(value).toBeVisible();
  expect(isCut(value.element())).toBe(false);
});

test.each([390, 768, 1024])(
  'at %i px a row of the list shows date, city and price',
  async (width) => {
    await openArtist('&view=list', [LONG]);
    await page.viewport(width, 844);
    for (const text of [/^14\/03\/2027/, /^Ludwigshafen/, PRICE]) {
      const part = grid.getByText(text).first();
      await expect.element(part).toBeInViewport({ ratio: 1 });
      // On a telephone, a long price leaves room for the first letters of the city.
      if (width > 390 || text === PRICE) expect(isCut(part.element())).toBe(false);
    }
  },
);

test.each([1440, 1024, 390])(
  'at %i px a card shows a long price beside a wide badge',
  async (width) => {
    const opens = new Date(Date.now() + 86_400_000).toISOString();
    const presale_windows = [{ name: 'Fan club', opens, closes: null }];
    const event = ticketingEvent({
      status: 'offsale',
      generalSaleStart: 'N/A',
      presale_windows,
      price_range: { min: 48.5, max: 1810.5, currency: 'CAD' },
    });
    await openArtist(
      '',
      eventsOf('Northern Lanterns', 8).map(({ id }) => ({ ...event, id })),
    );
    await page.viewport(width, 844);
    const price = grid.getByText(PRICE).first();
    await expect.element(price).toBeVisible();
    // The cards get their positions in the new width one frame later.
    await expect
      .poll(() => {
        const { right } = price.element().getBoundingClientRect();
        return right <= (price.element().closest('article')?.getBoundingClientRect().right ?? 0);
      })
      .toBe(true);
    expect(isCut(price.element())).toBe(false);
  },
);

test.each([1440, 1024, 390])(
  'at %i px a rescheduled event shows the state of its sale, and the zone of sale times is named',
  async (width) => {
    const sale_note = 'Rescheduled from 2026-12-01';
    await openArtist('&view=list', [ticketingEvent({ sale_note, status: 'onsale' })]);
    await page.viewport(width, 844);
    await expect.element(grid.getByText('Rescheduled', { exact: true })).toBeInViewport();
    const sale = grid.getByTitle('from 01/12/2026, On sale');
    await expect.element(sale).toHaveTextContent('On sale');
    expect(isCut(sale.element())).toBe(false);
    const zones = 'Sale times in Paris time (CET); concert times local';
    // At 1024 px, the line has no room, so the title of the event count names them.
    const named = width === 1024 ? page.getByTitle(zones).first() : page.getByText(zones);
    await expect.element(named).toBeInViewport();
  },
);

test('the head of an artist shows the picture of an event if no search has set one, as after a reload', async () => {
  const image = `${location.origin}/web/public/favicon.svg`;
  await openArtist('', [ticketingEvent({ image })]);
  const picture = () => page.getByRole('main').element().querySelector('img')?.src;
  await expect.poll(picture).toBe(image);
});

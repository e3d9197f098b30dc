import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { EventCardFoot } from '../../web/features/ticketing/events/event-card.tsx';
import { ticketingEvent } from '../unit/ticketing-view-event.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';
import { eventsOf, grid, openArtist } from './ticketing-world.ts';

const cards = () => grid.getByRole('article').elements();
const radio = (name: RegExp) => page.getByRole('radio', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const presales = () => grid.getByRole('button', { name: /presale/ }).first();
const tooltip = page.getByRole('tooltip');
const NONE = page.getByRole('heading', { name: 'No events match these filters' });

test('filters by status and country show their counts and the remaining events', async () => {
  const { href } = await openArtist();
  await radio(/^Upcoming Sale/).click();
  await expect.poll(href).toMatch(/status=offsale/);
  const choices = page.getByRole('radiogroup', { name: 'Status' });
  await expect.element(choices.getByText(/^Upcoming Sale\s*12$/)).toBeVisible();
  await expect.element(page.getByText('12 of 37 events')).toBeVisible();
  await expect.poll(() => cards().length).toBe(12);

  await radio(/^All/).click();
  await button('Country').click();
  await page.getByRole('option', { name: /Spain/ }).click();
  await page.getByRole('option', { name: /Germany/ }).click();
  await userEvent.keyboard('{Escape}');
  await expect.poll(href).toMatch(/country=ES,DE/);
  await expect
    .poll(() => cards().every((card) => /Madrid|Hamburg/.test(card.textContent ?? '')))
    .toBe(true);
  await button('Clear filters').click();
  await expect.poll(href).not.toMatch(/country|status/);
});

test('the source of the prices is named only if an event has a price', async () => {
  const events = eventsOf('Northern Lanterns', 3);
  const source = page.getByText(/^Prices: Discovery API/);
  await openArtist('', events);
  await expect.element(source).toBeVisible();
  await openArtist(
    '',
    events.map((event) => ({ ...event, price_range: null })),
  );
  await expect.element(grid).toBeVisible();
  await expect.element(source).not.toBeInTheDocument();
});

test('filters without a match show a message and can be cleared', async () => {
  await openArtist('&country=JP');
  await expect.element(NONE).toBeVisible();
  await button('Clear filters').last().click();
  await expect.element(grid).toBeVisible();
});

test('rows are one gap apart, also rows that keep their height when others take their place', async () => {
  await openArtist();
  const gaps = () => {
    const boxes = grid
      .getByRole('row')
      .elements()
      .map((row) => row.getBoundingClientRect())
      .sort((a, b) => a.top - b.top);
    const all = boxes.slice(1).map(({ top }, at) => Math.round(top - (boxes[at]?.bottom ?? 0)));
    return [...new Set(all)];
  };
  for (const [width, columns] of [
    [1440, 4],
    [820, 2],
    [1440, 4],
    [1150, 3],
    [1440, 4],
  ] as const) {
    await page.viewport(width, 900);
    await expect.element(grid).toHaveAttribute('aria-colcount', String(columns));
    await expect.poll(gaps).toEqual([12]);
  }
});

test('sorts by every field in both directions', async () => {
  await openArtist('&view=list');
  const column = (name: string) => page.getByRole('columnheader', { name });
  const sort = (name: string) => column(name).getByRole('button').click();
  for (const name of ['Venue', 'Location', 'Presales', 'Date']) {
    await sort(name);
    await expect.element(column(name)).toHaveAttribute('aria-sort', 'ascending');
    await sort(name);
    await expect.element(column(name)).toHaveAttribute('aria-sort', 'descending');
  }
  await sort('Presales');
  await sort('Presales');
  const numbers = [...grid.element().querySelectorAll('[role=gridcell]:nth-child(7)')].map(
    ({ textContent }) => (textContent === 'None' ? 0 : Number(textContent)),
  );
  expect(numbers.slice(0, 12).every((number) => number > 0)).toBe(true);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
});

test('the card shows all of the sale, expands its presales and opens external links safely', async () => {
  await openArtist();
  const card = grid
    .getByRole('article')
    .filter({ hasText: /[1-9] presales?/ })
    .first();
  for (const label of ['General sale', 'Ticket limit', 'Promoter'])
    await expect.element(card.getByText(label)).toBeVisible();
  expect(card.element().querySelectorAll('[data-flag]')).toHaveLength(1);
  await card.getByRole('button', { name: /presale/ }).click();
  await expect
    .poll(() => card.getByRole('listitem').first().query()?.textContent)
    .toMatch(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} to/);
  const [sale, ...links] = card.getByRole('link').elements();
  expect(sale?.getAttribute('href')).toMatch(/^\/sale\/\w+$/);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) {
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(link.getAttribute('href')).toMatch(/^https?:/);
  }
  await expect
    .element(page.getByText('No manifest available for this event').first())
    .toBeVisible();
});

test('the list shows the presales on hover and on focus', async () => {
  await openArtist('&view=list');
  const shows = () =>
    expect.poll(() => tooltip.query()?.textContent).toMatch(/\d{2}\/\d{2}\/\d{4}/);
  await presales().hover();
  await shows();
  // The pointer moves more than once: the tooltip stays open on the way to its text.
  for (const away of ['banner', 'complementary', 'banner'])
    await page.getByRole(away).first().hover();
  await expect.element(tooltip).not.toBeInTheDocument();
  // The focus comes from the keyboard: the tooltip does not open for a focus set by a script or the
  // pointer.
  (presales().element() as HTMLElement).focus();
  await userEvent.tab({ shift: true });
  await userEvent.tab();
  await expect.element(presales()).toHaveFocus();
  await shows();
});

test('the view is remembered for the next artist', async () => {
  const { href } = await openArtist();
  await radio(/^List$/).click();
  await expect.poll(href).toMatch(/view=list/);
  await openArtist('', eventsOf('Albion Choir', 3), 'kept');
  await expect.element(page.getByRole('columnheader', { name: 'Venue' })).toBeVisible();
});

test('2,500 events render only the rows in view, and the last one can be reached', async () => {
  await openArtist('&view=list', eventsOf('The Long Haul', 2_500));
  await expect.element(grid).toHaveAttribute('aria-rowcount', '2501');
  expect(grid.getByRole('row').elements().length).toBeLessThan(60);
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{End}');
  await expect.poll(() => document.querySelector('[aria-rowindex="2501"]')).not.toBeNull();
  await expect
    .element(document.querySelector<HTMLElement>('[aria-rowindex="2501"]'))
    .toBeInViewport();
});

test.each(['grid', 'list'])('the filled %s has no accessibility violations', async (view) => {
  await openArtist(`&view=${view}`);
  await grid
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .click();
  await presales().click();
  await expect.element(page.getByRole('region', { name: 'Selection' })).toBeVisible();
  await expectAccessible();
});

test('the artist list and the recent searches have no accessibility violations', async () => {
  const artist = {
    id: 'K1',
    name: 'Northern Lanterns',
    images: [],
    classifications: [],
    upcomingEvents: { _total: 37 },
  };
  await openProduct('/settings', emptyDesk());
  localStorage.setItem('ticketing-search-history@1', JSON.stringify(['Muse', 'Lanterns']));
  const answers = {
    ...emptyDesk(),
    'GET /events/get_artists/a': () => ({ success: true, artists: [artist] }),
  };
  await openProduct('/ticketmaster?artistName=a', answers, { storage: 'kept' });
  await expect.element(page.getByRole('list', { name: 'Artists' })).toBeVisible();
  await page.getByRole('searchbox').click();
  await expect.element(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  await expectAccessible();
});

test('works at 390 px without scrolling sideways', async () => {
  await openArtist();
  await page.viewport(390, 844);
  await grid.getByRole('checkbox').first().click();
  await expect.element(button('Create Encore Tool (1)')).toBeInViewport({ ratio: 1 });
  await openArtist('&view=list');
  await page.viewport(390, 844);
  await expect.element(grid.getByRole('row').nth(3)).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
});

test.each([
  ['8', 0],
  ['At most 8 tickets for each card.', 1],
])(
  'a card without presales and with the limit “%s” has %i buttons to expand',
  async (ticketLimit, buttons) => {
    const event = ticketingEvent({
      ticketLimit,
      presaleCount: 0,
      promoter: 'Harbour',
      manifest: '',
    });
    const foot = (
      <EventCardFoot event={event} isExpanded={false} onToggleExpanded={() => undefined} />
    );
    const { container } = await render(foot);
    expect(container.textContent).toContain('No presales');
    expect(container.querySelectorAll('button')).toHaveLength(buttons);
  },
);

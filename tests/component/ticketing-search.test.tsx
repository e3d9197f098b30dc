import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';
import { eventsOf, grid } from './ticketing-world.ts';

const HISTORY = 'ticketing-search-history@1';
const searchBox = page.getByRole('searchbox', { name: 'Search artists' });
const artists = page.getByRole('list', { name: 'Artists' });
const FIRST = page.getByRole('heading', { name: 'Search for an Artist' });
const press = (...keys: string[]) => userEvent.keyboard(keys.join(''));

const artistsAnswer = () => ({
  success: true,
  artists: [
    {
      id: 'K1',
      name: 'Northern Lanterns',
      images: [],
      classifications: [],
      upcomingEvents: { _total: 37 },
    },
  ],
});
const events = () => ({
  success: true,
  data: eventsOf('Northern Lanterns', 37),
  eventCount: 37,
});
const open = (address: string, storage: 'empty' | 'kept' = 'empty') =>
  openProduct(
    address,
    {
      ...emptyDesk(),
      'GET /events/get_artists/lanterns': artistsAnswer,
      'GET /events/get_artists/Artist%203': artistsAnswer,
      'GET /events/get_artists/Northern%20Lanterns': artistsAnswer,
      'GET /events/get_artists/northern%20lanterns': artistsAnswer,
      'GET /events/get_artists/Twins': () => ({
        success: true,
        artists: ['Twins', 'Twins Tribute'].map((name, at) => ({
          ...artistsAnswer().artists[0],
          id: `T${at}`,
          name,
        })),
      }),
      'GET /events/artist/K1': events,
    },
    { storage },
  );

test('nothing is searched until a term is typed: a blank term does nothing', async () => {
  const { href } = await open('/ticketmaster');
  await expect.element(FIRST).toBeVisible();
  await press('/');
  await expect.element(searchBox).toHaveFocus();
  await press('   {Enter}');
  await expect.element(FIRST).toBeVisible();
  expect(href()).toBe('/ticketmaster');
});

test('one hit with another name shows the artist list', async () => {
  await open('/ticketmaster?artistName=lanterns');
  await expect.poll(() => artists.getByRole('button').elements().length).toBe(1);
  await expect.element(grid).not.toBeInTheDocument();
});

test('one exact hit opens its events, and the focus goes to them', async () => {
  const { href, router } = await open('/ticketmaster');
  await searchBox.fill('northern lanterns');
  await press('{Enter}');
  await expect.element(grid).toBeVisible();
  expect(href()).toBe('/ticketmaster?artistName=northern+lanterns&byId=K1');
  await expect.element(grid).toHaveFocus();
  router.history.back();
  await expect.element(FIRST).toBeVisible();
});

test('after a click on an artist the events have the focus without a ring, which the first key press shows', async () => {
  await open('/ticketmaster?artistName=lanterns');
  await artists.getByRole('button').click();
  await expect.element(grid).toHaveFocus();
  const ring = () => document.querySelector('[data-focus-ring]');
  expect(ring()).toBe(null);
  await press('{Shift}');
  await expect.poll(ring).not.toBe(null);
});

test('an exact hit among others shows the artist list', async () => {
  await open('/ticketmaster');
  await searchBox.fill('Twins');
  await press('{Enter}');
  await expect.poll(() => artists.getByRole('button').elements().length).toBe(2);
  await expect.element(grid).not.toBeInTheDocument();
});

test('Cancel leads from the events of an exact hit to the artist list', async () => {
  const { answers, href } = await open('/ticketmaster');
  answers['GET /events/artist/K1'] = () => new Promise(() => undefined);
  await searchBox.fill('Northern Lanterns');
  await press('{Enter}');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(artists).toBeVisible();
  expect(href()).toBe('/ticketmaster?artistName=Northern+Lanterns');
});

test('a link with a name shows the artist list, also for an exact hit', async () => {
  await open('/ticketmaster?artistName=Northern+Lanterns');
  await expect.element(artists.getByRole('button')).toBeVisible();
  await expect.element(grid).not.toBeInTheDocument();
});

test('a link with meaningless parameters shows the events as if they were absent', async () => {
  await open('/ticketmaster?byId=K1&status=x&country=&sort=x&order=up&view=3');
  await expect.element(grid.getByRole('row').first()).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^All/ })).toBeChecked();
  await open('/ticketmaster?byId=');
  await expect.element(FIRST).toBeVisible();
});

test('a name that is too long is refused with both numbers and is not cut', async () => {
  await open(`/ticketmaster?artistName=${'x'.repeat(5000)}`);
  await expect
    .element(page.getByText('An artist name has at most 200 characters; this one has 5,000.'))
    .toBeVisible();
  await expect.element(searchBox).toHaveValue('x'.repeat(5000));
});

test('New Search clears everything, including the address', async () => {
  const { href } = await open('/ticketmaster?artistName=lanterns&byId=K1&status=onsale');
  await page.getByRole('button', { name: 'New Search' }).click();
  await expect.element(FIRST).toBeVisible();
  await expect.element(searchBox).toHaveValue('');
  await expect.element(searchBox).toHaveFocus();
  expect(href()).toBe('/ticketmaster');
});

test('the last ten picked searches are remembered, newest first, without repeats', async () => {
  await open('/settings');
  const terms = ['LANTERNS', ...Array.from({ length: 9 }, (_, at) => `Artist ${at}`)];
  localStorage.setItem(HISTORY, JSON.stringify(terms.reverse()));
  const { href } = await open('/ticketmaster?artistName=lanterns', 'kept');
  await artists.getByRole('button').first().click();
  await expect.element(grid).toBeVisible();
  await page.getByRole('button', { name: 'New Search' }).click();
  const recent = page.getByRole('listbox', { name: 'Suggestions' });
  const entries = () => [...document.querySelectorAll<HTMLElement>('[data-term]')];
  const shows = (count: number) => expect.poll(() => entries().length).toBe(count);
  await expect.element(searchBox).toHaveFocus();
  await expect.element(recent).not.toBeInTheDocument();
  await press('{ArrowDown}');
  await shows(10);
  expect(entries()[0]?.textContent).toBe('lanterns');

  await press('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Search', exact: true })).toHaveFocus();
  await searchBox.click();
  await press('{ArrowDown}{ArrowDown}');
  const active = () => searchBox.element().getAttribute('aria-activedescendant');
  await expect.poll(active).toBe(entries()[1]?.id);
  await expect
    .element(recent.getByRole('option', { selected: true }))
    .toHaveTextContent('Artist 8');
  await expectAccessible();
  await press('{Delete}');
  await shows(9);
  await expect.poll(active).toBe(null);
  await recent.getByTitle('Remove lanterns from recent searches').click();
  await shows(8);
  await expect.element(searchBox).toHaveFocus();
  await press('{Escape}');
  await expect.element(recent).not.toBeInTheDocument();

  await searchBox.fill('artist 3');
  await press('{ArrowDown}');
  await shows(1);
  await press('{Enter}');
  await expect.poll(href).toMatch(/^\/ticketmaster\?artistName=Artist\+3/);
});

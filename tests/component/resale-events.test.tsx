import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type RankingInputs, rank } from '../../shared/resale-events/ranking.ts';
import type { ResaleEvent } from '../../shared/resale-events/schema.ts';
import { formatInstant } from '../../shared/ticketing/view/dates.ts';
import { ConcertTable } from '../../web/features/resale-events/concert-table.tsx';
import { FinalScore } from '../../web/features/resale-events/score-card.tsx';
import { artistBlock, artistRows, minutesOf } from '../factories/artist-rows.ts';
import { failed } from './desk.tsx';
import { openProduct } from './product.tsx';

const NOW = Date.UTC(2026, 10, 22, 12);

const concert = (changes: Partial<ResaleEvent>): ResaleEvent => ({
  id: 1,
  venue_name: 'Halle des Quais',
  city_name: 'Lyon',
  country: 'FR',
  on_sale_date: '2026-11-25',
  event_date: '2027-03-14T21:00:00',
  number_of_tickets: 1_204,
  min_price_amount: 49.5,
  min_price_currency: 'EUR',
  website_event_details_url: 'https://seatgeek.com/kasimir/concert/1',
  ...changes,
});

function rowOf(inputs: Partial<RankingInputs> = {}) {
  const { ranking, parts } = rank(
    {
      artistScore: { value: 0.724, at: NOW },
      listeners: null,
      views: {
        value: { last30Days: 9_999, last7Days: 2_100, before28Days: 2_800 },
        at: NOW,
      },
      isOnSaleSoon: true,
      countries: 2,
      fewestTickets: 41,
      ...inputs,
    },
    NOW,
  );
  const facts = {
    countries: ['FR', 'DE'],
    number_of_visits: 9_999,
    category_score: 71.04,
    listeners: inputs.listeners?.value ?? null,
    next_on_sale: minutesOf('2026-11-25'),
    scarcest: { city: 'Hamburg', tickets: 41 },
    stale: (['music', 'social', 'trend'] as const).filter((part) => parts[part] === 'stale'),
  };
  const [row] = artistRows([{ ...facts, ...ranking }], NOW);
  if (row === undefined) throw new Error('no row');
  return row;
}

const KASIMIR = rowOf();

const score = () =>
  page.getByRole('button', { name: 'Final score of Kasimir and the Owls: 0.752' });
const explanation = () => page.getByRole('tooltip');

test('the final score is explained with its parts, on hover, focus and press', async () => {
  await render(
    <>
      <FinalScore row={KASIMIR} now={NOW} />
      <button type="button">Elsewhere</button>
    </>,
  );
  await userEvent.hover(score());
  await expect.element(explanation()).toBeInTheDocument();
  // (0.724 x 0.5 + 0.571 x 0.3 + 0.75 x 0.2) x 1.10
  const texts = [
    'How the final score is made',
    'Music0.724 × 0.50.362Artist score of the resale feed',
    'Social0.571 × 0.30.171Page views in 30 days, log scale',
    'Trend0.750 × 0.20.150Daily views of the last 7 days against the 28 before',
    'Before the bonus 0.683',
    'Bonus at most 15%',
    '+10%0.068',
    'On-sale within 14 days: 25/11/2026+5%',
    '3 countries or more: 2no',
    'Fewer than 50 tickets left in some city: Hamburg, 41 tickets+5%',
    'Score 71.04 is the mean score of the concerts times 100, weighted by their listings where these are published. It is not part of Final.',
  ];
  const shown = explanation().query()?.textContent;
  for (const text of texts) expect(shown).toContain(text);
  await userEvent.unhover(score());
  await expect.element(explanation()).not.toBeInTheDocument();

  await userEvent.tab();
  await expect.element(score()).toHaveFocus();
  await expect.element(explanation()).toBeInTheDocument();
  await expect.element(score()).toHaveAccessibleDescription(/How the final score is made/);
  await userEvent.keyboard('{Escape}');
  await expect.element(explanation()).not.toBeInTheDocument();

  // On a touch screen, the pointer leaves when the tap ends, and a tap elsewhere closes the card.
  const finger = { bubbles: true, pointerType: 'touch' };
  score().element().dispatchEvent(new PointerEvent('pointerdown', finger));
  score().element().dispatchEvent(new PointerEvent('pointerout', finger));
  await expect.element(explanation()).toBeInTheDocument();
  page.getByText('Elsewhere').element().dispatchEvent(new PointerEvent('pointerdown', finger));
  await expect.element(explanation()).not.toBeInTheDocument();
});

test('parts that nobody publishes are named, and their weight is divided among the others', async () => {
  const row = rowOf({ views: null, listeners: { value: 99_999, at: NOW } });
  await render(<FinalScore row={row} now={NOW} />);
  const button = page.getByRole('button', { name: /^Final score of Kasimir and the Owls: 0\.7/ });
  await userEvent.hover(button);
  await expect.element(explanation()).toBeInTheDocument();
  const shown = explanation().query()?.textContent;
  expect(shown).toContain('Music0.719 × 10.719');
  expect(shown).toContain('99,999 people listened to the artist');
  expect(shown).toContain('Socialnot published–No page views were read');
  expect(shown).toContain('Trendnot published–No page views were read');
});

test('an artist without any value has no score, and old values are marked as old', async () => {
  const missing = rowOf({ artistScore: null, views: null });
  const old = { value: 0.5, at: NOW - 49 * 3_600_000 };
  await render(
    <>
      <FinalScore row={missing} now={NOW} />
      <FinalScore row={rowOf({ artistScore: old })} now={NOW} />
    </>,
  );
  await expect
    .element(page.getByRole('button', { name: 'Final score of Kasimir and the Owls: not known' }))
    .toBeInTheDocument();
  await userEvent.hover(page.getByRole('button').nth(1));
  await expect.element(explanation()).toBeInTheDocument();
  expect(explanation().query()?.textContent).toContain('older than 48 hours');
});

async function renderTable(concerts: ResaleEvent[]) {
  const rootRoute = createRootRoute();
  const index = createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: () => <ConcertTable row={KASIMIR} concerts={concerts} />,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([index]),
    history: createMemoryHistory(),
  });
  // The product's own route tree gives the links their types.
  await render(<RouterProvider router={router as never} />);
}

test('opening an artist shows its concerts with fr-FR dates and the currency of each', async () => {
  await renderTable([
    concert({}),
    concert({
      id: 2,
      venue_name: 'Thames Dome',
      country: 'GB',
      number_of_tickets: 41,
      on_sale_date: '2026-11-25T10:00:00Z',
      event_date: '2027-03-16',
      min_price_amount: 60,
      min_price_currency: 'GBP',
    }),
    concert({
      id: 3,
      venue_name: null,
      event_date: null,
      on_sale_date: null,
      number_of_tickets: null,
      min_price_amount: null,
      website_event_details_url: 'javascript:alert(1)',
    }),
  ]);
  await expect.element(page.getByRole('table')).toBeVisible();
  const heads = page.getByRole('columnheader').elements();
  expect(heads.map((head) => head.textContent)).toEqual([
    'Venue',
    'City',
    'On Sale Date',
    'Concert Date',
    'Available Tickets',
    'Min Price',
    'Event page',
  ]);
  const rows = page.getByRole('row');
  const textsOf = (row: number) =>
    rows
      .nth(row)
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent);
  expect(textsOf(1)).toEqual([
    'Halle des Quais',
    'Lyon, France',
    '25/11/2026',
    '14/03/2027 21:00',
    '1,204 left',
    '€49.50',
    'View',
  ]);
  expect(textsOf(2).slice(1)).toEqual([
    'Lyon, United Kingdom',
    formatInstant('2026-11-25T10:00:00Z'),
    '16/03/2027',
    '41 left',
    '£60',
    'View',
  ]);
  await expect.element(rows.nth(2).getByTitle('Fewer than 50 left')).toBeVisible();
  expect(rows.nth(3).getByText('Not published').elements()).toHaveLength(5);
  // Only web addresses become links.
  expect(rows.nth(3).getByRole('link').elements()).toHaveLength(0);
  const view = page.getByRole('link', {
    name: 'View Halle des Quais, 14/03/2027 21:00 (opens in a new tab)',
  });
  await expect.element(view).toHaveAttribute('target', '_blank');
  await expect.element(view).toHaveAttribute('rel', 'noopener noreferrer');
  const search = page.getByRole('link', { name: 'Search in Ticketing' });
  await expect
    .element(search)
    .toHaveAttribute('href', expect.stringContaining('/ticketmaster?searchByName=Kasimir'));
  await expect
    .element(page.getByRole('link', { name: 'Monitor this artist' }))
    .toHaveAttribute('href', expect.stringContaining('/artist-monitor?search=Kasimir'));
});

test('columns without a value in any concert of the artist are omitted and named', async () => {
  await renderTable([concert({ number_of_tickets: null, min_price_amount: null })]);
  const table = page.getByRole('table', { name: 'Concerts of Kasimir and the Owls' });
  await expect.element(table).toBeInTheDocument();
  expect(table.query()?.textContent).not.toMatch(/Available Tickets|Min Price|Not published/);
  await expect
    .element(page.getByText('Available tickets and prices are not published for these concerts.'))
    .toBeVisible();
});

test('a residency shows its first 60 concerts, and all of them on request', async () => {
  const many = Array.from({ length: 130 }, (_, id) => concert({ id }));
  await renderTable(many);
  await expect.element(page.getByRole('row').nth(60)).toBeInTheDocument();
  expect(page.getByRole('row').elements()).toHaveLength(61);
  await page.getByRole('button', { name: 'Show all 130 concerts' }).click();
  await expect.element(page.getByRole('row').nth(130)).toBeInTheDocument();
});

const CONCERTS = 'GET /events/feed/artists/11';
const MATCHES = 'GET /events/feed/matches';

function openScreen(answers: Parameters<typeof openProduct>[1] = {}) {
  const artists = [
    { id: 11, name: 'Kasimir and the Owls', final_score: 0.9, concerts: 2 },
    { id: 12, name: 'Northern Lanterns', final_score: 0.5 },
    { id: 13, name: 'Élan Vital', final_score: 0.1 },
  ];
  const feed = { refreshed_at: null, artists: 3, artists_read: 3, problems: [] };
  return openProduct('/events', {
    'GET /events/monitored-artists': () => ({ success: true, data: [] }),
    'GET /events/feed': () => ({ success: true, data: feed }),
    'GET /events/feed/artists': () => ({ success: true, data: [artistBlock(artists)] }),
    [CONCERTS]: () => ({
      success: true,
      data: [concert({}), concert({ id: 2, venue_name: 'Elbkai' })],
    }),
    [MATCHES]: ({ query }) => ({
      success: true,
      data: query.get('search')?.startsWith('lyo') ? [12] : [],
    }),
    ...answers,
  });
}

const artistNames = () =>
  page
    .getByRole('button', { name: /^Details of / })
    .elements()
    .map((button) => button.getAttribute('aria-label')?.slice('Details of '.length));
const search = () => page.getByRole('searchbox', { name: 'Search artists, venues, cities' });

test('the list loads without concerts: those of an artist load once, when its row opens', async () => {
  const { calls } = await openScreen();
  await expect
    .poll(artistNames)
    .toEqual(['Kasimir and the Owls', 'Northern Lanterns', 'Élan Vital']);
  expect(page.getByRole('region', { name: 'Totals' }).query()?.textContent).toContain('Concerts4');
  expect(calls.to(/feed\/artists\/|\/events$/)).toEqual([]);
  const details = page.getByRole('button', { name: 'Details of Kasimir and the Owls' });
  for (let times = 0; times < 3; times += 1) await details.click();
  const table = page.getByRole('table', { name: 'Concerts of Kasimir and the Owls' });
  await expect.element(table.getByText('Elbkai')).toBeVisible();
  expect(calls.to(/feed\/artists\//)).toHaveLength(1);
});

test('Refresh reloads the artists, the concerts of open rows and the matches', async () => {
  let venue = 'Halle des Quais';
  let matches = [11];
  await openScreen({
    [CONCERTS]: () => ({ success: true, data: [concert({ venue_name: venue })] }),
    [MATCHES]: () => ({ success: true, data: matches }),
  });
  await search().fill('ham');
  await expect.poll(artistNames).toEqual(['Kasimir and the Owls']);
  await page.getByRole('button', { name: 'Details of Kasimir and the Owls' }).click();
  await expect.element(page.getByText('Halle des Quais')).toBeVisible();
  venue = 'Elbkai';
  matches = [11, 12];
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(page.getByText('Elbkai')).toBeVisible();
  await expect.poll(artistNames).toEqual(['Kasimir and the Owls', 'Northern Lanterns']);
});

test('concerts that failed to load can be loaded again', async () => {
  let isFailing = true;
  await openScreen({
    [CONCERTS]: () => (isFailing ? failed(400, 'No') : { success: true, data: [concert({})] }),
  });
  await page.getByRole('button', { name: 'Details of Kasimir and the Owls' }).click();
  await expect.element(page.getByText('Error loading events')).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('Halle des Quais')).toBeVisible();
});

test('a search finds names at once; the server finds artists by their venues and cities', async () => {
  const { calls } = await openScreen();
  await search().fill('ÉLAN');
  await expect.poll(artistNames).toEqual(['Élan Vital']);
  await search().fill('Lyon');
  await expect.poll(artistNames).toEqual(['Northern Lanterns']);
  await search().fill('oslo');
  await expect.element(page.getByText('No artist matches')).toBeVisible();
  await search().fill('');
  await expect.poll(artistNames).toHaveLength(3);
  const texts = calls.to(/matches/).map(({ query }) => query.get('search'));
  expect(texts.filter((text) => text === '' || text !== text?.toLowerCase())).toEqual([]);
});

test('a failed search of venues shows a message, and the names still match', async () => {
  await openScreen({ [MATCHES]: () => failed(400, 'No') });
  await search().fill('lanterns');
  await expect.element(page.getByText(/Venues and cities could not be searched/)).toBeVisible();
  expect(artistNames()).toEqual(['Northern Lanterns']);
});

test('no column and no total is empty or 0 for all artists without a stated reason', async () => {
  const answered = { number_of_visits: null, category_score: null, listeners: null };
  const scores = { social_score: null, trend_score: null, music_ranking_score: 0.7 };
  await page.viewport(1440, 900);
  await openScreen({
    'GET /events/feed/artists': () => ({
      success: true,
      data: [
        artistBlock([
          { ...answered, ...scores, id: 11, name: 'Kasimir and the Owls', final_score: 0.7 },
          { ...answered, ...scores, id: 12, name: 'Northern Lanterns', final_score: 0.7 },
        ]),
      ],
    }),
  });
  await expect.poll(artistNames).toHaveLength(2);
  expect(page.getByRole('region', { name: 'Totals' }).query()?.textContent).toBe(
    'Artists2Concerts2Countries1Total VisitsNot read yetUpcoming SalesNot published',
  );
  const cells = (role: 'columnheader' | 'gridcell') =>
    page
      .getByRole(role)
      .elements()
      .map((cell) => cell.textContent);
  const heads = cells('columnheader');
  expect(heads).toContain('Music');
  for (const hidden of ['Visits', 'Score', 'Social', 'Trend']) expect(heads).not.toContain(hidden);
  expect(cells('gridcell').filter((text) => /^(0(\.0+)?|–)$/.test(text ?? ''))).toEqual([]);
  await userEvent.hover(page.getByRole('button', { name: /^Final score of Kasimir/ }));
  await expect.element(explanation()).toBeInTheDocument();
  expect(explanation().query()?.textContent).toContain(
    'Fewer than 50 tickets left in some city: not publishedno',
  );
});

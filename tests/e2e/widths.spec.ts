import type { Locator, Page } from '@playwright/test';
import type { Sale } from '../../shared/catalogues/schema.ts';
import { makeMailboxes } from '../factories/mailboxes.ts';
import { makeWatchedEvent } from '../factories/watched-event.ts';
import { cutContent } from './cut-content.ts';
import { test as base } from './desk.ts';
import { addCategories, addressOf } from './encore-page.ts';
import { expect } from './fixtures.ts';
import { operator, operatorVariables } from './operator.ts';
import { makeFolder, removeFolder, startProduct } from './product.ts';

/** A separate product: data that other tests store in the shared one would be part of the lists. */
const test = base.extend<object, { origin: string }>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      const dataDir = await makeFolder();
      const product = await startProduct({ dataDir, variables: operatorVariables });
      try {
        await product.ready;
        await use(product.origin);
      } finally {
        await product.stop();
        await removeFolder(dataDir);
      }
    },
    { scope: 'worker' },
  ],
  token: async ({ request }, use) => {
    const answer = await request.post('/api/auth/login', { data: operator });
    await use((await answer.json()).token);
  },
});

/** A tablet, half a screen, a small laptop, and the first width with side columns. */
const WIDTHS = [768, 901, 1024, 1280];
const HEIGHT = 800;
/** How many times content must be found cut before it counts. */
const READINGS = 20;
const ARTIST = 'Northern Lanterns';
const FAILURE = 'The page answered 403.';
const SIGNUP = 'https://signup.ticketmaster.com/northern-lanterns';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

interface Visit {
  path: string;
  /** The main action, which is inside the window without scrolling. */
  main: (page: Page) => Locator;
  /** An element that exists once the screen has its content. */
  shows?: (page: Page) => Locator;
  /** The reason of a refusal. */
  reason?: string | RegExp;
  /** Brings the screen into the state that is checked. */
  act?: (page: Page) => Promise<unknown>;
}

const sale = (index: number): Sale => ({
  event_id: `S${index}`,
  artist: `Artist ${index}`,
  name: '',
  venue: 'Elbphilharmonie',
  city: 'Hamburg',
  country: 'DE',
  timezone: 'Europe/Berlin',
  closes_at: null,
  url: '',
  kind: 'presale',
  presale_name: 'Artist Presale',
  ticket_limit: 6,
  is_followed: false,
  opens_at: new Date(Date.now() + index * 3_600_000).toISOString(),
  known_from: ['catalogue', 'monitor'],
});

/**
 * Runs in the page and answers these calls there. A route of Playwright would disable the browser's
 * cache.
 */
function answerCalls(answers: Record<string, object>): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const { method, url } = new Request(input, init);
    const answer = method === 'GET' ? answers[new URL(url).pathname] : undefined;
    return answer === undefined ? fetch(input, init) : Response.json(answer);
  };
}

/** Lists that take a long time to fill: prices, sales and mailboxes. */
async function fillLists(page: Page): Promise<void> {
  const prices = [
    makeWatchedEvent({ low: 1650, currency: 'CZK', tags: ['Friday'] }),
    makeWatchedEvent({ failure: FAILURE, failures: 3 }),
    makeWatchedEvent({ title: 'A name that is longer than the card that has to show it' }),
  ];
  const sales = Array.from({ length: 20 }, (_, at) => sale(at + 1));
  const list = (data: object[]) => ({
    success: true,
    data,
    total: data.length,
    next_cursor: null,
  });
  await page.addInitScript(answerCalls, {
    '/api/events/price-targets': {
      ...list(prices),
      counts: { unread: 0, none: 0, low: 0, medium: 0, high: prices.length },
      tags: [{ tag: 'Friday', count: 1 }],
    },
    '/api/sales': list(sales),
    '/api/imap-accounts': { success: true, accounts: makeMailboxes(3) },
  });
}

const visitsOf = (place: { sale: string; artist: string; encore: string }): Visit[] => [
  { path: '/', main: (page) => page.getByRole('link', { name: 'Find events' }).first() },
  {
    path: '/events',
    main: (page) => page.getByRole('searchbox').first(),
    shows: (page) => page.getByRole('gridcell').first(),
  },
  {
    path: '/agenda',
    main: (page) => button(page, 'Export to CSV'),
    shows: (page) => page.getByRole('link', { name: /^Artist 2/ }).first(),
  },
  {
    path: `/sale/${place.sale}`,
    main: (page) => page.getByRole('main').locator('..').getByText('Create Encore Tool').first(),
    shows: (page) => page.getByRole('heading', { name: 'Prices' }),
  },
  {
    path: `/ticketmaster?byId=${place.artist}&artistName=Northern+Lanterns`,
    main: (page) => button(page, /^Create Encore Tool/),
    act: async (page) => {
      await page.getByRole('grid').getByRole('checkbox').first().click();
      await page.keyboard.press('Control+a');
    },
  },
  {
    path: `/ticketmaster?byId=${place.artist}&artistName=Northern+Lanterns&view=list`,
    main: (page) => button(page, /^Export to CSV/),
  },
  { path: '/artist-monitor', main: (page) => page.getByRole('searchbox').first() },
  { path: '/watch-rules', main: (page) => button(page, 'New rule') },
  {
    path: '/queues-tool',
    main: (page) => button(page, /^Download/),
    shows: (page) => page.getByRole('gridcell').first(),
  },
  { path: '/vf-queues-tool', main: (page) => button(page, 'Uploads') },
  {
    path: `/signup?url=${encodeURIComponent(SIGNUP)}`,
    main: (page) => button(page, /^Dispatch/),
    shows: (page) => button(page, 'Export events CSV'),
  },
  { path: '/profiles', main: (page) => button(page, 'Upload CSV') },
  {
    path: '/profiles?upload',
    main: (page) => button(page, /^Upload/),
    shows: (page) =>
      page
        .getByRole('grid', { name: /^Refused rows/ })
        .getByRole('row')
        .nth(1),
    reason: /^Invalid card number format, 3 digits found/,
    act: refuseRows,
  },
  {
    path: place.encore,
    main: (page) => button(page, /^Generate CSV/),
    reason: /^Amount must be numbers of tickets/,
    act: (page) => page.getByLabel('Amount', { exact: true }).first().fill('garbage'),
  },
  {
    path: '/adonis-tool?site=AXS',
    main: (page) => button(page, /^Generate CSV/),
    act: async (page) => {
      await page.getByPlaceholder('Paste event URLs, one per line').fill('https://shop.test/a\nno');
      await page.getByRole('button', { name: 'Add Events' }).click();
    },
  },
  {
    path: '/user-generator?count=20&nationality=US&start=now',
    main: (page) => button(page, 'Generate users'),
    shows: (page) => page.getByText('20 users').first(),
  },
  {
    path: '/event-price-monitoring',
    main: (page) => button(page, 'Add events'),
    shows: (page) => page.getByRole('article').first(),
    reason: FAILURE,
  },
  {
    path: '/event-price-monitoring?view=list',
    main: (page) => button(page, 'Add events'),
    shows: (page) => page.getByRole('gridcell').first(),
    reason: FAILURE,
  },
  {
    path: '/presale-code-tool',
    main: (page) => button(page, 'Search Presale Codes'),
    shows: (page) => page.getByText('box001@staged.example').first(),
  },
  { path: '/imap-accounts', main: (page) => button(page, 'Add New Account') },
  { path: '/settings', main: (page) => button(page, 'Create token') },
  { path: '/settings?section=channels', main: (page) => button(page, 'Add channel') },
  { path: '/settings?section=catalogues', main: (page) => page.getByRole('switch').first() },
  { path: '/settings?section=doctor', main: (page) => button(page, 'Check again') },
];

/** Chooses a file of profiles with a row that is refused. */
async function refuseRows(page: Page): Promise<void> {
  const header =
    'ProfileName,Email,Password,Address,City,Country,Name,Phone,Postal,State,CardNumber,CardExpMonth,CardExpYear,Cvv';
  const row = 'a,a@mail.test,kelp-orbit-29,1 rue a,Lyon,FR,Théo,+33 4,69002,Rhône,123,03,2029,123';
  await button(page, 'Upload CSV').click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'refused.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${header}\n${row}`),
  });
}

test('every screen has its main action, prices and reasons inside the window from 768 px on', async ({
  page,
  desk,
}) => {
  await addCategories(desk);
  const events = await desk.eventsOf(ARTIST, 3);
  await fillLists(page);
  const place = {
    sale: events[0]?.id ?? '',
    artist: await desk.artistId(ARTIST),
    encore: addressOf(events),
  };
  const problems: string[] = [];
  await page.goto('/');
  for (const { path, main, shows = main, reason, act } of visitsOf(place)) {
    await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: HEIGHT });
    // Navigates without loading the app, which would take most of the time.
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await act?.(page);
    await expect(shows(page), path).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await expect(main(page), `${path} at ${width} px`).toBeInViewport({ ratio: 1 });
      if (reason !== undefined)
        await expect(page.getByText(reason).first(), `${path} at ${width} px`).toBeVisible();
      // The columns of a grid follow the width one render later, so content counts as cut only if
      // it is cut several times.
      let cut = await cutContent(page);
      for (let reading = 1; reading < READINGS && cut.length > 0; reading += 1) {
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
        const again = new Set(await cutContent(page));
        cut = cut.filter((text) => again.has(text));
      }
      problems.push(...cut.map((text) => `${path} at ${width} px: ${text}`));
    }
  }
  expect(problems).toEqual([]);
});

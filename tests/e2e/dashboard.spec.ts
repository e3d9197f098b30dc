import type { Page } from '@playwright/test';
import type { DashboardAnswer } from '../../shared/dashboard/schema.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const opening = {
  event_id: 'E1',
  artist: 'Northern Lanterns',
  kind: 'presale' as const,
  name: 'Fan Club',
  opens: inMinutes(88.5),
  date: '2027-03-18 20:00',
  venue: 'Canal Street Arena',
  location: 'Manchester',
  nation: 'GB',
  url: 'https://tickets.example/E1',
  source: 'searched' as const,
  events: 3,
};

const answer: DashboardAnswer = {
  success: true,
  overview: {
    total_events: 40_312,
    artists_monitored: 212,
    users_generated: 15_600,
    queue_files_processed: 94,
  },
  events: {
    upcoming_sales: 31,
    active_countries: 17,
    events_this_week: 9,
    recent_events: [
      { artist: 'Velvet Herons', venue: 'Velodrome', date: '2026-12-24', status: 'onsale' },
    ],
  },
  ticketmaster: {
    searches_performed: 1_204,
    last_search_results: 37,
    recent_searches: [
      { id: 'K1', artist: 'Björk & Söhne', date: '2026-11-20T14:32:00Z', image: null },
    ],
  },
  queues: {
    total_records: 1_000_000,
    avg_position: 12_228.47,
    active_queues: 93,
    processing_queues: 2,
  },
  profiles: { total_profiles: 50_000, recent_uploads: 240 },
  generators: {
    user_generator: { total_generated: 15_600, last_batch_size: 500, last_generation: null },
  },
  system: {
    api_status: 'operational',
    database_status: 'operational',
    queue_system_status: 'processing',
    generator_status: 'degraded',
    uptime: 100_800,
    last_backup: null,
  },
  outlook: {
    openings: [opening],
    queue_ratios: [
      { day: '2026-11-19', ratio: 0.31, positions: 500 },
      { day: '2026-11-20', ratio: 0.1254, positions: 900 },
    ],
    account_classes: [
      { performance: 'Excellent', accounts: 3_000 },
      { performance: 'Poor', accounts: 1_000 },
    ],
    providers: [
      { name: 'Ticketmaster', state: 'simulated', quota: { available: 4_800, limit: 5_000 } },
    ],
    price_moves: [
      {
        url: 'https://tickets.example/herons',
        title: 'Velvet Herons, Lyon',
        low: 59,
        currency: 'EUR',
        move: 3.5,
        recent: [52, 55.5, 59],
      },
      {
        url: 'https://tickets.example/lanterns',
        title: null,
        low: 20,
        currency: null,
        move: -1,
        recent: [21, 20],
      },
    ],
    problems: [],
    scanner: 'not connected',
  },
};

const serve = (page: Page, body: object, status = 200) =>
  page.route('**/api/dashboard?*', (route) => route.fulfill({ status, json: body }));

/** A card or panel by its heading. */
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.describe('the dashboard', () => {
  test('shows every number of the answer and links to every tool', async ({ page, look }) => {
    await serve(page, answer);
    await page.goto('/dashboard');
    await expect(page).toHaveTitle('Dashboard Overview');
    const overview = card(page, 'Overview');
    for (const [label, value] of [
      ['Total Events Tracked', '40,312'],
      ['Artists Monitored', '212'],
      ['Users Generated', '15,600'],
      ['Queue Datas Processed', '94'],
    ] as const) {
      await expect(overview.locator('div', { hasText: label }).last()).toContainText(value);
    }
    await expect(page.getByText('Data connections are in development.')).toBeVisible();
    await expect(
      page.getByText('Ticketmaster is simulated. Live statistics are coming soon.'),
    ).toBeVisible();
    await expect(card(page, 'Today')).toContainText('1 sale of 3 events opens in 48 hours');
    const row = page.getByRole('row', { name: /Northern Lanterns/ });
    await expect(row).toContainText(/1 h 2[89] min/);
    await expect(row).toContainText('Canal Street Arena and 2 other events');
    await expect(
      row.getByRole('link', { name: 'Event page of Northern Lanterns, Canal Street Arena' }),
    ).toHaveAttribute('href', opening.url);
    await expect(card(page, 'Recent events')).toContainText(
      '9 this week, 31 upcoming sales, 17 active countries',
    );
    await expect(page.getByRole('row', { name: /Velvet Herons/ })).toContainText(
      '24/12/2026On sale',
    );
    await expect(page.getByRole('figure')).toHaveAccessibleName(
      'Average queue ratio of 2 queue dates, latest 12.54%',
    );
    await expect(card(page, 'Accounts by performance')).toContainText('Excellentup to 3%3,00075%');
    await expect(card(page, 'Ticketing tool')).toContainText('Searches performed1,204');
    await expect(card(page, 'Ticketing tool')).toContainText('Events in the last search37');
    await expect(card(page, 'Queue analytics')).toContainText(
      'Records1,000,000Average position12,228.47Active queues93In progress2',
    );
    await expect(card(page, 'Profiles')).toContainText('Profiles50,000Uploaded in 7 days240');
    await expect(card(page, 'User generator')).toContainText(
      'Users generated15,600Last batch500Last generatedNever',
    );
    await expect(card(page, 'System status')).toContainText(
      'APIoperationalDatabaseoperationalQueue systemprocessingGeneratordegradedMailbox scanneroffline',
    );
    await expect(card(page, 'System status')).toContainText('Uptime1 d 4 hLast backupNone');
    await expect(card(page, 'System status')).toContainText('200 of 5,000');
    await expect(card(page, 'Prices moving').getByRole('listitem')).toHaveText([
      'Velvet Herons, Lyon€59.00up by€3.50',
      'https://tickets.example/lanterns$20.00down by$1.00',
    ]);
    for (const [region, link, href] of [
      ['Recent events', 'All events', '/events'],
      ['Ticketing tool', 'Search events', '/ticketmaster'],
      ['Ticketing tool', /Björk & Söhne/, '/ticketmaster?artistName=Bj%C3%B6rk+%26+S%C3%B6hne'],
      ['Prices moving', 'All prices', '/event-price-monitoring'],
      ['Queue analytics', 'Queues Tool', '/queues-tool'],
      ['Profiles', 'Upload CSV', '/profiles'],
      ['Bot configuration', 'Multi-site CSV', '/adonis-tool'],
      ['Bot configuration', 'Event Config', '/encore-tool'],
      ['User generator', 'User Generator', '/user-generator'],
      ['User generator', 'Generate 100', '/user-generator?count=100'],
      ['User generator', 'Generate 500', '/user-generator?count=500'],
      ['User generator', 'Generate 1000', '/user-generator?count=1000'],
      ['Quick actions', 'Upload queue files', '/queues-tool'],
    ] as const) {
      await expect(
        card(page, region).getByRole('link', { name: link, exact: true }),
      ).toHaveAttribute('href', href);
    }
    await look('dashboard');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('row', { name: /Northern Lanterns/ })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
  });

  test('has its place for everything while it loads: the status is processing and nothing moves', async ({
    page,
  }) => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/dashboard?*', async (route) => {
      await gate;
      await route.fulfill({ json: answer });
    });
    await page.goto('/');
    const status = card(page, 'System status');
    await expect(status).toContainText(
      'APIprocessingDatabaseprocessingQueue systemprocessingGeneratorprocessing',
    );
    const places = () =>
      page.locator('main section:not(.table-scroll)').evaluateAll((sections) =>
        sections.map((section) => {
          const { x, y, width, height } = section.getBoundingClientRect();
          return `${section.querySelector('h2')?.textContent}: ${x} ${y} ${width} ${height}`;
        }),
      );
    const before = await places();
    release();
    await expect(status).toContainText('APIoperational');
    expect(await places()).toEqual(before);
  });

  test('names a data source that fails', async ({ page }) => {
    const problems = ['SeatGeek refuses the key.', 'Wikimedia cannot be reached.'];
    await serve(page, { ...answer, outlook: { ...answer.outlook, problems } });
    await page.goto('/');
    await expect(
      page.getByRole('status').filter({ hasText: 'A data source fails.' }),
    ).toContainText(problems.join(' '));
  });

  test('says that it failed to load and loads on Retry', async ({ page, problems }) => {
    problems.expect(/dashboard|status of 503/);
    await serve(page, { success: false, message: '' }, 503);
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('Failed to load dashboard data', {
      timeout: 15_000,
    });
    await page.unroute('**/api/dashboard?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(card(page, 'System status')).toContainText('Databaseoperational');
  });

  test('shows an artist that was just searched, by keyboard alone', async ({
    page,
    origin,
    token,
  }) => {
    const headers = { authorization: `Bearer ${token}` };
    const name = encodeURIComponent('Northern Lanterns');
    const found = await page.request.get(`${origin}/api/events/get_artists/${name}`, { headers });
    const { artists } = await found.json();
    await page.request.get(`${origin}/api/events/artist/${artists[0].id}`, { headers });
    await page.goto('/');
    const recent = card(page, 'Ticketing tool').getByRole('link', { name: /Northern Lanterns/ });
    await recent.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/ticketmaster?artistName=Northern+Lanterns');
  });
});

import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const ARTIST = 'Northern Lanterns';
/**
 * The first feed is read within a minute of a start, and the screen checks for it every ten
 * seconds.
 */
const FIRST_ARTISTS = { timeout: 240_000 };

const grid = (page: Page) => page.getByRole('grid', { name: 'Artists' });
const details = (page: Page) => page.getByRole('button', { name: `Details of ${ARTIST}` });

async function findArtist(page: Page): Promise<void> {
  await expect(grid(page)).toBeVisible(FIRST_ARTISTS);
  await page.getByRole('searchbox', { name: 'Search artists, venues, cities' }).fill(ARTIST);
  await expect(page.getByRole('status').filter({ hasText: /^1 of [\d,]+ artists$/ })).toBeVisible();
}

test.describe('the events of the resale feed', () => {
  test.describe.configure({ timeout: 480_000 });

  test('are filtered, explained, opened, and lead to the ticketing tool and the artist monitor', async ({
    page,
    look,
  }) => {
    const monitored = { artist_id: 'x', artist_name: 'northern LANTERNS', artist_image: '' };
    const dates = { start_monitoring: null, end_monitoring: null };
    await page.route('**/api/events/monitored-artists', (route) =>
      route.fulfill({ json: { success: true, data: [{ ...monitored, ...dates }] } }),
    );
    await page.goto('/events');
    await expect(page).toHaveTitle('Dashboard - Events');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Last Events');
    await expect(grid(page)).toBeVisible(FIRST_ARTISTS);
    const totals = page.getByRole('region', { name: 'Totals' });
    for (const label of ['Artists', 'Concerts', 'Countries', 'Total Visits', 'Upcoming Sales']) {
      await expect(totals.getByText(label, { exact: true })).toBeVisible();
    }
    await findArtist(page);
    await expect(page).toHaveURL(/search=Northern/);
    await details(page).click();
    const table = page.getByRole('table', { name: `Concerts of ${ARTIST}` });
    await expect(table.getByRole('row')).toHaveCount(41);
    const view = table.getByRole('link', { name: /^View / }).first();
    await expect(view).toHaveAttribute('href', /^https:\/\/seatgeek\.com\//);
    await expect(view).toHaveAttribute('target', '_blank');
    await page.getByRole('button', { name: `Final score of ${ARTIST}` }).hover();
    await expect(page.getByRole('tooltip')).toContainText('How the final score is made');
    await look('events');
    await expectAccessible(page);

    const monitor = page.getByRole('link', { name: `${ARTIST} is monitored` });
    await expect(monitor).toHaveAttribute('href', /\/artist-monitor\?search=Northern/);
    await page.getByRole('link', { name: `Search ${ARTIST} in Ticketing` }).click();
    await expect(page).toHaveURL(/\/ticketmaster\?searchByName=Northern/);
    await expect(page.getByText(ARTIST).first()).toBeVisible();
  });

  test('keep filters and sort in the address and for the next visit', async ({ page }) => {
    await page.goto('/events');
    await expect(grid(page)).toBeVisible(FIRST_ARTISTS);
    await page.getByRole('switch', { name: 'Only Upcoming Sales' }).check();
    await page.getByRole('button', { name: 'Countries' }).click();
    // The first artists that were read may all play in one country, or in others.
    await expect(page.getByRole('option', { name: /France/ })).toBeVisible(FIRST_ARTISTS);
    await expect(page.getByRole('option').nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Select All' }).click();
    await expect(page).toHaveURL(/countries=[A-Z]{2},.*upcoming=1/);
    await page.getByRole('button', { name: 'Clear All' }).click();
    await page.getByRole('option', { name: /France/ }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Visits/ }).click();
    const address = /countries=FR&upcoming=1&sort=visits&order=desc/;
    await expect(page).toHaveURL(address);
    await page.goto('/settings');
    await page.goto('/events');
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('switch', { name: 'Only Upcoming Sales' })).toBeChecked();
    // Another operator's link shows what it names, not this operator's stored filters.
    await page.goto('/events?sort=name&order=asc');
    await expect(page.getByRole('switch', { name: 'Only Upcoming Sales' })).not.toBeChecked();
    await expect(page.getByRole('columnheader', { name: 'Artist' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  });

  test('work by keyboard and on a small screen', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/events');
    await expect(grid(page)).toBeVisible(FIRST_ARTISTS);
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search artists, venues, cities' });
    await expect(search).toBeFocused();
    await page.keyboard.type(ARTIST);
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('');
    await findArtist(page);
    await search.blur();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('table', { name: `Concerts of ${ARTIST}` })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Monitor this artist' })).toBeVisible();
    await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  });

  test('show which call failed, and Retry repeats it', async ({ page, problems }) => {
    problems.expect(/events|ERR_FAILED|500/);
    await page.route('**/api/events/feed/artists', (route) => route.abort());
    await page.goto('/events');
    await expect(page.getByText('Server connection error')).toBeVisible();
    await page.unroute('**/api/events/feed/artists');
    await page.route('**/api/events/feed/artists', (route) =>
      route.fulfill({ json: { success: false, message: 'The database is full.' } }),
    );
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Error loading events')).toBeVisible();
    await page.unroute('**/api/events/feed/artists');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(grid(page)).toBeVisible(FIRST_ARTISTS);
  });
});

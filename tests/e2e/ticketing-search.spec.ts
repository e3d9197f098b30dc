import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search artists' });
const artists = (page: Page) => page.getByRole('list', { name: 'Artists' });
const events = (page: Page) => page.getByRole('grid', { name: 'Events' });

test('nothing is searched until a term is typed: a blank one does nothing', async ({ page }) => {
  await page.goto('/ticketmaster');
  await expect(page.getByRole('heading', { name: 'Search for an Artist' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Search for an Artist' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('Enter searches, arrow keys and Enter pick the artist, and the address holds both', async ({
  page,
}) => {
  await page.goto('/ticketmaster');
  await searchBox(page).fill('a');
  await page.keyboard.press('Enter');
  await expect(artists(page).getByRole('button').first()).toBeFocused();
  await expect(artists(page).getByRole('button', { name: /Northern Lanterns/ })).toContainText(
    /Music \/ Rock.*37 upcoming events/,
  );
  await page.keyboard.press('ArrowDown');
  await expect(artists(page).getByRole('button').nth(1)).toBeFocused();
  const name = await artists(page)
    .getByRole('button')
    .nth(1)
    .locator('span span')
    .first()
    .textContent();
  await page.keyboard.press('Enter');
  await expect(events(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: name ?? '' })).toBeVisible();
  await expect(events(page)).toBeFocused();
  expect(page.url()).toMatch(/artistName=a/);
  expect(page.url()).toMatch(/byId=K8v/);
});

test('one exact hit still shows the artist list', async ({ page }) => {
  await page.goto('/ticketmaster?artistName=Northern%20Lanterns');
  await expect(artists(page).getByRole('button')).toHaveCount(1);
  await expect(events(page)).toHaveCount(0);
});

test('links with searchByName and artistName start a search, byId loads the artist', async ({
  page,
}) => {
  for (const query of ['searchByName=lanterns', 'artistName=lanterns']) {
    await page.goto(`/ticketmaster?${query}`);
    await expect(searchBox(page)).toHaveValue('lanterns');
    await expect(artists(page).getByRole('button', { name: /Northern Lanterns/ })).toBeVisible();
  }
  await page.goto('/ticketmaster?byId=K8vZ9170000');
  await expect(events(page)).toBeVisible();
  await expect(page.getByText('37 events, 6 countries')).toBeVisible();
  // Without a search, the header shows the picture of an event.
  const header = page.getByRole('heading', { level: 2, name: 'Northern Lanterns' }).locator('..');
  await expect(header.locator('img')).toBeVisible();
  await expect(page.getByText(/of 5,000 calls left/)).toBeVisible();
});

test('a link with words that mean nothing shows the events as if they were not there', async ({
  page,
}) => {
  await page.goto('/ticketmaster?byId=K8vZ9170000&status=x&country=&sort=x&order=up&view=3');
  await expect(events(page).getByRole('row')).not.toHaveCount(0);
  await expect(page.getByRole('radio', { name: /^All/ })).toBeChecked();
  await page.goto('/ticketmaster?byId=');
  await expect(page.getByRole('heading', { name: 'Search for an Artist' })).toBeVisible();
});

test('the palette offers what the page can do, and the last searches on every page', async ({
  page,
}) => {
  await page.goto('/ticketmaster?artistName=lanterns');
  await artists(page).getByRole('button').first().click();
  await expect(events(page)).toBeVisible();
  const run = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill(text);
    await page.getByRole('option', { name: text }).click();
  };
  await run('Select All');
  await expect(page.getByText('37 selected')).toBeVisible();
  const download = page.waitForEvent('download');
  await run('Export to CSV');
  expect((await download).suggestedFilename()).toBe('Northern Lanterns_concerts.csv');
  await run('Create Encore Tool (37)');
  await expect(page).toHaveURL(/encore-tool\?events=/);
  await run('Events of lanterns');
  await expect(artists(page)).toBeVisible();
});

test('a reload shows the same filters, order and view', async ({ page }) => {
  await page.goto(
    '/ticketmaster?byId=K8vZ9170000&status=onsale&country=ES,DE&sort=venue&order=desc&view=list',
  );
  await expect(events(page)).toBeVisible();
  const before = await events(page).textContent();
  await page.reload();
  await expect(events(page)).toBeVisible();
  expect(await events(page).textContent()).toBe(before);
  await expect(page.getByRole('radio', { name: /^On sale/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
  await expect(page.getByRole('columnheader', { name: 'Venue' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('a name that is too long is refused with both numbers, and nothing of it is cut', async ({
  page,
}) => {
  await page.goto(`/ticketmaster?artistName=${'x'.repeat(5000)}`);
  await expect(
    page.getByText('An artist name has at most 200 characters; this one has 5,000.'),
  ).toBeVisible();
  await expect(searchBox(page)).toHaveValue('x'.repeat(5000));
});

test('New Search clears everything, the address too', async ({ page }) => {
  await page.goto('/ticketmaster?artistName=lanterns&byId=K8vZ9170000&status=onsale');
  await page.getByRole('button', { name: 'New Search' }).click();
  await expect(page.getByRole('heading', { name: 'Search for an Artist' })).toBeVisible();
  await expect(searchBox(page)).toHaveValue('');
  await expect(searchBox(page)).toBeFocused();
  expect(new URL(page.url()).search).toBe('');
});

test('picked searches are remembered ten long, newest first, without repeats', async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem('ticketing-search-history@1') !== null) return;
    const terms = ['LANTERNS', ...Array.from({ length: 9 }, (_, index) => `Artist ${index}`)];
    localStorage.setItem('ticketing-search-history@1', JSON.stringify(terms.reverse()));
  });
  await page.goto('/ticketmaster?artistName=lanterns');
  await artists(page).getByRole('button').first().click();
  await expect(events(page)).toBeVisible();
  await page.getByRole('button', { name: 'New Search' }).click();
  const recent = page.getByRole('group', { name: 'Recent searches' });
  const entries = recent.locator('[data-term]');
  await expect(searchBox(page)).toBeFocused();
  await expect(recent).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(entries).toHaveCount(10);
  await expect(entries.first()).toHaveText('lanterns');

  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused();
  await searchBox(page).click();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(entries.nth(1)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(entries).toHaveCount(9);
  await recent.getByRole('button', { name: 'Remove lanterns from recent searches' }).click();
  await expect(entries).toHaveCount(8);
  await page.keyboard.press('Escape');
  await expect(recent).toHaveCount(0);

  await searchBox(page).fill('artist 3');
  await page.keyboard.press('ArrowDown');
  await expect(entries).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/artistName=Artist\+3/);
});

test('odd names travel through search, list and events unharmed', async ({ page }) => {
  for (const [term, name] of [
    ['script', '<script>alert("encore")</script>'],
    ['Größe', 'Mötley Größe & Söhne'],
    ['quotes', 'O\'Malley "The Quotes", Ltd.'],
    ['étoile', 'Café Étoile 🎸✨'],
  ] as const) {
    await page.goto('/ticketmaster');
    await searchBox(page).fill(term);
    await page.keyboard.press('Enter');
    await artists(page).getByRole('button', { name }).click();
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  }
});

test('a long search says how long it may take and can be cancelled', async ({ page }) => {
  await page.goto('/ticketmaster?artistName=slow%20motion');
  await artists(page).getByRole('button').first().click();
  await expect(page.getByText('This can take up to 60 seconds.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/[1-9]\d*\ss/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(artists(page)).toBeVisible();
  expect(page.url()).not.toMatch(/byId/);
});

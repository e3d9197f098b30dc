import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search artists' });
const artists = (page: Page) => page.getByRole('list', { name: 'Artists' });
const events = (page: Page) => page.getByRole('grid', { name: 'Events' });

test('Enter searches, arrow keys and Enter choose the artist, and the address contains both', async ({
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

test('the palette lists the actions of the page, and the last searches on every page', async ({
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

test('the palette keeps text that is typed while its code loads', async ({ page }) => {
  const { promise: isTyped, resolve: release } = Promise.withResolvers<void>();
  const code = '**/assets/command-palette-*.js';
  await page.route(code, (route) => isTyped.then(() => route.continue()));
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('queX');
  await page.keyboard.press('Backspace');
  release();
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toHaveValue('que');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/queues-tool');
  await page.unroute(code);
});

test('a reload shows the same filters, order and view', async ({ page }) => {
  await page.goto(
    '/ticketmaster?byId=K8vZ9170000&status=onsale&country=ES,DE&sort=venue&order=desc&view=list',
  );
  await expect(events(page)).toBeVisible();
  // They are found by the names of their boxes, because the texts contain times that pass.
  const boxes = events(page).getByRole('checkbox', { name: /^Select (?!All)/ });
  const listed = () => boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label')));
  await expect(boxes.first()).toBeVisible();
  const before = await listed();
  await page.reload();
  await expect.poll(listed).toEqual(before);
  await expect(page.getByRole('radio', { name: /^On sale/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked();
  await expect(page.getByRole('columnheader', { name: 'Venue' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('odd names are unchanged in search, list and events', async ({ page }) => {
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

test('a long search shows how long it may take, and can be cancelled', async ({ page }) => {
  await page.goto('/ticketmaster?artistName=slow%20motion');
  await artists(page).getByRole('button').first().click();
  await expect(page.getByText('This can take up to 60 seconds.')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/[1-9]\d*\ss/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(artists(page)).toBeVisible();
  expect(page.url()).not.toMatch(/byId/);
});

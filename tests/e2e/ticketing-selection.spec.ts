import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const LANTERNS = '/ticketmaster?byId=K8vZ9170000';
const grid = (page: Page) => page.getByRole('grid', { name: 'Events' });
const box = (page: Page, index: number) =>
  grid(page)
    .getByRole('checkbox', { name: /^Select (?!All)/ })
    .nth(index);
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

test('arrow keys move in two directions over the cards, and Enter opens the event', async ({
  page,
  context,
  problems,
}) => {
  // The event's own page is on another machine: the request is answered here.
  problems.expect(/^request to another machine: .*\/event\//);
  await context.route(/\/event\//, (route) => route.fulfill({ body: 'event page' }));
  await page.goto(LANTERNS);
  // The columns are known.
  await expect(grid(page).getByRole('row').first().getByRole('gridcell').nth(1)).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  const selected = grid(page).locator('[role=gridcell][aria-selected=true]');
  await expect(selected).toHaveAttribute('aria-colindex', '2');
  await expect(selected.locator('xpath=..')).toHaveAttribute('aria-rowindex', '2');
  const href = await selected.getByRole('link', { name: /^Event page/ }).getAttribute('href');
  const popup = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  expect((await popup).url()).toBe(href);
});

test('the selection lasts across artists and reloads, and every page leads from it to the tools', async ({
  page,
}) => {
  await page.goto(LANTERNS);
  await box(page, 0).click();
  await box(page, 2).click({ modifiers: ['Shift'] });
  await page.goto('/ticketmaster?byId=K8vZ9170002');
  await box(page, 0).click();
  await expect(bar(page).getByRole('status')).toHaveText('4 selected, 1 of this artist');
  await page.keyboard.press('Escape');
  await expect(bar(page).getByRole('status')).toHaveText('3 selected, 0 of this artist');
  await box(page, 1).click();
  await page.getByRole('button', { name: 'Create Encore Tool (4)' }).click();
  await expect(page.getByRole('heading', { name: 'Selected Events (4)' })).toBeVisible();
  await page.goBack();
  await expect(bar(page).getByRole('status')).toHaveText('4 selected, 1 of this artist');
  await box(page, 2).click();
  await page.reload();
  await expect(grid(page).getByRole('checkbox', { checked: true })).toHaveCount(2);

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Selected events, 5' }).click();
  const panel = page.getByRole('dialog', { name: 'Selected events' });
  await expect(panel.getByRole('row')).toHaveCount(6);
  await expectAccessible(page);
  await panel
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await panel.getByRole('button', { name: 'Add to current Encore' }).click();
  await expect(page.getByRole('heading', { name: 'Selected Events (5)' })).toBeVisible({
    timeout: 120_000,
  });

  await page.keyboard.press('g');
  await page.keyboard.press('x');
  const { rows } = await exportedRows(page, () =>
    panel.getByRole('button', { name: 'Export to CSV' }).click(),
  );
  expect(rows).toHaveLength(5);
  for (const [action, result] of [
    // Other tests, or an earlier run of this one, may monitor some of them.
    ['Monitor prices', /^[0-4] events? added to the price monitor$/],
    ['Monitor artists', /^[012] artists? added to the artist monitor$/],
    ['Add to calendar', '4 events added to the calendar'],
  ] as const) {
    await page.getByRole('button', { name: 'Selected events, 4' }).click();
    await panel.getByRole('button', { name: action }).click();
    await expect(page.getByText(result, { exact: true })).toBeVisible();
  }
  // On a phone, they would cover the panel's buttons. The first ones may have disappeared already.
  await expect(async () => {
    const messages = page.getByRole('button', { name: 'Dismiss' });
    for (const dismiss of await messages.all()) await dismiss.click({ timeout: 1_000 });
    await expect(messages).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Selected events, 4' }).click();
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await expect(panel.getByText('No events selected')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Selected events, 4' })).toBeVisible();
});

test('2,000 events are handed to the Encore Tool by a short address', async ({ page }) => {
  test.slow();
  await page.goto('/ticketmaster?byId=K8vZ9170003');
  await expect(grid(page)).toBeVisible({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Create Encore Tool (2,000)' }).click();
  await expect(page).toHaveURL(/\/encore-tool\?list=\w{4,14}$/);
  await expect(page.getByRole('heading', { name: 'Selected Events (2,000)' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Selected Events (2,000)' })).toBeVisible({
    timeout: 120_000,
  });
  await page
    .getByRole('button', { name: /^Remove .*20/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Selected Events (1,999)' })).toBeVisible();
});

async function exportedRows(page: Page, press: () => Promise<void>) {
  const download = page.waitForEvent('download');
  await press();
  const file = await download;
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const rows = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true }).data;
  return { name: file.suggestedFilename(), rows };
}

const HEADINGS =
  'Artist,Concert Date,Venue,City,Country,Status,Ticket Limit,Promoter,Presale Count,General Sale Start,Presales,Manifest Link,Event Link,Manifest';

test('the export contains the 14 columns of every event', async ({ page }) => {
  await page.goto(LANTERNS);
  const { name, rows } = await exportedRows(page, () =>
    page.getByRole('button', { name: 'Export to CSV' }).click(),
  );
  expect(name).toBe('Northern Lanterns_concerts.csv');
  expect(rows[0]?.join(',')).toBe(HEADINGS);
  expect(rows).toHaveLength(38);
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([14]));
  expect(rows[1]?.[0]).toBe('Northern Lanterns');
  expect(rows[1]?.[1]).toMatch(/^\d{2}\/\d{2}\/\d{4}( \d{2}:\d{2})?$/);
});

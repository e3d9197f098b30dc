import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { expect, test } from './fixtures.ts';

const LANTERNS = '/ticketmaster?byId=K8vZ9170000';
const grid = (page: Page) => page.getByRole('grid', { name: 'Events' });
const box = (page: Page, index: number) =>
  grid(page)
    .getByRole('checkbox', { name: /^Select (?!All)/ })
    .nth(index);
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

for (const view of ['grid', 'list']) {
  test(`shift-click selects a range in the ${view}, and a second one changes it`, async ({
    page,
  }) => {
    await page.goto(`${LANTERNS}&view=${view}`);
    await box(page, 1).click();
    await box(page, 4).click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('4 selected');
    await box(page, 2).click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('2 selected');
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
  });
}

test('the keyboard moves, selects ranges, selects all and clears', async ({ page }) => {
  await page.goto(`${LANTERNS}&view=list`);
  await grid(page).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('3 selected');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar(page)).toContainText('2 selected');
  await page.keyboard.press('k');
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('37 selected');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
});

test('arrows move in two directions over the cards, and Enter opens the event', async ({
  page,
  context,
  problems,
}) => {
  // The event's own page is another machine's: the request is answered here.
  problems.expect(/^request to another machine: .*\/event\//);
  await context.route(/\/event\//, (route) => route.fulfill({ body: 'event page' }));
  await page.goto(LANTERNS);
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

test('a selection survives sorting and filtering and says what is out of view', async ({
  page,
}) => {
  await page.goto(LANTERNS);
  await page.getByRole('radio', { name: /^Presale/ }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  const count = Number((await bar(page).getByRole('status').textContent())?.replace(/\D/g, ''));
  expect(count).toBeGreaterThan(0);
  await page.getByRole('radio', { name: /^On sale/ }).click();
  await expect(bar(page)).toContainText(`${count} selected, ${count} out of view`);
  await page.getByRole('radio', { name: /^All/ }).click();
  await page.getByRole('button', { name: /^Ascending/ }).click();
  await expect(bar(page).getByRole('status')).toHaveText(`${count} selected`);
  await bar(page).getByRole('button', { name: 'Clear Selection' }).click();
  await expect(bar(page)).toHaveCount(0);
});

test('Create Encore Tool hands the selected ids over', async ({ page }) => {
  await page.goto(LANTERNS);
  await box(page, 0).click();
  await box(page, 2).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Create Encore Tool (3)' }).click();
  await expect(page).toHaveURL(/\/encore-tool\?events=[\w-]+,[\w-]+,[\w-]+$/);
});

test('2,000 events are handed to the Encore Tool by a short address', async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto('/ticketmaster?byId=K8vZ9170003');
  await expect(grid(page)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Create Encore Tool (2,000)' }).click();
  await expect(page).toHaveURL(/\/encore-tool\?list=\w{4,14}$/);
  await expect(page.getByRole('heading', { name: 'Selected Events (2,000)' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Selected Events (2,000)' })).toBeVisible({
    timeout: 60_000,
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

test('the export holds the 14 columns of every event', async ({ page }) => {
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

test('with a selection the export holds the selected events and says how many', async ({
  page,
}) => {
  await page.goto(LANTERNS);
  await box(page, 0).click();
  await box(page, 2).click({ modifiers: ['Shift'] });
  const { rows } = await exportedRows(page, () =>
    page.getByRole('button', { name: 'Export to CSV (3)' }).click(),
  );
  expect(rows).toHaveLength(4);
});

test('with filters the export holds what is shown, and the menu offers the rest', async ({
  page,
}) => {
  await page.goto(`${LANTERNS}&status=presale`);
  const shown = await exportedRows(page, () =>
    page.getByRole('button', { name: /^Export to CSV/ }).click(),
  );
  expect(new Set(shown.rows.slice(1).map((row) => row[5]?.split(' ')[0]))).toEqual(
    new Set(['presale']),
  );
  await box(page, 0).click();
  for (const [entry, count] of [
    ['Selected: 1 event', 1],
    ['All: 37 events', 37],
  ] as const) {
    await page.getByRole('button', { name: 'Choose what to export' }).click();
    const { rows } = await exportedRows(page, () =>
      page.getByRole('menuitem', { name: entry }).click(),
    );
    expect(rows).toHaveLength(count + 1);
  }
});

for (const [term, file, firstCell] of [
  ['hyperlink', /_concerts\.csv$/, `'=HYPERLINK("https://example.com","Tour")`],
  ['plus', /_concerts\.csv$/, `'+Plus & -Minus`],
  ['handle', /_concerts\.csv$/, `'@Handle`],
  [
    'quotes',
    /^O'Malley_The_Quotes_,_Ltd\._concerts\.csv$|_concerts\.csv$/,
    `O'Malley "The Quotes", Ltd.`,
  ],
  ['script', /^[^<>"/]+_concerts\.csv$/, '<script>alert("encore")</script>'],
  ['étoile', /^Café Étoile/, 'Café Étoile 🎸✨'],
] as const) {
  test(`the export of '${term}' reads back as ${firstCell}`, async ({ page }) => {
    await page.goto(`/ticketmaster?artistName=${encodeURIComponent(term)}`);
    await page.getByRole('list', { name: 'Artists' }).getByRole('button').first().click();
    await expect(grid(page)).toBeVisible();
    const { name, rows } = await exportedRows(page, () =>
      page.getByRole('button', { name: 'Export to CSV' }).click(),
    );
    expect(name).toMatch(file);
    expect(rows[1]?.[0]).toBe(firstCell);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([14]));
  });
}

test('at 320 px the selection bar shows its main action whole', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/ticketmaster?byId=K8vZ9170000');
  await page.getByRole('checkbox').first().click();
  await expect(page.getByRole('button', { name: 'Create Encore Tool (1)' })).toBeInViewport({
    ratio: 1,
  });
});

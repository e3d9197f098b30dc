import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const LANTERNS = '/ticketmaster?byId=K8vZ9170000';
const LONG_HAUL = '/ticketmaster?byId=K8vZ9170002';
const grid = (page: Page) => page.getByRole('grid', { name: 'Events' });

test('filters by status and country show their counts and what is left', async ({ page }) => {
  await page.goto(LANTERNS);
  await page.getByRole('radio', { name: /^Upcoming Sale/ }).click();
  await expect(page).toHaveURL(/status=offsale/);
  const choices = page.getByRole('radiogroup', { name: 'Status' });
  const label = await choices.getByText(/^Upcoming Sale/).textContent();
  const count = Number(label?.replace(/\D/g, ''));
  await expect(page.getByText(`${count} of 37 events`)).toBeVisible();
  await expect(grid(page).getByRole('article')).toHaveCount(count);

  await page.getByRole('radio', { name: /^All/ }).click();
  await page.getByRole('button', { name: 'Country' }).click();
  await page.getByRole('option', { name: /Spain/ }).click();
  await page.getByRole('option', { name: /Germany/ }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/country=ES,DE/);
  await expect(grid(page).getByRole('article').first()).toContainText(/Spain|Germany/);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/country|status/);
});

test('filters by text and dates, kept in the address', async ({ page }) => {
  await page.goto(LANTERNS);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter events' });
  await dialog.getByLabel('Venue, place or promoter').pressSequentially('grosse elb');
  await expect(page.getByRole('heading', { name: 'No events match these filters' })).toBeVisible();
  await dialog.getByLabel('Venue, place or promoter').fill('hamburg');
  await expect(page).toHaveURL(/filter=hamburg/);
  const cards = grid(page).getByRole('article');
  await expect(cards.filter({ hasNotText: 'Hamburg' })).toHaveCount(0);
  const count = await cards.count();
  expect(count).toBeGreaterThan(1);
  const [year = '', month = '', day = ''] =
    (await cards.first().locator('time').getAttribute('datetime'))?.split(/[-T]/) ?? [];
  await dialog.getByLabel('Last day').fill(`${year}-${month}-${day}`);
  await expect(cards).toHaveCount(1);
  await page.reload();
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove filter Filter' }).click();
  await expect(page).not.toHaveURL(/filter|to=/);
});

test('rows stand one gap apart, also those that keep their height when others take their place', async ({
  page,
}) => {
  const gaps = () =>
    grid(page)
      .getByRole('row')
      .evaluateAll((rows) => {
        const boxes = rows.map((row) => row.getBoundingClientRect());
        boxes.sort((a, b) => a.top - b.top);
        const all = boxes.slice(1).map(({ top }, i) => Math.round(top - (boxes[i]?.bottom ?? 0)));
        return [...new Set(all)];
      });
  await page.goto(LANTERNS);
  for (const [width, columns] of [
    [1440, 4],
    [1000, 2],
    [1440, 4],
    [1150, 3],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(grid(page)).toHaveAttribute('aria-colcount', String(columns));
    await expect.poll(gaps).toEqual([12]);
  }
});

test('filters that nothing matches say so and can be cleared', async ({ page }) => {
  await page.goto(`${LANTERNS}&country=JP`);
  await expect(page.getByRole('heading', { name: 'No events match these filters' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(grid(page)).toBeVisible();
});

test('sorts by every field in both directions', async ({ page }) => {
  await page.goto(`${LANTERNS}&view=list`);
  const column = (name: string) => page.getByRole('columnheader', { name });
  for (const name of ['Venue', 'Location', 'Presales', 'Date']) {
    await column(name).getByRole('button').click();
    await expect(column(name)).toHaveAttribute('aria-sort', 'ascending');
    await column(name).getByRole('button').click();
    await expect(column(name)).toHaveAttribute('aria-sort', 'descending');
  }
  await column('Presales').getByRole('button').click();
  await column('Presales').getByRole('button').click();
  const counts = await grid(page)
    .getByRole('row')
    .locator('[role=gridcell]:nth-child(7)')
    .allTextContents();
  const numbers = counts.map((text) => (text === 'None' ? 0 : Number(text)));
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
});

test('the card tells all of the sale, expands its presales and links outside safely', async ({
  page,
}) => {
  await page.goto(LANTERNS);
  const card = grid(page)
    .getByRole('article')
    .filter({ hasText: /[1-9] presales?/ })
    .first();
  for (const label of ['General sale', 'Ticket limit', 'Promoter']) {
    await expect(card).toContainText(label);
  }
  await expect(card.locator('img[src^="/flags/"]')).toHaveCount(1);
  await card.getByRole('button', { name: /presale/ }).click();
  await expect(card.getByRole('listitem').first()).toContainText(
    /\d{2}\/\d{2}\/\d{4} \d{2}:\d{2} to/,
  );
  for (const link of await card.getByRole('link').all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(link).toHaveAttribute('href', /^https?:/);
  }
  await expect(page.getByText('No manifest available for this event').first()).toBeVisible();
});

test('the list tells the presales on hover and on focus', async ({ page }) => {
  await page.goto(`${LANTERNS}&view=list`);
  const count = grid(page)
    .getByRole('button', { name: /presale/ })
    .first();
  await count.hover();
  await expect(page.getByRole('tooltip')).toContainText(/\d{2}\/\d{2}\/\d{4}/);
  await page.mouse.move(0, 0, { steps: 8 });
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await count.focus();
  await expect(page.getByRole('tooltip')).toContainText(/\d{2}\/\d{2}\/\d{4}/);
});

test('the view is remembered for the next artist', async ({ page }) => {
  await page.goto(LANTERNS);
  await page.getByRole('radio', { name: 'List' }).click();
  await expect(page).toHaveURL(/view=list/);
  await page.goto('/ticketmaster?byId=K8vZ9170006');
  await expect(page.getByRole('columnheader', { name: 'Venue' })).toBeVisible();
});

test('2,500 events keep only the rows in view, and the last one can be reached', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await page.goto(`${LONG_HAUL}&view=list`);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2501', { timeout: 60_000 });
  expect(await grid(page).getByRole('row').count()).toBeLessThan(60);
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(page.locator('[aria-rowindex="2501"]')).toBeInViewport();
});

for (const view of ['grid', 'list'] as const) {
  test(`the filled ${view} has no accessibility violations`, async ({ page, look }) => {
    await page.goto(`${LANTERNS}&view=${view}`);
    await grid(page)
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .click();
    await grid(page)
      .getByRole('button', { name: /presale/ })
      .first()
      .click();
    await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
    await expectAccessible(page);
    await look(`ticketing-${view}`);
  });
}

test('the artist list and the recent searches have no accessibility violations', async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('ticketing-search-history@1', JSON.stringify(['Muse', 'Lanterns'])),
  );
  await page.goto('/ticketmaster?artistName=a');
  await expect(page.getByRole('list', { name: 'Artists' })).toBeVisible();
  await page.getByRole('searchbox').click();
  await expect(page.getByRole('group', { name: 'Recent searches' })).toBeVisible();
  await expectAccessible(page);
});

test('works at 390 px without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(LANTERNS);
  await grid(page).getByRole('checkbox').first().click();
  await expect(page.getByRole('button', { name: 'Create Encore Tool (1)' })).toBeInViewport({
    ratio: 1,
  });
  await page.goto(`${LANTERNS}&view=list`);
  await expect(grid(page).getByRole('row').nth(3)).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBe(0);
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const generate = (page: Page) => page.getByRole('button', { name: 'Generate users' }).click();
const count = (page: Page) => page.getByRole('textbox', { name: 'Count' });
const CALL = '**/api/users/get_random';

test('an address fills the form; the users are shown, searched, copied and saved', async ({
  page,
  look,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/user-generator?count=120&nationality=FR&seed=4711');
  await expect(page).toHaveTitle('Dashboard - User Generator');
  await expect(count(page)).toHaveValue('120');
  await expect(page.getByRole('combobox', { name: 'Nationality' })).toHaveValue('FR');
  await generate(page);
  await expect(page.getByText('120 users', { exact: true })).toBeVisible();
  await expect(page.getByText('France, seed 4711')).toBeVisible();
  await look('user-generator');
  await expectAccessible(page);

  const card = page.getByRole('article').first();
  const city = await card.getByRole('button', { name: /^Copy City/ }).textContent();
  await card.getByRole('button', { name: /^Copy City/ }).click();
  await expect(card.getByRole('button', { name: 'City copied' })).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(city);
  await expect(card.getByRole('button', { name: 'City copied' })).toBeHidden();
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(page.getByRole('button', { name: 'Copied 120 users' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy all' })).toBeVisible();

  await page.getByRole('radio', { name: 'List' }).check();
  await expect(page).toHaveURL(/view=list/);
  await page.keyboard.press('/');
  await page.keyboard.type('lyon');
  const grid = page.getByRole('grid', { name: 'Generated users' });
  await expect(grid.getByRole('row').nth(1)).toContainText('Lyon');
  await expectAccessible(page);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV with prefixes' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^users_FR_\d+_\d{4}-\d\d-\d\d_prefixed\.csv$/);
  const [head, first] = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(head).toContain('Phone Prefix,Phone,Country Code');
  expect(first).toMatch(/,Lyon,Auvergne-Rhône-Alpes,6900\d,\+33,46571\d{4},FR$/);
});

test('an address with a wrong count or nationality leaves the defaults, and a wrong count is refused', async ({
  page,
}) => {
  await page.goto('/user-generator?count=5001&nationality=XX');
  await expect(count(page)).toHaveValue('100');
  await expect(page.getByRole('combobox', { name: 'Nationality' })).toHaveValue('US');
  await count(page).fill('5001');
  await count(page).press('Enter');
  await expect(
    page.getByText('Please enter a number between 1 and 5000', { exact: true }).first(),
  ).toBeVisible();
  await expect(count(page)).toBeFocused();
  await expect(count(page)).toHaveValue('5001');
});

test('each failure shows its text, and Retry repeats the failed calls', async ({
  page,
  problems,
}) => {
  problems.expect(/Failed to load resource|failed/);
  let answer: 'abort' | 'page' | 'go' = 'abort';
  let calls = 0;
  await page.route(CALL, (route) => {
    calls += 1;
    if (answer === 'abort') return route.abort();
    if (answer === 'page') return route.fulfill({ status: 502, body: '<html>' });
    if (calls === 4) answer = 'page';
    return route.continue();
  });
  await page.goto('/user-generator?count=10&nationality=JP&batches=3');
  await generate(page);
  const network = 'Network error - Please check your connection and try again.';
  await expect(page.getByRole('heading', { name: network })).toBeVisible();
  answer = 'page';
  await page.getByRole('button', { name: 'Retry' }).click();
  const refused = 'Failed to generate users. Please try again.';
  await expect(page.getByRole('heading', { name: refused })).toBeVisible();
  answer = 'go';
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(`${refused} 20 of 30 users were generated.`)).toBeVisible();
  answer = 'go';
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('30 users', { exact: true })).toBeVisible();
});

test('50,000 users arrive in batches with progress, can be cancelled and continued, and remain after a visit to another screen', async ({
  page,
}) => {
  test.slow();
  // The last batches wait until the run was cancelled, regardless of the machine's speed.
  const { promise: isCancelled, resolve: release } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(CALL, async (route) => {
    calls += 1;
    if (calls > 5) await isCancelled;
    // The cancelled call has ended.
    await route.continue().catch(() => undefined);
  });
  await page.goto('/user-generator?count=5000&batches=10&nationality=DE&view=list');
  await expect(page.getByText('50,000 users in all.')).toBeVisible();
  await generate(page);
  const progress = page.getByRole('progressbar', { name: 'Users generated' });
  // The first batch has arrived.
  await expect(progress).toHaveAttribute('aria-valuenow', /[1-9]/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/^Cancelled: \d+,000 of 50,000 users were generated/)).toBeVisible();
  release();
  await page.getByRole('link', { name: 'Profiles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible();
  await page.getByRole('link', { name: 'User Generator' }).click();
  await expect(count(page)).toHaveValue('5000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('50,000 users', { exact: true })).toBeVisible({ timeout: 180_000 });
});

test('works at 390 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/user-generator?count=50&nationality=GB');
  await generate(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
});

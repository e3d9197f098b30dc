import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expectAccessible } from './accessible.ts';
import { test as deskTest, emailOf } from './desk.ts';
import { expect } from './fixtures.ts';

const at = (slug: string) => `https://signup.ticketmaster.com/${slug}`;
const screenOf = (slug: string) => `/signup?url=${encodeURIComponent(at(slug))}`;

const test = deskTest.extend<{
  /** The name of a category of 10 tested and 2 untested accounts, which begin with its name. */
  category: string;
}>({
  category: async ({ desk }, use) => {
    const name = `gold${crypto.randomUUID().slice(0, 8)}`;
    await desk.addCategory('verified_fan', name, name, 10, 2);
    await use(name);
  },
});

const figure = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Dispatch' })
    .getByText(label, { exact: true })
    .locator('..')
    .locator('dd');
const dispatchButton = (page: Page) => page.getByRole('button', { name: 'Dispatch accounts' });
const accountsOf = (page: Page, row: number) => page.getByLabel(/^Accounts for/).nth(row);

async function chooseCategory(page: Page, row: number, category: string): Promise<void> {
  const button = page
    .getByRole('row')
    .nth(row + 1)
    .getByRole('button', { name: /All categories|^In/ })
    .first();
  await button.click();
  await page.getByRole('option', { name: new RegExp(category) }).click();
  await page.keyboard.press('Escape');
  // The focus returns one task later, and would leave a field that is filled earlier.
  await expect(button).toBeFocused();
}

test('a signup URL must contain ticketmaster, and its events are extracted into the address', async ({
  page,
  look,
}) => {
  await page.goto('/signup');
  await expect(page).toHaveTitle('Dashboard - VF SignUp');
  const button = page.getByRole('button', { name: 'Extract Events' });
  await expect(button).toBeDisabled();
  await page.getByLabel('Signup URL').fill('https://example.com/x');
  await expect(button).toBeDisabled();
  await look('signup-empty');
  await page.getByLabel('Signup URL').fill('signup.ticketmaster.com/northern-lanterns');
  await button.click();
  await expect(page.getByRole('heading', { name: 'Northern Lanterns VF Signup' })).toBeVisible();
  await expect(page.getByText('24 events', { exact: true })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('url')).toBe(at('northern-lanterns'));
  await expect(page.getByRole('row')).toHaveCount(25);
});

test('a refusal is shown, and the pasted source is read instead', async ({
  page,
  problems,
  look,
}) => {
  problems.expect(/502|signup-infos failed/);
  await page.goto(screenOf('blocked'));
  await expect(
    page.getByText('Failed to get signup information. Please check the URL and try again.'),
  ).toBeVisible();
  await expect(page.getByText(/does not let programs read this page \(status 403\)/)).toBeVisible();
  await look('signup-refused');
  await page
    .getByLabel('Page source')
    .fill(
      '<title>Rosalía VF Signup</title><option value="E1001">Mar 14, 2027 - Movistar Arena - Madrid</option><script>window.wasRun = true</script>',
    );
  await page.getByRole('button', { name: 'Extract Events' }).click();
  await expect(page.getByRole('heading', { name: 'Rosalía VF Signup' })).toBeVisible();
  await expect(page.getByRole('cell', { name: /^Movistar Arena/ })).toBeVisible();
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
});

test('a page without events shows No Events Found', async ({ page }) => {
  await page.goto(screenOf('empty'));
  await expect(page.getByRole('heading', { name: 'No Events Found' })).toBeVisible();
});

test('the screen shows before a dispatch how many slots can be filled, and why not all of them', async ({
  page,
  category,
  look,
}) => {
  await page.goto(screenOf('one-night-only'));
  await expect(page.getByText('No events configured for dispatch')).toBeVisible();
  await expect(dispatchButton(page)).toHaveAttribute('aria-disabled', 'true');
  await chooseCategory(page, 0, category);
  await accountsOf(page, 0).fill('51');
  await expect(accountsOf(page, 0)).toHaveAttribute('aria-invalid', 'true');
  await accountsOf(page, 0).fill('12');
  await expect(figure(page, 'Total slots')).toHaveText('12');
  await expect(figure(page, 'Minimum accounts needed')).toHaveText('4');
  await expect(page.getByText('12 of 12 slots can be filled with 12 accounts')).toBeVisible();
  await expect(page.getByText('All slots can be filled')).toBeVisible();
  await page.getByLabel('Events per account').fill('10');
  await expect(figure(page, 'Minimum accounts needed')).toHaveText('2');
  await page.getByLabel('Events per account').fill('11');
  await expect(page.getByLabel('Events per account')).toHaveAttribute('aria-invalid', 'true');
  await accountsOf(page, 0).fill('20');
  await expect(page.getByText('8 slots stay empty')).toBeVisible();
  await expect(page.getByText('8 of 20 short')).toBeVisible();
  const reason = 'In its categories there are 12 accounts for 20 slots.';
  await expect(page.getByText(reason)).toBeVisible();
  await look('signup-shortfall');

  await page.getByRole('button', { name: 'Paste accounts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste accounts into a category' });
  await dialog.getByLabel('Category name').fill(category);
  await dialog
    .getByRole('textbox', { name: 'Accounts' })
    .fill('late1@signup.test, late2@signup.test;late1@signup.test\t@@@\nfoo@bar');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('2 valid, 2 malformed, 1 duplicate')).toBeVisible();
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Remove 2 malformed' }).click();
  await dialog.getByRole('button', { name: 'Upload category' }).click();
  await expect(dialog.getByText('uploaded successfully with 2 accounts.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('14 of 20').first()).toBeVisible();
});

test('a dispatch downloads the ZIP, with Encore parameters if they are switched on', async ({
  page,
  category,
}) => {
  await page.goto(screenOf('northern-lanterns'));
  await chooseCategory(page, 0, category);
  await chooseCategory(page, 1, category);
  await accountsOf(page, 0).fill('3');
  await accountsOf(page, 1).fill('2');
  await page.getByText('Use Encore parameters').click();
  await page.getByRole('textbox', { name: 'Max Price' }).fill('99');
  await page.getByRole('checkbox', { name: /^Preset 2 / }).click();
  await expect(page.getByText(/^5 of 5 slots can be filled/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dispatchButton(page).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    /^Northern Lanterns_3_accounts_\d{4}-\d\d-\d\d\.zip$/,
  );
  const files = unzipSync(await readFile(await download.path()));
  const names = Object.keys(files);
  expect(names.slice(0, 2)).toEqual(['summary.csv', 'accounts.csv']);
  expect(names.filter((name) => name.startsWith('events/'))).toHaveLength(2);
  const encore = names.find((name) => name.startsWith('encore/01_')) ?? '';
  const text = new TextDecoder().decode(files[encore]);
  expect(text.split('\r\n')[1]).toMatch(new RegExp(`^${emailOf(category, 0)},vvG1\\w+,,0,99,`));
  expect(text).toMatch(/,https:\/\/webhooks\.example\/cart-1;https:\/\/webhooks\.example\/cart-3;/);
  await expect(page.getByText(/^Northern Lanterns_3_accounts.*slots$/)).toBeVisible();
});

test('on a UK address the UK fields are sent and the names end in _UK', async ({
  page,
  category,
}) => {
  await page.goto('/signup');
  await page.getByLabel('Signup URL').fill('https://signup.ticketmaster.co.uk/albion-choir');
  await page.getByRole('button', { name: 'Extract Events' }).click();
  await expect(page.getByText('UK Mode')).toBeVisible();
  await page.getByText('Use Encore parameters').click();
  await expect(page.getByRole('textbox', { name: 'Delivery Region' })).toBeVisible();
  await chooseCategory(page, 0, category);
  await accountsOf(page, 0).fill('1');
  const [zip] = await Promise.all([page.waitForEvent('download'), dispatchButton(page).click()]);
  expect(zip.suggestedFilename()).toMatch(/^Albion Choir_1_accounts_.*_UK\.zip$/);
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export events CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(/^Albion Choir_1_accounts_\d{4}-\d\d-\d\d_UK\.csv$/);
  const text = await readFile(await csv.path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe('\uFEFFEvent ID,Date,Venue,City,Presale,Accounts,Categories');
});

test('the state is stored per address, and Reset extracts again', async ({ page }) => {
  await page.goto(screenOf('northern-lanterns'));
  await accountsOf(page, 0).fill('7');
  await page.getByLabel('Events per account').fill('5');
  let extractions = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/signup-infos')) extractions += 1;
  });
  await page.reload();
  await expect(accountsOf(page, 0)).toHaveValue('7');
  await expect(page.getByLabel('Events per account')).toHaveValue('5');
  expect(extractions).toBe(0);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(accountsOf(page, 0)).toHaveValue('0');
  await expect(page.getByLabel('Events per account')).toHaveValue('3');
  await expect.poll(() => extractions).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(accountsOf(page, 0)).toHaveValue('7');
  await page.reload();
  await expect(accountsOf(page, 0)).toHaveValue('7');
});

test('a full storage drops the older half of the cached sign-up pages', async ({
  page,
  operator,
}) => {
  await page.goto('/signup');
  await expect(page.getByText('No signup page yet')).toBeVisible();
  await page.evaluate((owner) => {
    for (let index = 0; index < 4; index++) {
      localStorage.setItem(
        `signup_data_${index}@${owner}`,
        JSON.stringify({ timestamp: Date.now() - index * 1000 }),
      );
    }
    const { setItem } = Storage.prototype;
    let left = 1;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith('signup_data_') && left-- > 0)
        throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  }, operator.id);
  await page.getByLabel('Signup URL').fill(at('one-night-only'));
  await page.getByRole('button', { name: 'Extract Events' }).click();
  await expect(page.getByText('1 event', { exact: true })).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const stored = await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('signup_data_'))
      .sort(),
  );
  expect(stored).toEqual([0, 1].map((index) => `signup_data_${index}@${operator.id}`));
});

test('the filled screen has no accessibility violations', async ({ page, look }) => {
  await page.goto(screenOf('northern-lanterns'));
  await page.getByRole('button', { name: 'Set accounts for all' }).click();
  await expect(figure(page, 'Total slots')).toHaveText('240');
  await page.getByText('Use Encore parameters').click();
  await look('signup');
  await expectAccessible(page);
});

test('a phone shows everything without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(screenOf('northern-lanterns'));
  await accountsOf(page, 23).fill('5');
  await expect(dispatchButton(page)).toBeInViewport();
  await expect(figure(page, 'Total slots')).toHaveText('5');
  await page.getByRole('radio', { name: 'Settings' }).check();
  await page.getByRole('button', { name: 'Set accounts for all' }).click();
  await expect(figure(page, 'Total slots')).toHaveText('240');
  await expect(dispatchButton(page)).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

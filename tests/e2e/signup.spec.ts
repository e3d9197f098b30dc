import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expectAccessible } from './accessible.ts';
import { Desk } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { ownKey } from './operator.ts';

const CATEGORY = 'SignUp Gold';
const at = (slug: string) => `https://signup.ticketmaster.com/${slug}`;
const screenOf = (slug: string) => `/signup?url=${encodeURIComponent(at(slug))}`;

test.beforeAll(async ({ playwright, origin, token }) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  await new Desk(request, token).addCategory('verified_fan', CATEGORY, 'gold', 10, 2);
  await request.dispose();
});

const figure = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Dispatch' })
    .getByText(label, { exact: true })
    .locator('..')
    .locator('dd');
const dispatchButton = (page: Page) => page.getByRole('button', { name: 'Dispatch accounts' });
const accountsOf = (page: Page, row: number) => page.getByLabel(/^Accounts for/).nth(row);

async function chooseCategory(page: Page, row: number): Promise<void> {
  await page
    .getByRole('row')
    .nth(row + 1)
    .getByRole('button', { name: /All categories|^In/ })
    .first()
    .click();
  await page.getByRole('option', { name: new RegExp(CATEGORY) }).click();
  await page.keyboard.press('Escape');
}

test('a signup URL must hold ticketmaster, and its events are extracted into the address', async ({
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

test('a refusal is named, and the pasted source is read instead', async ({
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
  await expect(page.getByRole('cell', { name: 'Movistar Arena' })).toBeVisible();
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
});

test('a page without events says No Events Found', async ({ page }) => {
  await page.goto(screenOf('empty'));
  await expect(page.getByRole('heading', { name: 'No Events Found' })).toBeVisible();
});

test('the screen says before dispatching how many slots can be filled, and why not all', async ({
  page,
  look,
}) => {
  await page.goto(screenOf('one-night-only'));
  await expect(page.getByText('No events configured for dispatch')).toBeVisible();
  await expect(dispatchButton(page)).toHaveAttribute('aria-disabled', 'true');
  await chooseCategory(page, 0);
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
  await expect(page.getByText('12 of 20', { exact: false }).first()).toBeVisible();
  await expect(
    page.getByText('In its categories there are 12 accounts for 20 slots.'),
  ).toBeVisible();
  await look('signup-shortfall');
});

test('a dispatch downloads the ZIP, with Encore parameters when they are on', async ({ page }) => {
  await page.goto(screenOf('northern-lanterns'));
  await chooseCategory(page, 0);
  await chooseCategory(page, 1);
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
  expect(text.split('\r\n')[1]).toMatch(/^gold0000@example\.com,vvG1\w+,,0,99,/);
  expect(text).toMatch(/,https:\/\/webhooks\.example\/cart-1;https:\/\/webhooks\.example\/cart-3;/);
  await expect(page.getByText(/^Downloaded Northern Lanterns_3_accounts/)).toBeVisible();
});

test('on a UK address the UK fields are sent and the names end in _UK', async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Signup URL').fill('https://signup.ticketmaster.co.uk/albion-choir');
  await page.getByRole('button', { name: 'Extract Events' }).click();
  await expect(page.getByText('UK Mode')).toBeVisible();
  await page.getByText('Use Encore parameters').click();
  await expect(page.getByRole('textbox', { name: 'Delivery Region' })).toBeVisible();
  await chooseCategory(page, 0);
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

test.describe('when the server does not answer with a ZIP', () => {
  const cases = [
    {
      name: 'an error is shown with its status and body',
      fulfill: {
        status: 500,
        json: { success: false, message: 'An internal server error occurred.' },
      },
      text: 'Server error: 500 - {"success":false,"message":"An internal server error occurred."}',
    },
    {
      name: 'the body of a proxy is shown as it is',
      fulfill: { status: 502, contentType: 'text/html', body: '<h1>Bad\nGateway</h1>' },
      text: 'Server error: 502 - <h1>Bad Gateway</h1>',
    },
    {
      name: 'another kind of answer is named',
      fulfill: { status: 200, contentType: 'text/html', body: '<h1>Proxy</h1>' },
      text: 'Expected ZIP but received: text/html <h1>Proxy</h1>',
    },
    {
      name: 'a lost connection asks to try again',
      fulfill: null,
      text: 'Failed to dispatch accounts and generate ZIP. Please try again.',
    },
  ];
  for (const { name, fulfill, text } of cases) {
    test(name, async ({ page, problems }) => {
      problems.expect(/dispatch-csv/);
      await page.route('**/api/events/dispatch-csv', (route) =>
        fulfill ? route.fulfill(fulfill) : route.abort('connectionreset'),
      );
      await page.goto(screenOf('one-night-only'));
      await accountsOf(page, 0).fill('1');
      await dispatchButton(page).click();
      await expect(page.getByText(text)).toBeVisible();
    });
  }
});

test('the state is kept per address and Reset extracts again', async ({ page }) => {
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
  const keys = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('signup_data_')),
  );
  const name = encodeURIComponent(at('northern-lanterns')).slice(0, 50);
  expect(keys).toEqual([ownKey(`signup_data_${name}`)]);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(accountsOf(page, 0)).toHaveValue('0');
  await expect(page.getByLabel('Events per account')).toHaveValue('3');
  expect(extractions).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(accountsOf(page, 0)).toHaveValue('7');
  await page.reload();
  await expect(accountsOf(page, 0)).toHaveValue('7');
});

test('a full storage drops the oldest half of the kept pages', async ({ page }) => {
  await page.goto('/signup');
  await expect(page.getByText('No signup page yet')).toBeVisible();
  await page.evaluate(() => {
    for (let index = 0; index < 4; index++) {
      localStorage.setItem(
        `signup_data_${index}@1`,
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
  });
  await page.getByLabel('Signup URL').fill(at('one-night-only'));
  await page.getByRole('button', { name: 'Extract Events' }).click();
  await expect(page.getByText('1 event', { exact: true })).toBeVisible();
  const kept = await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('signup_data_'))
      .sort(),
  );
  expect(kept).toEqual([
    ownKey('signup_data_0'),
    ownKey('signup_data_1'),
    ownKey(`signup_data_${encodeURIComponent(at('one-night-only')).slice(0, 50)}`),
  ]);
});

test('without categories the list falls back to a Default Category', async ({ page, problems }) => {
  problems.expect(/queues\/accounts/);
  await page.route('**/api/queues/accounts**', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, message: 'The database is not available.' },
    }),
  );
  await page.goto(screenOf('one-night-only'));
  await expect(page.getByText('Failed to load categories data', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Error loading categories data. Please try again./)).toBeVisible();
  await page.getByRole('row').nth(1).getByRole('button', { name: 'All categories' }).click();
  await expect(page.getByRole('option', { name: 'Default Category 0' })).toBeVisible();
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
  await dispatchButton(page).scrollIntoViewIfNeeded();
  await expect(dispatchButton(page)).toBeInViewport();
  await expect(figure(page, 'Total slots')).toHaveText('5');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

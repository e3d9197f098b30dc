import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { emailOf, test } from '../desk.ts';
import { generate } from '../encore-page.ts';
import { expect } from '../fixtures.ts';
import type { TestOperator } from '../operator.ts';
import { card, chooseFiles, ownWord, queueFile, showUploads } from '../queues-files.ts';
import { mailboxWithCodes } from '../simulated-mailbox.ts';

// Repeats the main jobs in Firefox. One browser does them one after the other, because its start
// costs the most.

const generateButton = (page: Page) =>
  page.getByRole('button', { name: 'Generate CSV Bot Configuration' });

/** Replaces the text of a field by keys: `fill` sets the value without the events that React waits for. */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('Control+a');
  await field.pressSequentially(text);
}

async function signIn(page: Page, { email, password }: TestOperator): Promise<void> {
  await page.goto('/login');
  await expect(page.getByLabel('Email or username')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search artists' })).toBeFocused();
}

/**
 * Starts with the focus in the artist search: searches, selects two events, and writes their file
 * for a category.
 */
async function makeEncoreFile(page: Page, category: string): Promise<void> {
  await page.keyboard.type('Northern Lanterns');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Northern Lanterns' })).toBeVisible();
  await expect(page.getByRole('grid')).toBeFocused();
  await page.keyboard.press('2');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('checkbox', { name: category }).click();
  await expect(generateButton(page)).not.toHaveAttribute('aria-disabled', 'true');
  const { name, lines } = await generate(page);
  expect(name).toMatch(/^encore_Northern Lanterns_10_/);
  expect(lines.slice(1, 3).map((line) => line.split(',')[0])).toEqual([
    emailOf(category, 0),
    emailOf(category, 1),
  ]);
}

/** The features that Firefox disables for a site whose cookies and site data it blocks. */
function blockSiteData(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { get: refuse });
  }
  Object.assign(window, { BroadcastChannel: refuse, Worker: refuse });
  Object.defineProperty(navigator, 'locks', { get: refuse });
  Object.defineProperty(navigator, 'serviceWorker', { get: refuse });
}

test.describe('with an operator who signs in', () => {
  test.use({ isSignedIn: false, keepsContext: false });

  test('a search becomes an Encore file by keyboard, and the palette opens a page', async ({
    page,
    operator,
    desk,
  }) => {
    const category = ownWord();
    await desk.addCategory('standard', category, category, 5);
    await signIn(page, operator);
    await makeEncoreFile(page, category);
    await page.keyboard.press('Control+k');
    await typeInto(page.getByRole('combobox', { name: 'Command palette' }), 'Profiles');
    await page.getByRole('option', { name: 'Profiles' }).first().click();
    await expect(page).toHaveURL('/profiles');
  });

  test('everything works in one tab when site data is blocked', async ({
    page,
    operator,
    desk,
  }) => {
    const category = ownWord();
    await desk.addCategory('standard', category, category, 5);
    await page.addInitScript(blockSiteData);
    await signIn(page, operator);
    await makeEncoreFile(page, category);
    await page.getByRole('link', { name: 'Event Price Monitoring' }).click();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  });
});

test('codes are found in a mailbox', async ({ page, request, token }) => {
  const mailbox = mailboxWithCodes('Northern Lanterns');
  const added = await request.post('/api/imap-accounts', {
    headers: { authorization: `Bearer ${token}` },
    data: mailbox,
  });
  expect(added.ok(), await added.text()).toBe(true);
  await page.goto('/presale-code-tool');
  await typeInto(page.getByRole('textbox', { name: 'Keyword 1' }), 'northern lanterns');
  await page.getByRole('checkbox', { name: mailbox.user }).click();
  await page.getByRole('button', { name: 'Search Presale Codes' }).click();
  // The end of the search is announced; the visible count appears before it. The mails of a new
  // user may also contain codes that are less likely.
  const end = page
    .getByRole('status')
    .filter({ hasText: /^\d+ code\(s\) found(, \d+ less likely)?$/ });
  await expect(end).toHaveCount(1);
  await expect(page.getByText(/^Code 1$|^Code 1,/).first()).toBeVisible();
});

test('a queue file is uploaded', async ({ page }) => {
  const word = ownWord();
  await showUploads(page);
  await page.goto('/vf-queues-tool');
  await chooseFiles(page, [queueFile(`${word}.csv`, [`a@${word},${word},12`, `b@${word},x`])]);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(card(page, `${word}.csv`)).toContainText('Uploaded successfully');
});

test('profiles are imported', async ({ page }) => {
  const word = ownWord();
  const header =
    'ProfileName,Email,Password,Address,City,Country,Name,Phone,Postal,State,CardNumber,CardExpMonth,CardExpYear,Cvv';
  const digits = String(Date.now()).slice(-12);
  const row = `${word},${word}@mail.test,kelp-orbit-29,1 rue Vive,Lyon,FR,Théo Vive,+33 4,69002,Rhône,4001${digits},03,2031,123`;
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  const buffer = Buffer.from(`${header}\n${row}`);
  const file = { name: `${word}.csv`, mimeType: 'text/csv', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload (1)' }).click();
  await expect(page.getByText('Successfully uploaded 1 profiles!').first()).toBeVisible();
});

test('accounts are dispatched to the events of a sign-up page', async ({ page, desk }) => {
  const category = ownWord();
  await desk.addCategory('verified_fan', category, category, 5);
  const address = 'https://signup.ticketmaster.com/one-night-only';
  await page.goto(`/signup?url=${encodeURIComponent(address)}`);
  await typeInto(page.getByLabel(/^Accounts for/), '3');
  await expect(page.getByText(/^3 of 3 slots can be filled/)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Dispatch accounts' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/_3_accounts_.*\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['summary.csv', 'accounts.csv']));
});

test('an added event shows its price as soon as it has one', async ({ page }) => {
  const url = `https://www.axs.com/events/${crypto.randomUUID()}/paper-harbour`;
  await page.goto('/event-price-monitoring');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add events', exact: true }).first().click();
  await typeInto(page.getByLabel('Event URLs'), url);
  await page.getByRole('button', { name: 'Add events (1)' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await typeInto(page.getByLabel('Filter watched prices'), url.split('/').at(-2) ?? '');
  const event = page.getByRole('article', { name: /paper harbour/i });
  await expect(event.getByText(/^\D{1,3}[\d,]+\.\d\d$/).first()).toBeVisible();
});

test('parts whose code was refused once appear by themselves, or with a reload that the page offers', async ({
  page,
  problems,
}) => {
  problems.expect(/blocked because of a disallowed MIME type/);
  const late = /\/assets\/(bell|command-palette)-[\w-]{8}\.js/;
  const { promise: isRefused, resolve } = Promise.withResolvers<void>();
  await page.route(late, async (route) => {
    await route.fulfill({ status: 503 });
    if (route.request().url().includes('command-palette')) resolve();
  });
  // This page does not use the icon of a bell, whose chunk may have the same name.
  await page.goto('/watch-rules');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Watch Rules');
  await page.keyboard.press('Control+k');
  await isRefused;
  await page.unroute(late);
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.press('Escape');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const reload = page.getByRole('button', { name: 'Reload page' });
  // Firefox keeps a refused module as failed: if the bell imports a further module, only a reload
  // loads it.
  await expect(bell.or(reload).first()).toBeVisible();
  if (await reload.isVisible()) await reload.click();
  await expect(bell).toBeVisible();
  await expect(reload).toBeHidden();
});

test('a telephone shows each page without scrolling sideways', async ({ page, desk, look }) => {
  await desk.addProfiles(ownWord(), 1);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/', '/ticketmaster?byId=K8vZ9170000', '/profiles', '/vf-queues-tool']) {
    // The bell loads its count once its code is loaded. Firefox reports a call that a navigation
    // aborts.
    const counted = page.waitForResponse((answer) => answer.url().includes('/api/notifications'));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await counted;
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    await look(`firefox-${path.split(/[/?]/)[1]}`);
  }
});

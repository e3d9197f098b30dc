import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { Desk, test } from './desk.ts';
import { expect } from './fixtures.ts';
import type { TestOperator } from './operator.ts';
import { ownWord, queueFile, savedFile } from './queues-files.ts';

/** Sorted before the categories of other tests, because only the first nine have a key. */
const CATEGORY = '1 Stopwatch';
const ACCOUNTS = 8;
const FIRST = 'Northern Lanterns';
const SECOND = 'Albion Choir';

/**
 * Counts what an operator does. A click or the press of a key is one interaction, and so is the
 * text of one field: filling it, with the click or Tab that reaches it, or typing into a field that
 * has the focus already. Files that are chosen at once are one. Waiting and reading do not count.
 */
class Stopwatch {
  readonly interactions: string[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator, options: { shift?: boolean } = {}): Promise<void> {
    this.interactions.push(`click ${target}`);
    await target.click(options.shift ? { modifiers: ['Shift'] } : {});
  }

  async press(key: string): Promise<void> {
    this.interactions.push(`press ${key}`);
    await this.#page.keyboard.press(key);
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.interactions.push(`fill ${field}`);
    await field.fill(text);
  }

  async choose(input: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    this.interactions.push(`choose files ${input}`);
    await input.setInputFiles(files);
  }

  expectAtMost(interactions: number): void {
    expect(this.interactions.length, this.interactions.join('\n')).toBeLessThanOrEqual(
      interactions,
    );
  }

  /** Typed into the field that has the focus. */
  async type(text: string): Promise<void> {
    this.interactions.push('type');
    await this.#page.keyboard.type(text);
  }
}

const events = (page: Page) => page.getByRole('grid').getByRole('checkbox');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const artists = (page: Page) => page.getByRole('searchbox', { name: 'Search artists' });
const category = (page: Page) => page.getByRole('checkbox', { name: CATEGORY });
const generateButton = (page: Page) =>
  page.getByRole('button', { name: 'Generate CSV Bot Configuration' });

/** 4 interactions. Afterwards, the artist search of the dashboard has the focus. */
async function signIn(page: Page, watch: Stopwatch, operator: TestOperator): Promise<void> {
  await page.goto('/login');
  await expect(page.getByLabel('Email or username')).toBeFocused();
  await watch.type(operator.email);
  await watch.press('Tab');
  await watch.type(operator.password);
  await watch.press('Enter');
  await expect(artists(page)).toBeFocused();
}

/** Runs the last step, and checks that the file has 5 events of both artists with each account. */
async function expectFile(page: Page, generate: () => Promise<void>): Promise<void> {
  await expect(generateButton(page)).not.toHaveAttribute('aria-disabled', 'true');
  const [download] = await Promise.all([page.waitForEvent('download'), generate()]);
  const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1);
  expect(rows).toHaveLength(5 * ACCOUNTS);
  expect(new Set(rows.map((row) => row.split(',')[1])).size).toBe(5);
  expect(download.suggestedFilename()).toMatch(/^encore_.*_40_/);
}

test.describe('from sign-in to an Encore CSV for 5 events of 2 artists with one category', () => {
  // Nothing was searched, monitored or chosen before.
  test.use({ isSignedIn: false, keepsContext: false });

  test.beforeAll(async ({ playwright, origin, token }) => {
    const request = await playwright.request.newContext({ baseURL: origin });
    await new Desk(request, token).addCategory('standard', CATEGORY, 'stopwatch', ACCOUNTS);
    await request.dispose();
  });

  test('takes at most 14 interactions with the pointer, and 13 once signed in', async ({
    page,
    operator,
  }) => {
    const watch = new Stopwatch(page);
    await signIn(page, watch, operator);
    const toSignIn = watch.interactions.length;
    await watch.type(FIRST);
    await watch.press('Enter');
    await expect(heading(page, FIRST)).toBeVisible();
    await watch.click(events(page).nth(3), { shift: true });
    await expect(page.getByText('4 selected')).toBeVisible();
    await watch.click(artists(page));
    await watch.type(SECOND);
    await watch.click(page.getByRole('option', { name: `Open the events of “${SECOND}”` }));
    await expect(heading(page, SECOND)).toBeVisible();
    await watch.click(events(page).first());
    await watch.click(page.getByRole('button', { name: 'Create Encore Tool (5)' }));
    await watch.click(category(page));
    await expectFile(page, () => watch.click(generateButton(page)));
    watch.expectAtMost(14);
    // Without a range, each event is a click: three more.
    expect(watch.interactions.length - toSignIn + 3).toBeLessThanOrEqual(13);
  });

  test('takes at most 14 by keyboard alone', async ({ page, operator }) => {
    const watch = new Stopwatch(page);
    await signIn(page, watch, operator);
    await watch.type(FIRST);
    await watch.press('Enter');
    await expect(heading(page, FIRST)).toBeVisible();
    await expect(page.getByRole('grid')).toBeFocused();
    await watch.press('4');
    await expect(page.getByText('4 selected')).toBeVisible();
    await watch.press('/');
    await watch.type(SECOND);
    await watch.press('Shift+Enter');
    await expect(heading(page, SECOND)).toBeVisible();
    await expect(page.getByRole('grid')).toBeFocused();
    await watch.press('1');
    await expect(page.getByText('5 selected')).toBeVisible();
    await watch.press('Control+Enter');
    // The key that is shown beside the category.
    const key = page
      .getByRole('listitem')
      .filter({ has: category(page) })
      .locator('kbd');
    await watch.press((await key.textContent()) ?? '');
    await expect(category(page)).toBeChecked();
    await expectFile(page, () => watch.press('Control+Enter'));
    watch.expectAtMost(14);
  });
});

test('24 watched prices get an alert in at most 6 interactions', async ({
  page,
  request,
  token,
}) => {
  const word = ownWord();
  const headers = { Authorization: `Bearer ${token}` };
  const urls = Array.from(
    { length: 24 },
    (_, at) => `https://www.axs.com/events/${word}/night-${at}`,
  );
  const added = await request.post('/api/events/price-targets', {
    headers,
    data: { targets: urls.map((url) => ({ url, tags: [] })), tags: [] },
  });
  expect(added.ok()).toBe(true);
  await page.goto('/event-price-monitoring');
  const watch = new Stopwatch(page);
  await watch.fill(page.getByLabel('Filter watched prices'), word);
  await expect(page.getByText('24 of 24 events', { exact: true })).toBeVisible();
  await watch.click(page.getByRole('radio', { name: 'List' }));
  await watch.click(page.getByRole('checkbox', { name: 'Select all loaded events' }));
  await watch.click(page.getByRole('button', { name: 'Add alert (24)' }));
  const dialog = page.getByRole('dialog', { name: 'Alert for 24 events' });
  await watch.fill(dialog.getByLabel('Price'), '60');
  await watch.click(dialog.getByRole('button', { name: 'Add alert' }));
  await expect(page.getByText('24 alerts added', { exact: true })).toBeVisible();
  watch.expectAtMost(6);
  const stored = await request.get(`/api/events/price-targets?search=${word}`, { headers });
  const { data } = (await stored.json()) as { data: { alerts: object[] }[] };
  expect(data.map(({ alerts }) => alerts)).toEqual(
    urls.map(() => [expect.objectContaining({ kind: 'below', value: 60 })]),
  );
});

test('an Adonis file for 3 events takes at most 5 interactions', async ({ page, desk }) => {
  await desk.addProfiles(ownWord(), 2);
  await page.goto('/adonis-tool');
  const watch = new Stopwatch(page);
  await watch.click(page.getByRole('radio', { name: /^EVENTIM / }));
  const addresses = [1, 2, 3].map((event) => `https://www.eventim.de/event/${event}`);
  await watch.fill(page.getByPlaceholder('Paste event URLs, one per line'), addresses.join('\n'));
  await watch.click(page.getByRole('button', { name: 'Add Events' }));
  await watch.fill(page.getByRole('textbox', { name: /^Accounts for all/ }), '2');
  const generate = page.getByRole('button', { name: 'Generate CSV' });
  await expect(generate).toBeEnabled();
  const [download] = await Promise.all([page.waitForEvent('download'), watch.click(generate)]);
  const { text } = await savedFile(download);
  const rows = text.trimEnd().split('\r\n').slice(1);
  expect(addresses.map((url) => rows.filter((row) => row.includes(url)).length)).toEqual([2, 2, 2]);
  watch.expectAtMost(5);
});

test('two queue files and the best of their accounts take at most 5 interactions', async ({
  page,
}) => {
  const word = ownWord();
  const files = [1, 2].map((number) =>
    queueFile(
      `${word}-${number}.csv`,
      [1, 2, 3, 4].map((at) => `fan${at}@${word}.test,${word}-${number},${at * 100}`),
    ),
  );
  await page.goto('/queues-tool');
  await expect(page.getByRole('grid', { name: 'Ranked accounts' })).toBeVisible();
  const watch = new Stopwatch(page);
  const input = page.getByLabel('Choose CSV files').last();
  const drawer = page.getByRole('button', { name: 'Uploads', exact: true });
  if (!(await input.isVisible())) await watch.click(drawer);
  await watch.choose(input, files);
  await watch.click(page.getByRole('button', { name: 'Upload 2 files' }));
  await expect(page.getByText('Uploaded successfully')).toHaveCount(2);
  await watch.fill(page.getByLabel('Max AVG Ratio'), '60');
  const save = page.getByRole('button', { name: /^Download \(/ });
  await expect(save).toBeEnabled();
  const [download] = await Promise.all([page.waitForEvent('download'), watch.click(save)]);
  const { text } = await savedFile(download);
  const best = [1, 2].map((at) => `fan${at}@${word}.test`);
  for (const account of best) expect(text).toContain(account);
  expect(text).not.toContain(`fan3@${word}.test`);
  watch.expectAtMost(5);
});

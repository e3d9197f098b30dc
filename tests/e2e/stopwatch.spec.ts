import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { Desk, test } from './desk.ts';
import { expect } from './fixtures.ts';
import type { TestOperator } from './operator.ts';

/** Sorted before the categories of other tests: the first nine have a key. */
const CATEGORY = '1 Stopwatch';
const ACCOUNTS = 8;
const FIRST = 'Northern Lanterns';
const SECOND = 'Albion Choir';

/** Counts what an operator does: a click, a key press, or typing into one field is one interaction each. */
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

  /** Into the field that has the focus. */
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

/** 4 interactions. The artist search of the dashboard has the focus afterwards. */
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
  // Nothing is searched, monitored or chosen before.
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
    expect(watch.interactions.length, watch.interactions.join('\n')).toBeLessThanOrEqual(14);
    // Without a range of events, each of them is a click: three more.
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
    // The key that stands beside the category.
    const key = page
      .getByRole('listitem')
      .filter({ has: category(page) })
      .locator('kbd');
    await watch.press((await key.textContent()) ?? '');
    await expect(category(page)).toBeChecked();
    await expectFile(page, () => watch.press('Control+Enter'));
    expect(watch.interactions.length, watch.interactions.join('\n')).toBeLessThanOrEqual(14);
  });
});

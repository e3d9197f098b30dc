import type { Page } from '@playwright/test';
import type { FoundCode } from '../../shared/presale-codes/events.ts';
import { test as base, expect } from './fixtures.ts';
import {
  StagedSearch,
  searchFor,
  stagedCode,
  stagedMailboxes,
  stagedReport,
  stageMailboxes,
} from './staged-search.ts';

const CODES = [
  stagedCode({ code: 'FIRST', confidence: 0.99 }),
  stagedCode({ code: 'SECOND', confidence: 0.9 }),
  stagedCode({ code: 'THIRD', confidence: 0.6, account: 'box002@staged.example' }),
  stagedCode({ code: 'THIRD', confidence: 0.55 }),
];

const test = base.extend<{ staged: StagedSearch }>({
  staged: async ({ page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const staged = new StagedSearch(page);
    await staged.stage();
    await stageMailboxes(page, stagedMailboxes(30));
    await page.goto('/presale-code-tool');
    await use(staged);
  },
});

async function chooseInPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

/** A search that has found `CODES`. */
async function found(staged: StagedSearch): Promise<void> {
  await staged.tell(...CODES.map((code): [string, FoundCode] => ['code', code]), [
    'done',
    { success: true, codes: CODES, message: '4 code(s) found', mailboxes: [stagedReport()] },
  ]);
}

test.describe('the Presale Code Tool without a mouse', () => {
  test('searches, walks through the codes, reads their mails and copies them', async ({
    page,
    staged,
  }) => {
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect(page.getByText('0 account(s) selected.', { exact: false })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('herons');
    await chooseInPalette(page, 'all active mail');
    await expect(page.getByText('27 account(s) selected.', { exact: false })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await found(staged);
    await expect(page.getByText(/^3 code\(s\) found, 4 sightings, /)).toBeVisible();
    await page.getByRole('textbox', { name: 'Keyword 1' }).press('Escape');

    await page.keyboard.press('j');
    const grid = page.getByRole('grid', { name: 'Codes' });
    await expect(grid).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('c');
    await expect(page.getByRole('button', { name: 'Copied! SECOND' })).toBeVisible();
    expect(await clipboard()).toBe('SECOND');

    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Mail' })).toContainText('SECOND');
    await page.keyboard.press('ArrowDown');
    const mails = page.getByRole('complementary', { name: '2 mails' });
    await expect(mails).toContainText('THIRD');
    await expect(mails.getByText('box002@staged.example')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(mails).toBeHidden();
    await expect(grid).toBeFocused();

    await page.keyboard.press('Control+a');
    await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
    await chooseInPalette(page, 'selected codes');
    await expect(page.getByText('3 codes copied').first()).toBeVisible();
    expect(await clipboard()).toBe('FIRST\nSECOND\nTHIRD');
    await page.keyboard.press('Escape');
    await expect(page.getByText('3 selected', { exact: true })).toBeHidden();

    await page.keyboard.press('f');
    await page.keyboard.type('seco');
    await expect(page.getByText('1 shown', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/filter=seco/);
    await page.keyboard.press('Escape');
    await expect(page.getByText('3 shown', { exact: true })).toBeVisible();
  });

  test('ticks mailboxes with the arrow keys, one press of Tab away from the next field', async ({
    page,
    staged,
  }) => {
    expect(await staged.askedIds()).toEqual([]);
    const box = (n: number) =>
      page.getByRole('checkbox', { name: `box${String(n).padStart(3, '0')}@staged.example` });
    await page.getByRole('searchbox', { name: 'Filter mailboxes' }).focus();
    await page.keyboard.press('Tab');
    await expect(box(1)).toBeFocused();
    for (let n = 0; n < 9; n++) await page.keyboard.press('ArrowDown');
    // The tenth is inactive and is passed over.
    await expect(box(11)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByText('1 account(s) selected.', { exact: false })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Code length min' })).toBeFocused();
  });

  test('does not move the list under the pointer, and offers what is new', async ({
    page,
    staged,
  }) => {
    await searchFor(page, 'herons');
    await staged.tell(['code', stagedCode({ code: 'KNOWN', confidence: 0.5 })]);
    await page.getByText('KNOWN').first().hover();
    await staged.tell(['code', stagedCode({ code: 'ABOVE', confidence: 0.9 })]);
    await expect(page.getByText('2 code(s) found', { exact: true })).toBeVisible();
    await expect(page.getByText('ABOVE')).toHaveCount(0);
    await page.getByRole('button', { name: '1 new, show' }).click();
    await expect(page.getByRole('row').nth(1)).toContainText('ABOVE');
  });
});

test('Reset clears the form and the codes, and Undo brings both back', async ({ page, staged }) => {
  const keyword = page.getByRole('textbox', { name: 'Keyword 1' });
  await searchFor(page, 'herons');
  await found(staged);
  await expect(page.getByTitle('THIRD')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('heading', { name: 'No search yet' })).toBeVisible();
  await expect(keyword).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByTitle('THIRD')).toBeVisible();
  await expect(keyword).toHaveValue('herons');
});

test.describe('the search form', () => {
  test('holds the fields of the specification with their defaults, and rules between them', async ({
    page,
    staged,
  }) => {
    expect(await staged.askedIds()).toEqual([]);
    await expect(
      page.getByText('Search and extract presale codes from recent emails'),
    ).toBeVisible();
    for (const name of [
      'Search Configuration',
      'Search Keywords',
      'IMAP Accounts Selection',
      'Code Pattern Requirements',
      'Additional Filters',
    ])
      await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByLabel('Search period in hours')).toHaveValue('24');
    await page.getByRole('radio', { name: 'Days' }).check();
    await expect(page.getByLabel('Search period in days')).toHaveValue('2');
    for (const group of ['Includes numbers', 'Includes capitals', 'Includes special characters'])
      for (const choice of ['Obligatory', 'May', 'No'])
        await expect(
          page
            .getByRole('radiogroup', { name: group })
            .getByRole('radio', { name: choice, exact: true }),
        ).toBeChecked({ checked: choice === 'May' });
    const allowed = page.getByLabel('Allowed special characters');
    await expect(allowed).toBeEnabled();
    await page
      .getByRole('radiogroup', { name: 'Includes special characters' })
      .getByRole('radio', { name: 'No', exact: true })
      .check();
    await expect(allowed).toBeDisabled();
    for (const name of ['Exclude Words', 'Must Include Words'])
      await expect(page.getByLabel(name)).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Case Sensitive Search' })).not.toBeChecked();

    await expect(page.getByRole('button', { name: 'Remove keyword 1' })).toBeDisabled();
    await page.getByRole('button', { name: 'Add Keyword' }).click();
    await expect(page.getByRole('textbox', { name: 'Keyword 2' })).toBeFocused();
    await page.keyboard.type('second');
    await page.getByRole('button', { name: 'Remove keyword 1' }).click();
    await expect(page.getByRole('textbox', { name: 'Keyword 1' })).toHaveValue('second');
    await expect(page.getByRole('textbox', { name: 'Keyword 2' })).toBeHidden();

    const box = page.getByRole('checkbox', { name: 'box010@staged.example' });
    await page.getByRole('searchbox', { name: 'Filter mailboxes' }).fill('box010');
    await expect(box).toBeDisabled();
    await page.getByRole('searchbox', { name: 'Filter mailboxes' }).fill('');
    await page.getByRole('button', { name: 'Select All' }).click();
    await expect(page.getByRole('button', { name: 'Deselect All' })).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByLabel('Search period in hours')).toHaveValue('24');
    await expect(page.getByText('0 account(s) selected.', { exact: false })).toBeVisible();
  });

  test('is a tab’s own, and what a new tab begins with', async ({ page, context, staged }) => {
    expect(await staged.askedIds()).toEqual([]);
    const keyword = page.getByRole('textbox', { name: 'Keyword 1' });
    await keyword.fill('of the first tab');
    const other = await context.newPage();
    await stageMailboxes(other, stagedMailboxes(3));
    await other.goto('/presale-code-tool');
    const otherKeyword = other.getByRole('textbox', { name: 'Keyword 1' });
    await expect(otherKeyword).toHaveValue('of the first tab');
    await otherKeyword.fill('of the second tab');
    await expect(keyword).toHaveValue('of the first tab');
    await page.reload();
    await expect(keyword).toHaveValue('of the first tab');
  });

  test('tells that mailboxes load, that there are none, and that they could not be loaded', async ({
    page,
    staged,
    problems,
  }) => {
    problems.expect(/imap-accounts/);
    expect(await staged.askedIds()).toEqual([]);
    let answer: 'wait' | 'fail' | 'none' = 'wait';
    await page.route('**/api/imap-accounts', async (route) => {
      if (answer === 'fail') await route.fulfill({ status: 500, body: '' });
      if (answer === 'none')
        await route.fulfill({ json: { success: true, accounts: [], message: '' } });
    });
    await page.reload();
    await expect(page.getByText('Loading accounts...')).toBeVisible();
    answer = 'fail';
    await page.reload();
    await expect(page.getByText('Failed to load IMAP accounts.')).toBeVisible();
    answer = 'none';
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('No IMAP accounts found', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Add IMAP Accounts' }).click();
    await expect(page).toHaveURL(/\/imap-accounts$/);
  });

  test('tells what to do while no scanner is connected', async ({ page, staged }) => {
    expect(await staged.askedIds()).toEqual([]);
    await page.route('**/api/health', (route) =>
      route.fulfill({ json: { status: 'ok', database: 'ok', scanner: 'disconnected' } }),
    );
    await page.reload();
    await expect(page.getByText('No scanner is connected.')).toBeVisible();
    await expect(page.getByText(/Searches cannot run\. Start the scanner/)).toBeVisible();
  });
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const HEADER =
  'ProfileName,Email,Password,Address,City,Country,Name,Phone,Postal,State,CardNumber,CardExpMonth,CardExpYear,Cvv';
/** Cards of 16 digits, different in every worker. */
let nextCard = Math.floor((1 + Math.random()) * 1e12);
/** Letters that no other test uses in the names of its profiles. */
const ownWord = (word: string) => `${word}${crypto.randomUUID().slice(0, 8)}`;
const makeRow = (name: string, part: { card?: string; year?: string } = {}): string => {
  nextCard += 1;
  const card = part.card ?? `400${nextCard}`;
  return `${name},${name}@mail.test,kelp-orbit-29,1 rue ${name},Lyon,FR,Théo ${name},+33 4,69002,Rhône,${card},03,${part.year ?? '2028'},123`;
};

const choose = (page: Page, name: string, rows: readonly string[]) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from([HEADER, ...rows].join('\n')),
  });

/** Imports rows through the screen and returns to the list. */
async function importRows(page: Page, rows: readonly string[]): Promise<void> {
  await page.goto('/profiles');
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  await choose(page, 'own.csv', rows);
  await expect(page.getByText('Ready to upload')).toBeVisible();
  await page.getByRole('button', { name: 'Upload (1)' }).click();
  const text = `Successfully uploaded ${rows.length} profiles!`;
  await expect(page.getByText(text).first()).toBeVisible();
  await page.getByRole('button', { name: 'Back to profiles' }).click();
}

const find = async (page: Page, term: string): Promise<void> => {
  // The list is reloaded when the search is sent, which closes a card that was opened before.
  const found = page.waitForResponse((answer) => answer.url().includes(`search=${term}`));
  await page.getByRole('searchbox', { name: 'Search profiles' }).fill(term);
  await found;
  await expect(page).toHaveURL(new RegExp(`search=${term}`));
};

test.describe('profiles', () => {
  test('are imported, shown masked, revealed one at a time and deleted', async ({ page, look }) => {
    const word = ownWord('atlas');
    await importRows(page, [makeRow(`${word}1`), makeRow(`${word}2`, { year: '2020' })]);
    await expect(page).toHaveTitle('Dashboard - Profiles');
    await find(page, word);
    const card = page.getByRole('article', { name: `${word}1`, exact: true });
    await expect(card).toContainText('•••• ');
    await expect(card).not.toContainText('kelp-orbit-29');
    const other = page.getByRole('article', { name: `${word}2`, exact: true });
    await expect(other.getByText('Card expired')).toBeVisible();
    await card.getByRole('button', { name: `Show the card of ${word}1` }).click();
    await expect(card).toContainText('kelp-orbit-29');
    await expect(card).toContainText(/Hides in \d+ s/);
    await look('profiles');
    await expectAccessible(page);
    await other.getByRole('button', { name: `Show the card of ${word}2` }).click();
    await expect(other).toContainText('kelp-orbit-29');
    await expect(card).not.toContainText('kelp-orbit-29');
    await card.getByRole('button', { name: `Delete ${word}1` }).click();
    const confirm = page.getByRole('alertdialog');
    await expect(confirm).toContainText('Are you sure you want to delete this profile?');
    await confirm.getByRole('button', { name: 'Delete profile' }).click();
    await expect(card).toBeHidden();
    await expect(other).toBeVisible();
  });

  test('can be shown as rows, which is remembered; a selection is exported and deleted', async ({
    page,
    look,
  }) => {
    const word = ownWord('harbour');
    const rows = [makeRow(`${word}1`), makeRow(`${word}2`), makeRow(`${word}3`)];
    await importRows(page, rows);
    await page.getByRole('radio', { name: 'Compact' }).check();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked();
    await find(page, word);
    const grid = page.getByRole('grid', { name: 'Profiles' });
    await expect(grid.getByRole('row')).toHaveCount(4);
    await grid.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(page.getByText('2 selected')).toBeVisible();
    await look('profiles-compact');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Export CSV (2)' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Export CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.split('\r\n')).toEqual([HEADER, rows[2], rows[1], '']);
    await page.getByRole('button', { name: 'Delete (2)' }).click();
    await page.getByRole('button', { name: 'Delete 2 profiles' }).click();
    await expect(grid.getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(grid.getByRole('row')).toHaveCount(4);
  });

  test('of a file with refused rows are stored without them', async ({ page, look }) => {
    const word = ownWord('quay');
    const rows = Array.from({ length: 40 }, (_, at) => makeRow(`${word}${at}`));
    const bad = rows.with(8, makeRow(`${word}8`, { card: '12345' }));
    await page.goto('/profiles');
    await page.getByRole('button', { name: 'Upload CSV' }).click();
    await choose(page, 'quay.csv', bad);
    await expect(page.getByText('1 of 40 rows refused, nothing stored')).toBeVisible();
    const refused = page.getByRole('grid', { name: 'Refused rows of quay.csv' });
    await expect(refused.getByRole('row').nth(1)).toContainText('Invalid card number format');
    await expect(refused.getByRole('row').nth(1)).toContainText('5 digits found');
    await look('profiles-import');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Upload 39 of 40' }).click();
    await expect(page.getByText('Successfully uploaded 39 profiles!').first()).toBeVisible();
    await expect(page.getByText('39 profiles stored')).toBeVisible();
    await page.getByRole('button', { name: 'Clear All' }).click();
    await choose(page, 'wrong.csv', [makeRow(word).substring(0, 40)]);
    await expect(page.getByRole('alert')).toContainText(/Row 2 has \d+ columns, expected 14/);
    await page.getByRole('button', { name: 'Upload (0)' }).click();
    await expect(page.getByText('No valid files to upload').first()).toBeVisible();
  });
});

import { expectAccessible } from './accessible.ts';
import { emailOf, test } from './desk.ts';
import { expect } from './fixtures.ts';
import { ownWord, savedFile } from './queues-files.ts';

test('a category is uploaded, told, and the form clears', async ({ page }) => {
  const word = ownWord();
  await page.goto('/vf-queues-tool');
  const name = page.getByLabel('Category name');
  const accounts = page.getByLabel('Accounts', { exact: true });
  const submit = page.getByRole('button', { name: 'Upload category' });
  await name.fill(word);
  await accounts.fill('nobody\n');
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await accounts.fill(`a@${word}.test; A@${word}.test\nnobody\nb@${word}.test`);
  await expect(
    page.getByText('2 valid, 1 malformed, 1 duplicate. Line 2: "nobody" has no @.'),
  ).toBeVisible();
  await submit.click();
  await expect(
    page.getByText(`Category "${word}" uploaded successfully with 2 accounts.`),
  ).toBeVisible();
  await expect(page.getByText(`2 new accounts in "${word}".`)).toBeVisible();
  await expect(name).toHaveValue('');
  await expect(accounts).toHaveValue('');
  await expect(page.getByRole('region', { name: `Category ${word}` })).toContainText(
    '2 accounts, 0 tested',
  );
});

test('a category that cannot be uploaded says why and keeps what was typed', async ({
  page,
  problems,
}) => {
  problems.expect(/queues\/accounts|Failed to load resource/);
  const answers = [
    { status: 500, json: { success: false, message: '' } },
    { status: 409, json: { success: false, message: 'The list is locked.' } },
  ];
  await page.goto('/vf-queues-tool');
  await page.route('**/api/queues/accounts', (route) => {
    const answer = answers.shift();
    return answer === undefined ? route.abort() : route.fulfill(answer);
  });
  await page.getByLabel('Category name').fill('x');
  await page.getByLabel('Accounts', { exact: true }).fill('a@x.test');
  const submit = page.getByRole('button', { name: 'Upload category' });
  for (const text of [
    'Failed to upload category',
    'The list is locked.',
    'Error uploading category. Please try again.',
  ]) {
    await submit.click();
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
  }
  await expect(page.getByLabel('Category name')).toHaveValue('x');
});

test('a category opens, is searched, exported, renamed and deleted', async ({
  page,
  desk,
  look,
}) => {
  const word = ownWord();
  await desk.addCategory('verified_fan', word, word, 20, 3);
  await page.goto('/vf-queues-tool');
  const section = (name: string) =>
    page.getByRole('region', { name: `Category ${name}`, exact: true });
  await section(word).getByRole('button', { name: word, exact: true }).click();
  const table = section(word).getByRole('grid');
  await expect(table).toHaveAttribute('aria-rowcount', '24');
  await expect(table.getByRole('row').nth(1)).toContainText(emailOf(word, 0));
  await table.press('ArrowDown');
  await table.press('End');
  const last = table.getByRole('row', { name: new RegExp(emailOf(word, 22)) });
  await expect(last).toContainText('Untested');
  await table.press('Home');
  await section(word).scrollIntoViewIfNeeded();
  await look('queues-category');
  await expectAccessible(page);

  const threshold = section(word).getByLabel(`Max AVG Ratio of ${word}`);
  await expect(threshold).toHaveValue('5');
  await threshold.fill('0.1');
  const saved = page.waitForEvent('download');
  await section(word).getByRole('button', { name: 'Export accounts' }).click();
  const accounts = await savedFile(await saved);
  expect(accounts.name).toBe(`${word}_accounts.csv`);
  expect(accounts.text.trim().split('\r\n')).toHaveLength(10);
  const savedUntested = page.waitForEvent('download');
  await section(word).getByRole('button', { name: 'Export untested accounts' }).click();
  const untested = await savedFile(await savedUntested);
  expect(untested.name).toBe(`${word}_untested_accounts.csv`);
  expect(untested.text).toBe(
    `\uFEFFEmail\r\n${[20, 21, 22].map((n) => `${emailOf(word, n)}\r\n`).join('')}`,
  );

  await section(word).getByRole('searchbox').fill('0007@');
  await expect(table).toHaveAttribute('aria-rowcount', '2');

  const rename = async (from: string, to: string, key: string) => {
    await section(from)
      .getByRole('button', { name: `Rename ${from}` })
      .click();
    await page.getByLabel(`New name of ${from}`).fill(to);
    await page.keyboard.press(key);
  };
  await rename(word, 'given up', 'Escape');
  await expect(section(word)).toBeVisible();
  await rename(word, `${word} new`, 'Enter');
  await expect(section(`${word} new`)).toBeVisible();
  await rename(`${word} new`, `${word} third`, 'Tab');
  await expect(section(`${word} third`)).toBeVisible();

  await section(`${word} third`)
    .getByRole('button', { name: `Delete ${word} third` })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await section(`${word} third`)
    .getByRole('button', { name: `Delete ${word} third` })
    .click();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await section(`${word} third`)
    .getByRole('button', { name: `Delete ${word} third` })
    .click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(section(`${word} third`)).toBeHidden();
});

test('failed renames and deletions are told in French', async ({ page, desk, problems }) => {
  problems.expect(/category|Failed to load resource/);
  const word = ownWord();
  await desk.addCategory('verified_fan', word, word, 0, 1);
  await desk.addCategory('verified_fan', `${word} taken`, word, 0, 1);
  await page.goto('/vf-queues-tool');
  await page.getByRole('button', { name: `Rename ${word}`, exact: true }).click();
  await page.getByLabel(`New name of ${word}`, { exact: true }).fill(`${word} TAKEN`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(
    `Erreur lors du renommage de la catégorie: A category named "${word} TAKEN" already exists.`,
  );
  // What was typed is kept, to be corrected.
  const field = page.getByLabel(`New name of ${word}`, { exact: true });
  await expect(field).toHaveValue(`${word} TAKEN`);
  await field.fill('x'.repeat(121));
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('A category name has at most 120 characters.');
  await field.press('Escape');
  await page.route('**/api/queues/category/delete', (route) => route.abort());
  await page.getByRole('button', { name: `Delete ${word}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Erreur lors de la suppression de la catégorie: Erreur inconnue',
  );
});

test('selected accounts are moved to another category', async ({ page, desk }) => {
  const word = ownWord();
  await desk.addCategory('verified_fan', word, word, 0, 5);
  await page.goto('/vf-queues-tool');
  const from = page.getByRole('region', { name: `Category ${word}`, exact: true });
  await from.getByRole('button', { name: word, exact: true }).click();
  await from.getByLabel(`Select ${emailOf(word, 1)}`).click();
  await from.getByLabel(`Select ${emailOf(word, 3)}`).click({ modifiers: ['Shift'] });
  await expect(from.getByText('3 selected')).toBeVisible();
  for (const number of [1, 2, 3]) {
    await expect(from.getByLabel(`Select ${emailOf(word, number)}`)).toBeChecked();
  }
  await from.getByRole('button', { name: 'Move to category' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Category name').fill(`${word} two`);
  await dialog.getByRole('button', { name: 'Move 3 accounts' }).click();
  await expect(page.getByRole('region', { name: `Category ${word} two` })).toContainText(
    '3 accounts',
  );
  await expect(from).toContainText('2 accounts');
});

test('a renamed category is not asked for under its former name, however late the screen follows', async ({
  page,
  desk,
}) => {
  const word = ownWord();
  await desk.addCategory('verified_fan', word, word, 2);
  const listed = page.waitForResponse(/\/api\/queues\/accounts\?.*limit=0/);
  await page.goto('/vf-queues-tool');
  const former = await (await listed).json();
  const section = page.getByRole('region', { name: `Category ${word}`, exact: true });
  await section.getByRole('button', { name: word, exact: true }).click();
  await expect(section.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  // The list of before the change keeps the section on the screen; a 404 would fail the test.
  await page.route(/\/api\/queues\/accounts\?.*limit=0/, (route) =>
    route.fulfill({ json: former }),
  );
  await section.getByRole('button', { name: `Rename ${word}` }).click();
  await page.getByLabel(`New name of ${word}`).fill(`${word} new`);
  const readAgain = page.waitForResponse(/\/api\/queues\/get\?/);
  await page.keyboard.press('Enter');
  await readAgain;
  await page.waitForLoadState('networkidle');
});

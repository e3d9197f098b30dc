import { expectAccessible } from './accessible.ts';
import { emailOf, test } from './desk.ts';
import { expect } from './fixtures.ts';
import { card, chooseFiles, ownWord, queueFile } from './queues-files.ts';

test('the sections come in order, with the columns of the specification', async ({
  page,
  desk,
}) => {
  const word = ownWord();
  await desk.addCategory('verified_fan', word, word, 1);
  await page.goto('/vf-queues-tool');
  await expect(page.getByRole('region', { name: `Category ${word}` })).toBeVisible();
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings).toEqual([
    'Upload queue files',
    'Upload category',
    'Queue analysis',
    'Categories',
  ]);
  const heads = page
    .getByRole('grid', { name: 'Ranked accounts' })
    .getByRole('columnheader')
    .filter({ hasText: /./ });
  await expect(heads).toHaveText([
    'Rank',
    'Account',
    'Total queues',
    'Average ratio',
    'Best ratio',
    'Worst ratio',
    'Progress history',
  ]);
  await page.getByRole('button', { name: word, exact: true }).click();
  const own = page.getByRole('grid', { name: `Accounts of ${word}` });
  await expect(own.getByRole('columnheader').filter({ hasText: /./ })).toHaveText([
    'Rank',
    'Account',
    'Total queues',
    'Average ratio',
    'Best ratio',
    'Worst ratio',
    'Progress history',
  ]);
  await expect(page.getByLabel(`Max AVG Ratio of ${word}`)).toHaveValue('5');
});

test('files are taken by dropping them, too', async ({ page }) => {
  const word = ownWord();
  await page.goto('/vf-queues-tool');
  const files = await page.evaluateHandle((name) => {
    const transfer = new DataTransfer();
    const text = `Id,QueueId,Place\na@${name},${name},3`;
    transfer.items.add(new File([text], `${name}.csv`, { type: 'text/csv' }));
    return transfer;
  }, word);
  await page.getByText('or drop them here').dispatchEvent('drop', { dataTransfer: files });
  await expect(card(page, `${word}.csv`)).toContainText('1 record');
});

test('a file whose queue is in the list or on the server already says what it replaces', async ({
  page,
  desk,
}) => {
  const word = ownWord();
  await desk.addCategory('verified_fan', word, word, 1);
  await page.goto('/vf-queues-tool');
  await expect(page.getByText(/uploaded queues?$/).first()).toBeVisible();
  await chooseFiles(page, [
    queueFile('one.csv', [`a@${word},new ${word},5`]),
    queueFile('two.csv', [`b@${word},new ${word},5`]),
    queueFile('old.csv', [`a@${word},queue of ${word},5`]),
  ]);
  await expect(card(page, 'one.csv')).toContainText(
    'Same queue as two.csv: the file uploaded last replaces the other.',
  );
  await expect(card(page, 'two.csv')).toContainText('Same queue as one.csv');
  await expect(card(page, 'old.csv')).toContainText(
    'This queue was uploaded before: its positions will be replaced.',
  );
  await expectAccessible(page);
});

test('a fault of the file is told with its line', async ({ page }) => {
  const word = ownWord();
  await page.goto('/vf-queues-tool');
  await chooseFiles(page, [
    queueFile(`${word}.csv`, [
      `a@${word},${word},5`,
      `"b@${word},${word},6`,
      `c@${word},${word},7`,
    ]),
  ]);
  await expect(card(page, `${word}.csv`)).toContainText(
    'Line 3: A quote is opened and never closed. It is read as plain text.',
  );
  await expect(card(page, `${word}.csv`)).toContainText('3 records');
});

test('a reader that breaks is told once for all files, and which are to be chosen again', async ({
  page,
}) => {
  const word = ownWord();
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Object.assign(Worker.prototype, {
      postMessage(this: Worker, ...args: [{ path?: string[] }, Transferable[]]) {
        if (args[0].path?.[0] === 'writePart') this.dispatchEvent(new Event('error'));
        else Reflect.apply(postMessage, this, args);
      },
    });
  });
  await page.goto('/vf-queues-tool');
  await chooseFiles(page, [queueFile(`${word}.csv`, [`a@${word},${word},5`])]);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(page.getByText('Error during upload process. Please try again.')).toBeVisible();
  await expect(page.getByRole('alert', { name: 'Files that were not added' })).toContainText(
    `${word}.csv It could not be read: the browser stopped reading. Choose it again.`,
  );
});

test('leaving the page while files go up asks first', async ({ page }) => {
  const word = ownWord();
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/queues/insert', async (route) => {
    await gate;
    await route.continue().catch(() => {});
  });
  await page.goto('/vf-queues-tool');
  await chooseFiles(page, [queueFile(`${word}.csv`, [`a@${word},${word},5`])]);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(page.getByText('Uploading 1/1 files...')).toBeVisible();
  await page.getByRole('link', { name: 'Profiles' }).first().click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave while files are uploaded?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/vf-queues-tool/);
  await page.getByRole('link', { name: 'Profiles' }).first().click();
  await dialog.getByRole('button', { name: 'Leave and cancel' }).click();
  await expect(page).toHaveURL(/profiles/);
  release();
});

test('a category shows 150 rows, Load More adds 150, and a failure is told with Retry', async ({
  page,
  desk,
  problems,
}) => {
  problems.expect(/queues\/accounts|Failed to load resource/);
  const word = ownWord();
  await desk.addCategory('standard', word, word, 0, 320);
  let isBroken = true;
  await page.route(/api\/queues\/accounts\?.*limit=150/, (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { success: false, message: 'x' } })
      : route.continue(),
  );
  await page.goto('/queues-tool');
  const section = page.getByRole('region', { name: `Category ${word}`, exact: true });
  await section.getByRole('button', { name: word, exact: true }).click();
  await expect(section.getByText('Failed to load categories data')).toBeVisible();
  isBroken = false;
  await section.getByRole('button', { name: 'Retry' }).click();
  await expect(section.getByText('150 of 320 accounts shown')).toBeVisible();
  isBroken = true;
  await section.getByRole('button', { name: 'Load More' }).click();
  await expect(section.getByText('Error loading categories data. Please try again.')).toBeVisible();
  isBroken = false;
  await section.getByRole('button', { name: 'Load More' }).click();
  await expect(section.getByText('300 of 320 accounts shown')).toBeVisible();
  await section.getByRole('button', { name: 'Load More' }).click();
  await expect(section.getByText('320 of 320 accounts shown')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Load More' })).toBeHidden();
});

test('a category without a match or without untested accounts has nothing to export', async ({
  page,
  desk,
}) => {
  const word = ownWord();
  await desk.addCategory('standard', `tested ${word}`, word, 5);
  await desk.addCategory('standard', `new ${word}`, `n${word}`, 0, 5);
  await page.goto('/queues-tool');
  const section = (name: string) => page.getByRole('region', { name: `Category ${name} ${word}` });
  const exported = (name: string) => section(name).getByRole('button', { name: 'Export accounts' });
  const untested = (name: string) =>
    section(name).getByRole('button', { name: 'Export untested accounts' });
  for (const name of ['tested', 'new']) {
    await section(name)
      .getByRole('button', { name: `${name} ${word}`, exact: true })
      .click();
  }
  // Untested accounts have earned no medal.
  const medals = (name: string) => section(name).getByRole('img', { name: /^Rank \d$/ });
  await expect(medals('tested')).toHaveCount(3);
  await expect(section('new').getByRole('row')).toHaveCount(6);
  await expect(medals('new')).toHaveCount(0);
  await expect(exported('tested')).toBeEnabled();
  await expect(untested('tested')).toBeDisabled();
  await expect(exported('new')).toBeDisabled();
  await expect(untested('new')).toBeEnabled();
  const threshold = section('tested').getByLabel(`Max AVG Ratio of tested ${word}`);
  for (const wrong of ['', '0', '101', '0.05']) {
    await threshold.fill(wrong);
    await expect(exported('tested')).toBeDisabled();
    await expect(section('tested').getByText('Enter 0.1 to 100, in steps of 0.1.')).toBeVisible();
  }
});

test('everything is reached without a pointer', async ({ page, desk }) => {
  const word = ownWord();
  await desk.addCategory('standard', word, word, 6);
  await page.goto('/queues-tool');
  await expect(page.getByRole('grid', { name: 'Ranked accounts' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(word);
  await expect(page.getByText('6 of 6 accounts shown')).toBeVisible();
  await page.getByRole('grid', { name: 'Ranked accounts' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 selected', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Add to category' })).toBeInViewport();
  await page.keyboard.press('/');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(emailOf(word, 1));
  await expect(page.getByText('3 selected, 2 out of view')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 selected', { exact: true })).toHaveCount(1);
  await page.getByRole('grid', { name: 'Ranked accounts' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 selected')).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Progress history' })).toBeVisible();

  const rename = page.getByRole('button', { name: `Rename ${word}`, exact: true });
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/category/rename')) calls += 1;
  });
  const field = page.getByLabel(`New name of ${word}`, { exact: true });
  for (const unchanged of ['', '  ', word, ` ${word} `]) {
    await rename.focus();
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await field.fill(unchanged);
    await page.keyboard.press('Enter');
    await expect(rename).toBeFocused();
  }
  expect(calls).toBe(0);
  await page.keyboard.press('Enter');
  await field.fill(`${word} renamed`);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('button', { name: `Rename ${word} renamed`, exact: true }),
  ).toBeFocused();
  expect(calls).toBe(1);
});

test('the history of an account opens although its name is part of many others', async ({
  page,
  desk,
}) => {
  const word = ownWord();
  await desk.addCategory('standard', word, word, 3);
  await page.goto(`/queues-tool?account=${emailOf(word, 2).toUpperCase()}`);
  await expect(page.getByRole('table', { name: 'Progress history' })).toContainText('3 of 10,000');
});

import { expectAccessible } from './accessible.ts';
import { emailOf, test } from './desk.ts';
import { expect } from './fixtures.ts';
import { card, chooseFiles, ownWord, queueFile, savedFile, showUploads } from './queues-files.ts';

const GRID = 'Ranked accounts';

test('a file is uploaded, its accounts are ranked, and ignored rows can be downloaded', async ({
  page,
  look,
}) => {
  const word = ownWord();
  await showUploads(page);
  await page.goto('/queues-tool');
  await expect(page).toHaveTitle('Dashboard - Queues Tool');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queues Tool');
  await page.goto('/vf-queues-tool');
  await expect(page).toHaveTitle('Dashboard - VF Queues Tool');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verified Fan Queues Tool');
  await chooseFiles(page, [
    queueFile(`${word}.csv`, [
      `best@${word},${word},12`,
      `last@${word},${word},900`,
      `BEST@${word},${word},10`,
      'too,short',
      `bad@${word},${word},x`,
    ]),
  ]);
  const fileCard = card(page, `${word}.csv`);
  await expect(fileCard.getByLabel('Queue date')).toHaveValue(/^\d{2}\/\d{2}\/\d{4}$/);
  await fileCard.getByLabel('Queue total').fill('500');
  await fileCard.getByRole('button', { name: `Details of ${word}.csv` }).click();
  await expect(fileCard).toContainText('3 rows ignored');
  await expectAccessible(page);
  await look('queues-file');
  const download = page.waitForEvent('download');
  await fileCard.getByRole('button', { name: 'Download ignored rows' }).click();
  const { name, text } = await savedFile(await download);
  expect(name).toBe(`${word}_ignored_rows.csv`);
  expect(text).toContain('5,Fewer than 3 values,"too,short"');
  expect(text).toContain(`4,Repeated account: its best position counts,"BEST@${word},${word},10"`);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(fileCard).toContainText('Uploaded successfully');
  await expect(fileCard).toContainText(`Queue "${word}" uploaded with 1 account.`);
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(word);
  const ranked = page.getByRole('grid', { name: GRID });
  await expect(ranked.getByRole('row', { name: new RegExp(`best@${word}`) })).toContainText(
    '2.00%',
  );
  await expect(page.getByText('1 of 1 account shown')).toBeVisible();
});

test('a category is uploaded, exported, renamed, emptied and deleted', async ({ page, desk }) => {
  const word = ownWord();
  await desk.addCategory('verified_fan', word, word, 20, 3);
  await showUploads(page);
  await page.goto('/vf-queues-tool');
  await page.getByLabel('Category name').fill(word);
  await page.getByLabel('Accounts', { exact: true }).fill(`${emailOf(word, 0)}; late@${word}.test`);
  await expect(page.getByText(`2 valid, 1 already in ${word}`)).toBeVisible();
  await page.getByRole('button', { name: 'Upload category' }).click();
  await expect(
    page.getByText(`Category "${word}" uploaded successfully with 2 accounts.`),
  ).toBeVisible();
  await expect(page.getByText(`1 new account in "${word}", 1 already there.`)).toBeVisible();
  await page.getByRole('tab', { name: word }).click();
  const table = page.getByRole('grid', { name: `Accounts of ${word}` });
  await expect(table).toHaveAttribute('aria-rowcount', '25');
  await expect(page.getByText('24 accounts, 20 tested')).toBeVisible();
  await expect(table.getByRole('row').nth(1)).toContainText(emailOf(word, 0));

  await page.getByLabel('Max AVG Ratio').fill('0.1');
  const saved = page.waitForEvent('download');
  // Strictly below: the account at 0.1 percent is excluded.
  await page.getByRole('button', { name: 'Export accounts (9)' }).click();
  const accounts = await savedFile(await saved);
  expect(accounts.name).toBe(`${word}_accounts.csv`);
  expect(accounts.text.trim().split('\r\n')).toHaveLength(10);
  const savedUntested = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export untested accounts' }).click();
  const untested = await savedFile(await savedUntested);
  expect(untested.name).toBe(`${word}_untested_accounts.csv`);
  const emails = [...[20, 21, 22].map((n) => emailOf(word, n)), `late@${word}.test`].sort();
  expect(untested.text).toBe(`\uFEFFEmail\r\n${emails.map((one) => `${one}\r\n`).join('')}`);

  await page.getByLabel(`Select ${emailOf(word, 1)}`).click();
  await page.getByLabel(`Select ${emailOf(word, 3)}`).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeInViewport();
  await page.getByRole('button', { name: 'Move to category' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Category name').fill(`${word} two`);
  await dialog.getByRole('button', { name: 'Move 3 accounts' }).click();
  await expect(page.getByRole('tab', { name: `${word} two 3` })).toBeVisible();
  await expect(page.getByText('21 accounts, 17 tested')).toBeVisible();
  await expect(page.getByText('21 of 21 accounts shown')).toBeVisible();
  // The last row, below the visible ones.
  await table.press('End');
  // A click while the list scrolls would hit two rows.
  await expect(page.getByLabel(`Select ${emailOf(word, 22)}`)).toBeInViewport({ ratio: 1 });
  await page.getByLabel(`Select late@${word}.test`).click();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Remove from category' }).click();
  await expect(page.getByText(`1 account removed from "${word}".`).first()).toBeVisible();
  await expect(page.getByText('20 accounts, 17 tested')).toBeVisible();

  await page.getByRole('button', { name: `Rename ${word}`, exact: true }).click();
  await page.getByLabel(`New name of ${word}`, { exact: true }).fill(`${word} new`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Rename ${word} new` })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`category=${word}\\+new`));
  const remove = page.getByRole('button', { name: `Delete ${word} new` });
  await remove.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await remove.click();
  await expect(dialog).toBeVisible();
  // The dialog reacts to presses outside of it only from the next task on.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('tab', { name: `${word} new` })).toBeHidden();
  await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
});

test('accounts are ranked, searched, sorted both ways, and downloaded up to a threshold', async ({
  page,
  desk,
}) => {
  const word = ownWord();
  await desk.addCategory('standard', word, word, 400);
  await page.goto('/queues-tool');
  await expect(page.getByText(/^150 of [\d,]+ accounts shown$/)).toBeVisible();
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(page.getByText(/^300 of [\d,]+ accounts shown$/)).toBeVisible();
  const threshold = page.getByLabel('Max AVG Ratio');
  await threshold.fill('0.3');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download \(/ }).click();
  const { name, text } = await savedFile(await download);
  expect(name).toBe('accounts_below_0.3percent.csv');
  const lines = text.split('\r\n');
  expect(lines[0]).toBe('\uFEFFRank,Email,AVG_Ratio');
  const own = lines.filter((line) => line.includes(word));
  expect(own).toHaveLength(30);
  expect(own[29]).toMatch(/0\.30%$/);

  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(word);
  await expect(page.getByText('400 of 400 accounts shown')).toBeVisible();
  const table = page.getByRole('grid', { name: GRID });
  await expect(table).toHaveAttribute('aria-rowcount', '401');
  await table.press('ArrowDown');
  await table.press('End');
  const last = page.getByRole('button', { name: emailOf(word, 399), exact: true });
  await expect(last).toBeInViewport();
  // Most queues first, which reverses the order of equal rows: the row at the cursor stays in view.
  await table.getByRole('button', { name: 'Total queues' }).click();
  await expect(table.getByRole('row').nth(1)).toContainText(emailOf(word, 399));
  await expect(last).toBeInViewport();
  await page.goto(`/queues-tool?search=${word}`);
  const first = table.getByRole('row').nth(1);
  for (const [head, sort] of [
    ['Account', 'account'],
    ['Best ratio', 'best_ratio'],
    ['Worst ratio', 'worst_ratio'],
    ['Average ratio', 'avg_ratio'],
  ] as const) {
    const column = table.getByRole('columnheader', { name: head });
    if (sort !== 'avg_ratio') await column.getByRole('button').click();
    else await page.goto(`/queues-tool?search=${word}&sort=nonsense`);
    await expect(column).toHaveAttribute('aria-sort', 'ascending');
    await expect(first).toContainText(emailOf(word, 0));
    await column.getByRole('button').click();
    await expect(column).toHaveAttribute('aria-sort', 'descending');
    await expect(first).toContainText(emailOf(word, 399));
    expect(new URL(page.url()).searchParams.get('sort')).toBe(`-${sort}`);
  }
  await page.reload();
  await expect(first).toContainText(emailOf(word, 399));
  await expect(page.getByRole('searchbox', { name: 'Search accounts' })).toHaveValue(word);
});

test('everything is reachable by keyboard, and the history of an account opens beside the list', async ({
  page,
  desk,
  look,
}) => {
  const word = ownWord();
  await desk.addCategory('standard', `first ${word}`, word, 6);
  await desk.addCategory('standard', `second ${word}`, word, 3);
  await page.goto('/queues-tool');
  const table = page.getByRole('grid', { name: GRID });
  await expect(table).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(word);
  await expect(page.getByText('6 of 6 accounts shown')).toBeVisible();
  await table.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown']) {
    await page.keyboard.press(key);
  }
  await expect(page.getByText('3 selected', { exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Add to category' })).toBeInViewport();
  await look('queues-selection');
  await page.keyboard.press('/');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(emailOf(word, 1));
  await expect(page.getByText('3 selected, 2 out of view')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 selected', { exact: true })).toHaveCount(1);
  await table.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 selected')).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(word);
  await expect(page.getByText('6 of 6 accounts shown')).toBeVisible();
  const row = table.getByRole('row', { name: new RegExp(emailOf(word, 0)) });
  await row.getByRole('button', { name: /Progress history of .*: 2 queues, latest 0.01%/ }).focus();
  await expect(page.getByRole('tooltip')).toContainText('01/11/2026: 0.01% (1 of 10,000)');
  await table.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: emailOf(word, 0) });
  const history = panel.getByRole('grid', { name: 'Progress history' });
  await expect(history).toContainText(`queue of second ${word}`);
  await expect(history).toContainText('1 of 10,000');
  await expect(panel).toContainText('Average ratio');
  await expect(page).toHaveURL(/account=/);
  await expectAccessible(page);
  await look('queues-panel');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
  // Its name is part of others, and it is found in any letter case.
  await page.goto(`/queues-tool?account=${emailOf(word, 2).toUpperCase()}`);
  await expect(page.getByRole('grid', { name: 'Progress history' })).toContainText('3 of 10,000');
});

test('the list fills a small screen, and a button opens the uploads', async ({ page, desk }) => {
  const word = ownWord();
  await desk.addCategory('standard', word, word, 30);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/queues-tool?category=${word}`);
  const table = page.getByRole('grid', { name: `Accounts of ${word}` });
  await expect(table).toContainText(emailOf(word, 0));
  await expect(page.getByRole('heading', { name: 'Upload category' })).toBeHidden();
  await page.getByLabel(`Select ${emailOf(word, 0)}`).click();
  await expect(page.getByText('1 selected')).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Uploads' }).click();
  await page.reload();
  await expect(table).toContainText(emailOf(word, 0));
  await expect(page.getByRole('heading', { name: 'Upload category' })).toBeVisible();
  const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
  expect(scrolls).toBe(false);
});

test('a large file is read off the main thread and uploaded in parts, and the page stays responsive', async ({
  page,
}, info) => {
  const word = ownWord();
  await showUploads(page);
  await page.goto('/vf-queues-tool');
  const rows = Array.from(
    { length: 30_000 },
    (_, n) => `account.number.${n}@${word}.example,${word},${n + 1}`,
  );
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { longTasks: seen });
    new PerformanceObserver((list) => {
      seen.push(...list.getEntries().map(({ duration }) => Math.round(duration)));
    }).observe({ entryTypes: ['longtask'] });
  });
  // The browser creates the file itself: transferring megabytes would be a long task caused by the
  // test.
  await page
    .getByLabel('Choose CSV files')
    .last()
    .evaluate(
      (input: HTMLInputElement, lines) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([lines], 'large.csv', { type: 'text/csv' }));
        input.files = transfer.files;
        Object.assign(window, { longTasks: [] });
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      ['Id;QueueId;Place', ...rows.map((row) => row.replaceAll(',', ';'))].join('\r\n'),
    );
  const fileCard = card(page, 'large.csv');
  await expect(fileCard.getByRole('cell', { name: '30,000', exact: true })).toBeVisible();
  const longTasks = await page.evaluate(() => Reflect.get(window, 'longTasks'));
  info.annotations.push({
    type: 'long tasks while reading, in ms',
    description: String(longTasks),
  });
  const parts: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/queues/insert')) parts.push(request.postDataBuffer()?.length ?? 0);
  });
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(fileCard).toContainText(`Queue "${word}" uploaded with 30,000 accounts.`, {
    timeout: 120_000,
  });
  expect(parts.length).toBeGreaterThan(1);
  // Proxies refuse more than 1 MB.
  expect(Math.max(...parts)).toBeLessThan(900_000);
});

import { expectAccessible } from './accessible.ts';
import { emailOf, test } from './desk.ts';
import { expect } from './fixtures.ts';
import { ownWord, savedFile } from './queues-files.ts';

const searchBox = 'Search accounts';

test('accounts are ranked with medals, percentages, labels and their history', async ({
  page,
  desk,
  look,
}) => {
  const word = ownWord();
  await desk.addCategory('standard', `first ${word}`, word, 40);
  await desk.addCategory('standard', `second ${word}`, word, 20);
  await page.goto('/queues-tool');
  const table = page.getByRole('grid', { name: 'Ranked accounts' });
  await expect(table.getByRole('img', { name: 'Rank 1', exact: true })).toContainText('🥇');
  await page.getByRole('searchbox', { name: searchBox }).fill(word);
  const row = table.getByRole('row', { name: new RegExp(emailOf(word, 0)) });
  await expect(row).toContainText('0.01%');
  await expect(row).toContainText('Excellent');
  await look('queues-analysis');
  await row.getByRole('button', { name: /Progress history of .*: 2 queues, latest 0.01%/ }).focus();
  await expect(page.getByRole('tooltip')).toContainText('01/11/2026: 0.01% (1 of 10,000)');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: emailOf(word, 0) });
  await expect(panel).toContainText('Average ratio');
  await expect(panel).toContainText(`queue of first ${word}`);
  await expect(page).toHaveURL(/account=/);
  await expectAccessible(page);
  await look('queues-panel');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
});

test('150 rows show, Load More adds 150, and a search shows all that match', async ({
  page,
  desk,
}) => {
  const word = ownWord();
  await desk.addCategory('standard', word, word, 400);
  await page.goto('/queues-tool');
  await expect(page.getByText(/^150 of [\d,]+ accounts shown$/)).toBeVisible();
  await page.getByRole('button', { name: 'Load More' }).first().click();
  await expect(page.getByText(/^300 of [\d,]+ accounts shown$/)).toBeVisible();
  await page.getByRole('searchbox', { name: searchBox }).fill(word);
  await expect(page.getByText('400 of 400 accounts shown')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Ranked accounts' })).toHaveAttribute(
    'aria-rowcount',
    '401',
  );
  const region = page.getByRole('grid', { name: 'Ranked accounts' });
  await region.press('ArrowDown');
  await region.press('End');
  await expect(page.getByText(emailOf(word, 399))).toBeInViewport();
  // Most queues first, which reverses the order of equal rows: the row at the cursor stays in view.
  await region.getByRole('button', { name: 'Total queues' }).click();
  await expect(region.getByRole('row').nth(1)).toContainText(emailOf(word, 399));
  await expect(page.getByText(emailOf(word, 399))).toBeInViewport();
  await page.getByRole('searchbox', { name: searchBox }).fill(`${word} nobody`);
  await expect(page.getByText(`No account matches “${word} nobody”`)).toBeVisible();
});

test('search and order stand in the address, and any column sorts both ways', async ({
  page,
  desk,
}) => {
  const word = ownWord();
  await desk.addCategory('standard', word, word, 12);
  await page.goto(`/queues-tool?search=${word}`);
  const table = page.getByRole('grid', { name: 'Ranked accounts' });
  const first = table.getByRole('row').nth(1);
  for (const [head, sort, start, end] of [
    ['Account', 'account', 0, 11],
    ['Best ratio', 'best_ratio', 0, 11],
    ['Worst ratio', 'worst_ratio', 0, 11],
    ['Average ratio', 'avg_ratio', 0, 11],
  ] as const) {
    const column = table.getByRole('columnheader', { name: head });
    if (sort !== 'avg_ratio') await column.getByRole('button').click();
    else await page.goto(`/queues-tool?search=${word}&sort=nonsense`);
    await expect(column).toHaveAttribute('aria-sort', 'ascending');
    await expect(first).toContainText(emailOf(word, start));
    await column.getByRole('button').click();
    await expect(column).toHaveAttribute('aria-sort', 'descending');
    await expect(first).toContainText(emailOf(word, end));
    expect(new URL(page.url()).searchParams.get('sort')).toBe(`-${sort}`);
  }
  await page.reload();
  await expect(first).toContainText(emailOf(word, 11));
  await expect(page.getByRole('searchbox', { name: searchBox })).toHaveValue(word);
});

test('the download takes accounts at or below the threshold', async ({ page, desk }) => {
  const word = ownWord();
  await desk.addCategory('standard', word, word, 30);
  await page.goto('/queues-tool');
  const threshold = page.getByLabel('Max AVG Ratio', { exact: true });
  const button = page.getByRole('button', { name: /^Download/ });
  await expect(threshold).toHaveValue('5');
  for (const wrong of ['', '0', '-1', '101', '0.05', 'x']) {
    await threshold.fill(wrong);
    await expect(button).toBeDisabled();
  }
  await threshold.fill('0.3');
  await expect(button).toBeEnabled();
  const download = page.waitForEvent('download');
  await button.click();
  const { name, text } = await savedFile(await download);
  expect(name).toBe('accounts_below_0.3percent.csv');
  const lines = text.split('\r\n');
  expect(lines[0]).toBe('\uFEFFRank,Email,AVG_Ratio');
  const own = lines.filter((line) => line.includes(word));
  expect(own).toHaveLength(30);
  expect(own[29]).toMatch(/0\.30%$/);
});

test('an export goes on when its screen is left, says how it went, and can be cancelled', async ({
  page,
  desk,
}) => {
  const word = ownWord();
  await desk.addCategory('standard', word, word, 3);
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isExport = (url: URL | string) => /queues\/export\?/.test(String(url));
  await page.route(isExport, async (route) => {
    await gate;
    await route.continue();
  });
  const running = page.getByText('Preparing the download...').first();
  await page.goto('/queues-tool');
  await page.getByRole('button', { name: /^Download \(/ }).click();
  await page.getByRole('link', { name: 'IMAP Accounts', exact: true }).click();
  await expect(running).toBeVisible();
  const download = page.waitForEvent('download');
  release();
  expect((await download).suggestedFilename()).toBe('accounts_below_5percent.csv');
  await expect(page.getByText(/^[\d,]+ accounts downloaded$/).first()).toBeVisible();
  await expect(running).toBeHidden();

  await page.unroute(isExport);
  await page.route(isExport, () => undefined);
  await page.getByRole('link', { name: 'Queues Tool', exact: true }).click();
  await page.getByRole('button', { name: /^Download \(/ }).click();
  await expect(running).toBeVisible();
  const ended = page.waitForEvent('requestfailed', (request) => isExport(request.url()));
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(running).toBeHidden();
  await expect(page.getByText('Error loading data. Please try again.')).toBeHidden();
});

test('a failure says so, and Retry reads again', async ({ page, problems }) => {
  problems.expect(/queues|Failed to load resource/);
  let isBroken = true;
  await page.route(/api\/queues\/(get|accounts)/, (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { success: false, message: 'x' } })
      : route.continue(),
  );
  await page.goto('/queues-tool');
  await expect(page.getByText('Failed to load queue data')).toBeVisible();
  await expect(page.getByText('Error loading data. Please try again.')).toBeVisible();
  await expect(page.getByText('Failed to load categories data')).toBeVisible();
  await expect(page.getByText('Error loading categories data. Please try again.')).toBeVisible();
  isBroken = false;
  for (const name of ['Queue analysis', 'Categories']) {
    await page.getByRole('region', { name }).getByRole('button', { name: 'Retry' }).click();
  }
  await expect(page.getByText('Failed to load queue data')).toBeHidden();
  await expect(page.getByText('Failed to load categories data')).toBeHidden();
});

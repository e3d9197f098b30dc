import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { card, chooseFiles, csvFile, ownWord, queueFile, savedFile } from './queues-files.ts';

test.beforeEach(({ page }) => page.goto('/vf-queues-tool'));

test('both queue tools carry their titles', async ({ page }) => {
  await expect(page).toHaveTitle('Dashboard - VF Queues Tool');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verified Fan Queues Tool');
  await page.goto('/queues-tool');
  await expect(page).toHaveTitle('Dashboard - Queues Tool');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queues Tool');
});

test('a file is read, shown with its defaults, uploaded, and leaves the list', async ({
  page,
  look,
}) => {
  const word = ownWord();
  const upload = page.getByRole('button', { name: /^Upload( \d+ file)?$/ });
  await chooseFiles(page, [
    queueFile(`${word}.csv`, [
      `best@${word},${word},12`,
      `last@${word},${word},900`,
      `BEST@${word},${word},10`,
      'too,short',
      `bad@${word},${word},x`,
    ]),
  ]);
  const own = card(page, `${word}.csv`);
  await expect(own).toContainText('2 records');
  await expect(own).toContainText('Ready');
  const date = own.getByLabel('Queue date');
  const total = own.getByLabel('Queue total');
  await expect(date).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
  await expect(total).toHaveValue('900');

  await date.fill('');
  await expect(own).toContainText('Missing date');
  await expect(upload).toBeDisabled();
  await date.fill('2026-11-19');
  await total.fill('');
  await expect(own).toContainText('Missing total');
  await expect(total).toHaveAttribute('placeholder', 'Min: 1');
  await total.fill('0');
  await expect(own).toContainText('Missing total');
  await total.fill('500');
  await expect(own).toContainText('All accounts with position higher than 500 will be ignored');

  await own.getByText('First rows').click();
  await expect(own.getByRole('cell', { name: `best@${word}` })).toBeVisible();
  await own.getByText('3 rows ignored').click();
  await expect(own).toContainText('1 row: Fewer than 3 values');
  await look('queues-file');
  const download = page.waitForEvent('download');
  await own.getByRole('button', { name: 'Download ignored rows' }).click();
  const { name, text } = await savedFile(await download);
  expect(name).toBe(`${word}_ignored_rows.csv`);
  expect(text).toContain('5,Fewer than 3 values,"too,short"');
  expect(text).toContain(`4,Repeated account: its best position counts,"BEST@${word},${word},10"`);

  await upload.click();
  await expect(own).toContainText('Uploaded successfully');
  await expect(own).toContainText(`Queue "${word}" uploaded with 1 account.`);
  await expect(own).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search accounts' }).first().fill(word);
  await expect(page.getByRole('row', { name: new RegExp(`best@${word}`) })).toContainText('2.00%');
  await expect(page.getByRole('status').filter({ hasText: '1 match' })).toBeVisible();
});

test('a file without positions says so and is not uploaded', async ({ page }) => {
  const word = ownWord();
  await chooseFiles(page, [queueFile(`${word}.csv`, [`a@${word},${word},none`])]);
  const own = card(page, `${word}.csv`);
  await expect(own).toContainText('0 records');
  await expect(own).toContainText('No positions were found in this file.');
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
});

test('files go up one after the other, with progress, and can be cancelled', async ({ page }) => {
  const word = ownWord();
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  await page.route('**/api/queues/insert', async (route) => {
    calls += 1;
    if (calls === 2) await gate;
    await route.continue().catch(() => {});
  });
  const names = [1, 2, 3].map((number) => `${number}-${word}`);
  await chooseFiles(
    page,
    names.map((name) => queueFile(`${name}.csv`, [`a@${word},${name},5`])),
  );
  const heightOf = async (name: string) => (await card(page, `${name}.csv`).boundingBox())?.height;
  const [first = '', second = ''] = names;
  await expect(card(page, `${first}.csv`)).toContainText('Ready');
  const closed = await heightOf(second);
  await card(page, `${second}.csv`).getByText('First rows').click();
  await expect.poll(() => heightOf(second)).toBeGreaterThan(closed ?? 0);
  expect(await heightOf(first)).toBe(closed);
  await page.getByRole('button', { name: 'Upload 3 files' }).click();
  await expect(page.getByText('Uploading 2/3 files...')).toBeVisible();
  await expect(card(page, `1-${word}.csv`)).toContainText('Uploaded successfully');
  await page.getByRole('button', { name: 'Cancel' }).click();
  release();
  await expect(page.getByText('Uploading 2/3 files...')).toBeHidden();
  await expect(card(page, `1-${word}.csv`)).toBeHidden();
  await expect(card(page, `2-${word}.csv`)).toContainText('Ready');
  await expect(card(page, `3-${word}.csv`)).toContainText('Ready');
  expect(calls).toBe(2);
});

test('what failed says why and is tried again', async ({ page, problems }) => {
  problems.expect(/insert|Failed to load resource|400|net::ERR/);
  const word = ownWord();
  const answers = [
    { status: 400, json: { success: false, message: 'This queue is closed.' } },
    { status: 500, json: { success: false, message: '' } },
  ];
  await page.route('**/api/queues/insert', (route) => {
    const answer = answers.shift();
    return answer === undefined ? route.continue() : route.fulfill(answer);
  });
  await chooseFiles(page, [
    queueFile(`1-${word}.csv`, [`a@${word},1-${word},5`]),
    queueFile(`2-${word}.csv`, [`a@${word},2-${word},5`]),
  ]);
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(card(page, `1-${word}.csv`)).toContainText('This queue is closed.');
  await expect(card(page, `2-${word}.csv`)).toContainText('Upload failed');
  await expect(page.getByText('0 of 2 files uploaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Retry 2 files' }).click();
  await expect(card(page, `1-${word}.csv`)).toContainText('Uploaded successfully');
  await expect(card(page, `2-${word}.csv`)).toContainText('Uploaded successfully');
});

test('a file that is no CSV, or holds no row, is not taken', async ({ page }) => {
  await chooseFiles(page, [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a,b,c\n1,2,3') },
    csvFile('empty.csv', 'Id,QueueId,Place\n'),
  ]);
  const refused = page.getByRole('alert', { name: 'Files that were not added' });
  await expect(refused).toContainText('notes.txt Not a CSV file.');
  await expect(refused).toContainText('empty.csv Skipped: the file has no data rows.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss notes.txt' }).click();
  await expect(refused).not.toContainText('notes.txt');
});

test('a large file is read beside the page, which stays responsive, and goes up in parts', async ({
  page,
}, info) => {
  const word = ownWord();
  const rows = Array.from(
    { length: 60_000 },
    (_, n) => `account.number.${n}@${word}.example,${word},${n + 1}`,
  );
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { longTasks: seen });
    new PerformanceObserver((list) => {
      seen.push(...list.getEntries().map(({ duration }) => Math.round(duration)));
    }).observe({ entryTypes: ['longtask'] });
  });
  // The browser makes the file itself: handing over megabytes would be a long task of the test's own.
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
  const own = card(page, 'large.csv');
  await expect(own).toContainText('60,000 records');
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
  await expect(own).toContainText(`Queue "${word}" uploaded with 60,000 accounts.`, {
    timeout: 30_000,
  });
  expect(parts).toHaveLength(3);
});

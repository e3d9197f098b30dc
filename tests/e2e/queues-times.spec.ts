import type { Page } from '@playwright/test';
import { emailOf, test } from './desk.ts';
import { expect } from './fixtures.ts';
import { card, chooseFiles, ownWord, queueFile } from './queues-files.ts';

/** The page's own clock stands still from here on: its timers fire when the test lets time pass. */
const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 2_000);

test.use({ keepsContext: false });
test.beforeEach(({ page }) => page.clock.install());

test('results of an upload show 5 seconds, and a file that was changed meanwhile stays', async ({
  page,
}) => {
  const word = ownWord();
  await page.goto('/vf-queues-tool');
  await chooseFiles(
    page,
    [1, 2].map((n) => queueFile(`${n}-${word}.csv`, [`a@${word},${n}-${word},5`])),
  );
  await expect(card(page, `2-${word}.csv`)).toContainText('Ready');
  await stopClock(page);
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(page.getByText('2 of 2 files uploaded.')).toBeVisible();
  await card(page, `2-${word}.csv`).getByLabel('Queue total').fill('900');
  await page.clock.runFor(4_999);
  await expect(card(page, `1-${word}.csv`)).toContainText('Uploaded successfully');
  await page.clock.runFor(1);
  await expect(card(page, `1-${word}.csv`)).toBeHidden();
  await expect(card(page, `2-${word}.csv`)).toContainText('Ready');
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(card(page, `2-${word}.csv`)).toContainText(
    `Queue "2-${word}" replaced: 1 account instead of 1.`,
  );
});

test('after a failure the results end, and every file stays', async ({ page, problems }) => {
  problems.expect(/insert|Failed to load resource/);
  const word = ownWord();
  await page.goto('/vf-queues-tool');
  const answers = [{ status: 400, json: { success: false, message: 'This queue is closed.' } }];
  await page.route('**/api/queues/insert', (route) => {
    const answer = answers.shift();
    return answer === undefined ? route.continue() : route.fulfill(answer);
  });
  await chooseFiles(
    page,
    [1, 2].map((n) => queueFile(`${n}-${word}.csv`, [`a@${word},${n}-${word},5`])),
  );
  const [failed, uploaded] = [card(page, `1-${word}.csv`), card(page, `2-${word}.csv`)];
  await expect(uploaded).toContainText('Ready');
  await stopClock(page);
  await page.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(page.getByText('1 of 2 files uploaded.')).toBeVisible();
  await expect(failed).toContainText('This queue is closed.');
  await expect(uploaded).toContainText('Uploaded successfully');
  await page.clock.runFor(5_000);
  await expect(page.getByText('1 of 2 files uploaded.')).toBeHidden();
  await expect(failed.getByText('This queue is closed.')).toBeHidden();
  await expect(failed).toContainText('Failed');
  await expect(uploaded).toContainText('Uploaded');
  await page.getByRole('button', { name: 'Retry 1 file' }).click();
  await expect(failed).toContainText('Uploaded successfully');
  await page.clock.runFor(5_000);
  await expect(uploaded).toBeHidden();
  await expect(failed).toBeHidden();
});

test('the message of a category upload shows 3 seconds; then the form clears, but not what was typed meanwhile', async ({
  page,
}) => {
  const word = ownWord();
  await page.goto('/vf-queues-tool');
  const name = page.getByLabel('Category name');
  const accounts = page.getByLabel('Accounts', { exact: true });
  await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible();
  await name.fill(word);
  await accounts.fill(`a@${word}.test`);
  await stopClock(page);
  await page.getByRole('button', { name: 'Upload category' }).click();
  const message = page.getByText(`Category "${word}" uploaded successfully with 1 accounts.`);
  await expect(message).toBeVisible();
  await accounts.fill(`a@${word}.test\nb@${word}.test`);
  await page.clock.runFor(2_999);
  await expect(message).toBeVisible();
  await expect(name).toHaveValue(word);
  await page.clock.runFor(1);
  await expect(message).toBeHidden();
  await expect(name).toHaveValue('');
  await expect(accounts).toHaveValue(`a@${word}.test\nb@${word}.test`);
});

test('the search of a category asks 300 ms after the last key', async ({ page, desk }) => {
  const word = ownWord();
  await desk.addCategory('verified_fan', word, word, 0, 12);
  await page.goto('/vf-queues-tool');
  const section = page.getByRole('region', { name: `Category ${word}`, exact: true });
  await section.getByRole('button', { name: word, exact: true }).click();
  const table = section.getByRole('grid');
  await expect(table).toHaveAttribute('aria-rowcount', '13');
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/queues/accounts') asked.push(url.searchParams.get('search'));
  });
  await stopClock(page);
  const search = section.getByRole('searchbox', { name: `Search in ${word}` });
  await search.fill('00');
  await page.clock.runFor(299);
  await search.fill('0007@');
  await page.clock.runFor(299);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(['0007@']);
  await page.clock.resume();
  await expect(table).toHaveAttribute('aria-rowcount', '2');
  await expect(table).toContainText(emailOf(word, 7));
});

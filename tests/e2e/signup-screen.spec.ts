import { Desk, test } from './desk.ts';
import { expect } from './fixtures.ts';

const CATEGORY = 'SignUp Screen';
const at = (slug: string) => `https://signup.ticketmaster.com/${slug}`;
const screenOf = (slug: string) => `/signup?url=${encodeURIComponent(at(slug))}`;

test.beforeAll(async ({ playwright, origin, token }) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  await new Desk(request, token).addCategory('verified_fan', CATEGORY, 'screen', 10, 2);
  await request.dispose();
});

test('everything that was set is kept in the browser, with the time, and shown again', async ({
  page,
}) => {
  await page.goto(screenOf('one-night-only'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('[VF] SignUp');
  await expect(page.getByLabel('Events per account')).toHaveValue('3');
  await page.getByLabel('Events per account').fill('4');
  await page.getByLabel(/^Accounts for/).fill('9');
  await page.getByRole('row').nth(1).getByRole('button', { name: 'All categories' }).click();
  await page.getByRole('option', { name: new RegExp(CATEGORY) }).click();
  await page.keyboard.press('Escape');
  await page.getByText('Use Encore parameters').click();
  await page.getByRole('textbox', { name: 'Max Price' }).fill('77');
  await page.getByRole('checkbox', { name: /^Preset 3 / }).click();
  const stored = await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('signup_data_'));
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  });
  const [event] = stored.infos.events;
  expect(stored).toEqual({
    infos: {
      title: 'One Night Only VF Signup',
      url: at('one-night-only'),
      events: [expect.objectContaining({ value: expect.any(String) })],
    },
    eventsByAccount: 4,
    accounts: { [event.value]: 9 },
    categories: { [event.value]: [CATEGORY] },
    useEncore: true,
    isPasted: false,
    webhooks: [1, 2, 4, 5, 6, 7, 8].map((number) => `https://webhooks.example/cart-${number}`),
    globalConfig: { MaxPrice: 77 },
    customFields: [],
    timestamp: expect.any(Number),
  });
  await page.reload();
  await expect(page.getByLabel('Events per account')).toHaveValue('4');
  await expect(page.getByLabel(/^Accounts for/)).toHaveValue('9');
  await expect(page.getByRole('row').nth(1).getByText(CATEGORY)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Max Price' })).toHaveValue('77');
  await expect(page.getByRole('checkbox', { name: /^Preset 3 / })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Preset 4 / })).toBeChecked();
});

test('the numbers hold their bounds', async ({ page }) => {
  await page.goto(screenOf('one-night-only'));
  for (const [label, good, bad] of [
    [/^Accounts for/, ['0', '50'], ['51', '-1', '1.5', 'x', '']],
    ['Events per account', ['1', '10'], ['0', '11', '2.5', '']],
  ] as const) {
    const box = page.getByLabel(label);
    for (const text of good) {
      await box.fill(text);
      await expect(box).not.toHaveAttribute('aria-invalid', 'true');
    }
    for (const text of bad) {
      await box.fill(text);
      await expect(box).toHaveAttribute('aria-invalid', 'true');
    }
    await box.blur();
    await expect(box).toHaveValue(good[1]);
  }
});

test('an extraction that runs is not begun again', async ({ page }) => {
  let calls = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/events/signup-infos', async (route) => {
    calls += 1;
    await gate;
    await route.continue();
  });
  await page.goto('/signup');
  const box = page.getByLabel('Signup URL');
  await box.fill(at('one-night-only'));
  await box.press('Enter');
  await expect(page.getByRole('status', { name: 'Extracting events' })).toBeAttached();
  await box.press('Enter');
  await expect(page.getByRole('button', { name: 'Extracting events' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  release();
  await expect(page.getByText('1 event', { exact: true })).toBeVisible();
  expect(calls).toBe(1);
});

test('when the page cannot be extracted again, what was set stays and Retry asks once more', async ({
  page,
  problems,
}) => {
  problems.expect(/502|signup-infos/);
  await page.goto(screenOf('one-night-only'));
  await page.getByLabel(/^Accounts for/).fill('9');
  let isBroken = true;
  await page.route('**/api/events/signup-infos', (route) =>
    isBroken
      ? route.fulfill({ status: 502, json: { success: false, message: 'The page is away.' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Extract Events' }).click();
  const failure = page.getByRole('alert').filter({
    hasText: 'Failed to get signup information. Please check the URL and try again.',
  });
  await expect(failure).toContainText('The page is away.');
  await expect(page.getByLabel(/^Accounts for/)).toHaveValue('9');
  isBroken = false;
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(failure).toBeHidden();
  await expect(page.getByLabel(/^Accounts for/)).toHaveValue('9');
});

test('a dispatch says that it is processing and sends the token', async ({ page, token }) => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const seen: (string | undefined)[] = [];
  await page.route('**/api/events/dispatch-csv', async (route) => {
    seen.push(route.request().headers().authorization);
    await gate;
    await route.continue();
  });
  await page.goto(screenOf('one-night-only'));
  await page.getByLabel(/^Accounts for/).fill('2');
  await page.getByRole('button', { name: 'Dispatch accounts' }).click();
  await expect(page.getByRole('button', { name: 'Processing' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  const download = page.waitForEvent('download');
  release();
  await download;
  await expect(page.getByText(/^Downloaded One Night Only_2_accounts_/)).toBeVisible();
  expect(seen).toEqual([`Bearer ${token}`]);
});

test('Reset keeps the events of a pasted page, also after a reload', async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Signup URL').fill(at('blocked'));
  await page.getByRole('button', { name: 'Paste the page source' }).click();
  await page
    .getByLabel('Page source')
    .fill(
      '<title>Pasted VF Signup</title><option value="E1">Mar 14, 2027 - Arena - Madrid</option>',
    );
  await page.getByRole('button', { name: 'Extract Events' }).click();
  for (const isReloaded of [false, true]) {
    await expect(page.getByRole('cell', { name: 'Arena' })).toBeVisible();
    await page.getByLabel(/^Accounts for/).fill('9');
    if (isReloaded) await page.reload();
    await expect(page.getByLabel(/^Accounts for/)).toHaveValue('9');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByLabel(/^Accounts for/)).toHaveValue('0');
  }
});

test('an address that cannot be extracted says why, and Enter shows it at the field', async ({
  page,
}) => {
  await page.goto('/signup');
  const button = page.getByRole('button', { name: 'Extract Events' });
  await expect(button).toHaveAccessibleDescription('Enter a signup URL.');
  const box = page.getByLabel('Signup URL');
  await box.fill('https://example.com/x');
  await expect(button).toHaveAccessibleDescription('Enter a ticketmaster address.');
  await box.fill('https://ticketmaster .com/x');
  await expect(button).toHaveAccessibleDescription('Enter the address of a page.');
  await box.press('Enter');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
});

test('the calls of the forecast go through the shared client: a lost session ends it', async ({
  page,
  problems,
}) => {
  problems.expect(/401|failed/);
  await page.route('**/api/queues/accounts?type=verified_fan', (route) =>
    route.fulfill({ status: 401, json: { success: false, message: 'Invalid token' } }),
  );
  await page.goto(screenOf('one-night-only'));
  await expect(page).toHaveURL(/\/login/);
});

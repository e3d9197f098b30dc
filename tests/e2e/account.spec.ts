import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { statusOf } from './operator.ts';

test.describe('the account menu', () => {
  const choose = async (page: Page, name: string) => {
    // A call that the server answers after the session has ended would fail. The bell requests its
    // count late.
    const counted = page.waitForResponse('**/api/notifications**');
    await page.goto('/settings');
    await counted;
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  test('signs out everywhere', async ({ page, request, operator, token }) => {
    const { email, password } = operator;
    const other = await request.post('/api/auth/login', { data: { email, password } });
    const elsewhere = await other.json();
    await choose(page, 'Log out everywhere');
    await expect(page).toHaveURL('/login');
    for (const ended of [token, elsewhere.token]) expect(await statusOf(request, ended)).toBe(401);
  });

  test('logs out and deletes what this browser stores', async ({ page, request, token }) => {
    await page.goto('/settings');
    await page.evaluate(() => localStorage.setItem('ticketing-search-history', '["Adele"]'));
    await choose(page, 'Log out and forget this browser');
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('ticketing-search-history'))).toBeNull();
    expect(await statusOf(request, token)).toBe(401);
  });
});

test.describe("an operator's own account", () => {
  const openFromMenu = async (page: Page, name: string) => {
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name }).click();
    return page.getByRole('dialog', { name });
  };

  test('lists sessions with their device and ends one', async ({
    page,
    request,
    operator,
    look,
  }) => {
    const { email, password } = operator;
    const other = await request.post('/api/auth/login', {
      data: { email, password },
      headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' },
    });
    const { token } = await other.json();
    await page.goto('/settings');
    const dialog = await openFromMenu(page, 'Sessions');
    await expect(dialog.getByText('This browser')).toBeVisible();
    await look('sessions');
    await dialog.getByRole('button', { name: 'End session on Firefox on Windows' }).click();
    await expect(dialog.getByText('Firefox on Windows')).toBeHidden();
    expect(await statusOf(request, token)).toBe(401);
  });
});

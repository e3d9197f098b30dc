import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { operator } from './operator.ts';
import { statusOf, useOwnSession } from './own-session.ts';

test.describe('the account menu', () => {
  const choose = async (page: Page, name: string) => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  test('signs out everywhere', async ({ page, request }) => {
    // An operator of its own would be needed to end real sessions: the other tests use this one's.
    const bodies: unknown[] = [];
    await page.route('**/api/auth/logout', async (route) => {
      bodies.push(route.request().postDataJSON());
      await route.fulfill({ json: { success: true } });
    });
    await useOwnSession(page, request);
    await choose(page, 'Sign out everywhere');
    await expect(page).toHaveURL('/login');
    expect(bodies).toEqual([{ everywhere: true, forget: false }]);
  });

  test('stays signed in when the server cannot end all sessions', async ({ page, problems }) => {
    problems.expect(/logout|ERR_FAILED/);
    await page.route('**/api/auth/logout', (route) => route.abort());
    await choose(page, 'Sign out everywhere');
    await expect(page.getByText('Could not sign out everywhere.', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/');
  });

  test('logs out and forgets what this browser stores', async ({ page, request }) => {
    const token = await useOwnSession(page, request);
    await page.goto('/');
    await page.evaluate(() => localStorage.setItem('ticketing-search-history', '["Adele"]'));
    await choose(page, 'Log out and forget this browser');
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('ticketing-search-history'))).toBeNull();
    expect(await statusOf(request, token)).toBe(401);
  });

  test('signs out here when the server cannot be reached, and says so', async ({
    page,
    problems,
  }) => {
    problems.expect(/logout|ERR_FAILED/);
    await page.route('**/api/auth/logout', (route) => route.abort());
    await choose(page, 'Logout');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('You are signed out here.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});

test.describe('the own account', () => {
  const openFromMenu = async (page: Page, name: string) => {
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name }).click();
    return page.getByRole('dialog', { name });
  };

  test('asks for an own password while the command line set the current one', async ({
    page,
    look,
    problems,
  }) => {
    problems.expect(/api\/auth\/password/);
    let mustChange = true;
    await page.route('**/api/auth/me', (route) =>
      route.fulfill({
        json: {
          success: true,
          id: 1,
          email: operator.email,
          ...(mustChange && { must_change_password: true }),
        },
      }),
    );
    // The password of the tests' operator must stay.
    await page.route('**/api/auth/password', async (route) => {
      const { new_password } = route.request().postDataJSON();
      mustChange = new_password === 'password2026';
      const message = 'This password is one of the most common ones. Choose another.';
      const issues = [{ path: 'new_password', message }];
      if (mustChange)
        await route.fulfill({ status: 400, json: { success: false, message, issues } });
      else await route.fulfill({ json: { success: true, message: 'Password changed' } });
    });
    await page.goto('/settings');
    await expect(page.getByText('Choose your own password.')).toBeVisible();
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await expect(dialog.getByLabel('Current password')).toBeFocused();
    await look('change-password');
    await dialog.getByLabel('Current password').fill('the current one');
    await dialog.getByLabel('New password').fill('password2026');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('one of the most common ones')).toBeVisible();
    await dialog.getByLabel('New password').fill('a chosen long phrase');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
    await expect(page.getByText('Choose your own password.')).toBeHidden();
  });

  test('lists sessions with their device and ends one', async ({ page, request, look }) => {
    const other = await request.post('/api/auth/login', {
      data: operator,
      headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' },
    });
    const { token } = await other.json();
    await page.goto('/settings');
    const dialog = await openFromMenu(page, 'Sessions');
    await expect(dialog.getByText('This browser')).toBeVisible();
    await look('sessions');
    const count = await dialog.getByText('Firefox on Windows').count();
    await dialog.getByRole('button', { name: 'End session on Firefox on Windows' }).first().click();
    await expect(dialog.getByText('Firefox on Windows')).toHaveCount(count - 1);
    expect(await statusOf(request, token)).toBe(401);
  });
});

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { statusOf } from './operator.ts';

const emailField = (page: Page) => page.getByLabel('Email or username');
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' });

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await signInButton(page).click();
}

test.describe('signing in', () => {
  test.use({ isSignedIn: false });

  test('opens the dashboard and shows the address of the operator', async ({
    page,
    operator,
    look,
  }) => {
    await page.goto('/login');
    await expect(emailField(page)).toBeFocused();
    await look('login');
    await fillIn(page, operator.email, operator.password);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
    await expect(
      page.getByRole('button', { name: `Account menu, ${operator.email}` }),
    ).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^ey/);
  });

  test('accepts a user name in place of the email, by keyboard alone', async ({
    page,
    operator,
  }) => {
    await page.goto('/login');
    await expect(emailField(page)).toBeFocused();
    await page.keyboard.type(operator.email.split('@')[0] ?? '');
    await page.keyboard.press('Tab');
    await page.keyboard.type(operator.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  });

  test('shows the message of the server for a wrong password and keeps the typed values', async ({
    page,
    problems,
  }) => {
    problems.expect(/401/);
    await page.goto('/login');
    await fillIn(page, 'nobody@example.com', 'not the password');
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
    await expect(page).toHaveURL('/login');
    await expect(emailField(page)).toHaveValue('nobody@example.com');
    await expect(passwordField(page)).toHaveValue('not the password');
    await expect(signInButton(page)).toBeEnabled();
  });
});

test.describe('the guard', () => {
  test.use({ isSignedIn: false });

  test('opens Login, which returns to the requested page', async ({ page, operator }) => {
    await page.goto('/user-generator?count=500');
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await fillIn(page, operator.email, operator.password);
    await expect(page).toHaveURL('/user-generator?count=500');
  });
});

test.describe('the end of a session', () => {
  test('handles a 401: the token is deleted and Login returns to the page', async ({
    page,
    operator,
    problems,
  }) => {
    problems.expect(/401|Invalid token/);
    await page.addInitScript(() => {
      if (!sessionStorage.getItem('spoiled')) localStorage.setItem('token', 'not.a.token');
      sessionStorage.setItem('spoiled', 'yes');
    });
    await page.goto('/imap-accounts');
    await expect(page).toHaveURL('/login?redirect=%2Fimap-accounts');
    await expect(page.getByText('Your session ended. Sign in to go on.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await fillIn(page, operator.email, operator.password);
    await expect(page).toHaveURL('/imap-accounts');
  });

  test('handles Logout, in every tab and on the server', async ({
    page,
    context,
    request,
    token,
    problems,
  }) => {
    // The server closes the other tab's channel, which may read the session before the stored token is removed.
    problems.expect(/auth\/sessions/);
    const other = await context.newPage();
    // A call that the server answers after the session has ended would fail. The bell requests its
    // count late.
    for (const tab of [page, other]) {
      const counted = tab.waitForResponse('**/api/notifications**');
      await tab.goto('/settings');
      await counted;
      await tab.waitForLoadState('networkidle');
    }
    await expect(other.getByRole('heading', { name: 'API tokens', exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect(await statusOf(request, token)).toBe(401);
    await page.goto('/events');
    await expect(page).toHaveURL(/\/login/);
  });
});

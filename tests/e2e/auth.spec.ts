import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { operator } from './operator.ts';
import { statusOf, useOwnSession } from './own-session.ts';

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

  test('goes to the dashboard and shows whose desk it is', async ({ page, look }) => {
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

  test('takes a user name in place of the email, by keyboard alone', async ({ page }) => {
    await page.goto('/login');
    await expect(emailField(page)).toBeFocused();
    await page.keyboard.type('operator');
    await page.keyboard.press('Tab');
    await page.keyboard.type(operator.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  });

  test('tells a wrong password in the words of the server and keeps what was typed', async ({
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

  test('asks for both fields and sends nothing without them', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await page.goto('/login');
    await signInButton(page).click();
    await expect(page.getByText('Enter your email or username.')).toBeVisible();
    await expect(page.getByText('Enter your password.')).toBeVisible();
    await expect(emailField(page)).toBeFocused();
    await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true');
    expect(sent).not.toContain('/api/auth/login');
  });

  test('says so when the answer holds no token', async ({ page }) => {
    await page.route('**/api/auth/login', (route) => route.fulfill({ json: { success: true } }));
    await page.goto('/login');
    await fillIn(page, operator.email, operator.password);
    await expect(page.getByRole('alert')).toHaveText('Unexpected server response.');
  });

  test('tells how long to wait after too many tries', async ({ page, problems }) => {
    problems.expect(/429/);
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '120' },
        json: { success: false, message: 'Too many attempts.' },
      }),
    );
    await page.goto('/login');
    await fillIn(page, operator.email, operator.password);
    await expect(page.getByRole('alert')).toHaveText('Too many attempts. Try again in 2 minutes.');
  });

  test('shows a spinner while it waits', async ({ page }) => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/auth/login', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto('/login');
    await fillIn(page, operator.email, operator.password);
    await expect(signInButton(page)).toHaveAttribute('aria-busy', 'true');
    answer();
    await expect(page).toHaveURL('/');
  });

  test('shows and hides the password', async ({ page }) => {
    await page.goto('/login');
    await passwordField(page).fill('secret');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(passwordField(page)).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(passwordField(page)).toHaveAttribute('type', 'password');
  });
});

test.describe('the guard', () => {
  test.describe('without a token', () => {
    test.use({ isSignedIn: false });

    test('goes to Login, which leads back to the page that was wanted', async ({ page }) => {
      await page.goto('/user-generator?count=500');
      await expect(page).toHaveURL(/\/login\?redirect=/);
      await fillIn(page, operator.email, operator.password);
      await expect(page).toHaveURL('/user-generator?count=500');
    });

    for (const target of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      test(`never leads to ${target} after signing in`, async ({ page }) => {
        await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
        await fillIn(page, operator.email, operator.password);
        await expect(page).toHaveURL('/');
      });
    }
  });

  test('goes from Login to the Dashboard while a token is stored', async ({ page }) => {
    await page.goto('/login');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  });
});

test.describe('the end of a session', () => {
  test('comes with a 401: the token goes and Login remembers the page', async ({
    page,
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

  test("comes with the message 'Invalid token' whatever its status", async ({ page, problems }) => {
    problems.expect(/Invalid token/);
    await page.route('**/api/auth/me', (route) =>
      route.fulfill({ json: { success: false, message: 'Invalid token' } }),
    );
    await page.goto('/settings');
    await expect(page).toHaveURL('/login?redirect=%2Fsettings');
  });

  test('comes with Logout, in every tab and at the server', async ({ page, context, request }) => {
    const token = await useOwnSession(page, request);
    await page.goto('/');
    const other = await context.newPage();
    await other.goto('/settings');
    await expect(other.getByText('Settings page under development.')).toBeVisible();
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

test.describe('a failed current-user call', () => {
  const cases = [
    {
      status: 502,
      title: 'Serveur indisponible',
      description: 'Le serveur est en maintenance. Réessayez plus tard.',
      button: 'Réessayer',
      leadsTo: '/settings',
    },
    {
      status: 500,
      title: 'Erreur serveur',
      description: "Une erreur interne du serveur s'est produite.",
      button: 'Réessayer',
      leadsTo: '/settings',
    },
    {
      status: 403,
      title: 'Accès interdit',
      description: "Vous n'avez pas la permission d'accéder à cette ressource.",
      button: 'Retour',
      leadsTo: '/',
    },
  ];
  for (const { status, title, description, button, leadsTo } of cases) {
    test(`with ${status} shows its page, and its button leads to ${leadsTo}`, async ({
      page,
      problems,
    }) => {
      problems.expect(new RegExp(String(status)));
      await page.route('**/api/auth/me', (route) =>
        route.fulfill({ status, json: { success: false, message: 'no' } }),
      );
      await page.goto('/settings');
      await expect(page).toHaveURL('/error');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText(description)).toBeVisible();
      await page.unroute('**/api/auth/me');
      await page.getByRole('button', { name: button }).click();
      await expect(page).toHaveURL(leadsTo);
      await expect(page.getByRole('button', { name: /^Account menu, / })).toBeVisible();
    });
  }
});

test('every answer is logged to the console, by path and status', async ({ page }) => {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'info') lines.push(message.text());
  });
  await page.goto('/settings');
  await expect.poll(() => lines.join('\n')).toMatch(/GET \/api\/auth\/me .*status: 200/);
});

import { expect, test } from './fixtures.ts';

const DEFAULTS = [
  ['404', 'Page not found', 'The requested page does not exist.'],
  ['502', 'Server unavailable', 'The server is under maintenance. Please try again later.'],
  ['401', 'Access denied', 'You are not authorized to access this page.'],
  ['403', 'Forbidden', 'You do not have permission to access this resource.'],
  ['500', 'Server error', 'An internal server error occurred.'],
  ['418', 'An error occurred', 'A problem occurred. Please try again.'],
] as const;

test.describe('the error page', () => {
  test.use({ isSignedIn: false });

  for (const [code, title, description] of DEFAULTS) {
    test(`says '${title}' for ${code} and clears the query`, async ({ page }) => {
      await page.goto(`/error?code=${code}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText(description)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
      await expect(page).toHaveURL('/error');
    });
  }

  test('shows the texts that it is given, as text', async ({ page, look }) => {
    const title = '<img src=x onerror=alert(1)>';
    await page.goto(`/error?code=500&title=${encodeURIComponent(title)}&desc=What&btn=Go`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText('What', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Go' })).toBeVisible();
    await expect(page).toHaveURL('/error');
    await look('error');
  });

  test('shows an unknown path as 404, in the words of the specification', async ({ page }) => {
    await page.goto('/no/such/page?x=1');
    await expect(page).toHaveURL('/error');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found');
    await expect(page.getByText('The requested page does not exists.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Return' })).toBeVisible();
  });
});

test.describe('the button of the error page', () => {
  test("goes to the 'to' target", async ({ page }) => {
    await page.goto('/error?code=500&to=%2Fsettings');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL('/settings');
  });

  test('goes back in history without a target', async ({ page }) => {
    await page.goto('/settings');
    await expect(page.getByText('Settings page under development.')).toBeVisible();
    await page.goto('/error?code=500');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL('/settings');
  });

  for (const target of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    test(`goes to the dashboard rather than to ${target}`, async ({ page }) => {
      await page.goto(`/error?code=500&to=${encodeURIComponent(target)}`);
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(page).toHaveURL('/dashboard');
      await expect(page).toHaveTitle('Dashboard Overview');
    });
  }
});

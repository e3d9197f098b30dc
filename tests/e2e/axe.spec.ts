import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const SIGNED_IN_ROUTES = [
  '/',
  '/dashboard',
  '/events',
  '/ticketmaster',
  '/artist-monitor',
  '/settings',
  '/user-generator',
  '/event-price-monitoring',
  '/queues-tool',
  '/vf-queues-tool',
  '/signup',
  '/encore-tool',
  '/profiles',
  '/adonis-tool',
  '/tsuki-tool',
  '/presale-code-tool',
  '/imap-accounts',
];

for (const path of SIGNED_IN_ROUTES) {
  test(`${path} has no accessibility violations`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
  });
}

test('the layers of the shell have no accessibility violations', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('signed out', () => {
  test.use({ isSignedIn: false });

  test('Login has no accessibility violations, empty and with its errors', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter your password.')).toBeVisible();
    await expectAccessible(page);
  });

  test('the error page has no accessibility violations', async ({ page }) => {
    await page.goto('/error?code=500');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
});

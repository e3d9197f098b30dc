import { expect, test } from './fixtures.ts';

const root = 'html';

test('the theme follows the system until one is chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/settings');
  await expect(page.locator(root)).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator(root)).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Switch theme' }).click();
  await expect(page.locator(root)).toHaveAttribute('data-theme', 'dark');
});

test('a chosen theme is stored, set before the first paint, and shared by tabs', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  await page.goto('/settings');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator(root)).toHaveAttribute('data-theme', 'dark');
  // The app's own code is blocked: theme.js alone sets the theme.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator(root)).toHaveAttribute('data-theme', 'dark');

  const other = await context.newPage();
  await other.goto('/settings');
  await expect(other.locator(root)).toHaveAttribute('data-theme', 'dark');
  await other.getByRole('button', { name: /^Account menu/ }).click();
  await other.getByRole('menuitemradio', { name: 'System' }).click();
  await expect(other.locator(root)).toHaveAttribute('data-theme', 'light');
});

test('everything works with blocked storage', async ({ page }) => {
  await page.addInitScript(() => {
    const storage = window.localStorage;
    const token = storage.getItem('token');
    Object.defineProperty(window, 'localStorage', {
      value: {
        getItem: (key: string) => (key === 'token' ? token : null),
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
        removeItem: () => {},
      },
    });
  });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
  await page.getByRole('button', { name: 'Switch theme' }).click();
  await expect(page.locator(root)).toHaveAttribute('data-theme', 'dark');
});

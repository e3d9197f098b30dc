import { expect, test } from './fixtures.ts';

for (const { next, isFocused } of [
  { next: 'nothing', isFocused: true },
  { next: 'Shift', isFocused: false },
])
  test(`of a page that is still loading: / and ${next} ${isFocused ? 'focuses' : 'leaves'} its search`, async ({
    page,
  }) => {
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = page.waitForRequest('**/assets/*.js');
    await page.route('**/assets/*.js', async (route) => {
      await gate;
      await route.continue();
    });
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await held;
    await page.keyboard.press('/');
    if (next !== 'nothing') await page.keyboard.press(next);
    const search = page.locator('input[data-page-search]');
    await expect(search).toHaveCount(0);
    release();
    await expect(search).toBeVisible();
    if (isFocused) await expect(search).toBeFocused();
    else await expect(search).not.toBeFocused();
  });

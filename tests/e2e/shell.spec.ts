import { expect, test } from './fixtures.ts';

const LINKS = [
  ['Dashboard', '/'],
  ['Events', '/events'],
  ['Ticketing Tool', '/ticketmaster'],
  ['Artist Monitor', '/artist-monitor'],
  ['Queues Tool', '/queues-tool'],
  ['[VF] Queues Tool', '/vf-queues-tool'],
  ['[VF] SignUp', '/signup'],
  ['Profiles', '/profiles'],
  ['Encore Tool', '/encore-tool'],
  ['Adonis Tool', '/adonis-tool'],
  ['Tsuki Tool', '/tsuki-tool'],
  ['User Generator', '/user-generator'],
  ['Event Price Monitoring', '/event-price-monitoring'],
  ['Presale Code Tool', '/presale-code-tool'],
  ['IMAP Accounts', '/imap-accounts'],
] as const;

test.describe('the sidebar', () => {
  test('lists the pages in order, and each leads to a screen with one heading', async ({
    page,
    look,
  }) => {
    await page.goto('/');
    const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
    await expect(links).toHaveText(LINKS.map(([label]) => label));
    await look('shell');
    for (const [label, path] of LINKS) {
      const link = links.filter({ hasText: label }).and(page.locator(`[href="${path}"]`));
      await link.click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(link).toHaveAttribute('aria-current', 'page');
    }
  });

  test('collapses to a rail with tooltips, and the choice is kept', async ({ page }) => {
    await page.goto('/settings');
    const sidebar = page.getByRole('complementary', { name: 'Main', exact: true });
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expect(sidebar).toHaveCSS('width', '52px');
    expect(await page.evaluate(() => localStorage.getItem('sidebar-collapsed'))).toBe('true');
    await page.reload();
    await expect(sidebar).toHaveCSS('width', '52px');
    await sidebar.getByRole('link', { name: 'Artist Monitor' }).hover();
    await expect(page.getByRole('tooltip')).toContainText('Artist Monitor');
    await page.mouse.move(700, 500);
    await page.keyboard.press('[');
    await expect(sidebar).toHaveCSS('width', '232px');
    await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible();
  });

  test('opens the account menu, which closes on a press elsewhere', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    await page.mouse.click(900, 500);
    await expect(page.getByRole('menu')).toBeHidden();
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/settings');
  });
});

test.describe('pages', () => {
  test('Settings holds only its text', async ({ page }) => {
    await page.goto('/settings');
    await expect(page.getByRole('main')).toHaveText('Settings page under development.');
  });

  for (const [path, title] of [
    ['/dashboard', 'Dashboard Overview'],
    ['/imap-accounts', 'Dashboard - IMAP Accounts'],
    ['/presale-code-tool', 'Dashboard - Presale Code Tool'],
    ['/vf-queues-tool', 'Dashboard - VF Queues Tool'],
    ['/user-generator', 'Dashboard - User Generator'],
    ['/signup', 'Dashboard - VF SignUp'],
  ] as const) {
    test(`${path} is titled '${title}'`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
    });
  }

  test('load their code with the first visit, and the tab that is offline says so', async ({
    page,
    context,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported|page failed/i);
    await page.goto('/settings');
    await expect(page.getByText('You are offline.')).toBeHidden();
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toBeHidden();
  });

  test('that fail to load leave the shell in use, and Retry mends them', async ({
    page,
    problems,
  }) => {
    problems.expect(/ERR_FAILED|dynamically imported|page failed|Failed to fetch/i);
    await page.goto('/settings');
    await page.route('**/assets/profiles-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Profiles' }).click();
    await expect(page.getByRole('alert')).toContainText('This page failed to load');
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
    await page.unroute('**/assets/profiles-*.js');
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profiles');
  });
});

test.describe('the keyboard', () => {
  test('opens the palette, finds a page and goes there', async ({ page }) => {
    await page.goto('/settings');
    await page.getByRole('main').focus();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await page.keyboard.type('que');
    await expect(page.getByRole('option').first()).toContainText('Queues Tool');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/queues-tool');
    const account = page.getByRole('button', { name: /^Account menu/ });
    await account.focus();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(account).toBeFocused();
  });

  test('runs actions from the palette', async ({ page }) => {
    await page.goto('/settings');
    const search = page.getByRole('combobox', { name: 'Command palette' });
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await expect(search).toBeFocused();
    await page.keyboard.type('dark theme');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await expect(search).toBeFocused();
    await page.keyboard.type('collapse');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await page.keyboard.type('no such thing');
    await expect(page.getByText('Nothing matches “no such thing”.')).toBeVisible();
  });

  test('goes to a page by G and a letter, and lists its keys on ?', async ({ page, look }) => {
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await expect(page).toHaveURL('/queues-tool');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toContainText('Command palette');
    await expect(dialog).toContainText('Event Price Monitoring');
    for (const label of [
      'Select the row at the cursor',
      'Select a range',
      'Select all shown rows',
    ]) {
      await expect(dialog.getByText(label)).toBeVisible();
    }
    await look('shortcuts');
    await dialog.getByRole('switch', { name: /Single keys/ }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.keyboard.press('[');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await expect(page).toHaveURL('/queues-tool');
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeHidden();
  });

  test('does nothing inside a text field', async ({ page }) => {
    await page.goto('/ticketmaster');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('/');
    const search = page.locator('input[data-page-search]');
    await expect(search).toBeFocused();
    await page.keyboard.type('[?gq');
    await expect(search).toHaveValue('[?gq');
    await expect(page).toHaveURL(/\/ticketmaster/);
    await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible();
  });

  test('walks through the shell: skip link, links, account menu, and back to what opened it', async ({
    page,
  }) => {
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    const account = page.getByRole('button', { name: /^Account menu/ });
    await account.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(account).toBeFocused();
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('navigation is a drawer that closes on a choice and on Escape', async ({ page, look }) => {
    await page.goto('/settings');
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden();
    const open = page.getByRole('button', { name: 'Open navigation' });
    await open.click();
    const drawer = page.getByRole('dialog', { name: 'Navigation' });
    await expect(drawer.getByRole('link')).toHaveCount(LINKS.length);
    await look('drawer');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await drawer.getByRole('link', { name: 'Profiles' }).click();
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL('/profiles');
  });

  test('the account menu opens over the drawer', async ({ page }) => {
    await page.goto('/profiles');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    const drawer = page.getByRole('dialog', { name: 'Navigation' });
    await drawer.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/settings');
    await expect(drawer).toBeHidden();
  });

  test('no page is wider than the screen', async ({ page }) => {
    for (const [, path] of LINKS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
});

test('a page that was not loaded before the network went leaves the desk standing', async ({
  page,
  problems,
}) => {
  problems.expect(/dynamically imported module|Failed to load resource|failed/);
  await page.route(/assets\/(settings|profiles|coming)[^/]*\.js/, (route) => route.abort());
  await page.goto('/ticketmaster');
  await expect(page.getByRole('heading', { name: 'Search for an Artist' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Profiles' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This page failed to load' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await page.unroute(/assets\/(settings|profiles|coming)[^/]*\.js/);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Profiles', exact: true })).toBeVisible();
});

test('a script of a former version is told missing, and not sent as a page', async ({
  request,
}) => {
  const missing = await request.get('/assets/gone-Ab12Cd34.js');
  expect(missing.status()).toBe(404);
  expect((await request.get('/ticketmaster')).status()).toBe(200);
});

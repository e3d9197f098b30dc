import { expect, test } from './fixtures.ts';

const LINKS = [
  ['Dashboard', '/'],
  ['Events', '/events'],
  ['Agenda', '/agenda'],
  ['Ticketing Tool', '/ticketmaster'],
  ['Artist Monitor', '/artist-monitor'],
  ['Watch Rules', '/watch-rules'],
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
    // A link may also state that the live channel is connected.
    await expect(links).toContainText(LINKS.map(([label]) => label));
    await look('shell');
    for (const [label, path] of LINKS) {
      const link = links.filter({ hasText: label }).and(page.locator(`[href="${path}"]`));
      await link.click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(link).toHaveAttribute('aria-current', 'page');
    }
  });
});

test.describe('pages', () => {
  test('are reached by Back from the error page, also after a reload', async ({ page }) => {
    await page.goto('/settings');
    await page.goto('/error?code=500');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL('/settings');
  });

  test('load their code at the first visit, and an offline tab shows that it is offline', async ({
    page,
    context,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported|page failed/i);
    // Pending calls, such as those of the list of the page, the count of the bell and the state of
    // the session.
    problems.expect(/ failed \{kind: network/);
    await page.goto('/settings');
    await expect(page.getByText('You are offline.')).toBeHidden();
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toBeHidden();
  });

  test('that fail to load leave the shell usable, and Retry loads them', async ({
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

test('a page whose code was not loaded before the network failed leaves the shell usable', async ({
  page,
  problems,
}) => {
  problems.expect(/dynamically imported module|Failed to load resource|failed/);
  const missing = /assets\/(settings|profiles|coming|bell|selection-button|live-dot)-[^/]*\.js/;
  await page.route(missing, (route) => route.abort());
  await page.goto('/ticketmaster');
  await expect(page.getByRole('heading', { name: 'Search for an Artist' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Profiles' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This page failed to load' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveCount(0);
  await page.unroute(missing);
  await page.context().setOffline(false);
  // Parts of the shell that failed to load appear when the network returns. Many versions of
  // Chromium keep a module as failed: if a part imports a further module, only a reload loads it.
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const reload = page.getByRole('button', { name: 'Reload page' });
  await expect(bell.or(reload).first()).toBeVisible();
  // The reload also loads the failed page.
  await ((await reload.isVisible()) ? reload : page.getByRole('button', { name: 'Retry' })).click();
  await expect(page.getByRole('heading', { name: 'Profiles', exact: true })).toBeVisible();
  await expect(bell).toBeVisible();
});

test('a script of an earlier version is answered with 404, not with a page', async ({
  request,
}) => {
  const missing = await request.get('/assets/gone-Ab12Cd34.js');
  expect(missing.status()).toBe(404);
  expect((await request.get('/ticketmaster')).status()).toBe(200);
});

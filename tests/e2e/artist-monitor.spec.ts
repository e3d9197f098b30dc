import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

/** A check waits for pauses of the provider, which other tests cause. */
const CHECKED = { timeout: 150_000 };

const result = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Artists' }).getByRole('listitem').filter({ hasText: name });
const row = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Monitored artists' }).getByRole('row').filter({ hasText: name });

/** Searches for an artist and monitors it with the dates that the form offers. */
async function monitor(page: Page, name: string): Promise<void> {
  await page.goto('/artist-monitor');
  const search = page.getByRole('searchbox', { name: 'Search for an artist' });
  await search.fill(name);
  await search.press('Enter');
  await page.getByRole('button', { name: `Set dates for ${name}` }).click();
  await page.getByRole('button', { name: 'Monitor artist' }).click();
  await expect(result(page, name)).toContainText('Monitored');
}

test.describe('the artist monitor', () => {
  test('checks an artist, shows its news, changes its dates and removes it', async ({
    page,
    look,
  }) => {
    await monitor(page, 'Rising Tide');
    await expect(page).toHaveTitle('Dashboard - Artist Monitor');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('button', { name: 'Rising Tide', exact: true }).click();
    const timeline = page.getByRole('complementary', { name: 'Rising Tide' });
    await expect(timeline).toContainText('Monitoring started', CHECKED);
    // The simulated artist announces one more event for each check.
    await page.getByRole('button', { name: 'Check Rising Tide now' }).click();
    await expect(timeline).toContainText('New event', CHECKED);
    await expect(row(page, 'Rising Tide')).toContainText(/Active.*1 new/);
    await look('artist-monitor');
    await expectAccessible(page);
    await timeline.getByRole('button', { name: 'All artists' }).click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(row(page, 'Rising Tide')).not.toContainText('1 new');

    await page.getByRole('button', { name: 'Edit Rising Tide' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Monitoring Settings' });
    await dialog.getByLabel('End date').fill('');
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await expect(dialog.getByText('Both start and end dates are required').first()).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('End date').fill('2099-12-31');
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await expect(row(page, 'Rising Tide')).toContainText('31/12/2099');

    await page.getByRole('button', { name: 'Remove Rising Tide from monitoring' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      'Are you sure you want to remove this artist from monitoring?',
    );
    await question.getByRole('button', { name: 'Remove artist' }).click();
    await expect(
      page.getByText('Rising Tide is no longer monitored', { exact: true }),
    ).toBeVisible();
    await expect(row(page, 'Rising Tide')).toHaveCount(0);
  });

  test('shows no results for a failed search, and Retry after a failed load', async ({
    page,
    problems,
  }) => {
    problems.expect(/get_artists|monitored-artists|50[02]|Failed to load resource/);
    await page.goto('/artist-monitor?search=search failure');
    await expect(page.getByText('No artists match “search failure”')).toBeVisible();
    const path = '**/api/events/monitored-artists';
    await page.route(path, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.reload();
    await expect(
      page.getByRole('heading', { name: 'Failed to load monitored artists' }),
    ).toBeVisible();
    await page.unroute(path);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(
      page.getByRole('heading', { name: 'Failed to load monitored artists' }),
    ).toBeHidden();
  });

  test('works by keyboard and at 390 px', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await monitor(page, 'Albion Choir');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Filter artists' }).fill('albion');
    await expect(row(page, 'Albion Choir')).toBeVisible();
    await page.getByRole('grid', { name: 'Monitored artists' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const timeline = page.getByRole('complementary', { name: 'Albion Choir' });
    await expect(timeline).toContainText('18 events known', CHECKED);
    await expect(row(page, 'Albion Choir')).toBeHidden();
    await expectAccessible(page);
    await timeline.getByRole('button', { name: 'Close' }).press('Escape');
    await expect(row(page, 'Albion Choir')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove Albion Choir from monitoring' }).click();
    await page.getByRole('button', { name: 'Remove artist' }).click();
    await expect(row(page, 'Albion Choir')).toHaveCount(0);
  });
});

test('the calendar is read without a sign-in until its address is revoked', async ({
  page,
  playwright,
}) => {
  await page.goto('/ticketmaster?artistName=Albion%20Choir');
  await page.getByRole('button', { name: /^Albion Choir/ }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Add to calendar' }).click();
  await expect(page.getByText('18 events added to the calendar', { exact: true })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download .ics' }).click();
  expect((await downloading).suggestedFilename()).toBe('ticket-sales.ics');

  await page.goto('/artist-monitor');
  await page.getByRole('button', { name: 'Calendar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar' });
  await expect(dialog).toContainText('18 events, beside those of monitored artists.');
  await dialog.getByRole('button', { name: 'Create address' }).click();
  const address = await dialog.getByLabel('Address for calendar programs').inputValue();
  await expectAccessible(page);
  const program = await playwright.request.newContext();
  const file = await program.get(address);
  expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await file.text()).toContain('TZID:Europe/London');
  await dialog.getByRole('button', { name: 'Revoke address' }).click();
  await expect(dialog.getByRole('button', { name: 'Create address' })).toBeVisible();
  expect((await program.get(address)).status()).toBe(401);
  await dialog.getByRole('button', { name: 'Remove added events' }).click();
  await expect(dialog).toContainText('None. Select events in the Ticketing Tool');
  await program.dispose();
});

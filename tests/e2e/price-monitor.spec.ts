import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const address = (test: string) => `https://www.axs.com/events/${crypto.randomUUID()}/${test}`;

async function addEvent(page: Page, url: string): Promise<void> {
  // An empty list shows the same button a second time.
  await page.getByRole('button', { name: 'Add events', exact: true }).first().click();
  await page.getByLabel('Event URLs').fill(url);
  await page.getByRole('button', { name: 'Add events (1)' }).click();
  await expect(page.getByText('1 of 1 added')).toBeVisible();
}

test('an added event shows its prices after its first check, with history and alerts', async ({
  page,
}) => {
  const url = address('paper-harbour');
  await page.goto('/event-price-monitoring');
  await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
  await addEvent(page, url);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Filter watched prices').fill(url.split('/').at(-2) ?? '');
  await expect(page.getByText('1 of 1 event', { exact: true })).toBeVisible();
  const card = page.getByRole('article', { name: /paper harbour/i });
  await expect(card.getByText(/^\D{1,3}[\d,]+\.\d\d$/).first()).toBeVisible();
  await card.getByRole('button', { name: /^paper harbour$/i }).click();
  const panel = page.getByRole('complementary', { name: /paper harbour/i });
  await expect(panel.getByRole('img', { name: /tickets left|No ticket/ })).toBeVisible();
  await expect(page).toHaveURL(/event=https/);
  await panel.getByRole('tab', { name: /^Alerts/ }).click();
  await panel.getByLabel('Price', { exact: true }).fill('1');
  await panel.getByRole('button', { name: 'Add alert' }).click();
  await expect(panel.getByText(/^below/)).toBeVisible();
  await expect(card.getByText(/^Alert below/)).toBeVisible();
  await panel.getByRole('tab', { name: 'Checks' }).click();
  await expect(
    panel.getByRole('list', { name: 'Checks' }).getByRole('listitem').first(),
  ).toBeVisible();
  await expectAccessible(page);
});

test('events are added, opened, paused and removed by keyboard at 390 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/event-price-monitoring');
  const url = address('velvet-meridian');
  await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible();
  await page.keyboard.press('n');
  await page.getByLabel('Event URLs').fill(url);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 1 added')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type(url.split('/').at(-2) ?? '');
  await expect(page.getByText('1 of 1 event', { exact: true })).toBeVisible();
  await page.getByRole('grid', { name: 'Monitored events' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: /velvet meridian/i });
  await panel.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(panel.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Back' }).press('Enter');
  const card = page.getByRole('article', { name: /velvet meridian/i });
  await expect(card.getByText(/^Paused by/)).toBeVisible();
  await page.getByRole('grid', { name: 'Monitored events' }).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Remove event' }).press('Enter');
  await expect(page.getByText('No event matches')).toBeVisible();
  await expectAccessible(page);
});

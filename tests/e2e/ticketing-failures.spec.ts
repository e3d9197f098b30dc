import { expect, type Problems, test } from './fixtures.ts';

const TEXTS = {
  none: 'Artist not found or no events available',
  other: 'An error occurred while fetching data. Please try again.',
};

test.beforeEach(({ problems }: { problems: Problems }) => {
  problems.expect(/Failed to load resource|failed/);
});

test('a used-up allowance is shown as the reason, with New Search in place of a Retry', async ({
  page,
}) => {
  await page.goto('/ticketmaster?artistName=rate%20limited');
  await page.getByRole('list', { name: 'Artists' }).getByRole('button').first().click();
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading')).toHaveText(
    /^Ticketmaster's daily allowance of 5000 calls is used up\. It is renewed at .* UTC\.$/,
  );
  await expect(alert.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(alert.getByRole('button', { name: 'New Search' })).toBeVisible();
});

test('a lasting failure of the provider is shown with its reason', async ({ page }) => {
  await page.goto('/ticketmaster?artistName=error%20500');
  await page.getByRole('list', { name: 'Artists' }).getByRole('button').click();
  await expect(page.getByRole('alert')).toContainText(TEXTS.other, { timeout: 120_000 });
  await expect(page.getByRole('alert')).toContainText(/Request ID [\da-f-]{36}/);
  await page.getByRole('alert').getByRole('button', { name: 'New Search' }).click();
  await expect(page.getByRole('heading', { name: 'Search for an Artist' })).toBeVisible();
});

test('an artist without events shows that none are available', async ({ page }) => {
  await page.goto('/ticketmaster?artistName=quiet%20hollow');
  await page.getByRole('list', { name: 'Artists' }).getByRole('button').click();
  await expect(page.getByRole('alert')).toContainText(TEXTS.none);
});

test('the number of events that the provider counts but does not return is shown', async ({
  page,
}) => {
  await page.goto('/ticketmaster?artistName=half%20written');
  await page.getByRole('list', { name: 'Artists' }).getByRole('button').click();
  await expect(page.getByText('1 event missing: Ticketmaster did not return it')).toBeVisible();
});

import { expect, type Problems, test } from './fixtures.ts';

const LOADED = '**/api/events/artist/*';
const LINK = '/ticketmaster?byId=K8vZ9170000';

/** The catalogue's texts of part 8, and what brings each of them about. */
const TEXTS = {
  none: 'Artist not found or no events available',
  timeout:
    'Request timeout - The server is taking too long to respond. This can happen with large datasets. Please try again.',
  cancelled:
    'Request was cancelled due to timeout. The server might be processing a large amount of data. Please try again.',
  network: 'Network error - Please check your connection and try again.',
  other: 'An error occurred while fetching data. Please try again.',
};

test.beforeEach(({ problems }: { problems: Problems }) => {
  problems.expect(/Failed to load resource|failed/);
});

for (const [text, status, body] of [
  [TEXTS.none, 404, { success: false, message: 'No such artist' }],
  [TEXTS.none, 200, { success: false, message: 'No events' }],
  [TEXTS.none, 200, { success: true, data: [], eventCount: 0 }],
  [TEXTS.cancelled, 504, { success: false, message: 'Too slow' }],
  [TEXTS.other, 502, { success: false, message: 'Ticketmaster answered with status 500' }],
  [TEXTS.other, 429, { success: false, message: 'The daily allowance is used up' }],
] as const) {
  test(`an answer ${status} ${JSON.stringify(body)} reads '${text}'`, async ({ page }) => {
    await page.route(LOADED, (route) => route.fulfill({ status, json: body }));
    await page.goto(LINK);
    await expect(page.getByRole('alert')).toContainText(text);
    if (text === TEXTS.other)
      await expect(page.getByRole('alert')).toContainText(body.message ?? '');
  });
}

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

test('a server that cannot be reached reads as a network error, and Retry loads the events', async ({
  page,
}) => {
  await page.route(LOADED, (route) => route.abort('connectionrefused'));
  await page.goto(LINK);
  await expect(page.getByRole('alert')).toContainText(TEXTS.network);
  await page.unroute(LOADED);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('grid', { name: 'Events' })).toBeVisible();
});

test('a server that does not answer within the time-out says so', async ({ page }) => {
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(ms === 180_000 ? 2500 : ms);
  });
  await page.route(LOADED, () => new Promise(() => {}));
  await page.goto(LINK);
  await expect(page.getByRole('alert')).toContainText(TEXTS.timeout);
});

test('the provider failing for good is told with its reason', async ({ page }) => {
  await page.goto('/ticketmaster?artistName=error%20500');
  await page.getByRole('list', { name: 'Artists' }).getByRole('button').click();
  await expect(page.getByRole('alert')).toContainText(TEXTS.other, { timeout: 30_000 });
  await expect(page.getByRole('alert')).toContainText(/Request ID [\da-f-]{36}/);
  await page.getByRole('alert').getByRole('button', { name: 'New Search' }).click();
  await expect(page.getByRole('heading', { name: 'Search for an Artist' })).toBeVisible();
});

test('an artist without events reads as none available', async ({ page }) => {
  await page.goto('/ticketmaster?artistName=quiet%20hollow');
  await page.getByRole('list', { name: 'Artists' }).getByRole('button').click();
  await expect(page.getByRole('alert')).toContainText(TEXTS.none);
});

test('a failed artist search gives an empty list with the reason as its heading', async ({
  page,
}) => {
  await page.route('**/api/events/get_artists/*', (route) =>
    route.fulfill({ status: 502, json: { success: false, message: 'Bad gateway' } }),
  );
  await page.goto('/ticketmaster?artistName=lanterns');
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading')).toHaveText(TEXTS.other);
  await expect(alert).toContainText('Bad gateway The search for “lanterns” failed.');
  await expect(page.getByText('No artists found')).toHaveCount(0);
  await page.unroute('**/api/events/get_artists/*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('list', { name: 'Artists' })).toBeVisible();
});

test('a failed refresh keeps the events and says that they may be out of date', async ({
  page,
}) => {
  await page.goto(LINK);
  await expect(page.getByRole('grid', { name: 'Events' })).toBeVisible();
  await page.route(LOADED, (route) =>
    route.fulfill({ status: 504, json: { success: false, message: 'Too slow' } }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(
    page.getByText(`${TEXTS.cancelled} The events below may be out of date.`),
  ).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Events' })).toBeVisible();
});

test('events that the provider counts but does not deliver are counted', async ({ page }) => {
  await page.goto('/ticketmaster?artistName=half%20written');
  await page.getByRole('list', { name: 'Artists' }).getByRole('button').click();
  await expect(page.getByText('1 event missing: Ticketmaster did not return it')).toBeVisible();
});

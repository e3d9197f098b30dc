import { Desk, emailOf, test } from './desk.ts';
import {
  addCategories,
  addressOf,
  category,
  ELITE,
  generate,
  STEADY,
  summary,
} from './encore-page.ts';
import { expect } from './fixtures.ts';

test.beforeAll(async ({ playwright, origin, token }) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  await addCategories(new Desk(request, token));
  await request.dispose();
});

test('without events the screen leads to the search tool and takes event addresses', async ({
  page,
  desk,
  look,
}) => {
  const [event] = await desk.eventsOf('Northern Lanterns', 1);
  await page.goto('/encore-tool');
  await expect(page.getByRole('heading', { name: 'No Events Selected' })).toBeVisible();
  await expect(page).toHaveTitle('Dashboard - Encore Tool');
  await expect(page.getByRole('link', { name: 'Go to TicketMaster Tool' })).toHaveAttribute(
    'href',
    '/ticketmaster',
  );
  await look('encore-empty');
  await page.getByRole('button', { name: 'Add Events Manually' }).click();
  await page
    .getByLabel('Event URLs')
    .fill(`${event?.eventLink}\nhttps://www.ticketmaster.com/nonsense`);
  await page.getByRole('button', { name: 'Add Events', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Selected Events (1)' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('events')).toBe(event?.id);
});

test('an address that fails stays in the box with its reason, and Cancel closes the panel', async ({
  page,
}) => {
  await page.goto('/encore-tool');
  await page.getByRole('button', { name: 'Add Events Manually' }).click();
  const box = page.getByLabel('Event URLs');
  await box.fill(
    'https://www.ticketmaster.com/nonsense\nhttps://www.ticketmaster.com/event/0AFFFFFFFFFFFFFF',
  );
  await page.getByRole('button', { name: 'Add Events', exact: true }).click();
  await expect(page.getByText('2 addresses were not added.')).toBeVisible();
  await expect(page.getByText('This is not the address of an event page.')).toBeVisible();
  await expect(page.getByText('No event was found at this address.')).toBeVisible();
  await expect(box).toHaveValue(/nonsense\n.*0AFFFFFFFFFFFFFF$/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(box).toBeHidden();
});

test('categories, filters and maxima determine the number of rows', async ({ page, desk }) => {
  const events = await desk.eventsOf('Northern Lanterns', 3);
  await page.goto(addressOf(events));
  await expect(page.getByRole('heading', { name: 'Selected Events (3)' })).toBeVisible();
  await expect(page.getByText('UK Mode')).toBeHidden();
  await expect(page.getByText('Choose categories or enter accounts.')).toBeVisible();

  await page.getByRole('button', { name: 'Select All' }).click();
  await expect(category(page, ELITE)).toBeChecked();
  await page.getByRole('button', { name: 'Deselect All' }).click();
  await expect(category(page, ELITE)).not.toBeChecked();

  await category(page, ELITE).click();
  await expect(page.getByText('12 accounts available')).toBeVisible();
  await expect(summary(page, 'Total rows')).toHaveText('36');
  await expect(summary(page, 'Total accounts')).toHaveText('12');
  await expect(summary(page, 'Available accounts')).toHaveText('12');

  await page.getByLabel('Max ratio').fill('0.1');
  await expect(page.getByText('10 accounts available')).toBeVisible();
  await page.getByLabel('Max ratio').fill('101');
  await expect(page.getByText('Enter 0 to 100, in steps of 0.1.', { exact: true })).toBeVisible();
  await page.getByLabel('Max ratio').fill('');
  await expect(page.getByText('12 accounts available')).toBeVisible();

  await page.getByLabel('Global max accounts').fill('13');
  await expect(page.getByText('There are 12 accounts.', { exact: true })).toBeVisible();
  await expect(page.getByText('Global max accounts: There are 12 accounts.')).toBeVisible();
  await page.getByLabel('Global max accounts').fill('0');
  await expect(
    page.getByText('Enter a whole number of at least 1.', { exact: true }),
  ).toBeVisible();
  await page.getByLabel('Global max accounts').fill('4');
  await page.getByRole('button', { name: 'Apply to All', exact: true }).click();
  await expect(summary(page, 'Total rows')).toHaveText('12');

  const first = page.getByRole('article').first();
  await first.getByLabel('Max accounts').fill('13');
  const atMost = 'Max accounts is at most 12.';
  await expect(first.getByLabel('Max accounts')).toHaveAccessibleDescription(atMost);
  await expect(first.getByTitle(atMost)).toBeVisible();
  await first.getByLabel('Max accounts').fill('0');
  await expect(summary(page, 'Total rows')).toHaveText('8');
});

test('an event can have its own account list, and Reset removes it', async ({ page, desk }) => {
  await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 2)));
  await category(page, ELITE).click();
  await expect(summary(page, 'Total rows')).toHaveText('24');
  const first = page.getByRole('article').first();
  await first.getByRole('button', { name: /^Import for event/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Import for event' });
  await dialog.getByLabel('Accounts').fill('own1@x.com\nnobody');
  await expect(dialog.getByText('Line 2: "nobody" has no @.')).toBeVisible();
  await dialog.getByLabel('Accounts').fill('own1@x.com\nown2@x.com\nOWN1@x.com');
  await expect(dialog.getByText('2 valid accounts found, 1 duplicate')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import accounts' }).click();
  await expect(first.getByText('Own list of 2 accounts')).toBeVisible();
  await expect(summary(page, 'Total rows')).toHaveText('14');
  await first.getByRole('button', { name: /^Reset/ }).click();
  await expect(summary(page, 'Total rows')).toHaveText('24');
});

test('a manual list has one account per line and shows which lines are wrong', async ({
  page,
  desk,
}) => {
  await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 1)));
  await page.getByText('Manual accounts list').click();
  const list = page.getByRole('textbox', { name: 'Accounts', exact: true });
  await list.fill('a@x.com\nnobody\nb@x.com');
  await expect(
    page.getByText('2 valid, 1 malformed. Line 2: "nobody" has no @.').first(),
  ).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Generate CSV Bot Configuration' }),
  ).toHaveAttribute('aria-disabled', 'true');
  await list.fill('a@x.com\nb@x.com');
  await expect(page.getByText('2 valid accounts found')).toBeVisible();
  const { lines } = await generate(page);
  expect(lines.slice(1, 3).map((line) => line.split(',')[0])).toEqual(['a@x.com', 'b@x.com']);
});

test('the file has the enabled fields, custom fields and webhooks, byte for byte', async ({
  page,
  desk,
}) => {
  const [event, second] = await desk.eventsOf('Northern Lanterns', 2);
  await page.goto(`/encore-tool?events=${event?.id},${second?.id}`);
  await category(page, STEADY).click();
  const aside = page.getByRole('complementary', { name: 'Configuration' });

  await aside.getByRole('textbox', { name: 'Max Price' }).fill('-1');
  await expect(aside.getByText('Max Price must be at least 0.').first()).toBeVisible();
  await aside.getByRole('textbox', { name: 'Max Price' }).fill('200');
  await page.getByRole('article').first().getByLabel('Max Price').fill('90.50');

  for (const field of ['Min Price', 'Amount', 'Sort Order', 'Email Otp', 'Auto Payment']) {
    await aside.getByRole('checkbox', { name: field, exact: true }).click();
  }
  await aside.getByRole('textbox', { name: 'Custom field' }).fill('Proxy Group');
  await aside.getByRole('button', { name: 'Add', exact: true }).last().click();
  await aside.getByRole('textbox', { name: 'Custom field' }).fill('proxygroup');
  await aside.getByRole('button', { name: 'Add', exact: true }).last().click();
  await expect(aside.getByText('A field named "proxygroup" already exists.')).toBeVisible();

  await expect(aside.getByRole('checkbox', { name: /^Preset \d/, checked: true })).toHaveCount(8);
  for (const number of [2, 3, 4, 5, 6, 7, 8]) {
    await aside.getByRole('checkbox', { name: new RegExp(`^Preset ${number} `) }).click();
  }
  await aside.getByRole('textbox', { name: 'Cart webhook' }).fill('https://hooks.example/own');
  await aside.getByRole('button', { name: 'Add', exact: true }).first().click();
  await expect(aside.getByText('https://hooks.example/own')).toBeVisible();
  await aside.getByRole('textbox', { name: 'Proxy Group' }).fill('eu, "fast"');

  // The browser's zone is not that of this process: for an hour or two each evening it is already
  // the next day there.
  const today = () => page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
  const before = await today();
  const { name, lines } = await generate(page);
  // Midnight may pass while the file is created.
  const days = [before, await today()];
  expect(days.map((day) => `encore_Northern Lanterns_10_${day}.csv`)).toContain(name);
  expect(lines).toHaveLength(12);
  expect(lines[0]).toBe(
    'Email,Event ID,Event URL,Max Price,Section,Exclude Section,Section Config,Unlock Code,Keywords,Monitor Delay,Use Map,Force Cart By Seats,Restart After Cart,Force Queue Wait,Use Internal Monitor,Monitor Reserve,Use Monitor Proxy,Pre Send Otp,Use Monitor Watch Dog,Is Watch Dog,Only Monitor,Proxy Group,Cart Webhooks',
  );
  const rest =
    ',,,,,,,true,false,false,true,false,false,false,false,false,false,false,"eu, ""fast""",https://webhooks.example/cart-1;https://hooks.example/own';
  expect(lines[1]).toBe(`${emailOf('steady', 0)},${event?.id},${event?.eventLink},90.50${rest}`);
  expect(lines[6]).toBe(`${emailOf('steady', 0)},${second?.id},${second?.eventLink},200${rest}`);
});

test('the general configuration is copied to every event', async ({ page, desk }) => {
  await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 2)));
  const first = page.getByRole('article').first();
  await first.getByLabel('Section').fill('Own');
  await expect(first.getByText('1 override')).toBeVisible();
  const aside = page.getByRole('complementary', { name: 'Configuration' });
  await aside.getByRole('textbox', { name: 'Section', exact: true }).fill('Floor');
  await expect(first.getByLabel('Section')).toHaveValue('Own');
  await expect(page.getByRole('article').nth(1).getByLabel('Section')).toHaveValue('Floor');
  await aside.getByRole('button', { name: 'Apply to All Events' }).click();
  await expect(first.getByLabel('Section')).toHaveValue('Floor');
});

test('events on a UK ticketing domain switch to UK mode', async ({ page, desk }) => {
  const events = await desk.eventsOf('Albion Choir', 2);
  await page.goto(addressOf(events));
  await expect(page.getByText('UK Mode')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Delivery Region' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Force Cart By Seats' })).toBeHidden();
  await category(page, STEADY).click();
  const { name, lines } = await generate(page);
  expect(name).toMatch(/^encore_Albion Choir_10_\d{4}-\d\d-\d\d_UK\.csv$/);
  expect(lines[0]).toContain(
    ',Delivery Region,Did,Is Resale,Is Resale 2,Is Resale 3,Cd Monitor Limit,Cd Cart Limit,Cart Webhooks',
  );
});

test('available sections, a large seat map, and a warning if there is no manifest', async ({
  page,
  desk,
  look,
  problems,
}) => {
  problems.expect(/404|No public manifest/);
  const events = await desk.eventsOf('Northern Lanterns', 12);
  const bare = events.find((event) => event.manifestLink === 'N/A');
  const mapped = events.find((event) => event.manifestLink !== 'N/A');
  await page.goto(`/encore-tool?events=${mapped?.id},${bare?.id}`);
  const [first, second] = [page.getByRole('article').first(), page.getByRole('article').nth(1)];
  await first.getByRole('button', { name: 'Event-specific Settings' }).click();
  await expect(first.getByText('Available sections')).toBeVisible();
  await look('encore-settings');
  await first.getByRole('button', { name: /^Seat map of/ }).click();
  await expect(page.getByRole('dialog', { name: 'Seat map' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.route('**/api/events/get-available-sections', (route) =>
    route.fulfill({
      status: 404,
      json: { success: false, message: 'No public manifest available for this event' },
    }),
  );
  await second.getByRole('button', { name: 'Event-specific Settings' }).click();
  await expect(second.getByText('No public manifest available for this event')).toBeVisible();
});

test('a card shows flag, location, date, image, artist, venue and a link to the event', async ({
  page,
  desk,
}) => {
  const events = await desk.eventsOf('Northern Lanterns', 12);
  const event = events.find(({ image }) => image !== 'N/A') ?? events[0];
  if (!event) throw new Error('the artist has no events');
  await page.goto(addressOf([event]));
  const card = page.getByRole('article');
  await expect(card.getByText(event.artist, { exact: true })).toBeVisible();
  await expect(card.getByText(event.venue, { exact: true })).toBeVisible();
  await expect(card.getByText(event.location)).toBeVisible();
  await expect(card.locator('time')).toHaveAttribute(
    'datetime',
    new RegExp(`^${event.date.slice(0, 10)}`),
  );
  await expect(card.locator('img[loading=lazy]').first()).toHaveAttribute('src', event.image);
  await expect(card.locator(`[data-flag="${event.nation}"]`)).toBeVisible();
  await expect(card.getByRole('link', { name: /^Event page of/ })).toHaveAttribute(
    'href',
    event.eventLink,
  );
  await expect(card.getByLabel('Max accounts')).toHaveAttribute('placeholder', 'All');
  await expect(card.getByText('of 0', { exact: true })).toBeVisible();
  await category(page, ELITE).click();
  await expect(card.getByText('of 12', { exact: true })).toBeVisible();
});

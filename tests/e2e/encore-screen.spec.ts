import { expectAccessible } from './accessible.ts';
import { Desk, test } from './desk.ts';
import { addCategories, addressOf, category, ELITE, generate, summary } from './encore-page.ts';
import { expect } from './fixtures.ts';

test.beforeAll(async ({ playwright, origin, token }) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  await addCategories(new Desk(request, token));
  await request.dispose();
});

const cached = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('encore-tool-cache'))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? '{}').globalMax);

test('the parts of the screen carry the names of the specification', async ({ page, desk }) => {
  await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 2)));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encore Tool');
  for (const name of [
    'Selected Events (2)',
    'General Bot Configuration',
    'Global Webhooks',
    'Fields Management',
    'Export Summary',
  ]) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  for (const name of [
    'Add Events Manually',
    'Select All',
    'Apply to All',
    'Apply to All Events',
    'Clear Cache',
    'Generate CSV Bot Configuration',
  ]) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await expect(page.getByText('Manual accounts list')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Event-specific Settings' })).toHaveCount(2);
  for (const label of ['Total rows', 'Total accounts', 'Available accounts']) {
    await expect(summary(page, label)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: /^Reset/ })).toHaveCount(0);
});

test('a card shows flag, location, date, image, artist, venue and the way to the event', async ({
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
  const flag = `/flags/${event.nation.toLowerCase()}.svg`;
  await expect(card.locator(`img[src="${flag}"]`)).toBeVisible();
  await expect(card.getByRole('link', { name: /^Event page of/ })).toHaveAttribute(
    'href',
    event.eventLink,
  );
  await expect(card.getByLabel('Max accounts')).toHaveAttribute('placeholder', 'All');
  await expect(card.getByText('of 0', { exact: true })).toBeVisible();
  await category(page, ELITE).click();
  await expect(card.getByText('of 12', { exact: true })).toBeVisible();
});

test('both bounds of the ratio are asked for, and the smaller comes first', async ({
  page,
  desk,
}) => {
  await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 1)));
  await category(page, ELITE).click();
  await expect(page.getByText('12 accounts available')).toBeVisible();
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/best-accounts')) asked.push(request.postDataJSON());
  });
  await page.getByLabel('Min ratio').fill('0.1');
  await expect(page.getByText('3 accounts available')).toBeVisible();
  await page.getByLabel('Max ratio').fill('50');
  await expect
    .poll(() => asked.at(-1))
    .toEqual({
      type: 'standard',
      categories: [ELITE],
      limit: 50_000,
      min_ratio: 0.001,
      max_ratio: 0.5,
    });
  await page.getByLabel('Min ratio').fill('60');
  await expect(page.getByText('Must not be below the minimum.', { exact: true })).toBeVisible();
  for (const wrong of ['100.1', '-1', '0.05', 'x']) {
    await page.getByLabel('Min ratio').fill(wrong);
    await expect(page.getByText('Enter 0 to 100, in steps of 0.1.', { exact: true })).toBeVisible();
  }
});

test('a new list has all presets; custom fields and webhooks are removed again', async ({
  page,
  desk,
}) => {
  await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 1)));
  await category(page, ELITE).click();
  const aside = page.getByRole('complementary', { name: 'Configuration' });
  const added = async (box: string, value: string) => {
    await aside.getByRole('textbox', { name: box }).fill(value);
    await page.keyboard.press('Enter');
    await expect(aside.getByRole('button', { name: `Remove ${value}` })).toBeVisible();
  };
  await added('Custom field', 'Proxy Group');
  await expect(aside.getByRole('list', { name: 'Custom fields' })).toContainText('ProxyGroup');
  await added('Cart webhook', 'https://hooks.example/own');
  await aside.getByRole('checkbox', { name: /^Preset 1 / }).click();
  await expect(aside.getByRole('checkbox', { name: /^Preset 1 / })).not.toBeChecked();
  await aside.getByRole('button', { name: 'Add all presets' }).click();
  await expect(aside.getByRole('checkbox', { name: /^Preset \d/, checked: true })).toHaveCount(8);
  await aside.getByRole('button', { name: 'Remove Proxy Group' }).click();
  await aside.getByRole('button', { name: 'Remove https://hooks.example/own' }).click();
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    await aside.getByRole('checkbox', { name: new RegExp(`^Preset ${number} `) }).click();
  }
  const { lines } = await generate(page);
  expect(lines[0]).toMatch(/,Auto Payment,Cart Webhooks$/);
  expect(lines[1]).toMatch(/,https:\/\/webhooks\.example\/cart-8$/);
});

test.describe('with a clock of its own', () => {
  test.use({ keepsContext: false });

  test('settings are saved 500 ms after the last change, and at once when the page is left', async ({
    page,
    desk,
  }) => {
    await page.clock.install();
    const address = addressOf(await desk.eventsOf('Northern Lanterns', 2));
    await page.goto(address);
    const max = page.getByLabel('Global max accounts');
    await expect(max).toBeVisible();
    await page.clock.pauseAt(Date.now() + 2_000);
    await max.fill('1');
    await page.clock.runFor(499);
    await max.fill('12');
    await page.clock.runFor(499);
    expect(await page.evaluate(cached)).toEqual([]);
    await page.clock.runFor(1);
    expect(await page.evaluate(cached)).toEqual(['12']);
    await page.clock.resume();
    await max.fill('7');
    await page.getByRole('link', { name: 'Profiles' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profiles');
    expect(await page.evaluate(cached)).toEqual(['7']);
    await page.goBack();
    await expect(page.getByText('Saved configuration loaded')).toBeVisible();
    await expect(max).toHaveValue('7');
  });
});

test('Cancel while addresses are looked up adds nothing later', async ({ page, desk }) => {
  const [event, other] = await desk.eventsOf('Northern Lanterns', 2);
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/events/by-urls', async (route) => {
    await gate;
    await route.continue().catch(() => {});
  });
  await page.goto(`/encore-tool?events=${event?.id}`);
  await page.getByRole('button', { name: 'Add Events Manually' }).click();
  await page.getByLabel('Event URLs').fill(other?.eventLink ?? '');
  await page.getByRole('button', { name: 'Add Events', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Add Events', exact: true })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  release();
  await page.getByRole('button', { name: 'Add Events Manually' }).click();
  await expect(page.getByLabel('Event URLs')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Selected Events (1)' })).toBeVisible();
  await expectAccessible(page);
});

test('an account file of any encoding becomes the list of an event, and says what it left out', async ({
  page,
  desk,
}) => {
  await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 1)));
  await page.getByRole('button', { name: /^Import for event/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Import for event' });
  const text = 'Name;Mail\r\n"Zoë; first";zoe@x.com\r\nnobody;none\r\nBob;bob@x.com\r\n';
  const choose = (name: string, buffer: Buffer) =>
    dialog.getByLabel('Choose a file').last().setInputFiles({ name, mimeType: 'text/csv', buffer });
  for (const encoding of ['utf8', 'utf16le', 'latin1'] as const) {
    await choose(`${encoding}.csv`, Buffer.from(text, encoding));
    await expect(dialog.getByLabel('Accounts')).toHaveValue('zoe@x.com\nbob@x.com');
    await expect(
      dialog.getByText('Line 3 of the file has no e-mail address and is left out.'),
    ).toBeVisible();
    await dialog.getByLabel('Accounts').fill('');
  }
  await choose('again.csv', Buffer.from(text));
  await dialog.getByRole('button', { name: 'Import accounts' }).click();
  await expect(page.getByText('Own list of 2 accounts')).toBeVisible();
});

test('the queue type is chosen by a switch, remembered, and sent along', async ({ page, desk }) => {
  await desk.addCategory('verified_fan', 'Encore Fans', 'fans', 4);
  const [event, other] = await desk.eventsOf('Northern Lanterns', 2);
  await page.goto(addressOf([event ?? { id: '' }]));
  await expect(page.getByRole('radio', { name: /^Standard \(\d+\)/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Verified Fan \(\d+\)/ }).click();
  await expect(category(page, ELITE)).toBeHidden();
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/best-accounts')) asked.push(request.postDataJSON());
  });
  await category(page, 'Encore Fans').click();
  await expect(page.getByText('4 accounts available')).toBeVisible();
  expect(asked).toEqual([expect.objectContaining({ type: 'verified_fan' })]);
  await page.goto(addressOf([other ?? { id: '' }]));
  await expect(page.getByRole('radio', { name: /^Verified Fan/ })).toBeChecked();
});

test.describe('the first queue type is the one that has categories', () => {
  const one = [{ name: 'Gold', total_accounts: 120, tested_accounts: 116 }];
  const cases = [
    { name: 'verified fan alone', lists: { verified_fan: one, standard: [] }, chosen: /^Verified/ },
    { name: 'standard alone', lists: { verified_fan: [], standard: one }, chosen: /^Standard/ },
    { name: 'both', lists: { verified_fan: one, standard: one }, chosen: /^Standard/ },
  ];
  for (const { name, lists, chosen } of cases) {
    test(name, async ({ page, desk }) => {
      await page.route('**/api/queues/accounts**', (route) => {
        const type = new URL(route.request().url()).searchParams.get('type');
        const list = type === 'verified_fan' ? lists.verified_fan : lists.standard;
        return route.fulfill({
          json: { success: true, data: {}, stats: { categories_list: list } },
        });
      });
      await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 1)));
      await expect(page.getByRole('radio', { name: chosen })).toBeChecked();
      await expect(page.getByText('116 of 120')).toBeVisible();
    });
  }
});

test('nothing is generated while the accounts of a new choice are counted', async ({
  page,
  desk,
}) => {
  await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 1)));
  await category(page, ELITE).click();
  const button = page.getByRole('button', { name: 'Generate CSV Bot Configuration' });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/queues/best-accounts', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Max ratio').fill('0.1');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Counting accounts.')).toBeVisible();
  release();
  await expect(page.getByText('10 accounts available')).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
});

test('a list of events that belongs to another tab is named as such', async ({ page }) => {
  await page.goto('/encore-tool?list=abc123');
  await expect(
    page.getByText('The list of events in this address belongs to another tab.'),
  ).toBeVisible();
});

test('cancelled events are marked and removed together', async ({ page, desk }) => {
  const events = await desk.eventsOf('Northern Lanterns', 40);
  const cancelled = events.filter(({ sale_note }) => /^cancel/i.test(sale_note ?? ''));
  const going = events.filter(({ sale_note }) => sale_note === null);
  expect(cancelled.length).toBeGreaterThan(0);
  await page.goto(addressOf([...cancelled.slice(0, 1), ...going.slice(0, 1)]));
  await expect(page.getByText('1 of these events is cancelled.')).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText(/cancel/i);
  await page.getByRole('button', { name: 'Remove cancelled' }).click();
  await expect(page.getByRole('heading', { name: 'Selected Events (1)' })).toBeVisible();
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { Desk, test } from './desk.ts';
import { expect } from './fixtures.ts';

let prefix = '';
const email = (index: number) => `${prefix.toLowerCase()}${index}@example.com`;

test.beforeAll(async ({ playwright, origin, token }) => {
  // New names each time, because a repeated run, and a worker that restarts after a failure, add
  // their profiles again.
  prefix = `Sites${crypto.randomUUID().slice(0, 8)}`;
  const request = await playwright.request.newContext({ baseURL: origin });
  await new Desk(request, token).addProfiles(prefix, 3);
  await request.dispose();
});

const eventOf = (page: Page, number: number) =>
  page.getByRole('article', { name: `Event ${number}`, exact: true });
const accountsOf = (page: Page, number: number) => eventOf(page, number).getByLabel('Accounts');

async function addEvents(page: Page, ...urls: string[]): Promise<void> {
  await page.getByPlaceholder('Paste event URLs, one per line').fill(urls.join('\n'));
  await page.getByRole('button', { name: 'Add Events' }).click();
  await expect(page.getByPlaceholder('Paste event URLs, one per line')).toHaveValue('');
}

async function chooseProfiles(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill(prefix);
  await expect(page.getByText(/^3 of \d+ chosen$/)).toBeVisible();
}

async function generate(page: Page): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Generate CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
}

test('a site, its events and the profiles become a file; the preview masks the card', async ({
  page,
}) => {
  await page.goto('/adonis-tool');
  await expect(page).toHaveTitle('Dashboard - Adonis Tool');
  await expect(page.getByText('Choose a site.')).toBeVisible();
  for (const site of ['AXS', 'SEATGEEK', 'SEE TICKETS', 'EVENTIM', 'ADONIS']) {
    await expect(page.getByRole('radio', { name: new RegExp(`^${site} `) })).toBeVisible();
  }
  await page.getByRole('radio', { name: /^SEE TICKETS / }).check();
  await expect(page.getByText('Add at least one event.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate CSV' })).toBeHidden();
  await addEvents(page, 'https://tickets.example/1', 'https://tickets.example/2');
  await chooseProfiles(page);
  await accountsOf(page, 1).fill('0');
  await expect(page.getByText('Event 1 needs an account count above 0.')).toBeVisible();
  await accountsOf(page, 1).fill('4');
  await expect(page.getByText('Enter a number from 1 to 3.')).toBeVisible();
  await accountsOf(page, 1).fill('3');
  await accountsOf(page, 2).fill('2');
  await expect(
    page.getByText('Using 3 profiles for 5 accounts. Profiles will be reused for each event.'),
  ).toBeVisible();
  await eventOf(page, 2).getByRole('button', { name: 'Show the configuration of event 2' }).click();
  await eventOf(page, 2).getByLabel('Mode').selectOption('MANUAL');
  await expect(eventOf(page, 2).getByText('1 override')).toBeVisible();
  const preview = page.getByRole('region', { name: 'CSV preview' });
  await expect(preview).toContainText('•••• 1111');
  await expect(preview).not.toContainText('shop-password');

  const { name, lines } = await generate(page);
  expect(name).toMatch(/^adonis-SEE TICKETS-config-\d{4}-\d\d-\d\d\.csv$/);
  expect(lines).toHaveLength(6);
  expect(lines[0]?.split(',')).toHaveLength(37);
  expect(lines[1]).toMatch(
    /^SEE TICKETS,\d{4}-\d\d-\d\d,0-150,https:\/\/tickets\.example\/1,EMPTY,,1,,/,
  );
  expect(lines[1]).toContain(
    `,${email(2)},shop-password,Théo,Marchand,12 bis,rue de la Paix,,Lyon,69002,`,
  );
  expect(lines[4]).toContain(`,https://tickets.example/2,MANUAL,,1,,${email(2)},`);
  expect(lines[1]).toContain(',VISA,4111111111111111,03,2030,123,');
});

test('global values are copied to every event, and Use global values removes the copies', async ({
  page,
}) => {
  await page.goto('/tsuki-tool?site=TMFRANCE');
  await addEvents(page, '571188', '571190');
  const aside = page.getByRole('complementary', { name: 'Configuration' });
  await aside.getByLabel('Max Price').fill('250');
  await page.getByRole('button', { name: 'Show the configuration of event 1' }).click();
  await expect(eventOf(page, 1).getByLabel('Max Price')).toHaveValue('250');
  await eventOf(page, 1).getByLabel('Max Price').fill('90');
  await aside.getByRole('button', { name: 'Apply to All Events' }).click();
  await expect(eventOf(page, 1).getByLabel('Max Price')).toHaveValue('250');
  await eventOf(page, 1).getByRole('button', { name: 'Use global values' }).click();
  await expect(eventOf(page, 1).getByText('override')).toHaveCount(0);
  await chooseProfiles(page);
  const { name, lines } = await generate(page);
  expect(name).toMatch(/^tsuki-TMFRANCE-config-\d{4}-\d\d-\d\d\.csv$/);
  expect(lines[1]).toBe(
    `571188,${prefix} 2,${email(2)},shop-password,4111111111111111,03/30,123,,1,TRUE,TRUE,,TRUE,TRUE,,,1,0,250,3500,3500`,
  );
});

test('another site starts empty, Undo restores the first, and a draft survives a reload', async ({
  page,
}) => {
  await page.goto('/tsuki-tool?site=AXS');
  await addEvents(page, '571188', '571190');
  await page.getByPlaceholder('Paste event URLs, one per line').fill('571188');
  await page.getByRole('button', { name: 'Add Events' }).click();
  await expect(page.getByText('This event is in the list already.')).toBeVisible();
  await page.getByRole('radio', { name: /^SEETICKETS / }).check();
  await expect(page.getByRole('heading', { name: 'Events (0)' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Events (2)' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Events (2)' })).toBeVisible();
});

test('the mailbox password of ADONIS is in the file, and is stored nowhere', async ({ page }) => {
  const saved: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/recent-work')) saved.push(request.postData() ?? '');
  });
  await page.goto('/adonis-tool?site=ADONIS');
  await addEvents(page, 'https://adonis.example/e/lyon');
  await chooseProfiles(page);
  await page.getByLabel('Site Name').fill('velvet-arena');
  await page.getByLabel('Mail Password').fill('mail-secret');
  await page.getByLabel('Proxy list').fill('192.0.2.1:8080\n192.0.2.2:8080');
  await expect(page.getByText('2 proxies, used in turn.')).toBeVisible();
  await eventOf(page, 1).getByLabel('Country Code').selectOption('UK');
  const { lines } = await generate(page);
  expect(lines[1]).toMatch(/^velvet-arena,.*,UK,/);
  expect(lines[1]?.endsWith(`,192.0.2.1:8080,,${email(2)},mail-secret,,`)).toBe(true);
  await expect.poll(() => saved.join()).toContain('velvet-arena');
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  for (const secret of ['mail-secret', '4111111111111111'])
    expect(saved.join() + stored).not.toContain(secret);
});

test('profiles that cannot be loaded are reported with Retry, and a file that cannot be created with its reason', async ({
  page,
  problems,
}) => {
  problems.expect(/502|failed|Failed/);
  let isBroken = true;
  await page.route('**/api/profiles?*', (route) =>
    isBroken
      ? route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad gateway' })
      : route.continue(),
  );
  await page.goto('/tsuki-tool?site=AXS');
  await expect(page.getByText('An error occurred while loading profiles')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Events (0)' })).toBeVisible();
  await expect(page).toHaveTitle('Dashboard - Tsuki Tool');
  await page.route('**/api/profiles/full', (route) => route.abort());
  for (const [path, text] of [
    ['/tsuki-tool?site=SEETICKETS', 'Failed to generate CSV. Please try again.'],
    ['/adonis-tool?site=SEATGEEK', 'An error occurred while generating the CSV file'],
  ] as const) {
    await page.goto(path);
    await addEvents(page, 'https://tickets.example/1');
    await page.getByRole('button', { name: 'Generate CSV' }).click();
    await expect(page.getByText(text)).toBeVisible();
  }
});

test('the filled screen has no accessibility violations, also on a phone', async ({ page }) => {
  await page.goto('/adonis-tool?site=ADONIS');
  await addEvents(page, 'https://adonis.example/e/lyon', 'https://adonis.example/e/hamburg');
  await accountsOf(page, 2).fill('');
  await page.getByRole('button', { name: 'Show the configuration of event 1' }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('events of the ticketing tool are sent to a site, with their titles', async ({
  page,
  desk,
}) => {
  const [event] = await desk.eventsOf('Northern Lanterns', 1);
  await page.goto('/ticketmaster?byId=K8vZ9170000');
  await page
    .getByRole('checkbox', { name: /^Select (?!All)/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Send to Adonis' }).click();
  await expect(page.getByText('Choose a site for 1 event.')).toBeVisible();
  await page.getByRole('radio', { name: /^EVENTIM / }).check();
  await expect(eventOf(page, 1)).toContainText(event?.venue ?? 'no event');
  await expect(page).toHaveURL(/\/adonis-tool\?site=EVENTIM&work=\d+$/);
});

test('a preset is saved, loaded, renamed, exported, deleted and imported again', async ({
  page,
}) => {
  const [fans, members] = ['Fans', 'Members'];
  await page.goto('/adonis-tool?site=AXS');
  await page.getByRole('textbox', { name: 'Discount Code' }).fill('FANS26');
  const openMenu = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const choose = (name: string) => page.getByRole('menuitem', { name }).click();
  await openMenu('Presets');
  await choose('Save as');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(fans);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save preset' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('textbox', { name: 'Discount Code' }).fill('OTHER');
  await openMenu(new RegExp(`^${fans} edited`));
  await choose(fans);
  await expect(page.getByRole('textbox', { name: 'Discount Code' })).toHaveValue('FANS26');
  await openMenu(fans);
  await choose('Rename');
  await dialog.getByLabel('Name').fill(members);
  await page.keyboard.press('Enter');
  await openMenu(members);
  const saving = page.waitForEvent('download');
  await choose('Export JSON');
  const file = await (await saving).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    site: 'adonis-AXS',
    name: members,
    values: { global: { discountCode: 'FANS26' } },
  });
  await openMenu(members);
  await choose('Delete');
  await expect(page.getByText(`Preset "${members}" deleted`).first()).toBeVisible();
  await page.getByLabel('Preset file').setInputFiles(file);
  await expect(page.getByRole('button', { name: members })).toBeVisible();
});

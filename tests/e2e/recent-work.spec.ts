import { expectAccessible } from './accessible.ts';
import { test } from './desk.ts';
import { addressOf } from './encore-page.ts';
import { expect } from './fixtures.ts';

test('work is listed on its empty page, continued, renamed, duplicated, and deleted with Undo', async ({
  page,
  desk,
}) => {
  const name = 'Paris in March';
  await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 6)));
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const { promise: isSeen, resolve: letThrough } = Promise.withResolvers<void>();
  const save = '**/api/recent-work/*';
  await page.route(save, (route) => isSeen.then(() => route.continue()));
  await page.getByLabel('Global max accounts').fill('7');
  await expect(page.getByText('Saving', { exact: true })).toBeVisible();
  letThrough();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.unroute(save);

  await page.goto('/encore-tool');
  const list = page.getByRole('list', { name: 'Recent work' });
  const items = list.getByRole('listitem');
  const first = items.first();
  const openMenu = () => first.getByRole('button', { name: /^Actions for/ }).click();
  await expect(items).toHaveText([/^Northern Lanterns: .*6 events, 0 rows/]);
  await openMenu();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(first).toContainText(name);
  await openMenu();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(first).toContainText(`Copy of ${name}`);
  await openMenu();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(items).toHaveText([new RegExp(`^${name}`)]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(first).toContainText(`Copy of ${name}`);

  await page.goto('/');
  await expect(first).toContainText('Encore');
  await expect(first).toContainText(`Copy of ${name}`);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Search or jump to…').fill(name.toLowerCase());
  await expect(page.getByRole('option', { name: new RegExp(`^Copy of ${name}`) })).toBeVisible();
  await expect(page.getByRole('option', { name: new RegExp(`^${name}`) })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Global max accounts')).toHaveValue('7');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/encore-tool');
  await expect(first).toContainText(name);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
  await first.getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { name: 'Selected Events (6)' })).toBeVisible();
  await expect(page.getByText('Saved configuration loaded')).toBeVisible();
  await expect(page.getByLabel('Global max accounts')).toHaveValue('7');
});

test('a second tab shows a notice, takes over the work with its last change, and releases it when it is closed', async ({
  page,
  context,
  desk,
}) => {
  await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 3)));
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  const notice = 'This work is open in another tab.';
  await expect(second.getByText(notice)).toBeVisible();
  await expect(second.getByLabel('Global max accounts')).toBeDisabled();
  await expectAccessible(second);
  await page.getByLabel('Global max accounts').fill('5');
  await second.getByRole('button', { name: 'Take over' }).click();
  await expect(second.getByRole('main')).toBeFocused();
  await expect(second.getByLabel('Global max accounts')).toHaveValue('5');
  await expect(second.getByText(notice)).toBeHidden();
  await expect(page.getByText(notice)).toBeVisible();
  await expect(page.getByLabel('Global max accounts')).toBeDisabled();

  await second.getByLabel('Global max accounts').fill('6');
  await second.close();
  await expect(page.getByText(notice)).toBeHidden();
  await expect(page.getByLabel('Global max accounts')).toHaveValue('6');
});

test('a version from another machine is overwritten only if the operator confirms it', async ({
  page,
  desk,
  token,
  problems,
}) => {
  problems.expect(/409|recent-work/);
  const adding = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/recent-work'),
  );
  await page.goto(addressOf(await desk.eventsOf('Northern Lanterns', 4)));
  const { id } = await (await adding).json();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const headers = { authorization: `Bearer ${token}` };
  const { data } = await (await page.request.get(`/api/recent-work/${id}`, { headers })).json();
  const { key, title, events, rows, body, version } = data;
  const theirs = { key, title, events, rows, version, body: { ...body, globalMax: '3' } };
  await page.request.put(`/api/recent-work/${id}`, { headers, data: theirs });

  const max = page.getByLabel('Global max accounts');
  await max.fill('9');
  const notice = page.getByText('This work was saved in another tab or on another machine.');
  await expect(notice).toBeVisible();
  await expect(max).toBeDisabled();
  await page.getByRole('button', { name: 'Load the saved version' }).click();
  await expect(max).toHaveValue('3');
  await expect(notice).toBeHidden();
  await max.fill('4');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});

test('a change made offline is sent when the network is back, also after the work was left', async ({
  page,
  context,
  desk,
  problems,
}) => {
  problems.expect(
    /could not be reached|Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED/,
  );
  const events = await desk.eventsOf('Northern Lanterns', 5);
  await page.goto(addressOf(events));
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const address = page.url();
  const max = page.getByLabel('Global max accounts');
  await expect(max).toBeVisible();
  await context.setOffline(true);
  await max.fill('3');
  await expect(page.getByText('Your changes stay in this browser')).toBeVisible();
  await page.getByRole('link', { name: 'Encore Tool' }).click();
  await expect(page.getByRole('heading', { name: 'No Events Selected' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Earlier changes saved', { exact: true })).toBeVisible();
  const stored = () =>
    page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('encore-tool-cache-')),
    );
  await expect.poll(stored).toEqual([]);
  await page.goto(address);
  await expect(max).toHaveValue('3');
});

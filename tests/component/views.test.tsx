import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NewView, View } from '../../shared/views/schema.ts';
import { accountColumns } from '../../web/features/queues/accounts/account-columns.tsx';
import { EVENT_COLUMNS } from '../../web/features/ticketing/events/event-list.tsx';
import { SCREENS } from '../../web/features/views/view-screens.ts';
import type { Call } from './calls.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const view = (id: number, part: Partial<View>): View => ({
  id,
  screen: 'agenda',
  name: `View ${id}`,
  address: '',
  columns: null,
  is_shared: false,
  author: 'operator@localhost',
  is_own: true,
  changed_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  ...part,
});
const PRESALES = view(1, { name: 'Presales', address: '?kind=presale' });
const GERMANY = view(2, {
  name: 'Germany',
  address: '?country=DE',
  is_shared: true,
  is_own: false,
  author: 'mara@desk.test',
});

/** A screen with a list of views that its calls change. */
async function open(address: string, listed: View[]) {
  let views = listed;
  const put = (id: number, body: unknown) => {
    const data = view(id, body as NewView);
    views = [...views.filter((one) => one.id !== id), data];
    return { success: true, data };
  };
  const opened = await openProduct(address, {
    ...emptyDesk(),
    'GET /views': () => ({ success: true, data: views }),
    'POST /views': ({ body }: Call) => Response.json(put(9, body), { status: 201 }),
    'PUT /views/1': ({ body }: Call) => put(1, body),
    'DELETE /views/1': () => {
      views = views.filter(({ id }) => id !== 1);
      return { success: true, message: 'View deleted' };
    },
  });
  return opened;
}

const button = (name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true });
const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
const dialog = page.getByRole('dialog');

// This is the first test of the file: in later ones the code of the button is already loaded.
test.each([
  ['agenda', '?kind=presale'],
  ['profiles', '?country=DE'],
  ['imap-accounts', '?state=failing'],
  ['ticketmaster', '?status=presale'],
] as const)('the head of %s does not move when its views load', async (screen, address) => {
  await page.viewport(1440, 900);
  const starts = new Set<number>();
  const observer = new MutationObserver(() => {
    const line = document.querySelector('header > span[aria-hidden]');
    if (line) starts.add(Math.round(line.getBoundingClientRect().left));
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await open(`/${screen}${address}`, [view(1, { screen, name: 'Seen before', address })]);
  await expect.element(button('View Seen before')).toBeVisible();
  await expect.element(button('Notifications')).toBeVisible();
  observer.disconnect();
  expect([...starts]).toHaveLength(1);
});

test('a view is chosen, changed on the screen, restored, and left', async () => {
  const { router, href } = await open('/agenda?zone=venue', [PRESALES, GERMANY]);
  await button('Views').click();
  await expect.element(item(/^Germany.*mara@desk\.test$/)).toBeVisible();
  await item('Presales').click();
  await expect.element(button('View Presales')).toBeVisible();
  expect(href()).toBe('/agenda?kind=presale');

  await router.navigate({ to: '/agenda', search: { kind: 'presale', country: 'DE' } });
  await button('View Presales, changed').click();
  await item('Undo the changes').click();
  await expect.element(button('View Presales')).toBeVisible();
  expect(href()).toBe('/agenda?kind=presale');

  await button('View Presales').click();
  await item(/Germany/).click();
  await button('View Germany').click();
  // Only the author of a shared view can change and delete it.
  await expect.element(item('Show without a view')).toBeVisible();
  for (const name of ['Rename or share', 'Delete', 'Save changes'])
    await expect.element(item(name)).not.toBeInTheDocument();
  await item('Show without a view').click();
  await expect.element(button('Views')).toBeVisible();
  expect(href()).toBe('/agenda');
});

test('filters are saved as a view by keyboard, including the chosen day', async () => {
  const { calls } = await open('/agenda?kind=presale&from=2026-12-01', []);
  await expect.element(button('Views')).toBeVisible();
  await userEvent.keyboard('v');
  await expect.element(item('Save as')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Save as')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('textbox', { name: 'Name *' }).fill('All presales');
  await userEvent.keyboard('{Enter}');
  const saved = { screen: 'agenda', address: '?from=2026-12-01&kind=presale', columns: null };
  expect((await calls.made('POST /views')).body).toEqual({
    ...saved,
    name: 'All presales',
    is_shared: false,
  });
  await expect.element(button('View All presales')).toBeVisible();
  await expectAccessible();
});

test('the author of a view saves changes, renames, shares and deletes it', async () => {
  const { calls, router } = await open('/agenda?kind=presale', [PRESALES]);
  await expect.element(button('View Presales')).toBeVisible();
  await button('View Presales').click();
  await item('Rename or share').click();
  await dialog.getByRole('textbox', { name: 'Name *' }).fill('For all');
  await dialog.getByRole('checkbox', { name: 'Share with all operators' }).click();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect.element(button('View For all')).toBeVisible();

  await button('View For all').click();
  await item(/^For all/).click();
  await router.navigate({ to: '/agenda', search: { kind: 'general' } });
  await button('View For all, changed').click();
  await item('Save changes').click();
  await expect.element(button('View For all')).toBeVisible();
  const saved = { screen: 'agenda', columns: null, name: 'For all', is_shared: true };
  expect(calls.to('PUT /views/1').map(({ body }) => body)).toEqual([
    { ...saved, address: '?kind=presale' },
    { ...saved, address: '?kind=general' },
  ]);

  await button('View For all').click();
  await item('Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click();
  await expect.element(button('Views')).toBeVisible();
});

test('a view shows its columns, and says what the screen no longer has', async () => {
  const columns = ['rank', 'luck'];
  await open('/queues-tool', [
    view(3, { screen: 'queues-tool', name: 'Lucky', address: '?search=a&sort=luck', columns }),
  ]);
  await button('Views').click();
  await item('Lucky').click();
  await expect.element(button('View Lucky')).toBeVisible();
  await expect.element(page.getByText('"Lucky" opened in part').first()).toBeVisible();
  await expect
    .element(
      page.getByText('This screen no longer has the sorting by "luck", the column "luck".').first(),
    )
    .toBeVisible();
  const stored: unknown = JSON.parse(localStorage.getItem('grid.queue-accounts') ?? '{}');
  expect(stored).toMatchObject({
    hidden: ['total_queues', 'avg_ratio', 'best_ratio', 'worst_ratio', 'history'],
  });
});

test('views keep the columns that can be hidden', () => {
  const grids = [
    [SCREENS['queues-tool'], accountColumns(() => undefined)],
    [SCREENS.ticketmaster, EVENT_COLUMNS],
  ] as const;
  for (const [{ grid }, columns] of grids) {
    const optional = columns.filter(({ isFixed, isHeadHidden }) => !isFixed && !isHeadHidden);
    expect(grid?.columns).toEqual(optional.map(({ key }) => key));
  }
});

import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type PaletteItem, paletteItem } from '../../shared/palette/schema.ts';
import type { WorkItem } from '../../shared/recent-work/schema.ts';
import { openProduct } from './product.tsx';

const heading = page.getByRole('heading', { level: 1 });
const button = (name: string) => page.getByRole('button', { name });
const DASHBOARD = { 'GET /dashboard': () => new Promise(() => undefined) };

test.each(['/', '/dashboard'])('the sidebar marks the dashboard at %s', async (address) => {
  await openProduct(address, DASHBOARD);
  await expect
    .poll(() =>
      [...document.querySelectorAll('nav [aria-current=page]')].map((one) => one.textContent),
    )
    .toEqual(['Dashboard']);
});

describe('the error page', () => {
  test.each([
    ['404', 'Page not found', 'The requested page does not exist.'],
    ['502', 'Server unavailable', 'The server is under maintenance. Please try again later.'],
    ['401', 'Access denied', 'You are not authorized to access this page.'],
    ['403', 'Forbidden', 'You do not have permission to access this resource.'],
    ['500', 'Server error', 'An internal server error occurred.'],
    ['418', 'An error occurred', 'A problem occurred. Please try again.'],
  ])('shows for %s the title %s, and clears the query', async (code, title, description) => {
    const { href } = await openProduct(`/error?code=${code}`, {}, { isSignedIn: false });
    await expect.element(heading).toHaveTextContent(title);
    await expect.element(page.getByText(description)).toBeVisible();
    await expect.element(button('Back')).toBeVisible();
    await expect.poll(href).toBe('/error');
  });

  test('shows the texts of its address, as text', async () => {
    const title = '<img src=x onerror=alert(1)>';
    const address = `/error?code=500&title=${encodeURIComponent(title)}&desc=What&btn=Go`;
    const { href } = await openProduct(address, {}, { isSignedIn: false });
    await expect.element(heading).toHaveTextContent(title);
    await expect.element(page.getByText('What', { exact: true })).toBeVisible();
    await expect.element(button('Go')).toBeVisible();
    await expect.poll(href).toBe('/error');
  });

  test('shows an unknown path as 404, in the words of the specification', async () => {
    const { href } = await openProduct('/no/such/page?x=1', {}, { isSignedIn: false });
    await expect.poll(href).toBe('/error');
    await expect.element(heading).toHaveTextContent('404 - Page Not Found');
    await expect.element(page.getByText('The requested page does not exists.')).toBeVisible();
    await expect.element(button('Return')).toBeVisible();
  });

  test("has a button that opens the 'to' target", async () => {
    const { href } = await openProduct('/error?code=500&to=%2Fsettings');
    await button('Back').click();
    await expect.poll(href).toBe('/settings');
  });

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
    'has a button that opens the dashboard instead of %s',
    async (target) => {
      const address = `/error?code=500&to=${encodeURIComponent(target)}`;
      const { href } = await openProduct(address, DASHBOARD);
      await button('Back').click();
      await expect.poll(href).toBe('/dashboard');
      await expect.poll(() => document.title).toBe('Dashboard Overview');
    },
  );
});

test('/ opens the artist search from a page without a search', async () => {
  const monitored = { success: true, data: [] };
  const { href } = await openProduct('/settings', {
    'GET /events/monitored-artists': () => monitored,
  });
  await expect.element(heading).toHaveTextContent('Settings');
  await userEvent.keyboard('/');
  await expect.poll(href).toBe('/ticketmaster');
  await expect.element(page.getByRole('searchbox', { name: 'Search artists' })).toHaveFocus();
});

test.each([
  ['/dashboard', 'Dashboard Overview'],
  ['/imap-accounts', 'Dashboard - IMAP Accounts'],
  ['/presale-code-tool', 'Dashboard - Presale Code Tool'],
  ['/vf-queues-tool', 'Dashboard - VF Queues Tool'],
  ['/user-generator', 'Dashboard - User Generator'],
  ['/signup', 'Dashboard - VF SignUp'],
])('%s is titled "%s"', async (path, title) => {
  await openProduct(path, DASHBOARD);
  await expect.poll(() => document.title).toBe(title);
});

describe('the search of a page that is still loading', () => {
  test.each([
    ['is focused when it appears, after /', '/', true],
    ['is left alone after / and another key', '/{Shift}', false],
  ])('%s', async (_, keys, isFocused) => {
    await openProduct('/imap-accounts', {
      'GET /imap-accounts': () => new Promise(() => undefined),
    });
    await expect.element(heading).toHaveTextContent('IMAP Accounts Management');
    await userEvent.keyboard(keys);
    const search = document.createElement('input');
    search.dataset.pageSearch = '';
    document.body.append(search);
    await new Promise(requestAnimationFrame);
    await expect.poll(() => document.activeElement === search).toBe(isFocused);
    search.remove();
  });
});

describe('the command palette', () => {
  const PRICE = 'https://tickets.example/a b?x=1&y=2';
  const vf = { type: 'verified_fan' } as const;
  const objects: [PaletteItem['kind'], object, string][] = [
    ['artist', { id: 'K8v' }, '/ticketmaster?byId=K8v&artistName=Night+%26+Day'],
    ['monitored', { id: 'K8v' }, '/artist-monitor?artist=K8v'],
    ['category', { id: '1', ...vf }, '/vf-queues-tool?category=Night+%26+Day'],
    ['queue', { id: 'q 7', type: 'standard' }, '/queues-tool?queue=q+7'],
    ['sale', { id: 'vvG1' }, '/sale/vvG1'],
    ['mailbox', { id: 4 }, '/imap-accounts?edit=4'],
    ['price', { id: PRICE }, `/event-price-monitoring?${new URLSearchParams({ event: PRICE })}`],
    ['profile', { id: 9 }, '/profiles?search=Night+%26+Day&profile=9'],
    ['work', { id: 3, tool: 'encore' }, '/encore-tool?work=3'],
    ['work', { id: 3, tool: 'signup' }, '/signup?work=3'],
    ['work', { id: 3, tool: 'presale' }, '/presale-code-tool?work=3'],
  ];
  test('has an address for each kind of object', () => {
    const kinds = paletteItem._zod.propValues.kind;
    expect(new Set(objects.map(([kind]) => kind))).toEqual(kinds);
  });

  test.each(objects)('opens a found %s %j at its own address', async (kind, object, address) => {
    const item = { kind, label: 'Night & Day', detail: 'the very one', ...object };
    const { router } = await openProduct('/settings', {
      'GET /palette': () => ({ success: true, data: [item] }),
    });
    await expect.element(heading).toHaveTextContent('Settings');
    const addresses: string[] = [];
    onTestFinished(
      router.subscribe('onBeforeLoad', ({ toLocation }) => {
        addresses.push(toLocation.href);
      }),
    );
    await userEvent.keyboard('{Control>}k{/Control}night');
    await page.getByRole('option', { name: /Night & Day/ }).click();
    await expect.poll(() => addresses[0]).toBe(address);
  });
});

test('a whole name opens the artist, an alert opens its price, and a number of users generates them', async () => {
  const PRICE = 'https://tickets.example/1';
  const label = 'Vela Marin';
  const items = [
    { kind: 'work', id: 3, tool: 'encore', label, detail: '5 events' },
    { kind: 'monitored', id: 'K8v', label, detail: 'Timeline' },
    { kind: 'price', id: PRICE, label, detail: 'Leeds' },
    { kind: 'artist', id: 'K8v', label, detail: 'Events' },
  ];
  const { router, href } = await openProduct('/settings', {
    'GET /palette': () => ({ success: true, data: items }),
  });
  await expect.element(heading).toHaveTextContent('Settings');
  const addresses: string[] = [];
  onTestFinished(
    router.subscribe('onBeforeLoad', ({ toLocation }) => {
      addresses.push(toLocation.href);
    }),
  );
  const choose = async (text: string, option: string, address: string) => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('combobox', { name: 'Command palette' })).toHaveFocus();
    await userEvent.keyboard(text);
    const first = page.getByRole('option', { selected: true });
    await expect.element(first).toMatchTextContent(option);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => addresses).toContain(address);
  };
  await choose('vela marin', 'Vela Marin Events', '/ticketmaster?byId=K8v&artistName=Vela+Marin');
  const alert = new URLSearchParams({ event: PRICE, tab: 'alerts' });
  await choose(
    'alret for vela',
    'Price alert for Vela Marin Leeds',
    `/event-price-monitoring?${alert}`,
  );
  await choose(
    'genrate 500',
    'Generate 500 users User Generator',
    '/user-generator?count=500&start=now',
  );
  await expect.poll(href).toMatch(/^\/user-generator\?count=500(&nationality=\w+)?$/);
});

test('the palette shows the newest works before anything is typed', async () => {
  const work = { kind: 'encore', title: 'Vela Marin', events: 2, rows: 40, version: 1 } as const;
  const updated_at = '2026-11-22T12:00:00Z';
  const works: WorkItem[] = [
    { ...work, id: 1, name: 'Friday', updated_at },
    { ...work, id: 2, name: null, updated_at },
  ];
  const { href } = await openProduct('/settings', {
    'GET /recent-work': () => ({ success: true, data: works, total: 2, next_cursor: null }),
    'GET /recent-work/2': () => new Promise(() => undefined),
  });
  await expect.element(heading).toHaveTextContent('Settings');
  await userEvent.keyboard('{Control>}k{/Control}');
  const recent = page.getByRole('group', { name: 'Recent work' });
  await expect
    .element(recent.getByRole('option', { name: 'Friday Encore, Vela Marin' }))
    .toBeVisible();
  await recent.getByRole('option', { name: 'Vela Marin Encore', exact: true }).click();
  await expect.poll(href).toMatch(/^\/encore-tool\?work=2/);
});

test('in an untouched palette Enter opens the newest work, and nothing while it is loading', async () => {
  const gate = Promise.withResolvers<void>();
  const work = {
    kind: 'encore',
    name: 'Friday',
    title: 'Vela Marin',
    events: 2,
    rows: 40,
  } as const;
  const data: WorkItem[] = [{ ...work, id: 1, version: 1, updated_at: '2026-11-22T12:00:00Z' }];
  const { href } = await openProduct('/settings', {
    'GET /recent-work': async () => {
      await gate.promise;
      return { success: true, data, total: 1, next_cursor: null };
    },
    'GET /recent-work/1': () => new Promise(() => undefined),
  });
  await expect.element(heading).toHaveTextContent('Settings');
  await userEvent.keyboard('{Control>}k{/Control}');
  const first = page.getByRole('option', { name: /^Dashboard/ });
  await expect.element(first).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(first).toBeVisible();
  await expect.element(page.getByRole('option', { selected: true })).not.toBeInTheDocument();
  gate.resolve();
  await expect.element(page.getByRole('option', { selected: true })).toMatchTextContent('Friday');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(first).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.poll(href).toMatch(/^\/encore-tool\?work=1/);
});

test('after G and a letter, Tab starts at the content of the page', async () => {
  const { router } = await openProduct('/settings', {
    'GET /imap-accounts': () => ({ success: true, accounts: [] }),
  });
  await expect.element(heading).toHaveTextContent('Settings');
  const { promise: isRendered, resolve } = Promise.withResolvers<void>();
  onTestFinished(router.subscribe('onRendered', () => resolve()));
  await userEvent.keyboard('gi');
  await isRendered;
  const first = page.getByRole('main').getByRole('button', { name: 'Add Your First Account' });
  await expect.element(first).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(first).toHaveFocus();
});

test('the shortcuts dialog lists keys that a field of the page handles itself, each key once', async () => {
  await openProduct('/ticketmaster');
  await expect.element(page.getByRole('searchbox', { name: 'Search artists' })).toBeVisible();
  await userEvent.keyboard('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(dialog.getByText('Open the artist with the typed name')).toBeVisible();
  await expect.element(dialog.getByText('Shift ↵')).toBeVisible();
  const labels = dialog
    .getByRole('term')
    .elements()
    .map(({ textContent }) => textContent);
  expect(labels).toEqual([...new Set(labels)]);
});

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../web/lib/query-client.ts';
import { otherRelease } from '../../web/lib/release.ts';
import { currentUserQuery } from '../../web/lib/session.ts';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const heading = page.getByRole('heading', { level: 1 });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const account = button(/^Account menu/);
const navigation = page.getByRole('navigation', { name: 'Main navigation' });
const palette = page.getByRole('dialog', { name: 'Command palette' });
const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const menu = page.getByRole('menu');
const gone = (locator: typeof menu) => expect.element(locator).not.toBeInTheDocument();
const focus = (locator: typeof menu) => (locator.element() as HTMLElement).focus();
const press = (...keys: string[]) => userEvent.keyboard(keys.join(''));
const CONTROL_K = '{Control>}k{/Control}';

let href = () => '';
async function open(address: string, storage: 'empty' | 'kept' = 'empty') {
  const opened = await openProduct(address, emptyDesk(), { storage });
  href = opened.href;
  await expect.element(heading).toBeVisible();
}

test.each([
  ['Ticketing Tool', 'Search artists'],
  ['Artist Monitor', 'Search for an artist'],
  ['[VF] SignUp', 'Signup URL'],
])('%s, opened from the sidebar, has the focus in “%s”', async (link, label) => {
  const { router } = await openProduct('/profiles', emptyDesk());
  await navigation.getByRole('link', { name: link }).click();
  const field = page.getByLabelText(label, { exact: true });
  await expect.element(field).toHaveFocus();
  // The key that focuses the search does not type its letter.
  if (label !== 'Signup URL') await userEvent.keyboard('/');
  await expect.element(field).toHaveValue('');
  // A page without such a field leaves the focus on the link.
  await navigation.getByRole('link', { name: 'Profiles' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/profiles');
  await expect.element(navigation.getByRole('link', { name: 'Profiles' })).toHaveFocus();
});

test.each([
  ['t', 'Search artists'],
  ['a', 'Search for an artist'],
  ['u', 'Signup URL'],
])(
  'the page of G and “%s” has the focus in “%s”, and the letter is no text',
  async (letter, label) => {
    const { router } = await openProduct('/profiles', emptyDesk());
    await expect.element(heading).toHaveTextContent('Profiles');
    await press('g', letter);
    const field = page.getByLabelText(label, { exact: true });
    await expect.element(field).toHaveFocus();
    await press('vela');
    await expect.element(field).toHaveValue('vela');
    expect(router.state.location.pathname).not.toBe('/profiles');
  },
);

test('Adonis, opened from the sidebar, has the focus on its first site', async () => {
  await openProduct('/profiles', emptyDesk());
  await navigation.getByRole('link', { name: 'Adonis Tool' }).click();
  await expect.element(page.getByRole('radio').first()).toHaveFocus();
});

describe('the sidebar', () => {
  const sidebar = page.getByRole('complementary', { name: 'Main', exact: true });

  test('collapses to a rail with tooltips, and stores that choice', async () => {
    await open('/settings');
    await button('Collapse sidebar').click();
    await expect.element(sidebar).toHaveStyle({ width: '52px' });
    expect(localStorage.getItem('sidebar-collapsed')).toBe('true');
    await open('/settings', 'kept');
    await expect.element(sidebar).toHaveStyle({ width: '52px' });
    await sidebar.getByRole('link', { name: 'Artist Monitor' }).hover();
    await expect
      .poll(() => page.getByRole('tooltip').query()?.textContent)
      .toContain('Artist Monitor');
    await page.getByRole('main').hover();
    await press('[[');
    await expect.element(sidebar).toHaveStyle({ width: '232px' });
    await expect.element(button('Collapse sidebar')).toBeVisible();
  });

  test('follows the width of the window until the operator chooses', async () => {
    await page.viewport(1440, 900);
    await open('/settings');
    await expect.element(sidebar).toHaveStyle({ width: '232px' });
    for (const [width, shown] of [
      [1099, '52px'],
      [768, '52px'],
      [1100, '232px'],
      [901, '52px'],
    ] as const) {
      await page.viewport(width, 900);
      await expect.element(sidebar).toHaveStyle({ width: shown });
    }
    await button('Expand sidebar').click();
    await expect.element(sidebar).toHaveStyle({ width: '232px' });
    await page.viewport(1280, 900);
    await button('Collapse sidebar').click();
    await expect.element(sidebar).toHaveStyle({ width: '52px' });
  });

  test('opens the account menu, which closes on a press elsewhere', async () => {
    await open('/');
    await account.click();
    await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    await userEvent.click(document.body, { position: { x: 900, y: 500 }, force: true });
    await gone(menu);
    await expect.element(account).toHaveAttribute('aria-expanded', 'false');
    await account.click();
    await page.getByRole('menuitem', { name: 'Settings', exact: false }).click();
    await expect.poll(href).toBe('/settings');
  });
});

describe('the keyboard', () => {
  beforeEach(() => open('/settings'));

  test('opens the palette, finds a page and goes there', async () => {
    focus(page.getByRole('main'));
    await press(CONTROL_K);
    await expect.element(palette).toBeVisible();
    await press('que');
    await expect
      .poll(() => page.getByRole('option').first().query()?.textContent)
      .toContain('Queues Tool');
    await press('{Enter}');
    await expect.poll(href).toBe('/queues-tool');
    focus(account);
    await press(CONTROL_K);
    await expect.element(palette).toBeVisible();
    await press('{Escape}');
    await gone(palette);
    await expect.element(account).toHaveFocus();
  });

  test('runs actions from the palette', async () => {
    const search = page.getByRole('combobox', { name: 'Command palette' });
    const run = async (words: string) => {
      await button('Search or jump to').click();
      await expect.element(search).toHaveFocus();
      await press(words, '{Enter}');
    };
    await run('dark theme');
    await expect.element(document.documentElement).toHaveAttribute('data-theme', 'dark');
    await run('collapse');
    await expect.element(button('Expand sidebar')).toBeVisible();
    await press(CONTROL_K);
    await expect.element(search).toHaveFocus();
    await press('no such thing');
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['Search artists by this name']);
    await press('{Escape}');
    await gone(palette);
    await run('password');
    await expect.element(page.getByRole('dialog', { name: 'Change password' })).toBeVisible();
    await press('{Escape}');
  });

  test('runs an action of another page after opening that page', async () => {
    const search = page.getByRole('combobox', { name: 'Command palette' });
    await button('Search or jump to').click();
    await expect.element(search).toHaveFocus();
    await press('uplaod queue');
    await expect
      .element(page.getByRole('option', { name: /^Upload queue files/ }))
      .toMatchTextContent('Queues Tool');
    await press('{Enter}');
    await expect.poll(href).toBe('/queues-tool');
    await expect.element(button('Choose CSV files').first()).toHaveFocus();
    await press(CONTROL_K);
    await expect.element(search).toHaveFocus();
    await press('add mailbox', '{Enter}');
    await expect.poll(href).toBe('/imap-accounts?edit=new');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await press('{Escape}');
  });

  test('opens a page by G and a letter, and lists its keys on ?', async () => {
    await press('gq');
    await expect.poll(href).toBe('/queues-tool');
    await press('?');
    for (const text of [
      'Command palette',
      'Event Price Monitoring',
      'Select the row at the cursor',
      'Select a range',
      'Select all shown rows',
      'Select that many rows',
    ])
      await expect.element(shortcuts.getByText(text, { exact: true })).toBeVisible();
    await shortcuts.getByRole('switch', { name: /Single keys/ }).click();
    await press('{Escape}');
    await gone(shortcuts);
    await press('gs', '[[', CONTROL_K);
    await expect.element(palette).toBeVisible();
    expect(href()).toBe('/queues-tool');
    await gone(button('Expand sidebar'));
  });

  test('does nothing inside a text field', async () => {
    await press('/');
    await expect.poll(href).toBe('/ticketmaster');
    const search = page.getByRole('searchbox', { name: 'Search artists' });
    await expect.element(search).toHaveFocus();
    await press('[[?gq');
    await expect.element(search).toHaveValue('[?gq');
    expect(href()).toBe('/ticketmaster');
    await expect.element(button('Collapse sidebar')).toBeVisible();
  });

  test('still works after Escape has left a text field, also if a dialog was opened and closed since then', async () => {
    await press('/');
    const search = page.getByRole('searchbox', { name: 'Search artists' });
    await expect.element(search).toHaveFocus();
    (search.element() as HTMLElement).blur();
    await press('?');
    await expect.element(shortcuts).toBeVisible();
    await press('{Escape}');
    await gone(shortcuts);
    await expect.element(search).not.toHaveFocus();
    await press('gq');
    await expect.poll(href).toBe('/queues-tool');
  });

  test('moves through the shell: skip link, links, account menu, and back to the opener', async () => {
    await press('{Tab}');
    await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await press('{Enter}');
    await expect.element(page.getByRole('main')).toHaveFocus();
    focus(account);
    await press('{Enter}');
    await expect.element(menu).toBeVisible();
    await press('{ArrowDown}', '{Escape}');
    await gone(menu);
    await expect.element(account).toHaveFocus();
  });
});

describe('at 390 px', () => {
  const drawer = page.getByRole('dialog', { name: 'Navigation' });

  test('the navigation is a drawer that closes on a choice and on Escape', async () => {
    await open('/settings');
    await page.viewport(390, 844);
    await gone(navigation);
    await button('Open navigation').click();
    await expect.poll(() => drawer.getByRole('link').elements().length).toBe(17);
    await press('{Escape}');
    await gone(drawer);
    await expect.element(button('Open navigation')).toHaveFocus();
    await button('Open navigation').click();
    await drawer.getByRole('link', { name: 'Profiles' }).click();
    await gone(drawer);
    expect(href()).toBe('/profiles');
  });

  test('the account menu opens over the drawer', async () => {
    await open('/profiles');
    await page.viewport(390, 844);
    await button('Open navigation').click();
    await drawer.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect.poll(href).toBe('/settings');
    await gone(drawer);
  });
});

test('the overlays of the shell have no accessibility violations', async () => {
  await open('/settings');
  await account.click();
  await expect.element(menu).toBeVisible();
  await expectAccessible();
  await press('{Escape}', CONTROL_K);
  await expect.element(palette).toBeVisible();
  await expectAccessible();
  await press('{Escape}');
  await gone(palette);
  await press('?');
  await expect.element(shortcuts).toBeVisible();
  await expectAccessible();
  await press('{Escape}');
  await gone(shortcuts);
  await page.viewport(390, 844);
  await button('Open navigation').click();
  await expect.element(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  await expectAccessible();
});

test('Login has no accessibility violations, empty and with its errors', async () => {
  await openProduct('/login', {}, { isSignedIn: false });
  await expect.element(heading).toBeVisible();
  await expectAccessible();
  await button('Sign in').click();
  await expect.element(page.getByText('Enter your password.')).toBeVisible();
  await expectAccessible();
});

test('the error page has no accessibility violations', async () => {
  await openProduct('/error?code=500', {}, { isSignedIn: false });
  await expect.element(heading).toBeVisible();
  await expectAccessible();
});

describe('the release of the desk', () => {
  const banner = page.getByRole('status').filter({ hasText: /The desk now runs/ });
  const shows = (place: typeof menu, text: string) =>
    expect.poll(() => place.query()?.textContent).toContain(text);
  const tag = document.createElement('meta');
  const asDeployed = (release: string) => () =>
    Response.json(
      { success: true, id: 1, email: 'operator@localhost' },
      { headers: { 'X-Release': release } },
    );
  const openAt = async (release: string) => {
    Object.assign(tag, { name: 'release', content: '1.0.0+0000_first' });
    document.head.append(tag);
    onTestFinished(() => tag.remove());
    onTestFinished(() => otherRelease.set(null));
    return openProduct('/settings', { ...emptyDesk(), 'GET /auth/me': asDeployed(release) });
  };

  test('is in the account menu', async () => {
    await openAt('1.0.0+0000_first');
    await account.click();
    await shows(menu, 'Version 1.0.0 (schema 0000_first)');
    await expectAccessible();
    await expect.element(banner).not.toBeInTheDocument();
  });

  test.each([
    ['1.1.0+0001_notes', 'version 1.1.0.'],
    ['1.0.0+0001_notes', 'version 1.0.0.'],
    ['0.9.0+0000_first', 'version 0.9.0.'],
  ])(
    'is announced when it changes while a page is open (%s), and nothing reloads by itself',
    async (release, text) => {
      const { answers } = await openAt(release);
      await shows(banner, text);
      await expect.element(button('Reload page')).toBeVisible();
      await expectAccessible();
      await button('Later').click();
      await gone(banner);
      // While a new release starts, both releases answer.
      for (const other of ['1.0.0+0000_first', release]) {
        answers['GET /auth/me'] = asDeployed(other);
        await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
        const noted = other === release ? release.split('+')[0] : undefined;
        await expect.poll(() => otherRelease.get()?.version).toBe(noted);
      }
      expect(banner.query()).toBeNull();
      answers['GET /auth/me'] = asDeployed('1.2.0+0002_more');
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      await shows(banner, 'version 1.2.0.');
      answers['GET /auth/me'] = asDeployed('1.0.0+0000_first');
      await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      await gone(banner);
    },
  );

  test('is ignored by a page that does not have a release of its own', async () => {
    await openProduct('/settings', {
      ...emptyDesk(),
      'GET /auth/me': asDeployed('1.1.0+0001_notes'),
    });
    await expect.element(heading).toBeVisible();
    await account.click();
    await shows(menu, 'Logout');
    expect(menu.element().textContent).not.toContain('Version');
    await gone(banner);
  });
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { page as browserPage, userEvent } from 'vitest/browser';
import { failed } from './desk.tsx';
import { accountsOf, openQueues, openUploads, stopClock, typeInto } from './queues-desk.tsx';

type Page = Awaited<ReturnType<typeof openQueues>>['page'];

afterEach(() => {
  vi.useRealTimers();
});

const grid = (page: Page, name = 'Ranked accounts') => page.getByRole('grid', { name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name} `) });
const HEADS = [
  'Rank',
  'Account',
  'Total queues',
  'Average ratio',
  'Best ratio',
  'Worst ratio',
  'Progress history',
];

describe('the lists of a queue tool', () => {
  test('are tabs: all, each category, untested accounts', async () => {
    const { page, router } = await openQueues({
      analysed: accountsOf('a', 4),
      categories: { Gold: accountsOf('gold', 3, 2), Silver: accountsOf('silver', 1) },
    });
    await expect.element(grid(page)).toBeVisible();
    await openUploads(page);
    await expect.element(page.getByRole('heading', { name: 'Upload category' })).toBeVisible();
    await expect
      .poll(() =>
        page
          .getByRole('tab')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['All4', 'Gold5', 'Silver1', 'Untested2']);
    const heads = () =>
      page
        .getByRole('columnheader')
        .elements()
        .map(({ textContent }) => textContent);
    expect(heads().filter(Boolean)).toEqual(HEADS);
    expect(
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map((h) => h.textContent),
    ).toEqual(['Upload queue files', 'Upload category', 'Queue analysis']);
    await tab(page, 'All').click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(tab(page, 'Gold')).toHaveFocus();
    await expect.element(grid(page, 'Accounts of Gold')).toHaveAttribute('aria-rowcount', '6');
    expect(heads().filter(Boolean)).toEqual(HEADS);
    await expect.element(page.getByText('5 accounts, 3 tested')).toBeVisible();
    await expect.poll(() => router.state.location.search).toMatchObject({ category: 'Gold' });
    await userEvent.keyboard('{End}');
    await expect.element(grid(page, 'Untested accounts')).toHaveAttribute('aria-rowcount', '3');
    await expect.poll(() => router.state.location.search).toMatchObject({ list: 'untested' });
    // Untested accounts have no medal.
    await expect.element(page.getByRole('img', { name: /^Rank/ })).not.toBeInTheDocument();
    await userEvent.keyboard('{Home}');
    await expect.element(page.getByRole('img', { name: 'Rank 1', exact: true })).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Rank 3', exact: true })).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Rank 4' })).not.toBeInTheDocument();
  });

  test('can also be chosen in a select when there are many categories', async () => {
    const categories = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`C${at}`, accountsOf(`c${at}`, 1)]),
    );
    const { page } = await openQueues({ categories });
    const select = page.getByRole('combobox', { name: 'Category' });
    await select.selectOptions('C11');
    await expect.element(grid(page, 'Accounts of C11')).toBeVisible();
    await expect.element(tab(page, 'C11')).toBeInViewport();
    await expect.element(select).toHaveDisplayValue('C11');
    await select.selectOptions('All categories');
    await expect.element(tab(page, 'All')).toHaveAttribute('aria-selected', 'true');
  });

  test('show 150 rows, and 150 more by Load More; a failure is shown with Retry', async () => {
    let isBroken = true;
    const list = accountsOf('gold', 320);
    const { page } = await openQueues(
      {
        categories: { Gold: list },
        answers: {
          'GET /queues/accounts': ({ query }) => {
            const from = Number(query.get('cursor') ?? 0);
            const isPage = query.get('limit') === '150';
            if (isPage && isBroken) return failed(500, 'x');
            const stats = {
              categories_list: [{ name: 'Gold', total_accounts: 320, tested_accounts: 320 }],
            };
            const next_cursor = from + 150 < 320 ? String(from + 150) : null;
            const data = isPage ? { Gold: list.slice(from, from + 150) } : {};
            return { success: true, data, stats, page: { total_accounts: 320, next_cursor } };
          },
        },
      },
      '/screen?category=Gold',
    );
    await expect.element(page.getByText('Failed to load categories data')).toBeVisible();
    isBroken = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByText('150 of 320 accounts shown')).toBeVisible();
    isBroken = true;
    const more = page.getByRole('button', { name: 'Load More' });
    await more.click();
    const failure = page.getByText('Error loading categories data. Please try again.');
    await expect.element(failure).toBeVisible();
    isBroken = false;
    await more.click();
    await expect.element(page.getByText('300 of 320 accounts shown')).toBeVisible();
    await more.click();
    await expect.element(page.getByText('320 of 320 accounts shown')).toBeVisible();
    await expect.element(more).not.toBeInTheDocument();
  });

  test('that cannot be loaded show a message, each with Retry', async () => {
    let isBroken = true;
    const { page } = await openQueues({
      answers: {
        'GET /queues/get': () =>
          isBroken
            ? failed(500, 'x')
            : { success: true, data: { accounts: [], total_accounts: 0, next_cursor: null } },
        'GET /queues/accounts': () =>
          isBroken ? failed(500, 'x') : { success: true, data: {}, stats: { categories_list: [] } },
      },
    });
    for (const text of [
      'Failed to load queue data',
      'Error loading data. Please try again.',
      'Failed to load categories data',
      'Error loading categories data. Please try again.',
    ]) {
      await expect.element(page.getByText(text)).toBeVisible();
    }
    isBroken = false;
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByText('No queue data yet')).toBeVisible();
    await expect.element(page.getByText('Failed to load')).not.toBeInTheDocument();
  });

  test('show that a category in the address does not exist', async () => {
    const { page } = await openQueues(
      {
        answers: {
          'GET /queues/accounts': ({ query }) =>
            query.get('category') === null
              ? { success: true, data: {}, stats: { categories_list: [] } }
              : failed(404, 'There is no category "Gone".'),
        },
      },
      '/screen?category=Gone',
    );
    await expect.element(page.getByText('There is no category "Gone".')).toBeVisible();
    await page.getByRole('button', { name: 'Show all accounts' }).click();
    await expect.element(page.getByText('No queue data yet')).toBeVisible();
  });

  test('are searched 300 ms after the last key', async () => {
    const { page, calls } = await openQueues(
      { categories: { Gold: accountsOf('gold', 0, 12) } },
      '/screen?category=Gold',
    );
    await expect.element(grid(page, 'Accounts of Gold')).toHaveAttribute('aria-rowcount', '13');
    const searches = () =>
      calls
        .to('GET /queues/accounts')
        .map(({ query }) => query.get('search'))
        .filter((search) => search !== null);
    stopClock();
    const search = page.getByRole('searchbox', { name: 'Search accounts' });
    typeInto(search, 'gol');
    await vi.advanceTimersByTimeAsync(299);
    typeInto(search, 'gold7@');
    await vi.advanceTimersByTimeAsync(299);
    expect(searches()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    // The test advances the clock itself until the answer is shown. Otherwise, anything that waits
    // for the clock would never continue.
    const rows = async () => {
      await vi.advanceTimersByTimeAsync(20);
      return grid(page, 'Accounts of Gold').query()?.getAttribute('aria-rowcount');
    };
    await expect.poll(rows).toBe('2');
    expect(searches()).toEqual(['gold7@']);
    vi.useRealTimers();
    await search.fill('nobody');
    await expect.element(page.getByText('No account matches “nobody”')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).first().click();
    await expect.element(grid(page, 'Accounts of Gold')).toHaveAttribute('aria-rowcount', '13');
  });
});

test('the history of an account opens beside the list, and the page keeps its state', async () => {
  const { page, router } = await openQueues({ analysed: accountsOf('a', 4) });
  await page.getByLabelText('Category name').fill('Half typed');
  await page.getByRole('checkbox', { name: 'Select a1@x.test' }).click();
  await page.getByRole('checkbox', { name: 'Select a2@x.test' }).click();
  await userEvent.keyboard('{Enter}');
  const panel = page.getByRole('complementary', { name: 'a2@x.test' });
  await expect.element(panel).toHaveFocus();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await expect.element(page.getByLabelText('Category name')).toHaveValue('Half typed');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(grid(page)).toHaveFocus();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await browserPage.viewport(390, 844);
  router.navigate({ to: '/screen', search: { account: 'a1@x.test' } } as never);
  const covering = page.getByRole('complementary', { name: 'a1@x.test' });
  await expect.poll(() => covering.element().getBoundingClientRect().height).toBe(844);
  await covering.getByRole('button', { name: 'Back' }).click();
  await expect.element(covering).not.toBeInTheDocument();
  await browserPage.viewport(1280, 800);
});

describe('an export', () => {
  test('is disabled without a threshold of 0.1 to 100 or without an account within it', async () => {
    const { page } = await openQueues(
      { categories: { Tested: accountsOf('t', 40), New: accountsOf('n', 0, 5) } },
      '/screen?category=Tested',
    );
    const threshold = page.getByLabelText('Max AVG Ratio');
    const button = page.getByRole('button', { name: /^Export accounts/ });
    const untested = page.getByRole('button', { name: 'Export untested accounts' });
    await expect.element(threshold).toHaveValue('5');
    await expect.element(button).not.toHaveAttribute('aria-disabled');
    await expect.element(untested).toBeDisabled();
    for (const wrong of ['', '0', '-1', '101', '0.05', 'x']) {
      await threshold.fill(wrong);
      await expect.element(button).toHaveAttribute('aria-disabled', 'true');
      await expect.element(page.getByText('Enter 0.1 to 100, in steps of 0.1.')).toBeVisible();
    }
    await threshold.fill('0.3');
    await expect.element(page.getByRole('button', { name: 'Export accounts (30)' })).toBeVisible();
  });

  test('is enabled if its accounts could not be counted: a message then names the fault', async () => {
    const analysed = accountsOf('a', 3);
    const { page } = await openQueues({
      answers: {
        'GET /queues/get': ({ query }) =>
          query.get('max_avg_ratio') === null
            ? { success: true, data: { accounts: analysed, total_accounts: 3, next_cursor: null } }
            : failed(500, 'x'),
        'GET /queues/export': () => failed(500, 'x'),
      },
    });
    const button = page.getByRole('button', { name: 'Download' });
    await expect.element(button).toHaveAttribute('title', 'Counting the accounts...');
    await expect.element(button).not.toHaveAttribute('aria-disabled');
    await button.click();
    await expect.element(page.getByText('Error loading data. Please try again.')).toBeVisible();
  });

  test('continues when its screen is left, reports its result, and can be cancelled', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    let gate = Promise.withResolvers<void>();
    const { page, router } = await openQueues({
      analysed: accountsOf('a', 3),
      answers: {
        'GET /queues/export': async ({ signal }) => {
          const ended = new Promise((_, reject) =>
            signal?.addEventListener('abort', () => reject(signal.reason)),
          );
          await Promise.race([gate.promise, ended]);
          return new Response('Rank,Email\r\n', { headers: { 'X-Total-Count': '3' } });
        },
      },
    });
    const running = page.getByText('Preparing the download...').first();
    await page.getByRole('button', { name: 'Download (3)' }).click();
    await router.navigate({ to: '/elsewhere' as never });
    await expect.element(running).toBeVisible();
    gate.resolve();
    await expect
      .element(page.getByText('accounts_below_5percent.csv, 3 accounts').first())
      .toBeVisible();
    expect(saved).toEqual(['accounts_below_5percent.csv']);
    await expect.element(running).not.toBeInTheDocument();
    gate = Promise.withResolvers<void>();
    await router.navigate({ to: '/screen' as never });
    await page.getByRole('button', { name: 'Download (3)' }).click();
    await expect.element(running).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(running).not.toBeInTheDocument();
    await expect.element(page.getByText('Error loading data')).not.toBeInTheDocument();
    vi.restoreAllMocks();
  });
});

describe('the count of uploaded files', () => {
  class Socket extends EventTarget {
    static newest: Socket | null = null;
    constructor() {
      super();
      Socket.newest = this;
    }
    send() {}
    close() {}
    receive(frame: object) {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
    }
  }

  test('shows its progress, and reloads the lists at its end', async () => {
    vi.stubGlobal('WebSocket', Object.assign(Socket, { OPEN: 1, CLOSED: 3 }));
    localStorage.setItem('token', `.${btoa('{"sub":"1"}')}.`);
    let counting: object | null = { files: 1_000, files_left: 1_000 };
    const { page, calls } = await openQueues({
      analysed: accountsOf('a', 4),
      answers: {
        'GET /queues/accounts': () => ({
          success: true,
          data: {},
          stats: { categories_list: [] },
          counting,
        }),
      },
    });
    const line = page.getByText(/^Counting .* files/);
    await expect.element(page.getByText(/^Counting 0 of 1,000 files/)).toBeVisible();
    await expect.poll(() => Socket.newest).not.toBeNull();
    const data = { changed_at: '2026-11-27T10:00:00Z', published: 4 };
    Socket.newest?.receive({ type: 'hello', epoch: 'e', reset: true });
    Socket.newest?.receive({ type: 'ready', seq: 0 });
    const left = { ...data, counting: { files: 1_000, files_left: 660 } };
    Socket.newest?.receive({ type: 'queues', data: left, seq: 1 });
    await expect.element(page.getByText(/^Counting 340 of 1,000 files/)).toBeVisible();
    const before = calls.to('GET /queues/get').length;
    counting = null;
    Socket.newest?.receive({ type: 'queues', data: { ...data, published: 5, counting }, seq: 2 });
    await expect.element(line).not.toBeInTheDocument();
    await expect.poll(() => calls.to('GET /queues/get').length).toBeGreaterThan(before);
  });
});

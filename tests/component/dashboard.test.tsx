import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ImapAccount } from '../../shared/mailboxes/schema.ts';
import { watchedSearch } from '../../shared/presale-codes/schema.ts';
import type { PresaleWatch } from '../../shared/presale-watches/schema.ts';
import {
  dashboardAnswer as answer,
  DASHBOARD_NOW,
  dashboardOpening,
} from '../factories/dashboard.ts';
import { makeHealth, makeMailbox } from '../factories/mailboxes.ts';
import type { Call } from './calls.ts';
import { type Answer, failed } from './desk.tsx';
import { emptyDesk } from './empty-desk.ts';
import { expectAccessible, openProduct } from './product.tsx';

const CALL = 'GET /dashboard';
/** A card or panel by its heading. */
const card = (name: string) => page.getByRole('region', { name, exact: true });
const shows = (name: string, text: string) =>
  expect.poll(() => card(name).query()?.textContent).toContain(text);

const work = (id: number) => ({
  id,
  kind: 'encore',
  key: `E${id}`,
  title: `Northern Lanterns ${id}`,
  name: null,
  events: 2,
  rows: 24,
  updated_at: '2026-11-22T12:00:00Z',
});
const listOf = (count: number) => ({
  success: true,
  data: Array.from({ length: count }, (_, at) => work(at + 1)),
  total: count,
  next_cursor: null,
});

const open = (answers: Record<string, Answer> = {}) =>
  openProduct('/dashboard', {
    ...emptyDesk(),
    ...answers,
  });

describe('the dashboard', () => {
  test('counts no events before the resale feed was read', async () => {
    const { overview, events } = answer;
    const unread = {
      ...answer,
      overview: { ...overview, total_events: 0 },
      events: { ...events, events_this_week: 0, upcoming_sales: 0, recent_events: [] },
    };
    await open({ [CALL]: () => unread });
    await shows('Overview', 'Total Events TrackedNot read yetArtists Monitored212');
    await shows('Recent events', 'Recent eventsAll eventsNo events yet');
  });

  test('lists failing mailboxes, running watches and fired alerts, each with what opens it', async () => {
    const failing = makeHealth({ failures: 2, failure: 'The password was refused.' });
    const search = watchedSearch.parse({
      search_keywords: ['Vela'],
      imap_account_ids: [1],
      code_length_min: 4,
      code_length_max: 24,
    });
    const watch = (id: number, part: Partial<PresaleWatch>): PresaleWatch => ({
      id,
      name: `Watch ${id}`,
      search,
      is_paused: false,
      state: 'watching',
      reason: null,
      mailboxes: [],
      codes: 0,
      last_code_at: null,
      created_at: '2026-11-20T10:00:00Z',
      ...part,
    });
    const alert = {
      id: 9,
      kind: 'price_alert',
      title: 'Vela Marin',
      topic: 'Below $60.00',
      body: 'now $39',
      href: '/sale/E1',
      created_at: '2026-11-20T10:00:00Z',
      is_read: true,
    };
    const { href } = await open({
      'GET /imap-accounts': () => ({
        success: true,
        accounts: [makeMailbox(), makeMailbox({ id: 7, user: 'bad@mail.test', health: failing })],
      }),
      'GET /presale-watches': () => ({
        success: true,
        data: [watch(1, {}), watch(2, { is_paused: true }), watch(3, { state: 'failing' })],
      }),
      'GET /notifications': ({ query }: Call) => ({
        success: true,
        data: query.get('kind') === 'price_alert' ? [alert] : [],
        unread: 0,
        next_cursor: null,
        muted: [],
        webhook: null,
      }),
    });
    await shows('Failing mailboxes', 'bad@mail.test');
    await expect.element(card('Failing mailboxes')).not.toMatchTextContent('box001');
    await shows('Running watches', 'Watch 3Failing');
    const names = () =>
      [...(card('Running watches').element().querySelectorAll('li') ?? [])].map(
        ({ textContent }) => /Watch \d/.exec(textContent ?? '')?.[0],
      );
    await expect.poll(names).toEqual(['Watch 3', 'Watch 1']);
    await shows('Fired alerts', 'Below $60.00: now $39');
    await expect
      .element(card('Fired alerts').getByRole('link', { name: 'Vela Marin' }))
      .toHaveAttribute('href', '/sale/E1');
    await card('Failing mailboxes')
      .getByRole('link', { name: /bad@mail.test$/ })
      .click();
    await expect.poll(href).toBe('/imap-accounts?edit=7');
  });

  test('shows only mailboxes that were read, and loads the list again after a failure', async () => {
    let accounts: ImapAccount[] | null = null;
    await open({
      'GET /imap-accounts': () =>
        accounts === null ? failed(500, 'Out of order') : { success: true, accounts },
    });
    await shows('Failing mailboxes', 'Failing mailboxes could not be loaded');
    accounts = [
      makeMailbox({ health: makeHealth({ worked_at: '2026-11-20T10:00:00Z', is_due: false }) }),
      makeMailbox({ id: 7, health: makeHealth({ worked_at: null, is_due: false }) }),
    ];
    await card('Failing mailboxes').getByRole('button', { name: 'Retry' }).click();
    await shows('Failing mailboxes', 'No active mailbox fails. 1 of 2 waits for a first check.');
  });

  test('shows every number of the answer and links to every tool', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: DASHBOARD_NOW });
    await open();
    for (const [label, value] of [
      ['Total Events Tracked', '40,312'],
      ['Artists Monitored', '212'],
      ['Users Generated', '15,600'],
      ['Queue Datas Processed', '94'],
    ] as const)
      await shows('Overview', `${label}${value}`);
    await expect.element(page.getByText('Data connections are in development.')).toBeVisible();
    await expect
      .element(page.getByText('Ticketmaster is simulated. Live statistics are coming soon.'))
      .toBeVisible();
    await shows('Today', '1 sale of 3 events opens in 48 hours');
    const row = page.getByRole('row', { name: /Northern Lanterns/ });
    await expect.poll(() => row.query()?.textContent).toContain('1 h 29 min');
    expect(row.query()?.textContent).toContain('Manchester and 2 other events');
    await expect
      .element(
        row.getByRole('link', { name: 'Event page of Northern Lanterns, Canal Street Arena' }),
      )
      .toHaveAttribute('href', dashboardOpening.url);
    await shows('Today', 'Later3 d 3 h');
    await shows('Recent events', '9 this week, 8,272 upcoming sales, 17 active countries');
    const newest = page.getByRole('row', { name: /Velvet Herons/ });
    expect(newest.query()?.textContent).toContain('24/12/2026On sale');
    await expect
      .element(page.getByRole('figure'))
      .toHaveAccessibleName('Average queue ratio of 2 queue dates, latest 12.54%');
    await shows('Accounts by performance', '2,000 Verified Fan, 2,000 Standard');
    await shows('Accounts by performance', 'Excellentup to 3%3,00075%');
    await shows('Ticketing tool', 'Searches performed1,204');
    await shows('Ticketing tool', 'Events in the last search37');
    await shows(
      'Queue analytics',
      'Records1,000,000Average position12,228Active queues93In progress2',
    );
    await shows('Profiles', 'Profiles50,000Uploaded in 7 days240');
    await shows('User generator', 'Users generated15,600Last batch500Last generatedNever');
    await shows(
      'System status',
      'APIoperationalDatabaseoperationalQueue systemprocessingGeneratordegradedMailbox scanneroffline',
    );
    await shows('System status', 'Uptime1 d 4 hLast backupNone');
    await shows('System status', '200 of 5,000');
    const moves = card('Prices moving').getByRole('listitem').elements();
    expect(moves.map(({ textContent }) => textContent)).toEqual([
      'Velvet HeronsLyon, Event page, 12 min ago€59.00up by€3.50',
      'https://tickets.example/lanterns$20.00down by$1.00',
      'Velvet MeridianDiscovery API$31.00Unreadable data',
    ]);
    for (const [region, name, href] of [
      ['Recent events', 'All events', '/events'],
      ['Ticketing tool', 'Search events', '/ticketmaster'],
      ['Ticketing tool', /Björk & Söhne/, '/ticketmaster?artistName=Bj%C3%B6rk+%26+S%C3%B6hne'],
      ['Prices moving', 'All prices', '/event-price-monitoring'],
      ['Queue analytics', 'Queues Tool', '/queues-tool'],
      ['Profiles', 'Upload CSV', '/profiles'],
      ['Bot configuration', 'Multi-site CSV', '/adonis-tool'],
      ['Bot configuration', 'Event Config', '/encore-tool'],
      ['User generator', 'User Generator', '/user-generator'],
      ['User generator', 'Generate 100', '/user-generator?count=100'],
      ['User generator', 'Generate 500', '/user-generator?count=500'],
      ['User generator', 'Generate 1000', '/user-generator?count=1000'],
      ['Quick actions', 'Upload queue files', '/queues-tool'],
    ] as const)
      await expect
        .element(card(region).getByRole('link', { name, exact: true }))
        .toHaveAttribute('href', href);
    await expectAccessible();
    await page.viewport(390, 844);
    await expect.element(row).toBeVisible();
    await expect.poll(() => document.documentElement.scrollWidth).toBe(390);
    await expectAccessible();
  });

  test.each([1440, 390])(
    'reserves the space for everything while it loads %i px wide: the status is processing and nothing moves',
    async (width) => {
      const gate = Promise.withResolvers<void>();
      const held = <T,>(value: T) => gate.promise.then(() => value);
      await open({
        [CALL]: () => held(answer),
        'GET /recent-work': () => held(listOf(5)),
        'GET /imap-accounts': () => held({ success: true, accounts: [] }),
        'GET /presale-watches': () => held({ success: true, data: [] }),
      });
      await page.viewport(width, 900);
      await shows(
        'System status',
        'APIprocessingDatabaseprocessingQueue systemprocessingGeneratorprocessing',
      );
      const places = () =>
        [...document.querySelectorAll('main section:not(.table-scroll)')].map((section) => {
          const heading = section.querySelector('h2')?.textContent;
          const { x, y, width, height } = section.getBoundingClientRect();
          // The list has its full height in the reserved space.
          return `${heading}: ${x} ${y} ${width} ${heading === 'Recent work' ? '' : height}`;
        });
      await document.fonts.ready;
      await expect.element(card('Recent work')).toBeVisible();
      const before = places();
      expect(before).toHaveLength(17);
      gate.resolve();
      await shows('System status', 'APIoperational');
      await shows('Recent work', 'Northern Lanterns 5');
      expect(places()).toEqual(before);
    },
  );

  test('names why data is missing or late', async () => {
    const problems = ['SeatGeek refuses the key.', 'Wikimedia cannot be reached.'];
    await open({ [CALL]: () => ({ ...answer, outlook: { ...answer.outlook, problems } }) });
    const status = page.getByRole('status').filter({ hasText: 'Some data is missing or late.' });
    await expect.poll(() => status.query()?.textContent).toContain(problems.join(' '));
  });

  test('names a database whose secrets were sealed with another key', async () => {
    const outlook = { ...answer.outlook, problems: ['SeatGeek refuses the key.'] };
    await open({ [CALL]: () => ({ ...answer, outlook: { ...outlook, has_other_key: true } }) });
    const alert = page.getByRole('alert');
    await expect
      .poll(() => alert.query()?.textContent)
      .toContain('Stored passwords and cards cannot be opened.');
  });

  test('shows that it failed to load and loads on Retry', async () => {
    const { answers } = await open({ [CALL]: () => failed(503, '') });
    await expect.element(page.getByText('Failed to load dashboard data')).toBeVisible();
    answers[CALL] = () => answer;
    await page.getByRole('button', { name: 'Retry' }).click();
    await shows('System status', 'Databaseoperational');
  });
});

test('the newest works are shown without drafts and repetitions, and all of them on request', async () => {
  const listed = listOf(9);
  const [first, second, third] = listed.data;
  if (!first || !second || !third) throw new Error('no works');
  Object.assign(first, { rows: 0, title: 'A draft' });
  Object.assign(third, { title: second.title });
  await open({ 'GET /recent-work': () => listed });
  const rows = card('Recent work').getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(5);
  await shows('Recent work', 'Northern Lanterns 7');
  expect(card('Recent work').query()?.textContent).not.toContain('A draft');
  await page.getByRole('button', { name: 'All work, 9' }).click();
  await expect.poll(() => rows.elements().length).toBe(9);
  await page.getByRole('button', { name: 'Newest work' }).click();
  await expect.poll(() => rows.elements().length).toBe(5);
});

test('Today shows six sales, and all of them on request, and distinguishes a public sale from an open presale', async () => {
  const opens = (at: number) => new Date(Date.now() + (at + 1) * 3_600_000).toISOString();
  const openings = Array.from({ length: 8 }, (_, at) => ({
    ...dashboardOpening,
    event_id: `E${at}`,
    opens: opens(at),
    kind: 'onsale',
    name: '',
    venue: 'N/A',
  }));
  await open({
    [CALL]: () => ({ ...answer, outlook: { ...answer.outlook, openings, later: [] } }),
  });
  const rows = page.getByRole('table', { name: 'Next sales' }).getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(1 + 6);
  await expect
    .element(rows.nth(1).getByText('General sale'))
    .toHaveAttribute('data-tone', 'neutral');
  await shows('Today', 'Venue not published');
  expect(card('Today').query()?.textContent).not.toContain('N/A');
  await page.getByRole('button', { name: 'All sales, 8' }).click();
  await expect.poll(() => rows.elements().length).toBe(1 + 8);
  const panel = card('Today').element();
  const inside = [...panel.querySelectorAll('*')].filter(
    ({ scrollHeight, clientHeight }) => clientHeight > 100 && scrollHeight > clientHeight + 1,
  );
  expect(inside).toEqual([]);
});

test('Today leads to all sales, also if it has few rows with many events', async () => {
  await open({ [CALL]: () => ({ ...answer, outlook: { ...answer.outlook, has_more: true } }) });
  await shows('Today', 'First 1 sale in 48 hours');
  await expect.element(page.getByRole('link', { name: 'All sales', exact: true })).toBeVisible();
});

test('Today says that it has the first sales only, and leads to all of them', async () => {
  const openings = Array.from({ length: 8 }, (_, at) => ({
    ...dashboardOpening,
    event_id: `E${at}`,
    name: `Presale ${at}`,
  }));
  await open({
    [CALL]: () => ({ ...answer, outlook: { ...answer.outlook, openings, has_more: true } }),
  });
  await shows('Today', 'First 8 sales in 48 hours');
  await expect.element(page.getByRole('button', { name: 'First 8 sales' })).toBeVisible();
  await page.getByRole('link', { name: 'All sales', exact: true }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible();
});

test('Find events opens the artist search, ready for typing', async () => {
  await open();
  await page.getByRole('link', { name: 'Find events' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent('Ticketing Tool');
  await expect.element(page.getByRole('searchbox', { name: 'Search artists' })).toHaveFocus();
});

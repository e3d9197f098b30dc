import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ArtistCheck, MonitoredArtist } from '../../shared/artist-monitor/schema.ts';
import { AddForm, EditDialog } from '../../web/features/artist-monitor/adding/dates-form.tsx';
import { monitorRows } from '../../web/features/artist-monitor/artist-columns.tsx';
import { MonitoredList } from '../../web/features/artist-monitor/monitored-list.tsx';
import { TimelinePanel } from '../../web/features/artist-monitor/timeline-panel.tsx';
import { formatDay, isoDay } from '../../web/lib/format.ts';
import { failed, stubApi } from './desk.tsx';
import { openProduct } from './product.tsx';

const NOW = Date.now();
const dayFromNow = (days: number) => isoDay(new Date(NOW + days * 86_400_000));

const artist = (name: string, part: Partial<MonitoredArtist> = {}): MonitoredArtist => ({
  artist_id: name.replaceAll(' ', ''),
  artist_name: name,
  artist_image: '',
  start_monitoring: dayFromNow(-2),
  end_monitoring: dayFromNow(5),
  ...part,
});
const check = (name: string, part: Partial<ArtistCheck> = {}): ArtistCheck => ({
  artist_id: name.replaceAll(' ', ''),
  checked_at: new Date(NOW - 9 * 60_000).toISOString(),
  next_check_at: new Date(NOW + 6 * 60_000).toISOString(),
  failure: null,
  source: 'calls',
  event_count: 37,
  last_event_day: '2027-07-01',
  next_sale_at: null,
  new_count: 0,
  ...part,
});
const ROWS = monitorRows(
  [
    artist('Marisol Vega'),
    artist('Paper Harbour', { start_monitoring: null, end_monitoring: null }),
    artist('Velvet Meridian', { start_monitoring: dayFromNow(3) }),
    artist('Lumen Ortiz', { start_monitoring: dayFromNow(-9), end_monitoring: dayFromNow(-2) }),
  ],
  [
    check('Marisol Vega', { new_count: 3 }),
    check('Paper Harbour', { failure: 'Ticketmaster answered with status 500' }),
    check('Velvet Meridian', { checked_at: null }),
    check('Lumen Ortiz'),
  ],
  NOW,
);
const PLAN = {
  soon_minutes: 15,
  other_minutes: 60,
  covered_minutes: 1_440,
  covered_artists: 0,
  oldest_minutes: 60,
  checks_per_day: 48,
  calls_share: 3_000,
  calls_used: 1_914,
  calls_limit: 5_000,
};

const ADD = 'POST /events/monitored-artists';
const CHANGE = 'PUT /events/monitored-artists/MarisolVega';
const REMOVE = 'DELETE /events/monitored-artists/LumenOrtiz';
const CHANGES = 'GET /events/artist-changes';
const nothing = () => ({ success: true, data: [], total: 0, next_cursor: null });

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));

const within = (children: ReactNode) => (
  <QueryClientProvider client={new QueryClient()}>
    <div style={{ display: 'flex', flexDirection: 'column', height: 600 }}>{children}</div>
  </QueryClientProvider>
);
const textOf = (locator: Locator) => expect.poll(() => locator.query()?.textContent);
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test('rows show statuses from the dates, open-ended entries, news and the reason of a failed check', async () => {
  await render(within(<MonitoredList rows={ROWS} view={{}} onView={() => {}} plan={PLAN} />));
  await textOf(row('Marisol Vega')).toMatch(/Active.*37.*3 new.*9 min ago/);
  await textOf(row('Marisol Vega')).toMatch(/next in 6 min/);
  await textOf(row('Paper Harbour')).toMatch(
    /Active.*Not set.*Ongoing.*None.*Failed, retry in 6 min/,
  );
  await textOf(row('Velvet Meridian')).toMatch(/Scheduled.*Not started/);
  await textOf(row('Lumen Ortiz')).toContain('Expired');
  const plan = 'Artists with an on-sale soon are checked every 15 min, others every hour.';
  await expect.poll(() => document.body.textContent).toContain(plan);
  await expect.element(page.getByText('1,914 of 5,000 calls used today')).toBeInTheDocument();
});

test('an artist without a check is named by its status, and only a scheduled one has not started', async () => {
  const rows = ROWS.map((one) =>
    one.check === undefined
      ? one
      : { ...one, check: { ...one.check, checked_at: null, failure: null } },
  );
  await render(within(<MonitoredList rows={rows} view={{}} onView={() => {}} plan={PLAN} />));
  await textOf(row('Marisol Vega')).toMatch(/No check yet.*next in 6 min/);
  await textOf(row('Velvet Meridian')).toMatch(/Not started/);
  await textOf(row('Lumen Ortiz')).toMatch(/Expired.*Never checked/);
});

test('an artist that catalogues cover is marked, and the plan counts such artists', async () => {
  const plan = { ...PLAN, covered_artists: 2 };
  const rows = ROWS.map((one) =>
    one.check === undefined
      ? one
      : { ...one, check: { ...one.check, source: 'catalogues' as const } },
  );
  await render(within(<MonitoredList rows={rows} view={{}} onView={() => {}} plan={plan} />));
  await textOf(row('Marisol Vega')).toMatch(/Catalogues, next in 6 min/);
  const text =
    'others without a catalogue every hour. Catalogues report the changes of 2 artists, checked every 24 h.';
  await expect.poll(() => document.body.textContent).toContain(text);
});

test('a stretched plan says how old the state of an artist may become', async () => {
  const plan = { ...PLAN, soon_minutes: 600, other_minutes: 2_400, oldest_minutes: 2_640 };
  const list = (part = {}) =>
    within(<MonitoredList rows={ROWS} view={{}} onView={() => {}} plan={{ ...plan, ...part }} />);
  const { rerender } = await render(list());
  const rest =
    'checked at least every 44 h, and every 10 h if an on-sale is soon. All checks take at most 3,000 calls a day.';
  await expect.poll(() => document.body.textContent).toContain(`Each artist is ${rest}`);
  await rerender(list({ covered_artists: 2 }));
  await expect
    .poll(() => document.body.textContent)
    .toContain(`Artists without a catalogue are ${rest}`);
});

test('an empty list leads to the search, which ignores blanks', async () => {
  const { calls, href } = await openProduct('/artist-monitor', {
    'GET /events/monitored-artists': () => ({ success: true, data: [] }),
    'GET /events/artist-checks': () => ({ success: true, data: [], plan: PLAN }),
    [CHANGES]: nothing,
  });
  await expect
    .element(page.getByRole('heading', { name: 'No Artists Monitored', exact: true }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Search for an artist' }).click();
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('   {Enter}');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  expect(calls.to(/get_artists/)).toEqual([]);
  expect(href()).toBe('/artist-monitor');
});

test('the timeline shows a check whose message arrives while the timeline loads', async () => {
  vi.useRealTimers();
  const socket = new EventTarget();
  class LiveSocket extends EventTarget {
    constructor() {
      super();
      socket.addEventListener('message', (event) => {
        const { data } = event as MessageEvent<string>;
        this.dispatchEvent(new MessageEvent('message', { data }));
      });
    }
    send() {}
    close() {}
  }
  const started = {
    id: 1,
    artist_id: 'MarisolVega',
    artist_name: 'Marisol Vega',
    at: new Date().toISOString(),
    kind: 'started',
    event_id: '',
    from: null,
    to: '37',
    place: { venue: '', location: '', nation: '', timezone: '', eventLink: '' },
  };
  const before = Promise.withResolvers<object>();
  let reads = 0;
  const { calls } = await openProduct(
    '/artist-monitor?artist=MarisolVega',
    {
      'GET /events/monitored-artists': () => ({ success: true, data: [artist('Marisol Vega')] }),
      // The list has the end of the check, but the timeline does not have it yet.
      'GET /events/artist-checks': () => ({
        success: true,
        data: [check('Marisol Vega')],
        plan: PLAN,
      }),
      [CHANGES]: ({ query }) => {
        if (!query.has('artist_id')) return nothing();
        reads += 1;
        return reads === 1 ? before.promise : { ...nothing(), data: [started], total: 1 };
      },
    },
    { Socket: LiveSocket },
  );
  await expect.element(row('Marisol Vega')).toBeVisible();
  const { next_check_at, checked_at } = check('Marisol Vega');
  const state = { target: 'artist', id: 'MarisolVega', state: 'ok', reason: null };
  const frames = [
    { type: 'hello', epoch: 'e', reset: true },
    { type: 'monitor', data: { ...state, next_check_at, checked_at }, seq: 1 },
    { type: 'ready', seq: 1 },
  ];
  const receive = () => {
    for (const frame of frames)
      socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  };
  await expect.poll(() => reads).toBe(1);
  const listReads = calls.to(/artist-checks/).length;
  receive();
  await expect.poll(() => calls.to(/artist-checks/).length).toBeGreaterThan(listReads);
  before.resolve(nothing());
  await textOf(page.getByRole('complementary', { name: 'Marisol Vega' })).toContain(
    'Monitoring started 37 events known',
  );
});

test('Enter opens the timeline of the row at the cursor, E edits it, and Delete shows the exact question', async () => {
  const calls = stubApi({ [REMOVE]: () => failed(503, 'The database is busy.') });
  const onView = vi.fn();
  await render(within(<MonitoredList rows={ROWS} view={{}} onView={onView} plan={PLAN} />));
  const grid = page.getByRole('grid', { name: 'Monitored artists' });
  await expect.element(row('Lumen Ortiz')).toBeInTheDocument();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => onView.mock.calls).toEqual([[{ artist: 'LumenOrtiz' }]]);
  await userEvent.keyboard('e');
  await textOf(page.getByRole('dialog', { name: 'Edit Monitoring Settings' })).toContain(
    'Lumen Ortiz',
  );
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{Delete}');
  const question = page.getByRole('alertdialog');
  await textOf(question).toContain('Are you sure you want to remove this artist from monitoring?');
  await question.getByRole('button', { name: 'Remove artist' }).click();
  await expect
    .element(question.getByText(/^Failed to remove artist from monitoring/))
    .toBeInTheDocument();
  expect(calls.to(REMOVE)).toHaveLength(1);
});

test('the timeline shows one kind of changes on request', async () => {
  const calls = stubApi({ [CHANGES]: nothing });
  await render(within(<TimelinePanel row={undefined} onAll={vi.fn()} onClose={vi.fn()} />));
  await expect.element(page.getByText('Nothing yet')).toBeInTheDocument();
  await page.getByRole('button', { name: 'All kinds' }).click();
  await page.getByRole('menuitemradio', { name: 'New presales' }).click();
  await expect.element(page.getByText('No change of this kind')).toBeInTheDocument();
  const kinds = calls.to(CHANGES).map(({ query }) => query.get('kind'));
  expect(kinds).toEqual([null, 'new_presale']);
});

const ARTIST = {
  id: 'K1',
  name: 'Juniper Hollow',
  images: [{ url: 'https://pictures.test/1.jpg', fallback: false }],
  classifications: [{ segment: { name: 'Music' }, genre: { name: 'Folk' } }],
  upcomingEvents: { _total: 14 },
};

test('a new entry starts today and ends 7 days later, and keeps its dates when adding fails', async () => {
  let answer = failed(500, 'Something broke.');
  const calls = stubApi({ [ADD]: () => answer });
  const onDone = vi.fn();
  await render(within(<AddForm artist={ARTIST} onDone={onDone} onCancel={() => {}} />));
  await expect.element(page.getByLabelText('Start date')).toHaveValue(formatDay(dayFromNow(0)));
  await expect.element(page.getByLabelText('End date')).toHaveValue(formatDay(dayFromNow(7)));
  await page.getByLabelText('End date').fill(dayFromNow(30));
  await page.getByRole('button', { name: 'Monitor artist' }).click();
  await expect
    .element(
      page.getByText('Failed to add artist to monitoring. Something broke.', { exact: true }),
    )
    .toBeInTheDocument();
  await expect.element(page.getByLabelText('End date')).toHaveValue(formatDay(dayFromNow(30)));
  expect(onDone).not.toHaveBeenCalled();
  answer = failed(409, 'Juniper Hollow is monitored already.');
  await page.getByRole('button', { name: 'Monitor artist' }).click();
  await expect
    .element(
      page.getByText('Failed to add artist to monitoring. Juniper Hollow is monitored already.'),
    )
    .toBeInTheDocument();
  expect(calls.to(ADD)[1]?.body).toMatchObject({
    artist_id: 'K1',
    artist_name: 'Juniper Hollow',
    artist_image: 'https://pictures.test/1.jpg',
    start_monitoring: dayFromNow(0),
    end_monitoring: dayFromNow(30),
  });
});

test('the settings require both dates, and one press sets the end', async () => {
  let answer = failed(500, '');
  const calls = stubApi({ [CHANGE]: () => answer });
  const onClose = vi.fn();
  const [first] = ROWS;
  if (first === undefined) throw new Error('no row');
  await render(within(<EditDialog row={first} onClose={onClose} />));
  const end = page.getByLabelText('End date');
  await end.fill('');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect
    .element(page.getByText('Both start and end dates are required').first())
    .toBeInTheDocument();
  expect(calls.to(CHANGE)).toEqual([]);
  await page.getByRole('button', { name: 'Last concert' }).click();
  await expect.element(end).toHaveValue('01/07/2027');
  await page.getByRole('button', { name: '30 days' }).click();
  await expect.element(end).toHaveValue(formatDay(dayFromNow(28)));
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect
    .element(page.getByText('Failed to update artist monitoring settings', { exact: true }))
    .toBeInTheDocument();
  answer = Response.json({ success: true });
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(calls.to(CHANGE)[1]?.body).toEqual({
    artist_name: 'Marisol Vega',
    artist_image: '',
    start_monitoring: dayFromNow(-2),
    end_monitoring: dayFromNow(28),
  });
});

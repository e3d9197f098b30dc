import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { screenAt, VIEW_SCREENS, type ViewScreen } from '../../shared/views/screens.ts';
import { monitorSearch } from '../../web/features/artist-monitor/search-state.ts';
import { accountsSearch } from '../../web/features/mailboxes/search-state.ts';
import { codesSearch } from '../../web/features/presale-codes/search-state.ts';
import { pricesSearch } from '../../web/features/price-monitor/search-state.ts';
import { profilesSearch } from '../../web/features/profiles/search-state.ts';
import { queuesSearch } from '../../web/features/queues/search-state.ts';
import { eventsSearch } from '../../web/features/resale-events/search-state.ts';
import { agendaSearch } from '../../web/features/sales/agenda/search-state.ts';
import { ticketingSearch } from '../../web/features/ticketing/search-state.ts';
import {
  isShown,
  keptParams,
  type ReadSearch,
  readView,
  searchWith,
  shownState,
} from '../../web/features/views/view-state.ts';

const SCHEMAS = {
  agenda: agendaSearch,
  'artist-monitor': monitorSearch,
  'event-price-monitoring': pricesSearch,
  events: eventsSearch,
  'imap-accounts': accountsSearch,
  'presale-code-tool': codesSearch,
  profiles: profilesSearch,
  'queues-tool': queuesSearch,
  ticketmaster: ticketingSearch,
  'vf-queues-tool': queuesSearch,
} satisfies Record<ViewScreen, z.ZodMiniType>;
const reads =
  (screen: ViewScreen): ReadSearch =>
  (raw) => ({ ...z.parse(SCHEMAS[screen], raw) });
const view = (screen: ViewScreen, address: string, columns: string[] | null = null) =>
  readView(screen, { address, columns }, reads(screen));
const NONE: ReadonlySet<string> = new Set();

test.each(VIEW_SCREENS)('%s reads every part of the address that its views store', (screen) => {
  const unread = keptParams(screen).filter((name) => !(name in SCHEMAS[screen].shape));
  expect(unread).toEqual([]);
  expect(screenAt(`/${screen}`)).toBe(screen);
});

test('other pages have no views', () => {
  for (const path of ['/', '/sale/G5DE001f1t', '/agenda/2', '/ticketmaster2', '/toString'])
    expect(screenAt(path)).toBeNull();
});

test('a view stores filters, sorting and the opened artist', () => {
  const search = { byId: 'K8vZ', sort: 'venue', country: 'DE', status: 'presale' };
  const shown = shownState(
    'ticketmaster',
    search,
    new Set(['limit', 'links']),
    reads('ticketmaster'),
  );
  expect(shown).toEqual({
    address: '?byId=K8vZ&status=presale&country=DE&sort=venue',
    columns: ['location', 'presales', 'sale', 'promoter'],
  });
  const saved = view('ticketmaster', shown.address, shown.columns);
  expect(isShown('ticketmaster', saved, shown)).toBe(true);
  const other = shownState('ticketmaster', { ...search, byId: 'K9' }, NONE, reads('ticketmaster'));
  expect(isShown('ticketmaster', { ...saved, columns: null }, other)).toBe(false);
});

test('a view stores the week and the day of the agenda', () => {
  const search = { kind: 'presale', from: '2026-12-07', day: '2026-12-09', view: 'week' };
  const shown = shownState('agenda', search, NONE, reads('agenda'));
  expect(shown.address).toBe('?from=2026-12-07&day=2026-12-09&view=week&kind=presale');
  expect(searchWith('agenda', { from: '2026-11-30', country: 'DE' }, shown.address)).toBe(
    shown.address,
  );
  // The day of another week could not be scrolled to.
  expect(searchWith('agenda', search, '?from=2026-12-14')).toBe('?from=2026-12-14');
});

test.each<[ViewScreen, Record<string, string>]>([
  ['agenda', { from: '2026-12-07', kind: 'presale' }],
  ['ticketmaster', { byId: 'K8vZ', artistName: 'Vela Marin', kind: '', status: 'presale' }],
])(
  'a view of %s that does not store the opened item is shown with any item open',
  (screen, search) => {
    const { from: _, byId: __, artistName: ___, ...filters } = search;
    const saved = shownState(screen, filters, NONE, reads(screen));
    const shown = shownState(screen, search, NONE, reads(screen));
    expect(shown.address).not.toBe(saved.address);
    expect(isShown(screen, saved, shown)).toBe(true);
    expect(isShown(screen, shown, saved)).toBe(false);
    const { address } = shownState(screen, {}, NONE, reads(screen));
    expect(isShown(screen, { address, columns: null }, shown)).toBe(false);
  },
);

test('a view opens beside the opened item, and replaces the earlier filters', () => {
  const search = { byId: 'K8vZ', status: 'presale', country: 'DE' };
  expect(searchWith('ticketmaster', search, '?country=FR&sort=venue')).toBe(
    '?byId=K8vZ&country=FR&sort=venue',
  );
  expect(searchWith('queues-tool', { account: 'a@b.test', search: 'a' }, '')).toBe(
    '?account=a@b.test'.replace('@', '%40'),
  );
});

test.each<[what: string, screen: ViewScreen, address: string, kept: string, missing: string[]]>([
  ['a filter', 'profiles', '?tag=vip&country=DE', '?country=DE', ['the filter "tag"']],
  ['a value', 'agenda', '?kind=resale&country=DE', '?country=DE', ['the filter "kind"']],
  [
    'what a view does not keep',
    'queues-tool',
    '?account=a&search=b',
    '?search=b',
    ['the filter "account"'],
  ],
  [
    'a column that sorts',
    'queues-tool',
    '?search=b&sort=-luck',
    '?search=b',
    ['the sorting by "-luck"'],
  ],
  [
    'a column and its order',
    'artist-monitor',
    '?sort=age&order=desc',
    '',
    ['the sorting by "age"'],
  ],
])(
  'a view without %s opens with the parts that still exist',
  (_, screen, address, kept, missing) => {
    expect(view(screen, address)).toEqual({ address: kept, columns: null, missing });
  },
);

test('a view without one of its columns shows the others', () => {
  const { columns, missing } = view('queues-tool', '', ['worst_ratio', 'luck', 'rank']);
  expect(columns).toEqual(['rank', 'worst_ratio']);
  expect(missing).toEqual(['the column "luck"']);
  // A screen that earlier had a choice of columns.
  expect(view('agenda', '', ['venue'])).toMatchObject({
    columns: null,
    missing: ['the column "venue"'],
  });
});

test.each<[Record<string, string>, ReadonlySet<string>]>([
  [{ search: 'a', sort: 'account' }, NONE],
  [{ search: 'b' }, NONE],
  [{ search: 'a' }, new Set(['rank'])],
])('a view differs from a screen with %j', (search, hidden) => {
  const saved = shownState('queues-tool', { search: 'a' }, NONE, reads('queues-tool'));
  const shown = shownState('queues-tool', search, hidden, reads('queues-tool'));
  expect(isShown('queues-tool', saved, shown)).toBe(false);
  const isOnlyColumns = search.search === 'a' && !search.sort;
  expect(isShown('queues-tool', { ...saved, columns: null }, shown)).toBe(isOnlyColumns);
});

test('a view of Events stores its sorting, because an empty address means the last choice there', () => {
  const address = '?sort=finalScore&order=desc';
  expect(shownState('events', {}, NONE, reads('events')).address).toBe(address);
  expect(view('events', '').address).toBe(address);
  expect(view('events', '?sort=name').address).toBe('?sort=name');
});

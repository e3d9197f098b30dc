import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changesOf,
  completeFacts,
  describeChange,
  factsOf,
} from '../../shared/artist-monitor/changes.ts';
import {
  artistChangesQuery,
  BOTH_DATES,
  changedMonitoredArtist,
  DEFAULT_WINDOW_DAYS,
  monitoringDates,
  newMonitoredArtist,
} from '../../shared/artist-monitor/schema.ts';
import { monitorStatus } from '../../shared/artist-monitor/status.ts';
import type { EventFacts } from '../../shared/ticketing/schema.ts';
import { daysNow } from '../../worker/features/artist-monitor/plan.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-22T10:00:00Z');

describe('the status of a monitored artist', () => {
  const window = (start: string | null, end: string | null) => ({
    start_monitoring: start,
    end_monitoring: end,
  });
  test.each([
    ['2026-11-20', '2026-11-27', 'active'],
    ['2026-11-22', '2026-11-22', 'active'],
    ['2026-11-01', '2026-11-21', 'expired'],
    ['2026-11-23', '2026-11-30', 'scheduled'],
    ['2026-11-23', '2026-11-21', 'expired'],
    [null, '2026-11-27', 'active'],
    [null, '2026-11-21', 'expired'],
    ['2026-11-23', null, 'scheduled'],
    ['2026-11-20', null, 'active'],
    [null, null, 'active'],
  ] as const)('from %s to %s on 22 November is %s', (start, end, status) => {
    expect(monitorStatus(window(start, end), '2026-11-22')).toBe(status);
  });

  test('an active artist is checked wherever its operator is', () => {
    const day = fc.integer({ min: -400, max: 400 }).map((days) => {
      return new Date(NOW + days * DAY).toISOString().slice(0, 10);
    });
    fc.assert(
      fc.property(
        day,
        day,
        fc.integer({ min: -12, max: 14 }),
        fc.integer({ min: 0, max: DAY }),
        (start, end, zone, ms) => {
          const now = NOW + ms;
          const local = new Date(now + zone * HOUR).toISOString().slice(0, 10);
          const { first, last } = daysNow(now);
          const isChecked = start <= last && end >= first;
          if (monitorStatus(window(start, end), local) === 'active') expect(isChecked).toBe(true);
        },
      ),
    );
  });
});

describe('the dates of an entry', () => {
  test('the screen needs both, and a new entry lasts 7 days', () => {
    expect(BOTH_DATES).toBe('Both start and end dates are required');
    expect(DEFAULT_WINDOW_DAYS).toBe(7);
    for (const dates of [
      { start_monitoring: '', end_monitoring: '2026-11-27' },
      { start_monitoring: '2026-11-20', end_monitoring: '' },
    ]) {
      const result = monitoringDates.safeParse(dates);
      expect(result.error?.issues.map(({ message }) => message)).toEqual([BOTH_DATES]);
    }
  });

  test('a call may omit them, send them empty or send them as instants', () => {
    const read = (part: object) =>
      changedMonitoredArtist.parse({ artist_name: 'Vela Marin', artist_image: null, ...part });
    const none = { start_monitoring: null, end_monitoring: null };
    expect(read({})).toEqual({ artist_name: 'Vela Marin', artist_image: '', ...none });
    expect(read({ start_monitoring: '', end_monitoring: null })).toMatchObject(none);
    expect(read({ start_monitoring: '2026-11-20T00:00:00.000Z' })).toMatchObject({
      start_monitoring: '2026-11-20',
    });
  });

  test.each([
    [{ start_monitoring: '20/11/2026' }, 'start_monitoring'],
    [{ start_monitoring: '2026-02-30' }, 'start_monitoring'],
    [{ end_monitoring: 7 }, 'end_monitoring'],
    [{ start_monitoring: '2026-11-20', end_monitoring: '2026-11-19' }, 'end_monitoring'],
    [{ artist_name: '  ' }, 'artist_name'],
    [{ artist_id: '../x' }, 'artist_id'],
    [{ artist_image: 7 }, 'artist_image'],
  ])('%j is refused', (part, path) => {
    const artist = { artist_id: 'K1', artist_name: 'Vela Marin', ...part };
    const result = newMonitoredArtist.safeParse(artist);
    expect(result.error?.issues.map((issue) => issue.path[0])).toEqual([path]);
  });

  test('a page of the timeline has 50 changes by default, and at most 200', () => {
    expect(artistChangesQuery.parse({})).toEqual({ limit: 50 });
    expect(artistChangesQuery.safeParse({ limit: '201' }).success).toBe(false);
  });
});

const before = factsOf(ticketingEvent());

test('a published ticket limit is kept when an answer omits it', () => {
  const limited = { ...before, ticketLimit: '8' };
  const answer = (facts: typeof before) => ({ facts, hasStatus: true, isSaleStartOpen: false });
  const { ticketLimit: _, ...without } = before;
  const known = new Map([[before.id, limited]]);
  expect(completeFacts(known, [answer(without)])).toMatchObject({
    facts: [{ ticketLimit: '8' }],
    thinCount: 0,
  });
  const changed = completeFacts(known, [answer({ ...without, ticketLimit: '4' })]);
  expect(changed.facts).toEqual([{ ...without, ticketLimit: '4' }]);
});
const changes = (after: Partial<EventFacts>, known: Partial<EventFacts> = {}) =>
  changesOf(new Map([['E1', { ...before, ...known }]]), [{ ...before, ...after }], '2026-11-22');
const words = (after: Partial<EventFacts>, known: Partial<EventFacts> = {}) =>
  changes(after, known).map((change) => {
    const { title, detail } = describeChange(change);
    return `${title}: ${detail}`;
  });
const presale = (name: string, opens: string | null) => ({ name, opens, closes: null });

describe('what is new', () => {
  test('an event that was never seen', () => {
    const [change] = changesOf(new Map(), [before], '2026-11-22');
    expect(change && describeChange(change)).toEqual({
      title: 'New event',
      detail: 'Madrid, Movistar Arena, 14/03/2027 20:00',
    });
  });

  test('changes of date, venue and status', () => {
    expect(words({ date: '2027-03-15 20:00' })).toEqual([
      'Date changed: Madrid, Movistar Arena: from 14/03/2027 20:00 to 15/03/2027 20:00',
    ]);
    expect(words({ venue: 'Palacio Vistalegre' })).toEqual([
      'Venue changed: From Movistar Arena, Madrid to Palacio Vistalegre, Madrid',
    ]);
    expect(words({ status: 'presale' }, { status: 'offsale' })).toEqual([
      'Presale open: Madrid, Movistar Arena, before: Not on sale',
    ]);
    expect(words({ status: 'offsale', sale_note: 'Cancelled' })).toEqual([
      'Cancelled: Madrid, Movistar Arena, before: On sale',
    ]);
  });

  test('a new presale with its opening at the venue, and one that was moved', () => {
    const opens = '2026-11-25T09:00:00Z';
    expect(words({ presale_windows: [presale('Fan presale', opens)] })).toEqual([
      'New presale: Madrid, Movistar Arena: Fan presale opens 25/11/2026 10:00 (CET)',
    ]);
    const later = '2026-11-26T09:00:00Z';
    expect(
      words(
        { presale_windows: [presale('Fan presale', later)] },
        { presale_windows: [presale('Fan presale', opens)] },
      ),
    ).toEqual([
      'Presale moved: Madrid, Movistar Arena: Fan presale from 25/11/2026 10:00 (CET) to 26/11/2026 10:00 (CET)',
    ]);
    expect(
      words(
        { presale_windows: [presale('Presale', opens), presale('Presale', later)] },
        { presale_windows: [presale('Presale', opens)] },
      ),
    ).toHaveLength(1);
  });

  test('another start of the general sale, or one to be announced', () => {
    expect(words({ generalSaleStart: 'N/A' })).toEqual([
      'General sale moved: Madrid, Movistar Arena: from 20/11/2026 11:00 (CET) to an unknown time',
    ]);
  });

  test('the end of a presale, a removed event and the end of a past sale are not news', () => {
    expect(words({}, { presale_windows: [presale('Fan presale', null)] })).toEqual([]);
    expect(changesOf(new Map([['E1', before]]), [], '2026-11-22')).toEqual([]);
    const past = { date: '2026-11-21 20:00' };
    expect(words({ ...past, status: 'offsale' }, past)).toEqual([]);
  });

  describe('an answer without fields that are already stored', () => {
    const opens = '2026-11-25T09:00:00Z';
    const withPresale = { ...before, presale_windows: [presale('Fan presale', opens)] };
    const complete = (
      after: Partial<EventFacts>,
      answered: { hasStatus?: boolean; isSaleStartOpen?: boolean } = {},
      earlier: Partial<EventFacts> = {},
    ) => {
      const stored = { ...withPresale, ...earlier };
      const facts = { ...stored, ...after };
      const event = { facts, hasStatus: true, isSaleStartOpen: false, ...answered };
      const { facts: all, thinCount } = completeFacts(new Map([['E1', stored]]), [event]);
      const news = changesOf(new Map([['E1', stored]]), all, '2026-11-22').map(({ kind }) => kind);
      return { stored, after: all[0], isThin: thinCount === 1, news };
    };
    const thin = {
      artist: 'N/A',
      date: 'N/A',
      timezone: 'N/A',
      venue: 'N/A',
      location: 'N/A',
      nation: 'N/A',
      generalSaleStart: 'N/A',
      eventLink: 'N/A',
      presale_windows: [],
    };

    test('changes nothing if it has only the id of the event', () => {
      const answered = { hasStatus: false };
      const { stored, after, isThin, news } = complete({ ...thin, status: 'offsale' }, answered);
      expect([after, isThin, news]).toEqual([stored, true, []]);
    });

    test.each<[string, Partial<EventFacts>]>([
      ['the date', { date: 'N/A' }],
      ['the venue', { venue: 'N/A' }],
      ['the city', { location: 'N/A' }],
      ['the zone', { timezone: 'N/A' }],
      ['the sales', { generalSaleStart: 'N/A', presale_windows: [] }],
    ])('keeps %s', (_, part) => {
      const { stored, after, isThin, news } = complete(part);
      expect([after, isThin, news]).toEqual([stored, true, []]);
    });

    test('keeps the time of a date and the state of a city, which a full answer may omit', () => {
      expect(complete({ date: '2027-03-14' })).toMatchObject({ isThin: false, news: [] });
      const state = { location: 'Portland, OR' };
      expect(complete({ location: 'Portland' }, {}, state)).toMatchObject({
        isThin: false,
        after: state,
        news: [],
      });
      expect(complete({ location: 'Port' }, {}, state).news).toEqual(['venue']);
    });

    test.each(['Cancelled', 'Postponed from 2027-03-14', 'Rescheduled'])(
      'does not bring back an event that is %s',
      (sale_note) => {
        const noted = { status: 'offsale' as const, sale_note };
        const after = { status: 'onsale' as const, sale_note: null };
        expect(complete(after, { hasStatus: false }, noted)).toMatchObject({
          after: noted,
          news: [],
        });
        expect(complete(after, { hasStatus: true }, noted)).toMatchObject({
          after,
          news: ['status'],
        });
      },
    );

    test('without a status, the sales decide whether tickets can be bought', () => {
      const after = { status: 'presale' as const };
      const sale = { status: 'offsale' as const };
      expect(complete(after, { hasStatus: false }, sale).news).toEqual(['status']);
    });

    test('may name a date or a start of the sale as to be announced, and withdraw presales', () => {
      expect(complete({ date: 'TBA' }).news).toEqual(['date']);
      expect(complete({ generalSaleStart: 'N/A' }, { isSaleStartOpen: true })).toMatchObject({
        isThin: false,
        news: ['sale_moved'],
      });
      expect(complete({ presale_windows: [] })).toMatchObject({
        isThin: false,
        after: { presale_windows: [] },
      });
    });

    test('says nothing about an event that is new', () => {
      const event = { facts: { ...before, ...thin }, hasStatus: false, isSaleStartOpen: false };
      expect(completeFacts(new Map(), [event])).toEqual({
        facts: [event.facts],
        storedCount: 0,
        thinCount: 0,
      });
    });
  });

  test('no change is reported twice', () => {
    const windows = fc.array(
      fc.record({
        name: fc.constantFrom('Fan', 'Card', 'Venue'),
        opens: fc.constantFrom(null, '2026-11-25T09:00:00Z', '2026-11-26T09:00:00Z'),
        closes: fc.constant(null),
      }),
      { maxLength: 4 },
    );
    const event = fc.record({
      id: fc.constantFrom('E1', 'E2', 'E3'),
      date: fc.constantFrom('2027-03-14 20:00', '2027-03-15', 'TBA'),
      venue: fc.constantFrom('Movistar Arena', 'N/A'),
      status: fc.constantFrom('onsale' as const, 'presale' as const, 'offsale' as const),
      sale_note: fc.constantFrom(null, 'Cancelled'),
      presale_windows: windows,
      generalSaleStart: fc.constantFrom('N/A', '2026-12-01T09:00:00Z'),
    });
    const list = fc.uniqueArray(event, { selector: ({ id }) => id });
    fc.assert(
      fc.property(list, list, (one, two) => {
        const facts = (some: typeof one) => some.map((part) => ({ ...before, ...part }));
        const known = new Map(facts(one).map((fact) => [fact.id, fact]));
        const changes = changesOf(known, facts(two), '2026-11-22');
        for (const fact of facts(two)) known.set(fact.id, fact);
        expect(changesOf(known, facts(two), '2026-11-22')).toEqual([]);
        // Each kind of change has its own sentence.
        for (const change of changes) expect(describeChange(change).detail).not.toBe('');
        const fresh = two.filter(({ id }) => !one.some((other) => other.id === id));
        expect(changes.filter(({ kind }) => kind === 'new_event')).toHaveLength(fresh.length);
      }),
    );
  });
});

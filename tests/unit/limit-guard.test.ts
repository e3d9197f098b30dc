import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { cutAmounts } from '../../shared/encore/amounts.ts';
import { encoreFile } from '../../shared/encore/file.ts';
import {
  type ExceededLimit,
  findExceeded,
  unconfirmed,
} from '../../shared/limit-guard/exceeded.ts';
import { limitAnswers } from '../../shared/limit-guard/schema.ts';
import { ADONIS_SITES } from '../../shared/profile-sites/adonis/sites.ts';
import { TSUKI_SITES } from '../../shared/profile-sites/tsuki/sites.ts';
import type { FullProfile } from '../../shared/profiles/schema.ts';
import { assignAccounts } from '../../shared/signup/allocation/allocation.ts';
import { dispatchFiles } from '../../shared/signup/dispatch-files.ts';
import { guardedEvents } from '../../shared/signup/guarded-events.ts';
import { dispatchRequest } from '../../shared/signup/schema.ts';
import { profileFile } from '../../shared/site-generator/profile-site.ts';
import { streamSiteCsv } from '../../shared/site-generator/site-file.ts';
import {
  cutToLimits as cutEncore,
  describeFile,
  planEncore,
} from '../../web/features/encore/plan.ts';
import { type EncoreSettings, INITIAL_SETTINGS } from '../../web/features/encore/settings.ts';
import { describeExceeded, questionTitle } from '../../web/features/limit-guard/texts.ts';
import { INITIAL_DRAFT, newEvent, type SiteDraft } from '../../web/features/profile-sites/draft.ts';
import {
  cutToLimits as cutSite,
  describeSiteFile,
  eventsToAdd,
  planSite,
} from '../../web/features/profile-sites/plan.ts';
import { tableOf } from '../factories/allocation.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

type Row = Record<string, string>;
const rowsOf = (pieces: Iterable<string>): Row[] =>
  Papa.parse<Row>([...pieces].join('').replace(/^\uFEFF/, ''), { header: true }).data;

/** The provider's sentence for a limit. */
const PUBLISHED = [
  (limit: number) => String(limit),
  (limit: number) => `There is an overall ${limit} ticket limit for this event.`,
  (limit: number) => `Es gilt ein Ticketlimit von ${limit} Karten pro Bestellung.`,
];
const limitText = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(...PUBLISHED))
  .map(([limit, write]) => ({ limit, text: write(limit) }));
const published = fc.option(limitText, { nil: { limit: null, text: 'N/A' } });
const rule = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null });

/** The highest number in a cell; 0 for a file without the column. */
const ticketsIn = (cell: string | undefined): number =>
  Math.max(0, ...((cell ?? '').match(/\d+/g) ?? []).map(Number));

/** The limits that the rows of a file exceed, each with event, kind, limit and requested number. */
function beyond(
  rows: readonly Row[],
  events: readonly { id: string; limit: number | null }[],
  columns: { event: string; tickets: string },
  accountsPerEvent: number | null,
): string[] {
  return events.flatMap(({ id, limit }) => {
    const own = rows.filter((row) => row[columns.event] === id);
    const tickets = Math.max(0, ...own.map((row) => ticketsIn(row[columns.tickets])));
    return [
      ...(limit !== null && tickets > limit ? [`${id} tickets ${limit} ${tickets}`] : []),
      ...(accountsPerEvent !== null && own.length > accountsPerEvent
        ? [`${id} accounts ${accountsPerEvent} ${own.length}`]
        : []),
    ];
  });
}

const listed = (exceeded: readonly ExceededLimit[]): string[] =>
  exceeded.map(({ event_id, kind, limit, asked }) => `${event_id} ${kind} ${limit} ${asked}`);

describe('a file exceeds no limit that the guard does not list', () => {
  const amounts = fc.option(
    fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 4 }).map(String),
    { nil: undefined },
  );
  const ACCOUNTS = Array.from({ length: 7 }, (_, index) => `fan${index}@x.com`);
  const encoreEvent = fc.record({
    published,
    own: amounts,
    max: fc.constantFrom('', '0', '2', '7'),
    list: fc.option(fc.constant(ACCOUNTS.slice(0, 4)), { nil: undefined }),
  });
  const encore = fc.record({
    events: fc.array(encoreEvent, { minLength: 1, maxLength: 4 }),
    general: amounts,
    disabledFields: fc.constantFrom<string[]>([], ['Amount']),
    rule,
  });

  test('for Encore, and none at all after a cut', () => {
    fc.assert(
      fc.property(encore, (given) => {
        const events = given.events.map(({ published: { text } }, index) =>
          ticketingEvent({ id: `E${index}`, ticketLimit: text }),
        );
        const byId = <T>(read: (event: (typeof given.events)[number]) => T | undefined) =>
          Object.fromEntries(
            given.events.flatMap((event, index) => {
              const value = read(event);
              return value === undefined ? [] : [[`E${index}`, value] as const];
            }),
          );
        const settings: EncoreSettings = {
          ...INITIAL_SETTINGS,
          general: given.general === undefined ? {} : { Amount: given.general },
          perEvent: byId(({ own }) => (own === undefined ? undefined : { Amount: own })),
          maxAccounts: byId(({ max }) => max),
          ownAccounts: byId(({ list }) => list),
          disabledFields: given.disabledFields,
        };
        const limits = given.events.map((event, index) => ({
          id: `E${index}`,
          limit: event.published.limit,
        }));
        const written = (current: EncoreSettings) => {
          const accounts = { list: ACCOUNTS, isCurrent: true };
          const plan = planEncore(current, events, accounts, given.rule);
          const file = describeFile(current, plan, { available: ACCOUNTS, webhooks: [] });
          const rows = rowsOf(streamSiteCsv(encoreFile(file)));
          const columns = { event: 'Event ID', tickets: 'Amount' };
          return {
            exceeded: plan.events.flatMap((event) => event.exceeded),
            beyond: beyond(rows, limits, columns, given.rule),
          };
        };
        const first = written(settings);
        expect(listed(first.exceeded)).toEqual(first.beyond);
        const cut = written({ ...settings, ...cutEncore(settings, first.exceeded) });
        expect([listed(cut.exceeded), cut.beyond]).toEqual([[], []]);
      }),
    );
  });

  const SITES = [...ADONIS_SITES, ...TSUKI_SITES];
  const siteEvent = fc.record({
    published,
    quantity: fc.option(fc.integer({ min: 1, max: 15 }), { nil: undefined }),
    accounts: fc.integer({ min: 1, max: 7 }),
    isPasted: fc.boolean(),
  });
  const sites = fc.record({
    site: fc.constantFrom(...SITES),
    events: fc.array(siteEvent, { minLength: 1, maxLength: 4 }),
    general: fc.option(fc.integer({ min: 1, max: 15 }), { nil: undefined }),
    rule,
  });
  const profiles = Array.from(
    { length: 7 },
    (_, id) =>
      ({
        id,
        profile_name: `P${id}`,
        name: 'Ann Lee',
        split: null,
        email: null,
        phone: '',
        address: '12 rue A',
        city: '',
        postal: '',
        state: '',
        country: 'FR',
        password: null,
        card_number: '',
        card_exp_month: '',
        card_exp_year: '',
        cvv: '',
      }) as FullProfile,
  );

  test('for Adonis and Tsuki, and none at all after a cut', () => {
    fc.assert(
      fc.property(sites, ({ site, events, general, rule: accountsPerEvent }) => {
        const sent = events.map(({ published: { text }, isPasted }, index) => {
          const url = `https://shop.example/event/${index}`;
          const event = ticketingEvent({ id: `S${index}`, eventLink: url, ticketLimit: text });
          return isPasted ? newEvent(url, '') : eventsToAdd(site, { events: [] }, [event])[0];
        });
        const chosen = sent.flatMap((event, index) =>
          event ? [{ ...event, accounts: String(events[index]?.accounts) }] : [],
        );
        const draft: SiteDraft = {
          ...INITIAL_DRAFT,
          events: chosen,
          global: general === undefined ? {} : { quantity: general },
          perEvent: Object.fromEntries(
            chosen.flatMap(({ id }, index) => {
              const quantity = events[index]?.quantity;
              return quantity === undefined ? [] : [[id, { quantity }] as const];
            }),
          ),
        };
        const hasUrl = site.columns.some(({ header }) => header === 'URL');
        const columns = { event: hasUrl ? 'URL' : 'EVENT', tickets: 'QUANTITY' };
        const limits = chosen.map(({ url }, index) => ({
          id: url,
          limit: events[index]?.isPasted ? null : (events[index]?.published.limit ?? null),
        }));
        const urlOf = new Map(chosen.map(({ eventId, url }) => [eventId || url, url] as const));
        const written = (current: SiteDraft) => {
          const plan = planSite(site, current, profiles.length, accountsPerEvent);
          const file = { ...describeSiteFile(current, plan, '2026-11-28'), profiles };
          const rows = rowsOf(streamSiteCsv(profileFile(site, file)));
          const exceeded = plan.events.flatMap((event) => event.exceeded);
          return {
            exceeded,
            listed: listed(
              exceeded.map((one) => ({ ...one, event_id: urlOf.get(one.event_id) ?? '' })),
            ),
            beyond: beyond(rows, limits, columns, accountsPerEvent),
          };
        };
        const first = written(draft);
        expect(first.listed).toEqual(first.beyond);
        const cut = written({ ...draft, ...cutSite(draft, first.exceeded) });
        expect([cut.listed, cut.beyond]).toEqual([[], []]);
      }),
    );
  });
});

describe('a dispatch is refused beyond limits', () => {
  const dispatches = fc.record({
    events: fc.array(
      fc.record({
        limit: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
        amount: fc.option(fc.constantFrom('9,2', '4', '12,1'), { nil: undefined }),
        accounts: fc.integer({ min: 0, max: 4 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    general: fc.option(fc.constantFrom('8,7', '3'), { nil: undefined }),
    encore: fc.boolean(),
    rule,
  });
  const table = tableOf(
    Array.from({ length: 16 }, (_, index) => ({
      email: `fan${index}@x.com`,
      categories: ['Gold'],
      avgRatio: null,
    })),
  );

  test('that its request does not confirm', () => {
    fc.assert(
      fc.property(dispatches, ({ events, general, encore, rule: accountsPerEvent }) => {
        const limits = new Map(
          events.flatMap(({ limit }, index) => (limit === null ? [] : [[`D${index}`, limit]])),
        );
        const request = dispatchRequest.parse({
          events_by_account: 1,
          events: events.map(({ accounts }, index) => ({
            id: `D${index}`,
            accounts_amount: accounts,
            event_infos: {},
          })),
          use_encore_parameters: encore,
          encore_parameters: {
            config: {
              global: general === undefined ? {} : { Amount: general },
              events: Object.fromEntries(
                events.flatMap(({ amount }, index) =>
                  amount === undefined ? [] : [[`D${index}`, { Amount: amount }]],
                ),
              ),
            },
          },
        });
        const allocation = assignAccounts({
          accounts: table,
          eventsByAccount: 1,
          events: request.events.map(({ id, accounts_amount, categories }) => ({
            id,
            accountsAmount: accounts_amount,
            categories,
          })),
        });
        const rows = [...dispatchFiles(request, allocation, limits)]
          .filter(({ path }) => path.startsWith(encore ? 'encore/' : 'events/'))
          .flatMap(({ chunks }) => rowsOf(chunks));
        const listedEvents = events.map(({ limit }, index) => ({ id: `D${index}`, limit }));
        const columns = { event: 'Event ID', tickets: 'Amount' };
        const exceeded = findExceeded(guardedEvents(request, limits), accountsPerEvent);
        expect(listed(exceeded)).toEqual(beyond(rows, listedEvents, columns, accountsPerEvent));
      }),
    );
  });
});

describe('the amounts of Encore', () => {
  const file = (changes: Partial<EncoreSettings>, ticketLimit: string) => {
    const events = [ticketingEvent({ id: 'E1', ticketLimit })];
    const settings = { ...INITIAL_SETTINGS, ...changes };
    const list = ['a@x.com'];
    const plan = planEncore(settings, events, { list, isCurrent: true });
    const described = describeFile(settings, plan, { available: list, webhooks: [] });
    return {
      amount: rowsOf(streamSiteCsv(encoreFile(described)))[0]?.['Amount'],
      asked: plan.events.flatMap(({ exceeded }) => exceeded.map(({ asked }) => asked)),
    };
  };

  test.each([
    ['There is an overall 6 ticket limit for this event.', '6,5,4,3,2'],
    ['There is an overall 8 ticket limit for this event.', '8,7,6,5,4,3,2'],
    ['12', '8,7,6,5,4,3,2'],
    ['1', '1'],
    ['N/A', '8,7,6,5,4,3,2'],
    ['Please adhere to published ticket limits.', '8,7,6,5,4,3,2'],
  ])('that nobody chose are cut to the limit %j: %s', (text, amount) => {
    expect(file({}, text)).toEqual({ amount, asked: [] });
  });

  test.each([
    ['for all events', { general: { Amount: '8,7,6,5,4,3,2' } }],
    ['for the event', { perEvent: { E1: { Amount: '8,7,6,5,4,3,2' } } }],
  ])('that an operator typed %s do not change, and cause a question', (_, changes) => {
    expect(file(changes, '6')).toEqual({ amount: '8,7,6,5,4,3,2', asked: [8] });
  });

  test('are cut in order; the limit replaces amounts that all exceed it', () => {
    expect(cutAmounts('2, 10,4 ,7', 6)).toBe('2,4');
    expect(cutAmounts('10,8', 6)).toBe('6');
  });
});

test('a confirmation is valid only for the same event, kind and numbers', () => {
  const one: ExceededLimit = { event_id: 'E1', event: 'A', kind: 'tickets', limit: 6, asked: 8 };
  expect(unconfirmed([one], [{ ...one, event: 'Another name' }])).toEqual([]);
  for (const other of [{ asked: 9 }, { limit: 4 }, { event_id: 'E2' }, { kind: 'accounts' }])
    expect(unconfirmed([one], [{ ...one, ...other } as ExceededLimit])).toEqual([one]);
});

test('the name of an event is cut to the length that an answer may have', () => {
  const event = { id: 'E1', name: 'x'.repeat(2_000), ticketLimit: 1, tickets: 2, accounts: 1 };
  const exceeded = findExceeded([event], null);
  const answer = { tool: 'adonis', file: 'a.csv', exceeded };
  expect(limitAnswers.safeParse(answer).error).toBeUndefined();
});

test('sentences count events, not limits', () => {
  const one: ExceededLimit = { event_id: 'E1', event: 'A', kind: 'tickets', limit: 6, asked: 8 };
  const rules = { ...one, kind: 'accounts', limit: 60, asked: 120 } as const;
  expect(describeExceeded([])).toBe(null);
  expect(describeExceeded([one, rules])).toBe(
    '1 event asks for more than its ticket limit, 1 event uses more accounts than your rule.',
  );
  expect(describeExceeded([one, { ...one, event_id: 'E2' }])).toBe(
    '2 events ask for more than their ticket limit.',
  );
  expect(questionTitle([one, rules], 3, 'Generate anyway')).toBe(
    '1 of 3 events asks for more than its limit. Generate anyway?',
  );
  expect(questionTitle([rules, { ...rules, event_id: 'E2' }], 2, 'Dispatch anyway')).toBe(
    '2 of 2 events use more accounts than your rule. Dispatch anyway?',
  );
});

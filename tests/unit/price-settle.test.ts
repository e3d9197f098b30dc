import { describe, expect, it, test } from 'vitest';
import { announce } from '../../worker/features/price-monitor/alerts/announce.ts';
import type { Outcome } from '../../worker/features/price-monitor/checks/outcome.ts';
import type { StoredEvent } from '../../worker/features/price-monitor/events/store.ts';
import { alertOf, HOUR, MINUTE, NOW, reading, settle, stored } from './price-settle-world.ts';

describe('a failed check', () => {
  const failed = (retryAfterMs?: number): Outcome => ({
    kind: 'failed',
    state: 'refused',
    reason: 'Refused by the site (429)',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
  it.each([
    [undefined, MINUTE],
    [10 * MINUTE, 10 * MINUTE],
    [5_000, MINUTE],
    [72 * HOUR, 24 * HOUR],
  ])('with a requested pause of %s ms is repeated after %d ms', (pause, wait) => {
    expect(settle(stored(), failed(pause)).event.nextCheckAt - NOW).toBe(wait);
  });
  it('keeps prices, history and alerts as they are', () => {
    const before = stored({ low: 40, prices: { '40.00': { count: 2, areas: [] } } });
    const { event, step, alerts, notifications } = settle(before, failed());
    expect(event).toMatchObject({ low: 40, prices: before.prices, failures: 1 });
    expect([step, alerts, notifications]).toEqual([null, [], []]);
  });
});

describe('a check that read prices', () => {
  it.each([
    [{ '40.00': 1 }, 1, '1 price, 1 ticket, from the event page.'],
    [{ '40.00': 2, '50.00': 3 }, 2, '2 prices, 5 tickets, from the event page.'],
    [{}, 0, '0 prices, 0 tickets, from the event page.'],
    [{ '40.00': 2 }, 7, '1 price (the lowest of 7), 2 tickets, from the event page.'],
  ])('of %j is recorded with its numbers', (prices, listed, text) => {
    const outcome = reading(prices as Record<string, number>);
    if (outcome.kind === 'read') outcome.reading.listed = listed;
    expect(settle(stored(), outcome).event.checks[0]).toMatchObject({ text, outcome: 'changed' });
  });
});

describe('the state of the sale', () => {
  const opensAt = Date.UTC(2026, 11, 15, 9);
  const inState = (
    state: 'not_yet' | 'cancelled' | 'sold_out',
    at: number | null = null,
  ): Outcome => {
    const outcome = reading({ '45.00': 0 });
    if (outcome.kind === 'failed') throw outcome;
    return { ...outcome, reading: { ...outcome.reading, state, opensAt: at } };
  };

  it('is stored with its opening, and its change is published to the browsers', () => {
    const before = settle(stored(), inState('not_yet', opensAt)).event;
    expect(before).toMatchObject({ saleState: 'not_yet', opensAt });
    const after = settle(stored({ ...before, unsent: 'nothing' }), inState('cancelled')).event;
    expect(after).toMatchObject({ saleState: 'cancelled', opensAt: null, unsent: 'prices' });
  });
  it.each(['refused', 'unreadable', 'no_event', 'unknown'] as const)(
    'is %s after a check that failed that way, without news when the failure ends',
    (state) => {
      const read = settle(stored(), reading({ '45.00': 2 })).event;
      const failed = settle(stored({ ...read, unsent: 'nothing' }), {
        kind: 'failed',
        state,
        reason: 'No.',
      }).event;
      expect(failed).toMatchObject({ saleState: state, unsent: 'nothing', low: 45 });
      const again = settle(stored({ ...failed, unsent: 'nothing' }), reading({ '45.00': 2 })).event;
      expect(again).toMatchObject({ saleState: 'on_sale', unsent: 'nothing' });
    },
  );
  it('is announced when the sale has an opening, and when it opens', () => {
    const alerts = [alertOf('opens', { isArmed: false })];
    const first = settle(stored(), inState('not_yet', opensAt), { alerts });
    expect(first.notifications).toMatchObject([
      { topic: 'Opening of the sale', body: 'On sale from 15/12/2026 09:00 (UTC)' },
    ]);
    const waiting = [alertOf('opens', { ...first.alerts[0]?.state, firings: 1 })];
    const opened = settle(stored(first.event), reading({ '45.00': 3 }), { alerts: waiting });
    expect(opened.notifications).toMatchObject([
      { body: 'On sale now from €45.00. Source: Event page' },
    ]);
  });
  it('does not change while a page cannot be read', () => {
    const alerts = (['opens', 'back_in_stock', 'rise', 'drop_percent'] as const).map((kind) =>
      alertOf(kind, { value: 10, peak: 45 }),
    );
    const outcome: Outcome = { kind: 'failed', state: 'unreadable', reason: 'No.' };
    expect(settle(stored({ low: 45 }), outcome, { alerts }).notifications).toEqual([]);
  });
});

test.each([
  [{ saleState: 'on_sale', low: 45 }, 'now €45.00', 'Tickets from €45.00'],
  [{ saleState: 'on_sale', low: 45, ticketsLeft: 3 }, 'now €45.00 (3 left)', '3 left from €45.00'],
  [{ saleState: 'sold_out' }, 'sold out', 'sold out'],
  [{ saleState: 'cancelled' }, 'cancelled', 'cancelled'],
  [
    { saleState: 'not_yet', opensAt: Date.UTC(2026, 11, 15, 9) },
    ...Array.from({ length: 2 }, () => 'not on sale yet (from 15/12/2026 09:00 UTC)'),
  ],
  [{ saleState: 'no_event' }, 'no event on page', 'no event on page'],
  [
    { saleState: 'unreadable', low: 45, available: 3 },
    ...Array.from({ length: 2 }, () => 'unreadable data, last seen at €45.00'),
  ],
  [{ saleState: 'refused' }, 'refuses programs', 'refuses programs'],
] as [Partial<StoredEvent>, string, string][])(
  'a message about an event with %j names its state',
  (part, price, stock) => {
    const event = stored({ currency: 'EUR', ...part });
    expect(announce([alertOf('below', { value: 50 })], event, NOW)).toMatchObject([
      { body: `Below €50.00: ${price}` },
    ]);
    expect(announce([alertOf('back_in_stock')], event, NOW)).toMatchObject([{ body: stock }]);
  },
);

describe('a first reading', () => {
  it('does not report that tickets are back in stock', () => {
    const alerts = [alertOf('back_in_stock')];
    const { notifications, alerts: after } = settle(stored(), reading({ '45.00': 3 }), { alerts });
    expect(notifications).toEqual([]);
    expect(after).toMatchObject([{ fires: false, state: { isArmed: false } }]);
  });
  it('arms the rule if nothing is left, also after failed checks', () => {
    const alerts = [alertOf('back_in_stock')];
    const first = settle(
      stored({ checkedAt: NOW - MINUTE, failures: 2 }),
      reading({ '45.00': 0 }),
      {
        alerts,
      },
    );
    expect(first.alerts).toMatchObject([{ fires: false, state: { isArmed: true } }]);
  });
  it('triggers rules about prices', () => {
    const alerts = [alertOf('below', { value: 50 })];
    expect(settle(stored(), reading({ '45.00': 3 }), { alerts }).notifications).toHaveLength(1);
  });
});

describe('a page that loses a field', () => {
  const opensAt = Date.UTC(2026, 11, 15, 9);
  const without = (lost: 'availability' | 'eventStatus' | 'saleStart'): Outcome => {
    const outcome = reading({ '45.00': 1 });
    if (outcome.kind === 'failed') throw outcome;
    const states = { ...outcome.reading.states, [lost]: false };
    return { ...outcome, reading: { ...outcome.reading, states } };
  };
  const before = settle(stored(), reading({ '45.00': 0 })).event;

  it.each([
    ['availability', null, 'The page no longer states whether tickets are left.'],
    ['eventStatus', null, 'The page no longer states whether the event takes place.'],
    ['saleStart', opensAt, 'The page no longer states when its sale begins.'],
  ] as const)('such as %s is unreadable, and triggers no alert', (lost, opening, reason) => {
    const event = stored({ ...before, opensAt: opening });
    const alerts = [alertOf('back_in_stock'), alertOf('below', { value: 50 })];
    const { event: after, notifications } = settle(event, without(lost), { alerts });
    expect(after).toMatchObject({ failure: reason, saleState: 'unreadable', failures: 1 });
    expect(notifications).toEqual([]);
  });
  it('is read if it never had the field, if its sale has begun since then, or if the field is missing for a day', () => {
    const read = (event: Partial<StoredEvent>, lost: Parameters<typeof without>[0]) =>
      settle(stored(event), without(lost)).event;
    expect(read({}, 'availability')).toMatchObject({ failure: null, low: 45 });
    expect(read({ ...before, opensAt: NOW - MINUTE }, 'saleStart').failure).toBeNull();
    const changed = read({ ...before, failures: 28 }, 'availability');
    expect(changed).toMatchObject({ failure: null, failures: 0, low: 45 });
    // After that, it is a page without the field.
    expect(read(changed, 'availability').failure).toBeNull();
  });
  it.each(['availability', 'eventStatus', 'saleStart'] as const)(
    'such as %s is read if only the Discovery API has stated the field',
    (lost) => {
      const outcome = reading({ '45.00': 0 });
      const listed = { ...outcome, source: 'discovery' } as Outcome;
      const known = settle(stored(), listed).event;
      const event = stored({ ...known, opensAt: lost === 'saleStart' ? opensAt : null });
      expect(settle(event, without(lost)).event).toMatchObject({ failure: null, low: 45 });
      // Fields that the page has stated are still required after a reading of the API.
      const both = settle(stored(before), listed).event;
      const after = settle(stored({ ...both, opensAt: event.opensAt }), without(lost)).event;
      expect(after.saleState).toBe('unreadable');
    },
  );
  it('such as the start of its sale is read soon if the field stays missing, because a sale may begin early', () => {
    const follow = (outcome: Outcome, count: number) => {
      let event: StoredEvent = stored({ ...before, opensAt });
      return Array.from({ length: count }, () => {
        const { event: after, alerts } = settle(event, outcome, {
          alerts: [alertOf('below', { value: 50 })],
        });
        event = stored(after);
        return `${after.saleState} ${alerts.filter(({ fires }) => fires).length}`;
      });
    };
    const doubts = Array(4).fill('unreadable 0');
    expect(follow(without('saleStart'), 5)).toEqual([...doubts, 'on_sale 1']);
    // Earlier failures of other kinds cast no doubt on the start.
    const failed = {
      kind: 'failed',
      state: 'refused',
      reason: 'Refused by the site (503)',
    } as const;
    let event: StoredEvent = stored({ ...before, opensAt });
    for (let count = 0; count < 8; count += 1) event = stored(settle(event, failed).event);
    expect(settle(event, without('saleStart')).event.saleState).toBe('unreadable');
    // A page that also lacks its availability is read after a day.
    const silent = without('saleStart');
    if (silent.kind === 'failed') throw silent;
    silent.reading.states.availability = false;
    event = stored({ ...before, opensAt, statedFacts: 4 });
    for (let count = 0; count < 8; count += 1) event = stored(settle(event, silent).event);
    expect(event.saleState).toBe('unreadable');
  });
});

describe('rules that fire together', () => {
  const rules = [
    alertOf('below', { id: 1, value: 50 }),
    alertOf('drop_percent', { id: 2, value: 10, peak: 60, firings: 3 }),
    alertOf('back_in_stock', { id: 3 }),
    alertOf('opens', { id: 4, isArmed: false }),
  ];
  it('are one message of their event', () => {
    const event = stored({ changedAt: NOW - HOUR, saleState: 'sold_out', version: 3 });
    const { alerts, notifications } = settle(event, reading({ '45.00': 1 }), { alerts: rules });
    expect(alerts.map(({ fires }) => fires)).toEqual([true, true, true, false]);
    expect(notifications).toEqual([
      {
        kind: 'price_alert',
        title: 'Northern Lanterns',
        createdAt: NOW,
        body: 'Below €50.00, dropped by 10% or more, back in stock: now €45.00. Source: Event page',
        href: expect.stringMatching(/^\/sale\/watched-\d+$/),
        dedupeKey: 'price-alert:1:1,2:4,3:1',
      },
    ]);
  });
  it('name the opening of a sale beside its price', () => {
    const event = stored({ changedAt: NOW - HOUR, saleState: 'not_yet', version: 3 });
    const alerts = [alertOf('opens', { id: 1 }), alertOf('below', { id: 2, value: 50 })];
    expect(settle(event, reading({ '45.00': 1 }), { alerts }).notifications).toMatchObject([
      { body: 'On sale, below €50.00: now €45.00. Source: Event page' },
    ]);
  });
  it('keep the topic of a rule that fires alone', () => {
    const event = stored({ changedAt: NOW - HOUR, saleState: 'sold_out', version: 3 });
    const alerts = [alertOf('back_in_stock')];
    expect(settle(event, reading({ '45.00': 1 }), { alerts }).notifications).toMatchObject([
      { topic: 'Back in stock', body: 'Tickets from €45.00. Source: Event page' },
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import type { TicketingEvent } from '../../shared/ticketing/schema.ts';
import {
  checkGlobalMaximum,
  describeFile,
  describeWarnings,
  maxPricesOf,
  planEncore,
} from '../../web/features/encore/plan.ts';
import { type EncoreSettings, INITIAL_SETTINGS } from '../../web/features/encore/settings.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const event = (id: string, changes: Partial<TicketingEvent> = {}) =>
  ticketingEvent({ id, eventLink: `https://www.ticketmaster.es/event/${id}`, ...changes });

const settings = (changes: Partial<EncoreSettings> = {}): EncoreSettings => ({
  ...INITIAL_SETTINGS,
  ...changes,
});

const current = (...list: string[]) => ({ list, isCurrent: true });
const THREE = current('a@x.com', 'b@x.com', 'c@x.com');

test('Max Price is the lowest price plus 20 %, for events with a lowest price above 0', () => {
  const prices = [31, 0.1, 0, -1, 0.004].map((min) => ({ min, max: 113, currency: 'USD' }));
  const events = [...prices, null].map((price_range, at) => event(`E${at}`, { price_range }));
  expect(maxPricesOf(events)).toEqual({ E0: 37.2, E1: 0.12 });
});

describe('the plan of an Encore file', () => {
  test('is blocked while the list of accounts belongs to an earlier choice', () => {
    const plan = planEncore(settings(), [event('E1')], { ...THREE, isCurrent: false });
    expect(plan.blockers).toEqual(['Counting accounts.']);
    expect(plan).toMatchObject({ isUncounted: false, totalRows: 3 });
    expect(planEncore(settings(), [event('E1')], THREE).blockers).toEqual([]);
  });

  test('has unknown bounds before the first count, except those of separate lists', () => {
    const ownAccounts = { E2: ['own@x.test'] };
    const maxAccounts = { E1: '50' };
    const uncounted = { list: [], isCurrent: false };
    const events = [event('E1'), event('E2')];
    const plan = planEncore(settings({ ownAccounts, maxAccounts }), events, uncounted);
    expect(plan.isUncounted).toBe(true);
    expect(plan.events.map(({ bound }) => bound)).toEqual([null, 1]);
    expect(plan.events.flatMap(({ problems }) => problems)).toEqual([]);
    expect(checkGlobalMaximum('50', null)).toBeNull();
    const counted = planEncore(settings(), events, { list: [], isCurrent: true });
    expect(counted.isUncounted).toBe(false);
    expect(counted.events.map(({ bound }) => bound)).toEqual([0, 0]);
  });

  test.each([
    ['4', 'Global max accounts: There are 3 accounts.'],
    ['0', 'Global max accounts: Enter a whole number of at least 1.'],
    ['x', 'Global max accounts: Enter a whole number of at least 1.'],
  ])('is blocked by the global maximum %j', (globalMax, blocker) => {
    expect(planEncore(settings({ globalMax }), [event('E1')], THREE).blockers).toEqual([blocker]);
  });

  test('is not blocked by a global maximum within its bounds', () => {
    expect(planEncore(settings({ globalMax: '3' }), [event('E1')], THREE).blockers).toEqual([]);
  });

  test('counts an account of the common list and of the list of an event once', () => {
    const ownAccounts = { E2: ['B@x.com', 'own@x.com'] };
    const plan = planEncore(settings({ ownAccounts }), [event('E1'), event('E2')], THREE);
    expect([plan.totalRows, plan.totalAccounts]).toEqual([5, 4]);
  });

  test('counts only accounts that are in a row', () => {
    const changes = { maxAccounts: { E1: '1' }, ownAccounts: { E2: ['c@x.com'] } };
    const plan = planEncore(settings(changes), [event('E1'), event('E2')], THREE);
    expect([plan.totalRows, plan.totalAccounts]).toEqual([2, 2]);
  });

  test.each([
    ['Cancelled', [3, 'E2']],
    ['Canceled', [3, 'E2']],
    ['Postponed', [6, 'E1,E2']],
    ['Rescheduled from 2026-09-01', [6, 'E1,E2']],
  ])('with an event that has the note %j', (sale_note, content) => {
    const events = [event('E1', { sale_note }), event('E2')];
    const file = (changes: Partial<EncoreSettings>) => {
      const plan = planEncore(settings(changes), events, THREE);
      const { targets } = describeFile(settings(changes), plan, {
        available: THREE.list,
        webhooks: [],
      });
      return [plan.totalRows, targets.map(({ id }) => id).join()];
    };
    expect(file({})).toEqual(content);
    expect(file({ includesCancelled: true })).toEqual([6, 'E1,E2']);
  });

  test('reports that all events are excluded', () => {
    const plan = planEncore(settings(), [event('E1', { sale_note: 'Cancelled' })], THREE);
    expect(plan.blockers).toEqual(['All events are left out. Include them, or add others.']);
  });

  test.each([
    ['a Max Price below the lowest price', { MaxPrice: 30.99 }, {}, 'below_lowest'],
    ['a Max Price at the lowest price', { MaxPrice: 31 }, {}, undefined],
    ['a Max Price as text below it', { MaxPrice: '30.50' }, {}, 'below_lowest'],
    ['a Max Price that is no number', { MaxPrice: 'many' }, {}, undefined],
    ['an event that is left out', { MaxPrice: 1 }, { sale_note: 'Cancelled' }, undefined],
    ['an event without a price', { MaxPrice: 1 }, { price_range: null }, undefined],
    ['a Min Price above the Max Price', { MinPrice: 60, MaxPrice: 50 }, {}, 'crossed'],
    ['the same without a price', { MinPrice: 60, MaxPrice: 50 }, { price_range: null }, 'crossed'],
  ] as const)('warns of %s', (_, values, changes, kind) => {
    const price_range = { min: 31, max: 113, currency: 'USD' };
    const events = [event('E1', { price_range, ...changes }), event('E2', { price_range })];
    const own = { perEvent: { E1: values } };
    const { events: plans } = planEncore(settings(own), events, THREE);
    expect(plans.map(({ warning }) => warning?.kind)).toEqual([kind, undefined]);
    const disabled = planEncore(settings({ ...own, disabledFields: ['MaxPrice'] }), events, THREE);
    expect(disabled.events[0]?.warning).toBe(null);
  });

  test('counts the events with a warning, and names the price if there is only one', () => {
    const price_range = { min: 24, max: 92, currency: 'USD' };
    const events = ['E1', 'E2', 'E3'].map((id) => event(id, { price_range }));
    const warnings = (perEvent: EncoreSettings['perEvent']) =>
      describeWarnings(planEncore(settings({ perEvent }), events, THREE));
    expect(warnings({})).toBe(null);
    expect(warnings({ E1: { MaxPrice: 20 } })).toBe(
      '1 event: Max Price is below its lowest ticket ($24).',
    );
    expect(
      warnings({ E1: { MaxPrice: 20 }, E2: { MaxPrice: 1 }, E3: { MinPrice: 9, MaxPrice: 8 } }),
    ).toBe(
      '2 events: Max Price is below their lowest tickets. 1 event: Min Price is above Max Price.',
    );
  });

  test('leaves the address empty for an event without one', () => {
    const events = [event('E1'), event('E2', { eventLink: 'N/A' })];
    const plan = planEncore(settings(), events, THREE);
    const file = describeFile(settings(), plan, { available: THREE.list, webhooks: [] });
    expect(file.targets.map(({ url }) => url)).toEqual([
      'https://www.ticketmaster.es/event/E1',
      '',
    ]);
  });
});

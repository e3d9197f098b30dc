import { describe, expect, test } from 'vitest';
import { describeFile, planEncore } from '../../web/features/encore/plan.ts';
import { type EncoreSettings, INITIAL_SETTINGS } from '../../web/features/encore/settings.ts';
import { ticketingEvent } from './ticketing-view-event.ts';

const event = (id: string, changes: { eventLink?: string } = {}) =>
  ticketingEvent({ id, eventLink: `https://www.ticketmaster.es/event/${id}`, ...changes });

const settings = (changes: Partial<EncoreSettings> = {}): EncoreSettings => ({
  ...INITIAL_SETTINGS,
  ...changes,
});

const current = (...list: string[]) => ({ list, isCurrent: true });
const THREE = current('a@x.com', 'b@x.com', 'c@x.com');

describe('the plan of an Encore file', () => {
  test('is blocked while the list of accounts belongs to an earlier choice', () => {
    const plan = planEncore(settings(), [event('E1')], { ...THREE, isCurrent: false });
    expect(plan.blockers).toEqual(['Counting accounts.']);
    expect(planEncore(settings(), [event('E1')], THREE).blockers).toEqual([]);
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

  test('counts an account of the common list and of an own list once', () => {
    const ownAccounts = { E2: ['B@x.com', 'own@x.com'] };
    const plan = planEncore(settings({ ownAccounts }), [event('E1'), event('E2')], THREE);
    expect([plan.totalRows, plan.totalAccounts]).toEqual([5, 4]);
  });

  test('counts only accounts that are in a row', () => {
    const changes = { maxAccounts: { E1: '1' }, ownAccounts: { E2: ['c@x.com'] } };
    const plan = planEncore(settings(changes), [event('E1'), event('E2')], THREE);
    expect([plan.totalRows, plan.totalAccounts]).toEqual([2, 2]);
  });

  test('leaves the address of an event without one empty', () => {
    const events = [event('E1'), event('E2', { eventLink: 'N/A' })];
    const plan = planEncore(settings(), events, THREE);
    const file = describeFile(settings(), plan, { available: THREE.list, webhooks: [] });
    expect(file.targets.map(({ url }) => url)).toEqual([
      'https://www.ticketmaster.es/event/E1',
      '',
    ]);
  });
});

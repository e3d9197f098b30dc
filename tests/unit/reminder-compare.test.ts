import { describe, expect, test } from 'vitest';
import { FIRST_LEADS, nextDue } from '../../shared/reminders/schema.ts';
import { compareSales } from '../../worker/features/reminders/compare.ts';
import {
  type DatedState,
  decideState,
  keyOf,
  type StoredFollow,
  type StoredReminder,
} from '../../worker/features/reminders/sales.ts';
import { durationText, moveNotice, reminderOf } from '../../worker/features/reminders/texts.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.parse('2027-03-27T12:00:00Z');

const sale = (name: string, opensAt: number, kind: 'presale' | 'general' = 'presale') => ({
  eventId: 'E1',
  kind,
  name,
  opensAt,
  title: 'Zoë',
  place: 'Hamburg',
  timezone: '',
});
const row = (
  name: string,
  opensAt: number,
  part: Partial<StoredReminder> = {},
): StoredReminder => ({
  operatorId: 1,
  ...sale(name, opensAt),
  addedAt: 0,
  toldAt: 0,
  dueAt: nextDue(FIRST_LEADS, opensAt, NOW),
  ...part,
});
const choice = (name: string, isFollowed = true): StoredFollow => ({
  operatorId: 1,
  eventId: 'E1',
  kind: 'presale',
  name,
  isFollowed,
  opensAt: 1,
});

interface Given {
  rows?: StoredReminder[];
  sales?: ReturnType<typeof sale>[];
  choices?: StoredFollow[];
  monitored?: boolean;
  ruleKeys?: string[];
  isCancelled?: boolean;
}

function compare(given: Given) {
  const { rows = [], sales = [], choices = [], monitored = false, isCancelled = false } = given;
  const changes = compareSales({
    operatorId: 1,
    leads: FIRST_LEADS,
    now: NOW,
    rows,
    choices,
    eventIds: new Set(monitored ? ['E1'] : []),
    ruleKeys: new Set(given.ruleKeys ?? []),
    events: new Map([['E1', { isCancelled, sales }]]),
  });
  const times = (list: readonly { name: string; opensAt: number }[]) =>
    list.map(({ name, opensAt }) => [name, (opensAt - NOW) / DAY]);
  return {
    ...changes,
    added: times(changes.added),
    ended: times(changes.ended),
    told: changes.notifications.map(({ topic }) => topic),
    bodies: changes.notifications.map(({ body }) => body),
  };
}

describe('presales of one event with one name', () => {
  const [monday, wednesday] = [sale('Fan', NOW + DAY), sale('Fan', NOW + 3 * DAY)];

  test('are each followed, and stay when nothing changed', () => {
    expect(compare({ sales: [monday, wednesday], choices: [choice('Fan')] }).added).toEqual([
      ['Fan', 1],
      ['Fan', 3],
    ]);
    const rows = [row('Fan', NOW + DAY), row('Fan', NOW + 3 * DAY)];
    const same = compare({ rows, sales: [wednesday, monday], choices: [choice('Fan')] });
    expect([same.added, same.ended, same.told]).toEqual([[], [], []]);
  });

  test('do not move when a second one appears', () => {
    const rows = [row('Fan', NOW + DAY)];
    const next = compare({ rows, sales: [monday, wednesday], choices: [choice('Fan')] });
    expect([next.added, next.ended, next.told]).toEqual([[['Fan', 3]], [], []]);
  });

  test('move separately', () => {
    const rows = [row('Fan', NOW + DAY), row('Fan', NOW + 3 * DAY)];
    const sales = [monday, sale('Fan', NOW + 5 * DAY)];
    const moved = compare({ rows, sales, choices: [choice('Fan')] });
    expect(moved.ended).toEqual([['Fan', 3]]);
    expect(moved.added).toEqual([['Fan', 5]]);
    expect(moved.told).toEqual(['Sale moved']);
  });

  test('do not move when one of them has opened and is no longer listed', () => {
    const next = sale('Fan', NOW + 7 * DAY);
    const rows = [row('Fan', NOW - MINUTE), row('Fan', NOW + 7 * DAY)];
    const later = compare({ rows, sales: [next], ruleKeys: [keyOf(next)] });
    expect([later.added, later.ended, later.told]).toEqual([[], [], []]);
    const old = [row('Fan', NOW - 2 * DAY, { dueAt: NOW - 2 * DAY })];
    const added = compare({ rows: old, sales: [next], ruleKeys: [keyOf(next)] });
    expect([added.added, added.ended, added.told]).toEqual([[['Fan', 7]], [], []]);
  });

  test('end separately, and do not move to one that ended long ago', () => {
    const rows = [row('Fan', NOW + 3 * DAY)];
    const sales = [sale('Fan', NOW - 9 * DAY), sale('Fan', NOW - 8 * DAY)];
    const gone = compare({ rows, sales, choices: [choice('Fan')] });
    expect([gone.added, gone.told]).toEqual([[], ['No longer listed']]);
  });
});

describe('the reasons to follow a sale', () => {
  const far = sale('Fan', NOW + 20 * DAY);
  const rows = [row('Fan', NOW + 20 * DAY)];

  test('end at once if the operator chooses not to follow it, also far ahead', () => {
    const given = { rows, sales: [far], monitored: true };
    const ended = compare({ ...given, choices: [choice('Fan', false)] });
    expect([ended.ended, ended.added, ended.told]).toEqual([[['Fan', 20]], [], []]);
    expect(compare(given).ended).toEqual([]);
  });

  test('keep a far sale only while one of them remains', () => {
    expect(compare({ rows, sales: [far], ruleKeys: [keyOf(far)] }).ended).toEqual([]);
    expect(compare({ rows, sales: [far] }).ended).toEqual([['Fan', 20]]);
  });
});

test('a sale brought forward to a past time is announced as moved, and ends later', () => {
  const rows = [row('Fan', NOW + 2 * DAY)];
  const sales = [sale('Fan', NOW - 60 * MINUTE)];
  for (const given of [{ choices: [choice('Fan')] }, { monitored: true }, {}]) {
    const moved = compare({ rows, sales, ...given });
    expect(moved.bodies).toEqual([
      'Presale "Fan" opened at 2027-03-27 11:00 UTC instead of 2027-03-29 12:00 UTC. Hamburg.',
    ]);
    expect(moved.added).toHaveLength(1);
  }
});

describe('a presale that is no longer listed', () => {
  const rows = [row('Fan', NOW + 2 * DAY)];

  test('is treated as renamed if there is one new presale, and keeps the choice', () => {
    for (const opensAt of [NOW + 2 * DAY, NOW + 4 * DAY]) {
      const renamed = compare({ rows, sales: [sale('Club', opensAt)], choices: [choice('Fan')] });
      expect(renamed.told).toEqual(['Presale renamed']);
      expect(renamed.added).toEqual([['Club', (opensAt - NOW) / DAY]]);
      expect(renamed.unfollowed).toEqual([choice('Fan')]);
      expect(renamed.follows).toEqual([{ ...choice('Club'), opensAt }]);
    }
    const byRule = compare({ rows, sales: [sale('Club', NOW + 2 * DAY)], monitored: true });
    expect([byRule.told, byRule.added]).toEqual([['Presale renamed'], [['Club', 2]]]);
  });

  test('is announced only to the operator who chose it', () => {
    for (const sales of [
      [],
      [sale('', NOW + DAY, 'general')],
      [sale('A', NOW + DAY), sale('B', NOW + DAY)],
    ]) {
      const gone = compare({ rows, sales, choices: [choice('Fan')] });
      expect([gone.ended, gone.told]).toEqual([[['Fan', 2]], ['No longer listed']]);
    }
    const silent = compare({ rows, monitored: true });
    expect([silent.ended, silent.told]).toEqual([[['Fan', 2]], []]);
  });
});

test('a due reminder is sent before its row ends', () => {
  const due = row('Fan', NOW - 2 * DAY, { dueAt: NOW - 3 * DAY });
  expect(compare({ rows: [due] }).ended).toEqual([]);
  expect(compare({ rows: [{ ...due, dueAt: null }] }).ended).toEqual([['Fan', -2]]);
  const listed = row('Fan', NOW + 5 * MINUTE, { dueAt: NOW - 5 * MINUTE });
  expect(compare({ rows: [listed], choices: [choice('Fan')] }).ended).toEqual([]);
});

test('a cancelled event ends its rows with one notice each, and adds none', () => {
  const rows = [row('Fan', NOW + DAY), row('Fan', NOW - DAY / 2)];
  const sales = [sale('Fan', NOW + DAY)];
  const changes = compare({ rows, sales: [], monitored: true, isCancelled: true });
  expect([changes.told, changes.added]).toEqual([['Event cancelled'], []]);
  expect(changes.ended).toHaveLength(2);
  expect(compare({ sales, choices: [choice('Fan', false)] }).added).toEqual([]);
});

test('facts come from the monitor, then from the newer one of catalogue and copy', () => {
  const dated = (readAt: number, isCancelled = false): DatedState => ({
    readAt,
    isCancelled,
    sales: isCancelled ? [] : [sale('Fan', NOW + readAt)],
  });
  const timeOf = (sources: Parameters<typeof decideState>[0]) =>
    decideState(sources).sales[0]?.opensAt;
  const monitor = dated(1);
  expect(timeOf({ monitor, catalogue: dated(2), copy: dated(3) })).toBe(NOW + 1);
  expect(timeOf({ monitor: undefined, catalogue: dated(2), copy: dated(3) })).toBe(NOW + 3);
  expect(timeOf({ monitor: undefined, catalogue: dated(4), copy: dated(3) })).toBe(NOW + 4);
  const isCancelled = (sources: Parameters<typeof decideState>[0]) =>
    decideState(sources).isCancelled;
  expect(isCancelled({ monitor, catalogue: dated(2, true), copy: undefined })).toBe(true);
  expect(isCancelled({ monitor: dated(1, true), catalogue: dated(2), copy: undefined })).toBe(true);
  expect(isCancelled({ monitor: undefined, catalogue: dated(4), copy: dated(3, true) })).toBe(
    false,
  );
});

test('a renewed copy takes precedence over the catalogue, and over an older check of the monitor', () => {
  const dated = (readAt: number, part: Partial<DatedState> = {}): DatedState => ({
    readAt,
    isCancelled: false,
    sales: [sale('Fan', NOW + readAt)],
    ...part,
  });
  const decide = (part: Partial<Parameters<typeof decideState>[0]>) =>
    decideState({
      monitor: undefined,
      catalogue: undefined,
      copy: dated(5, { isRenewed: true }),
      ...part,
    });
  const readAt = NOW + 5;
  for (const catalogue of [dated(4), dated(9), dated(9, { sales: [] })])
    expect(decide({ catalogue }).sales[0]?.opensAt).toBe(readAt);
  expect(decide({ monitor: dated(4, { sales: [] }) }).sales[0]?.opensAt).toBe(readAt);
  expect(decide({ monitor: dated(6) }).sales[0]?.opensAt).toBe(NOW + 6);
  expect(decide({ monitor: dated(6, { sales: [] }) }).sales).toEqual([]);
  const cancelled = (at: number) => dated(at, { isCancelled: true, sales: [] });
  expect(decide({ catalogue: cancelled(6) }).isCancelled).toBe(true);
  expect(decide({ catalogue: cancelled(4) }).isCancelled).toBe(false);
  expect(decide({ monitor: cancelled(6) }).isCancelled).toBe(true);
});

test('a row that stays gets the next reminder of the current lead times', () => {
  const old = row('Fan', NOW + 5 * DAY, { dueAt: NOW + 3 * DAY });
  const given = { sales: [sale('Fan', NOW + 5 * DAY)], choices: [choice('Fan')] };
  expect(compare({ ...given, rows: [old] })).toMatchObject({
    added: [['Fan', 5]],
    ended: [['Fan', 5]],
    told: [],
  });
  for (const part of [{ dueAt: NOW + 4 * DAY }, { dueAt: NOW - MINUTE }])
    expect(compare({ ...given, rows: [{ ...old, ...part }] })).toMatchObject({
      added: [],
      ended: [],
    });
});

test('two equal moves are two notices, and two syncs of one row are one', () => {
  const first = row('Fan', NOW, { addedAt: 1 });
  const key = (one: StoredReminder, now: number) => moveNotice(one, NOW + DAY, now).dedupeKey;
  expect(key(first, NOW)).toBe(key({ ...first, toldAt: 5 }, NOW + 1));
  expect(key({ ...first, addedAt: 2 }, NOW)).not.toBe(key(first, NOW));
});

test('texts can name a presale without a name, and a time in hours', () => {
  expect(durationText(1_439 * MINUTE)).toBe('23 h 59 min');
  expect([10, 60, 1_440].map((minutes) => durationText(minutes * MINUTE))).toEqual([
    '10 minutes',
    '1 hour',
    '1 day',
  ]);
  const { body } = reminderOf(row('', NOW + DAY), 1_440, NOW);
  expect(body).toBe('Presale opens at 2027-03-28 12:00 UTC. Hamburg.');
});

test.each([
  ['Europe/Berlin', '2027-03-28 14:00 (CEST)', '2027-03-27 13:00 (CET)'],
  ['America/Los_Angeles', '2027-03-28 05:00 (GMT-7)', '2027-03-27 05:00 (GMT-7)'],
  ['Asia/Kathmandu', '2027-03-28 17:45 (GMT+5:45)', '2027-03-27 17:45 (GMT+5:45)'],
  ['', '2027-03-28 12:00 UTC', '2027-03-27 12:00 UTC'],
])('texts name the times on the clocks of the venue: %s', (timezone, opens, before) => {
  const own = row('Fan', NOW, { timezone });
  expect(moveNotice(own, NOW + DAY, NOW).body).toBe(
    `Presale "Fan" opens at ${opens} instead of ${before}. Hamburg.`,
  );
});

test('a row whose venue has another zone now is written again, with its leads and without a notice', () => {
  const own = row('Fan', NOW + DAY, { timezone: '', toldAt: 7 });
  const zoned = { ...sale('Fan', NOW + DAY), timezone: 'America/Chicago' };
  const { added, ended, notifications } = compareSales({
    operatorId: 1,
    leads: FIRST_LEADS,
    now: NOW,
    rows: [own],
    choices: [choice('Fan')],
    eventIds: new Set(),
    ruleKeys: new Set(),
    events: new Map([['E1', { isCancelled: false, sales: [zoned] }]]),
  });
  expect([added, ended, notifications]).toEqual([
    [{ ...own, timezone: 'America/Chicago' }],
    [own],
    [],
  ]);
});

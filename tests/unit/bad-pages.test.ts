import { expect, test } from 'vitest';
import { factsOf } from '../../shared/artist-monitor/changes.ts';
import { writeCalendar } from '../../worker/features/calendar/ics.ts';
import { settleCheck } from '../../worker/features/price-monitor/checks/check.ts';
import type { Outcome } from '../../worker/features/price-monitor/checks/outcome.ts';
import { readLinkedEvent } from '../../worker/providers/event-page/linked-data.ts';
import { mapEvent } from '../../worker/providers/ticketmaster/map-event.ts';
import { readRawEvent } from '../../worker/providers/ticketmaster/raw-event.ts';
import {
  alertOf,
  eventOf,
  KINDS,
  NEW_TARGET,
  NOW,
  outcomeOf,
  page,
  type Random,
  seeded,
  TIMES,
  URL_OF_EVENT,
} from './bad-pages-world.ts';

/** A value with one random change: a field removed, wrapped, doubled, or of another type. */
function mutate(value: unknown, random: Random): unknown {
  if (typeof value === 'object' && value !== null && random(4) > 0) {
    const entries = Object.entries(value);
    const at = random(entries.length);
    const changed = entries.flatMap(([key, inner], index): [string, unknown][] => {
      if (index !== at) return [[key, inner]];
      const kind = random(8);
      if (kind === 0) return [];
      if (kind === 1) return [[`${key}s`, inner]];
      return [[key, mutate(inner, random)]];
    });
    return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
  }
  const kinds: (() => unknown)[] = [
    () => [value],
    () => [value, value],
    () => ({ '@value': value }),
    () => ({ '@id': value }),
    () => null,
    () => random(1_000_000) / 100,
    () => `${String(value)}😀`.slice(0, -1 - random(2)),
    () => '1.250',
    () => true,
    () => Array.from({ length: random(30) }, () => value),
    () => '['.repeat(random(50)),
  ];
  return kinds[random(kinds.length)]?.();
}

/** A text with one random change: cut, doubled, or with other characters. */
function damage(text: string, random: Random): string {
  const at = random(text.length);
  const kinds = [
    text,
    text,
    text.substring(0, at),
    text.slice(at),
    text.substring(0, at) + text.slice(at + random(20)),
    text + text,
    text.replaceAll('"', "'"),
    text.replaceAll('"', '&quot;'),
    text.replaceAll(',', ',,'),
    `${text.substring(0, at)}\n${text.slice(at)}`,
  ];
  return kinds[random(kinds.length)] ?? text;
}

/** Processor time of this thread in milliseconds, which other programs do not affect. */
function costOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test('15,000 damaged pages are read or refused, each at once, in whole characters, and without an alert if refused', () => {
  const random = seeded(7);
  let slowestMs = 0;
  const states = new Map<string, number>();
  const alerts = KINDS.map(([kind, value], id) => alertOf(id, kind, value));
  for (let index = 0; index < 15_000; index += 1) {
    let data: unknown = random(3) === 0 ? [eventOf(45), eventOf(60)] : eventOf(45);
    if (random(4) === 0) data = eventOf(null);
    for (let changes = random(4); changes >= 0; changes -= 1) data = mutate(data, random);
    const source = damage(page(JSON.stringify(data) ?? ''), random);
    let outcome: Outcome | undefined;
    slowestMs = Math.max(
      slowestMs,
      costOf(() => {
        outcome = outcomeOf(source, NOW);
      }),
    );
    if (outcome === undefined) throw new Error('a check has an outcome');
    expect(JSON.stringify(outcome)).not.toMatch(/\\ud[89a-f]/i);
    const result = settleCheck({ ...NEW_TARGET, alerts }, outcome, TIMES);
    if (outcome.kind === 'failed') expect(result.notifications).toEqual([]);
    else
      for (const price of Object.keys(outcome.reading.prices))
        expect(Number(price)).toBeGreaterThanOrEqual(0);
    states.set(result.event.saleState, (states.get(result.event.saleState) ?? 0) + 1);
  }
  expect(slowestMs).toBeLessThan(1_000);
  // The damage reaches every kind of result.
  for (const state of ['on_sale', 'sold_out', 'no_event', 'unreadable'])
    expect(states.get(state), state).toBeGreaterThan(50);
});

test('5,000 damaged answers of the Discovery API are read or skipped, each at once, and in whole characters', () => {
  const random = seeded(11);
  const answer = {
    id: 'E1',
    name: 'Harbour Lights',
    url: 'https://www.ticketmaster.com/event/E1',
    sales: {
      public: { startDateTime: '2026-12-05T16:00:00Z', startTBD: false },
      presales: [{ name: 'Fan presale', startDateTime: '2026-12-01T16:00:00Z', endDateTime: null }],
    },
    dates: {
      start: { localDate: '2027-05-15', localTime: '19:30:00', dateTime: '2027-05-16T00:30:00Z' },
      timezone: 'America/Chicago',
      status: { code: 'onsale' },
    },
    priceRanges: [{ type: 'standard', currency: 'USD', min: 45, max: 120 }],
    _embedded: {
      venues: [{ name: 'Union Hall', city: { name: 'Chicago' }, country: { countryCode: 'US' } }],
      attractions: [{ id: 'K1', name: 'Harbour Lights' }],
    },
  };
  let slowestMs = 0;
  let read = 0;
  for (let index = 0; index < 5_000; index += 1) {
    let data: unknown = answer;
    for (let changes = random(4); changes >= 0; changes -= 1) data = mutate(data, random);
    if (random(200) === 0) data = { ...answer, name: 'x'.repeat(10_000_000) };
    if (random(200) === 0) data = { ...answer, dates: nested(10_000) };
    slowestMs = Math.max(
      slowestMs,
      costOf(() => {
        const raw = readRawEvent(data);
        if (raw === null) return;
        read += 1;
        const event = mapEvent(raw, { now: NOW });
        expect(JSON.stringify(event)).not.toMatch(/\\ud[89a-f]/i);
        expect(writeCalendar([factsOf(event)], { now: NOW }).isWellFormed()).toBe(true);
      }),
    );
  }
  expect(slowestMs).toBeLessThan(1_000);
  expect(read).toBeGreaterThan(2_000);
});

function nested(depth: number): object {
  let value = {};
  for (let at = 0; at < depth; at += 1) value = { start: value };
  return value;
}

test.each<[string, string]>([
  ['10 MB of text', `{"@type":"Event","name":"${'x'.repeat(10_000_000)}","offers":{"price":1}}`],
  // A page has at most 3 MiB.
  ['3 MB of events', `[${`${JSON.stringify(eventOf(45))},`.repeat(7_000)}{}]`],
  [
    '3 MB of other events',
    `[${Array.from({ length: 7_000 }, (_, at) => JSON.stringify(eventOf(at, { name: `Night ${at}`, url: `/events/${at}` }))).join()}]`,
  ],
  ['a depth of 10,000', `${'{"offers":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  [
    'lists of a depth of 10,000',
    `{"@type":"Event","offers":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  ],
  ['broken data of a depth of 10,000', '{"@type":"Event","offers":['.repeat(10_000)],
])('%s is read or refused within a second', (_, data) => {
  const source = page(data);
  expect(costOf(() => readLinkedEvent(source, URL_OF_EVENT, NOW))).toBeLessThan(1_000);
});

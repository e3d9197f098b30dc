import { expect, test } from 'vitest';
import { type AlertKind, initialAlertState } from '../../shared/price-monitor/alerts.ts';
import { type Outcome, settleCheck } from '../../worker/features/price-monitor/checks/check.ts';
import type { StoredAlert, StoredEvent } from '../../worker/features/price-monitor/events/store.ts';
import { readLinkedEvent } from '../../worker/providers/event-page/linked-data.ts';

const URL_OF_EVENT = 'https://tickets.example.com/events/harbour-lights';
const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 27, 10);

/** The same numbers at each run, from 0 up to below `most`. */
function seeded(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}
type Random = ReturnType<typeof seeded>;

const eventOf = (price: number | null, more: object = {}): object => ({
  ...{ '@context': 'https://schema.org', '@type': 'MusicEvent', name: 'Harbour Lights Live' },
  ...{ startDate: '2027-05-15T19:30:00-05:00', eventStatus: 'https://schema.org/EventScheduled' },
  location: { '@type': 'Place', name: 'Union Hall', address: { addressLocality: 'Chicago' } },
  offers: [
    {
      ...{ '@type': 'Offer', name: 'Floor', price: (price ?? 45).toFixed(2), priceCurrency: 'USD' },
      availability: `https://schema.org/${price === null ? 'SoldOut' : 'InStock'}`,
    },
  ],
  ...more,
});
const page = (data: string) =>
  `<html><title>t</title><script type="application/ld+json">${data}</script></html>`;

/** A value with one change somewhere inside: a field removed, wrapped, doubled, or of another type. */
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

/** A text with one change: cut, doubled, or with other characters. */
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

test('4,000 damaged pages are read or refused, each at once, and in whole characters', () => {
  const random = seeded(7);
  let slowestMs = 0;
  for (let index = 0; index < 4_000; index += 1) {
    let data: unknown = random(3) === 0 ? [eventOf(45), eventOf(60)] : eventOf(45);
    for (let changes = random(4); changes >= 0; changes -= 1) data = mutate(data, random);
    const source = damage(page(JSON.stringify(data) ?? ''), random);
    const startedAt = performance.now();
    const reading = readLinkedEvent(source, URL_OF_EVENT, NOW);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    expect(JSON.stringify(reading)).not.toMatch(/\\ud[89a-f]/i);
    for (const price of Object.keys('prices' in reading ? reading.prices : {}))
      expect(Number(price)).toBeGreaterThanOrEqual(0);
  }
  expect(slowestMs).toBeLessThan(1_000);
});

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
])('%s is read or refused within seconds', (_, data) => {
  const startedAt = performance.now();
  readLinkedEvent(page(data), URL_OF_EVENT, NOW);
  // Alone on a machine this takes tenths of a second; tests share it.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

/** The ways in which a page turns bad, without any change of the event itself. */
const BAD: ((event: object, random: Random) => string)[] = [
  () => '<title>Just a moment...</title>',
  () => '<title>Maintenance</title>',
  (event) => page(JSON.stringify(event).slice(0, -20)),
  (event) => page(JSON.stringify({ ...event, offers: undefined })),
  (event) =>
    page(
      JSON.stringify({
        ...event,
        offers: { '@type': 'Offer', price: '1.250', priceCurrency: 'KWD', availability: 'InStock' },
      }).replace('1.250', '1,250'),
    ),
  (event) => page(JSON.stringify({ ...event, offers: { '@type': 'Offer', priceCurrency: 'USD' } })),
  (event) =>
    page(
      JSON.stringify([
        { ...event, name: 'Other' },
        { ...event, name: 'Third' },
      ]),
    ),
  (event) => page(JSON.stringify({ ...event, offers: [{ price: '45 €', priceCurrency: 'USD' }] })),
];

const KINDS: [AlertKind, number | null][] = [
  ['below', 40],
  ['above', 60],
  ['drop_percent', 10],
  ['rise', 10],
  ['back_in_stock', null],
  ['opens', null],
];

const NEW_TARGET: StoredEvent = {
  ...{ id: 1, url: URL_OF_EVENT, host: 'tickets.example.com', title: null, venue: null },
  ...{ city: null, country: null, date: null, image: null, prices: {}, currency: null, low: null },
  ...{
    available: 0,
    ticketsLeft: null,
    saleState: 'unknown',
    opensAt: null,
    lastLow: null,
    lastLowAt: null,
    move: 0,
  },
  ...{ recent: [], checks: [], tags: [], searchText: '', providerId: null, readsPage: false },
  ...{ isPaused: false, pausedBy: null, addedAt: NOW, checkedAt: null, changedAt: null },
  ...{ nextCheckAt: NOW, failure: null, failures: 0, version: 0, unsent: 'nothing' },
};

const outcomeOf = (source: string, now: number): Outcome => {
  const reading = readLinkedEvent(source, URL_OF_EVENT, now);
  return 'reason' in reading
    ? { kind: 'failed', ...reading }
    : { kind: 'read', reading, source: 'the public page' };
};

/** The alerts of all checks of one event: `check kind`. */
function alertsOf(sources: readonly (string | null)[]): string[] {
  let event = NEW_TARGET;
  let alerts: StoredAlert[] = KINDS.map(([kind, value], id) => ({
    ...{ id, targetId: 1, kind, value, firings: 0, firedAt: null, createdAt: NOW },
    ...{ tag: null, currency: null, members: null },
    ...initialAlertState(kind, null),
  }));
  return sources.flatMap((source, check) => {
    if (source === null) return [];
    const now = NOW + check * 5 * MINUTE;
    const times = { now, startedAt: now, intervalMs: MINUTE };
    const result = settleCheck({ ...event, alerts }, outcomeOf(source, now), times);
    event = { ...event, ...result.event };
    const states = new Map(result.alerts.map((one) => [one.id, one]));
    alerts = alerts.map((alert) => ({ ...alert, ...states.get(alert.id)?.state }));
    return result.alerts.filter(({ fires }) => fires).map(({ id }) => `${check} ${KINDS[id]?.[0]}`);
  });
}

test('pages that turn bad for a while set off no alert, and hide none that comes after', () => {
  const checks = 32;
  for (let index = 0; index < 200; index += 1) {
    const random = seeded(index + 1);
    // Steps last, so that what the event does while its page is bad is seen afterwards.
    let price: number | null = 50;
    const truth = Array.from({ length: checks }, (_, check) => {
      if (check % 8 === 0) price = random(4) === 0 ? null : 30 + random(50);
      return eventOf(price);
    });
    const isBad = index % 5 === 0;
    const way = BAD[(index / 5) % BAD.length];
    const sources = truth.map((event, check) => {
      // Five of eight checks of a step may fail; the state before and after is the same.
      const isFailing = isBad && check % 8 >= 1 && check % 8 <= 5 && random(2) === 0;
      return isFailing && way ? way(event, random) : page(JSON.stringify(event));
    });
    const expected = alertsOf(truth.map((event) => page(JSON.stringify(event))));
    const kindsOf = (alerts: readonly string[]) => alerts.map((alert) => alert.split(' ')[1]);
    expect(kindsOf(alertsOf(sources)), `page ${index}`).toEqual(kindsOf(expected));
  }
});

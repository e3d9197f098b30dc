import { describe, expect, test } from 'vitest';
import { settleCheck } from '../../worker/features/price-monitor/checks/check.ts';
import type { Outcome } from '../../worker/features/price-monitor/checks/outcome.ts';
import {
  alertOf,
  eventOf,
  KINDS,
  MINUTE,
  NEW_TARGET,
  NOW,
  outcomeOf,
  page,
  seeded,
} from './bad-pages-world.ts';

// A week of 500 watched pages. A fifth of them becomes faulty for hours, in each of the ways below,
// independently of their events, which also change.

const CHECK_EVERY = 120 * MINUTE;
const CHECKS = 84;
/**
 * An event keeps its state for 12 hours, so that a change during the fault of its page is noticed
 * afterwards.
 */
const STEP_CHECKS = 6;
/** The checks of a step that may read the faulty page. */
const BAD_CHECKS = 4;
const PAGES = 500;

interface Offer {
  [field: string]: unknown;
}
type Page = { offers: Offer[]; [field: string]: unknown };

/** The page with its only offer changed. */
const withOffer = (event: Page, part: Offer): Page => ({
  ...event,
  offers: event.offers.map((offer) => ({ ...offer, ...part })),
});
const json = (value: unknown): string => page(JSON.stringify(value));
const failed = (state: 'unknown' | 'refused' | 'unreadable', reason: string): Outcome => ({
  kind: 'failed',
  state,
  reason,
});
const wrapped = (wrap: (value: unknown) => unknown, fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, name === '@type' ? value : wrap(value)]),
  );

const WAYS: Record<string, (event: Page) => string | Outcome> = {
  'a check for humans with status 200': () => '<title>Just a moment...</title>',
  'a refusal': () => failed('refused', 'Refused by the site (403)'),
  'a busy site': () => failed('refused', 'Refused by the site (503)'),
  'a site that cannot be reached': () => failed('unknown', 'The site cannot be reached.'),
  'a page of 10 MB': () => failed('unreadable', 'The page is too large.'),
  'a page about maintenance': () => '<title>Maintenance</title>',
  'data that end half way': (event) => json(event).replace(/.{30}<\/script>/, '</script>'),
  'data of a depth of 10,000': () => page(`${'{"offers":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  'no offers': ({ offers, ...event }) => json(event),
  'no price': (event) => json(withOffer(event, { price: undefined })),
  'no availability': (event) => json(withOffer(event, { availability: undefined })),
  'no status of the event': (event) => json({ ...event, eventStatus: undefined }),
  'no start of the sale': (event) => json(withOffer(event, { validFrom: undefined })),
  'no currency': (event) => json(withOffer(event, { priceCurrency: undefined })),
  'fields in lists': (event) =>
    json({ ...wrapped((value) => [value], event), offers: [event.offers] }),
  'typed values': (event) =>
    json({
      ...event,
      eventStatus: { '@value': event['eventStatus'] },
      offers: event.offers.map((offer) => wrapped((value) => ({ '@value': value }), offer)),
    }),
  'the same data twice': (event) => json(event) + json(event),
  'a price of another type': (event) => json(withOffer(event, { price: true })),
  'an availability of another type': (event) => json(withOffer(event, { availability: 7 })),
  'a price with two readings': (event) => json(withOffer(event, { price: '12 34' })),
  'a price in another currency': (event) => json(withOffer(event, { price: '45 €' })),
  'halves of characters': (event) =>
    json({
      ...withOffer(event, { availability: `${event.offers[0]?.['availability']}\ud83d` }),
      name: 'Harbour Lights \ud83d',
    }),
  'other events': (event) =>
    json([
      { ...event, name: 'Other' },
      { ...event, name: 'Third' },
    ]),
};

/** The page of an event in each of its states; some start before their sale. */
function truthOf(index: number, random: (most: number) => number): Page[] {
  const opensAt = index % 3 === 0 ? 1 + random(3) : 0;
  return Array.from({ length: CHECKS / STEP_CHECKS }, (_, step) => {
    const kind = random(10);
    const event = eventOf(kind < 2 ? null : 30 + random(50)) as Page;
    if (step < opensAt) return withOffer(eventOf(45) as Page, { validFrom: '2126-03-01T10:00Z' });
    if (kind === 2) return { ...event, eventStatus: 'https://schema.org/EventCancelled' };
    return opensAt === 0 ? event : withOffer(event, { validFrom: '2026-01-01T10:00Z' });
  });
}

const outcomes = new Map<string, Outcome>();
/** The outcome of a page that does not change. */
function read(source: string | Outcome): Outcome {
  if (typeof source !== 'string') return source;
  const known = outcomes.get(source) ?? outcomeOf(source, NOW);
  outcomes.set(source, known);
  return known;
}

/** The alerts of the checks of one event, as `step kind`. */
function alertsOf(checks: readonly Outcome[]): string[] {
  let event = NEW_TARGET;
  let alerts = KINDS.map(([kind, value], id) => alertOf(id, kind, value));
  return checks.flatMap((outcome, check) => {
    const now = NOW + check * CHECK_EVERY;
    const times = { now, startedAt: now, intervalMs: MINUTE };
    const result = settleCheck({ ...event, alerts }, outcome, times);
    event = { ...event, ...result.event };
    alerts = alerts.map((alert, at) => ({ ...alert, ...result.alerts[at]?.state }));
    return result.alerts
      .filter(({ fires }) => fires)
      .map(({ id }) => `${Math.floor(check / STEP_CHECKS)} ${KINDS[id]?.[0]}`);
  });
}

describe('in a week of 500 pages, a fifth of which becomes faulty', () => {
  const pages = Array.from({ length: PAGES }, (_, index) => {
    const random = seeded(index + 1);
    const steps = truthOf(index, random);
    const good = steps.map((event) => read(json(event)));
    const expected = alertsOf(good.flatMap((outcome) => Array(STEP_CHECKS).fill(outcome)));
    return { steps, good, expected, random };
  });

  test('all other pages trigger alerts of every kind', () => {
    const kinds = pages.flatMap(({ expected }) => expected.map((alert) => alert.split(' ')[1]));
    expect(new Set(kinds)).toEqual(new Set(KINDS.map(([kind]) => kind)));
    expect(kinds.length).toBeGreaterThan(PAGES * 5);
  });

  test.each(Object.keys(WAYS))('by %s, no alert is false or missed', (name) => {
    const way = WAYS[name];
    for (const [index, { steps, good, expected, random }] of pages.entries()) {
      if (way === undefined || index % 5 !== 0) continue;
      const bad = steps.map((event) => read(way(event)));
      const checks = Array.from({ length: CHECKS }, (_, check) => {
        const step = Math.floor(check / STEP_CHECKS);
        // A page that was never read has no earlier form.
        const isBad = check > 0 && check % STEP_CHECKS < BAD_CHECKS && random(3) > 0;
        return (isBad ? bad : good)[step] ?? failed('unknown', 'There is no such step.');
      });
      expect(alertsOf(checks), `page ${index}`).toEqual(expected);
    }
  });
});

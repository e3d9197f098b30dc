import { describe, expect, test } from 'vitest';
import type { FeedEvent } from '../../shared/catalogues/feed.ts';
import { ambiguousKeys } from '../../shared/watch-rules/artist-names.ts';
import { factsOf, isWithin, matchesEvent, prepareRule } from '../../shared/watch-rules/matching.ts';
import { newWatchRule, type RuleConditions } from '../../shared/watch-rules/schema.ts';
import { withArtists } from '../../web/features/watch-rules/rule-values.ts';

const NOW = Date.parse('2026-11-27T10:00:00Z');
const HOUR = 3_600_000;
const presale = (name: string, hours: number) => ({
  kind: 'presale' as const,
  name,
  opensAt: NOW + hours * HOUR,
  closesAt: null,
});
const general = (hours: number) => ({
  kind: 'general' as const,
  name: '',
  opensAt: NOW + hours * HOUR,
  closesAt: null,
});
const EVENT: FeedEvent = {
  id: 'E1',
  hash: 'h',
  name: 'Tour',
  artists: [{ id: 'K1', name: 'The Größe' }],
  venue: 'Café Halle',
  city: 'Köln',
  timezone: '',
  segment: 'Music',
  genre: 'Rock',
  url: '',
  status: 'onsale',
  startsAt: null,
  day: '2027-03-01',
  sales: [presale('Fans', 20), general(40)],
};
const EMPTY: RuleConditions = {
  artists: [],
  countries: [],
  cities: [],
  venues: [],
  segments: [],
  opens_within_hours: null,
};

describe('a rule matches an event', () => {
  test.each<[string, Partial<RuleConditions>, boolean]>([
    ['of its artist, whatever the spelling', { artists: ['GROSSE'] }, true],
    ['of one of its artists', { artists: ['Nobody', 'Größe'] }, true],
    ['of no other artist', { artists: ['Größe Tribute'] }, false],
    ['in its country', { countries: ['FR', 'DE'] }, true],
    ['in no other country', { countries: ['FR'] }, false],
    ['in its city', { cities: ['koln'] }, true],
    ['in no city that only begins so', { cities: ['Kö'] }, false],
    ['at its venue', { venues: ['CAFE HALLE'] }, true],
    ['of its segment', { segments: ['music'] }, true],
    ['of its genre', { segments: ['Rock'] }, true],
    ['of no other segment', { segments: ['Sports'] }, false],
    ['that all of its lists have', { artists: ['Größe'], cities: ['Köln'] }, true],
    ['that not all of its lists have', { artists: ['Größe'], cities: ['Bonn'] }, false],
  ])('%s', (_, part, expected) => {
    const rule = prepareRule({ ...EMPTY, ...part });
    expect(matchesEvent(rule, EVENT, 'DE', new Set())).toBe(expected);
  });

  test.each([
    ['Beat', 'Beat', true],
    ['Beat', 'The Beat', false],
    ['The Beat', 'The Beat', true],
    ['Beat, The', 'The Beat', true],
    ['The Beat', 'Beat', false],
  ])('of %s: %s is %s if artists with and without the article exist', (named, artist, expected) => {
    const ambiguous = ambiguousKeys(['Beat', 'The Beat', 'The Owls']);
    const event = { ...EVENT, artists: [{ id: 'K1', name: artist }] };
    const rule = prepareRule({ ...EMPTY, artists: [named] });
    expect(matchesEvent(rule, event, 'DE', ambiguous)).toBe(expected);
    expect(matchesEvent(rule, event, 'DE', ambiguousKeys(['The Beat', 'THE BÉAT']))).toBe(true);
  });
});

describe('the facts about an event', () => {
  test('are only the event if it is new, with its next sale', () => {
    expect(factsOf(null, EVENT, NOW)).toEqual([
      expect.objectContaining({
        kind: 'new_event',
        body: 'Köln, Café Halle, 2027-03-01; Fans opens 2026-11-28 06:00 UTC',
      }),
    ]);
  });

  test('are its new or moved sales that are in the future', () => {
    const before = { ...EVENT, sales: [presale('Fans', 10), general(40)] };
    const event = { ...EVENT, sales: [...EVENT.sales, presale('Card', 5), presale('Past', -5)] };
    expect(factsOf(before, event, NOW).map(({ topic }) => topic)).toEqual([
      'Presale moved',
      'New presale',
    ]);
  });

  test('of sales with the same name are compared by their times', () => {
    const before = { ...EVENT, sales: [presale('Fans', 5), presale('Fans', 10)] };
    const factsAfter = (...hours: number[]) =>
      factsOf(before, { ...EVENT, sales: hours.map((at) => presale('Fans', at)) }, NOW).map(
        ({ topic, opensAt }) => [topic, ((opensAt ?? 0) - NOW) / HOUR],
      );
    expect(factsAfter(5, 10)).toEqual([]);
    expect(factsAfter(10, 5)).toEqual([]);
    expect(factsAfter(5, 12)).toEqual([['Presale moved', 12]]);
    expect(factsAfter(5, 10, 15)).toEqual([['New presale', 15]]);
    expect(factsAfter(7, 10, 15)).toEqual([
      ['Presale moved', 7],
      ['New presale', 15],
    ]);
  });

  test('differ each time a sale moves', () => {
    const move = (from: number, to: number, now: number) =>
      factsOf({ ...EVENT, sales: [general(from)] }, { ...EVENT, sales: [general(to)] }, now)
        .map(({ key }) => key)
        .join();
    const day = 24 * HOUR;
    const keys = [
      move(100, 110, NOW),
      move(110, 100, NOW),
      move(105, 110, NOW),
      move(100, 110, NOW + day),
    ];
    expect(new Set(keys).size).toBe(4);
    expect(move(100, 110, NOW + HOUR)).toBe(keys[0]);
  });

  test('are empty if only other fields changed', () => {
    expect(factsOf({ ...EVENT, status: 'offsale' }, EVENT, NOW)).toEqual([]);
  });

  test('are its new date, unless one of the two is unknown', () => {
    const from = (day: string) => factsOf({ ...EVENT, day }, EVENT, NOW);
    expect(from('2027-02-27')).toEqual([
      expect.objectContaining({
        kind: 'date',
        topic: 'New date',
        opensAt: null,
        body: 'Köln, Café Halle: 2027-03-01 instead of 2027-02-27',
      }),
    ]);
    expect(from('')).toEqual([]);
  });

  test('include its end', () => {
    const event = { ...EVENT, status: 'cancelled' };
    expect(factsOf(EVENT, event, NOW).map(({ topic }) => topic)).toEqual(['Event cancelled']);
  });
});

test.each([
  [24, true],
  [19, false],
  [null, true],
])('a sale in 20 hours is within %s hours: %s', (hours, expected) => {
  const [fact] = factsOf(null, EVENT, NOW);
  const rule = prepareRule({ ...EMPTY, opens_within_hours: hours });
  expect(fact && isWithin(rule, fact, NOW)).toBe(expected);
});

test('a rule needs a condition', () => {
  expect(newWatchRule.safeParse({ name: 'All' }).success).toBe(false);
  expect(newWatchRule.safeParse({ name: 'Soon', opens_within_hours: 5 }).success).toBe(true);
  expect(newWatchRule.safeParse({ name: 'Germany', countries: ['DE'] }).success).toBe(true);
  expect(newWatchRule.safeParse({ name: 'X', countries: ['XX'] }).success).toBe(false);
});

test.each([
  ['Killers', 'The Killers', 'The Killers'],
  ['The Pixies', 'Pixies', 'Pixies'],
  ['Drake feat. Rihanna', 'Drake', 'Drake'],
  ['killers, the', 'The Killers', 'killers, the'],
  ['BJORK', 'Björk', 'BJORK'],
])('for the name %s, with the result %s, a rule stores %s', (name, artist, stored) => {
  expect(withArtists(`Muse\n${name}`, [{ name, artist }])).toBe(`Muse\n${stored}`);
});

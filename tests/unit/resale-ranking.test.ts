import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bonusReasons,
  categoryScore,
  countriesOf,
  isSoon,
  type PageViews,
  type RankingInputs,
  rank,
  scarcestCity,
} from '../../shared/resale-events/ranking.ts';

const NOW = Date.UTC(2026, 10, 27);
const HOUR = 3_600_000;
const dated = <Value>(value: Value, hours = 1) => ({ value, at: NOW - hours * HOUR });
const viewsOf = (last30Days: number, last7Days: number, before28Days: number, hours = 1) =>
  dated({ last30Days, last7Days, before28Days }, hours);

const NONE: RankingInputs = {
  artistScore: null,
  listeners: null,
  views: null,
  isOnSaleSoon: false,
  countries: 0,
  fewestTickets: null,
};

/** Computed manually: final, music, social, trend, bonus. */
type Scores = [number | null, number | null, number | null, number | null, number];
const ROWS: [string, RankingInputs, Scores, string][] = [
  // 0.5 x 0.8 + 0.3 x log10(1,000,000) / 7 + 0.2 x 0.5 = 0.4 + 0.257142857 + 0.1
  [
    'a steady artist with a million views and no bonus',
    {
      ...NONE,
      artistScore: dated(0.8),
      views: viewsOf(999_999, 7_000, 28_000),
      countries: 2,
      fewestTickets: 50,
    },
    [0.757142857, 0.8, 0.857142857, 0.5, 0],
    'measured measured measured',
  ],
  // (0.5 x 0.6 + 0.3 x 4 / 7 + 0.2 x 0.75) x 1.15 = 0.621428571 x 1.15
  [
    'three times the views of before, and all of the bonus',
    {
      ...NONE,
      artistScore: dated(0.6),
      views: viewsOf(9_999, 2_100, 2_800),
      isOnSaleSoon: true,
      countries: 3,
      fewestTickets: 49,
    },
    [0.714642857, 0.6, 0.571428571, 0.75, 0.15],
    'measured measured measured',
  ],
  // (0.5 + 0.3 + 0.2) x 1.15
  [
    'the highest of all',
    {
      artistScore: dated(1),
      listeners: dated(20_000_000),
      views: viewsOf(10_000_000, 5_000, 0),
      isOnSaleSoon: true,
      countries: 9,
      fewestTickets: 0,
    },
    [1.15, 1, 1, 1, 0.15],
    'measured measured measured',
  ],
  // Music is the mean of 0.4 and 5 / 7: 0.557142857; 0.278571429 + 0.3 x 4 / 7 + 0.2 x 0.5
  [
    'listeners beside the score of the feed',
    {
      ...NONE,
      artistScore: dated(0.4),
      listeners: dated(99_999),
      views: viewsOf(9_999, 700, 2_800),
    },
    [0.55, 0.557142857, 0.571428571, 0.5, 0],
    'measured measured measured',
  ],
  // 0.5 x 0.5 / 0.5 x 1.05: the artist score alone decides.
  [
    'no page views, on sale soon',
    { ...NONE, artistScore: dated(0.5), isOnSaleSoon: true },
    [0.525, 0.5, null, null, 0.05],
    'measured missing missing',
  ],
  // Only 6 / 7 of the listeners.
  [
    'listeners alone',
    { ...NONE, listeners: dated(999_999) },
    [0.857142857, 0.857142857, null, null, 0],
    'measured missing missing',
  ],
  // (0.3 x 3 / 7 + 0.2 x 0.8) / 0.5 = 0.577142857
  [
    'page views alone',
    { ...NONE, views: viewsOf(999, 2_800, 2_800) },
    [0.577142857, null, 0.428571429, 0.8, 0],
    'missing measured measured',
  ],
  // 0.5 x 0.6 + 0.3 x 0 + 0.2 x 0: an article without readers counts as read.
  [
    'an article without readers',
    { ...NONE, artistScore: dated(0.6), views: viewsOf(0, 0, 0) },
    [0.3, 0.6, 0, 0, 0],
    'measured measured measured',
  ],
  ['nothing known', NONE, [null, null, null, null, 0], 'missing missing missing'],
  [
    'old page views count and are stale',
    { ...NONE, artistScore: dated(0.8, 48), views: viewsOf(999_999, 7_000, 28_000, 49) },
    [0.757142857, 0.8, 0.857142857, 0.5, 0],
    'measured stale stale',
  ],
  [
    'an old score beside new listeners is measured',
    { ...NONE, artistScore: dated(0.4, 100), listeners: dated(99_999) },
    [0.557142857, 0.557142857, null, null, 0],
    'measured missing missing',
  ],
  [
    'old values alone',
    { ...NONE, artistScore: dated(0.4, 100), listeners: dated(99_999, 50) },
    [0.557142857, 0.557142857, null, null, 0],
    'stale missing missing',
  ],
];

describe('the ranking of an artist', () => {
  test.each(ROWS)('%s', (_, inputs, [final, music, social, trend, bonus], states) => {
    const { ranking, parts } = rank(inputs, NOW);
    const expectScore = (score: number | null, by: number | null) =>
      by === null ? expect(score).toBeNull() : expect(score).toBeCloseTo(by, 7);
    expectScore(ranking.final_score, final);
    expectScore(ranking.music_ranking_score, music);
    expectScore(ranking.social_score, social);
    expectScore(ranking.trend_score, trend);
    expect(ranking.bonus_percentage).toBe(bonus);
    expect(`${parts.music} ${parts.social} ${parts.trend}`).toBe(states);
  });

  const count = fc.nat(50_000_000);
  const orNone = <Value>(values: fc.Arbitrary<Value>) =>
    fc.option(values.map((value) => dated(value)));
  const inputs: fc.Arbitrary<RankingInputs> = fc.record({
    artistScore: orNone(fc.double({ min: 0, max: 1, noNaN: true })),
    listeners: orNone(count),
    views: orNone(fc.record({ last30Days: count, last7Days: count, before28Days: count })),
    isOnSaleSoon: fc.boolean(),
    countries: fc.nat(60),
    fewestTickets: fc.option(fc.nat(500)),
  });

  test('stays within its bounds', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { ranking } = rank(given, NOW);
        const { music_ranking_score, social_score, trend_score } = ranking;
        for (const score of [music_ranking_score, social_score, trend_score]) {
          if (score === null) continue;
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
        expect([0, 0.05, 0.1, 0.15]).toContain(ranking.bonus_percentage);
        expect(ranking.final_score ?? 0).toBeGreaterThanOrEqual(0);
        expect(ranking.final_score ?? 0).toBeLessThanOrEqual(1.15 + 1e-12);
      }),
    );
  });

  test('keeps the order of artists if a part in which they are equal is missing for all', () => {
    const isWhole = ({ artistScore, views }: RankingInputs) =>
      artistScore !== null && views !== null;
    fc.assert(
      fc.property(inputs.filter(isWhole), inputs.filter(isWhole), (one, other) => {
        const bonus = { isOnSaleSoon: false, countries: 0, fewestTickets: null };
        const sameViews = [one, { ...other, views: one.views }] as const;
        const sameMusic = [one, { ...one, views: other.views }] as const;
        for (const [pair, missing] of [
          [sameViews, { views: null }],
          [sameMusic, { artistScore: null, listeners: null }],
        ] as const) {
          const gapOf = (changes: Partial<RankingInputs>) =>
            finalOf({ ...pair[0], ...bonus, ...changes }) -
            finalOf({ ...pair[1], ...bonus, ...changes });
          expect(gapOf({}) * gapOf(missing)).toBeGreaterThanOrEqual(-1e-12);
        }
      }),
    );
  });

  /** Changes that raise one part of the ranking by an amount. */
  const RAISES: [string, (before: RankingInputs, by: number) => RankingInputs][] = [
    [
      'artist score',
      (given, by) => ({
        ...given,
        artistScore: given.artistScore && dated(given.artistScore.value + by / 1_000),
      }),
    ],
    [
      'listeners',
      (given, by) => ({
        ...given,
        listeners: given.listeners && dated(given.listeners.value + by),
      }),
    ],
    ['views of 30 days', (given, by) => raiseViews(given, { last30Days: by })],
    ['views of 7 days', (given, by) => raiseViews(given, { last7Days: by })],
    ['fewer views before', (given, by) => raiseViews(given, { before28Days: -by })],
    ['an on-sale', (given) => ({ ...given, isOnSaleSoon: true })],
    ['more countries', (given, by) => ({ ...given, countries: given.countries + by })],
    [
      'fewer tickets',
      (given, by) => ({
        ...given,
        fewestTickets: given.fewestTickets && Math.max(0, given.fewestTickets - by),
      }),
    ],
  ];

  test.each(RAISES)('never falls with %s', (_, raise) => {
    fc.assert(
      fc.property(inputs, fc.nat(1_000), (given, by) => {
        expect(finalOf(raise(given, by))).toBeGreaterThanOrEqual(finalOf(given) - 1e-12);
      }),
    );
  });

  test('limits scores of a provider to 0 and 1', () => {
    const musicOf = (score: number) =>
      rank({ ...NONE, artistScore: dated(score) }, NOW).ranking.music_ranking_score;
    expect(musicOf(1.4)).toBe(1);
    expect(musicOf(-1)).toBe(0);
    expect(musicOf(Number.NaN)).toBe(0);
  });
});

const finalOf = (given: RankingInputs): number => rank(given, NOW).ranking.final_score ?? 0;

function raiseViews(given: RankingInputs, by: Partial<PageViews>): RankingInputs {
  if (given.views === null) return given;
  const { last30Days, last7Days, before28Days } = given.views.value;
  return {
    ...given,
    views: viewsOf(
      last30Days + (by.last30Days ?? 0),
      last7Days + (by.last7Days ?? 0),
      Math.max(0, before28Days + (by.before28Days ?? 0)),
    ),
  };
}

describe('the facts of the bonus', () => {
  test.each([
    [2, 50, false, false],
    [3, 49, true, true],
    [4, 0, true, true],
    [0, null, false, false],
  ])('%s countries and %s tickets', (countries, fewestTickets, hasCountries, hasTickets) => {
    expect(bonusReasons({ isOnSaleSoon: true, countries, fewestTickets })).toEqual({
      onSale: true,
      countries: hasCountries,
      tickets: hasTickets,
    });
  });

  test('an on-sale counts from the next moment to 14 days ahead', () => {
    const now = Date.UTC(2026, 10, 22);
    const day = 86_400_000;
    expect([now, now + 1, now + 14 * day, now + 14 * day + 1].map((at) => isSoon(at, now))).toEqual(
      [false, true, true, false],
    );
  });

  test('the tickets of a city are those of all its concerts; unpublished numbers do not count', () => {
    const concert = (city_name: string | null, number_of_tickets: number | null) => ({
      city_name,
      number_of_tickets,
    });
    expect(
      scarcestCity([
        concert('Lyon', 30),
        concert('Lyon', 25),
        concert('Paris', 54),
        concert('Lille', null),
        concert(null, 1),
      ]),
    ).toEqual({ city: 'Paris', tickets: 54 });
    expect(scarcestCity([concert('Lille', null)])).toBeNull();
  });

  test('each country counts once', () => {
    const countries = ['FR', 'DE', null, 'FR'].map((country) => ({ country }));
    expect(countriesOf(countries)).toEqual(['DE', 'FR']);
  });
});

describe('the category score', () => {
  test('weighs the score of each concert by its listings', () => {
    // (0.9 x 300 + 0.5 x 100) / 400 x 100
    const concerts = [
      { score: 0.9, listings: 300 },
      { score: 0.5, listings: 100 },
      { score: 0.1, listings: 0 },
    ];
    expect(categoryScore(concerts)).toBeCloseTo(80, 10);
  });

  test('is the mean if no listings are published, or if none are left', () => {
    const concerts = (listings: number | null) => [
      { score: 0.9, listings },
      { score: 0.5, listings },
    ];
    expect(categoryScore(concerts(null))).toBeCloseTo(70, 10);
    expect(categoryScore(concerts(0))).toBeCloseTo(70, 10);
  });

  test('gives a concert without listings the mean weight of the others', () => {
    // (0.9 x 300 + 0.5 x 100 + 0.2 x 200) / 600 x 100
    const concerts = [
      { score: 0.9, listings: 300 },
      { score: 0.5, listings: 100 },
      { score: 0.2, listings: null },
    ];
    expect(categoryScore(concerts)).toBeCloseTo(60, 10);
  });

  test('skips concerts without a score, and is null without any', () => {
    expect(categoryScore([{ score: null, listings: 5 }])).toBeNull();
    expect(categoryScore([])).toBeNull();
    const concerts = [
      { score: 0.9, listings: null },
      { score: null, listings: null },
    ];
    expect(categoryScore(concerts)).toBeCloseTo(90, 10);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bonusReasons,
  categoryScore,
  countriesOf,
  isSoon,
  type RankingInputs,
  rank,
  scarcestCity,
} from '../../shared/resale-events/ranking.ts';

const NONE: RankingInputs = {
  artistScore: 0,
  views: { last30Days: 0, last7Days: 0, before28Days: 0 },
  isOnSaleSoon: false,
  countries: 0,
  fewestTickets: null,
};

/** Computed by hand. */
const ROWS: [string, RankingInputs, [number, number, number, number, number]][] = [
  // 0.5 x 0.8 + 0.3 x log10(1,000,000) / 7 + 0.2 x 0.5 = 0.4 + 0.257142857 + 0.1
  [
    'a steady artist with a million views and no bonus',
    {
      ...NONE,
      artistScore: 0.8,
      views: { last30Days: 999_999, last7Days: 7_000, before28Days: 28_000 },
      countries: 2,
      fewestTickets: 50,
    },
    [0.757142857, 0.8, 0.857142857, 0.5, 0],
  ],
  // (0.5 x 0.6 + 0.3 x 4 / 7 + 0.2 x 0.75) x 1.15 = 0.621428571 x 1.15
  [
    'three times the views of before, and all of the bonus',
    {
      artistScore: 0.6,
      views: { last30Days: 9_999, last7Days: 2_100, before28Days: 2_800 },
      isOnSaleSoon: true,
      countries: 3,
      fewestTickets: 49,
    },
    [0.714642857, 0.6, 0.571428571, 0.75, 0.15],
  ],
  // (0.5 x 0.5 + 0 + 0) x 1.05
  [
    'an artist without an article, on sale soon',
    { ...NONE, artistScore: 0.5, isOnSaleSoon: true },
    [0.2625, 0.5, 0, 0, 0.05],
  ],
  ['nothing known', NONE, [0, 0, 0, 0, 0]],
  // (0.5 + 0.3 + 0.2) x 1.15
  [
    'the highest of all',
    {
      artistScore: 1,
      views: { last30Days: 10_000_000, last7Days: 5_000, before28Days: 0 },
      isOnSaleSoon: true,
      countries: 9,
      fewestTickets: 0,
    },
    [1.15, 1, 1, 1, 0.15],
  ],
];

describe('the ranking of an artist', () => {
  test.each(ROWS)('%s', (_, inputs, [final, music, social, trend, bonus]) => {
    const ranking = rank(inputs);
    expect(ranking.final_score).toBeCloseTo(final, 7);
    expect(ranking.music_ranking_score).toBeCloseTo(music, 7);
    expect(ranking.social_score).toBeCloseTo(social, 7);
    expect(ranking.trend_score).toBeCloseTo(trend, 7);
    expect(ranking.bonus_percentage).toBe(bonus);
  });

  const count = fc.nat(50_000_000);
  const inputs: fc.Arbitrary<RankingInputs> = fc.record({
    artistScore: fc.double({ min: 0, max: 1, noNaN: true }),
    views: fc.record({ last30Days: count, last7Days: count, before28Days: count }),
    isOnSaleSoon: fc.boolean(),
    countries: fc.nat(60),
    fewestTickets: fc.option(fc.nat(500)),
  });

  test('stays within its bounds', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const ranking = rank(given);
        for (const score of [
          ranking.music_ranking_score,
          ranking.social_score,
          ranking.trend_score,
        ]) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
        expect([0, 0.05, 0.1, 0.15]).toContain(ranking.bonus_percentage);
        expect(ranking.final_score).toBeGreaterThanOrEqual(0);
        expect(ranking.final_score).toBeLessThanOrEqual(1.15 + 1e-12);
      }),
    );
  });

  /** Changes that raise one part of the ranking by an amount. */
  const RAISES: [string, (given: RankingInputs, by: number) => RankingInputs][] = [
    ['artist score', (given, by) => ({ ...given, artistScore: given.artistScore + by / 1_000 })],
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
        const before = rank(given).final_score;
        expect(rank(raise(given, by)).final_score).toBeGreaterThanOrEqual(before - 1e-12);
      }),
    );
  });

  test('limits scores of a provider to 0 and 1', () => {
    expect(rank({ ...NONE, artistScore: 1.4 }).music_ranking_score).toBe(1);
    expect(rank({ ...NONE, artistScore: -1 }).music_ranking_score).toBe(0);
    expect(rank({ ...NONE, artistScore: Number.NaN }).music_ranking_score).toBe(0);
  });
});

function raiseViews(given: RankingInputs, by: Partial<RankingInputs['views']>): RankingInputs {
  const { last30Days, last7Days, before28Days } = given.views;
  return {
    ...given,
    views: {
      last30Days: last30Days + (by.last30Days ?? 0),
      last7Days: last7Days + (by.last7Days ?? 0),
      before28Days: Math.max(0, before28Days + (by.before28Days ?? 0)),
    },
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

test('the category score weighs the score of each concert by its listings', () => {
  // (0.9 x 300 + 0.5 x 100) / 400 x 100
  expect(
    categoryScore([
      { score: 0.9, listings: 300 },
      { score: 0.5, listings: 100 },
      { score: 0.1, listings: 0 },
    ]),
  ).toBeCloseTo(80, 10);
  expect(categoryScore([{ score: 0.9, listings: 0 }])).toBe(0);
  expect(categoryScore([])).toBe(0);
});

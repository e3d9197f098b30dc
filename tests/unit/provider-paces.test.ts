import { describe, expect, test } from 'vitest';
import { contactOf, contactProblems } from '../../shared/provider-contact.ts';
import { createWikimedia } from '../../simulator/resale/wikimedia.ts';
import { admit, INITIAL_STATE } from '../../worker/providers/gate.ts';
import { PACES, spacingOf } from '../../worker/providers/paces.ts';

const NAMES = Object.keys(PACES) as (keyof typeof PACES)[];
const HOUR_MS = 3_600_000;

describe('the paces of the providers', () => {
  test.each(NAMES)('%s: at most the published pace, with its source', (name) => {
    const { perMinute, published } = PACES[name];
    expect(perMinute).toBeLessThanOrEqual(published.perMinute ?? Number.POSITIVE_INFINITY);
    expect(published.source).toMatch(/^https:\/\//);
  });

  test.each(NAMES)(
    '%s: a gate never exceeds the published number of calls in any minute of an hour',
    (name) => {
      const spacingMs = spacingOf(name);
      const request = { priority: 'interactive', longestWaitMs: 0, longestPauseMs: 0 } as const;
      const starts: number[] = [];
      let state = INITIAL_STATE;
      for (let now = 1_800_000_000_000; now < 1_800_000_000_000 + HOUR_MS; now += 50) {
        const { state: next, admission } = admit(state, { ...request, spacingMs }, now);
        state = next;
        if (admission.kind === 'admitted') starts.push(now);
      }
      const inMinute = starts.map((at, index) => {
        let end = index;
        while (end < starts.length && (starts[end] ?? 0) < at + 60_000) end += 1;
        return end - index;
      });
      expect(Math.max(...inMinute)).toBeLessThanOrEqual(PACES[name].perMinute);
      expect(Math.max(...inMinute)).toBeGreaterThan(PACES[name].perMinute * 0.8);
    },
  );

  test('without a contact the first pass over 1,000 artists ends within a day', () => {
    // Four titles of each artist are tried.
    expect(PACES['wikimedia without contact'].perMinute * 24 * 60).toBeGreaterThan(4_000);
  });
});

describe('the contact', () => {
  test('is PROVIDER_CONTACT, else its former name', () => {
    expect(contactOf({})).toBeNull();
    expect(contactOf({ WIKIMEDIA_CONTACT: 'old@desk.test' })).toBe('old@desk.test');
    expect(
      contactOf({ PROVIDER_CONTACT: 'ops@desk.test', WIKIMEDIA_CONTACT: 'old@desk.test' }),
    ).toBe('ops@desk.test');
  });

  test('is reported as missing with live providers only', () => {
    expect(contactProblems({ PROVIDERS: 'live' })).toEqual([
      'Page views and listeners of artists arrive slowly, because this desk names no contact to the providers. An administrator can set PROVIDER_CONTACT.',
    ]);
    expect(contactProblems({ PROVIDERS: 'simulated' })).toEqual([]);
    expect(contactProblems({ PROVIDERS: 'live', PROVIDER_CONTACT: 'ops@desk.test' })).toEqual([]);
  });
});

describe('the simulated page views', () => {
  const callsAllowed = (isLimited: boolean, userAgent: string | undefined) => {
    const answer = createWikimedia(isLimited);
    const path =
      '/wikimedia/metrics/pageviews/per-article/en.wikipedia/all-access/user/Nobody/daily/2026101700/2026112000';
    const statuses = Array.from({ length: 250 }, () =>
      answer({
        method: 'GET',
        path,
        query: new URLSearchParams(),
        body: '',
        now: 0,
        today: 0,
        origin: 'http://127.0.0.1',
        headers: { 'user-agent': userAgent },
      }),
    );
    const refused = statuses.filter((one) => one?.status === 429);
    for (const one of refused) expect(Number(one?.headers?.['retry-after'])).toBeGreaterThan(0);
    return statuses.length - refused.length;
  };

  test.each([
    ['an e-mail address', 'BoxofficeDesk/0.1 (ops@desk.test)', 200],
    ['a web address', 'BoxofficeDesk/0.1 (https://desk.test)', 200],
    ['no contact', 'BoxofficeDesk/0.1 (boxoffice-desk)', 10],
    ['no User-Agent', undefined, 10],
  ])('allow as many calls a minute as the provider: %s', (_, userAgent, allowed) => {
    expect(callsAllowed(true, userAgent)).toBe(allowed);
  });

  test('allow every call of tests that do not wait', () => {
    expect(callsAllowed(false, undefined)).toBe(250);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterAttempt,
  CHECK_AGAIN_MS,
  CHECK_EVERY_MS,
  type HealthRecord,
  REPORTED_FAILURES,
  toHealth,
} from '../../shared/mailboxes/health.ts';
import { describeHealth, statusOf } from '../../web/features/mailboxes/health/health-text.ts';
import { makeMailbox } from '../factories/mailboxes.ts';

const NEW: HealthRecord = {
  workedAt: null,
  checkedAt: null,
  failingSince: null,
  failures: 0,
  failure: null,
  checkDueAt: 0,
};
const MINUTE_MS = 60_000;

/** Attempts with the time since the one before; null has no result. */
const attempts = fc.array(
  fc.record({
    waitMs: fc.integer({ min: 0, max: 2 * CHECK_EVERY_MS }),
    attempt: fc.constantFrom({ failure: null }, { failure: 'refused' }, { failure: 'late' }, null),
  }),
);

function run(list: readonly { waitMs: number; attempt: { failure: string | null } | null }[]) {
  let [now, health] = [0, NEW];
  return list.map(({ waitMs, attempt }) => {
    now += waitMs;
    const before = health;
    const result = afterAttempt(before, attempt, now);
    health = result.after;
    return { now, before, attempt, ...result };
  });
}

describe('the health of a mailbox', () => {
  it('is checked again after a quarter of an hour, then once a day', () => {
    expect(CHECK_AGAIN_MS).toBe(15 * MINUTE_MS);
    expect(CHECK_EVERY_MS).toBe(24 * 60 * MINUTE_MS);
    const [first, second, third] = run([
      { waitMs: 5, attempt: { failure: 'refused' } },
      { waitMs: CHECK_AGAIN_MS, attempt: { failure: 'refused again' } },
      { waitMs: CHECK_EVERY_MS, attempt: { failure: null } },
    ]);
    expect(first).toMatchObject({
      after: { failures: 1, failingSince: 5, checkDueAt: 5 + CHECK_AGAIN_MS, workedAt: null },
      news: null,
    });
    expect(second).toMatchObject({
      after: { failures: 2, failingSince: 5, failure: 'refused again' },
      news: 'failing',
    });
    expect(second?.after.checkDueAt).toBe((second?.now ?? 0) + CHECK_EVERY_MS);
    expect(third).toMatchObject({
      after: { failures: 0, failingSince: null, failure: null, workedAt: third?.now },
      news: 'working',
    });
  });

  it('counts failures of several searches within a minute as one', () => {
    const results = run([
      { waitMs: 0, attempt: { failure: 'refused' } },
      { waitMs: MINUTE_MS - 1, attempt: { failure: 'late' } },
      { waitMs: 1, attempt: { failure: 'late' } },
    ]);
    expect(results.map(({ after }) => after.failures)).toEqual([1, 1, 2]);
    expect(results[1]?.after.failure).toBe('late');
  });

  it('stays as it is without a result, and is checked again later', () => {
    const [failed, unknown] = run([
      { waitMs: 0, attempt: { failure: 'refused' } },
      { waitMs: 9, attempt: null },
    ]);
    expect(unknown?.after).toEqual({ ...failed?.after, checkDueAt: 9 + CHECK_AGAIN_MS });
  });

  it('is reported in turn: failing, working, failing', () => {
    fc.assert(
      fc.property(attempts, (list) => {
        const news = run(list).flatMap(({ news: kind }) => kind ?? []);
        expect(news).toEqual(news.map((_, index) => (index % 2 === 0 ? 'failing' : 'working')));
      }),
    );
  });

  it('has a failure and its start only while it fails, and plans each check in the future', () => {
    fc.assert(
      fc.property(attempts, (list) => {
        for (const { now, before, attempt, after } of run(list)) {
          expect(after.failure !== null).toBe(after.failures > 0);
          expect(after.failingSince !== null).toBe(after.failures > 0);
          expect(after.checkDueAt).toBeGreaterThan(now);
          expect(after.failures - before.failures).toBeLessThanOrEqual(1);
          if (attempt?.failure === null) expect(after.workedAt).toBe(now);
        }
      }),
    );
  });

  it.each([
    [
      'fails for the first time',
      { failures: 1, failingSince: 60_000 },
      'Failing',
      'Failed at 1 (first time)',
    ],
    ['fails again', { failures: 3, failingSince: 60_000 }, 'Failing', 'Failed 3 times since 1'],
    ['works', { workedAt: 60_000 }, 'Active', 'Read 1'],
    ['was never read', {}, 'Active', 'Never read'],
  ] as const)('is described in a sentence if it %s', (_, part, status, words) => {
    const failure = 'failures' in part ? 'refused' : null;
    const record = { ...NEW, failure, ...part, checkDueAt: 9e9, isActive: true };
    const account = makeMailbox({ health: toHealth(record, 1) });
    const { text, at, tail } = describeHealth(account);
    expect([text, at === null ? '' : Date.parse(at) / 60_000, tail].join(' ').trim()).toBe(words);
    expect(statusOf(account).text).toBe(status);
    expect(statusOf({ ...account, is_active: false }).text).toBe('Inactive');
  });

  it('is due only while the mailbox is active', () => {
    const failing = { ...NEW, failures: REPORTED_FAILURES, failingSince: 0, failure: 'refused' };
    expect(toHealth({ ...failing, isActive: true }, 0)).toEqual({
      is_due: true,
      worked_at: null,
      checked_at: null,
      failing_since: '1970-01-01T00:00:00.000Z',
      failures: 2,
      failure: 'refused',
    });
    expect(toHealth({ ...failing, isActive: false }, 0).is_due).toBe(false);
  });
});

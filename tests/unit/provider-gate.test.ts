import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Admission, AdmissionRequest, Priority } from '../../worker/context/gate.ts';
import { describeFailure } from '../../worker/http/errors.ts';
import {
  admit,
  currentQuota,
  type GateState,
  INITIAL_STATE,
  settle,
} from '../../worker/providers/gate.ts';
import { passGate } from '../../worker/providers/pass-gate.ts';
import { reachableGate } from '../../worker/providers/reachable-gate.ts';

const NOW = 1_800_000_000_000;
const requestOf = (changes: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  priority: 'interactive',
  longestWaitMs: 60_000,
  longestPauseMs: 10_000,
  spacingMs: 200,
  ...changes,
});
const quotaOf = (available: number, resetsAt: number | null = NOW + 3_600_000) => ({
  available,
  limit: 5000,
  resetsAt,
});
const gateWith = (available: number, resetsAt?: number | null): GateState => ({
  ...INITIAL_STATE,
  quota: quotaOf(available, resetsAt),
});
const decide = (state: GateState, changes: Partial<AdmissionRequest> = {}, now = NOW) =>
  admit(state, requestOf(changes), now).admission;

describe('the pace', () => {
  test('never lets more than five calls start within a second, in any order', () => {
    const calls = fc.array(
      fc.record({
        afterMs: fc.integer({ min: 0, max: 700 }),
        priority: fc.constantFrom<Priority>('interactive', 'background'),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(calls, (given) => {
        let state = INITIAL_STATE;
        let now = NOW;
        const starts: number[] = [];
        for (const { afterMs, priority } of given) {
          now += afterMs;
          const decided = admit(state, requestOf({ priority }), now);
          state = decided.state;
          if (decided.admission.kind === 'admitted') starts.push(now + decided.admission.waitMs);
        }
        for (const [index, start] of starts.entries()) {
          const fifthAfter = starts[index + 5];
          if (fifthAfter !== undefined) expect(fifthAfter - start).toBeGreaterThanOrEqual(1000);
        }
      }),
    );
  });

  test('starts the calls of operators before background work', () => {
    const { state } = admit(INITIAL_STATE, requestOf(), NOW);
    expect(decide(state)).toMatchObject({ kind: 'admitted', waitMs: 200 });
    expect(decide(state, { priority: 'background' })).toEqual({ kind: 'later', retryAfterMs: 200 });
    expect(decide(state, { priority: 'background' }, NOW + 200)).toMatchObject({
      kind: 'admitted',
      waitMs: 0,
    });
  });

  test("refuses a call whose wait would exceed its caller's time, and reserves no slot for it", () => {
    const busy = { ...INITIAL_STATE, nextStartAt: NOW + 5_000 };
    const { state, admission } = admit(busy, requestOf({ longestWaitMs: 4_000 }), NOW);
    expect(admission).toEqual({ kind: 'refused', reason: 'queue', retryAfterMs: 5_000 });
    expect(state.nextStartAt).toBe(busy.nextStartAt);
  });
});

describe('the quota', () => {
  test.each<[string, GateState, Priority, Admission['kind']]>([
    ['unknown, background', INITIAL_STATE, 'background', 'admitted'],
    ['above the reserve, background', gateWith(1001), 'background', 'admitted'],
    ['at the reserve, background', gateWith(1000), 'background', 'refused'],
    ['at the reserve, interactive', gateWith(1000), 'interactive', 'admitted'],
    [
      'used up, interactive: the provider answers that itself',
      gateWith(0),
      'interactive',
      'admitted',
    ],
    ['used up on a day that is over, background', gateWith(0, NOW - 1), 'background', 'admitted'],
    ['used up without a known end, background', gateWith(0, null), 'background', 'refused'],
  ])('%s', (_, state, priority, kind) => {
    expect(decide(state, { priority }).kind).toBe(kind);
  });

  test('counts down with each call and adopts the count of the provider', () => {
    const first = admit(gateWith(4000), requestOf(), NOW);
    expect(first.admission).toMatchObject({ available: 3999 });
    const settled = settle(first.state, { quota: quotaOf(3500), pauseMs: null }, NOW);
    expect(decide(settled)).toMatchObject({ available: 3499 });
  });

  test('reports the time of its renewal to background work', () => {
    expect(decide(gateWith(10), { priority: 'background' })).toEqual({
      kind: 'refused',
      reason: 'reserve',
      retryAfterMs: 3_600_000,
    });
  });
});

describe('a pause that the provider requests', () => {
  const paused = (pauseMs: number, times = 1) => {
    let state = INITIAL_STATE;
    for (let index = 0; index < times; index += 1)
      state = settle(state, { quota: null, pauseMs }, NOW);
    return state;
  };

  test('delays every caller', () => {
    expect(decide(paused(3_000))).toMatchObject({ kind: 'admitted', waitMs: 3_000 });
    expect(decide(paused(3_000), { priority: 'background' })).toMatchObject({ kind: 'later' });
  });

  test('doubles with each refusal in a row, up to half a minute', () => {
    const waits = [1, 2, 3, 10].map((times) => paused(1_000, times).pausedUntil - NOW);
    expect(waits).toEqual([1_000, 2_000, 4_000, 30_000]);
  });

  test('restarts after half a minute without refusals', () => {
    const later = NOW + 60_000;
    const state = settle(paused(1_000, 3), { quota: null, pauseMs: 1_000 }, later);
    expect(state.pausedUntil).toBe(later + 1_000);
  });

  test.each([49 * 3_600_000, 400 * 24 * 3_600_000])(
    'is kept in full, whatever its length: %i ms',
    (pauseMs) => {
      // The gate was used, so its state has the time when it was written.
      const used = admit(INITIAL_STATE, requestOf(), NOW).state;
      const state = settle(used, { quota: null, pauseMs }, NOW);
      const refused = { kind: 'refused', reason: 'pause', retryAfterMs: pauseMs };
      expect(decide(state)).toEqual(refused);
      const later = NOW + pauseMs / 2;
      const next = admit(state, requestOf(), later);
      expect(next.admission).toEqual({ ...refused, retryAfterMs: pauseMs / 2 });
      expect(decide(next.state, {}, NOW + pauseMs).kind).toBe('admitted');
    },
  );

  test('is kept in full even beyond half a minute, and refuses callers that do not wait so long', () => {
    expect(decide(paused(90_000))).toEqual({
      kind: 'refused',
      reason: 'pause',
      retryAfterMs: 90_000,
    });
  });
});

test('a gate whose storage fails is a failure of the server, not a program error', async () => {
  const full = async () => {
    throw new Error('database or disk is full: SQLITE_FULL');
  };
  const gate = reachableGate({ admit: full, report: full, quota: full });
  const request = {
    priority: 'interactive',
    longestWaitMs: 1,
    longestPauseMs: 1,
    spacingMs: 200,
  } as const;
  for (const call of [
    passGate(gate, request, new AbortController().signal),
    gate.report({ quota: null, pauseMs: null }),
    gate.quota(),
  ]) {
    const failure = describeFailure(await call.catch((error: unknown) => error));
    expect(failure.status).toBe(503);
    expect(failure.body.message).toBe(
      'Calls to the provider cannot be counted: the disk may be full. Please try again.',
    );
  }
});

describe('a clock that was fast', () => {
  const HOUR = 3_600_000;
  const pausedFor = (ms: number, now: number) =>
    settle({ ...INITIAL_STATE, at: now }, { quota: null, pauseMs: ms }, now);

  test('does not prolong a pause that the provider requested', () => {
    const state = pausedFor(7_200_000, NOW + HOUR);
    expect(decide(state)).toEqual({
      kind: 'refused',
      reason: 'pause',
      retryAfterMs: 7_200_000,
    });
    expect(decide(state, {}, NOW + 7_200_000).kind).toBe('refused');
    expect(decide(admit(state, requestOf(), NOW).state, {}, NOW + 7_200_000).kind).toBe('admitted');
  });

  test.each([HOUR, 24 * HOUR, 400 * 24 * HOUR])(
    'delays no call, although it was fast by %i ms',
    (aheadMs) => {
      let state = INITIAL_STATE;
      for (let count = 0; count < 20; count += 1)
        state = admit(state, requestOf(), NOW + aheadMs).state;
      const { admission } = admit(state, requestOf(), NOW);
      expect(admission).toMatchObject({ kind: 'admitted' });
      expect(admission.kind === 'admitted' && admission.waitMs).toBeLessThanOrEqual(4_000);
    },
  );

  test('keeps no count of a distant day', () => {
    const state = { ...gateWith(0, NOW + 300 * 24 * HOUR), at: NOW + 299 * 24 * HOUR };
    expect(decide(state, { priority: 'background' })).toMatchObject({ kind: 'admitted' });
    expect(currentQuota(admit(state, requestOf(), NOW).state.quota, NOW)).toBeNull();
  });
});

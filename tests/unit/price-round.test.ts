import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backoffMs } from '../../shared/times.ts';
import type { Gate } from '../../worker/context/gate.ts';
import {
  checkInterval,
  PAGE_SPACING_MS,
  PAGES_AT_ONCE,
} from '../../worker/features/price-monitor/checks/check.ts';
import { ROUND_MS, runRound } from '../../worker/features/price-monitor/checks/round.ts';
import { admit, INITIAL_STATE, settle } from '../../worker/providers/gate.ts';

interface Event {
  id: number;
  host: string;
  dueAt: number;
}

const START = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Events that become due again after `intervalMs`, and pages that take `pageMs`. All times are simulated. */
function openWorld(
  events: readonly Event[],
  pageMs: number,
  intervalMs = Number.POSITIVE_INFINITY,
) {
  const gates = new Map<string, Gate>();
  const starts: { host: string; id: number; at: number }[] = [];
  const seen = { mostAtOnce: 0, atOnce: 0, sent: 0 };
  const ctx = {
    clock: Date.now,
    signal: new AbortController().signal,
    gateOf: (name: string) => gates.get(name) ?? openGate(gates, name),
  };
  const steps = {
    listDue: async (known: readonly number[]) =>
      events
        .filter(({ id, dueAt }) => dueAt <= Date.now() && !known.includes(id))
        .sort((a, b) => a.dueAt - b.dueAt)
        .slice(0, 60),
    check: async (event: Event) => {
      starts.push({ host: event.host, id: event.id, at: Date.now() });
      seen.atOnce += 1;
      seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.atOnce);
      await new Promise((resolve) => setTimeout(resolve, pageMs));
      seen.atOnce -= 1;
      event.dueAt = Math.floor(Date.now() / MINUTE) * MINUTE + intervalMs;
    },
    postpone: async (host: string, until: number) => {
      for (const event of events) if (event.host === host) event.dueAt = until;
    },
    send: async () => {
      seen.sent += 1;
    },
  };
  return { ctx, steps, starts, seen };
}

function openGate(gates: Map<string, Gate>, name: string): Gate {
  let state = INITIAL_STATE;
  const gate: Gate = {
    async admit(request) {
      const decided = admit(state, request, Date.now());
      state = decided.state;
      return decided.admission;
    },
    async report(report) {
      state = settle(state, report, Date.now());
    },
    quota: async () => state.quota,
  };
  gates.set(name, gate);
  return gate;
}

const manyTargets = (count: number, hosts: number): Event[] =>
  Array.from({ length: count }, (_, id) => ({ id, host: `host-${id % hosts}`, dueAt: START }));

/** Runs rounds until `until`, each as soon as the last one ended, like the queue. */
async function runRounds(world: ReturnType<typeof openWorld>, until: number) {
  let isOver = false;
  const rounds = (async () => {
    while (Date.now() < until) {
      await runRound(world.ctx, world.steps);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    isOver = true;
  })();
  while (!isOver) await vi.advanceTimersByTimeAsync(1_000);
  await rounds;
}

/** The shortest time between two starts at one host. */
function shortestGap(starts: ReturnType<typeof openWorld>['starts']): number {
  const byHost = Map.groupBy(starts, ({ host }) => host);
  const gaps = [...byHost.values()].flatMap((own) =>
    own.slice(1).map(({ at }, index) => at - (own[index]?.at ?? 0)),
  );
  return Math.min(...gaps);
}

describe('rounds of checks', () => {
  it('check 2,000 events of 40 hosts within their interval, six at a time and each host at its pace', async () => {
    const all = 2_000;
    const intervalMs = checkInterval({ all, ofHost: 50, listed: 0 }, false);
    const world = openWorld(manyTargets(all, 40), 1_200, intervalMs);
    await runRounds(world, START + 2 * intervalMs);
    expect(world.seen.mostAtOnce).toBe(PAGES_AT_ONCE);
    expect(shortestGap(world.starts)).toBeGreaterThanOrEqual(PAGE_SPACING_MS);
    const byEvent = Map.groupBy(world.starts, ({ id }) => id);
    expect(byEvent.size).toBe(all);
    const waits = [...byEvent.values()].map(
      ([first, second]) => (second?.at ?? 0) - (first?.at ?? 0),
    );
    expect(Math.max(...waits)).toBeLessThanOrEqual(intervalMs + MINUTE);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(intervalMs - MINUTE);
  });

  it('call no host faster than its pace, and do not delay other hosts', async () => {
    const slow = Array.from({ length: 50 }, (_, id) => ({ id, host: 'slow', dueAt: START }));
    const other = { id: 99, host: 'other', dueAt: START + 2_500 };
    const world = openWorld([...slow, other], 200);
    await runRounds(world, START + 10_000);
    const at = world.starts.find(({ id }) => id === 99)?.at ?? 0;
    expect(at - other.dueAt).toBeLessThanOrEqual(1_200);
    expect(shortestGap(world.starts)).toBeGreaterThanOrEqual(PAGE_SPACING_MS);
  });

  it('delay no event by more than its interval while a fifth of 500 pages is faulty', async () => {
    const all = 500;
    const intervalMs = checkInterval({ all, ofHost: 10, listed: 0 }, false);
    const world = openWorld(manyTargets(all, 50), 1_200, intervalMs);
    const latest: number[] = [];
    const failures = new Map<number, number>();
    /** Milliseconds until a faulty page fails, and the pause that its site requests. */
    const WAYS = [{ takesMs: 10_000 }, { takesMs: 3_000 }, { takesMs: 50 }];
    const BUSY = { takesMs: 200, pauseMs: 10 * MINUTE };
    // Each host has ten events, two of them with faulty pages. One host is busy.
    const wayOf = ({ id, host }: Event): { takesMs: number; pauseMs?: number } | undefined => {
      if (host === 'host-0') return BUSY;
      return Math.floor(id / 50) % 5 === 0 ? WAYS[id % WAYS.length] : undefined;
    };
    const { check } = world.steps;
    world.steps.check = async (event) => {
      const delayMs = Date.now() - event.dueAt;
      const way = wayOf(event);
      if (way === undefined) {
        // At first, all of them are due at once.
        if (Date.now() > START + 2 * intervalMs) latest.push(delayMs);
        return check(event);
      }
      await new Promise((resolve) => setTimeout(resolve, way.takesMs));
      const failed = (failures.get(event.id) ?? 0) + 1;
      failures.set(event.id, failed);
      if (way.pauseMs !== undefined)
        await world.ctx.gateOf(`page ${event.host}`).report({ quota: null, pauseMs: way.pauseMs });
      event.dueAt = Date.now() + backoffMs(failed);
    };
    await runRounds(world, START + 10 * intervalMs);
    expect(latest.length).toBeGreaterThan(5 * 0.75 * all);
    expect(Math.max(...latest)).toBeLessThanOrEqual(intervalMs);
  });

  it('start nothing after their time, and leave the rest due', async () => {
    const events = manyTargets(100, 1);
    const world = openWorld(events, 500);
    await runRounds(world, START + 1);
    expect(world.starts.length).toBe(ROUND_MS / PAGE_SPACING_MS);
    expect(events.filter(({ dueAt }) => dueAt <= Date.now())).toHaveLength(80);
    expect(world.seen.sent).toBeGreaterThan(10);
  });

  it('end with the failure of a step, after the pages in progress', async () => {
    const world = openWorld(manyTargets(6, 6), 500);
    const { check } = world.steps;
    world.steps.check = (event) =>
      event.id === 0 ? Promise.reject(new Error('the database is gone')) : check(event);
    const failed = expect(runRound(world.ctx, world.steps)).rejects.toThrow('the database is gone');
    await vi.advanceTimersByTimeAsync(2_000);
    await failed;
    expect(world.seen.atOnce).toBe(0);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { startLibsql } from '../../scripts/services/libsql.ts';
import type { Ctx } from '../../worker/context/context.ts';
import type { Gate } from '../../worker/context/gate.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { resaleArtists } from '../../worker/db/schema/resale-events.ts';
import { refreshViews } from '../../worker/features/resale-events/index.ts';
import { admit, INITIAL_STATE, settle } from '../../worker/providers/gate.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const CONTACT = { PROVIDER_CONTACT: 'ops@desk.test' };
const START = Date.UTC(2026, 10, 20);
const folder = mkdtempSync(join(tmpdir(), 'desk-first-day-'));
let server: Awaited<ReturnType<typeof startLibsql>>;

beforeAll(async () => {
  server = await startLibsql(folder);
  await migrate(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Call {
  at: number;
  status: number;
}

/**
 * Reads the page views of an installation on a simulated clock, with the jobs and the gate of the
 * product and a provider that refuses more than `perMinute` calls within any minute, or all calls
 * between `outage.from` and `outage.to`.
 */
async function openInstallation(
  artists: number,
  perMinute: number,
  variables: Record<string, string>,
  outage = { from: 0, to: 0 },
) {
  const env = {
    LIBSQL_URL: server.url,
    LIBSQL_AUTH_TOKEN: server.authToken,
    PROVIDERS: 'live',
    WIKIMEDIA_API_URL: 'https://wikimedia.org/api/rest_v1',
    DEPLOYMENT_ID: 'desk',
    ...variables,
  };
  const db = openDatabase(env as never);
  await db.run(sql`delete from resale_artists`);
  await db.run(sql`delete from resale_feed`);
  await db.run(sql`insert into resale_artists (id, name, score, listed_at) with recursive ids (id) as
    (select 1 union all select id + 1 from ids where id < ${artists}) select id, 'Artist ' || id, 1.0 / id, 0 from ids`);
  let now = START;
  let state = INITIAL_STATE;
  let isMoreDue = false;
  const calls: Call[] = [];
  const gate: Gate = {
    async admit(request) {
      for (;;) {
        const { state: next, admission } = admit(state, request, now);
        state = next;
        // The simulated clock advances by the caller's wait.
        if (admission.kind !== 'later') return admission;
        now += admission.retryAfterMs;
      }
    },
    async report(report) {
      state = settle(state, report, now);
    },
    quota: async () => state.quota,
  };
  const ctx = {
    env,
    db,
    clock: () => now,
    gateOf: () => gate,
    operator: null,
    requestId: 'test',
    log: { info: () => undefined, error: () => undefined },
    signal: new AbortController().signal,
    enqueue: async () => {
      isMoreDue = true;
    },
    async fetch() {
      // A call takes 40 ms.
      now += 40;
      const recent = calls.slice(-perMinute).filter(({ at }) => at > now - MINUTE);
      const isOut = now >= START + outage.from && now < START + outage.to;
      const status = isOut || recent.length >= perMinute ? 429 : 200;
      calls.push({ at: now, status });
      if (status === 429) return new Response('', { status, headers: { 'retry-after': '30' } });
      const items = [{ timestamp: '2026111900', views: 100 }];
      return Response.json({ items });
    },
  } as unknown as Ctx;
  const unread = async () => {
    const [row] = await db.all<{ count: number }>(
      sql`select count(*) as count from ${resaleArtists} where ${resaleArtists.viewsAt} is null`,
    );
    return row?.count ?? 0;
  };
  /**
   * Runs the jobs as the cron trigger and the queue do, until every artist has views or the time is
   * up.
   */
  async function runUntil(end: number): Promise<void> {
    while (now < START + end) {
      isMoreDue = false;
      await refreshViews(ctx);
      if (isMoreDue) continue;
      now = (Math.floor(now / MINUTE) + 1) * MINUTE;
      if ((await unread()) === 0) return;
    }
  }
  return { calls, runUntil, unread, passed: () => now - START };
}

/** The highest number of calls within any minute. */
function busiestMinute(calls: readonly Call[]): number {
  let from = 0;
  return calls.reduce((most, { at }, index) => {
    while ((calls[from]?.at ?? 0) <= at - MINUTE) from += 1;
    return Math.max(most, index - from + 1);
  }, 0);
}

const refusals = (calls: readonly Call[]) => calls.filter(({ status }) => status === 429);

describe('the first day of an installation', () => {
  test('with a contact artists have page views at a pace of 1,000 within an hour, without a refusal', {
    timeout: 240_000,
  }, async () => {
    const desk = await openInstallation(300, 200, CONTACT);
    await desk.runUntil(24 * HOUR);
    expect(await desk.unread()).toBe(0);
    expect(desk.passed()).toBeLessThan(0.3 * HOUR);
    expect(refusals(desk.calls)).toEqual([]);
    expect(busiestMinute(desk.calls)).toBeLessThanOrEqual(200);
  });

  test('without a contact they arrive at the pace that is allowed then', async () => {
    const desk = await openInstallation(100, 10, {});
    await desk.runUntil(24 * HOUR);
    expect(await desk.unread()).toBe(0);
    expect(refusals(desk.calls)).toEqual([]);
    expect(busiestMinute(desk.calls)).toBeLessThanOrEqual(10);
  });

  test('after a refusal no call is made until its pause ends, and all artists get their views', async () => {
    const outage = { from: 30 * SECOND, to: 10 * MINUTE };
    const desk = await openInstallation(200, 200, CONTACT, outage);
    await desk.runUntil(24 * HOUR);
    expect(await desk.unread()).toBe(0);
    const refused = refusals(desk.calls);
    expect(refused.length).toBeGreaterThan(0);
    // Each refusal doubles the time until the next call: 1, 2, 4 ... minutes.
    expect(refused.length).toBeLessThan(6);
    for (const { at } of refused) {
      const next = desk.calls.find((call) => call.at > at);
      expect((next?.at ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(30 * SECOND);
    }
  });
});

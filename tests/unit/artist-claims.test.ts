import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import type { Ctx } from '../../worker/context/context.ts';
import type { JobMessage } from '../../worker/context/jobs.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { artistCheckCalls, monitoredArtists } from '../../worker/db/schema/artist-monitor.ts';
import { startDueChecks } from '../../worker/features/artist-monitor/index.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const HOUR = 3_600_000;
const ARTISTS = 400;
/** The calls of two hours at the pace of 3,000 a day, which may be made at once. */
const BURST = 250;

let folder: string;
let server: LibsqlServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-claims-'));
  server = await startLibsql(folder);
  await migrate(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** This works as in a separate isolate: only the database is shared. */
function openIsolate({ isRefusing = false } = {}) {
  const queued: JobMessage[] = [];
  const ctx = {
    db: openDatabase({ LIBSQL_URL: server.url, LIBSQL_AUTH_TOKEN: server.authToken }),
    operator: null,
    clock: () => NOW,
    requestId: 'claims-test',
    gateOf: () => ({ quota: async () => null }),
    enqueue: async (jobs: readonly JobMessage[]) => {
      if (isRefusing) throw new Error('the queue is gone');
      queued.push(...jobs);
    },
  } as unknown as Ctx;
  return { ctx, queued };
}

beforeEach(async () => {
  const { db } = openIsolate().ctx;
  await db.delete(artistCheckCalls);
  await db.delete(monitoredArtists);
});

const addArtists = (calls: number) =>
  openIsolate()
    .ctx.db.insert(monitoredArtists)
    .values(
      Array.from({ length: ARTISTS }, (_, index) => ({
        artistId: `artist ${index}`,
        name: 'Marisol Vega',
        image: '',
        startDay: null,
        endDay: null,
        createdAt: NOW,
        nextCheckAt: NOW - index,
        calls,
      })),
    );

const readSpent = async () => (await openIsolate().ctx.db.select().from(artistCheckCalls))[0];

test.each([
  ['checks of one call each', 1, 0, BURST],
  ['checks of seven calls each', 7, 0, Math.floor(BURST / 7)],
  ['the last calls of the day', 1, 2_960, 40],
])(
  'twelve isolates that start %s at once take no more than what is left',
  async (_, calls, spent, most) => {
    await addArtists(calls);
    const day = '2026-11-22';
    if (spent > 0)
      await openIsolate()
        .ctx.db.insert(artistCheckCalls)
        .values({ id: 1, day, calls: spent, paidUntil: NOW - 2 * HOUR });
    const isolates = Array.from({ length: 12 }, () => openIsolate());
    await Promise.all(isolates.map(({ ctx }) => startDueChecks(ctx)));
    const taken = isolates.flatMap(({ queued }) => queued.map((job) => JSON.stringify(job)));
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken.length).toBeLessThanOrEqual(most);
    expect(await readSpent()).toMatchObject({ day, calls: spent + taken.length * calls });
    // The next start takes the checks that the first one left.
    const last = openIsolate();
    for (let tick = 0; tick < 8; tick += 1) await startDueChecks(last.ctx);
    expect(taken.length + last.queued.length).toBe(most);
  },
);

test('an isolate whose queue refuses the checks returns their calls to the others', async () => {
  await addArtists(1);
  const broken = Array.from({ length: 4 }, () => openIsolate({ isRefusing: true }));
  const whole = Array.from({ length: 4 }, () => openIsolate());
  await Promise.allSettled([...broken, ...whole].map(({ ctx }) => startDueChecks(ctx)));
  const taken = whole.flatMap(({ queued }) => queued).length;
  expect(taken).toBeLessThanOrEqual(BURST);
  expect((await readSpent())?.calls).toBe(taken);
});

test('a start without due artists writes nothing', async () => {
  await startDueChecks(openIsolate().ctx);
  expect(await readSpent()).toBeUndefined();
});

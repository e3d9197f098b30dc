import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openForCommand } from '../../scripts/services/database-target.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import type { Ctx } from '../../worker/context/context.ts';
import type { Gate } from '../../worker/context/gate.ts';
import { refreshConcerts, refreshViews } from '../../worker/features/resale-events/index.ts';
import { createGuardedFetch } from '../../worker/security/guarded-fetch.ts';

const openGate: Gate = {
  admit: async () => ({ kind: 'admitted', waitMs: 0, available: null }),
  report: async () => undefined,
  quota: async () => null,
};

/**
 * Fills the resale feed of the product that runs in `dataDir` through the product's own jobs,
 * without waiting for the providers' pace.
 */
export async function fillResaleFeed(dataDir: string): Promise<void> {
  const { libsqlUrl: url, libsqlAuthToken: authToken } = JSON.parse(
    readFileSync(join(dataDir, 'runtime.json'), 'utf8'),
  );
  const simulator = await startSimulator();
  const env = {
    PROVIDERS: 'simulated',
    SEATGEEK_API_URL: `${simulator.url}/seatgeek/2`,
    WIKIMEDIA_API_URL: `${simulator.url}/wikimedia`,
    MUSICBRAINZ_API_URL: `${simulator.url}/musicbrainz/ws/2`,
    LISTENBRAINZ_API_URL: `${simulator.url}/listenbrainz`,
    DEPLOYMENT_ID: 'tests',
  };
  const ctx = {
    ...openForCommand({ url, authToken }),
    env,
    fetch: createGuardedFetch({}),
    gateOf: () => openGate,
    enqueue: async () => undefined,
    log: console,
    signal: new AbortController().signal,
    // The jobs read nothing else.
  } as unknown as Ctx;
  const isAnyDue = async (condition: ReturnType<typeof sql>) => {
    // The product's own jobs work on the same feed, so some objects are read twice.
    await ctx.db.run(sql`update resale_feed set next_at = 0`);
    await ctx.db.run(sql`delete from leases where name like 'resale feed of %'`);
    const [row] = await ctx.db.all<{ count: number }>(
      sql`select count(*) as count from resale_artists where ${condition}`,
    );
    return (row?.count ?? 0) > 0;
  };
  try {
    do await refreshConcerts(ctx);
    while (await isAnyDue(sql`events_due_at = 0`));
    do await refreshViews(ctx);
    while (await isAnyDue(sql`titles_tried = 0`));
  } finally {
    await simulator.stop();
  }
}

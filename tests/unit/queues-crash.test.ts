import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import type { InsertQueueRequest } from '../../shared/queues/schema.ts';
import type { Ctx } from '../../worker/context/context.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { readAnalysisPage } from '../../worker/features/queues/accounts/service.ts';
import { countStatistics } from '../../worker/features/queues/counting/service.ts';
import { uploadQueue } from '../../worker/features/queues/uploads/service.ts';

const ROWS = 8_000;

const ctxOf = (server: LibsqlServer) =>
  ({
    db: openDatabase({ LIBSQL_URL: server.url, LIBSQL_AUTH_TOKEN: server.authToken }),
    operator: null,
    clock: Date.now,
    requestId: 'crash-test',
    enqueue: async () => undefined,
    publish: async () => undefined,
    log: { info: () => undefined, error: () => undefined },
  }) as unknown as Ctx;

const queueOf = (id: string, position: number): InsertQueueRequest => ({
  type: 'verified_fan',
  queue_id: id,
  queue_total: ROWS * 2,
  queue_date: '2026-11-20',
  accounts: Array.from({ length: ROWS }, (_, index) => ({
    account_name: `account${index}@crash.test`,
    position: position + index,
  })),
});

/** Everything that an upload changes: the queue table, the positions and the statistics. */
async function countEverywhere(server: LibsqlServer) {
  const { db } = ctxOf(server);
  await countStatistics(ctxOf(server));
  const count = async (sql: string) => Number((await db.all<{ n: number }>(sql))[0]?.n);
  return {
    queues: await count('select count(*) as n from queues'),
    acknowledged: await count('select coalesce(sum(accounts), 0) as n from queues'),
    positions: await count('select count(*) as n from queue_positions'),
    counted: await count('select coalesce(sum(total_queues), 0) as n from queue_account_stats'),
    audited: await count("select count(*) as n from audit where action = 'queues.upload'"),
  };
}

test('a database killed during an upload contains the whole file or nothing of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-crash-'));
  let server = await startLibsql(folder);
  try {
    await migrate(server);
    const startedAt = performance.now();
    await uploadQueue(ctxOf(server), queueOf('first', 1));
    const tookMs = performance.now() - startedAt;
    let whole = 1;
    // Kills it at several moments between the request's start and slightly after its usual end.
    for (const share of [0.15, 0.35, 0.55, 0.75, 0.95]) {
      const upload = uploadQueue(ctxOf(server), queueOf(`killed at ${share}`, 5)).then(
        () => true,
        () => false,
      );
      await new Promise((resolve) => setTimeout(resolve, tookMs * share));
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      const wasTold = await upload;
      server = await startLibsql(folder);
      const found = await countEverywhere(server);
      expect(found.queues === whole || found.queues === whole + 1).toBe(true);
      // Every acknowledged row is stored.
      if (wasTold) expect(found.queues).toBe(whole + 1);
      whole = found.queues;
      expect(found).toEqual({
        queues: whole,
        acknowledged: whole * ROWS,
        positions: whole * ROWS,
        counted: whole * ROWS,
        audited: whole,
      });
    }
    const page = await readAnalysisPage(ctxOf(server), { type: 'verified_fan', limit: 1 }, 1);
    expect(page.total_accounts).toBe(ROWS);
    expect(page.accounts[0]?.total_queues).toBe(whole);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

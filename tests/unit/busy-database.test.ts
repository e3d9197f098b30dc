import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/web';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startLibsql } from '../../scripts/services/libsql.ts';
import { openDatabase, runBatch } from '../../worker/db/client.ts';

/** This is more than the pages after which SQLite writes its log back by itself. */
const LARGE_BYTES = 4_200_000;
const WRITERS = 8;
const ROUNDS = 5;

test('concurrent writers of large changes wait for each other, and none is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-writers-'));
  const server = await startLibsql(folder);
  try {
    const { url, authToken } = server;
    await createClient({ url, authToken }).execute('create table notes (text)');
    const refusals: string[] = [];
    const write = async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await createClient({ url, authToken })
          .batch([`insert into notes values (zeroblob(${LARGE_BYTES}))`], 'write')
          .catch((error: unknown) => refusals.push(String(error)));
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    expect(refusals).toEqual([]);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * A database server that answers batches with these failures, one each, and then stores what it
 * receives.
 */
async function startFailing(failures: string[]) {
  const done = { cols: [], rows: [], affected_row_count: 1, last_insert_rowid: null };
  let calls = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const text of request.setEncoding('utf8')) body += text;
    const { requests }: { requests: { type: string; batch?: { steps: unknown[] } }[] } =
      JSON.parse(body);
    const code = failures[calls];
    calls += 1;
    const results = requests.map(({ type, batch }) => ({
      type: 'ok',
      response: {
        type,
        result: {
          step_results: batch?.steps.map(() => (code === undefined ? done : null)),
          step_errors: batch?.steps.map((_, at) =>
            code !== undefined && at === 0 ? { message: 'Rolled back', code } : null,
          ),
        },
      },
    }));
    response.end(JSON.stringify({ baton: null, base_url: null, results }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls: () => calls, stop: () => server.close() };
}

test.each(['SQLITE_BUSY', 'TRANSACTION_TIMEOUT'])(
  'a batch that the server rolled back for another writer (%s) is sent again until it is stored',
  async (code) => {
    const server = await startFailing(Array.from({ length: 9 }, () => code));
    try {
      const db = openDatabase({ LIBSQL_URL: server.url });
      await runBatch(db, [db.run(sql`insert into notes values ('a')`)]);
      expect(server.calls()).toBe(10);
    } finally {
      server.stop();
    }
  },
);

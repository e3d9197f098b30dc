import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { createOperator } from '../../scripts/operator.ts';
import { type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import type { InsertQueueRequest } from '../../shared/queues/schema.ts';
import type { Ctx } from '../../worker/context/context.ts';
import { openDatabase } from '../../worker/db/client.ts';
import { readAnalysisPage } from '../../worker/features/queues/accounts/service.ts';
import { countStatistics } from '../../worker/features/queues/counting/service.ts';
import {
  applyBegunUploads,
  deleteOldUploads,
  deleteQueue,
  isApplyDue,
  listQueues,
  uploadQueue,
} from '../../worker/features/queues/uploads/service.ts';

const DAY_MS = 86_400_000;
const PARTS = 2;
/** The data fits into two sheets. */
const ROWS_OF_PART = 20_000;
const ROWS = PARTS * ROWS_OF_PART;

let folder: string;
let server: LibsqlServer;
let operatorId = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-uploads-'));
  server = await startLibsql(folder);
  await migrate(server);
  await createOperator(server, { email: 'mara@desk.test', password: 'kelp-orbit-4821' });
  operatorId = (await rows<{ id: number }>('select id from operators'))[0]?.id ?? 0;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
const rows = <Row>(text: string) => ctxOf().db.all<Row>(sql.raw(text));

function ctxOf(part: Partial<Ctx> = {}): Ctx {
  const db = openDatabase({ LIBSQL_URL: server.url, LIBSQL_AUTH_TOKEN: server.authToken });
  return {
    db,
    operator: null,
    clock: Date.now,
    requestId: 'uploads-test',
    enqueue: async () => undefined,
    publish: async () => undefined,
    log: { info: () => undefined, error: () => undefined },
    ...part,
  } as unknown as Ctx;
}

/** A minute later, when an upload counts as abandoned by its caller. */
const later = () => ctxOf({ clock: () => Date.now() + 61_000 });

/** A context whose isolate ends before the batch with this number. */
function ctxUntil(batches: number): Ctx {
  const ctx = ctxOf({ operator: { id: operatorId, email: 'mara@desk.test' } });
  const batch = ctx.db.batch.bind(ctx.db);
  let done = 0;
  ctx.db.batch = (statements) => {
    done += 1;
    if (done > batches) throw new Error('the isolate has ended');
    return batch(statements);
  };
  return ctx;
}

const partOf = (id: string, queue_id: string, part: number): InsertQueueRequest => ({
  type: 'verified_fan',
  queue_id,
  queue_total: ROWS * 2,
  queue_date: '2026-11-20',
  upload: { id, part, parts: PARTS },
  accounts: Array.from({ length: ROWS_OF_PART }, (_, index) => ({
    account_name: `account${(part - 1) * ROWS_OF_PART + index}@uploads.test`,
    position: (part - 1) * ROWS_OF_PART + index + 1,
  })),
});

const listed = async (queue_id: string) =>
  (await listQueues(ctxOf(), 'verified_fan')).filter((queue) => queue.queue_id === queue_id);

const audited = (queue: string) =>
  rows<{ actor: string }>(
    `select actor from audit where action = 'queues.upload' and subject = 'queue:verified_fan:${queue}'`,
  );

describe('an upload of several sheets', () => {
  // Four sheets take at least three batches, besides the first and the last one.
  test.each([1, 2, 4])(
    'whose call ends after %i batches is in no list until the cron trigger has applied the rest',
    async (batches) => {
      const id = crypto.randomUUID();
      const name = `cut off ${batches}`;
      await uploadQueue(ctxUntil(1), partOf(id, name, 1));
      const last = uploadQueue(ctxUntil(1 + batches), partOf(id, name, 2));
      await expect(last).rejects.toThrow('the isolate has ended');
      expect(await listed(name)).toEqual([]);
      expect(await audited(name)).toEqual([]);
      // The caller may still be working.
      expect(await isApplyDue(ctxOf({ clock: () => Date.now() + 30_000 }))).toBe(false);
      expect(await isApplyDue(later())).toBe(true);
      // Housekeeping on a later day does not delete what is already written.
      await deleteOldUploads({ db: ctxOf().db, clock: () => Date.now() + 2 * DAY_MS });
      // The count does not erase the positions, and does not count them.
      await countStatistics(ctxOf());
      const search = { type: 'verified_fan', account: 'account7@uploads.test', limit: 1 } as const;
      const [before] = (await readAnalysisPage(ctxOf(), search, 1)).accounts;
      expect(before?.progress_history?.map((entry) => entry.queue_id) ?? []).not.toContain(name);

      await applyBegunUploads(later());
      expect(await isApplyDue(later())).toBe(false);
      expect(await listed(name)).toMatchObject([{ accounts: ROWS }]);
      expect(await audited(name)).toEqual([{ actor: 'mara@desk.test' }]);
      await countStatistics(ctxOf());
      const [account] = (await readAnalysisPage(ctxOf(), search, 1)).accounts;
      expect(account?.progress_history?.map((entry) => entry.queue_id)).toContain(name);
      // The answer to the part was lost, and the browser sends it again.
      const again = await uploadQueue(
        ctxOf({ operator: { id: operatorId, email: '' } }),
        partOf(id, name, 2),
      );
      expect(again).toEqual({ message: `Queue "${name}" was uploaded already.`, missing_parts: 0 });
    },
    60_000,
  );

  test('that the cron trigger and a repeated part continue together is applied once', async () => {
    const id = crypto.randomUUID();
    const operator = { id: operatorId, email: 'mara@desk.test' };
    await uploadQueue(ctxUntil(1), partOf(id, 'together', 1));
    await expect(uploadQueue(ctxUntil(3), partOf(id, 'together', 2))).rejects.toThrow();
    await Promise.all([
      applyBegunUploads(later()),
      uploadQueue(ctxOf({ operator }), partOf(id, 'together', 2)),
      applyBegunUploads(later()),
    ]);
    expect(await listed('together')).toMatchObject([{ accounts: ROWS }]);
    expect(await audited('together')).toHaveLength(1);
    const [sums] = await rows(
      'select sum(position) as n from queue_positions where queue_ref = (select max(id) from queues)',
    );
    expect(
      await rows(
        "select position_sum as n from queues where queue_id = 'together' and is_deleted = 0",
      ),
    ).toEqual([sums]);
  });

  test('replaces a queue only when all of it is written', async () => {
    const one = { ...partOf('', 'replaced', 1), upload: undefined };
    await uploadQueue(ctxOf(), { ...one, accounts: one.accounts.slice(0, 5) });
    const id = crypto.randomUUID();
    await uploadQueue(ctxUntil(1), partOf(id, 'replaced', 1));
    await expect(uploadQueue(ctxUntil(4), partOf(id, 'replaced', 2))).rejects.toThrow();
    expect(await listed('replaced')).toMatchObject([{ accounts: 5 }]);
    await applyBegunUploads(later());
    expect(await listed('replaced')).toMatchObject([{ accounts: ROWS }]);
  });

  describe('that its call abandoned', () => {
    /** Abandons an upload before its last batches. */
    async function leave(queue_id: string, queue_date: string): Promise<void> {
      const id = crypto.randomUUID();
      await uploadQueue(ctxUntil(1), { ...partOf(id, queue_id, 1), queue_date });
      const last = uploadQueue(ctxUntil(3), { ...partOf(id, queue_id, 2), queue_date });
      await expect(last).rejects.toThrow('the isolate has ended');
    }
    const short = (queue_id: string) => {
      const one = { ...partOf('', queue_id, 1), upload: undefined };
      return { ...one, accounts: one.accounts.slice(0, 5) };
    };
    /** Nothing of the upload remains, neither sheets nor the queue that it filled. */
    async function expectErased(queue_id: string): Promise<void> {
      await countStatistics(ctxOf());
      expect(
        await rows(`select id from queues where queue_id = '${queue_id}' and is_deleted = 1`),
      ).toEqual([]);
      expect(
        await rows(`select upload_id from queue_upload_sheets as s join queue_uploads as u on u.id = s.upload_id
          where u.queue_id = '${queue_id}'`),
      ).toEqual([]);
    }

    test('does not replace a newer queue', async () => {
      await leave('newer', '2026-11-20');
      await uploadQueue(ctxOf(), short('newer'));
      await applyBegunUploads(later());
      expect(await listed('newer')).toMatchObject([{ accounts: 5 }]);
      await expectErased('newer');
    });

    test('does not restore a deleted queue', async () => {
      await uploadQueue(ctxOf(), short('deleted'));
      await leave('deleted', '2026-11-20');
      await leave('beside deleted', '2026-11-20');
      await deleteQueue(ctxOf(), { type: 'verified_fan', queue_id: 'deleted' });
      await applyBegunUploads(later());
      expect(await listed('deleted')).toEqual([]);
      expect(await listed('beside deleted')).toMatchObject([{ accounts: ROWS }]);
      await expectErased('deleted');
    });

    test('is replaced by one that began after it, whichever ends first', async () => {
      await leave('both', '2026-11-20');
      await leave('both', '2026-11-21');
      await applyBegunUploads(later());
      expect(await listed('both')).toMatchObject([{ accounts: ROWS, queue_date: '2026-11-21' }]);
      await expectErased('both');
      expect(await isApplyDue(later())).toBe(false);
    });
  });

  test('in one call without parts merges accounts that are repeated in other sheets', async () => {
    const accounts = Array.from({ length: 25_000 }, (_, index) => ({
      account_name: `${index < 13_000 ? 'MERGED' : 'merged'}${index % 12_500}@uploads.test`,
      position: 30_000 - index,
    }));
    const one = { ...partOf('', 'merged', 1), upload: undefined, accounts };
    const { message } = await uploadQueue(ctxOf(), one);
    expect(message).toBe(
      'Queue "merged" uploaded with 12,500 accounts. 12,500 repeated rows were merged: the best position of an account counts.',
    );
    expect(
      await rows(`select count(*) as n, sum(p.position) as total, min(a.email) as first from queue_positions as p
        join queue_accounts as a on a.id = p.account_id where p.queue_ref = (select max(id) from queues)`),
    ).toEqual([{ n: 12_500, total: 12_500 * 11_250.5, first: 'MERGED0@uploads.test' }]);
    expect(
      await rows("select accounts, position_sum as total from queues where queue_id = 'merged'"),
    ).toEqual([{ accounts: 12_500, total: 12_500 * 11_250.5 }]);
  });

  test('lets another writer write in between', async () => {
    const id = crypto.randomUUID();
    await uploadQueue(ctxOf(), partOf(id, 'beside', 1));
    let isOver = false;
    const writer = (async () => {
      const waits: number[] = [];
      while (!isOver) {
        const startedAt = performance.now();
        await ctxOf().db.run(sql`update operators set email = email`);
        waits.push(performance.now() - startedAt);
      }
      return waits;
    })();
    await uploadQueue(ctxOf(), partOf(id, 'beside', 2));
    isOver = true;
    // Several writes succeed; one large batch would allow none.
    expect((await writer).length).toBeGreaterThan(5);
  });
});

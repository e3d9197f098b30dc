import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../../scripts/launch/network.ts';
import {
  createLibsqlKey,
  type LibsqlKey,
  type LibsqlServer,
  startLibsql,
} from '../../scripts/services/libsql.ts';
import { MINUTE_MS } from '../../shared/times.ts';
import {
  type Database,
  gatherReads,
  openDatabase,
  openForReading,
  readsReplica,
} from '../../worker/db/client.ts';
import { databaseUse } from '../../worker/db/use.ts';
import { examineReplica } from '../../worker/features/doctor/index.ts';

let folder: string;
let primary: LibsqlServer;
let replica: LibsqlServer;
let db: Database;
let key: LibsqlKey;

const addresses = () => ({
  LIBSQL_URL: primary.url,
  LIBSQL_REPLICA_URL: replica.url,
  LIBSQL_AUTH_TOKEN: primary.authToken,
});

/** A request that only reads: its first call belongs to its sign-in. */
async function openRequest(): Promise<Database> {
  const request = openForReading(addresses());
  await request.run(sql`select 1`);
  return request;
}

const add = (text: string) => db.run(sql`insert into notes (text) values (${text})`);
const count = async (request: Database) =>
  (await request.get<{ n: number }>(sql`select count(*) as n from notes`))?.n;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-replica-'));
  // On a busy machine an answer of the replica may take longer than a request waits for it.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  key = await createLibsqlKey();
  const address = `127.0.0.1:${await findFreePort()}`;
  primary = await startLibsql(join(folder, 'primary'), { key, replication: { listen: address } });
  replica = await startLibsql(join(folder, 'replica'), { key, replication: { primary: address } });
  db = openDatabase({ LIBSQL_URL: primary.url, LIBSQL_AUTH_TOKEN: primary.authToken });
  await db.run(sql`create table notes (id integer primary key, text text)`);
});
afterAll(async () => {
  vi.useRealTimers();
  await replica.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The addresses of the calls that `work` makes. */
async function addressesOf(work: () => Promise<unknown>): Promise<string[]> {
  const { fetch } = globalThis;
  const addresses: string[] = [];
  globalThis.fetch = (input, init) => {
    addresses.push(new URL(input instanceof Request ? input.url : input).origin);
    return fetch(input, init);
  };
  try {
    await work();
  } finally {
    globalThis.fetch = fetch;
  }
  return addresses;
}

test('a request reads from the replica what was stored before it began, also by others', async () => {
  let before = (await count(db)) ?? 0;
  for (let round = 0; round < 30; round += 1) {
    await add('of another operator');
    before += 1;
    const called = await addressesOf(async () => {
      const request = await openRequest();
      const [one, batch] = await Promise.all([
        count(request),
        request.batch([
          request.run(sql`select 1`),
          request.get(sql`select count(*) as n from notes`),
        ]),
      ]);
      expect([one, batch[1]]).toEqual([before, { n: before }]);
    });
    expect(called).toEqual([primary.url, replica.url, replica.url]);
  }
});

test('a replica that answers is read', async () => {
  expect(await examineReplica(addresses())).toMatchObject([{ check: 'replica', state: 'ok' }]);
  expect(await readsReplica({ ...addresses(), LIBSQL_REPLICA_URL: undefined })).toBe(false);
});

test('a request reads what it has written, and combines its reads into one call', async () => {
  const before = (await count(db)) ?? 0;
  const request = await openRequest();
  for (let written = 1; written <= 10; written += 1) {
    await request.run(sql`insert into notes (text) values ('"replication_index":"999999999"')`);
    const called = await addressesOf(async () => {
      const gathering = gatherReads(request);
      expect(await Promise.all([count(gathering), count(gathering)])).toEqual([
        before + written,
        before + written,
      ]);
    });
    expect(called).toEqual([replica.url]);
  }
  // The number in the text is not mistaken for one of the database.
  await request.run(sql`select text from notes`);
  expect(await count(request)).toBe(before + 10);
});

test('reads nothing from a server that is not a replica of the primary', async () => {
  const before = (await count(db)) ?? 0;
  const other = await startLibsql(join(folder, 'other'), { key });
  const client = openDatabase({ LIBSQL_URL: other.url, LIBSQL_AUTH_TOKEN: other.authToken });
  await client.run(sql`create table notes (id integer primary key, text text)`);
  const mistaken = { ...addresses(), LIBSQL_REPLICA_URL: other.url };
  const request = openForReading(mistaken);
  await request.run(sql`select 1`);
  expect(await count(request)).toBe(before);
  expect(await examineReplica(mistaken)).toMatchObject([
    { state: 'todo', advice: expect.stringContaining('LIBSQL_REPLICA_URL') },
  ]);
  await other.stop();
});

test('reads from the primary while the replica does not answer, without waiting for each call', async () => {
  vi.restoreAllMocks();
  // Follows the test above. The replica counts as unavailable for some seconds, however long the
  // calls below take.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS });
  const before = (await count(db)) ?? 0;
  process.kill(replica.pid, 'SIGSTOP');
  const request = await openRequest();
  const { failures } = databaseUse;
  for (let round = 0; round < 5; round += 1) expect(await count(request)).toBe(before);
  expect(databaseUse.failures - failures).toBe(1);
  expect(await readsReplica(addresses())).toBe(false);
  process.kill(replica.pid, 'SIGCONT');
});

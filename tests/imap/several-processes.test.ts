/**
 * The bundle that `wrangler deploy` would upload, in three processes of the Workers runtime against
 * one database, as a deployment runs in many isolates. One process holds the Durable Objects, so
 * that there is one of each, as at Cloudflare. Each process has its own broker for the queues, so
 * two brokers do the work of one in a deployment.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { findFreePort } from '../../scripts/launch/network.ts';
import { migrate } from '../../scripts/migrate.ts';
import { createOperator } from '../../scripts/operator.ts';
import { rotateKey } from '../../scripts/rotate-key.ts';
import { writeConfig } from '../../scripts/run-worker.ts';
import { createLibsqlKey, type LibsqlServer, startLibsql } from '../../scripts/services/libsql.ts';
import { readStored } from '../../shared/json.ts';
import { type Database, openDatabase } from '../../worker/db/client.ts';
import { VERSION } from '../../worker/db/release.ts';
import { until } from './product.ts';

const OPERATOR = { email: 'several@desk.example', password: 'a phrase for several processes' };
const keyOf = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const [OLD_KEY, NEW_KEY] = [keyOf('k1', 1), keyOf('k2', 2)];

const configShape = z.object({
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()),
  durable_objects: z.object({
    bindings: z.array(z.object({ name: z.string(), class_name: z.string() })),
  }),
  queues: z.object({ producers: z.array(z.object({ queue: z.string(), binding: z.string() })) }),
});

let folder: string;
let database: LibsqlServer;
let replica: LibsqlServer;
let db: Database;
let config: z.infer<typeof configShape>;
let bundle: string;
/** Whether this is the earlier version, as far as health shows it. */
let previousBundle: string;

/** What external servers received: texts of posts, and the number of reads of each page. */
const posts: string[] = [];
const reads = new Map<string, number>();
const outside = createServer((request, response) => {
  if (request.method === 'POST') {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      posts.push(text);
      response.writeHead(204).end();
    });
    return;
  }
  const path = request.url ?? '';
  if (!path.startsWith('/event/')) return response.writeHead(404).end('{}');
  reads.set(path, (reads.get(path) ?? 0) + 1);
  const event = {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: `Northern Lanterns ${path}`,
    startDate: '2030-06-01T20:00:00+02:00',
    offers: { '@type': 'Offer', price: '58.00', priceCurrency: 'EUR' },
  };
  response.setHeader('Content-Type', 'text/html');
  response.end(
    `<html><head><script type="application/ld+json">${JSON.stringify(event)}</script></head></html>`,
  );
});
const hostOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;
const outsideHost = () => hostOf(outside);

/** The replica of the database, with the number of its answers. */
let replicaAnswers = 0;
const meteredReplica = createServer((request, response) => {
  const { method, headers } = request;
  const forwarded = send(`${replica.url}${request.url}`, { method, headers }, (answer) => {
    replicaAnswers += answer.statusCode === 200 ? 1 : 0;
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  request.pipe(forwarded);
});

/** A process of the Workers runtime. */
interface Running {
  url: URL;
  /** Runs the cron trigger once. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

const HOME = 'objects';
const noAssets = () => new Response('no assets here') as never;
const running = new Set<Running>();

async function startProcess(name: string, { script = bundle, dataKey = OLD_KEY } = {}) {
  const isHome = name === HOME;
  const objects = config.durable_objects.bindings.map(({ name: binding, class_name }) => [
    binding,
    isHome
      ? { className: class_name, useSQLite: true }
      : { className: class_name, scriptName: HOME },
  ]);
  const { producers } = config.queues;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name,
      modules: true,
      script,
      host: '127.0.0.1',
      port: 0,
      handleStructuredLogs() {},
      compatibilityDate: config.compatibility_date,
      compatibilityFlags: config.compatibility_flags,
      unsafeDevRegistryPath: join(folder, 'registry'),
      durableObjects: Object.fromEntries(objects),
      resourcePersistencePath: join(folder, `durable-${name}`),
      queueProducers: Object.fromEntries(producers.map(({ binding, queue }) => [binding, queue])),
      queueConsumers: Object.fromEntries(
        producers.map(({ queue }) => [queue, { maxBatchSize: 10, maxBatchTimeout: 0 }]),
      ),
      serviceBindings: { ASSETS: noAssets },
      bindings: {
        LIBSQL_URL: database.url,
        LIBSQL_AUTH_TOKEN: database.authToken,
        ...(name === 'b' && { LIBSQL_REPLICA_URL: `http://${hostOf(meteredReplica)}` }),
        TOKEN_SECRET: 'a-secret-for-tests-of-at-least-32-bytes',
        DATA_KEY: dataKey,
        PROVIDERS: 'simulated',
        NOTIFY_WEBHOOK_URL: `http://${outsideHost()}/hook`,
        PAGE_HOSTS: outsideHost(),
        ...Object.fromEntries(
          ['TICKETMASTER', 'SEATGEEK', 'WIKIMEDIA', 'MUSICBRAINZ', 'LISTENBRAINZ'].map(
            (provider) => [`${provider}_API_URL`, `http://${outsideHost()}/none`],
          ),
        ),
      },
    }),
  );
  const url = await miniflare.ready;
  const worker = await miniflare.getWorker();
  const started: Running = {
    url,
    async tick() {
      expect((await worker.scheduled({ cron: '* * * * *' })).outcome).toBe('ok');
    },
    async stop() {
      if (running.delete(started)) await miniflare.dispose();
    },
  };
  running.add(started);
  return started;
}

/** The answer of one of the processes to a call. */
async function call(
  { url }: Running,
  path: string,
  { token, json, method }: { token?: string; json?: unknown; method?: string } = {},
) {
  const response = await fetch(new URL(`/api${path}`, url), {
    method: method ?? (json === undefined ? 'GET' : 'POST'),
    headers: {
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return { status: response.status, text: await response.text() };
}

const signInAnswer = z.object({ token: z.string() });
const healthShape = z.object({ status: z.string(), version: z.string() });
const listShape = z.object({ data: z.array(z.object({ id: z.number() })) });

async function signIn(process: Running): Promise<string> {
  const { status, text } = await call(process, '/auth/login', { json: OPERATOR });
  expect(status, text).toBe(200);
  return readStored(signInAnswer, text).token;
}

const health = async (process: Running) =>
  readStored(healthShape, (await call(process, '/health')).text);

/** Stores a notification as a monitor would; the cron trigger delivers it. */
const notify = (title: string) =>
  db.run(sql`insert into notifications (kind, title, topic, body, dedupe_key, created_at)
    values ('system', ${title}, '', 'body', ${title}, ${Date.now()})`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boxoffice-several-'));
  const file = await writeConfig({ state: folder, webFolder: join(folder, 'web') });
  config = readStored(configShape, readFileSync(file, 'utf8'));
  const bundles = join(folder, 'bundle');
  const wrangler = ['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run'];
  execFileSync(process.execPath, [...wrangler, '--config', file, '--outdir', bundles], {
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_WRITE_LOGS: 'false' },
    stdio: 'pipe',
  });
  bundle = readFileSync(join(bundles, 'index.js'), 'utf8');
  previousBundle = bundle.replace(
    `name: "boxoffice-desk",\n  version: "${VERSION}"`,
    'name: "boxoffice-desk",\n  version: "0.9.0"',
  );
  const key = await createLibsqlKey();
  const address = `127.0.0.1:${await findFreePort()}`;
  database = await startLibsql(join(folder, 'db'), { key, replication: { listen: address } });
  replica = await startLibsql(join(folder, 'replica'), {
    key,
    replication: { primary: address },
  });
  await new Promise<void>((resolve) => meteredReplica.listen(0, '127.0.0.1', resolve));
  await migrate(database);
  await createOperator(database, OPERATOR);
  db = openDatabase({ LIBSQL_URL: database.url, LIBSQL_AUTH_TOKEN: database.authToken });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await Promise.all([...running].map((one) => one.stop()));
  outside.closeAllConnections();
  outside.close();
  meteredReplica.closeAllConnections();
  meteredReplica.close();
  await replica.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The titles of notifications that arrive on the live channel. */
async function openChannel({ url }: Running, token: string): Promise<string[]> {
  const address = new URL(`/ws?token=${token}`, url);
  address.protocol = 'ws:';
  const socket = new WebSocket(address);
  const texts: string[] = [];
  socket.onmessage = ({ data }) => texts.push(String(data));
  await until(() => texts.some((text) => text.includes('"ready"')));
  return texts;
}

const countOf = (texts: readonly string[], text: string) => texts.join('\n').split(text).length - 1;

test('several processes of the deployed bundle form one desk, also during a rollback and a change of keys', async () => {
  await startProcess(HOME);
  let [a, b] = await Promise.all([startProcess('a'), startProcess('b')]);

  // A session of one process is valid in the other, and ends in both.
  const token = await signIn(a);
  expect((await call(b, '/dashboard', { token })).status).toBe(200);
  const other = await signIn(b);
  expect((await call(a, '/auth/logout', { token: other, method: 'POST' })).status).toBe(200);
  expect((await call(b, '/dashboard', { token: other })).status).toBe(401);

  // The parts of an upload arrive at both processes in turn.
  const upload = randomUUID();
  for (const part of [1, 2, 3, 4]) {
    const { status, text } = await call(part % 2 === 0 ? a : b, '/queues/insert', {
      token,
      json: {
        type: 'verified_fan',
        queue_id: 'q-1',
        queue_total: 1_000,
        queue_date: '2026-11-20',
        accounts: [{ account_name: `part-${part}@several.test`, position: part }],
        upload: { id: upload, part, parts: 4 },
      },
    });
    expect(status, text).toBe(200);
    expect(text).toContain(`"missing_parts":${4 - part}`);
  }
  const [analysisOfA, analysisOfB] = await Promise.all(
    [a, b].map((one) => call(one, '/queues/get?type=verified_fan', { token })),
  );
  expect(countOf([analysisOfA?.text ?? ''], '@several.test')).toBeGreaterThanOrEqual(4);
  expect(analysisOfB?.text).toBe(analysisOfA?.text);
  // The second process reads from a replica, which had the last part as soon as the first one had stored it.
  await until(() => replicaAnswers > 0);

  // A watched event is due again in the next minute, so the minute must not change during the
  // following steps.
  await until(() => Date.now() % 60_000 < 30_000);
  // Two cron triggers at once: each fact is posted, published and checked once.
  const urls = ['/event/1', '/event/2'].map((path) => `http://${outsideHost()}${path}`);
  const json = { targets: urls.map((url) => ({ url })) };
  expect((await call(a, '/events/price-targets', { token, json })).status).toBeLessThan(300);
  /** Waits until each page was checked after that time. */
  const untilChecked = (since: number) =>
    until(async () => {
      const rows = await db.all(
        sql`select 1 from price_targets where checked_at is null or checked_at < ${since}`,
      );
      return rows.length === 0;
    });
  await untilChecked(0);
  const frames = await openChannel(b, token);
  const dueAt = Date.now();
  await db.run(sql`update price_targets set next_check_at = 0`);
  const titles = ['first', 'second', 'third'].map((name) => `${name} ${randomUUID()}`);
  for (const title of titles) await notify(title);
  await Promise.all([a.tick(), b.tick(), a.tick(), b.tick()]);
  await untilChecked(dueAt);
  await until(() => titles.every((title) => countOf(posts, title) > 0));
  await until(() => titles.every((title) => countOf(frames, title) > 0));
  await Promise.all([a.tick(), b.tick()]);
  expect(titles.map((title) => countOf(posts, title))).toEqual([1, 1, 1]);
  expect(titles.map((title) => countOf(frames, title))).toEqual([1, 1, 1]);
  // Once when they were added, and once when they were due.
  expect([...reads.values()]).toEqual([2, 2]);

  // Back to the earlier version, with a database that has the migrations of a later one.
  await db.run(sql`insert into applied_migrations values ('9999_later', '', 0)`);
  await db.run(sql`alter table notifications add column later text`);
  await db.run(sql`create table later (id integer primary key)`);
  await a.stop();
  a = await startProcess('a', { script: previousBundle });
  expect([await health(a), await health(b)]).toMatchObject([
    { status: 'ok', version: '0.9.0' },
    { status: 'ok', version: VERSION },
  ]);
  expect((await call(a, '/dashboard', { token })).status).toBe(200);
  await notify('after the rollback');
  await Promise.all([a.tick(), b.tick()]);
  await until(() => countOf(posts, 'after the rollback') === 1);

  await db.run(sql`delete from applied_migrations where name = '9999_later'`);

  // Another key is set while both run: first as a second key that both open, then as the only one.
  const cvv = (last: number) => `12${last}`;
  const addProfile = async (one: Running, last: number) => {
    const card = {
      card_number: `400000000000000${last}`,
      card_exp_month: '03',
      card_exp_year: '2031',
    };
    const place = {
      address: `${last} rue de la Paix`,
      city: 'Lyon',
      postal: '69002',
      country: 'FR',
    };
    const person = {
      profile_name: `Atlas ${last}`,
      email: `${last}@several.test`,
      name: 'Theo Atlas',
    };
    const contact = { password: 'kelp-orbit-29', phone: '+33 4 65 71 23 08', state: 'Rhone' };
    const profiles = [{ ...person, ...place, ...contact, ...card, cvv: cvv(last) }];
    expect((await call(one, '/profiles', { token, json: { profiles } })).status).toBe(200);
    const list = readStored(listShape, (await call(one, '/profiles?limit=100', { token })).text);
    return Math.max(...list.data.map(({ id }) => id));
  };
  const reveal = (one: Running, id: number) =>
    call(one, `/profiles/${id}/reveal`, { token, method: 'POST' });
  const before = await addProfile(b, 1);
  await a.stop();
  a = await startProcess('a', { dataKey: `${NEW_KEY},${OLD_KEY}` });
  const after = await addProfile(a, 2);
  expect((await reveal(a, before)).text).toContain(`"${cvv(1)}"`);
  // A process that has only the old key opens nothing that was sealed with the new one.
  expect((await reveal(b, before)).text).toContain(`"${cvv(1)}"`);
  expect((await reveal(b, after)).status).toBe(500);
  await b.stop();
  b = await startProcess('b', { dataKey: `${NEW_KEY},${OLD_KEY}` });
  expect((await rotateKey(database, `${NEW_KEY},${OLD_KEY}`)).unreadable).toBe(0);
  for (const id of [before, after]) {
    expect((await reveal(a, id)).text).toBe((await reveal(b, id)).text);
  }
  await a.stop();
  a = await startProcess('a', { dataKey: NEW_KEY });
  expect((await reveal(a, before)).text).toContain(`"${cvv(1)}"`);
  expect((await reveal(b, after)).text).toContain(`"${cvv(2)}"`);
  expect(await health(a)).toMatchObject({ status: 'ok' });
});

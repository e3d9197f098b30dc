import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import WebSocket from 'ws';
import { findFreePort } from '../../../../scripts/launch/network.ts';
import { scannerVariables } from '../../../../scripts/launch/services/node-programs.ts';
import { migrate } from '../../../../scripts/migrate.ts';
import { createOperator } from '../../../../scripts/operator.ts';
import { startLibsql } from '../../../../scripts/services/libsql.ts';
import { CONFIRM_EVERY } from '../../../../shared/channel.ts';
import { startMailServer } from '../../../../simulator/mail/server.ts';
import { startSimulator } from '../../../../simulator/simulator.ts';
import { type Database, openDatabase } from '../../../../worker/db/client.ts';
import { operator } from '../../../e2e/operator.ts';
import { makeFolder, removeFolder } from '../../../e2e/product.ts';
import { storeOperator } from '../../../factories/operator.ts';
import { NOTHING, type ObjectCounts, type Usage } from './plans.ts';

/** The product as it is deployed, with its Worker, queues and Durable Objects, and a meter on each of its parts. */
export interface World {
  origin: string;
  db: Database;
  /** Tokens of the operators. */
  tokens: readonly string[];
  /** Hosts of event pages, as `127.0.0.1:port`. */
  hosts: readonly string[];
  /** Pages that were read. */
  pages: () => number;
  /** Calls the API as an operator. */
  call(path: string, body?: unknown, options?: CallOptions): Promise<string>;
  /** Runs the cron trigger. */
  tick(): Promise<void>;
  /** Opens the live channel of every operator. @returns a function that closes it */
  openChannels(): Promise<() => void>;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

interface CallOptions {
  method?: string;
  token?: string | undefined;
}

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const TOKEN_SECRET = 'a secret of the bench, longer than 32 bytes';
const SCANNER_TOKEN = 'a-scanner-token-of-the-bench-only';
const OPERATORS = 20;
const HOSTS = 40;
/** In each round, the price of one page in ten changes. */
const PRICE_MOVES = 10;
const MESSAGES_OF_REQUEST = 20;
const GIGABYTES_OF_OBJECT = 0.128;
/** The clock ticks in /proc/<pid>/stat: 100 a second on every Linux. */
const MS_OF_TICK = 10;

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Passes calls on to the database, and adds up the rows that it reports for each statement. */
async function startRowMeter(target: string) {
  const rows = { read: 0, written: 0 };
  const sum = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`"${name}":(\\d+)`, 'g'))].reduce(
      (total, match) => total + Number(match[1]),
      0,
    );
  const server = await listen(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { authorization = '' } = request.headers;
      const answer = await fetch(`${target}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { authorization, 'content-type': 'application/json' },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const text = await answer.text();
      rows.read += sum(text, 'rows_read');
      rows.written += sum(text, 'rows_written');
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(text);
    }),
  );
  return { rows, server, url: `http://127.0.0.1:${portOf(server)}` };
}

/** Event pages of some hosts. The price of one in ten differs from that of the reading before. */
async function startPages() {
  const state = { pages: 0 };
  const servers = await Promise.all(
    Array.from({ length: HOSTS }, () =>
      listen(
        createServer((_, response) => {
          state.pages += 1;
          const price = state.pages % PRICE_MOVES === 0 ? 50 + (state.pages % 40) : 50;
          const offers = { price, inventoryLevel: 4 };
          const data = { '@type': 'MusicEvent', name: 'A show', offers };
          response.writeHead(200, { 'content-type': 'text/html' });
          response.end(`<script type="application/ld+json">${JSON.stringify(data)}</script>`);
        }),
      ),
    ),
  );
  return { state, servers, hosts: servers.map((server) => `127.0.0.1:${portOf(server)}`) };
}

async function bundleWorker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'tests/bench/harness/cost-worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** The process of the Workers runtime that this process started. */
function findRuntime(port: number): number {
  const pid = readdirSync('/proc').find((name) => {
    try {
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return args.includes(`--socket-addr=entry=127.0.0.1:${port}`);
    } catch {
      return false;
    }
  });
  if (pid === undefined) throw new Error('The Workers runtime does not run, or this is not Linux.');
  return Number(pid);
}

/** The processor time of a process since its start, in milliseconds. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_OF_TICK;
}

const QUEUES = {
  JOBS: 'jobs',
  PRICE_JOBS: 'prices',
  ARTIST_JOBS: 'artists',
  NOTIFICATION_JOBS: 'notifications',
  CHANNEL_JOBS: 'channels',
  REMINDER_JOBS: 'reminders',
};

const answerAsset = () => new Response('an asset') as never;

interface WorkerOptions {
  port: number;
  folder: string;
  bindings: Record<string, string>;
}

async function startWorker({ port, folder, bindings }: WorkerOptions): Promise<Miniflare> {
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: await bundleWorker(),
      host: '127.0.0.1',
      port,
      handleStructuredLogs({ level, message }) {
        if (level === 'error') console.error(message);
      },
      compatibilityDate: '2026-07-01',
      compatibilityFlags: ['nodejs_compat', 'enable_request_signal'],
      durableObjects: {
        SCAN_DESK: { className: 'ScanDesk', useSQLite: true },
        PROVIDER_GATE: { className: 'ProviderGate', useSQLite: true },
        REMINDER_CLOCK: { className: 'ReminderClock', useSQLite: true },
        CHANNEL: { className: 'Channel', useSQLite: true },
      },
      queueProducers: QUEUES,
      queueConsumers: Object.fromEntries(
        Object.values(QUEUES).map((name) => [name, { maxBatchSize: 10, maxBatchTimeout: 0 }]),
      ),
      resourcePersistencePath: join(folder, 'durable'),
      serviceBindings: { ASSETS: answerAsset },
      bindings,
    }),
  );
  await worker.ready;
  return worker;
}

async function startScanner(origin: string, port: number, mailPort: number): Promise<ChildProcess> {
  const scanner = spawn(process.execPath, [join(ROOT, 'sidecar/main.ts')], {
    env: {
      ...process.env,
      ...scannerVariables({ simulatorMailPort: mailPort, workerPort: port }),
      SCANNER_URL: origin,
      SCANNER_TOKEN,
      SCANNER_ALLOW_PRIVATE: '1',
    },
    stdio: 'ignore',
  });
  for (;;) {
    const health = await (await fetch(`${origin}/api/health`)).text();
    if (health.includes('"scanner":"connected"')) return scanner;
    await sleep(200);
  }
}

/** Starts the product with 20 operators, a scanner, the simulated providers and event pages. */
export async function startWorld(): Promise<World> {
  const folder = await makeFolder();
  const [libsql, simulator, mail, pages, port] = await Promise.all([
    startLibsql(join(folder, 'db')),
    startSimulator(),
    startMailServer({}),
    startPages(),
    findFreePort(),
  ]);
  await migrate(libsql);
  await createOperator(libsql, operator);
  const meter = await startRowMeter(libsql.url);
  const db = openDatabase({ LIBSQL_URL: libsql.url, LIBSQL_AUTH_TOKEN: libsql.authToken });
  const bindings = {
    LIBSQL_URL: meter.url,
    LIBSQL_AUTH_TOKEN: libsql.authToken,
    TOKEN_SECRET,
    SCANNER_TOKEN,
    DATA_KEY: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
    // The list of resale events is left out: it needs a client of SeatGeek, and most deployments have none.
    PROVIDERS: 'live',
    TICKETMASTER_API_KEY: 'bench',
    TICKETMASTER_API_URL: `${simulator.url}/discovery/v2`,
    PAGE_HOSTS: pages.hosts.join(','),
  };
  const worker = await startWorker({ port, folder, bindings });
  const runtime = findRuntime(port);
  const origin = `http://127.0.0.1:${port}`;
  const issuer = { TOKEN_SECRET, DEPLOYMENT_ID: 'boxoffice-desk' };
  const tokens: string[] = [];
  while (tokens.length < OPERATORS) {
    const email = `operator-${tokens.length}@desk.example`;
    tokens.push((await storeOperator(db, issuer, { email })).token);
  }
  const scanner = await startScanner(origin, port, mail.port);

  return {
    origin,
    db,
    tokens,
    hosts: pages.hosts,
    pages: () => pages.state.pages,
    async call(path, body, { method = body === undefined ? 'GET' : 'POST', token } = {}) {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token ?? tokens[0]}`,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text;
    },
    async tick() {
      const handler = await worker.getWorker();
      await handler.scheduled({ cron: '* * * * *' });
    },
    openChannels: () => openChannels(origin, tokens),
    async usage() {
      const answer = await fetch(`${origin}/counts`);
      const counts = (await answer.json()) as ObjectCounts;
      return {
        ...NOTHING,
        requests: counts.requests,
        cpuMs: processorTime(runtime),
        objectRequests: counts.objectRequests + counts.socketMessages / MESSAGES_OF_REQUEST,
        gigabyteSeconds: (counts.objectMs / 1000) * GIGABYTES_OF_OBJECT,
        objectRowsRead: counts.objectRowsRead,
        objectRowsWritten: counts.objectRowsWritten,
        queueOperations: counts.queueOperations,
        rowsRead: meter.rows.read,
        rowsWritten: meter.rows.written,
      };
    },
    async stop() {
      scanner.kill('SIGKILL');
      await worker.dispose();
      await Promise.all([libsql.stop(), simulator.stop(), mail.stop()]);
      for (const server of [meter.server, ...pages.servers]) {
        server.closeAllConnections();
        server.close();
      }
      await removeFolder(folder);
    },
  };
}

/** Opens one socket for each operator, which confirms messages as the web app does. */
async function openChannels(origin: string, tokens: readonly string[]): Promise<() => void> {
  const sockets = await Promise.all(
    tokens.map(async (token) => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws?token=${token}`);
      socket.on('message', (data) => {
        const seq = Number(/"seq":(\d+)/.exec(data.toString())?.[1] ?? 0);
        if (seq > 0 && seq % CONFIRM_EVERY === 0) socket.send(JSON.stringify({ type: 'ack', seq }));
      });
      await new Promise((resolve, reject) => {
        socket.once('open', resolve);
        socket.once('error', reject);
      });
      return socket;
    }),
  );
  return () => {
    for (const socket of sockets) socket.close();
  };
}

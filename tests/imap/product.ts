import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { findFreePort } from '../../scripts/launch/network.ts';
import { SCANNER_HEAPS, SCANNER_MALLOC } from '../../scripts/launch/services/node-programs.ts';
import { migrate } from '../../scripts/migrate.ts';
import { createOperator } from '../../scripts/operator.ts';
import type { DatabaseTarget } from '../../scripts/services/database-target.ts';
import { createLibsqlKey, startLibsql } from '../../scripts/services/libsql.ts';
import { type Database, openDatabase } from '../../worker/db/client.ts';
import { storeOperator } from '../factories/operator.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OPERATOR = { email: 'scan@desk.example', password: 'a phrase for the scan tests' };
const TOKEN_SECRET = 'a-secret-for-tests-of-at-least-32-bytes';
const SCANNER_TOKEN = 'a-scanner-token-for-these-tests-only';

const QUEUES = {
  JOBS: 'jobs',
  PRICE_JOBS: 'prices',
  ARTIST_JOBS: 'artists',
  NOTIFICATION_JOBS: 'notifications',
  CHANNEL_JOBS: 'channels',
  REMINDER_JOBS: 'reminders',
};

const OBJECTS = {
  SCAN_DESK: 'ScanDesk',
  PROVIDER_GATE: 'ProviderGate',
  REMINDER_CLOCK: 'ReminderClock',
  CHANNEL: 'Channel',
};

/**
 * The modules of a Worker whose clock differs from that of the machine. The runtime's alarms and the times of its answers
 * to pings move with it: they have one clock, and a scanner would count as silent if only the program's moved.
 */
function withClock(script: string, skewMs: number) {
  const clock = `
    const now = Date.now;
    Date.now = () => now() + ${skewMs};
    let isMoved = false;
    function move(state) {
      if (isMoved) return;
      isMoved = true;
      const storage = Object.getPrototypeOf(state.storage);
      const { setAlarm, getAlarm } = storage;
      storage.setAlarm = function (time, options) {
        return setAlarm.call(this, Number(time) - ${skewMs}, options);
      };
      storage.getAlarm = async function (options) {
        const time = await getAlarm.call(this, options);
        return time === null ? null : time + ${skewMs};
      };
      const sockets = Object.getPrototypeOf(state);
      const { getWebSocketAutoResponseTimestamp: timeOf } = sockets;
      sockets.getWebSocketAutoResponseTimestamp = function (socket) {
        const time = timeOf.call(this, socket);
        return time === null ? null : new Date(time.getTime() + ${skewMs});
      };
    }
    export const moved = (Original) => class extends Original {
      constructor(state, env) {
        move(state);
        super(state, env);
      }
    };`;
  const main = [
    `import { moved } from './clock.mjs';`,
    `import * as product from './product.mjs';`,
    'export default product.default;',
    ...Object.values(OBJECTS).map((name) => `export const ${name} = moved(product.${name});`),
  ].join('\n');
  const texts = { 'main.mjs': main, 'clock.mjs': clock, 'product.mjs': script };
  const modules = Object.entries(texts).map(([path, contents]) => ({
    type: 'ESModule' as const,
    path,
    contents,
  }));
  return { modules };
}

/** The Worker in the Workers runtime, its database and scanners as processes of their own. */
export interface Product {
  url: string;
  scannerToken: string;
  token: string;
  db: Database;
  /** The folder of the files of the database and of the Durable Objects. */
  folder: string;
  /**
   * Session tokens of this many further operators, because one operator may run three searches at a
   * time.
   */
  addOperators(count: number): Promise<string[]>;
  /** Starts one more scanner and waits until it is connected. @param scannerUrl in place of {@link Product.url} */
  startScanner(caFile?: string, scannerUrl?: string): Promise<ChildProcess>;
  /** Kills the Worker and starts it again on the same port with the same storage. */
  restartWorker(): Promise<void>;
  /**
   * Kills the Worker (SIGKILL), and starts it again as {@link restartWorker} does after `pauseMs`.
   * @param skewMs how far its clock is then ahead of that of the machine
   */
  killWorker(pauseMs: number, skewMs?: number): Promise<void>;
  /** Kills the database (SIGKILL), and starts it again on the same port after `pauseMs`. */
  killDatabase(pauseMs: number): Promise<void>;
  /** Starts the database again if it has ended by itself, as `npm start` does. @returns how it ended, or null */
  reviveDatabase(): Promise<string | null>;
  /** The process of a part. @throws Error if the Worker does not run */
  pidOf(part: 'worker' | 'database'): number;
  /** Runs the job of each minute. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

/** The process of the runtime that listens on a port of this machine. */
function runtimeAt(port: number): number {
  const pid = readdirSync('/proc').find((name) => {
    try {
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return (
        /workerd$/.test(args[0] ?? '') && args.includes(`--socket-addr=entry=127.0.0.1:${port}`)
      );
    } catch {
      // The entry is not a process, or the process has ended.
      return false;
    }
  });
  if (pid === undefined) throw new Error('The Worker does not run.');
  return Number(pid);
}

const noAssets = () => new Response('no assets here') as never;

/** One instance for all test files, which share their modules. */
let bundled: Promise<string> | undefined;

async function bundleWorker(): Promise<string> {
  const result = await build({
    entryPoints: [join(ROOT, 'worker/index.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2023',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    write: false,
  });
  return result.outputFiles[0]?.text ?? '';
}

/** Polls until `answer` returns true. The time-out of the test limits the wait. */
export async function until(answer: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await answer())) await new Promise((resolve) => setTimeout(resolve, 25));
}

/** The database of a product, and the operator who signs in. */
interface Data {
  operator: { email: string; password: string };
  prepare(database: DatabaseTarget): Promise<void>;
}

const NEW_DATA: Data = {
  operator: OPERATOR,
  async prepare(database) {
    await migrate(database);
    await createOperator(database, OPERATOR);
  },
};

/** Options of a test beyond the usual product. */
interface Place {
  /** The folder of the database and of the Durable Objects; a new one by default. */
  folder?: string;
  /** The port of the database, and the port that the Worker calls. */
  databasePorts?: { own: number; called: number };
  /** Receives the errors and warnings of the Worker, which are printed by default. */
  onLog?: (message: string) => void;
  /** Receives the log lines of scanners. */
  onScannerLog?: (message: string) => void;
  /** Answers the calls that the Worker makes, including those to the database. */
  outside?: (request: Request) => Promise<Response>;
}

/** @param variables additional ones of the Worker */
export async function startProduct(
  variables: Record<string, string> = {},
  { operator, prepare }: Data = NEW_DATA,
  place: Place = {},
): Promise<Product> {
  const { onLog = console.error } = place;
  const folder = place.folder ?? mkdtempSync(join(tmpdir(), 'boxoffice-product-'));
  bundled ??= bundleWorker();
  const [script, key, port, databasePort] = await Promise.all([
    bundled,
    createLibsqlKey(),
    findFreePort(),
    place.databasePorts?.own ?? findFreePort(),
  ]);
  const startDatabase = () => startLibsql(join(folder, 'db'), { port: databasePort, key });
  let database = await startDatabase();
  await prepare(database);
  const url = `http://127.0.0.1:${port}`;
  const calledAt = place.databasePorts && `http://127.0.0.1:${place.databasePorts.called}`;
  const startWorker = async (skewMs = 0): Promise<Miniflare> => {
    const worker = new Miniflare(
      convertV4MiniflareOptions({
        ...(skewMs === 0 ? { modules: true, script } : withClock(script, skewMs)),
        host: '127.0.0.1',
        port,
        // The access log is omitted.
        handleStructuredLogs({ level, message }) {
          if (level === 'error' || level === 'warn') onLog(message);
        },
        compatibilityDate: '2026-07-01',
        compatibilityFlags: ['nodejs_compat', 'enable_request_signal'],
        durableObjects: Object.fromEntries(
          Object.entries(OBJECTS).map(([name, className]) => [
            name,
            { className, useSQLite: true },
          ]),
        ),
        queueProducers: QUEUES,
        queueConsumers: Object.fromEntries(
          Object.values(QUEUES).map((name) => [
            name,
            { maxBatchSize: name === 'jobs' ? 10 : 1, maxBatchTimeout: 0 },
          ]),
        ),
        resourcePersistencePath: join(folder, 'durable'),
        serviceBindings: { ASSETS: noAssets },
        // The requests of Node and of miniflare differ only in their types.
        ...(place.outside && { outboundService: place.outside as never }),
        bindings: {
          LIBSQL_URL: calledAt ?? database.url,
          LIBSQL_AUTH_TOKEN: database.authToken,
          TOKEN_SECRET,
          DATA_KEY: `test:${Buffer.alloc(32, 1).toString('base64')}`,
          SCANNER_TOKEN,
          PROVIDERS: 'simulated',
          ...variables,
        },
      }),
    );
    await worker.ready;
    return worker;
  };
  let worker = await startWorker();
  const scanners = new Set<ChildProcess>();
  const health = async (): Promise<string> => {
    const body = (await (await fetch(`${url}/api/health`)).json()) as { scanner: string };
    return body.scanner;
  };
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(operator),
  });
  const { token } = (await login.json()) as { token: string };
  const db = openDatabase({ LIBSQL_URL: database.url, LIBSQL_AUTH_TOKEN: database.authToken });
  return {
    url,
    scannerToken: SCANNER_TOKEN,
    token,
    db,
    folder,
    async addOperators(count) {
      const issuer = { TOKEN_SECRET, DEPLOYMENT_ID: 'boxoffice-desk' };
      const addOne = (_: unknown, index: number) =>
        storeOperator(db, issuer, { email: `searcher-${index}@desk.example` });
      const added = await Promise.all(Array.from({ length: count }, addOne));
      return added.map(({ token }) => token);
    },
    async startScanner(caFile, scannerUrl = url) {
      const env = {
        ...process.env,
        SCANNER_URL: scannerUrl,
        SCANNER_TOKEN,
        SCANNER_ALLOW_PRIVATE: '1',
        ...SCANNER_MALLOC,
        ...(caFile && { NODE_EXTRA_CA_CERTS: caFile }),
      };
      const scanner = spawn(process.execPath, [...SCANNER_HEAPS, join(ROOT, 'sidecar/main.ts')], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      scanners.add(scanner);
      const connected = new Promise<void>((resolve) => {
        let output = '';
        scanner.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          place.onScannerLog?.(chunk.toString().trim());
          if (output.includes('"connected"')) resolve();
        });
      });
      await connected;
      // The Worker may be killed before the scanner is connected.
      await until(async () => (await health().catch(() => '')) === 'connected');
      return scanner;
    },
    async restartWorker() {
      await worker.dispose();
      worker = await startWorker();
    },
    async killWorker(pauseMs, skewMs) {
      process.kill(runtimeAt(port), 'SIGKILL');
      // Without a wait in between: miniflare starts a runtime that has ended again by itself.
      await worker.dispose().catch(() => undefined);
      await sleep(pauseMs);
      worker = await startWorker(skewMs);
    },
    async killDatabase(pauseMs) {
      process.kill(database.pid, 'SIGKILL');
      await database.ended;
      await database.stop();
      await sleep(pauseMs);
      database = await startDatabase();
    },
    async reviveDatabase() {
      const ending = await Promise.race([database.ended, setImmediate(null)]);
      if (ending !== null) database = await startDatabase();
      return ending;
    },
    pidOf: (part) => (part === 'worker' ? runtimeAt(port) : database.pid),
    async tick() {
      const handler = await worker.getWorker();
      await handler.scheduled({ cron: '* * * * *' });
    },
    async stop() {
      for (const scanner of scanners) scanner.kill('SIGKILL');
      await worker.dispose();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

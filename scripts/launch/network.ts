/** Loopback ports, and waiting until something answers at an address. */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchError } from './launch-error.ts';

function listenOnce(port: number, host: string): Promise<{ port: number; error?: string }> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ port: 0, error: error.code ?? error.message }),
    );
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve({ port: taken }));
    });
  });
}

/**
 * Below the ports that systems use for outgoing connections (Linux from 32768, macOS from 49152):
 * any connection could take one of those before its service listens, or while the service restarts.
 */
const SERVICE_PORTS = { first: 10_240, count: 22_528 };
/**
 * Each process begins at another port, so that processes that search at the same moment find
 * different ports.
 */
let searched = process.pid * 64;

/** An empty file for each found port. Its service may need seconds until it listens. Each user has a folder. */
const CLAIMS = join(tmpdir(), `boxoffice-desk-ports-${process.getuid?.() ?? ''}`);
const CLAIM_MS = 120_000;
const claimOf = (port: number): string => join(CLAIMS, String(port));

/** Claims a port for two minutes. False if another process has claimed it. */
async function claim(port: number): Promise<boolean> {
  const file = claimOf(port);
  try {
    await mkdir(CLAIMS, { recursive: true, mode: 0o700 });
    // The folder belongs to another user, who could then claim all ports.
    if ((await stat(CLAIMS)).uid !== (process.getuid?.() ?? 0)) return true;
    const claimed = await stat(file).catch(() => null);
    if (claimed && Date.now() - claimed.mtimeMs > CLAIM_MS) await rm(file, { force: true });
    await writeFile(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    // If there is no folder for claims, the search works without them.
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
}

/**
 * A loopback port that no program listens on now, and that no other call has found within two minutes: `wanted` if no
 * program listens on it.
 * @throws LaunchError when there is none left
 */
export async function findFreePort(wanted?: number): Promise<number> {
  if (wanted && !(await listenOnce(wanted, '127.0.0.1')).error) {
    await claim(wanted);
    return wanted;
  }
  let refusal: string | undefined;
  for (let attempt = 0; attempt < SERVICE_PORTS.count; attempt += 1) {
    const candidate = SERVICE_PORTS.first + (searched++ % SERVICE_PORTS.count);
    const { port, error } = await listenOnce(candidate, '127.0.0.1');
    if (error === undefined) {
      if (await claim(port)) return port;
      refusal = 'all are claimed';
      continue;
    }
    refusal = error;
    // Another reason does not depend on the port.
    if (error !== 'EADDRINUSE' && error !== 'EACCES') break;
  }
  throw new LaunchError(`No free port could be found (${refusal}).`);
}

/** The port that an address names. */
export function portOf(address: string | undefined): number | undefined {
  return address ? Number(new URL(address).port) : undefined;
}

/** @throws LaunchError when another program listens on `port`, or this user may not use it */
export async function assertPortFree(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const { error } = await listenOnce(port, host);
    if (error === 'EADDRINUSE') {
      throw new LaunchError(
        `Port ${port} is in use: stop the program that listens there, or choose another port, for example PORT=${port < 65_535 ? port + 1 : 8787} npm start.`,
      );
    }
    if (error === 'EACCES') {
      throw new LaunchError(`Port ${port} may not be used by this user: choose one above 1023.`);
    }
    // A machine without IPv6 reports EADDRNOTAVAIL or EAFNOSUPPORT for ::1, which does not matter here.
  }
}

/**
 * Polls until `isReady` returns true.
 * @throws LaunchError when the service ends first (with its last sentence), or after `limitMs`
 */
export async function waitUntil(
  name: string,
  isReady: () => Promise<boolean>,
  ended: Promise<string> | undefined,
  limitMs = 120_000,
): Promise<void> {
  let lastSentence: string | undefined;
  void ended?.then((sentence) => {
    lastSentence = sentence;
  });
  const deadline = Date.now() + limitMs;
  while (!(await isReady().catch(() => false))) {
    if (lastSentence !== undefined) throw new LaunchError(lastSentence);
    if (Date.now() > deadline) {
      throw new LaunchError(`${name} did not answer within ${limitMs / 1000} seconds.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const ANSWER_WITHIN_MS = 2000;

/** The status that `url` answers with, within two seconds. */
export async function readStatus(url: string): Promise<number> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch(url, { signal, redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}

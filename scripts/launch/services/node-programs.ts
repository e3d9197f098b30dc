/** The programs that run on Node beside the Worker: the provider simulator and the mailbox scanner. */
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { issueScannerToken } from '../../scanner.ts';
import { findFreePort, portOf, readStatus, waitUntil } from '../network.ts';
import { startProcess, systemVariables } from '../processes.ts';
import type { Launch, Service } from '../service.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The port of the previous start, because stored addresses of pictures contain it. 0 for the first start. */
const readPort = async (file: string): Promise<number> =>
  Number(await readFile(file, 'utf8').catch(() => '0')) || 0;

/** The stand-in for the providers, with which every screen works without a key or network. */
export const simulator: Service = {
  name: 'simulator',
  isOptional: true,
  async start(launch) {
    if (launch.providers.mode === 'live') return undefined;

    const portFile = join(launch.folder.path, 'simulator-port');
    const port = portOf(launch.simulatorOrigin) ?? (await findFreePort(await readPort(portFile)));
    await writeFile(portFile, String(port), { mode: 0o600 });
    launch.simulatorMailPort ??= await findFreePort();
    const running = startProcess({
      name: 'simulator',
      command: process.execPath,
      args: ['simulator/main.ts'],
      env: {
        ...systemVariables(),
        PORT: String(port),
        MAIL_PORT: String(launch.simulatorMailPort),
        SIMULATED_RESALE_ARTISTS: process.env.SIMULATED_RESALE_ARTISTS,
        SIMULATED_DAY: process.env.SIMULATED_DAY,
        SIMULATOR_AS_OF: process.env.SIMULATOR_AS_OF,
        SIMULATED_FEED_FAULTS: process.env.SIMULATED_FEED_FAULTS,
      },
      logFile: join(launch.folder.logs, 'simulator.log'),
    });
    const origin = `http://127.0.0.1:${port}`;
    launch.simulatorOrigin = origin;
    const answers = async () => (await readStatus(origin)) > 0;
    return { ...running, ready: waitUntil('The simulator', answers, running.ended) };
  },
};

/** Whether the Worker reports that a scanner is connected. */
async function isConnected(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(2000) });
  const health: unknown = await response.json();
  return (
    typeof health === 'object' && health !== null && Reflect.get(health, 'scanner') === 'connected'
  );
}

/**
 * The scanner parses mail of unknown senders, so Node allows it to read only its own sources, and
 * not the secrets of DATA_DIR, which belong to the same user. It writes no file and starts no
 * program.
 */
export const SCANNER_PERMISSIONS = [
  '--permission',
  '--disable-warning=PERM0006',
  '--allow-worker',
  ...['sidecar', 'code-finder', 'mail-lines', 'shared', 'node_modules', 'package.json'].map(
    (path) => `--allow-fs-read=${join(ROOT, path)}`,
  ),
];

/**
 * How the C library manages memory. Threads share one heap, because several leave gaps of 40 MB.
 * Blocks of 128 kB and more, and the free end of the heap, are returned to the system at once: with
 * 200 idle connections, that is 8 MB.
 */
export const SCANNER_MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
/** The heaps of the scanner's main thread. */
export const SCANNER_HEAPS = ['--max-old-space-size=48', '--max-semi-space-size=2'];

/**
 * The scanner's variables without its token. The owner's own SCANNER_ variables override what a
 * start chooses.
 */
export const scannerVariables = (launch: Pick<Launch, 'simulatorMailPort' | 'workerPort'>) => ({
  // Mail servers on this machine are allowed, and nothing else on private addresses.
  SCANNER_ALLOW_PRIVATE: 'loopback',
  SCANNER_SIMULATED_MAIL_PORT: launch.simulatorMailPort?.toString(),
  ...SCANNER_MALLOC,
  ...systemVariables(/^SCANNER_/),
  SCANNER_URL: `http://localhost:${launch.workerPort}`,
});

/** The mailbox scanner. When it ends, its jobs wait at the Worker for the next one. */
export const scanner: Service = {
  name: 'scanner',
  isOptional: true,
  async start(launch) {
    const origin = `http://localhost:${launch.workerPort}`;
    // Several starts may share a database, so each has its own scanner.
    const name = `${hostname().slice(0, 40)}:${launch.workerPort}`;
    const database = { url: launch.libsqlUrl, authToken: launch.libsqlAuthToken };
    const running = startProcess({
      name: 'scanner',
      command: process.execPath,
      args: [...SCANNER_PERMISSIONS, ...SCANNER_HEAPS, 'sidecar/main.ts'],
      env: {
        ...scannerVariables(launch),
        SCANNER_TOKEN: await issueScannerToken(database, name),
      },
      logFile: join(launch.folder.logs, 'scanner.log'),
    });
    const ready = waitUntil('The scanner', () => isConnected(origin), running.ended);
    return { ...running, ready };
  },
};

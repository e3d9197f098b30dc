import { join } from 'node:path';
import { startProcess } from '../processes.ts';
import type { Service } from '../service.ts';
import { waitUntil } from '../wait.ts';

/** Whether the Worker says that a scanner is connected. */
async function isConnected(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(2000) });
  const health: unknown = await response.json();
  return (
    typeof health === 'object' && health !== null && Reflect.get(health, 'scanner') === 'connected'
  );
}

/** What this process knows of .env and the scanner, which reads foreign mail, must not. */
const NOT_ITS_OWN =
  /^(?:TOKEN_SECRET|DATA_KEY|LIBSQL_|OPERATOR_|TICKETMASTER_|SEATGEEK_|CART_WEBHOOK_|NOTIFY_)/;

function ownVariables(): NodeJS.ProcessEnv {
  const all = Object.entries(process.env);
  return Object.fromEntries(all.filter(([name]) => !NOT_ITS_OWN.test(name)));
}

/** The mailbox scanner. One that dies loses nothing: its jobs wait at the desk for the next. */
export const scanner: Service = {
  name: 'scanner',
  isOptional: true,
  async start(launch) {
    const origin = `http://localhost:${launch.workerPort}`;
    const running = startProcess({
      name: 'scanner',
      command: process.execPath,
      args: ['--max-old-space-size=48', '--max-semi-space-size=4', 'sidecar/main.ts'],
      env: {
        // Mail servers on this machine are allowed here, and private authorities by NODE_EXTRA_CA_CERTS.
        SCANNER_ALLOW_PRIVATE: '1',
        // Threads share one heap of the C library: several leave gaps of 40 MB.
        MALLOC_ARENA_MAX: '1',
        ...ownVariables(),
        SCANNER_URL: origin,
        SCANNER_TOKEN: launch.folder.secrets.SCANNER_TOKEN,
      },
      logFile: join(launch.folder.logs, 'scanner.log'),
    });
    const ready = waitUntil('The scanner', () => isConnected(origin), running.ended, 120_000);
    return { ...running, ready };
  },
};

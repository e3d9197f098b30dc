import { join } from 'node:path';
import { type RunningProcess, startProcess } from '../processes.ts';
import type { Launch, RunningService, Service } from '../service.ts';
import { waitUntil } from '../wait.ts';

/** A scanner that ended by itself comes back after this long; its jobs wait at the desk. */
const RESTART_MS = 500;

/** Whether the Worker says that a scanner is connected. */
async function isConnected(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(2000) });
  const health: unknown = await response.json();
  return (
    typeof health === 'object' && health !== null && Reflect.get(health, 'scanner') === 'connected'
  );
}

function startScanner(launch: Launch): RunningProcess {
  return startProcess({
    name: 'scanner',
    command: process.execPath,
    args: ['--max-old-space-size=112', '--max-semi-space-size=4', 'sidecar/main.ts'],
    env: {
      // Mail servers on this machine are allowed here, and private authorities by NODE_EXTRA_CA_CERTS.
      SCANNER_ALLOW_PRIVATE: '1',
      ...process.env,
      SCANNER_URL: `http://localhost:${launch.workerPort}`,
      SCANNER_TOKEN: launch.folder.secrets.SCANNER_TOKEN,
    },
    logFile: join(launch.folder.logs, 'scanner.log'),
  });
}

/** The mailbox scanner. A scanner that dies loses nothing, so it is started again instead of ending the product. */
export const scanner: Service = {
  name: 'scanner',
  async start(launch): Promise<RunningService> {
    let running = startScanner(launch);
    let isStopping = false;
    const keepRunning = (): void => {
      void running.ended.then(() => {
        if (isStopping) return;
        setTimeout(() => {
          if (isStopping) return;
          running = startScanner(launch);
          keepRunning();
        }, RESTART_MS);
      });
    };
    keepRunning();
    const origin = `http://localhost:${launch.workerPort}`;
    return {
      get pid() {
        return running.pid;
      },
      ready: waitUntil('The scanner', () => isConnected(origin), undefined, 120_000),
      async stop() {
        isStopping = true;
        await running.stop();
      },
    };
  },
};

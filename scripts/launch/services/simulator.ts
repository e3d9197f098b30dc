import { join } from 'node:path';
import { findFreePort, portOf } from '../ports.ts';
import { startProcess } from '../processes.ts';
import type { Service } from '../service.ts';
import { responds, waitUntil } from '../wait.ts';

/** The stand-in for the outside world, so that every screen works with no key and no network. */
export const simulator: Service = {
  name: 'simulator',
  async start(launch) {
    if (launch.providers.mode === 'live') return undefined;

    const port = portOf(launch.simulatorOrigin) ?? (await findFreePort());
    const running = startProcess({
      name: 'simulator',
      command: process.execPath,
      args: ['simulator/main.ts'],
      env: { ...process.env, PORT: String(port) },
      logFile: join(launch.folder.logs, 'simulator.log'),
    });
    const origin = `http://127.0.0.1:${port}`;
    launch.simulatorOrigin = origin;
    const ready = waitUntil('The simulator', () => responds(origin), running.ended);
    return { ...running, ready };
  },
};

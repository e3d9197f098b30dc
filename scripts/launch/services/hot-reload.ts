import { join } from 'node:path';
import { startProcess } from '../processes.ts';
import type { Service } from '../service.ts';

/** `npm run dev`: Vite serves the web app with hot reload on PORT and hands /api and /ws to the Worker. */
export const hotReload: Service = {
  name: 'vite',
  async start(launch) {
    if (!launch.isDev) return undefined;
    return startProcess({
      name: 'vite',
      command: process.execPath,
      args: [
        'node_modules/vite/bin/vite.js',
        ...['--host', 'localhost', '--port', String(launch.settings.PORT), '--strictPort'],
      ],
      env: { ...process.env, API_ORIGIN: `http://localhost:${launch.workerPort}` },
      logFile: join(launch.folder.logs, 'vite.log'),
      isWorthShowing: (line) => /error/i.test(line),
    });
  },
};

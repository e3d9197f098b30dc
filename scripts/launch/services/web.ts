import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headersFile } from '../../../worker/http/security-headers.ts';
import { copyWeb, isWebUpToDate } from '../../build-web.ts';
import { runCommand } from '../../checks/run-command.ts';
import { LaunchError } from '../launch-error.ts';
import { openLog, startProcess, systemVariables } from '../processes.ts';
import type { Launch, Service } from '../service.ts';

/** The simulator serves its pictures from a port of its own. */
const LOCAL_PICTURES = 'http://127.0.0.1:*';

/**
 * Builds the web app if its sources changed, and copies it to DATA_DIR/web, so that a later build or another instance
 * of the same checkout does not change the pages of this one. Nothing keeps running.
 */
export const webApp: Service = {
  name: 'web app',
  async start(launch) {
    if (launch.isDev) return undefined;
    if (!(await isWebUpToDate())) await build(launch);
    await copyWeb(launch.webFolder);
    await writeFile(join(launch.webFolder, '_headers'), headersFile([LOCAL_PICTURES]));
    return undefined;
  },
};

async function build(launch: Launch): Promise<void> {
  console.log('Building the web app, which takes a moment after a change.');
  const { passed, output } = await runCommand([process.execPath, 'scripts/build-web.ts']);
  if (passed) return;
  const log = join(launch.folder.logs, 'build.log');
  openLog(log)(output);
  throw new LaunchError(`The web app could not be built; the build's output is in ${log}.`);
}

/** `npm run dev`: Vite serves the web app with hot reload on PORT and proxies /api and /ws to the Worker. */
export const hotReload: Service = {
  name: 'vite',
  async start(launch) {
    if (!launch.isDev) return undefined;
    return startProcess({
      name: 'vite',
      command: process.execPath,
      args: [
        'node_modules/vite/bin/vite.js',
        '--host',
        'localhost',
        '--port',
        String(launch.settings.PORT),
        '--strictPort',
      ],
      env: {
        ...systemVariables(),
        API_ORIGIN: `http://localhost:${launch.workerPort}`,
        // Vite serves files of the repository, which may contain DATA_DIR: its secrets are excluded by name.
        DATA_DIR: launch.folder.path,
      },
      logFile: join(launch.folder.logs, 'vite.log'),
      isWorthShowing: (line) => /error/i.test(line),
    });
  },
};

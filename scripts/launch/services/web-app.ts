import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isWebUpToDate } from '../../build-web.ts';
import { runCommand } from '../../checks/run-command.ts';
import { LaunchError } from '../launch-error.ts';
import type { Service } from '../service.ts';

/** Builds the web app where its sources changed; nothing of it keeps running. */
export const webApp: Service = {
  name: 'web app',
  async start(launch) {
    if (launch.isDev || (await isWebUpToDate())) return undefined;

    console.log('Building the web app, which takes a moment after a change.');
    const { passed, output } = await runCommand([process.execPath, 'scripts/build-web.ts']);
    if (passed) return undefined;
    const log = join(launch.folder.logs, 'build.log');
    await appendFile(log, output);
    throw new LaunchError(`The web app could not be built; the build's output is in ${log}.`);
  },
};

import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyWeb, isWebUpToDate } from '../../build-web.ts';
import { runCommand } from '../../checks/run-command.ts';
import { headersFile } from '../../web/headers-file.ts';
import { LaunchError } from '../launch-error.ts';
import type { Launch, Service } from '../service.ts';

/** Stand-ins for the providers draw their pictures on ports of their own. */
const LOCAL_PICTURES = 'http://127.0.0.1:*';

/**
 * Builds the web app where its sources changed, and puts it into DATA_DIR/web: instances of one checkout and later
 * builds leave each other's pages alone. Nothing of it keeps running.
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
  await appendFile(log, output);
  throw new LaunchError(`The web app could not be built; the build's output is in ${log}.`);
}

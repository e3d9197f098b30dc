// `npm start`, as plain JavaScript so that the machine's own Node (20 or newer) can run it: makes sure that the
// two programs that come from npm (Node 24 and the libSQL server) are there, then hands over to start.ts.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensurePrograms } from './launch/programs.mjs';

const envFile = fileURLToPath(new URL('../.env', import.meta.url));
// Variables that are set already win.
if (existsSync(envFile)) process.loadEnvFile?.(envFile);

const { node, path } = ensurePrograms({ needsLibsql: !process.env.LIBSQL_URL?.trim() });

const child = spawn(
  node,
  [
    '--disable-warning=ExperimentalWarning',
    // Once more for a machine whose Node could not read the file above.
    ...(existsSync(envFile) ? [`--env-file=${envFile}`] : []),
    new URL('./start.ts', import.meta.url).pathname,
    ...process.argv.slice(2),
  ],
  // The channel tells start.ts when this process is gone, so that nothing outlives it.
  { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, PATH: path } },
);

let isAskedToStop = false;
function stop(signal) {
  isAskedToStop = true;
  // A terminal sends Ctrl-C to both processes; start.ts takes a repeated signal for the same wish.
  child.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
// Whoever started this process with a channel, as tests do, is gone.
process.on('disconnect', () => stop('SIGTERM'));

/** The processes of the product, each the leader of a group. */
let processes = [];
child.on('message', (message) => {
  processes = message.processes;
});
/** start.ts was killed outright: what it would have stopped is ended here. */
function endLeftovers() {
  for (const { pid } of processes.filter(({ name }) => name !== 'start')) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
}

child.on('error', (error) => {
  console.error(`${node} did not start: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code) => {
  if (code === null) endLeftovers();
  // A signal may end start.ts before it can listen.
  process.exit(code ?? (isAskedToStop ? 0 : 1));
});

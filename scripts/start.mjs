// `npm start`, in plain JavaScript because the machine's own Node (20 or newer) runs it. Makes sure that the two
// programs from npm (Node 24 and the libSQL server) are installed, then runs start.ts.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensurePrograms } from './launch/programs.mjs';

const envFile = fileURLToPath(new URL('../.env', import.meta.url));
// Variables that are already set take precedence.
if (existsSync(envFile)) process.loadEnvFile?.(envFile);

const { node, path } = ensurePrograms({ needsLibsql: !process.env.LIBSQL_URL?.trim() });

/** The parts of the product connect to each other without the proxy of the environment. */
function withoutProxy({ NO_PROXY, no_proxy = NO_PROXY }) {
  const hosts = [no_proxy, 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(',');
  return { NO_PROXY: hosts, no_proxy: hosts };
}

const child = spawn(
  node,
  [
    '--disable-warning=ExperimentalWarning',
    // Repeated for a machine whose Node could not read the file above.
    ...(existsSync(envFile) ? [`--env-file=${envFile}`] : []),
    fileURLToPath(new URL('./start.ts', import.meta.url)),
    ...process.argv.slice(2),
  ],
  // The channel closes when this process ends; start.ts then stops everything.
  {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...withoutProxy(process.env), PATH: path },
  },
);

let isAskedToStop = false;
function stop(signal) {
  isAskedToStop = true;
  // A terminal sends Ctrl-C to both processes; start.ts ignores the repeated signal.
  child.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
// The parent that opened a channel to this process has ended; tests do this.
process.on('disconnect', () => stop('SIGTERM'));

// npm sends SIGTERM to the shell in which it runs this script, and the shell ends without passing
// it on.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => process.ppid !== parent && !isAskedToStop && stop('SIGTERM'), 250).unref();
}

/** The processes of the product, each the leader of a group. */
let processes = [];
child.on('message', (message) => {
  processes = message.processes;
});
/** If start.ts was killed, its services are ended here. */
function endLeftovers() {
  for (const { pid } of processes.filter(({ name }) => name !== 'start')) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
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

// `npm test`, in plain JavaScript because the machine's own Node runs it; run-tests.ts does the work on Node 24.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensurePrograms } from './launch/programs.mjs';

const { node, path } = ensurePrograms({ needsLibsql: true });
const child = spawn(
  node,
  [
    '--disable-warning=ExperimentalWarning',
    fileURLToPath(new URL('./run-tests.ts', import.meta.url)),
    ...process.argv.slice(2),
  ],
  // The channel closes when this process ends; run-tests.ts then stops the tests.
  { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, PATH: path } },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.on('exit', (code) => process.exit(code ?? 1));

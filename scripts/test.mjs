// `npm test`, as plain JavaScript so that the machine's own Node can run it; run-tests.ts does the work on Node 24.
import { spawn } from 'node:child_process';
import { ensurePrograms } from './launch/programs.mjs';

const { node, path } = ensurePrograms({ needsLibsql: true });
const child = spawn(
  node,
  [
    '--disable-warning=ExperimentalWarning',
    new URL('./run-tests.ts', import.meta.url).pathname,
    ...process.argv.slice(2),
  ],
  // The channel tells run-tests.ts when this process is gone, so that no test outlives it.
  { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, PATH: path } },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.on('exit', (code) => process.exit(code ?? 1));

// `npm test`, as plain JavaScript so that the machine's own Node can run it; run-tests.ts does the work on Node 24.
import { spawnSync } from 'node:child_process';
import { ensurePrograms } from './launch/programs.mjs';

const { node, path } = ensurePrograms({ needsLibsql: true });
const { status } = spawnSync(
  node,
  [
    '--disable-warning=ExperimentalWarning',
    new URL('./run-tests.ts', import.meta.url).pathname,
    ...process.argv.slice(2),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PATH: path } },
);
process.exit(status ?? 1);

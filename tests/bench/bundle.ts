import { execFileSync } from 'node:child_process';
import type { Measure } from './harness/row.ts';
import { weighRoutes } from './harness/web-bundle.ts';

/** First-load JavaScript: /login in total, then what the heaviest routes add to it. */
export const measure: Measure = async () => {
  execFileSync(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' });
  return weighRoutes().map(({ route, bytes, budget }) => ({
    what: `JavaScript of ${route}${route === '/login' ? '' : ' beyond /login'}, gzip`,
    measured: bytes / 1000,
    unit: 'kB',
    against: 'budget',
    limit: budget / 1000,
  }));
};

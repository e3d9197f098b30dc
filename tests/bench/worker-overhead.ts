import { Agent, get } from 'node:http';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { migrate } from '../../scripts/migrate.ts';
import { createOperator } from '../../scripts/operator.ts';
import { startLibsql } from '../../scripts/services/libsql.ts';
import { operator } from '../e2e/operator.ts';
import { makeFolder, removeFolder } from '../e2e/product.ts';
import { type Measure, percentile } from './harness/row.ts';

const WARM_UP = 500;
const SAMPLES = 4000;
/** The most time that the product may add to a bare route. */
const GOAL = 1.3;

async function bundleWorker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['tests/bench/harness/bench-worker.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Milliseconds from the request to the last byte, over a connection that stays open. */
function timeRequest(url: URL, token: string, agent: Agent): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - startedAt);
        else reject(new Error(`${url.pathname} answered ${answer.statusCode}`));
      });
    }).once('error', reject);
  });
}

async function signIn(origin: URL): Promise<string> {
  const answer = await fetch(new URL('/api/auth/login', origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(operator),
  });
  const body: { token?: string } = JSON.parse(await answer.text());
  if (body.token === undefined) throw new Error(`Signing in answered ${answer.status}.`);
  return body.token;
}

/** GET /api/auth/me compared with a bare Hono route of the same isolate, called by turns. */
export const measure: Measure = async () => {
  const folder = await makeFolder();
  const libsql = await startLibsql(folder);
  await migrate(libsql);
  await createOperator(libsql, operator);
  const variables = {
    LIBSQL_URL: libsql.url,
    LIBSQL_AUTH_TOKEN: libsql.authToken,
    TOKEN_SECRET: 'a secret of the bench, longer than 32 bytes',
    DATA_KEY: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
    SCANNER_TOKEN: 'a scanner token of the bench, long enough',
    PROVIDERS: 'simulated',
  };
  const env = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, { type: 'text' as const, value }]),
  );
  const miniflare = new Miniflare({
    workers: [
      {
        config: {
          name: 'bench',
          compatibilityDate: '2026-07-01',
          compatibilityFlags: ['nodejs_compat'],
          manifest: {
            mainModule: 'worker.js',
            modulesRoot: '/',
            modules: { 'worker.js': { type: 'esm', contents: await bundleWorker() } },
          },
          env,
        },
      },
    ],
    handleStructuredLogs: () => {},
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const origin = await miniflare.ready;
    const token = await signIn(origin);
    const [product, bare] = [new URL('/api/auth/me', origin), new URL('/bare', origin)];
    const times: { product: number[]; bare: number[] } = { product: [], bare: [] };
    for (let turn = 0; turn < WARM_UP + SAMPLES; turn += 1) {
      const sample = {
        product: await timeRequest(product, token, agent),
        bare: await timeRequest(bare, token, agent),
      };
      if (turn < WARM_UP) continue;
      times.product.push(sample.product);
      times.bare.push(sample.bare);
    }
    return [0.5, 0.99].map((share) => ({
      what: `GET /api/auth/me, p${share * 100} of ${SAMPLES}`,
      measured: percentile(times.product, share),
      unit: 'ms',
      against: `bare Hono route ${percentile(times.bare, share).toFixed(3)} ms x ${GOAL}`,
      limit: percentile(times.bare, share) * GOAL,
    }));
  } finally {
    agent.destroy();
    await miniflare.dispose();
    await libsql.stop();
    await removeFolder(folder);
  }
};

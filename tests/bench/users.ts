import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { type Measure, percentile, type Row } from './harness/row.ts';

const AMOUNT = 5_000;
const WARM_UP = 5;
const SAMPLES = 30;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['tests/bench/harness/users-worker.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Milliseconds from the request to the last byte: the clock of a Worker does not advance while it computes. */
async function timeCall(url: URL): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url);
  const { length } = await answer.text();
  if (!answer.ok || length < AMOUNT) throw new Error(`${url} answered ${answer.status}.`);
  return performance.now() - startedAt;
}

/** 5,000 users against the same fields from @faker-js/faker alone, in the same isolate and in turns. */
export const measure: Measure = async () => {
  const miniflare = new Miniflare({
    workers: [
      {
        config: {
          name: 'bench',
          compatibilityDate: '2026-07-01',
          manifest: {
            mainModule: 'worker.js',
            modulesRoot: '/',
            modules: { 'worker.js': { type: 'esm', contents: await bundle() } },
          },
        },
      },
    ],
    handleStructuredLogs: () => {},
  });
  try {
    const origin = await miniflare.ready;
    const rows: Row[] = [];
    for (const nationality of ['US', 'DE']) {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let turn = 0; turn < WARM_UP + SAMPLES; turn++) {
        const query = `amount=${AMOUNT}&nationality=${nationality}&seed=${turn}`;
        const own = await timeCall(new URL(`/ours?${query}`, origin));
        const peer = await timeCall(new URL(`/faker?${query}`, origin));
        if (turn < WARM_UP) continue;
        ours.push(own);
        theirs.push(peer);
      }
      rows.push({
        what: `5,000 users of ${nationality}, median of ${SAMPLES}`,
        measured: percentile(ours, 0.5),
        unit: 'ms',
        against: '@faker-js/faker field by field',
        limit: percentile(theirs, 0.5),
      });
    }
    return rows;
  } finally {
    await miniflare.dispose();
  }
};

import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { MAX_SOCKETS } from '../../shared/channel.ts';
import { Clients, publish, updateOf } from './harness/channel-sockets.ts';
import { type Measure, percentile, type Row } from './harness/row.ts';

const SHARDS = 5;
/** The runtime opens two files for each socket, and a process may have 20,000 on many machines. */
const MOST_SOCKETS = 9_600;
const WARM_UP = 3;
const ROUNDS = 10;
/** The longest allowed time until the last socket of a channel has an update. */
const LIMIT_MS = 1_000;
/** Without a limit, a lost round would wait forever. */
const LONGEST_ROUND_MS = 60_000;

/** The runtime without the proxy of `wrangler dev`, which holds each socket twice. */
async function startRuntime(): Promise<Miniflare> {
  const { outputFiles } = await build({
    entryPoints: ['tests/bench/harness/channel-worker.ts'],
    bundle: true,
    format: 'esm',
    target: 'es2023',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    write: false,
  });
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: outputFiles[0]?.text ?? '',
      host: '127.0.0.1',
      port: 0,
      compatibilityDate: '2026-07-01',
      compatibilityFlags: ['nodejs_compat', 'enable_request_signal'],
      durableObjects: {
        CHANNEL: { className: 'Channel', useSQLite: true },
        BARE: { className: 'Bare', useSQLite: true },
      },
    }),
  );
  await runtime.ready;
  return runtime;
}

interface Plan {
  /** The path and query of the sockets and publications. */
  path: string;
  sockets: number;
  firstMark: number;
}

/** Milliseconds until the last of the sockets has an update, for some rounds. */
async function measureLast({ path, sockets, firstMark }: Plan) {
  // The runtime keeps the files of earlier sockets open for a while.
  const runtime = await startRuntime();
  const { origin } = await runtime.ready;
  const clients = new Clients();
  const times: number[] = [];
  let arrived: () => void = () => {};
  try {
    await clients.open(origin, `/${path}`, () => arrived(), sockets);
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      arrived = resolve;
      const lost = setTimeout(() => reject(new Error('an update was lost')), LONGEST_ROUND_MS);
      const startedAt = performance.now();
      await Promise.all([publish(origin, path, [updateOf(firstMark + round)]), promise]);
      clearTimeout(lost);
      if (round >= WARM_UP) times.push(performance.now() - startedAt);
    }
    return { times, ...(await clients.close()) };
  } finally {
    clients.stop();
    await runtime.dispose();
  }
}

/**
 * The fan-out of one message: to the sockets of one bare object, of one object of the product, and
 * of several shards. All objects share the one thread of this runtime; at Cloudflare each has its
 * own.
 */
export const measure: Measure = async () => {
  const rows: Row[] = [];
  const take = async (what: string, plan: Plan) => {
    const { times, wrong, dropped } = await measureLast(plan);
    if (wrong + dropped > 0)
      throw new Error(`${what}: ${wrong} lost or out of order, ${dropped} dropped`);
    const about = { unit: 'ms', against: 'limit', limit: LIMIT_MS };
    for (const share of [0.5, 0.9])
      rows.push({
        what: `an update reaches the last of ${plan.sockets} sockets of ${what}, p${share * 100} of ${ROUNDS}`,
        measured: percentile(times, share),
        ...about,
      });
    console.log(`${plan.sockets} sockets of ${what}: ${percentile(times, 0.5).toFixed(0)} ms`);
  };
  for (const sockets of [1_000, 5_000, MOST_SOCKETS])
    await take('one object that stores nothing', { path: 'bare?', sockets, firstMark: 1 });
  await take('one shard', { path: 'product?shards=1&', sockets: MAX_SOCKETS, firstMark: 1_000 });
  await take(`${SHARDS} shards`, {
    path: `product?shards=${SHARDS}&`,
    sockets: MOST_SOCKETS,
    firstMark: 2_000,
  });
  return rows;
};

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, readStatus, waitUntil } from '../../scripts/launch/network.ts';
import { startProcess, systemVariables } from '../../scripts/launch/processes.ts';
import { makeFolder, removeFolder } from '../e2e/product.ts';
import { Clients, publish, SOCKETS, updateOf } from './harness/channel-sockets.ts';
import { type Measure, percentile } from './harness/row.ts';

const WARM_UP = 20;
const ROUNDS = 200;
/** The most time that the product may take, as a multiple of the time of a bare broadcast. */
const GOAL = 2;

const UPDATES_PER_SECOND = 200;
const SECONDS = 60;
/** The last update arrives within a second of its publication, and a busy machine starts late. */
const LATE_SECONDS = 2;
/** The price monitor publishes changes twice a second. */
const BATCH_MS = 500;

/** `wrangler dev` with the channel and its peer, in a folder of its own. */
async function startWrangler(folder: string) {
  const port = await findFreePort();
  const config = join(folder, 'wrangler.toml');
  await writeFile(
    config,
    `name = "channel-bench"
main = ${JSON.stringify(resolve('tests/bench/harness/channel-worker.ts'))}
compatibility_date = "2026-07-01"
compatibility_flags = ["nodejs_compat", "enable_request_signal"]
durable_objects.bindings = [
  { name = "CHANNEL", class_name = "Channel" },
  { name = "BARE", class_name = "Bare" },
]
migrations = [{ tag = "bench", new_sqlite_classes = ["Channel", "Bare"] }]
`,
  );
  const running = startProcess({
    name: 'channel-bench',
    command: process.execPath,
    args: [
      'node_modules/wrangler/bin/wrangler.js',
      'dev',
      '-c',
      config,
      '--local',
      '--port',
      String(port),
      '--ip',
      '127.0.0.1',
      '--log-level',
      'error',
      '--inspector-port',
      String(await findFreePort()),
      '--persist-to',
      folder,
      '--show-interactive-dev-session',
      'false',
    ],
    env: {
      ...systemVariables(),
      WRANGLER_SEND_METRICS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      X_LOCAL_EXPLORER: 'false',
      X_LOCAL_OBSERVABILITY: 'false',
      WRANGLER_REGISTRY_PATH: join(folder, 'registry'),
    },
    logFile: join(folder, 'worker.log'),
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil('wrangler', async () => (await readStatus(`${origin}/`)) > 0, running.ended);
  return { origin, stop: running.stop };
}

const PATHS = { product: '/product?', bare: '/bare?' } as const;
type Name = keyof typeof PATHS;

/** Milliseconds until the last of the sockets has an update, for the product and its peer in turns. */
async function measureLast(origin: string, clients: Record<Name, Clients>) {
  const times = { product: [] as number[], bare: [] as number[] };
  let arrived: () => void = () => {};
  for (const name of ['product', 'bare'] as const)
    await clients[name].open(origin, PATHS[name], () => arrived());
  for (let round = 1; round <= WARM_UP + ROUNDS; round += 1) {
    for (const name of ['product', 'bare'] as const) {
      const { promise, resolve } = Promise.withResolvers<void>();
      arrived = resolve;
      const startedAt = performance.now();
      await Promise.all([publish(origin, name, [updateOf(round)]), promise]);
      if (round > WARM_UP) times[name].push(performance.now() - startedAt);
    }
  }
  for (const name of ['product', 'bare'] as const) await clients[name].close();
  return times;
}

/**
 * A flood of updates: how many clients missed updates or received them wrongly, and how long it
 * took until every client had all of them.
 */
async function measureFlood(origin: string, clients: Clients, name: Name) {
  const published = UPDATES_PER_SECOND * SECONDS;
  // Marks higher than those of earlier rounds, because an update that changes nothing is not sent.
  const first = 1_000;
  const last = first + published - 1;
  const { promise: complete, resolve } = Promise.withResolvers<void>();
  let newest = 0;
  await clients.open(origin, PATHS[name], (mark) => {
    newest = mark;
    if (mark === last) resolve();
  });
  const perBatch = (UPDATES_PER_SECOND * BATCH_MS) / 1000;
  const startedAt = performance.now();
  for (let sent = 0; sent < published; sent += perBatch) {
    await sleep(Math.max(0, startedAt + (sent / perBatch) * BATCH_MS - performance.now()));
    const batch = Array.from({ length: perBatch }, (_, index) => updateOf(first + sent + index));
    await publish(origin, name, batch);
  }
  await Promise.race([complete, sleep(SECONDS * 1000)]);
  const seconds = (performance.now() - startedAt) / 1000;
  const { wrong, dropped } = await clients.close();
  return { wrong: wrong + dropped + last - newest, seconds };
}

export const measure: Measure = async () => {
  const folder = await makeFolder();
  const wrangler = await startWrangler(folder);
  const clients = { product: new Clients(), bare: new Clients() };
  try {
    const times = await measureLast(wrangler.origin, clients);
    const bare = await measureFlood(wrangler.origin, clients.bare, 'bare');
    const product = await measureFlood(wrangler.origin, clients.product, 'product');
    const rows = [0.5, 0.99].map((share) => ({
      what: `an update reaches the last of ${SOCKETS} sockets, p${share * 100} of ${ROUNDS}`,
      measured: percentile(times.product, share),
      unit: 'ms',
      against: `bare broadcast ${percentile(times.bare, share).toFixed(1)} ms x ${GOAL}`,
      limit: percentile(times.bare, share) * GOAL,
    }));
    return [
      ...rows,
      {
        what: `${UPDATES_PER_SECOND} updates a second for ${SECONDS} s to ${SOCKETS} clients: lost, doubled or out of order`,
        measured: product.wrong,
        unit: '',
        against: 'none',
        limit: 1,
      },
      {
        what: `${UPDATES_PER_SECOND * SECONDS} updates have reached all of ${SOCKETS} clients`,
        measured: product.seconds,
        unit: 's',
        against: `the time in which they are published; a bare broadcast of their lists: ${bare.seconds.toFixed(1)} s`,
        limit: SECONDS + LATE_SECONDS,
      },
    ];
  } finally {
    for (const group of Object.values(clients)) group.stop();
    await wrangler.stop();
    await removeFolder(folder);
  }
};

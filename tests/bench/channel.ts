import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, readStatus, waitUntil } from '../../scripts/launch/network.ts';
import { startProcess, systemVariables } from '../../scripts/launch/processes.ts';
import { makeFolder, removeFolder } from '../e2e/product.ts';
import { type Measure, percentile } from './harness/row.ts';

const SOCKETS = 1_000;
const SOCKETS_OF_OPERATOR = 20;
const WARM_UP = 20;
const ROUNDS = 200;
/** The product may take at most this much of a bare broadcast. */
const GOAL = 2;

const TEAM = 20;
const UPDATES_PER_SECOND = 200;
const SECONDS = 60;
const URLS = 500;
const BATCH_MS = 50;
const CONFIRM_EVERY = 100;

const updateOf = (url: number, count: number) => ({
  type: 'priceUpdate',
  data: {
    url: `https://tickets.example/event/${url}`,
    prices: { '58.00': { count, areas: ['Floor'] }, '96.00': { count: 4, areas: ['Balcony'] } },
    ...{ image: null, title: null, date: null, venue: null },
  },
});

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
      ...['node_modules/wrangler/bin/wrangler.js', 'dev', '-c', config, '--local'],
      ...['--port', String(port), '--ip', '127.0.0.1', '--log-level', 'error'],
      ...['--inspector-port', String(await findFreePort()), '--persist-to', folder],
      ...['--show-interactive-dev-session', 'false'],
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

type Receive = (text: string, socket: WebSocket) => void;

/** Opens sockets, a few at a time, and waits until all of them are open. */
async function openSockets(
  origin: string,
  name: 'product' | 'bare',
  count: number,
  receive: Receive,
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const from = sockets.length;
    const some = Array.from({ length: Math.min(50, count - from) }, (_, index) => {
      const operator = Math.floor((from + index) / SOCKETS_OF_OPERATOR);
      const address = `${origin.replace('http', 'ws')}/${name}?operator=${operator}`;
      return new WebSocket(address);
    });
    await Promise.all(
      some.map(
        (socket) =>
          new Promise<void>((resolve, reject) => {
            socket.addEventListener('open', () => resolve(), { once: true });
            socket.addEventListener('error', () => reject(new Error(`${name}: no socket`)));
            socket.addEventListener('message', ({ data }) => receive(data, socket));
          }),
      ),
    );
    sockets.push(...some);
  }
  return sockets;
}

const publish = (origin: string, name: string, messages: object[]) =>
  fetch(`${origin}/${name}`, { method: 'POST', body: JSON.stringify(messages) });

/** Milliseconds until the last of the sockets has an update, for the product and its peer in turns. */
async function measureLast(origin: string) {
  let left = 0;
  let arrived: () => void = () => {};
  const receive: Receive = (text) => {
    if (!text.startsWith('{"type":"priceUpdate"')) return;
    left -= 1;
    if (left === 0) arrived();
  };
  const names = ['product', 'bare'] as const;
  const sockets = [];
  for (const name of names) sockets.push(...(await openSockets(origin, name, SOCKETS, receive)));
  const times = { product: [] as number[], bare: [] as number[] };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const name of names) {
      left = SOCKETS;
      const { promise, resolve } = Promise.withResolvers<void>();
      arrived = resolve;
      const startedAt = performance.now();
      await Promise.all([publish(origin, name, [updateOf(round % URLS, round + 1)]), promise]);
      if (round >= WARM_UP) times[name].push(performance.now() - startedAt);
    }
  }
  for (const socket of sockets) socket.close();
  return times;
}

/** How many updates a client missed, got twice or in another order than published, and how long publishing took. */
async function measureFlood(origin: string): Promise<{ wrong: number; seconds: number }> {
  const published = UPDATES_PER_SECOND * SECONDS;
  const readers = new Map<
    WebSocket,
    { seq: number; received: number; counts: Map<string, number> }
  >();
  let wrong = 0;
  const receive: Receive = (text, socket) => {
    const frame = JSON.parse(text);
    const reader = readers.get(socket) ?? { seq: 0, received: 0, counts: new Map() };
    readers.set(socket, reader);
    if (frame.type === 'ready') reader.seq = frame.seq;
    if (frame.type !== 'priceUpdate' || reader.seq === 0 || frame.seq <= reader.seq) return;
    const count = frame.data.prices['58.00'].count;
    const isNext = frame.seq === reader.seq + 1;
    const isNewer = count > (reader.counts.get(frame.data.url) ?? 0);
    if (!isNext || !isNewer) wrong += 1;
    reader.seq = frame.seq;
    reader.received += 1;
    reader.counts.set(frame.data.url, count);
    if (frame.seq % CONFIRM_EVERY === 0)
      socket.send(JSON.stringify({ type: 'ack', seq: frame.seq }));
  };
  const sockets = await openSockets(origin, 'product', TEAM, receive);
  const perBatch = (UPDATES_PER_SECOND * BATCH_MS) / 1000;
  const startedAt = performance.now();
  for (let sent = 0; sent < published; sent += perBatch) {
    const batch = Array.from({ length: perBatch }, (_, index) =>
      updateOf((sent + index) % URLS, 10_000 + Math.floor((sent + index) / URLS)),
    );
    await publish(origin, 'product', batch);
    await sleep(Math.max(0, startedAt + (sent / perBatch) * BATCH_MS - performance.now()));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const isComplete = () => [...readers.values()].every(({ received }) => received >= published);
  for (let waitedMs = 0; !isComplete() && waitedMs < 10_000; waitedMs += 100) await sleep(100);
  for (const socket of sockets) socket.close();
  const missing = sockets.map((socket) => published - (readers.get(socket)?.received ?? 0));
  wrong += missing.reduce((sum, count) => sum + Math.max(0, count), 0);
  return { wrong, seconds };
}

export const measure: Measure = async () => {
  const folder = await makeFolder();
  const wrangler = await startWrangler(folder);
  try {
    const times = await measureLast(wrangler.origin);
    const { wrong, seconds } = await measureFlood(wrangler.origin);
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
        what: `${UPDATES_PER_SECOND} updates a second for ${SECONDS} s to ${TEAM} clients: lost or out of order`,
        measured: wrong,
        unit: '',
        against: 'none',
        limit: 1,
      },
      {
        what: `${UPDATES_PER_SECOND * SECONDS} updates are published`,
        measured: seconds,
        unit: 's',
        against: `${SECONDS} s, and a tenth`,
        limit: SECONDS * 1.1,
      },
    ];
  } finally {
    await wrangler.stop();
    await removeFolder(folder);
  }
};

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, json, type Request } from './answers.ts';
import type { AsOf } from './as-of.ts';
import { answerCommerce } from './commerce.ts';
import { createDiscovery } from './discovery.ts';
import { createFeed, type FeedFault } from './feed/index.ts';
import { createIdentity, type Identity } from './identity/index.ts';
import { createPages } from './pages/index.ts';
import { createGateway } from './quota.ts';
import { createListeners } from './resale/listeners.ts';
import { createSeatGeek } from './resale/seatgeek.ts';
import { createWikimedia } from './resale/wikimedia.ts';
import { createSink } from './sink.ts';

interface SimulatorOptions {
  /** 0 or absent: a free port. */
  port?: number;
  /** Now, in milliseconds since the epoch; all dates are relative to its UTC day by default. */
  clock?: () => number;
  /** An instant of the UTC day to which all dates stay relative, also past its midnight. */
  day?: number;
  /** 2026 by default. */
  asOf?: AsOf;
  /** Refuse more calls than the providers allow; without it, tests need not wait for their turn. */
  enforceLimits?: boolean;
  /** The fault in the file of a country, by its code. */
  feedFaults?: Readonly<Record<string, FeedFault>>;
  /** The identity providers, if a mail server shares them. */
  identity?: Identity;
}

/** A running simulator. `url` has no slash at its end; `calls` counts the provider calls answered so far. */
export interface Simulator {
  url: string;
  calls: () => number;
  stop: () => Promise<void>;
}

const DAY = 86_400_000;
const LARGEST_BODY_BYTES = 64 * 1024 * 1024;

/** Starts the simulator on the loopback address. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const clock = options.clock ?? Date.now;
  const { asOf = 2026, enforceLimits = false } = options;
  const gateway = createGateway(enforceLimits);
  const routes = [
    createDiscovery(asOf),
    answerCommerce,
    createFeed(options.feedFaults ?? {}),
    createSeatGeek(asOf === 2020),
    createWikimedia(enforceLimits),
    createListeners(enforceLimits),
    createSink(),
    (options.identity ?? createIdentity()).answer,
    ...createPages(),
  ];
  let calls = 0;
  const answer = (request: Request): Answer =>
    gateway(request, () => {
      for (const route of routes) {
        const answered = route(request);
        if (answered) return answered;
      }
      return json({ error: 'There is nothing at this address.' }, 404);
    });
  const server = createServer(async (incoming, outgoing) => {
    try {
      const request = await readRequest(incoming, clock(), options.day);
      if (/^\/(discovery|discovery-feed|commerce)\//.test(request.path)) calls += 1;
      await send(outgoing, answer(request), request.method);
    } catch (error) {
      // Any page can cause these: an address that cannot be decoded, a body that is not JSON, a
      // client that has disconnected.
      refuse(outgoing, error);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    stop: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage, now: number, day = now): Promise<Request> {
  const origin = `http://${incoming.headers.host ?? '127.0.0.1'}`;
  const url = new URL(incoming.url ?? '/', origin);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY_BYTES) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: Buffer.concat(chunks).toString('utf8'),
    headers: incoming.headers,
    origin,
    now,
    today: Math.floor(day / DAY) * DAY,
  };
}

function refuse(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(400, { 'content-type': 'text/plain' }).end(`${String(error)}\n`);
}

async function send(outgoing: ServerResponse, answer: Answer, method: string): Promise<void> {
  if (answer.isSilent) return;
  if (answer.delayMs) await sleep(answer.delayMs);
  if (outgoing.destroyed) return;
  outgoing.writeHead(answer.status, { 'access-control-allow-origin': '*', ...answer.headers });
  if (answer.isEndless) return sendForever(outgoing, answer.body);
  if (answer.parts && method !== 'HEAD') return pipeline(Readable.from(answer.parts()), outgoing);
  outgoing.end(method === 'HEAD' ? undefined : answer.body);
}

/** Repeats the text until the reader disconnects. */
function sendForever(outgoing: ServerResponse, text: string): void {
  const part = text.repeat(10_000);
  while (!outgoing.destroyed && outgoing.write(part));
  if (!outgoing.destroyed) outgoing.once('drain', () => sendForever(outgoing, text));
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WatchedEventsAnswer } from '../../shared/price-monitor/schema.ts';
import {
  checkInterval,
  PAGE_SPACING_MS,
  PAGES_AT_ONCE,
} from '../../worker/features/price-monitor/checks/check.ts';
import { operator, operatorVariables } from '../e2e/operator.ts';
import { makeFolder, removeFolder, startProduct } from '../e2e/product.ts';
import type { Measure } from './harness/row.ts';

const EVENTS = 2_000;
const HOSTS = 40;
/** The response time of an event page. */
const PAGE_MS = 300;
const WINDOW_MS = 10_000;

/** Event pages, each on its own host, and the times of their requests. */
async function openSites() {
  const starts = new Map<number, number[]>();
  const seen = { open: 0, mostOpen: 0, pages: new Set<string>() };
  const servers = Array.from({ length: HOSTS }, () =>
    createServer(async (request, response) => {
      const port = request.socket.localPort ?? 0;
      starts.set(port, [...(starts.get(port) ?? []), performance.now()]);
      seen.pages.add(`${port}${request.url}`);
      seen.open += 1;
      seen.mostOpen = Math.max(seen.mostOpen, seen.open);
      await sleep(PAGE_MS);
      seen.open -= 1;
      const price = 20 + (seen.pages.size % 80);
      const data = { '@type': 'MusicEvent', name: 'A show', offers: { price, inventoryLevel: 4 } };
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<script type="application/ld+json">${JSON.stringify(data)}</script>`);
    }),
  );
  const ports = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as AddressInfo).port;
    }),
  );
  const close = () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
  return { ports, starts, seen, close };
}

/** The most starts of one host within a window. */
function mostInWindow(starts: ReadonlyMap<number, number[]>): number {
  const counts = [...starts.values()].flatMap((own) =>
    own.map((from) => own.filter((at) => at >= from && at < from + WINDOW_MS).length),
  );
  return Math.max(...counts);
}

/** One round over 2,000 monitored events of 40 hosts, through the whole product. */
export const measure: Measure = async () => {
  const sites = await openSites();
  const dataDir = await makeFolder();
  const product = await startProduct({
    dataDir,
    variables: {
      ...operatorVariables,
      PAGE_HOSTS: sites.ports.map((port) => `127.0.0.1:${port}`).join(','),
    },
  });
  try {
    await product.ready;
    const call = async <T>(path: string, token: string, body?: unknown): Promise<T> => {
      const answer = await fetch(`${product.origin}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return answer.json();
    };
    const { token } = await call<{ token: string }>('/auth/login', '', operator);
    const targets = Array.from({ length: EVENTS }, (_, index) => ({
      url: `http://127.0.0.1:${sites.ports[index % HOSTS]}/events/${index}`,
    }));
    const startedAt = performance.now();
    await call('/events/price-targets', token, { targets });
    const intervalMs = checkInterval({ all: EVENTS, ofHost: EVENTS / HOSTS, listed: 0 }, false);
    let low = 0;
    while (low < EVENTS && performance.now() - startedAt < 2 * intervalMs) {
      await sleep(2_000);
      low = (await call<WatchedEventsAnswer>('/events/price-targets?limit=1', token)).counts.low;
    }
    const roundMs = performance.now() - startedAt;
    return [
      {
        what: `${EVENTS} events of ${HOSTS} hosts: pages open at the same time`,
        measured: sites.seen.mostOpen,
        unit: 'pages',
        against: 'limit',
        limit: PAGES_AT_ONCE,
      },
      {
        what: 'pages of one host within 10 s',
        measured: mostInWindow(sites.starts),
        unit: 'pages',
        against: "a host's pace",
        // Plus one, because a check may start at the beginning and at the end of the window.
        limit: WINDOW_MS / PAGE_SPACING_MS + 1,
      },
      {
        what: 'events left unchecked by one round',
        measured: EVENTS - low,
        unit: 'events',
        against: 'one of a thousand',
        limit: EVENTS / 1_000,
      },
      {
        what: `one round over ${EVENTS} events (pages of ${PAGE_MS} ms)`,
        measured: roundMs,
        unit: 'ms',
        against: 'their interval',
        limit: intervalMs,
      },
    ];
  } finally {
    await product.stop();
    sites.close();
    await removeFolder(dataDir);
  }
};

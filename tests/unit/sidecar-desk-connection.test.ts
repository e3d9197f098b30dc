import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { DeskConnection, isSafeAddress, retryWaitMs } from '../../sidecar/desk-connection.ts';
import { ConnectionPool } from '../../sidecar/mailbox/connection-pool.ts';
import { ReaderThread } from '../../sidecar/reader/reader-thread.ts';

describe('the wait before a scanner reconnects', () => {
  it.each([
    [0, 0, 125],
    [0, 1, 250],
    [1, 1, 500],
    [3, 0.5, 1500],
    [6, 1, 15_000],
    [50, 0, 7500],
    [5000, 1, 15_000],
  ])('after %i failed attempts, at chance %d, is %i ms', (attempts, random, wait) => {
    expect(retryWaitMs(attempts, random)).toBe(wait);
  });

  it('grows to its limit, and half of it is random', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat(100), chance, chance, (attempts, one, other) => {
        const longest = retryWaitMs(attempts, 1);
        expect(retryWaitMs(attempts, one)).toBeGreaterThanOrEqual(longest / 2 - 1);
        expect(retryWaitMs(attempts, one)).toBeLessThanOrEqual(longest);
        expect(retryWaitMs(attempts + 1, 1)).toBeGreaterThanOrEqual(longest);
        if (one < other)
          expect(retryWaitMs(attempts, one)).toBeLessThanOrEqual(retryWaitMs(attempts, other));
      }),
    );
  });
});

/**
 * A desk that accepts up to `most` scanners and never sends anything, not even when the socket is
 * closed.
 */
async function silentDesk(most = Number.POSITIVE_INFINITY) {
  const sockets: Duplex[] = [];
  let refused = 0;
  const server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', ({ headers }, socket) => {
    // The client may reset the connection, also after a refusal.
    socket.on('error', () => {});
    if (sockets.length >= most) {
      refused++;
      socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
      return;
    }
    const accept = createHash('sha1')
      .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
    socket.resume();
    sockets.push(socket);
  });
  await once(server, 'listening');
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, sockets, refused: () => refused, close };
}

/** A scanner that notices a silent desk at once. */
function newScanner(url: string, disconnected: () => void = () => undefined): DeskConnection {
  const pool = new ConnectionPool({ allowPrivate: false }, { atOnce: 1, perHost: 1 });
  const nothing = (): void => undefined;
  return new DeskConnection({
    url,
    token: 'a-token',
    scanner: { pool, reader: new ReaderThread() },
    catalogues: { readDue: async () => undefined },
    watches: { watch: nothing, unwatch: nothing, connected: nothing, disconnected },
    times: { aliveMs: 20, silentMs: 100 },
  });
}

describe('a scanner whose desk disappears without closing', () => {
  it('reports a lost connection to its watches once, however often a reconnection fails', async () => {
    const desk = await silentDesk(1);
    const disconnected = vi.fn();
    const scanner = newScanner(desk.url, disconnected);
    try {
      scanner.start();
      await vi.waitUntil(() => desk.refused() >= 3, { timeout: 60_000 });
      expect(disconnected).toHaveBeenCalledTimes(1);
    } finally {
      scanner.stop();
      desk.close();
    }
  });

  it('reconnects, although its old socket never ends', async () => {
    const desk = await silentDesk();
    const scanner = newScanner(desk.url);
    try {
      scanner.start();
      await vi.waitUntil(() => desk.sockets.length >= 2, { timeout: 60_000 });
    } finally {
      scanner.stop();
      desk.close();
    }
  });
});

it.each([
  ['https://desk.example.org', true],
  ['http://localhost:8787', true],
  ['http://127.0.0.1:8787', true],
  ['http://desk.example.org', false],
  ['http://10.0.0.7:8787', false],
  ['ftp://localhost', false],
  ['desk.example.org', false],
])('a token may be sent to %s: %s', (url, isSafe) => {
  expect(isSafeAddress(url)).toBe(isSafe);
});

it('a scanner ends at once if its token would be sent unencrypted', () => {
  const env = { ...process.env, SCANNER_URL: 'http://desk.example.org', SCANNER_TOKEN: 'x' };
  const { status, stderr } = spawnSync(process.execPath, ['sidecar/main.ts'], {
    env,
    encoding: 'utf8',
  });
  expect(stderr).toContain('SCANNER_URL must be https, except for a Worker on this machine.');
  expect(status).toBe(1);
});

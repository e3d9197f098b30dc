import { connect, createServer, type Socket } from 'node:net';

/** A connection between two parts of the product, which tests cut, stall and restore. */
export interface Line {
  port: number;
  /** Ends all connections in the middle of a transfer; new ones are accepted. */
  cut(): void;
  /** Ends all connections, and refuses new ones until {@link Line.restore}. */
  takeDown(): void;
  /** Transfers nothing until {@link Line.restore}; connections stay open. */
  stall(): void;
  restore(): void;
  stop(): void;
}

/**
 * Opens a line on a free port of this machine. Each connection leads to the port that `target`
 * returns at that time.
 */
export async function openLine(port: number): Promise<Line> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'open' | 'down' | 'stalled' = 'open';
  const server = createServer((near) => {
    if (state === 'down') return void near.destroy();
    const far = connect(port, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    near.pipe(far);
    far.pipe(near);
    if (state === 'stalled') for (const socket of pair) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut,
    takeDown() {
      state = 'down';
      cut();
    },
    stall() {
      state = 'stalled';
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    restore() {
      state = 'open';
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    stop() {
      cut();
      server.close();
    },
  };
}

import { createServer } from 'node:net';
import { LaunchError } from './launch-error.ts';

function listenOnce(port: number, host: string): Promise<{ port: number; error?: string }> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ port: 0, error: error.code ?? error.message }),
    );
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve({ port: taken }));
    });
  });
}

/** A loopback port that nobody uses now. */
export async function findFreePort(): Promise<number> {
  const { port, error } = await listenOnce(0, '127.0.0.1');
  if (error !== undefined) throw new LaunchError(`No free port could be found (${error}).`);
  return port;
}

/** The port that an address names. */
export function portOf(address: string | undefined): number | undefined {
  return address ? Number(new URL(address).port) : undefined;
}

/** @throws LaunchError when somebody listens on `port`, or this user may not */
export async function assertPortFree(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const { error } = await listenOnce(port, host);
    if (error === 'EADDRINUSE') {
      throw new LaunchError(
        `Port ${port} is in use: stop what listens there, or choose another one, for example PORT=${port < 65_535 ? port + 1 : 8787} npm start.`,
      );
    }
    if (error === 'EACCES') {
      throw new LaunchError(`Port ${port} may not be used by this user: choose one above 1023.`);
    }
    // A machine without IPv6 answers EADDRNOTAVAIL or EAFNOSUPPORT for ::1, which is no obstacle.
  }
}

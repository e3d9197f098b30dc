import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionPool } from '../../sidecar/mailbox/connection-pool.ts';
import { type FaultyServer, PHASES, startFaultyServer } from './faulty-server.ts';
import { accessTo, newPool, scanOne } from './scan-one.ts';

const TIMES = { connectMs: 500, greetingMs: 500, loginMs: 500, commandMs: 600 };
const PAUSE = 'localhost requires a pause because of too many connections. Try again in a minute.';

let server: FaultyServer;
let pool: ConnectionPool;
afterEach(() => {
  pool.close();
  server.stop();
});

describe('a mail server that hangs', () => {
  it.each([
    ...PHASES.map((phase) => [phase, 'hang'] as const),
    ...(['list', 'structure', 'fetch'] as const).map((phase) => [phase, 'half'] as const),
  ])('is given up at %s (%s)', async (phase, fault) => {
    server = await startFaultyServer(phase, fault);
    pool = newPool({ times: TIMES });
    const report = await scanOne(pool, accessTo(server.port));
    expect(report.status).toBe('failed');
    expect(report.message).toMatch(/localhost (did not answer in time|closed the connection)/);
  });
});

describe('a mail server that requests a pause', () => {
  it.each([
    ['greeting', '* BYE [ALERT] Too many simultaneous connections'],
    ['login', 'TAG NO [ALERT] Too many simultaneous connections. (Failure)'],
    ['login', 'TAG NO [LIMIT] Maximum number of connections from user+IP exceeded'],
    ['login', '* BYE Too many connections from your address'],
    ['examine', 'TAG NO [THROTTLED] Slow down'],
    ['search', 'TAG NO [OVERQUOTA] Account exceeded command or bandwidth limits'],
    ['structure', 'TAG BAD Request is throttled. Suggested Backoff Time: 92415 milliseconds'],
    ['fetch', '* BYE [THROTTLED] Account exceeded bandwidth limits'],
  ] as const)('is understood at %s: %s', async (phase, fault) => {
    server = await startFaultyServer(phase, fault);
    pool = newPool();
    const report = await scanOne(pool, accessTo(server.port));
    expect(report).toMatchObject({ status: 'failed', message: PAUSE });
  });

  it.each([
    ['this mailbox, when it meant the account', 'login', 'TAG NO [ALERT] Too many connections', 1],
    ['all its mailboxes, when it was busy', 'greeting', '* BYE Too many connections', 0],
  ] as const)('is not called for that time after %s', async (_, phase, fault, more) => {
    server = await startFaultyServer(phase, fault);
    pool = newPool();
    const tryAs = async (user: string): Promise<number> => {
      expect((await scanOne(pool, accessTo(server.port, { user }))).message).toBe(PAUSE);
      return server.connections();
    };
    const first = await tryAs('a@x.example');
    expect(await tryAs('a@x.example')).toBe(first);
    expect(await tryAs('b@x.example')).toBe(first + more);
  });
});

describe('a mail server without encryption', () => {
  it('receives no password if a connection must be encrypted', async () => {
    server = await startFaultyServer('fetch', 'hang');
    pool = newPool({ allowPlain: false });
    const report = await scanOne(pool, accessTo(server.port));
    expect(report.message).toBe(
      'localhost offers no encrypted connection on this port. Use port 993.',
    );
    expect(server.received()).not.toMatch(/LOGIN|AUTHENTICATE|correct-horse/i);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailboxReport } from '../../shared/presale-codes/schema.ts';
import type { ScanQuery } from '../../shared/scanner.ts';
import type { NetworkPolicy } from '../../sidecar/mailbox/connect.ts';
import { ConnectionPool } from '../../sidecar/mailbox/connection-pool.ts';
import { scanMailbox } from '../../sidecar/scan/scan-mailbox.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { PHASES, startHangingServer } from './hanging-server.ts';
import { writeMaildir } from './maildir.ts';

const reason = missingDovecot();
const TIMES = { connectMs: 500, greetingMs: 500, loginMs: 500, commandMs: 600 };
const QUERY: ScanQuery = {
  keywords: ['e'],
  mustInclude: [],
  caseSensitive: false,
  since: Date.now() - 7 * 24 * 3600_000,
  minLength: 3,
  maxLength: 40,
  numbers: 'may',
  capitals: 'may',
  specials: 'may',
  allowedSpecials: '',
  excluded: [],
};
const quiet = { progress: () => undefined, code: () => undefined };
const access = (port: number, part: object = {}) => ({
  id: 1,
  user: 'a@x.example',
  host: 'localhost',
  port,
  password: 'correct-horse',
  ...part,
});
const newPool = (policy: Partial<NetworkPolicy> = {}): ConnectionPool =>
  new ConnectionPool({ allowPrivate: true, ...policy }, { atOnce: 8, perHost: 8 });
const scan = (
  pool: ConnectionPool,
  port: number,
  part: object = {},
  signal = new AbortController().signal,
): Promise<MailboxReport> => scanMailbox(pool, access(port, part), QUERY, signal, quiet);

describe('a mail server that hangs', () => {
  it.each(PHASES)('is given up when it hangs at %s', async (phase) => {
    const server = await startHangingServer(phase);
    const pool = newPool({ times: TIMES });
    try {
      const report = await scan(pool, server.port);
      expect(report.status).toBe('failed');
      expect(report.message).toMatch(/localhost (did not answer in time|closed the connection)/);
    } finally {
      pool.close();
      server.stop();
    }
  });
});

describe.skipIf(reason !== null)(
  `a real mail server${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let server: MailServer;
    beforeAll(async () => {
      const maildir = writeMaildir({ mails: 300, recent: 300, recentDays: 5, now: Date.now() });
      server = await startDovecot(new Map([['a@x.example', maildir]]));
    }, 60_000);
    afterAll(() => server?.stop(), 30_000);

    it('says in plain words that the password is wrong', async () => {
      const report = await scan(newPool(), server.plainPort, { password: 'wrong' });
      expect(report).toMatchObject({
        status: 'failed',
        message: 'localhost rejected this password. Check the email address and the password.',
      });
    });

    it('refuses a certificate whose authority is unknown', async () => {
      const report = await scan(newPool(), server.tlsPort);
      expect(report).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('certificate of localhost'),
      });
    });

    it('says that a host is unknown, refused or private', async () => {
      const pool = newPool({ allowPrivate: false });
      expect((await scan(pool, 993, { host: 'no-such-host.invalid' })).message).toContain(
        'was not found',
      );
      expect((await scan(newPool(), 1)).message).toContain('does not answer on this port');
      expect((await scan(pool, server.plainPort)).message).toContain('private network');
    });

    it('stops at once when the search is cancelled and tells what was read until then', async () => {
      const pool = newPool();
      const controller = new AbortController();
      const report = await scanMailbox(pool, access(server.plainPort), QUERY, controller.signal, {
        code: () => controller.abort('cancelled'),
        progress: () => undefined,
      });
      expect(report.status).toBe('cancelled');
      expect(report.scanned).toBeGreaterThan(0);
      expect(report.scanned).toBeLessThan(300);
      pool.close();
    });

    it('keeps the connection warm for the next search', async () => {
      const pool = newPool();
      const first = await scan(pool, server.plainPort);
      const startedAt = performance.now();
      let firstCodeMs = 0;
      const second = await scanMailbox(
        pool,
        access(server.plainPort),
        QUERY,
        new AbortController().signal,
        {
          code: () => {
            firstCodeMs ||= performance.now() - startedAt;
          },
          progress: () => undefined,
        },
      );
      expect(second).toMatchObject({ status: 'ok', scanned: first.scanned });
      expect(firstCodeMs).toBeLessThan(1000);
      pool.close();
    });

    it('tells that the server went away in the middle of a scan', async () => {
      const pool = newPool();
      const gone: Promise<void>[] = [];
      const report = await scanMailbox(
        pool,
        access(server.plainPort),
        QUERY,
        new AbortController().signal,
        {
          code: () => {
            if (gone.length === 0) gone.push(server.kill());
          },
          progress: () => undefined,
        },
      );
      await Promise.all(gone);
      expect(report).toMatchObject({
        status: 'failed',
        message: expect.stringMatching(/closed the connection|did not answer in time/),
      });
      pool.close();
    });
  },
);

import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ImapFlow } from 'imapflow';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionPool } from '../../sidecar/mailbox/connection-pool.ts';
import { scanMailbox } from '../../sidecar/scan/scan-mailbox.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { fingerprints } from './fingerprints.ts';
import { writeMaildir } from './maildir.ts';
import { accessTo, BROAD, newPool, directReader as reader, scanOne } from './scan-one.ts';

const reason = missingDovecot();

/** Number, flags and arrival of every mail, as the server lists them in a read-only session. */
async function stateOf({ plainPort, password }: MailServer, user: string): Promise<string[]> {
  const client = new ImapFlow({
    host: 'localhost',
    port: plainPort,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: password },
    logger: false,
  });
  await client.connect();
  await client.mailboxOpen('INBOX', { readOnly: true });
  const mails = await client.fetchAll('1:*', { uid: true, flags: true, internalDate: true });
  await client.logout();
  return mails.map(
    ({ uid, flags, internalDate }) =>
      `${uid} ${[...(flags ?? [])].sort().join(' ')} ${new Date(internalDate ?? 0).toISOString()}`,
  );
}

describe.skipIf(reason !== null)(
  `a real mail server${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let server: MailServer;
    let pool: ConnectionPool;
    beforeAll(async () => {
      const maildir = writeMaildir({ mails: 300, recent: 300, recentDays: 5, now: Date.now() });
      server = await startDovecot(new Map([['a@x.example', maildir]]));
    });
    beforeEach(() => {
      pool = newPool();
    });
    afterEach(() => pool.close());
    afterAll(() => server?.stop());

    it('keeps every flag and date, of mails that are read, unread and just delivered', async () => {
      const folder = server.maildir('a@x.example');
      for (const name of readdirSync(join(folder, 'cur')).slice(0, 40))
        renameSync(join(folder, 'cur', name), join(folder, 'new', name.replace(/:2,.*$/, '')));
      const files = fingerprints(folder);
      const before = await stateOf(server, 'a@x.example');
      expect(fingerprints(folder)).toEqual(files);
      expect(before.filter((line) => line.includes('Recent')).length).toBeGreaterThan(0);
      const report = await scanOne(pool, accessTo(server.plainPort));
      expect(report).toMatchObject({ status: 'ok', scanned: 300 });
      expect(fingerprints(folder)).toEqual(files);
      expect(await stateOf(server, 'a@x.example')).toEqual(before);
    });

    it('reports a wrong password in plain words', async () => {
      const report = await scanOne(pool, accessTo(server.plainPort, { password: 'wrong' }));
      expect(report).toMatchObject({
        status: 'failed',
        message: 'localhost rejected this password. Check the email address and the password.',
      });
    });

    it('reports an unknown, refused or private host', async () => {
      const messageOf = async (part: object, policy = {}) => {
        const other = newPool(policy);
        return (await scanOne(other, { ...accessTo(server.plainPort), ...part })).message;
      };
      const isPublicOnly = { allowPrivate: false };
      expect(await messageOf({ host: 'no-such-host.invalid' }, isPublicOnly)).toBe(
        'The mail server no-such-host.invalid was not found. Check the spelling of the host.',
      );
      expect(await messageOf({ port: 1 })).toBe(
        'localhost does not answer on this port. Check host and port (993 for TLS).',
      );
      expect(await messageOf({}, isPublicOnly)).toBe(
        'localhost is an address inside a private network, which the scanner does not open.',
      );
    });

    it('is opened at the checked address, even if its name changes a moment later', async () => {
      const answers = [[{ address: '127.0.0.1' }], [{ address: '192.0.2.1' }]];
      let requested = 0;
      const rebinding = newPool({ lookup: async () => answers[requested++] ?? [] });
      const report = await scanOne(
        rebinding,
        accessTo(server.plainPort, { host: 'rebinding.example' }),
      );
      expect(report).toMatchObject({ status: 'ok', scanned: 300 });
      expect(requested).toBe(1);
      rebinding.close();
    });

    it('is opened at its next address if the first does not answer', async () => {
      const twoAddresses = newPool({
        lookup: async () => [{ address: '127.0.0.254' }, { address: '127.0.0.1' }],
      });
      const report = await scanOne(
        twoAddresses,
        accessTo(server.plainPort, { host: 'two-addresses.example' }),
      );
      expect(report.status).toBe('ok');
      twoAddresses.close();
    });

    describe('with its certificate', () => {
      const usual = getCACertificates('default');
      afterEach(() => setDefaultCACertificates(usual));
      const trustAuthority = (): void =>
        setDefaultCACertificates([...usual, readFileSync(server.caFile, 'utf8')]);

      it('is refused while its authority is unknown, with TLS and with STARTTLS', async () => {
        const strict = newPool({ allowPlain: false });
        for (const port of [server.tlsPort, server.plainPort])
          expect(await scanOne(strict, accessTo(port))).toMatchObject({
            status: 'failed',
            message: 'The certificate of localhost is not valid for it. Check the host name.',
          });
      });

      it('is read over TLS and over STARTTLS once its authority is known', async () => {
        trustAuthority();
        const strict = newPool({ allowPlain: false });
        for (const port of [server.tlsPort, server.plainPort])
          expect(await scanOne(strict, accessTo(port))).toMatchObject({
            status: 'ok',
            scanned: 300,
          });
        strict.close();
      });

      it('is refused when it was made for another name', async () => {
        trustAuthority();
        const other = newPool({
          allowPlain: false,
          lookup: async () => [{ address: '127.0.0.1' }],
        });
        const message =
          'The certificate of other.example is not valid for it. Check the host name.';
        for (const port of [server.tlsPort, server.plainPort])
          expect(await scanOne(other, accessTo(port, { host: 'other.example' }))).toMatchObject({
            status: 'failed',
            message,
          });
      });
    });

    it('stops at once when the search is cancelled and reports the results so far', async () => {
      const controller = new AbortController();
      const access = accessTo(server.plainPort);
      const report = await scanMailbox({ pool, reader }, access, BROAD, controller.signal, {
        code: () => controller.abort('cancelled'),
        progress: () => undefined,
      });
      expect(report.status).toBe('cancelled');
      expect(report.scanned).toBeGreaterThan(0);
      expect(report.scanned).toBeLessThan(300);
    });

    it('is read again over the idle connection, and over a new one if that has ended', async () => {
      let opened = 0;
      const counting = newPool({
        lookup: async () => {
          opened += 1;
          return [{ address: '127.0.0.1' }];
        },
      });
      const access = accessTo(server.plainPort, { host: 'kept.example' });
      const first = await scanOne(counting, access);
      expect(await scanOne(counting, access)).toEqual(first);
      expect(opened).toBe(1);
      server.disconnectAll();
      expect(await scanOne(counting, access)).toEqual(first);
      expect(opened).toBe(2);
      counting.close();
    });

    it('is read to its end even if the idle connection ends during the search', async () => {
      const access = accessTo(server.plainPort);
      const whole = await scanOne(pool, access);
      const ends = [() => server.disconnectAll()];
      const report = await scanMailbox(
        { pool, reader },
        access,
        BROAD,
        new AbortController().signal,
        { code: () => undefined, progress: () => ends.pop()?.() },
      );
      expect(report).toMatchObject({ status: 'ok', scanned: whole.scanned });
    });

    it('is not read over an idle connection that has another password', async () => {
      await scanOne(pool, accessTo(server.plainPort));
      const report = await scanOne(pool, accessTo(server.plainPort, { password: 'wrong' }));
      expect(report.status).toBe('failed');
    });

    it('reports that the server disappeared in the middle of a scan', async () => {
      const gone: Promise<void>[] = [];
      const report = await scanMailbox(
        { pool, reader },
        accessTo(server.plainPort),
        BROAD,
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
    });
  },
);

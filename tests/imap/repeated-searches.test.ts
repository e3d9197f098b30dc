import type { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanQuery } from '../../shared/scanners/protocol.ts';
import type { Reader } from '../../sidecar/reader/protocol.ts';
import { readBatch } from '../../sidecar/reader/read-batch.ts';
import { runScan } from '../../sidecar/scan/scan-job.ts';
import { scanMailbox } from '../../sidecar/scan/scan-mailbox.ts';
import { ScanMemory } from '../../sidecar/scan/scan-memory.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { emptyMaildir, mailOf, mailWith, openProgram } from './mail-program.ts';
import { accessTo, BROAD, directReader, newPool, scanOne } from './scan-one.ts';
import { startScriptedServer } from './scripted-server.ts';

const reason = missingDovecot();
const USERS = Array.from({ length: 9 }, (_, at) => `fan${at}@x.example`);
const QUERY: ScanQuery = { ...BROAD, keywords: ['Mara Venn'] };
const CODES = ['FIRSTTIDE1', 'SECONDTIDE2', 'THIRDTIDE3'];

describe.skipIf(reason !== null)(
  `a repeated search${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let mail: MailServer;
    const pool = newPool();
    const programs: ImapFlow[] = [];
    let next = 0;

    beforeAll(async () => {
      const maildir = emptyMaildir();
      mail = await startDovecot(new Map(USERS.map((user) => [user, maildir])));
    });
    afterAll(async () => {
      for (const program of programs) program.close();
      pool.close();
      await mail.stop();
    });

    /** A mailbox with three codes and a mail about another artist, and searches that share a memory. */
    async function openMailbox({
      folders = null as string[] | null,
      memory = new ScanMemory(),
    } = {}) {
      const user = USERS[next++] ?? '';
      const program = await openProgram(mail, user);
      programs.push(program);
      for (const folder of folders ?? [])
        if (folder !== 'INBOX') await program.mailboxCreate(folder);
      for (const code of CODES) await program.append('INBOX', mailWith(code));
      await program.append('INBOX', mailOf('Programme', 'The programme of the month.'));
      const read: string[] = [];
      const reader: Reader = {
        read: async (batch) => {
          read.push(...batch.mails.map((one) => one?.subject ?? ''));
          return readBatch(batch);
        },
      };
      const access = accessTo(mail.plainPort, { user, folders });
      const search = async (part: Partial<ScanQuery> = {}) => {
        read.length = 0;
        const { codes, ...report } = await scanOne(
          pool,
          access,
          { ...QUERY, ...part },
          reader,
          memory,
        );
        const { scanned, matched, status } = report;
        const found = codes.map(({ code }) => code).toSorted();
        return { found, scanned, matched, status, read: read.toSorted(), codes, report };
      };
      return { program, search, access, reader, memory };
    }

    it('reads nothing twice, and reports the same', async () => {
      const { search } = await openMailbox();
      const first = await search();
      expect(first).toMatchObject({ found: CODES, scanned: 4, matched: 3, status: 'ok' });
      expect(first.read).toHaveLength(4);
      const second = await search();
      expect(second.read).toEqual([]);
      expect(second.report).toEqual(first.report);
      expect(second.codes).toHaveLength(3);
      expect(second.codes).toEqual(expect.arrayContaining(first.codes));
    });

    it('reads a new mail, and does not report a deleted one', async () => {
      const { search, program } = await openMailbox();
      await search();
      await program.append('INBOX', mailWith('FOURTHTIDE4'));
      await program.mailboxOpen('INBOX');
      await program.messageDelete({ subject: 'secondtide2' }, { uid: true });
      expect(await search()).toMatchObject({
        found: ['FIRSTTIDE1', 'FOURTHTIDE4', 'THIRDTIDE3'],
        scanned: 4,
        read: ['Mara Venn fourthtide4'],
      });
    });

    it('reads a moved mail again, in its new folder', async () => {
      const { search, program } = await openMailbox();
      await search();
      await program.mailboxOpen('INBOX');
      await program.messageMove({ subject: 'firsttide1' }, 'Junk', { uid: true });
      const moved = await search();
      expect(moved).toMatchObject({ found: CODES, scanned: 4, read: ['Mara Venn firsttide1'] });
      expect(moved.codes.find(({ code }) => code === 'FIRSTTIDE1')?.mail_id).toMatch(/^1\/Junk\//);
      expect((await search()).read).toEqual([]);
    });

    it('reads a folder again that was recreated', async () => {
      const { search, program } = await openMailbox({ folders: ['INBOX', 'Deals'] });
      await program.append('Deals', mailWith('OLDDEAL1'));
      expect((await search()).found).toContain('OLDDEAL1');
      await program.mailboxDelete('Deals');
      await program.mailboxCreate('Deals');
      // It has the uid of the other mail, under another validity.
      await program.append('Deals', mailWith('NEWDEAL2'));
      expect(await search()).toMatchObject({
        found: ['FIRSTTIDE1', 'NEWDEAL2', 'SECONDTIDE2', 'THIRDTIDE3'],
        read: ['Mara Venn newdeal2'],
      });
    });

    it('reads what other criteria require: matching mails for other codes, all mails for other words', async () => {
      const { search } = await openMailbox();
      expect(await search({ minLength: 11, maxLength: 11 })).toMatchObject({
        found: ['SECONDTIDE2'],
      });
      const wide = await search({ minLength: 10, maxLength: 11 });
      expect(wide).toMatchObject({ found: CODES, scanned: 4, matched: 3 });
      expect(wide.read).toHaveLength(3);
      expect((await search({ minLength: 10, maxLength: 11 })).read).toEqual([]);
      expect((await search({ keywords: ['programme'] })).read).toHaveLength(4);
      expect((await search({ caseSensitive: true })).read).toHaveLength(4);
    });

    it('reads older mails for a longer period, and does not count mails older than a shorter one', async () => {
      const { search, program } = await openMailbox();
      const day = 24 * 3600_000;
      const at = (days: number) => new Date(Date.now() - days * day);
      await program.append('INBOX', mailWith('OLDERTIDE5'), [], at(1.5));
      await program.append('INBOX', mailWith('OLDESTTIDE6'), [], at(4));
      expect((await search({ since: Date.now() - day })).found).toEqual(CODES);
      expect(await search({ since: Date.now() - 3 * day })).toMatchObject({
        found: ['FIRSTTIDE1', 'OLDERTIDE5', 'SECONDTIDE2', 'THIRDTIDE3'],
        read: ['Mara Venn oldertide5'],
      });
      expect(await search({ since: Date.now() - 7 * day })).toMatchObject({
        scanned: 6,
        read: ['Mara Venn oldesttide6'],
      });
      expect(await search({ since: Date.now() - day })).toMatchObject({
        found: CODES,
        scanned: 4,
        read: [],
      });
    });

    it('reads mails with findings again once the findings are no longer stored', async () => {
      const { search } = await openMailbox({ memory: new ScanMemory({ findingsForMs: 0 }) });
      await search();
      await new Promise((resolve) => setTimeout(resolve, 20));
      const later = await search();
      expect(later).toMatchObject({ found: CODES, scanned: 4 });
      expect(later.read).toHaveLength(3);
    });

    it('continues after a search that was interrupted', async () => {
      const { search, access, memory } = await openMailbox();
      const controller = new AbortController();
      const ending: Reader = {
        read: async (batch) => {
          const outcomes = readBatch({ ...batch, mails: batch.mails.slice(0, 2) });
          setImmediate(() => controller.abort('cancelled'));
          return outcomes;
        },
      };
      const report = await scanMailbox(
        { pool, reader: ending, memory },
        ...([access, QUERY, controller.signal] as const),
        { progress: () => undefined, code: () => undefined },
      );
      expect(report).toMatchObject({ scanned: 2 });
      const rest = await search();
      expect(rest).toMatchObject({ found: CODES, scanned: 4, status: 'ok' });
      expect(rest.read).toHaveLength(2);
    });

    it('reads a mail of several folders once, and reads the copy when the first one is gone', async () => {
      const { search, program } = await openMailbox({ folders: ['All Mail', 'INBOX', 'Label'] });
      await program.mailboxOpen('INBOX');
      for (const folder of ['All Mail', 'Label']) await program.messageCopy('1:*', folder);
      await program.append('All Mail', mailWith('ARCHIVED7'));
      const first = await search();
      expect(first).toMatchObject({ found: ['ARCHIVED7', ...CODES], scanned: 5, status: 'ok' });
      expect(first.report.folders).toEqual([
        { path: 'INBOX', listed: 4, read: 4, left_out: [] },
        { path: 'All Mail', listed: 1, read: 1, left_out: [] },
        { path: 'Label', listed: 0, read: 0, left_out: [] },
      ]);
      expect((await search()).read).toEqual([]);
      await program.messageDelete({ subject: 'firsttide1' }, { uid: true });
      const archived = await search();
      expect(archived).toMatchObject({
        found: ['ARCHIVED7', ...CODES],
        scanned: 5,
        read: ['Mara Venn firsttide1'],
      });
      expect((await search()).read).toEqual([]);
    });
  },
);

describe('the codes of many mails', () => {
  it('are sent in messages of a hundred, also when they were found before', async () => {
    const mails = Array.from({ length: 230 }, (_, at) => ({
      uid: at + 1,
      subject: 'Mara Venn',
      text: `Mara Venn presale code: TIDE${1000 + at}`,
    }));
    const server = await startScriptedServer({ folders: [{ name: 'INBOX', mails }] });
    const memory = new ScanMemory();
    const pool = newPool();
    const { signal } = new AbortController();
    const [mailboxes, query] = [[accessTo(server.port)], QUERY];
    const job = { type: 'scan' as const, job: 'one', withinMs: 20_000, mailboxes, query };
    for (const _ of ['first', 'repeated']) {
      const sizes: number[] = [];
      await runScan({ pool, reader: directReader, memory }, job, signal, (message) => {
        if (message.type === 'codes') sizes.push(message.sightings.length);
      });
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(230);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    }
    pool.close();
    server.stop();
  });
});

describe('a mail whose text the server did not send', () => {
  it('is read by the next search', async () => {
    let isBusy = true;
    const mails = [1, 2].map((uid) => ({
      uid,
      subject: 'Mara Venn',
      text: `Mara Venn presale code: TIDE100${uid}`,
    }));
    const server = await startScriptedServer({
      folders: [{ name: 'INBOX', mails }],
      fetch: (uids, items, usual) =>
        isBusy && items.includes('BODY.PEEK[1]')
          ? `${usual(uids.slice(0, -1))}* 2 FETCH (UID 2 BODY[1]<0> NIL)\r\n`
          : null,
    });
    const memory = new ScanMemory();
    const pool = newPool();
    const search = () => scanOne(pool, accessTo(server.port), QUERY, directReader, memory);
    expect(await search()).toMatchObject({ status: 'incomplete', scanned: 2 });
    isBusy = false;
    const { codes, status } = await search();
    expect([status, codes.map(({ code }) => code).toSorted()]).toEqual([
      'ok',
      ['TIDE1001', 'TIDE1002'],
    ]);
    pool.close();
    server.stop();
  });
});

describe('a folder that is recreated while its mails are being read', () => {
  it('is read completely by the next search', async () => {
    const made = [1, 2].map((time) =>
      [1, 2].map((uid) => ({
        uid,
        subject: 'Mara Venn',
        text: `Mara Venn presale code: TIDE${time}00${uid}`,
      })),
    );
    let validity = 7;
    let isBroken = true;
    let goOn = (): void => undefined;
    const server = await startScriptedServer({
      folders: [
        {
          name: 'INBOX',
          validity: () => validity,
          get mails() {
            return made[validity - 7] ?? [];
          },
        },
      ],
      fetch: (_, items, usual) => {
        if (!isBroken) return null;
        const endless = '* 2 FETCH (UID 2 BODY[1]<0> {9000000}\r\n';
        if (items.includes('BODY.PEEK[1]')) {
          validity = 8;
          return `${usual([1])}${endless}`;
        }
        if (validity === 7) return null;
        goOn();
        return endless;
      },
    });
    const slow: Reader = {
      read: async (batch) => {
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        return readBatch(batch);
      },
    };
    const memory = new ScanMemory();
    const pool = newPool();
    const access = accessTo(server.port);
    expect((await scanOne(pool, access, QUERY, slow, memory)).status).toBe('failed');
    isBroken = false;
    const { codes } = await scanOne(pool, access, QUERY, directReader, memory);
    expect(codes.map(({ code }) => code).toSorted()).toEqual(['TIDE2001', 'TIDE2002']);
    pool.close();
    server.stop();
  });
});

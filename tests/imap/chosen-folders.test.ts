import type { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailboxFolder } from '../../shared/mailboxes/schema.ts';
import type { ConnectionPool } from '../../sidecar/mailbox/connection-pool.ts';
import { listFolders } from '../../sidecar/mailbox/folders.ts';
import { type MailServer, missingDovecot, startDovecot } from './dovecot.ts';
import { emptyMaildir, mailWith, openProgram } from './mail-program.ts';
import { accessTo, BROAD, newPool, scanOne } from './scan-one.ts';
import { type Script, startScriptedServer } from './scripted-server.ts';

const reason = missingDovecot();
const FANS = 'fans@x.example';
const QUERY = { ...BROAD, keywords: ['Mara Venn'] };
const { signal } = new AbortController();

const scan = async (pool: ConnectionPool, port: number, folders: string[] | null) => {
  const { codes, ...report } = await scanOne(pool, accessTo(port, { user: FANS, folders }), QUERY);
  return { ...report, found: codes.map(({ code }) => code).toSorted() };
};

describe.skipIf(reason !== null)(
  `chosen folders${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    let mail: MailServer;
    let program: ImapFlow;
    const pool = newPool();
    const list = (user: string): Promise<MailboxFolder[]> =>
      pool.use(accessTo(mail.plainPort, { user }), signal, listFolders);

    beforeAll(async () => {
      mail = await startDovecot(new Map([[FANS, emptyMaildir()]]));
      program = await openProgram(mail, FANS);
      for (const folder of ['Archive', 'Newsletters/Été & 先行', 'To delete', 'To rename'])
        await program.mailboxCreate(folder);
      await program.append('INBOX', mailWith('INBOXTIDE1'));
      await program.append('Junk', mailWith('JUNKTIDE2'));
      await program.append('Archive', mailWith('ARCHIVETIDE3'));
      await program.append('Newsletters/Été & 先行', mailWith('LETTERTIDE4'));
      await program.append('To delete', mailWith('DELETETIDE5'));
      await program.append('To rename', mailWith('RENAMETIDE6'));
    });
    afterAll(async () => {
      program.close();
      pool.close();
      await mail.stop();
    });

    it('are listed with their kinds and mails, the inbox first, without those that cannot be opened', async () => {
      expect(await list(FANS)).toEqual([
        { path: 'INBOX', kind: 'inbox', mails: 1 },
        { path: 'Junk', kind: 'junk', mails: 1 },
        { path: 'Archive', kind: 'archive', mails: 1 },
        { path: 'Newsletters/Été & 先行', kind: 'other', mails: 1 },
        { path: 'To delete', kind: 'other', mails: 1 },
        { path: 'To rename', kind: 'other', mails: 1 },
      ]);
    });

    it('replace the inbox and junk, in any letters', async () => {
      const folders = ['Newsletters/Été & 先行', 'Archive'];
      expect(await scan(pool, mail.plainPort, folders)).toMatchObject({
        found: ['ARCHIVETIDE3', 'LETTERTIDE4'],
        status: 'ok',
        folders: [
          { path: 'Newsletters/Été & 先行', listed: 1, read: 1, left_out: [] },
          { path: 'Archive', listed: 1, read: 1, left_out: [] },
        ],
      });
      expect((await scan(pool, mail.plainPort, null)).found).toEqual(['INBOXTIDE1', 'JUNKTIDE2']);
    });

    it('that were renamed or deleted since then are named, and affect only themselves', async () => {
      const folders = ['To delete', 'To rename', 'INBOX'];
      expect((await scan(pool, mail.plainPort, folders)).found).toHaveLength(3);
      await program.mailboxDelete('To delete');
      await program.mailboxRename('To rename', 'Renamed');
      expect(await scan(pool, mail.plainPort, folders)).toMatchObject({
        found: ['INBOXTIDE1'],
        status: 'incomplete',
        message:
          'The folder To delete could not be opened. The folder To rename could not be opened. If they were renamed or deleted, choose the folders of this mailbox again on the IMAP Accounts page.',
        folders: [
          { path: 'INBOX', listed: 1, read: 1, left_out: [] },
          {
            path: 'To delete',
            listed: 0,
            read: 0,
            left_out: [{ reason: 'folder_closed', mails: 1 }],
          },
          {
            path: 'To rename',
            listed: 0,
            read: 0,
            left_out: [{ reason: 'folder_closed', mails: 1 }],
          },
        ],
      });
      expect((await scan(pool, mail.plainPort, ['Renamed'])).found).toEqual(['RENAMETIDE6']);
    });

    it('that contain only other folders are not listed, and are closed if they were chosen', async () => {
      expect((await list(FANS)).map(({ path }) => path)).not.toContain('Newsletters');
      expect(await scan(pool, mail.plainPort, ['Newsletters', 'INBOX'])).toMatchObject({
        found: ['INBOXTIDE1'],
        status: 'incomplete',
      });
    });
  },
);

describe('the list of folders', () => {
  const mails = [{ uid: 1, subject: 'x', text: 'x' }];
  async function listOf(script: Partial<Script>): Promise<MailboxFolder[]> {
    const server = await startScriptedServer({ folders: [{ name: 'INBOX', mails }], ...script });
    const pool = newPool();
    try {
      return await pool.use(accessTo(server.port), signal, listFolders);
    } finally {
      pool.close();
      server.stop();
    }
  }

  it("has the kinds by the server's flags", async () => {
    const folders = [
      { name: 'INBOX', mails },
      { name: '[Gmail]', flags: '\\Noselect \\HasChildren', mails },
      { name: '[Gmail]/Tous les messages', flags: '\\All', mails },
      { name: '[Gmail]/Messages envoy&AOk-s', flags: '\\Sent', mails },
      { name: '[Gmail]/Spam', flags: '\\Junk', mails },
      { name: 'Gone', flags: '\\NonExistent', mails },
      { name: 'R&AOk-serv&AOk-', mails },
    ];
    const listed = await listOf({ capabilities: 'SPECIAL-USE', folders });
    expect(listed.map(({ path, kind }) => [path, kind])).toEqual([
      ['INBOX', 'inbox'],
      ['[Gmail]/Spam', 'junk'],
      ['[Gmail]/Tous les messages', 'all'],
      ['[Gmail]/Messages envoyés', 'sent'],
      ['Réservé', 'other'],
    ]);
  });

  it('counts mails folder by folder if the server cannot do so at once', async () => {
    const status = (name: string) => (name === 'INBOX' ? 41 : null);
    const folders = [
      { name: 'INBOX', mails },
      { name: 'Closed', mails },
    ];
    expect(await listOf({ folders, status })).toEqual([
      { path: 'INBOX', kind: 'inbox', mails: 41 },
      { path: 'Closed', kind: 'other', mails: null },
    ]);
  });

  it('has two thousand folders in the order of their numbers', async () => {
    const letters = Array.from({ length: 2_000 }, (_, at) => ({ name: `Letters/${at}`, mails }));
    const folders = await listOf({ folders: [{ name: 'INBOX', mails }, ...letters] });
    expect(folders.map(({ path }) => path)).toEqual(['INBOX', ...letters.map(({ name }) => name)]);
  });

  it('has no more than fit into one message', async () => {
    const long = Array.from({ length: 1_000 }, (_, at) => ({
      name: `${at}/${'x'.repeat(450)}`,
      mails,
    }));
    const folders = await listOf({ folders: [{ name: 'INBOX', mails }, ...long] });
    expect(folders.length).toBeGreaterThan(400);
    expect(JSON.stringify(folders).length).toBeLessThan(256 * 1024);
  });

  it('is refused with a sentence', async () => {
    await expect(listOf({ list: 'NO [NOPERM] no' })).rejects.toThrow(
      /does not list the folders of this mailbox\.$/,
    );
  });
});

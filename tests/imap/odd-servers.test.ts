import { afterEach, describe, expect, it } from 'vitest';
import { accessTo, BROAD, newPool, scanOne } from './scan-one.ts';
import { type Script, type ScriptedMail, startScriptedServer } from './scripted-server.ts';

const mail = (uid: number, code: string): ScriptedMail => ({
  uid,
  subject: `Mara Venn: ${code}`,
  text: `Mara Venn presale code: ${code}`,
});
const MAILS = [mail(11, 'FIRSTTIDE1'), mail(12, 'SECONDTIDE2'), mail(13, 'THIRDTIDE3')];
const CODES = ['FIRSTTIDE1', 'SECONDTIDE2', 'THIRDTIDE3'];
const INBOX = { name: 'INBOX', mails: MAILS };

let server: Awaited<ReturnType<typeof startScriptedServer>> | undefined;
afterEach(() => server?.stop());

async function scan(script: Partial<Script>) {
  server = await startScriptedServer({ folders: [INBOX], ...script });
  const pool = newPool();
  const { codes, ...report } = await scanOne(pool, accessTo(server.port), {
    ...BROAD,
    keywords: ['Mara Venn'],
  });
  pool.close();
  return { ...report, found: codes.map(({ code }) => code).toSorted() };
}

describe('unsolicited answers', () => {
  const flags = (uids: readonly number[]): string =>
    uids.map((uid, at) => `* ${at + 1} FETCH (UID ${uid} FLAGS (\\Seen))\r\n`).join('');
  it.each<[string, Script['fetch']]>([
    [
      'flags before the texts',
      (uids, items, usual) => (items.includes('BODY.PEEK') ? flags(uids) + usual(uids) : null),
    ],
    [
      'flags before the listing',
      (uids, items, usual) => (items.includes('BODYSTRUCTURE') ? flags(uids) + usual(uids) : null),
    ],
    [
      'flags of other mails, without a uid',
      (uids, _, usual) => `* 1 FETCH (FLAGS (\\Seen))\r\n${usual(uids)}* 2 FETCH (FLAGS ())\r\n`,
    ],
    ['every answer twice', (uids, _, usual) => usual(uids) + usual(uids)],
  ])('are not treated as mails or texts: %s', async (_, fetch) => {
    expect(await scan({ fetch: fetch as NonNullable<Script['fetch']> })).toMatchObject({
      found: CODES,
      status: 'ok',
      scanned: 3,
      folders: [{ path: 'INBOX', listed: 3, read: 3, left_out: [] }],
    });
  });
});

describe('a search for ranges', () => {
  it.each([
    ['is answered by ranges', '* ESEARCH (TAG "A") UID ALL 11:13\r\n', 3],
    ['is answered by ranges that overlap, in any order', '* ESEARCH UID ALL 13,12:11,11:12\r\n', 3],
    ['is answered by numbers', '* SEARCH 11 12 13\r\n', 3],
    ['is not answered', '', 3],
  ])('finds every mail if the server %s', async (_, ranges, scanned) => {
    expect(await scan({ capabilities: 'ESEARCH', ranges })).toMatchObject({
      found: CODES,
      status: 'ok',
      scanned,
    });
  });

  it('ends at a range without an end', async () => {
    const ranges = '* ESEARCH (TAG "A") UID ALL 1:4294967295\r\n';
    const report = await scan({ capabilities: 'ESEARCH', ranges });
    expect(report.folders?.[0]?.listed).toBe(3);
  });
});

describe('one mail that the server refuses', () => {
  const refusing =
    (uid: number, items: string, answer: string): NonNullable<Script['fetch']> =>
    (uids, asked) =>
      asked.includes(items) && uids.includes(uid) ? `TAG ${answer}` : null;
  it.each([
    [
      'the newest',
      13,
      'BODY.PEEK',
      'NO [SERVERBUG] FETCH Server error while fetching messages',
      ['FIRSTTIDE1', 'SECONDTIDE2'],
    ],
    ['the oldest', 11, 'BODY.PEEK', 'BAD Internal error', ['SECONDTIDE2', 'THIRDTIDE3']],
    ['the one between', 12, 'BODY.PEEK', 'NO Message is damaged', ['FIRSTTIDE1', 'THIRDTIDE3']],
  ] as const)('is the only mail that is lost: %s', async (_, uid, items, answer, found) => {
    const report = await scan({ fetch: refusing(uid, items, answer) });
    expect(report).toMatchObject({
      found,
      status: 'incomplete',
      message: '2 of 3 mails read. 1 mail could not be read.',
      folders: [{ path: 'INBOX', read: 2, left_out: [{ reason: 'not_delivered', mails: 1 }] }],
    });
    const subject = MAILS.find((one) => one.uid === uid)?.subject;
    const from = 'A <a@x.example>';
    expect(report.needs_look).toMatchObject([{ subject, from, reason: 'not_delivered' }]);
  });

  it('is read completely if the server cannot list it', async () => {
    const fetch = refusing(12, 'BODYSTRUCTURE', 'NO [SERVERBUG] Invalid header');
    expect(await scan({ fetch })).toMatchObject({ found: CODES, status: 'ok', scanned: 3 });
  });

  it.each<[string, NonNullable<Script['fetch']>]>([
    [
      'by its header, if the server sends no more of it',
      (uids, asked) =>
        uids.includes(12) && !asked.includes('[HEADER]') ? 'TAG NO [SERVERBUG] Invalid' : null,
    ],
    [
      'if its listing is lost',
      (uids, asked, usual) =>
        asked.includes('BODYSTRUCTURE') ? usual(uids.filter((uid) => uid !== 12)) : null,
    ],
    [
      'if its listing breaks the connection',
      (uids, asked) =>
        asked.includes('BODYSTRUCTURE') && uids.includes(12)
          ? `* 2 FETCH (UID 12 ENVELOPE {9000000}\r\n${'x'.repeat(2_000_000)}`
          : null,
    ],
  ])('is named with subject and sender: %s', async (_, fetch) => {
    const mails = MAILS.map((one) => (one.uid === 12 ? { ...one, size: 100_000 } : one));
    expect(await scan({ folders: [{ ...INBOX, mails }], fetch })).toMatchObject({
      found: ['FIRSTTIDE1', 'THIRDTIDE3'],
      status: 'incomplete',
      message: '2 of 3 mails read. 1 mail could not be read.',
      needs_look: [
        { subject: 'Mara Venn: SECONDTIDE2', from: 'A <a@x.example>', reason: 'not_delivered' },
      ],
    });
  });

  it('is counted if the server does not mention it', async () => {
    const fetch: Script['fetch'] = (uids) => (uids.includes(12) ? 'TAG NO no' : null);
    expect(await scan({ fetch })).toMatchObject({
      message: '2 of 3 mails read. 1 mail could not be read.',
      needs_look: [],
    });
  });

  it('is distinguished from a server that refuses all mails', async () => {
    const fetch: Script['fetch'] = (_, items) => (items.includes('BODY.PEEK') ? 'TAG NO no' : null);
    expect(await scan({ fetch })).toMatchObject({
      found: [],
      status: 'incomplete',
      message: '0 of 3 mails read. 3 mails could not be read.',
    });
  });
});

describe('a refused sign-in', () => {
  it.each([
    [
      'NO [ALERT] Your account is not enabled for IMAP use. Please visit your settings page and enable your account for IMAP access.',
      '',
      /^IMAP is switched off for this account at localhost\. Switch it on/,
    ],
    [
      'NO [AUTHENTICATIONFAILED] NEOBHODIM parol prilozheniya https://help.example.com/external / Application password is REQUIRED',
      '',
      /Use an app password/,
    ],
    [
      'NO [UNAVAILABLE] Temporary authentication failure.',
      '',
      /^localhost has a passing fault of its own\. Try again later\.$/,
    ],
    ['NO [EXPIRED] That password is not valid any more', '', /has expired at localhost/],
    ['NO [PRIVACYREQUIRED] Encryption needed', '', /without encryption/],
    ['NO [CONTACTADMIN] Ask the administrator', '', /has locked or closed this account/],
    ['NO [AUTHENTICATIONFAILED] Invalid credentials', '', /rejected this password/],
  ] as const)('reports its cause: %s', async (login, _, sentence) => {
    const { status, message } = await scan({ login });
    expect(status).toBe('failed');
    expect(message).toMatch(sentence);
    expect(message).not.toContain('too many connections');
  });
});

describe('the junk folder', () => {
  const empty = { ...INBOX, mails: [] };
  it('that is closed affects only itself, and the mailbox counts as reachable', async () => {
    const spam = {
      name: 'Spam',
      flags: '\\Junk',
      mails: [],
      refusal: 'NO [NOPERM] Permission denied',
    };
    const report = await scan({ folders: [INBOX, spam] });
    expect(report).toMatchObject({
      found: CODES,
      status: 'incomplete',
      message: 'The folder Spam could not be opened.',
      folders: [
        { path: 'INBOX', listed: 3, read: 3, left_out: [] },
        { path: 'Spam', listed: 0, read: 0, left_out: [{ reason: 'folder_closed', mails: 1 }] },
      ],
    });
    expect(report.unreachable).not.toBe(true);
  });

  it.each([
    ['Bulk', 'Yahoo'],
    ['&j,dg0TDhMPww6w-', 'Japanese'],
    ['Roskaposti', 'Finnish'],
    ['U&APg-nsket e-mail', 'Danish'],
    ['Wiadomo&AVs-ci-&AVs-mieci', 'Polish'],
    ['Unerw&APw-nscht', 'German'],
    ['&V4NXPnXXTrY-', 'Chinese'],
    ['&BCEEPwQwBDw-', 'Russian'],
  ])('is recognised by its name: %s (%s)', async (name) => {
    expect(await scan({ folders: [empty, { name, mails: MAILS.slice(0, 1) }] })).toMatchObject({
      found: ['FIRSTTIDE1'],
      status: 'ok',
    });
  });

  it.each(['SPECIAL-USE', ''])("is recognised by the server's flag: %s", async (capabilities) => {
    const folders = [
      empty,
      { name: 'Spam', mails: MAILS.slice(1) },
      { name: 'Quarantine of the house', flags: '\\Junk', mails: MAILS.slice(0, 1) },
    ];
    expect(await scan({ capabilities, folders })).toMatchObject({ found: ['FIRSTTIDE1'] });
  });

  it.each(['NO [NOPERM] no', 'BAD unknown command'])(
    'is unknown if the server lists no folders, and the inbox is read: %s',
    async (list) => {
      expect(await scan({ list })).toMatchObject({
        found: CODES,
        status: 'incomplete',
        message: 'The server did not list its folders: only the inbox was read.',
      });
    },
  );
});

describe('a folder of more than two hundred thousand mails', () => {
  it('is searched part by part; its newest mails are read before the older ones are searched, and the rest is counted', async () => {
    const mails = Array.from({ length: 200_001 }, (_, at) => mail(at + 1, `OLD${at}`));
    mails[200_000] = mail(200_001, 'NEWESTTIDE1');
    // Only a few are delivered, because the test is about their number.
    const fetch: Script['fetch'] = (uids, items, usual) =>
      items.includes('BODYSTRUCTURE') && uids.every((uid) => uid < 199_900) ? '' : usual(uids);
    const report = await scan({ folders: [{ ...INBOX, mails }], fetch });
    expect(report.found).toContain('NEWESTTIDE1');
    expect(report).toMatchObject({ status: 'incomplete', folders: [{ listed: 200_001 }] });
    expect(report.folders?.[0]?.left_out).toContainEqual({ reason: 'beyond_newest', mails: 1 });
    expect(report.message).toContain('Only the newest 200,000 mails of a folder are read.');
    expect(report.message).not.toContain('holds mails that cannot be read');
    const commands = server?.received().match(/UID (?:SEARCH \d+:\d+|FETCH)/g) ?? [];
    expect(commands.slice(0, 2)).toEqual(['UID SEARCH 199002:200001', 'UID FETCH']);
  }, 60_000);
});

describe('a mail in the middle of a folder that breaks the connection', () => {
  const mails = Array.from({ length: 700 }, (_, at) => mail(at + 1, `TIDE${at + 1}`));
  mails[249] = { ...mail(250, 'TIDE250'), size: 9_000_000 };
  it.each([
    ['by its structure', 'BODYSTRUCTURE', 'ENVELOPE'],
    ['by its text', 'BODY.PEEK[1]', 'BODY[1]<0>'],
  ])(
    'is requested twice at most, and no other is read again: %s',
    async (_, asked, item) => {
      const fetch: Script['fetch'] = (uids, items, usual) => {
        if (!items.includes(asked) || !uids.includes(250)) return null;
        const before = usual(uids.filter((uid) => uid > 250));
        return `${before}* 250 FETCH (UID 250 ${item} {9000000}\r\n`;
      };
      const report = await scan({ folders: [{ ...INBOX, mails }], fetch });
      expect(report).toMatchObject({
        status: 'incomplete',
        scanned: 699,
        folders: [{ listed: 700, read: 699, left_out: [{ reason: 'not_delivered', mails: 1 }] }],
      });
      expect(server?.received().match(/ EXAMINE /g)).toHaveLength(4);
    },
    60_000,
  );
});

describe('a mail in two folders that the first one does not deliver', () => {
  it('is read in the second one, and no other copy is', async () => {
    const [first = mail(11, 'FIRSTTIDE1'), second = first] = MAILS.map((one) => ({
      ...one,
      id: `${one.uid}@x.example`,
    }));
    const copies = [first, second].map((one) => ({ ...one, uid: one.uid + 100 }));
    const fetch: Script['fetch'] = (uids, items) =>
      items.includes('BODY.PEEK') && uids.includes(11) ? 'TAG NO broken' : null;
    const folders = [
      { name: 'INBOX', mails: [first, second] },
      { name: 'Spam', mails: copies },
    ];
    expect(await scan({ folders, fetch })).toMatchObject({
      found: ['FIRSTTIDE1', 'SECONDTIDE2'],
      folders: [
        { path: 'INBOX', listed: 2, read: 1 },
        { path: 'Spam', listed: 1, read: 1 },
      ],
    });
  });
});

describe('a mail in two folders of which the first one closes before it is read', () => {
  it('is read in the second one', async () => {
    const mails = MAILS.map((one) => ({ ...one, id: `${one.uid}@x.example` }));
    const copies = mails.map((one) => ({ ...one, uid: one.uid + 100 }));
    let isClosed = false;
    const fetch: Script['fetch'] = (uids, items) => {
      if (!items.includes('BODY.PEEK') || !uids.includes(13)) return null;
      isClosed = true;
      // Longer than any answer may be, so the connection ends.
      return '* 3 FETCH (UID 13 BODY[1]<0> {9000000}\r\n';
    };
    const spam = {
      name: 'Spam',
      flags: '\\Junk',
      mails,
      get refusal() {
        return isClosed ? 'NO [NOPERM] closed' : undefined;
      },
    };
    const folders = [
      { ...INBOX, mails: [] },
      spam,
      { name: 'Bulk', flags: '\\Junk', mails: copies },
    ];
    expect(await scan({ folders, fetch })).toMatchObject({
      found: CODES,
      status: 'incomplete',
      message: 'The folder Spam could not be opened.',
    });
  });
});

describe('a SIZE that the server refuses', () => {
  it('loses no mail, although a connection broke before', async () => {
    const mails = MAILS.map((one) => (one.uid === 13 ? { ...one, size: 100_000 } : one));
    const fetch: Script['fetch'] = (uids, items) => {
      if (items.includes('RFC822.SIZE') && uids.includes(12)) return 'TAG NO [SERVERBUG] no';
      const isBreaking = items.includes('BODY.PEEK[1]') && uids.includes(13);
      return isBreaking ? '* 3 FETCH (UID 13 BODY[1]<0> {9000000}\r\n' : null;
    };
    expect(await scan({ folders: [{ ...INBOX, mails }], fetch })).toMatchObject({
      found: ['FIRSTTIDE1', 'SECONDTIDE2'],
      status: 'incomplete',
      message: '2 of 3 mails read. 1 mail could not be read.',
    });
    expect(server?.received()).toContain('RFC822.SIZE');
  });
});

describe('a mail with a subject in raw bytes', () => {
  it('is read although the server refuses to send its header again', async () => {
    const mails = MAILS.map((one) => ({ ...one, subject: `${one.subject} \ufffd` }));
    const fetch: Script['fetch'] = (uids, items) =>
      items.includes('HEADER.FIELDS') && uids.includes(12) ? 'TAG NO [SERVERBUG] no' : null;
    const report = await scan({ folders: [{ ...INBOX, mails }], fetch });
    expect(report).toMatchObject({ found: CODES, status: 'ok', scanned: 3 });
    expect(server?.received()).toContain('HEADER.FIELDS');
  });
});

describe('codes that are sent in another way, and codes outside the criteria', () => {
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const report = async (order: (mails: ScriptedMail[]) => ScriptedMail[]) => {
    const minutes = 60_000;
    const apps = Array.from({ length: 25 }, (_, at) => ({
      ...mail(at + 1, 'in the app'),
      arrivedAt: new Date(Date.now() - (200 - at) * minutes),
      text: 'Mara Venn presale: find your presale code in our app.',
    }));
    const codes = Array.from({ length: 130 }, (_, at) =>
      mail(at + 101, `LAMP${LETTERS.charAt(at / 26)}${LETTERS.charAt(at % 26)}77`),
    );
    const fetch: Script['fetch'] = (uids, _, usual) =>
      order(uids.map((uid) => mail(uid, ''))).reduce((all, { uid }) => all + usual([uid]), '');
    server = await startScriptedServer({
      folders: [{ ...INBOX, mails: [...apps, ...codes] }],
      fetch,
    });
    const pool = newPool();
    const query = { ...BROAD, keywords: ['Mara Venn'], maxLength: 4 };
    const { notes = [], left_out_codes = [] } = await scanOne(pool, accessTo(server.port), query);
    pool.close();
    server.stop();
    return { notes: notes.map(({ mail_id }) => mail_id), codes: left_out_codes };
  };

  it('are the same in the same order, regardless of the order in which the mails arrive', async () => {
    const forwards = await report((mails) => mails);
    expect(forwards.notes).toEqual(Array.from({ length: 20 }, (_, at) => `1/INBOX/7/${25 - at}`));
    expect(forwards.codes).toHaveLength(100);
    expect(await report((mails) => mails.toReversed())).toEqual(forwards);
  });
});

describe('mails for a person to open', () => {
  it('are the newest ones, regardless of the folder and the order in which they are read', async () => {
    const day = 24 * 3600_000;
    const old = Array.from({ length: 25 }, (_, at) => ({
      ...mail(at + 1, `OLD${at + 1}`),
      arrivedAt: new Date(Date.now() - 2 * day),
    }));
    const fetch: Script['fetch'] = (uids, items) =>
      items.includes('BODY.PEEK[1]')
        ? uids.map((uid) => `* 1 FETCH (UID ${uid} BODY[1]<0> NIL)\r\n`).join('')
        : null;
    const folders = [
      { name: 'INBOX', mails: old },
      { name: 'Spam', mails: MAILS },
    ];
    const { needs_look } = await scan({ folders, fetch });
    expect(needs_look).toHaveLength(20);
    const subjects = needs_look.map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(MAILS.map(({ subject }) => subject)));
  });
});

import { describe, expect, test } from 'vitest';
import { fileResult } from '../../shared/csv/file-result.ts';
import { parseMailboxes } from '../../shared/mailboxes/parse-pasted.ts';
import { AccountSheet } from '../../shared/pasted-accounts/account-file.ts';
import { correctAccount, parseAccounts } from '../../shared/pasted-accounts/parse-accounts.ts';
import { EventList } from '../../shared/price-monitor/event-files/event-list.ts';
import { ProfileSheet } from '../../shared/profiles/check-file.ts';
import { PROFILE_COLUMNS } from '../../shared/profiles/schema.ts';
import { QueueSheet } from '../../shared/queues/uploads/queue-sheet.ts';
import { eventFileName } from '../../shared/signup/names.ts';
import { readTable } from '../../web/kit/file-import/read-table.ts';

// Whole files and texts as operators have sent them, with the result for each line.

type Parts = readonly (string | number)[];

/** A file of texts in UTF-8 and of single bytes. Joined lines end in CR LF. */
const fileOf = (...parts: Parts): Blob =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : Uint8Array.of(part))));
const linesOf = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('');

async function queue(...parts: Parts) {
  const { taker, issues, form, ...read } = await readTable(
    fileOf(...parts),
    () => new QueueSheet(),
  );
  taker.finish();
  const { ignored, refused, taken, lines } = fileResult(taker.counts, { ...read, ...form });
  const ignoredLines = ignored.reduce((sum, one) => sum + one.lines, 0);
  expect(lines).toBe(taken + ignoredLines + refused.length);
  return {
    rows: [...taker.queues].flatMap(([id, { accounts, positions }]) =>
      accounts.map((account, at) => `${id} ${account} ${positions[at]}`.trim()),
    ),
    ignored: ignored.map(({ reason }) => reason),
    refused: refused.map(({ line }) => line),
    faults: issues.map(({ line }) => line),
    evidence: form.evidence,
  };
}
async function profiles(...parts: Parts) {
  const { taker, form } = await readTable(fileOf(...parts), () => new ProfileSheet());
  const checked = taker.finish(() => 0);
  return { ...checked, form, profiles: taker.profiles };
}
const accountsOf = async (...parts: Parts) =>
  (await readTable(fileOf(...parts), () => new AccountSheet())).taker.accounts;

const HEADER = PROFILE_COLUMNS.map(({ header }) => header).join(',');
const QUEUE_HEADER = 'Id,QueueId,Place';
const rowOf = (at: number, changes: Record<string, string> = {}): string =>
  PROFILE_COLUMNS.map(({ header }) => {
    const usual: Record<string, string> = {
      ProfileName: `P${at}`,
      Email: `buyer${at}@example.com`,
      Password: `pass${at}`,
      Address: `${at} Oak St`,
      City: 'Boston',
      Country: 'US',
      Name: 'Ann Lee',
      Phone: '+1 617 555 0100',
      Postal: '02134',
      State: 'MA',
      CardNumber: '4111111111111111',
      CardExpMonth: '3',
      CardExpYear: '2029',
      Cvv: '123',
    };
    return changes[header] ?? usual[header] ?? '';
  }).join(',');

describe('a queue file', () => {
  test.each<[string, Parts, Partial<Awaited<ReturnType<typeof queue>>>]>([
    [
      'with a mark that does not show behind an account',
      [
        linesOf(
          QUEUE_HEADER,
          'ann@example.com,q-1,12',
          'ann@example.com\u200b,q-1,9',
          'bob@example.com,q-1,30',
        ),
      ],
      {
        rows: ['q-1 ann@example.com 9', 'q-1 bob@example.com 30'],
        ignored: ['Header', 'Repeated account: its best position counts'],
      },
    ],
    [
      'of a Mac, whose lines end in CR',
      [`${QUEUE_HEADER}\rann@example.com,q-cr,12\rbob@example.com,q-cr,7\r`],
      { rows: ['q-cr ann@example.com 12', 'q-cr bob@example.com 7'] },
    ],
    [
      'with every end of line',
      [`${QUEUE_HEADER}\rann@example.com,q,1\nbob@example.com,q,2\r\ncy@example.com,q,3\r`],
      { rows: ['q ann@example.com 1', 'q bob@example.com 2', 'q cy@example.com 3'] },
    ],
    [
      'that was cut off within a letter',
      [linesOf(QUEUE_HEADER, 'müller@example.com,q-1,1', 'ann@example.com,q-1,2'), 'zo', 0xc3],
      {
        rows: ['q-1 müller@example.com 1', 'q-1 ann@example.com 2'],
        refused: [4],
        evidence: 'all of its bytes fit, and it ends within a character',
      },
    ],
    [
      'with the total of the queue in each row',
      [
        linesOf(
          'Email,Place,Total',
          'ann@example.com,12,50000',
          'bob@example.com,7,50000',
          'cy@example.com,33,50000',
        ),
      ],
      { rows: ['ann@example.com 12', 'bob@example.com 7', 'cy@example.com 33'] },
    ],
    [
      'with a blank in a name of its header',
      [linesOf('Place,Queue Id,Id', '12,q-1,ann@example.com', '7,q-1,bob@example.com')],
      { rows: ['q-1 ann@example.com 12', 'q-1 bob@example.com 7'] },
    ],
    [
      'without a header',
      [linesOf('ann@example.com,q-1,120', 'bob@example.com,q-1,7', 'cy@example.com,q-1,30')],
      {
        rows: ['q-1 ann@example.com 120', 'q-1 bob@example.com 7', 'q-1 cy@example.com 30'],
        ignored: [],
      },
    ],
    [
      'of two queues',
      [
        linesOf(
          QUEUE_HEADER,
          'ann@example.com,q-mon,10',
          'bob@example.com,q-mon,20',
          'ann@example.com,q-tue,900',
          'bob@example.com,q-tue,5',
        ),
      ],
      {
        rows: [
          'q-mon ann@example.com 10',
          'q-mon bob@example.com 20',
          'q-tue ann@example.com 900',
          'q-tue bob@example.com 5',
        ],
      },
    ],
    [
      'whose first line names the delimiter',
      [linesOf('sep=;', 'Place;Id;QueueId', '12;ann@example.com;q-1')],
      { rows: ['q-1 ann@example.com 12'], ignored: ['Header', 'Line that names the delimiter'] },
    ],
    [
      'with positions as a spreadsheet writes them',
      [
        linesOf(
          QUEUE_HEADER,
          'ann@example.com,q-1,"12,345"',
          'bob@example.com,q-1,12.0',
          'cy@example.com,q-1,900',
        ),
      ],
      {
        rows: ['q-1 ann@example.com 12345', 'q-1 bob@example.com 12', 'q-1 cy@example.com 900'],
        refused: [],
      },
    ],
    [
      'with a title above its header',
      [linesOf('Queue export of 27 November,,', 'Place,QueueId,Id', '12,q-1,ann@example.com')],
      { rows: ['q-1 ann@example.com 12'], ignored: ['Line above the header', 'Header'] },
    ],
    [
      'with quotes that are not closed',
      [
        linesOf(
          QUEUE_HEADER,
          '"ann@example.com,q-1,12',
          'bob@example.com,q-1,7',
          'cy@example.com,q-1,8',
          '"dee@example.com,q-1,9',
          'eve@example.com,q-1,10',
        ),
      ],
      {
        rows: [
          'q-1 ann@example.com 12',
          'q-1 bob@example.com 7',
          'q-1 cy@example.com 8',
          'q-1 dee@example.com 9',
          'q-1 eve@example.com 10',
        ],
        faults: [2, 5],
      },
    ],
  ])('%s', async (_, parts, expected) => {
    expect(await queue(...parts)).toMatchObject(expected);
  });

  test('with 3,000 rows between two unclosed quotes loses none of them', async () => {
    const between = Array.from({ length: 3_000 }, (_, at) => `a${at}@example.com,q-1,${at + 1}`);
    const { rows, faults } = await queue(
      linesOf(QUEUE_HEADER, '"ann@example.com,q-1,1', ...between, '"bob@example.com,q-1,2'),
    );
    expect({ rows: rows.length, faults }).toEqual({ rows: 3_002, faults: [2, 3_003] });
  });
});

describe('a file of profiles', () => {
  test.each([
    ['of a Mac', `${HEADER}\r${rowOf(1)}\r${rowOf(2)}\r`],
    ['whose first line names the delimiter', linesOf('sep=,', HEADER, rowOf(1), rowOf(2))],
    [
      'with empty columns behind the last one',
      linesOf(`${HEADER},,`, `${rowOf(1)},,`, `${rowOf(2)},,`),
    ],
    ['with a title above its header', linesOf('Profiles of May,,', '', HEADER, rowOf(1), rowOf(2))],
    [
      'with several lines above its header',
      linesOf('Profiles', 'from the desk', 'May 2027', HEADER, rowOf(1), rowOf(2)),
    ],
    ['with a line of empty cells above', linesOf(',,,', HEADER, rowOf(1), rowOf(2))],
    ['with a mark of order', `\uFEFF${linesOf(HEADER, rowOf(1), rowOf(2))}`],
    ['with names in other cases', linesOf(HEADER.toUpperCase(), rowOf(1), rowOf(2))],
    ['with blanks in names', linesOf(HEADER.replace('CardExp', 'Card Exp '), rowOf(1), rowOf(2))],
  ])('%s is taken', async (_, text) => {
    const { error, valid, warnings } = await profiles(text);
    expect({ error, valid, warnings }).toEqual({ error: null, valid: 2, warnings: [] });
  });

  test('with one wrong byte keeps the letters of the other rows', async () => {
    const [before = '', after = ''] = rowOf(3, { Name: 'Andr| Roy' }).split('|');
    const first = rowOf(1, { City: 'Köln', Name: 'Jürgen Müller' });
    const { profiles: read, form } = await profiles(
      linesOf(HEADER, first, rowOf(2, { Name: 'Zoë Łuk' })),
      before,
      0xe9,
      after,
    );
    expect(read.map(({ name, city }) => `${name}, ${city}`)).toEqual([
      'Jürgen Müller, Köln',
      'Zoë Łuk, Boston',
      'André Roy, Boston',
    ]);
    expect(form).toMatchObject({
      encoding: 'utf-8',
      evidence: '1 byte does not fit, and the others do',
    });
  });

  test('that a spreadsheet has damaged has a warning for each row, and can be uploaded', async () => {
    const { warnings, valid, error } = await profiles(
      linesOf(
        HEADER,
        rowOf(1, { Phone: '1.61756E+10', Postal: '2134', CardNumber: '4111111111111110' }),
        rowOf(2, { State: '#N/A', CardNumber: '5555555555554440' }),
        rowOf(3, { City: '#REF!', Phone: '"4,91701E+11"' }),
        rowOf(4),
      ),
    );
    expect({ valid, error }).toEqual({ valid: 4, error: null });
    expect(warnings.map(({ row, field }) => [row, field])).toEqual([
      [2, 'Phone, Postal code, Card number'],
      [3, 'State, Card number'],
      [4, 'City, Phone'],
    ]);
  });

  test.each([
    ['CardExpMonth', 'CardExpiryMonth', 'Column 12 is CardExpiryMonth, expected CardExpMonth'],
    ['Email', 'Login', 'Column 2 is Login, expected Email'],
    ['Postal,State', 'State,Postal', 'Column 9 is State, expected Postal'],
    [',Cvv', '', 'Column 14 is missing, expected Cvv'],
    ['Cvv', 'Cvv,Extra', 'Column 15 is Extra, expected none'],
  ])('whose header has %s as %s is refused with that difference', async (name, other, text) => {
    const { error } = await profiles(linesOf(HEADER.replace(name, other), rowOf(1)));
    expect(error).toMatch(/^Invalid CSV format\. Expected headers: ProfileName, /);
    expect(error).toContain(text);
  });

  test('with card numbers in several forms is accepted, except the shortened ones', async () => {
    const { profiles: read, refused } = await profiles(
      linesOf(
        HEADER,
        rowOf(1, { CardNumber: '4111\u00a01111\u00a01111\u00a01111' }),
        rowOf(2, { CardNumber: "'4111111111111111" }),
        rowOf(3, { CardNumber: '4.11111E+15' }),
        rowOf(4, { CardExpMonth: '3.0', CardExpYear: '2029.0', Cvv: '123.0' }),
        rowOf(5, { CardNumber: '4111–1111–1111–1111' }),
        rowOf(6, { CardNumber: '"=""4111111111111111"""' }),
        rowOf(7, { CardNumber: '4111111111111111.0' }),
      ),
    );
    const cards = read.map((one) => [one.card_number, one.card_exp_month, one.cvv].join());
    expect(cards).toEqual(Array.from({ length: 6 }, () => '4111111111111111,3,123'));
    expect(refused.map(({ row, reason }) => [row, reason])).toEqual([
      [4, 'Invalid card number format: a spreadsheet has shortened this number'],
    ]);
  });
});

describe('accounts', () => {
  const MIXED = [
    'ann@example.com:secret-1',
    'bob@example.com|secret-2',
    'cy@example.com----secret-3',
    'dee@example.com=secret-4',
    'eve@example.com',
  ];
  test('with passwords after them are read without the passwords, from pasted text and from a file', async () => {
    const { accounts, malformed, entries } = parseAccounts(MIXED.join('\n'));
    const inFile = await accountsOf(MIXED.join('\n'));
    expect(accounts).toEqual(['eve@example.com']);
    expect(malformed.map(({ text }) => correctAccount(text))).toEqual(
      ['ann', 'bob', 'cy', 'dee'].map((name) => `${name}@example.com`),
    );
    expect(JSON.stringify([entries, inFile])).not.toContain('secret');
    expect(parseAccounts(inFile.join('\n'))).toMatchObject({ accounts: ['eve@example.com'] });
  });

  test('with invisible characters and typographic quotes are eight, pasted or in a file', async () => {
    const lines = [
      'ann@example.com\u200b',
      '\u202abob@example.com\u202c',
      'cy\u00ad@example.com',
      '“dee@example.com”',
      '‘eve@example.com’',
      '«fay@example.com»',
      '`gus@example.com`',
      '*hal@example.com*',
      'ann@example.com',
    ];
    const names = ['ann', 'bob', 'cy', 'dee', 'eve', 'fay', 'gus', 'hal'];
    const expected = {
      accounts: names.map((name) => `${name}@example.com`),
      malformed: [],
      doubles: [{ line: 9 }],
    };
    expect(parseAccounts(lines.join('\n'))).toMatchObject(expected);
    const inFile = await accountsOf(lines.join('\n'));
    expect(parseAccounts(inFile.join('\n'))).toMatchObject(expected);
  });

  const NAMED = [
    'Ann Lee <ann@example.com>; Roy, Bob <bob@example.com>',
    '1. cy@example.com',
    '• dee@example.com',
  ];
  test.each([
    ['of a mail, a list and bullets', NAMED],
    [
      'with other marks',
      [
        '"Lee, Ann" <ann@example.com>',
        'Bob <bob@example.com>,',
        '[x] cy@example.com',
        '4) dee@example.com',
      ],
    ],
    [
      'of the head of a mail',
      [
        'ann@example.com <ann@example.com>, "Roy; Bob" <bob@example.com>',
        '> cy@example.com',
        '- dee@example.com',
      ],
    ],
  ])('with names around them are four, pasted or in a file: %s', async (_, lines) => {
    const accounts = ['ann', 'bob', 'cy', 'dee'].map((name) => `${name}@example.com`);
    const pasted = parseAccounts(lines.join('\n'));
    expect({ accounts: pasted.accounts, malformed: pasted.malformed }).toEqual({
      accounts,
      malformed: [],
    });
    const inFile = parseAccounts((await accountsOf(lines.join('\n'))).join('\n'));
    expect({ accounts: inFile.accounts, malformed: inFile.malformed }).toEqual({
      accounts,
      malformed: [],
    });
  });

  test.each([
    ['a password first', 'Password,Email\nsecret1,ann@example.com\np@ss.word,bob@example.com'],
    ['a title above', 'My accounts,\nPassword,Email\nx,ann@example.com\np@ss.word,bob@example.com'],
    ['an empty line above', '\nLogin;E-Mail\np@ss.word;ann@example.com\nx;bob@example.com'],
    ['a name that tells nothing', 'Who\nann@example.com\nbob@example.com'],
  ])('of a file with %s are the addresses of the right column', async (_, text) => {
    expect(await accountsOf(text)).toEqual(['ann@example.com', 'bob@example.com']);
  });
});

describe('columns that an operator has chosen', () => {
  const rowsOf = (text: string) => text.split('\n').map((line) => line.split(','));
  const feed = <Sheet extends { onRow: (cells: string[], line: number) => void }>(
    sheet: Sheet,
    text: string,
  ): Sheet => {
    for (const [at, cells] of rowsOf(text).entries()) sheet.onRow(cells, at + 1);
    return sheet;
  };
  const ACCOUNTS = 'Login,Contact\nann@x.test,cy@y.test\nsecret,dee@y.test';
  const EVENTS = 'Source,Seats\nhttps://x.test/1,https://x.test/seats/1';

  test('apply to the accounts of a file, and to files with its header', () => {
    const found = feed(new AccountSheet(), ACCOUNTS);
    expect(found).toMatchObject({ columns: { account: 0 }, headerKey: 'login|contact' });
    const columns = { account: 1 };
    const chosen = feed(new AccountSheet({ columns }), ACCOUNTS);
    const remembered = feed(
      new AccountSheet({ remembered: { 'login|contact': columns } }),
      ACCOUNTS.replace('Login,Contact', 'LOGIN,con-tact '),
    );
    for (const sheet of [chosen, remembered])
      expect(sheet).toMatchObject({ columns, accounts: ['cy@y.test', 'dee@y.test'] });
    const first = feed(new AccountSheet({ columns: { account: 0 } }), ACCOUNTS);
    expect(first.counts).toMatchObject({ taken: 1, refused: [{ line: 3 }] });
  });

  test('are shown with the first rows, without the text beside an account', () => {
    const { head } = feed(new AccountSheet(), 'Email,Password\nann@x.test:pw-1,pw-2\nnone,pw-3');
    expect(head).toEqual([
      ['Email', 'Password'],
      ['ann@x.test:••••', '••••'],
      ['••••', '••••'],
    ]);
  });

  test.each([
    ['in the first row', 'ann@example.com,Secret1\nbob@example.com,Secret2'],
    ['after a blank row', ',\nann@example.com,Secret1\nbob@example.com,Secret2'],
    ['below a title', 'My accounts\nann@example.com,Secret1\nbob@example.com,Secret2'],
    ['beside a password with an @', 'p@ss,Secret1\nbob@example.com,Secret2'],
  ])('never turn an account into a header %s', (_, text) => {
    const wrong = feed(new AccountSheet({ columns: { account: 1 } }), text);
    expect(wrong.headerKey ?? '').not.toMatch(/@|secret/);
    expect(wrong.head.flat().join()).not.toMatch(/Secret|p@ss/);
    const remembered = {
      'ann@example.com|secret1': { account: 0 },
      'p@ss|secret1': { account: 0 },
    };
    const { accounts } = feed(new AccountSheet({ remembered }), text);
    expect(accounts).toEqual(feed(new AccountSheet(), text).accounts);
    expect(accounts).toContain('bob@example.com');
  });

  test.each(['john,Secret1', 'john,hunter#two', 'j.doe2,x', 'Login,Secret1'])(
    'do not save or show a possible password in a first row without an address: %s',
    (row) => {
      const { head, headerKey } = feed(
        new AccountSheet({ columns: { account: 0 } }),
        `${row}\nann@example.com,pw`,
      );
      expect(headerKey).toBeNull();
      expect(head.flat().join()).not.toMatch(/Secret1|hunter|doe2/);
    },
  );

  test.each([
    ['the wrong position', { account: 0, queueId: 2, position: 1 }],
    ['the wrong account', { account: 1, queueId: 0, position: 1 }],
    ['a position that is in no row', { account: 0, queueId: 1, position: 7 }],
  ])('of a queue file without a header, with %s, turn no data into a header', (_, columns) => {
    const text = 'ann@example.com,spring,12\nbob@example.com,spring,13';
    for (const rows of [text, text.replace('.com', '.com:Secret1')])
      expect(feed(new QueueSheet({ columns }), rows).headerKey).toBeNull();
    const remembered = { 'ann@example.com|spring|12': { account: 0, queueId: 1, position: 2 } };
    const again = feed(new QueueSheet({ remembered }), text);
    expect(again.queues.get('spring')?.accounts).toEqual(['ann@example.com', 'bob@example.com']);
  });

  test('apply to the addresses and tags of a list of events, and to files with its header', () => {
    const columns = { url: 1, tags: -1 };
    expect(feed(new EventList(), EVENTS).columns).toEqual({ url: 0, tags: -1 });
    const chosen = feed(new EventList({ columns }), EVENTS);
    const remembered = feed(new EventList({ remembered: { 'source|seats': columns } }), EVENTS);
    for (const { events, columns: used } of [chosen, remembered])
      expect({ urls: events.map(({ url }) => url), used }).toEqual({
        urls: ['https://x.test/seats/1'],
        used: columns,
      });
  });
});

test('mailboxes with the separators of other tools are read alike', () => {
  const lines = parseMailboxes(
    [
      'ann@example.com;app-pass-1;imap.example.com;993',
      'bob@example.com|app-pass-2|imap.example.com|993',
      'cy@example.com,app-pass-3,imap.example.com,993',
      'dee@example.com\tapp-pass-4\timap.example.com\t993',
      'eve@example.com----app-pass-5----imap.example.com----993',
    ].join('\n'),
    [],
  );
  expect(lines.map(({ mailbox }) => mailbox)).toEqual(
    ['ann', 'bob', 'cy', 'dee', 'eve'].map((name, at) => ({
      user: `${name}@example.com`,
      password: `app-pass-${at + 1}`,
      host: 'imap.example.com',
      port: 993,
    })),
  );
  expect(JSON.stringify(lines.map(({ mailbox: _, ...shown }) => shown))).not.toContain('app-pass');
});

describe('a list of events', () => {
  const read = async (...parts: Parts) =>
    (await readTable(fileOf(...parts), () => new EventList())).taker;

  test('that the product wrote is read back with its tags', async () => {
    const { events } = await read(
      '\uFEFF',
      linesOf(
        'URL,Event,Venue,City,Date,Lowest price,Currency,Available,Class,Tags,Checked,Failure',
        "https://www.example.com/events/1,,,,,,,0,none,'+1; floor,,",
        'https://www.example.com/events/2,,,,,,,0,none,floor,,',
      ),
    );
    expect(events.map(({ tags }) => tags)).toEqual([['+1', 'floor'], ['floor']]);
  });

  test.each([
    ['a title above', 'Events of May,\nURL,Tags\nhttps://x.test/1,floor'],
    ['a title alone above', 'Events of May\nTags;Link\nfloor;https://x.test/1'],
    ['a date in the title', 'Export 12.03.2027\nURL,Tags\nhttps://x.test/1,floor'],
    ['a date in a title of cells', 'Shows 26/11/2026,,\nTags,Link\nfloor,https://x.test/1'],
    ['a date above', '12.03.2027\nURL,Tags\nhttps://x.test/1,floor'],
    ['dots and dates in the names', 'Show v1.2,As of 1/2,Tags\nVela,https://x.test/1,floor'],
    ['other names', 'Show,Seats,Tags\nVela,https://x.test/1,floor'],
    ['an empty line above', '\n\nTags,URL\nfloor,https://x.test/1'],
  ])('with %s has its event', async (_, text) => {
    const { events, counts } = await read(text);
    expect(events.map(({ url, tags }) => [url, ...tags])).toEqual([['https://x.test/1', 'floor']]);
    expect(counts).toMatchObject({ taken: 1, refused: [] });
  });

  test('without a header uses the first web address of each row', async () => {
    const { events, columns } = await read('Vela,https://x.test/1\nhttps://x.test/2,K\nx.test/3,K');
    expect(events.map(({ url }) => url)).toEqual([
      'https://x.test/1',
      'https://x.test/2',
      'x.test/3',
    ]);
    expect(columns).toEqual({ url: 1, tags: -1 });
  });
});

test('the entry of an event with long names has a path that every unzip program can write', () => {
  const event = {
    date: 'Friday, 4 December 2026 at 20:00 (doors 18:30, support from 19:15, curfew 23:00, ages 14+ with an adult, rain or shine)',
    venue:
      'The Grand Memorial Amphitheatre and Exhibition Gardens at the Old Harbour Waterfront Development, Upper Terrace Stage',
    city: 'A Town With A Name That Is Much Longer Than The Names Of Towns Are, In A County With A Long Name, And With A Shuttle Bus',
  };
  for (const folder of ['events', 'encore']) {
    const path = `${folder}/${eventFileName(998, 999, event)}.csv`;
    expect(new TextEncoder().encode(path).length).toBeLessThanOrEqual(120);
  }
});

import { describe, expect, test } from 'vitest';
import { AS_FOUND } from '../../shared/csv/read-file.ts';
import { AccountSheet } from '../../shared/pasted-accounts/account-file.ts';
import { EventList } from '../../shared/price-monitor/event-files/event-list.ts';
import { ProfileSheet } from '../../shared/profiles/check-file.ts';
import { PROFILE_COLUMNS } from '../../shared/profiles/schema.ts';
import { QueueSheet } from '../../shared/queues/uploads/queue-sheet.ts';
import { readTable } from '../../web/kit/file-import/read-table.ts';

// Each kind of file that people really have, in every importer that may read it.

type Bytes = readonly (string | number)[];

/** A file of texts in UTF-8 and of single bytes. */
const fileOf = (parts: string | Bytes): Blob =>
  new Blob(
    (typeof parts === 'string' ? [parts] : parts).map((part) =>
      typeof part === 'string' ? part : Uint8Array.of(part),
    ),
  );

async function queue(parts: string | Bytes): Promise<string[]> {
  const { taker } = await readTable(fileOf(parts), () => new QueueSheet(), { as: AS_FOUND });
  taker.finish();
  return [...taker.queues].flatMap(([id, { accounts, positions }]) =>
    accounts.map((account, at) => `${id} ${account} ${positions[at]}`),
  );
}
async function accounts(parts: string | Bytes): Promise<string[]> {
  const { taker } = await readTable(fileOf(parts), () => new AccountSheet());
  return taker.accounts;
}
async function prices(parts: string | Bytes): Promise<string[]> {
  const { taker } = await readTable(fileOf(parts), () => new EventList());
  return taker.events.map(({ url, tags }) => [url, ...tags].join(' '));
}
async function profiles(parts: string | Bytes) {
  const { taker } = await readTable(fileOf(parts), () => new ProfileSheet());
  const checked = taker.finish(() => 0);
  return { ...checked, profiles: taker.profiles };
}

const HEADER = PROFILE_COLUMNS.map(({ header }) => header).join(',');
const profileRow = (changes: Record<string, string> = {}): string =>
  PROFILE_COLUMNS.map(({ header }) => {
    const usual: Record<string, string> = {
      ProfileName: 'P1',
      Email: 'b1@example.com',
      Password: 'pass1',
      Address: '1 Oak St',
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
const namesOf = async (parts: string | Bytes) =>
  (await profiles(parts)).profiles.map(({ name, city }) => `${name}, ${city}`);

const TWO = ['q-1 ann@x.test 12', 'q-1 bob@x.test 7'];
const URLS = ['https://x.test/1', 'https://x.test/2 floor'];

describe.each([
  ['a lone CR', '\r'],
  ['CR LF', '\r\n'],
  ['LF', '\n'],
])('rows that end in %s', (_, end) => {
  test('of a queue', async () => {
    const lines = ['Id,QueueId,Place', 'ann@x.test,q-1,12', 'bob@x.test,q-1,7', ''];
    expect(await queue(lines.join(end))).toEqual(TWO);
  });
  test('of profiles', async () => {
    const file = [HEADER, profileRow(), profileRow({ Name: 'Bob Roy' })].join(end);
    expect(await namesOf(file)).toEqual(['Ann Lee, Boston', 'Bob Roy, Boston']);
  });
  test('of accounts', async () => {
    expect(await accounts(['Email', 'ann@x.test', 'bob@x.test'].join(end))).toEqual([
      'ann@x.test',
      'bob@x.test',
    ]);
  });
  test('of a price list', async () => {
    const lines = ['URL,Tags', 'https://x.test/1,', 'https://x.test/2,floor'];
    expect(await prices(lines.join(end))).toEqual(URLS);
  });
});

describe.each([
  [',', ','],
  [';', ';'],
  ['\t', '\t'],
  ['|', '|'],
])('a first line that names the delimiter %j', (delimiter) => {
  const named = (...rows: string[]) =>
    [`sep=${delimiter}`, ...rows.map((row) => row.replaceAll(',', delimiter))].join('\r\n');
  test('of a queue', async () => {
    expect(await queue(named('Place,Id,QueueId', '12,ann@x.test,q-1', '7,bob@x.test,q-1'))).toEqual(
      TWO,
    );
  });
  test('of profiles', async () => {
    expect(await namesOf(named(HEADER, profileRow()))).toEqual(['Ann Lee, Boston']);
  });
  test('of accounts and a price list', async () => {
    expect(await accounts(named('Name,Email', 'Ann,ann@x.test'))).toEqual(['ann@x.test']);
    expect(await prices(named('Tags,URL', ',https://x.test/1', 'floor,https://x.test/2'))).toEqual(
      URLS,
    );
  });
});

describe('encodings', () => {
  const row = (name: Bytes): Bytes => {
    const [before = '', after = ''] = profileRow({ Name: 'NAME' }).split('NAME');
    return [`${HEADER}\n${before}`, ...name, after];
  };
  test.each<[string, Bytes, string]>([
    ['UTF-8', ['Jürgen Müller'], 'Jürgen Müller'],
    ['UTF-8 with a mark of order', ['Jürgen Müller'], 'Jürgen Müller'],
    ['Windows-1252', ['J', 0xfc, 'rgen M', 0xfc, 'ller'], 'Jürgen Müller'],
    ['Mac Roman', ['J', 0x9f, 'rgen M', 0x9f, 'ller'], 'Jürgen Müller'],
    ['UTF-8 with one wrong byte', ['Zoë Łuk', 0x20, 'Andr', 0xe9], 'Zoë Łuk André'],
  ])('of profiles: %s', async (_, name, read) => {
    expect(await namesOf(row(name))).toEqual([`${read}, Boston`]);
  });
  test.each<[string, Bytes, string[]]>([
    ['cut off within a letter', ['Email\nmüller@x.test\nzo', 0xc3], ['müller@x.test']],
    ['in Windows-1252', ['Email\nm', 0xfc, 'ller@x.test'], ['müller@x.test']],
    ['in Mac Roman', ['Email\nm', 0x9f, 'ller@x.test'], ['müller@x.test']],
  ])('of accounts %s', async (_, parts, addresses) => {
    expect(await accounts(parts)).toEqual(addresses);
  });
  test('of a price list', async () => {
    expect(await prices(['URL,Tags\nhttps://x.test/1,K', 0xf6, 'ln'])).toEqual([
      'https://x.test/1 Köln',
    ]);
  });
});

describe('headers', () => {
  test.each([
    ['blanks', 'Place,Queue Id,Id\n12,q-1,ann@x.test\n7,q-1,bob@x.test'],
    ['other names', 'Position;Queue_Name;E-Mail Address\n12;q-1;ann@x.test\n7;q-1;bob@x.test'],
    ['a total', 'Email,Place,Total,Queue\nann@x.test,12,50000,q-1\nbob@x.test,7,50000,q-1'],
    ['none', 'ann@x.test,q-1,12\nbob@x.test,q-1,7'],
    ['none, in another order', '12,q-1,ann@x.test\n7,q-1,bob@x.test'],
    ['a title above', 'Queue export,,\nPlace,QueueId,Id\n12,q-1,ann@x.test\n7,q-1,bob@x.test'],
    [
      'a title with another delimiter above',
      'Export; of, Monday\nPlace;QueueId;Id\n12;q-1;ann@x.test\n7;q-1;bob@x.test',
    ],
    ['invisible marks', '\uFEFF\u200bId,QueueId\u00ad,Place\nann@x.test,q-1,12\nbob@x.test,q-1,7'],
  ])('of a queue with %s', async (_, text) => {
    expect(await queue(text)).toEqual(TWO);
  });
  test.each([
    ['a password first', 'Password,Email\nsecret1,ann@x.test\np@ss.word,bob@x.test'],
    ['a name first', 'Name;Account E-Mail\nAnn;ann@x.test\nBob;bob@x.test'],
    ['none, and a password behind', 'ann@x.test,p@ss.word\nbob@x.test,x'],
    ['none, and a password before', 'p@ss,ann@x.test\nx,bob@x.test'],
  ])('of accounts with %s', async (_, text) => {
    expect(await accounts(text)).toEqual(['ann@x.test', 'bob@x.test']);
  });
  test.each([
    ['other names', 'Tags;Event Link\n;https://x.test/1\nfloor;https://x.test/2'],
    ['a guard of the product', 'URL,Tags\nhttps://x.test/1,\nhttps://x.test/2,"floor"'],
    ['quotes and marks', 'URL,Tags\n<https://x.test/1>,\n“https://x.test/2\u200b”,floor'],
  ])('of a price list with %s', async (_, text) => {
    expect(await prices(text)).toEqual(URLS);
  });
  test('of a price list that the product has written', async () => {
    const text = "\uFEFFURL,Event,Tags\nhttps://x.test/1,,'+1; floor\nhttps://x.test/2,,'=x";
    expect(await prices(text)).toEqual(['https://x.test/1 +1 floor', 'https://x.test/2 =x']);
  });
});

describe('quotes', () => {
  test.each([
    ['that are not closed', '"ann@x.test,q-1,12\nbob@x.test,q-1,7'],
    ['that are not closed, twice', '"ann@x.test,q-1,12\n"bob@x.test,q-1,7'],
    ['inside of a cell', 'ann@x.test,"q-1",12\nbob@x.test,q-1,"7"'],
  ])('of a queue %s', async (_, rows) => {
    expect(await queue(`Id,QueueId,Place\n${rows}`)).toEqual(TWO);
  });
  test('of accounts that are not closed', async () => {
    expect(await accounts('Email,Name\n"ann@x.test,Ann\nbob@x.test,Bob')).toEqual([
      'ann@x.test',
      'bob@x.test',
    ]);
  });
});

describe('damage by spreadsheets', () => {
  test.each([
    ['Phone', '1.61756E+10'],
    ['Postal', '2134'],
    ['State', '#N/A'],
    ['City', '#REF!'],
    ['CardNumber', '4111111111111110'],
    ['CardExpMonth', '01.03.2029'],
  ])('of profiles causes a warning: %s %s', async (column, value) => {
    const { warnings, valid } = await profiles(`${HEADER}\n${profileRow({ [column]: value })}`);
    expect({ valid, rows: warnings.map(({ row }) => row) }).toEqual({ valid: 1, rows: [2] });
  });
  test.each([
    ['CardNumber', '4111 1111 1111 1111'],
    ['CardNumber', "'4111111111111111"],
    ['CardNumber', '4111-1111-1111-1111.0'],
    ['CardExpYear', '2029.0'],
    ['Cvv', '="123"'],
  ])('of profiles is corrected: %s %s', async (column, value) => {
    const { warnings, valid } = await profiles(
      `${HEADER}\n${profileRow({ [column]: value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value })}`,
    );
    expect({ valid, warnings }).toEqual({ valid: 1, warnings: [] });
  });
  test('of positions is corrected', async () => {
    const rows = ['ann@x.test,q-1,"12,345"', 'bob@x.test,q-1,12.0', "cy@x.test,q-1,1'000"];
    expect(await queue(`Id,QueueId,Place\n${rows.join('\n')}`)).toEqual([
      'q-1 ann@x.test 12345',
      'q-1 bob@x.test 12',
      'q-1 cy@x.test 1000',
    ]);
  });
});

test.each([
  ['invisible marks', 'ann@x.test\u200b', 'ann@x.test'],
  ['marks of direction', '\u202aann@x.test\u202c', 'ann@x.test'],
  ['typographic quotes', '“ann@x.test”', 'ann@x.test'],
  ['guillemets', '«ann@x.test»', 'ann@x.test'],
  ['another form of a letter', 'zoe\u0308@x.test', 'zo\u00eb@x.test'],
])('an address with %s is the same account in every importer', async (_, written, address) => {
  expect(await queue(`Id,QueueId,Place\n${written},q-1,1`)).toEqual([`q-1 ${address} 1`]);
  expect(await accounts(`Email\n${written}`)).toEqual([address]);
});

test('a queue file with several queues keeps each position', async () => {
  const rows = ['ann@x.test,q-mon,10', 'bob@x.test,q-mon,20', 'ann@x.test,q-tue,900'];
  expect(await queue(`Id,QueueId,Place\n${rows.join('\n')}\nbob@x.test,q-tue,5`)).toEqual([
    'q-mon ann@x.test 10',
    'q-mon bob@x.test 20',
    'q-tue ann@x.test 900',
    'q-tue bob@x.test 5',
  ]);
});

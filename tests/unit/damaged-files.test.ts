import { expect, test } from 'vitest';
import { writeMachineCsv } from '../../shared/csv/machine-writer.ts';
import { readCsvFile } from '../../shared/csv/read-file.ts';
import { AccountSheet } from '../../shared/pasted-accounts/account-file.ts';
import { ProfileSheet } from '../../shared/profiles/check-file.ts';
import { PROFILE_COLUMNS } from '../../shared/profiles/schema.ts';
import { QueueSheet } from '../../shared/queues/queue-sheet.ts';
import { seededRandom } from '../../shared/random.ts';

const ROWS = 8;
const NAMES = ['Jürgen Müller', 'Zoë Łuk', 'Ann, Lee', 'Bob "Roy"', 'O’Neil'];

const queueFile = () =>
  writeMachineCsv(
    ['Id', 'QueueId', 'Place'].map((header, at) => ({ header, value: (row: string[]) => row[at] })),
    Array.from({ length: ROWS }, (_, at) => [`a${at}@example.com`, 'q-1', String(at + 1)]),
  );
const profileFile = () =>
  writeMachineCsv(
    PROFILE_COLUMNS.map(({ header, key }) => ({
      header,
      value: (row: Record<string, string>) => row[key],
    })),
    Array.from({ length: ROWS }, (_, at) => ({
      ...{ profile_name: `P${at}`, email: `b${at}@example.com`, address: '1 Oak St,\nfloor 2' },
      ...{ city: 'Köln', name: NAMES[at % NAMES.length] ?? '', card_number: '4111111111111111' },
      ...{ card_exp_month: '3', card_exp_year: '2029', cvv: '123' },
    })),
  );

const QUOTE = 0x22;
const SIGNS = [',', ';', '\t', '\r', '\n', '\0', 'é', ' '].map((sign) => sign.charCodeAt(0));

/** A file with bytes flipped, quotes added, signs mixed in, a part taken away, or its end cut off. */
function damage(random: () => number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const damaged = [...bytes];
  const place = () => Math.floor(random() * damaged.length);
  const changes = 1 + Math.floor(random() * 6);
  for (let change = 0; change < changes; change++) {
    const kind = Math.floor(random() * 5);
    if (kind === 0) damaged[place()] = Math.floor(random() * 256);
    else if (kind === 1) damaged.splice(place(), 0, QUOTE);
    else if (kind === 2)
      damaged.splice(place(), 0, SIGNS[Math.floor(random() * SIGNS.length)] ?? 0);
    else if (kind === 3) damaged.splice(place(), Math.floor(random() * 40));
    else if (random() < 0.2) damaged.length = place();
  }
  return Uint8Array.from(damaged);
}

/** Reads a file, and counts the rows that its reader hands on. */
async function read<Sheet>(
  bytes: Uint8Array<ArrayBuffer>,
  sheet: () => Sheet,
  add: (sheet: Sheet, cells: string[], line: number) => void,
) {
  const taker = await readCsvFile(new Blob([bytes]), () => {
    const own = sheet();
    const counted = {
      own,
      rows: 0,
      onRow: (cells: string[], line: number) => {
        counted.rows += 1;
        add(own, cells, line);
      },
    };
    return counted;
  });
  return { sheet: taker.own, rows: taker.rows };
}

test('10,000 damaged files lose no row in silence: each is taken, ignored or refused with a reason', async () => {
  const random = seededRandom('damaged files');
  const encoder = new TextEncoder();
  const [queues, profiles] = [queueFile(), profileFile()].map((text) => encoder.encode(text)) as [
    Uint8Array,
    Uint8Array,
  ];
  for (let file = 0; file < 5_000; file++) {
    const queue = await read(
      damage(random, queues),
      () => new QueueSheet(),
      (sheet, cells, line) => sheet.add(cells, line),
    );
    queue.sheet.finish();
    const inQueue = queue.sheet.accounts.length + queue.sheet.ignoredCount;
    // The header is no row.
    expect([0, 1]).toContain(queue.rows - inQueue);
    expect(queue.sheet.ignored.every(({ reason }) => reason !== '')).toBe(true);
    const bytes = damage(random, profiles);
    const profile = await read(
      bytes,
      () => new ProfileSheet(),
      (sheet, cells, line) => sheet.add(cells, line),
    );
    const { rows, valid, refused, error } = profile.sheet.finish(random);
    if (!error?.startsWith('Invalid CSV format')) expect(valid + refused.length).toBe(rows);
    expect(refused.every(({ reason }) => reason !== '')).toBe(true);
    const accounts = await read(
      bytes,
      () => new AccountSheet(),
      (sheet, cells, line) => sheet.onRow(cells, line),
    );
    expect(accounts.sheet.accounts.length + accounts.sheet.without.length).toBeLessThanOrEqual(
      accounts.rows,
    );
  }
});

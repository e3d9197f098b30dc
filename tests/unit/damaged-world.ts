import { ENCODING_NAMES } from '../../shared/csv/decode.ts';
import type { RowCounts } from '../../shared/csv/file-result.ts';
import { writeMachineCsv } from '../../shared/csv/machine-writer.ts';
import { AS_FOUND, type ReadAs } from '../../shared/csv/read-file.ts';
import { AccountSheet } from '../../shared/pasted-accounts/account-file.ts';
import { EventList } from '../../shared/price-monitor/event-files/event-list.ts';
import { ProfileSheet } from '../../shared/profiles/check-file.ts';
import { PROFILE_COLUMNS } from '../../shared/profiles/schema.ts';
import { QueueSheet } from '../../shared/queues/uploads/queue-sheet.ts';

const ROWS = 8;
const NAMES = ['Jürgen Müller', 'Zoë Łuk', 'Ann, Lee', 'Bob "Roy"', 'O’Neil'];
export const numbers = Array.from({ length: ROWS }, (_, at) => at);

type Table = string[][];

const QUEUE: Table = [
  ['Id', 'QueueId', 'Place'],
  ...numbers.map((at) => [`a${at}@example.com`, at > 5 ? 'q-2' : 'q-1', String(at + 1)]),
];
const PROFILES: Table = [
  PROFILE_COLUMNS.map(({ header }) => header),
  ...numbers.map((at) => [
    `P${at}`,
    `b${at}@example.com`,
    'pass',
    '1 Oak St,\nfloor 2',
    'Köln',
    'DE',
    NAMES[at % NAMES.length] ?? '',
    '+49 1',
    '50667',
    'NRW',
    '4111111111111111',
    '3',
    '2029',
    '123',
  ]),
];
export const ACCOUNTS: Table = [
  ['Email', 'Password'],
  ...numbers.map((at) => [`c${at}@ex.com`, 'p@ss']),
];
const PRICES: Table = [
  ['URL', 'Event', 'Tags'],
  ...numbers.map((at) => [`https://example.com/${at}`, NAMES[at % 5] ?? '', "'+1; floor"]),
];

const QUOTE = 0x22;
const SIGNS = [',', ';', '\t', '\r', '\n', '\0', 'é', ' '].map((sign) => sign.charCodeAt(0));

export type Random = () => number;
export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

/** A table as CSV with a random delimiter, in one of several encodings. */
export function write(random: Random, table: Table): Uint8Array {
  const columns = (table[0] ?? []).map((header, at) => ({
    header,
    value: (row: string[]) => row[at],
  }));
  const text = writeMachineCsv(columns, table.slice(1));
  const delimited = text.replaceAll(',', pick(random, [',', ',', ';', '\t']));
  const ended = delimited.replaceAll('\r\n', pick(random, ['\r\n', '\n', '\r']));
  if (random() < 0.7) return new TextEncoder().encode(ended);
  if (random() < 0.5) return Uint8Array.from(ended, (letter) => letter.charCodeAt(0) & 0xff);
  return new Uint8Array(
    Uint16Array.from(`\uFEFF${ended}`, (letter) => letter.charCodeAt(0)).buffer,
  );
}

/**
 * A file with bytes flipped, quotes added, other characters mixed in, a part removed, or its end
 * cut off.
 */
export function damage(random: Random, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const damaged = [...bytes];
  const place = () => Math.floor(random() * damaged.length);
  const changes = 1 + Math.floor(random() * 6);
  for (let change = 0; change < changes; change++) {
    const kind = Math.floor(random() * 5);
    if (kind === 0) damaged[place()] = Math.floor(random() * 256);
    else if (kind === 1) damaged.splice(place(), 0, QUOTE);
    else if (kind === 2) damaged.splice(place(), 0, pick(random, SIGNS));
    else if (kind === 3) damaged.splice(place(), Math.floor(random() * 40));
    else if (random() < 0.2) damaged.length = place();
  }
  return Uint8Array.from(damaged);
}

export interface Taker {
  counts: RowCounts;
  onRow: (cells: string[], line: number) => void;
  finish?: (random: Random) => unknown;
}

/**
 * The settings of a reading: mostly all detected, sometimes chosen by an operator, correctly or
 * incorrectly.
 */
export function readAs(random: Random): ReadAs {
  if (random() < 0.8) return AS_FOUND;
  const encodings = Object.keys(ENCODING_NAMES) as (keyof typeof ENCODING_NAMES)[];
  return {
    encoding: pick(random, encodings),
    delimiter: pick(random, [',', ';', '|']),
    sheet: null,
  };
}

export const IMPORTERS: [name: string, table: Table, open: () => Taker][] = [
  ['queue files', QUEUE, () => new QueueSheet()],
  ['profiles', PROFILES, () => new ProfileSheet()],
  ['accounts', ACCOUNTS, () => new AccountSheet()],
  ['price lists', PRICES, () => new EventList()],
];

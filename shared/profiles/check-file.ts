import { cleanKey } from '../clean-text.ts';
import { MOST_ABOVE_HEADER } from '../csv/columns-of-file.ts';
import { PASSED, RowCounts } from '../csv/file-result.ts';
import { streamMachineCsv } from '../csv/machine-writer.ts';
import { countOf } from '../numbers.ts';
import { readMixedAddress } from '../pasted-accounts/address.ts';
import { cut } from '../text.ts';
import { type ColumnStep, showCells, takeStep } from './row-columns.ts';
import { type NewProfile, newProfile, PROFILE_COLUMNS } from './schema.ts';
import { type CellWarning, warningsOf } from './warnings.ts';

/**
 * A row that is not imported, that is imported with a warning, or that was refused and has been
 * corrected. It never contains a card number, CVV or password.
 */
export interface RowNote {
  kind: 'refused' | 'warning' | 'mended';
  /** The row in the file; the header is row 1. */
  row: number;
  profile: string;
  /** The names of the columns, joined by commas. */
  field: string;
  reason: string;
  content: string;
  /** The column of the only wrong cell; null if the whole row is wrong, or several cells are. */
  key: ProfileKey | null;
  /** The content of that cell, as the initial text of a correction; empty for a secret. */
  value: string;
}

type ProfileKey = keyof NewProfile;

/** The columns whose cells are never shown. */
const SECRETS: ReadonlySet<ProfileKey> = new Set(['card_number', 'cvv', 'password']);
export const isSecret = (key: ProfileKey): boolean => SECRETS.has(key);

export type CheckedFile = ReturnType<ProfileSheet['finish']>;

/** The columns of a list of noted rows. */
export const NOTE_COLUMNS = (['Row', 'Profile', 'Field', 'Reason', 'Found'] as const).map(
  (header) => {
    const key = header.toLowerCase() as Exclude<keyof RowNote, 'kind' | 'key' | 'value'>;
    return { key, header, value: (row: RowNote) => row[key] };
  },
);

const EXPECTED = PROFILE_COLUMNS.length;
const HEADERS = PROFILE_COLUMNS.map(({ header }) => header);
const NO_DATA = 'CSV file must contain at least a header and one data row';
const WRONG_HEADER = `Invalid CSV format. Expected headers: ${HEADERS.join(', ')} (Email and Password are optional)`;
const OTHER_HEADER = 'The file has another header';
const NO_VALID_ROW = 'No valid data rows found in CSV file';
/** Files of up to this many rows are sampled completely. */
const SAMPLED_WHOLE = 20;
const SAMPLED_AT_ENDS = 5;
const SAMPLED_BETWEEN = 3;

/**
 * The column that a file of refused rows has after the others; it is ignored when the file is
 * uploaded again.
 */
const REASON = 'reason';
const LONGEST_NAME = 40;

const nameOf = (header: string): string => cleanKey(header).replace(/\s/g, '').toLowerCase();
const NAMES = HEADERS.map(nameOf);

/**
 * A profiles CSV while it is read: every row is checked, and a sample decides whether the file is usable at all. With
 * more than 20 rows the sample is the first 5, the last 5 and up to 3 random rows from the zone of 30 to 70 %.
 */
export class ProfileSheet {
  readonly profiles: NewProfile[] = [];
  readonly counts = new RowCounts();
  /** The number of data rows so far. */
  rows = 0;
  /** Refused rows by their index among the data rows, with their cells. */
  readonly #refused = new Map<number, NotedRow>();
  /** Rows with a warning, with their cells. */
  readonly #warnings: NotedRow[] = [];
  readonly #mended: RowNote[] = [];
  /** The indexes of the rows that decide whether the file can be uploaded; set by {@link finish}. */
  #sample: readonly number[] = [];
  /** Whether the file has a header, and if so, the right one. */
  #header: 'none' | 'right' | 'wrong' = 'none';
  /** Why the file has no row that could be read; null once it has one. */
  #fault: string | null = NO_DATA;

  readonly onRow = (cells: readonly string[], row: number): void => {
    if (cells.every((cell) => cell.trim() === '')) {
      if (this.#header === 'right' && this.#fault === NO_DATA) this.#fault = NO_VALID_ROW;
      this.counts.ignore(PASSED.blank);
    } else if (this.#header !== 'right' && this.rows < MOST_ABOVE_HEADER) {
      this.#findHeader(cells, row);
    } else if (this.#header === 'right') {
      this.#take(withoutEmptyEnd(cells), row);
      this.rows += 1;
    } else this.#refuseOther(row);
  };

  /** The first row is the header, unless one of the next rows is the right one. */
  #findHeader(cells: readonly string[], row: number): void {
    const fault = findHeaderFault(cells);
    if (this.#header === 'wrong' && fault !== null) {
      this.#refuseOther(row);
      return;
    }
    if (this.#header === 'wrong') this.counts.moveAboveHeader();
    this.rows = 0;
    this.#header = fault === null ? 'right' : 'wrong';
    this.#fault = fault ?? NO_DATA;
    this.counts.ignore(PASSED.header);
  }

  /** Rows under another header are only counted. */
  #refuseOther(row: number): void {
    this.counts.refuse(row, OTHER_HEADER);
    this.rows += 1;
  }

  #take(cells: readonly string[], row: number): void {
    this.#fault = null;
    const read = readRow(cells, row);
    if ('reason' in read) {
      this.counts.refuse(row, read.reason);
      this.#refused.set(this.rows, { note: read, cells: [...cells] });
    } else this.#accept(read, row, cells);
  }

  #accept(profile: NewProfile, row: number, cells: readonly string[]): void {
    this.profiles.push(profile);
    this.counts.taken += 1;
    const warnings = warningsOf(profile);
    if (warnings.length > 0)
      this.#warnings.push({ note: noteOf(row, profile, warnings), cells: [...cells] });
  }

  /**
   * @param random from 0 to below 1; picks the rows of the sample between the ends.
   * @returns counts of all data rows and of the valid ones; `error` is null when the file can be uploaded.
   */
  finish(random: () => number) {
    this.#sample = sampleOf(this.rows, random);
    return this.#result();
  }

  /**
   * Replaces the only wrong cell of a refused row and checks the row again. If the row is now
   * valid, it becomes the last of the profiles; otherwise it keeps its position, with its next
   * fault.
   * @param row its number in the file
   * @returns the result of {@link finish}; unchanged for a row that is not refused because of one
   * cell
   */
  mend(row: number, value: string) {
    const [index, entry] = this.#findRefused(row);
    const at = PROFILE_COLUMNS.findIndex(({ key }) => key === entry?.note.key);
    if (index === undefined || entry === undefined || at < 0) return this.#result();
    const { note, cells } = entry;
    const { key } = note;
    const content = key === null ? '' : describeFound(key, value);
    const reason = `was ${note.content === 'Empty' ? 'empty' : note.content}`;
    return this.#checkAgain(index, cells.with(at, value), { ...note, reason, content });
  }

  /**
   * Corrects the number of cells of a refused row, and checks the row again like {@link mend}.
   * @param row its number in the file
   */
  mendColumns(row: number, steps: readonly ColumnStep[]) {
    const [index, entry] = this.#findRefused(row);
    if (index === undefined || entry === undefined) return this.#result();
    const { note, cells } = entry;
    const mended = { ...note, reason: `had ${countOf(cells.length, 'column')}`, content: '' };
    return this.#checkAgain(index, steps.reduce<string[]>(takeStep, cells), mended);
  }

  /** The cells of a refused row as they may be shown; empty for a row that is not refused. */
  showRow(row: number): string[] {
    return showCells(this.#findRefused(row)[1]?.cells ?? []);
  }

  #findRefused(row: number): [index: number, entry: NotedRow] | [] {
    return [...this.#refused].find(([, { note }]) => note.row === row) ?? [];
  }

  /** @param mended the note of the row if it is now valid */
  #checkAgain(index: number, cells: string[], mended: RowNote) {
    const { row } = mended;
    const read = readRow(cells, row);
    if ('reason' in read) {
      this.#refused.set(index, { note: read, cells });
      return this.#result();
    }
    this.#refused.delete(index);
    this.counts.restore(row);
    this.#accept(read, row, cells);
    const profile = read.profile_name;
    this.#mended.push({ ...mended, kind: 'mended', profile, value: '' });
    return this.#result();
  }

  #result() {
    const refused = [...this.#refused.values()].map(({ note }) => note);
    const [bad] = this.#sample.flatMap((at) => this.#refused.get(at)?.note ?? []);
    const error = this.#fault ?? (bad ? this.#describe(bad) : null);
    const { length: valid } = this.profiles;
    const warnings = this.#warnings.map(({ note }) => note);
    const mended = [...this.#mended];
    return { rows: this.rows, valid, error, refused, warnings, mended };
  }

  #describe(bad: RowNote): string {
    return this.profiles.length === 0 ? `${NO_VALID_ROW}. ${messageOf(bad)}` : messageOf(bad);
  }

  /**
   * The refused rows as a file that can be corrected and uploaded again: their cells, followed by
   * the reason.
   */
  writeRefused = (): Generator<string> => writeNoted([...this.#refused.values()]);

  /** The rows with a warning, in the form of {@link writeRefused}. */
  writeWarned = (): Generator<string> => writeNoted(this.#warnings);
}

function writeNoted(noted: readonly NotedRow[]): Generator<string> {
  const rows = noted.map(({ note, cells }) => withReason(cells, messageOf(note)));
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const columns = Array.from({ length: Math.max(width, EXPECTED + 1) }, (_, at) => ({
    header: HEADERS[at] ?? (at === EXPECTED ? 'Reason' : ''),
    value: (cells: readonly string[]) => cells[at],
  }));
  return streamMachineCsv(columns, rows);
}

/** A row with a note, and its cells as the file has them. */
interface NotedRow {
  note: RowNote;
  cells: string[];
}

/** The cells of a row and its reason, which is after at least 14 columns. */
const withReason = (cells: readonly string[], reason: string): string[] => [
  ...cells,
  ...Array.from({ length: Math.max(0, EXPECTED - cells.length) }, () => ''),
  reason,
];

/** Why a header is not that of a profiles file, with the first difference; null if it is. */
function findHeaderFault(cells: readonly string[]): string | null {
  const names = cells.map(nameOf);
  const at = NAMES.findIndex((name, index) => names[index] !== name);
  if (at >= 0) {
    const header = describeHeader(cells[at]);
    return `${WRONG_HEADER}. Column ${at + 1} is ${header}, expected ${HEADERS[at]}`;
  }
  const extra = names.findIndex(
    (name, index) => index >= EXPECTED && name !== '' && name !== REASON,
  );
  if (extra < 0) return null;
  return `${WRONG_HEADER}. Column ${extra + 1} is ${describeHeader(cells[extra])}, expected none`;
}

/** A long number in place of a heading may be that of a card. */
function describeHeader(header = ''): string {
  const name = cleanKey(header);
  if (/(?:\d[ -]*){12}/.test(name)) return 'a number';
  return name === '' ? 'missing' : cut(name, LONGEST_NAME);
}

/**
 * A row without the empty cells that a spreadsheet writes after the last column, and without a
 * reason there.
 */
function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const isReason = /^Row \d+/.test(cells[EXPECTED] ?? '');
  const rest = cells.slice(isReason ? EXPECTED + 1 : EXPECTED);
  return cells.length > EXPECTED && rest.every((cell) => cell.trim() === '')
    ? cells.slice(0, EXPECTED)
    : cells;
}

const messageOf = ({ row, field, reason }: RowNote): string =>
  field === 'All' ? reason : `Row ${row}: ${reason}`;

/** One note for all warnings of a row. */
function noteOf(row: number, profile: NewProfile, warnings: readonly CellWarning[]): RowNote {
  const keys = warnings.map(({ key }) => key);
  const reasons = new Set(warnings.map(({ reason }) => reason));
  return {
    kind: 'warning',
    row,
    profile: profile.profile_name,
    field: keys.map((key) => labelOf(key)).join(', '),
    reason: [...reasons].join('. '),
    content: keys.map((key) => describeFound(key, profile[key] ?? '')).join(', '),
    key: null,
    value: '',
  };
}

const labelOf = (key: ProfileKey | undefined): string =>
  PROFILE_COLUMNS.find((one) => one.key === key)?.label ?? '';

/** The profile of a row, or why it is refused. */
function readRow(cells: readonly string[], row: number): NewProfile | RowNote {
  const kind = 'refused';
  const profile = cells[0]?.trim() ?? '';
  const missing = EXPECTED - cells.length;
  if (missing !== 0) {
    const reason = `Row ${row} has ${cells.length} columns, expected ${EXPECTED}`;
    const content = missing > 0 ? `${missing} columns missing` : `${-missing} columns too many`;
    return { kind, row, profile, field: 'All', reason, content, key: null, value: '' };
  }
  const values = Object.fromEntries(PROFILE_COLUMNS.map(({ key }, at) => [key, cells[at] ?? '']));
  const { data, error } = newProfile.safeParse(values);
  if (data) return data;
  const [{ path, message: reason } = { path: [], message: '' }] = error.issues;
  const key = PROFILE_COLUMNS.find((one) => one.key === path[0])?.key;
  const text = key ? (values[key] ?? '').trim() : '';
  const content = key ? describeFound(key, text) : '';
  // A value that is described instead of shown has to be typed again.
  const value = content === text ? text : '';
  return { kind, row, profile, field: labelOf(key), reason, content, key: key ?? null, value };
}

function sampleOf(rows: number, random: () => number): number[] {
  const all = Array.from({ length: rows }, (_, at) => at);
  if (rows <= SAMPLED_WHOLE) return all;
  const zone = all.slice(Math.floor(rows * 0.3), Math.floor(rows * 0.7));
  const between = Array.from(
    { length: SAMPLED_BETWEEN },
    () => zone[Math.floor(random() * zone.length)] ?? 0,
  );
  return [...all.slice(0, SAMPLED_AT_ENDS), ...between, ...all.slice(-SAMPLED_AT_ENDS)];
}

/** The content of the field; for a secret, only its fault. */
function describeFound(field: ProfileKey, value: string): string {
  const text = value.trim();
  if (text === '') return 'Empty';
  // The text after an address may be a password.
  const masked = field === 'email' ? readMixedAddress(text)?.masked : undefined;
  if (masked !== undefined) return masked;
  const digits = text.replace(/[ -]/g, '');
  // Cells that have moved to other columns may hold a card number.
  if (!isSecret(field) && !/\d{15}/.test(digits)) return text;
  return /^\d+$/.test(digits) ? `${digits.length} digits` : 'Other characters in it';
}

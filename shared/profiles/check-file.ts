import { readMixedAddress } from '../accounts/address.ts';
import { type NewProfile, newProfile, PROFILE_COLUMNS } from './schema.ts';

/** A row that is not imported. It never holds a card number, CVV or password. */
export interface RefusedRow {
  /** The row in the file; the header is row 1. */
  row: number;
  profile: string;
  field: string;
  reason: string;
  found: string;
}

export type CheckedFile = ReturnType<ProfileSheet['finish']>;

/** The columns of a list of refused rows. */
export const REFUSED_COLUMNS = (['Row', 'Profile', 'Field', 'Reason', 'Found'] as const).map(
  (header) => {
    const key = header.toLowerCase() as keyof RefusedRow;
    return { key, header, value: (row: RefusedRow) => row[key] };
  },
);

const EXPECTED = PROFILE_COLUMNS.length;
const HEADERS = PROFILE_COLUMNS.map(({ header }) => header);
const NO_DATA = 'CSV file must contain at least a header and one data row';
const WRONG_HEADER = `Invalid CSV format. Expected headers: ${HEADERS.join(', ')} (Email and Password are optional)`;
const NO_VALID_ROW = 'No valid data rows found in CSV file';
/** Files of up to this many rows are sampled whole. */
const SAMPLED_WHOLE = 20;
const SAMPLED_AT_ENDS = 5;
const SAMPLED_BETWEEN = 3;

const joined = (headers: readonly string[]): string =>
  headers.map((header) => header.replace(/\s/g, '').toLowerCase()).join();

/**
 * A profiles CSV while it is read: every row is checked, and a sample decides whether the file is usable at all. With
 * more than 20 rows the sample is the first 5, the last 5 and up to 3 random rows from the zone of 30 to 70 %.
 */
export class ProfileSheet {
  readonly profiles: NewProfile[] = [];
  /** The number of data rows so far. */
  rows = 0;
  /** Refused rows by their index among the data rows. */
  readonly #refused = new Map<number, RefusedRow>();
  #header: string | null = null;
  /** Why the file has no row that could be read; null once it has one. */
  #fault: string | null = NO_DATA;

  add(cells: readonly string[], row: number): void {
    if (this.#header === null) {
      this.#header = joined(cells);
      if (this.#header !== joined(HEADERS)) this.#fault = WRONG_HEADER;
    } else if (cells.every((cell) => cell.trim() === '')) {
      if (this.#fault === NO_DATA) this.#fault = NO_VALID_ROW;
    } else {
      // Rows under another header are counted only.
      if (this.#fault !== WRONG_HEADER) this.#take(cells, row);
      this.rows += 1;
    }
  }

  #take(cells: readonly string[], row: number): void {
    this.#fault = null;
    const read = readRow(cells, row);
    if ('reason' in read) this.#refused.set(this.rows, read);
    else this.profiles.push(read);
  }

  /**
   * @param random from 0 to below 1; picks the rows of the sample between the ends.
   * @returns counts of all data rows and of the valid ones; `error` is null when the file can be uploaded.
   */
  finish(random: () => number) {
    const [bad] = sampleOf(this.rows, random).flatMap((at) => this.#refused.get(at) ?? []);
    const error = this.#fault ?? (bad ? messageOf(bad) : null);
    const refused = [...this.#refused.values()];
    return { rows: this.rows, valid: this.profiles.length, error, refused };
  }
}

const messageOf = ({ row, field, reason }: RefusedRow): string =>
  field === 'All' ? reason : `Row ${row}: ${reason}`;

/** The profile of a row, or why it is refused. */
function readRow(cells: readonly string[], row: number): NewProfile | RefusedRow {
  const profile = cells[0]?.trim() ?? '';
  const missing = EXPECTED - cells.length;
  if (missing !== 0) {
    const reason = `Row ${row} has ${cells.length} columns, expected ${EXPECTED}`;
    const found = missing > 0 ? `${missing} columns missing` : `${-missing} columns too many`;
    return { row, profile, field: 'All', reason, found };
  }
  const values = Object.fromEntries(PROFILE_COLUMNS.map(({ key }, at) => [key, cells[at] ?? '']));
  const { data, error } = newProfile.safeParse(values);
  if (data) return data;
  const [{ path, message: reason } = { path: [], message: '' }] = error.issues;
  const { key, label: field = '' } = PROFILE_COLUMNS.find((one) => one.key === path[0]) ?? {};
  return { row, profile, field, reason, found: key ? describeFound(key, values[key] ?? '') : '' };
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

/** The content of the field; for a secret, only what is wrong with it. */
function describeFound(field: keyof NewProfile, value: string): string {
  const text = value.trim();
  const isSecret = field === 'card_number' || field === 'cvv' || field === 'password';
  if (text === '') return 'Empty';
  // Behind an address may be a password.
  if (field === 'email') return readMixedAddress(text)?.masked ?? text;
  if (!isSecret) return text;
  const digits = text.replace(/[ -]/g, '');
  return /^\d+$/.test(digits) ? `${digits.length} digits` : 'Other characters in it';
}

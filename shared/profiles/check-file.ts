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

export interface CheckedFile {
  /** Data rows. */
  rows: number;
  valid: number;
  /** Why the file cannot be uploaded; null when it is ready. */
  error: string | null;
  refused: RefusedRow[];
}

const EXPECTED = PROFILE_COLUMNS.length;
const HEADERS = PROFILE_COLUMNS.map(({ header }) => header);
const NO_DATA = 'CSV file must contain at least a header and one data row';
const WRONG_HEADER = `Invalid CSV format. Expected headers: ${HEADERS.join(', ')} (Email and Password are optional)`;
const NO_VALID_ROW = 'No valid data rows found in CSV file';
/** Files of up to this many rows are sampled whole. */
const SAMPLED_WHOLE = 20;
const SAMPLED_AT_ENDS = 5;
const SAMPLED_BETWEEN = 3;
const SECRET_FIELDS: ReadonlySet<string> = new Set(['card_number', 'cvv', 'password']);

const normalize = (header: string): string => header.replace(/\s/g, '').toLowerCase();

/**
 * A profiles CSV while it is read: every row is checked, and a sample decides whether the file is usable at all. With
 * more than 20 rows the sample is the first 5, the last 5 and up to 3 random rows from the zone of 30 to 70 %.
 */
export class ProfileSheet {
  readonly profiles: NewProfile[] = [];
  readonly #refused: RefusedRow[] = [];
  /** The message for the sample at each data row; null for a valid one. */
  readonly #messages: (string | null)[] = [];
  #hasHeader: boolean | null = null;
  #hasBlankRows = false;

  /** The number of data rows so far. */
  get rows(): number {
    return this.#messages.length;
  }

  add(cells: readonly string[], row: number): void {
    if (this.#hasHeader === null) {
      this.#hasHeader = cells.map(normalize).join() === HEADERS.map(normalize).join();
      return;
    }
    if (cells.every((cell) => cell.trim() === '')) {
      this.#hasBlankRows = true;
      return;
    }
    if (!this.#hasHeader) {
      // The file cannot be used: rows under other headings are counted only.
      this.#messages.push(null);
      return;
    }
    if (cells.length !== EXPECTED) {
      this.#refuseColumns(cells, row);
      return;
    }
    const values = Object.fromEntries(PROFILE_COLUMNS.map(({ key }, at) => [key, cells[at] ?? '']));
    const { data, error } = newProfile.safeParse(values);
    if (data) {
      this.profiles.push(data);
      this.#messages.push(null);
      return;
    }
    const [issue] = error.issues;
    const column = PROFILE_COLUMNS.find(({ key }) => key === issue?.path[0]);
    const reason = issue?.message ?? '';
    this.#messages.push(`Row ${row}: ${reason}`);
    this.#refused.push({
      row,
      profile: String(values.profile_name).trim(),
      field: column?.label ?? '',
      reason,
      found: describeFound(column?.key ?? '', String(values[column?.key ?? ''])),
    });
  }

  /** @param random from 0 to below 1; picks the rows of the sample between the ends. */
  finish(random: () => number): CheckedFile {
    const valid = this.profiles.length;
    return { rows: this.rows, valid, error: this.#findError(random), refused: this.#refused };
  }

  #refuseColumns(cells: readonly string[], row: number): void {
    const reason = `Row ${row} has ${cells.length} columns, expected ${EXPECTED}`;
    const missing = EXPECTED - cells.length;
    const found = missing > 0 ? `${missing} columns missing` : `${-missing} columns too many`;
    const profile = cells[0]?.trim() ?? '';
    this.#messages.push(reason);
    this.#refused.push({ row, profile, field: 'All', reason, found });
  }

  #findError(random: () => number): string | null {
    if (this.#hasHeader === null) return NO_DATA;
    if (!this.#hasHeader) return WRONG_HEADER;
    if (this.rows === 0) return this.#hasBlankRows ? NO_VALID_ROW : NO_DATA;
    const sample = sampleOf(this.rows, random).map((at) => this.#messages[at] ?? null);
    return sample.find((message) => message !== null) ?? null;
  }
}

function sampleOf(rows: number, random: () => number): number[] {
  if (rows <= SAMPLED_WHOLE) return Array.from({ length: rows }, (_, at) => at);
  const first = Array.from({ length: SAMPLED_AT_ENDS }, (_, at) => at);
  const last = first.map((at) => rows - SAMPLED_AT_ENDS + at);
  const zone = { from: Math.floor(rows * 0.3), to: Math.floor(rows * 0.7) };
  const between = Array.from(
    { length: SAMPLED_BETWEEN },
    () => zone.from + Math.floor(random() * (zone.to - zone.from)),
  );
  return [...first, ...new Set(between), ...last];
}

/** The content of the field; for a secret, only what is wrong with it. */
function describeFound(field: string, value: string): string {
  const trimmed = value.trim();
  if (trimmed === '') return 'Empty';
  if (!SECRET_FIELDS.has(field)) return trimmed;
  const digits = trimmed.replace(/[ -]/g, '');
  return /^\d+$/.test(digits) ? `${digits.length} digits` : 'Other characters in it';
}

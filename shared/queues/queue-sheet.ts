import { accountKey } from './keys.ts';

/** A row that is not uploaded, and why. */
export interface IgnoredRow {
  line: number;
  reason: string;
  /** The row as it was read, cells joined by commas. */
  text: string;
}

/** A row of a queue file: Id (account), QueueId, Place. */
export interface QueueRow {
  account: string;
  queueId: string;
  place: number;
}

export const IGNORED = {
  short: 'Fewer than 3 values',
  noAccount: 'No account',
  longAccount: 'The account is longer than 320 characters',
  noPlace: 'The position is not a positive whole number',
  repeated: 'Repeated account: its best position counts',
} as const;

const LONGEST_ACCOUNT = 320;
const HIGHEST_PLACE = 1_000_000_000;
/** More ignored rows than this are counted but not kept. */
export const KEPT_IGNORED = 100_000;

interface Columns {
  account: number;
  queueId: number;
  place: number;
}

const IN_ORDER: Columns = { account: 0, queueId: 1, place: 2 };

/**
 * The rows of one queue file as they are read: the first row is the header, rows with fewer than
 * 3 values are ignored, and the best position counts for an account that appears twice.
 */
export class QueueSheet {
  readonly accounts: string[] = [];
  readonly places: number[] = [];
  /** The first {@link KEPT_IGNORED} ignored rows; `reasons` counts all of them. */
  readonly ignored: IgnoredRow[] = [];
  readonly reasons = new Map<string, number>();
  ignoredCount = 0;
  highest = 0;
  /** The first rows of the file. */
  readonly preview: QueueRow[] = [];
  readonly #known = new Map<string, number>();
  readonly #queueIds = new Set<string>();
  #columns: Columns | null = null;
  #dataRows = 0;
  #highestIsStale = false;

  /** Takes the next row, header first. */
  add(cells: readonly string[], line: number): void {
    if (this.#columns === null) {
      this.#columns = findColumns(cells);
      return;
    }
    this.#dataRows++;
    const account = (cells[this.#columns.account] ?? '').trim();
    const place = readPlace(cells[this.#columns.place] ?? '');
    const reason = faultOf(cells, account, place);
    if (reason !== null || place === null) {
      this.#ignore(cells, line, reason ?? IGNORED.noPlace);
      return;
    }
    const queueId = (cells[this.#columns.queueId] ?? '').trim();
    if (this.#queueIds.size < 1_000 && queueId !== '') this.#queueIds.add(queueId);
    this.#take({ account, queueId, place }, cells, line);
  }

  #take(row: QueueRow, cells: readonly string[], line: number): void {
    const key = accountKey(row.account);
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.#ignore(cells, line, IGNORED.repeated);
      const before = this.places[known] ?? row.place;
      if (row.place >= before) return;
      this.places[known] = row.place;
      this.#highestIsStale ||= before === this.highest;
      return;
    }
    this.#known.set(key, this.accounts.length);
    this.accounts.push(row.account);
    this.places.push(row.place);
    if (row.place > this.highest) this.highest = row.place;
    if (this.preview.length < 5) this.preview.push(row);
  }

  #ignore(cells: readonly string[], line: number, reason: string): void {
    this.ignoredCount++;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    if (this.ignored.length < KEPT_IGNORED)
      this.ignored.push({ line, reason, text: cells.join(',') });
  }

  /** Call it after the last row: determines the highest position and releases the keys. */
  finish(): void {
    if (this.#highestIsStale) this.highest = this.places.reduce((a, b) => Math.max(a, b), 0);
    this.#known.clear();
  }

  /** At least a header plus one data row, otherwise the file is skipped. */
  get hasData(): boolean {
    return this.#dataRows > 0;
  }

  /** Queue ids in the order in which they appeared. */
  get queueIds(): string[] {
    return [...this.#queueIds];
  }

  /** The number of accounts with a position above a total, which are not sent. */
  countAbove(total: number): number {
    let above = 0;
    for (const place of this.places) if (place > total) above++;
    return above;
  }
}

/** Columns by their names if all three are named, else the first three. */
function findColumns(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim().toLowerCase());
  const found = {
    account: names.indexOf('id'),
    queueId: names.indexOf('queueid'),
    place: names.indexOf('place'),
  };
  return Object.values(found).every((index) => index >= 0) ? found : IN_ORDER;
}

function faultOf(cells: readonly string[], account: string, place: number | null): string | null {
  if (cells.length < 3) return IGNORED.short;
  if (account === '') return IGNORED.noAccount;
  if (account.length > LONGEST_ACCOUNT) return IGNORED.longAccount;
  return place === null ? IGNORED.noPlace : null;
}

function readPlace(text: string): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,10}$/.test(trimmed)) return null;
  const place = Number(trimmed);
  return place >= 1 && place <= HIGHEST_PLACE ? place : null;
}

import { cleanKey, unwrap } from '../clean-text.ts';
import { isAccount, isBareAddress, readMixedAddress } from '../pasted-accounts/address.ts';

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
  mixedAccount: 'The account is more than an address',
  noPlace: 'The position is not a positive whole number',
  aboveHeader: 'Line above the header',
  repeated: 'Repeated account: its best position counts',
} as const;

const LONGEST_ACCOUNT = 320;
const HIGHEST_PLACE = 1_000_000_000;
/** More ignored rows than this are counted but not kept. */
export const KEPT_IGNORED = 100_000;

interface Columns {
  account: number;
  /** -1 if the file has none. */
  queueId: number;
  place: number;
}

/** Names of the columns, without case, blanks, `_` and `-`. */
const NAMES: Record<keyof Columns, readonly string[]> = {
  account: [
    'id',
    'email',
    'emailaddress',
    'mail',
    'account',
    'accountid',
    'accountname',
    'accountemail',
    'user',
    'username',
  ],
  queueId: ['queueid', 'queue', 'queuename'],
  place: ['place', 'position', 'pos', 'rank', 'queueplace', 'queueposition', 'placeinqueue'],
};

const IN_ORDER: Columns = { account: 0, queueId: 1, place: 2 };

/**
 * The rows of one queue file as they are read: the first row is the header unless it holds an address and a position, a
 * line above the header is ignored, and so are rows with fewer than 3 values. The best position counts for an account
 * that appears twice.
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
  #queueCell = '';
  #queueId = '';
  #columns: Columns | null = null;
  /** The first row, while the second may still be the header. */
  #first: { cells: readonly string[]; line: number } | null = null;
  #dataRows = 0;
  #highestIsStale = false;

  /** Takes the next row, header first. */
  add(cells: readonly string[], line: number): void {
    if (this.#columns === null) {
      this.#columns = findColumns(cells) ?? IN_ORDER;
      if (findColumns(cells) === null) this.#first = { cells, line };
      if (this.#columns !== IN_ORDER || !isData(cells)) return;
    } else if (this.#first !== null) {
      const named = isData(this.#first.cells) ? null : findColumns(cells);
      if (named !== null) this.#ignore(this.#first.cells, this.#first.line, IGNORED.aboveHeader);
      this.#first = null;
      if (named !== null) {
        this.#columns = named;
        return;
      }
    }
    this.#dataRows++;
    const cell = cells[this.#columns.account] ?? '';
    const isBare = isBareAddress(cell);
    const account = isBare ? cell : unwrap(cleanKey(cell));
    const place = readPlace(cells[this.#columns.place] ?? '');
    const reason = faultOf(cells, account, place, isBare);
    if (reason !== null || place === null) {
      this.#ignore(cells, line, reason ?? IGNORED.noPlace);
      return;
    }
    const queueId = this.#readQueueId(cells[this.#columns.queueId] ?? '');
    this.#take({ account, queueId, place }, cells, line);
  }

  /** Most rows have the queue of the row before. */
  #readQueueId(cell: string): string {
    if (cell !== this.#queueCell) {
      this.#queueCell = cell;
      this.#queueId = cleanKey(cell);
      if (this.#queueIds.size < 1_000 && this.#queueId !== '') this.#queueIds.add(this.#queueId);
    }
    return this.#queueId;
  }

  #take(row: QueueRow, cells: readonly string[], line: number): void {
    const key = row.account.toLowerCase();
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
      this.ignored.push({ line, reason, text: cells.map(withoutSecret).join(',') });
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

/** A cell without what stands beside an address in it, which may be a password. */
const withoutSecret = (cell: string): string => readMixedAddress(cleanKey(cell))?.masked ?? cell;

/**
 * Columns by their names. An account or a position without a name is in its usual column, or in the first that is
 * left. Null if no name
 * is known.
 */
function findColumns(header: readonly string[]): Columns | null {
  const names = header.map((name) =>
    cleanKey(name)
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  );
  // The order of the names decides: a column Id is the account beside a column Email.
  const indexOf = (known: readonly string[]) =>
    known.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
  const { account, queueId, place } = {
    account: indexOf(NAMES.account),
    queueId: indexOf(NAMES.queueId),
    place: indexOf(NAMES.place),
  };
  if (Math.max(account, queueId, place) < 0) return null;
  const taken = new Set([account, queueId, place]);
  const takeFree = (usual: number): number => {
    const free = header.findIndex((_, at) => !taken.has(at));
    const index = taken.has(usual) ? free : usual;
    taken.add(index);
    return index;
  };
  return {
    account: account >= 0 ? account : takeFree(IN_ORDER.account),
    queueId,
    place: place >= 0 ? place : takeFree(IN_ORDER.place),
  };
}

/** Whether a first row is one of data: an address and a position. */
const isData = (cells: readonly string[]): boolean =>
  cells.some((cell) => isBareAddress(unwrap(cleanKey(cell)))) &&
  cells.some((cell) => readPlace(cell) !== null);

function faultOf(
  cells: readonly string[],
  account: string,
  place: number | null,
  isBare: boolean,
): string | null {
  if (cells.length < 3) return IGNORED.short;
  if (account === '') return IGNORED.noAccount;
  if (account.length > LONGEST_ACCOUNT) return IGNORED.longAccount;
  if (!(isBare || isAccount(account))) return IGNORED.mixedAccount;
  return place === null ? IGNORED.noPlace : null;
}

function readPlace(text: string): number | null {
  const digits = WHOLE.test(text) ? text : readWritten(cleanKey(text));
  if (digits === null) return null;
  const place = Number(digits);
  return place >= 1 && place <= HIGHEST_PLACE ? place : null;
}

const WHOLE = /^\d{1,10}$/;
/** `12,345`, `12 345`, `12'345` */
const IN_THOUSANDS = /^\d{1,3}(?:([,.'’\u00a0\u202f ])\d{3})(?:\1\d{3})*$/;

/** The digits of a whole number as spreadsheets write it, such as `12.0` and `12,345`; null for any other text. */
function readWritten(text: string): string | null {
  const [, whole] = /^(\d{1,10})[.,]0{1,2}$/.exec(text) ?? [];
  if (whole !== undefined || WHOLE.test(text)) return whole ?? text;
  // `12.000` may be twelve or twelve thousand.
  if (/^\d{1,3}[.,]000$/.test(text) && text.includes('.')) return null;
  return IN_THOUSANDS.test(text) ? text.replace(/\D/g, '') : null;
}

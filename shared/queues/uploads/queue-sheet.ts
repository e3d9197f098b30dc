import { cleanAccount, cleanKey } from '../../clean-text.ts';
import {
  type ColumnOptions,
  type FileColumns,
  findColumn,
  HEAD_ROWS,
  headerKey,
  headOf,
  MOST_ABOVE_HEADER,
} from '../../csv/columns-of-file.ts';
import { PASSED, RowCounts } from '../../csv/file-result.ts';
import { isAccount, isBareAddress, readMixedAddress } from '../../pasted-accounts/address.ts';

/** A row that is not uploaded, and why. */
export interface IgnoredRow {
  line: number;
  reason: string;
  /** The row as it was read, cells joined by commas. */
  text: string;
}

/** A row of a queue file. Its columns are usually named Id (the account), QueueId and Place (the position). */
export interface QueueRow {
  account: string;
  queueId: string;
  position: number;
}

export const IGNORED = {
  short: 'Fewer than 3 values',
  noAccount: 'No account',
  longAccount: 'The account is longer than 320 characters',
  mixedAccount: 'The account is more than an address',
  noPosition: 'The position is not a positive whole number',
  repeated: 'Repeated account: its best position counts',
} as const;

const LONGEST_ACCOUNT = 320;
const HIGHEST_POSITION = 1_000_000_000;
/** More ignored rows than this are counted but not stored. */
export const KEPT_IGNORED = 100_000;

export type QueueColumns = FileColumns<'account' | 'queueId' | 'position'>;

/** Names of the columns, without case, blanks, `_` and `-`. */
const NAMES: Record<keyof QueueColumns, readonly string[]> = {
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
  position: ['place', 'position', 'pos', 'rank', 'queueplace', 'queueposition', 'placeinqueue'],
};

const IN_ORDER: QueueColumns = { account: 0, queueId: 1, position: 2 };

/** A column with more distinct values than this does not contain queue ids. */
export const MOST_QUEUES = 200;

/** The rows of one queue of a file. The best position counts for an account that appears twice. */
export class QueueRows {
  readonly accounts: string[] = [];
  readonly positions: number[] = [];
  highest = 0;
  /** The first rows. */
  readonly preview: QueueRow[] = [];
  readonly #indexByAccount = new Map<string, number>();
  #highestIsStale = false;

  /** @returns whether it is the first row of its account */
  take(row: QueueRow): boolean {
    const key = row.account.toLowerCase();
    const index = this.#indexByAccount.get(key);
    if (index !== undefined) {
      const before = this.positions[index] ?? row.position;
      if (row.position >= before) return false;
      this.positions[index] = row.position;
      this.#highestIsStale ||= before === this.highest;
      return false;
    }
    this.#indexByAccount.set(key, this.accounts.length);
    this.accounts.push(row.account);
    this.positions.push(row.position);
    if (row.position > this.highest) this.highest = row.position;
    if (this.preview.length < HEAD_ROWS) this.preview.push(row);
    return true;
  }

  /** Call it after the last row: determines the highest position and releases the keys. */
  finish(): void {
    if (this.#highestIsStale) this.highest = this.positions.reduce((a, b) => Math.max(a, b), 0);
    this.#indexByAccount.clear();
  }
}

/**
 * The rows of one queue file as they are read: the first row is the header unless it contains an
 * address and a position, a line above the header is ignored, and rows with fewer than 3 values are
 * refused. A row without a queue id belongs to the queue of the previous row.
 */
export class QueueSheet {
  /** The rows by their queue, in the order in which the queues appeared. The id is empty if the file names none. */
  readonly queues = new Map<string, QueueRows>();
  /** The first {@link KEPT_IGNORED} rows that were skipped. */
  readonly ignored: IgnoredRow[] = [];
  readonly counts = new RowCounts();
  ignoredCount = 0;
  /** The first rows of the file, without possible passwords. */
  readonly head: string[][] = [];
  /** The key of the header; null if the first row is data. */
  headerKey: string | null = null;
  /** Rows that were skipped, by reason. */
  readonly reasons = new Map<string, number>();
  readonly #options: ColumnOptions<QueueColumns>;
  /** The rows of the queue of the last row. */
  #rows: QueueRows | null = null;
  #queueCell = '';
  #queueId = '';
  #columns: QueueColumns | null = null;
  /**
   * The number of rows before the first one with a column name or data: the first is the header, or
   * all are above it.
   */
  #above: { cells: readonly string[]; line: number }[] = [];
  #dataRows = 0;

  constructor(options: ColumnOptions<QueueColumns> = {}) {
    this.#options = options;
  }

  /** The columns that are read; null until they are determined. */
  get columns(): QueueColumns | null {
    return this.#columns;
  }

  /** Reads the next row, header first. */
  readonly onRow = (cells: readonly string[], line: number): void => {
    if (this.head.length < HEAD_ROWS) this.head.push(headOf(cells, withoutSecret));
    if (this.#columns === null) this.#findHeader(cells, line);
    else this.#takeData(cells, line);
  };

  #findHeader(cells: readonly string[], line: number): void {
    const { columns = null, remembered = {} } = this.#options;
    if (columns !== null) {
      if (!(hasAccount(cells) || isDataIn(cells, columns))) {
        this.#takeHeader(cells, columns);
      } else {
        this.#columns = columns;
        this.#takeData(cells, line);
      }
      return;
    }
    const chosen = hasAccount(cells) ? undefined : remembered[headerKey(cells)];
    const header = chosen ?? findColumns(cells);
    if (header !== null) {
      for (const row of this.#above) {
        this.counts.ignore(PASSED.aboveHeader);
        this.#note(row.cells, row.line, PASSED.aboveHeader);
      }
      this.#takeHeader(cells, header);
    } else if (isData(cells) || this.#above.length === MOST_ABOVE_HEADER) {
      this.#endAbove(columnsOfData(cells));
      this.#takeData(cells, line);
    } else this.#above.push({ cells, line });
  }

  #takeHeader(cells: readonly string[], columns: QueueColumns): void {
    this.counts.ignore(PASSED.header);
    this.headerKey = headerKey(cells);
    this.#columns = columns;
  }

  /** No row has a known name, so the first of the rows before the data is the header. */
  #endAbove(columns: QueueColumns): void {
    const [header, ...rows] = this.#above;
    if (header) this.#takeHeader(header.cells, columns);
    this.#columns = columns;
    for (const { cells, line } of rows) this.#takeData(cells, line);
  }

  #takeData(cells: readonly string[], line: number): void {
    const { account: at, queueId, position: positionAt } = this.#columns ?? IN_ORDER;
    this.#dataRows++;
    const cell = cells[at] ?? '';
    const isBare = isBareAddress(cell);
    const account = isBare ? cleanKey(cell) : cleanAccount(cell);
    const position = readPosition(cells[positionAt] ?? '');
    const reason = faultOf(cells, account, position, isBare);
    if (reason !== null || position === null) {
      this.counts.refuse(line, reason ?? IGNORED.noPosition);
      this.#note(cells, line, reason ?? IGNORED.noPosition);
      return;
    }
    const rows = this.#rowsOf(cells[queueId] ?? '');
    this.#rows = rows;
    if (rows.take({ account, queueId: this.#queueId, position })) {
      this.counts.taken++;
    } else {
      this.counts.ignore(IGNORED.repeated);
      this.#note(cells, line, IGNORED.repeated);
    }
  }

  /** The rows of the queue whose id is in a cell. Most rows have the queue of the previous row. */
  #rowsOf(cell: string): QueueRows {
    if (this.#rows !== null && cell === this.#queueCell) return this.#rows;
    this.#queueCell = cell;
    const id = cleanKey(cell);
    if (this.#rows !== null && id === '') return this.#rows;
    const before = this.queues.get(id);
    if (before === undefined && this.#rows !== null && this.queues.size > MOST_QUEUES)
      return this.#rows;
    // Rows above the first queue id belong to its queue.
    const unnamed = this.queues.get('');
    this.queues.delete('');
    const rows = before ?? unnamed ?? new QueueRows();
    this.queues.set(id, rows);
    this.#queueId = id;
    return rows;
  }

  #note(cells: readonly string[], line: number, reason: string): void {
    this.ignoredCount++;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    if (this.ignored.length < KEPT_IGNORED)
      this.ignored.push({ line, reason, text: cells.map(withoutSecret).join(',') });
  }

  /** Call it after the last row. */
  finish(): void {
    if (this.#columns === null) this.#endAbove(IN_ORDER);
    for (const rows of this.queues.values()) rows.finish();
  }

  /** At least a header plus one data row, otherwise the file is skipped. */
  get hasData(): boolean {
    return this.#dataRows > 0;
  }

  /** Queue ids in the order in which they appeared. */
  get queueIds(): string[] {
    return [...this.queues.keys()].filter((id) => id !== '');
  }
}

/** A cell without the text beside its address, which may be a password. */
const withoutSecret = (cell: string): string => readMixedAddress(cleanKey(cell))?.masked ?? cell;

/**
 * Columns by their names. An account or a position without a name is in its usual column, or in the
 * first remaining one. Null if no name is known.
 */
function findColumns(header: readonly string[]): QueueColumns | null {
  // The order of the names decides: a column Id is the account beside a column Email.
  const account = findColumn(header, NAMES.account);
  const queueId = findColumn(header, NAMES.queueId);
  const position = findColumn(header, NAMES.position);
  if (Math.max(account, queueId, position) < 0) return null;
  const taken = new Set([account, queueId, position]);
  const takeFree = (usual: number): number => {
    const free = header.findIndex((_, at) => !taken.has(at));
    const index = taken.has(usual) ? free : usual;
    taken.add(index);
    return index;
  };
  return {
    account: account >= 0 ? account : takeFree(IN_ORDER.account),
    queueId,
    position: position >= 0 ? position : takeFree(IN_ORDER.position),
  };
}

const isAddressCell = (cell: string): boolean => isBareAddress(cleanAccount(cell));

/**
 * Whether a first row has an account, possibly with a password beside it. No column may be chosen
 * for it as a header.
 */
const hasAccount = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.includes('@')) && findColumns(cells) === null;

/** Whether a first row contains data: an address and a position. */
const isData = (cells: readonly string[]): boolean =>
  cells.some(isAddressCell) && cells.some((cell) => readPosition(cell) !== null);

/** Whether a first row contains data if the columns are these. */
const isDataIn = (cells: readonly string[], { account, position }: QueueColumns): boolean =>
  (cells[account] ?? '').trim() !== '' && readPosition(cells[position] ?? '') !== null;

/**
 * The columns of a file without a header: the usual ones, unless exactly one address and one number
 * are in others.
 */
function columnsOfData(cells: readonly string[]): QueueColumns {
  if (isDataIn(cells, IN_ORDER)) return IN_ORDER;
  const [account, ...addresses] = [...cells.keys()].filter((at) => isAddressCell(cells[at] ?? ''));
  const [position, ...positions] = [...cells.keys()].filter(
    (at) => readPosition(cells[at] ?? '') !== null,
  );
  const isClear = addresses.length + positions.length === 0;
  if (!isClear || account === undefined || position === undefined) return IN_ORDER;
  const queueId = [...cells.keys()].find((at) => at !== account && at !== position) ?? -1;
  return { account, queueId, position };
}

function faultOf(
  cells: readonly string[],
  account: string,
  position: number | null,
  isBare: boolean,
): string | null {
  if (cells.length < 3) return IGNORED.short;
  if (account === '') return IGNORED.noAccount;
  if (account.length > LONGEST_ACCOUNT) return IGNORED.longAccount;
  if (!(isBare || isAccount(account))) return IGNORED.mixedAccount;
  return position === null ? IGNORED.noPosition : null;
}

function readPosition(text: string): number | null {
  const digits = WHOLE.test(text) ? text : readWritten(cleanKey(text));
  if (digits === null) return null;
  const position = Number(digits);
  return position >= 1 && position <= HIGHEST_POSITION ? position : null;
}

const WHOLE = /^\d{1,10}$/;
/** `12,345`, `12 345`, `12'345` */
const IN_THOUSANDS = /^\d{1,3}(?:([,.'’\u00a0\u202f ])\d{3})(?:\1\d{3})*$/;

/**
 * The digits of a whole number in a spreadsheet's form, such as `12.0` and `12,345`; null for any
 * other text.
 */
function readWritten(text: string): string | null {
  const [, whole] = /^(\d{1,10})[.,]0{1,2}$/.exec(text) ?? [];
  if (whole !== undefined || WHOLE.test(text)) return whole ?? text;
  // `12.000` may be twelve or twelve thousand.
  if (/^\d{1,3}[.,]000$/.test(text) && text.includes('.')) return null;
  return IN_THOUSANDS.test(text) ? text.replace(/\D/g, '') : null;
}

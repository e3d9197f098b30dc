import { cleanAccount, cleanKey } from '../clean-text.ts';
import {
  type ColumnOptions,
  type FileColumns,
  findColumn,
  HEAD_ROWS,
  headerKey,
  headOf,
  MOST_ABOVE_HEADER,
} from '../csv/columns-of-file.ts';
import { PASSED, RowCounts } from '../csv/file-result.ts';
import { EMAIL_OR_NOTHING, isBareAddress, MASK } from './address.ts';
import { addressesInBrackets, maskAccounts, withoutListMark } from './parse-accounts.ts';

const EMAIL_NAMES = ['email', 'emailaddress', 'mail', 'account', 'accountemail', 'id', 'username'];

/** The reason for a row that is left out. */
const NO_ADDRESS = 'No e-mail address';

export type AccountColumns = FileColumns<'account'>;

/**
 * The accounts of a file while it is read: those of the column that is chosen or named so, else the first address of
 * each row. A row with addresses in angle brackets has all of these.
 */
export class AccountSheet {
  readonly accounts: string[] = [];
  readonly counts = new RowCounts();
  /** The first rows: the header as it is, and of other rows the accounts only. Beside them may be passwords. */
  readonly head: string[][] = [];
  /** Of the header; null if there is none. */
  headerKey: string | null = null;
  /** The column that is read; -1 for the first address of each row. */
  #column: number;
  /** The column of the first account; -1 before it. */
  #firstAt = -1;
  /** Rows that are not blank, before the first account. */
  #rows = 0;
  readonly #options: ColumnOptions<AccountColumns>;

  constructor(options: ColumnOptions<AccountColumns> = {}) {
    this.#options = options;
    this.#column = options.columns?.account ?? -1;
  }

  /** The column of the accounts, or of the first one if each row has its own. */
  get columns(): AccountColumns {
    return { account: this.#column < 0 ? this.#firstAt : this.#column };
  }

  readonly onRow = (cells: readonly string[], line: number): void => {
    const values = cells.map(cleanAccount);
    const isBlank = values.every((value) => value === '');
    const isHeader = !isBlank && this.#takeHeader(values);
    const at = isHeader ? -1 : this.#find(values);
    if (this.head.length < HEAD_ROWS) this.head.push(headWithout(cells, isHeader ? null : at));
    if (isBlank) this.counts.ignore(PASSED.blank);
    else if (isHeader) this.counts.ignore(PASSED.header);
    else if (at < 0) this.counts.refuse(line, NO_ADDRESS);
    else this.#take(cells, values, at);
  };

  /**
   * The first row without an address in any cell is the header, unless one of the next rows has a known name. A row
   * with an address in another column than the chosen one is data.
   * @returns whether a row is the header
   */
  #takeHeader(values: readonly string[]): boolean {
    if (this.#firstAt >= 0 || this.#rows > MOST_ABOVE_HEADER || isBlank(values)) return false;
    this.#rows += 1;
    const { columns, remembered = {} } = this.#options;
    const byName = findColumn(values, EMAIL_NAMES);
    const isRemembered = areHeadings(values) || byName >= 0;
    const named = (isRemembered ? remembered[headerKey(values)]?.account : undefined) ?? byName;
    const hasAddress = values.some((value) => value.includes('@'));
    const isFirst = this.#rows === 1 && !hasAddress;
    if (byName < 0 && (hasAddress || (named < 0 && !isFirst))) return false;
    if (!isFirst) this.counts.moveAboveHeader();
    // The key is saved. A row that may have a password must not become one.
    this.headerKey = isRemembered && !hasAddress ? headerKey(values) : null;
    this.#column = columns?.account ?? named;
    return true;
  }

  #take(cells: readonly string[], values: readonly string[], at: number): void {
    this.counts.taken += 1;
    if (this.#firstAt < 0) this.#firstAt = at;
    const account = values[at] ?? '';
    const isAlone = isBareAddress(account) && !cells.some((cell) => cell.includes('<'));
    if (isAlone) this.accounts.push(account);
    else this.#takeMixed(cells, at);
  }

  /** A row with names around addresses, with the mark of a list, or with more than an address. */
  #takeMixed(cells: readonly string[], at: number): void {
    const cell = cells[at] ?? '';
    const bracketed = addressesInBrackets(cleanKey(at === this.#column ? cell : cells.join('; ')));
    const accounts = bracketed.length > 0 ? bracketed : [withoutListMark(cell)];
    this.accounts.push(...accounts.map((account) => maskAccounts(account)));
  }

  /** The column of the account of a row; -1 if it has none. */
  #find(values: readonly string[]): number {
    if (values[this.#column]?.includes('@')) return this.#column;
    if (this.#options.columns) return -1;
    // A password may look like an address without a dot.
    const first = values.findIndex((value) => value !== '' && EMAIL_OR_NOTHING.test(value));
    if (first >= 0) return first;
    const bare = values.findIndex(isBareAddress);
    return bare >= 0 ? bare : values.findIndex((value) => value.includes('@'));
  }
}

const isBlank = (values: readonly string[]): boolean => values.every((value) => value === '');

/** `Login`, `E-Mail`, `Phone 2`: words, unlike most passwords. */
const HEADING = /^[\p{L}\p{M}\s_./()-]*(?:[\s_]\d{1,2})?$/u;
const areHeadings = (values: readonly string[]): boolean =>
  values.every((value) => HEADING.test(value));

/**
 * A row for the preview.
 * @param at the column of its account, the only one that is shown; null for a header, of which words are shown
 */
const headWithout = (cells: readonly string[], at: number | null): string[] =>
  headOf(cells, (cell, index) => {
    if (cell.trim() === '') return cell;
    if (at === null) return HEADING.test(cleanKey(cell)) ? cell : MASK;
    return index === at ? maskAccounts(cell) : MASK;
  });

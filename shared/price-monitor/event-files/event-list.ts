import { cleanKey, cleanText } from '../../clean-text.ts';
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
import { withoutGuard } from '../../csv/formula-guard.ts';
import { type ListedEvent, readUrl } from '../read-url.ts';
import { readTags } from './tags-cell.ts';

const NO_URL = 'No address of an event page';
/** Names of the columns, without case, blanks, `_` and `-`. */
const NAMES = {
  url: ['url', 'eventurl', 'link', 'eventlink', 'address', 'eventpage', 'page', 'website'],
  tags: ['tags', 'tag'],
};

export type EventListColumns = FileColumns<'url' | 'tags'>;

/**
 * The events of a file while it is read: the export of the price monitor (columns `URL` and `Tags`), or any table with
 * addresses. If no column is named so, the address of a row is the first cell with a web address, else the first cell.
 */
export class EventList {
  readonly events: ListedEvent[] = [];
  readonly counts = new RowCounts();
  /** The first rows as the file has them. */
  readonly head: string[][] = [];
  /** Of the header; null if there is none. */
  headerKey: string | null = null;
  #columns: EventListColumns;
  /** The column of the first address; -1 before it. */
  #firstAt = -1;
  /** Rows that are not blank, before the first address. */
  #rows = 0;
  readonly #options: ColumnOptions<EventListColumns>;

  constructor(options: ColumnOptions<EventListColumns> = {}) {
    this.#options = options;
    this.#columns = options.columns ?? { url: -1, tags: -1 };
  }

  /**
   * The columns that are read. If each row has its address in a column of its own, the column of the first one stands
   * for all.
   */
  get columns(): EventListColumns {
    const { url, tags } = this.#columns;
    return { url: url < 0 ? this.#firstAt : url, tags };
  }

  readonly onRow = (cells: readonly string[], line: number): void => {
    if (this.head.length < HEAD_ROWS) this.head.push(headOf(cells, (cell) => cell));
    if (this.#takeHeader(cells)) this.counts.ignore(PASSED.header);
    else this.#take(cells, line);
  };

  #take(cells: readonly string[], line: number): void {
    const { url: named, tags } = this.#columns;
    const at = named < 0 ? Math.max(0, cells.findIndex(isWebAddress)) : named;
    const url = readUrl(withoutGuard(cells[at] ?? ''));
    if (url === '') {
      if (isBlank(cells)) this.counts.ignore(PASSED.blank);
      else this.counts.refuse(line, NO_URL);
      return;
    }
    if (this.#firstAt < 0 && isLikeAddress(url)) this.#firstAt = at;
    this.counts.taken += 1;
    const tagsCell = cells[tags] ?? '';
    this.events.push({ url, tags: readTags(withoutGuard(cleanText(tagsCell))), line });
  }

  /**
   * A first row of several headings is the header, unless one of the next rows has a known name.
   * @returns whether a row is the header
   */
  #takeHeader(cells: readonly string[]): boolean {
    if (this.#firstAt >= 0 || this.#rows > MOST_ABOVE_HEADER || isBlank(cells)) return false;
    // The source of a price may have the name of a column, such as "Event page".
    if (cells.some(isWebAddress)) return false;
    this.#rows += 1;
    const { columns, remembered = {} } = this.#options;
    const byHeader = { url: findColumn(cells, NAMES.url), tags: findColumn(cells, NAMES.tags) };
    const named = remembered[headerKey(cells)] ?? byHeader;
    const isFirst = this.#rows === 1 && cells.length > 1 && !cells.some(isLikeAddress);
    if (named.url < 0 && !isFirst) return false;
    if (this.#rows > 1) {
      this.counts.moveAboveHeader();
      this.events.length = 0;
    }
    this.headerKey = headerKey(cells);
    this.#columns = columns ?? named;
    return true;
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cleanKey(cell) === '');

const isWebAddress = (cell: string): boolean => /^https?:\/\//i.test(readUrl(withoutGuard(cell)));

/** Whether a text may be an address, also one without `https`; not a date, or a title with one. */
const isLikeAddress = (text: string): boolean =>
  isWebAddress(text) || (/^\S*[^\s./][./]\S+$/.test(text.trim()) && /[^\d./:-]/.test(text));

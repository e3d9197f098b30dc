import { cleanKey, cleanText } from '../clean-text.ts';
import { PASSED, RowCounts } from '../csv/file-result.ts';
import { withoutGuard } from '../csv/formula-guard.ts';
import { type ListedEvent, readUrl } from './read-url.ts';
import { readTags } from './tags-cell.ts';

const NO_URL = 'No address of an event page';
/** Names of the column with the addresses. */
const URL_NAMES = ['url', 'eventurl', 'link', 'eventlink', 'address', 'eventpage'];

/**
 * The events of a file while it is read: the export of the price monitor (columns `URL` and `Tags`), or any table with
 * addresses, which are looked for in the first column if none is named so.
 */
export class EventList {
  readonly events: ListedEvent[] = [];
  readonly counts = new RowCounts();
  #urlAt: number | null = null;
  #tagsAt = -1;

  readonly onRow = (cells: readonly string[], line: number): void => {
    if (this.#urlAt === null && this.#takeHeader(cells)) return;
    const url = readUrl(withoutGuard(cells[this.#urlAt ?? 0] ?? ''));
    if (url !== '') {
      this.events.push({
        url,
        tags: readTags(withoutGuard(cleanText(cells[this.#tagsAt] ?? ''))),
        line,
      });
      this.counts.taken += 1;
    } else if (cells.every((cell) => cleanKey(cell) === '')) {
      this.counts.ignore(PASSED.blank);
    } else {
      this.counts.refuse(line, NO_URL);
    }
  };

  /** @returns whether the first row is the header */
  #takeHeader(cells: readonly string[]): boolean {
    const names = cells.map((cell) =>
      cleanKey(cell)
        .toLowerCase()
        .replace(/[\s_-]/g, ''),
    );
    const named = URL_NAMES.map((name) => names.indexOf(name)).find((at) => at >= 0);
    this.#urlAt = named ?? 0;
    if (named === undefined) return false;
    this.#tagsAt = names.indexOf('tags');
    this.counts.ignore(PASSED.header);
    return true;
  }
}

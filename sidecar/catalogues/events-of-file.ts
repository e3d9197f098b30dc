import { readJson } from '../../shared/json.ts';
import { fieldsOfRow, splitRows } from './split-csv.ts';
import { FeedError, LONGEST_HEAD_BYTES, splitEvents } from './split-json.ts';

/** Its bytes, each as a character. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

/**
 * The events of a JSON or CSV file as values, which {@link readEvent} reads; null for an event that
 * is not JSON, or has the wrong number of columns.
 * @throws FeedError for a file that ends early, or that has neither format
 */
export async function* eventsOfFile(file: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const chunks = file[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let start = '';
  // The first character that is no blank decides.
  while (start === '') {
    const { value, done } = await chunks.next();
    if (done) break;
    head.push(value);
    const text = Buffer.concat(head).toString('latin1');
    if (BYTE_ORDER_MARK.startsWith(text)) continue;
    const isMarked = text.startsWith(BYTE_ORDER_MARK);
    start = text
      .slice(isMarked ? BYTE_ORDER_MARK.length : 0)
      .trimStart()
      .slice(0, 1);
    if (start === '' && text.length > LONGEST_HEAD_BYTES)
      throw new FeedError('The file begins with more than 64 kB of blanks.');
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield* head;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  }
  if (/^["\w]$/.test(start))
    for await (const row of splitRows(whole())) yield row === null ? null : fieldsOfRow(row);
  else for await (const text of splitEvents(whole())) yield readJson(text);
}

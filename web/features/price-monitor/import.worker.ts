import { expose } from 'comlink';
import { decodeCsv } from '../../../shared/csv/decode.ts';
import { CsvReader } from '../../../shared/csv/reader.ts';
import { TAG_SEPARATOR } from '../../../shared/price-monitor/columns.ts';

/** An address of a file with its tags. */
export interface ImportedEvent {
  url: string;
  tags: string[];
  /** Where it stands in the file; the first line is 1. */
  line: number;
}

/**
 * Reads a list of events: the export of this screen (columns `URL` and `Tags`), or any file with an address in the
 * first column.
 */
async function readList(file: File): Promise<ImportedEvent[]> {
  let rows: { cells: string[]; line: number }[] = [];
  const open = () => {
    rows = [];
    return new CsvReader({ onRow: (cells, line) => rows.push({ cells, line }) });
  };
  let reader = open();
  await decodeCsv(file, {
    onText: (text) => reader.push(text),
    onRestart: () => {
      reader = open();
    },
  });
  reader.end();
  const head = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const urlAt = head.indexOf('url');
  const tagsAt = urlAt < 0 ? -1 : head.indexOf('tags');
  return rows.slice(urlAt < 0 ? 0 : 1).flatMap(({ cells, line }) => {
    const url = cells[Math.max(0, urlAt)]?.trim() ?? '';
    const tags = (cells[tagsAt] ?? '').split(TAG_SEPARATOR.trim()).map((tag) => tag.trim());
    return url === '' ? [] : { url, tags: tags.filter(Boolean), line };
  });
}

const jobs = { readList };
export type ListJobs = typeof jobs;
expose(jobs);

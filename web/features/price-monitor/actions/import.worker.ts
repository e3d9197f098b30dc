import { expose } from 'comlink';
import { readCsvFile } from '../../../../shared/csv/read-file.ts';
import { withoutGuard } from '../../../../shared/csv/spreadsheet-writer.ts';
import { TAG_SEPARATOR } from '../../../../shared/price-monitor/columns.ts';

/** An address of a file with its tags. */
export interface ImportedEvent {
  url: string;
  tags: string[];
  /** Its line in the file; the first line is 1. */
  line: number;
}

/**
 * Reads a list of events: the export of this screen (columns `URL` and `Tags`), or any file with an address in the
 * first column.
 */
async function readList(file: File): Promise<ImportedEvent[]> {
  const { rows } = await readCsvFile(file, () => {
    const taken: { cells: string[]; line: number }[] = [];
    return { rows: taken, onRow: (cells, line) => taken.push({ cells, line }) };
  });
  const head = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const urlAt = head.indexOf('url');
  const tagsAt = urlAt < 0 ? -1 : head.indexOf('tags');
  return rows.slice(urlAt < 0 ? 0 : 1).flatMap(({ cells, line }) => {
    const url = withoutGuard(cells[Math.max(0, urlAt)]?.trim() ?? '');
    const tags = withoutGuard(cells[tagsAt] ?? '')
      .split(TAG_SEPARATOR.trim())
      .map((tag) => tag.trim());
    return url === '' ? [] : { url, tags: tags.filter(Boolean), line };
  });
}

const jobs = { readList };
export type ListJobs = typeof jobs;
expose(jobs);

import { runJob } from '../job.ts';

/** A row of a file, and the line where it begins; the first line is 1. */
export interface CsvRow {
  cells: string[];
  line: number;
}

/** What the worker does. */
export interface RowsApi {
  readRows: (file: File) => Promise<CsvRow[]>;
}

/** Reads a list from a text or CSV file in a Web Worker. Blank lines are left out. */
export const readRows = (file: File): Promise<CsvRow[]> =>
  runJob<RowsApi, CsvRow[]>(
    () => new Worker(new URL('./rows.worker.ts', import.meta.url), { type: 'module' }),
    (remote) => remote.readRows(file),
  );

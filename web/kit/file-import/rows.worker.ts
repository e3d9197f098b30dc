import { expose } from 'comlink';
import { readCsvFile } from '../../../shared/csv/read-file.ts';
import type { CsvRow, RowsApi } from './read-rows.ts';

const api: RowsApi = {
  readRows: async (file) => {
    const { rows } = await readCsvFile(file, () => {
      const taken: CsvRow[] = [];
      return { rows: taken, onRow: (cells, line) => taken.push({ cells, line }) };
    });
    return rows;
  },
};
expose(api);

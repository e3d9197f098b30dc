import type { CsvColumn } from '../../../shared/csv/column.ts';
import { writeSpreadsheetCsv } from '../../../shared/csv/spreadsheet-writer.ts';
import type { FoundCode } from '../../../shared/presale-codes/events.ts';
import { downloadFile } from '../../lib/download.ts';
import { isoDay } from '../../lib/format.ts';

const COLUMNS: readonly CsvColumn<FoundCode>[] = [
  { header: 'Code', value: (code) => code.code },
  { header: 'Account', value: (code) => code.account },
  { header: 'Subject', value: (code) => code.email_subject },
  { header: 'Sender', value: (code) => code.email_from },
  { header: 'Date', value: (code) => code.email_date },
  { header: 'Confidence', value: (code) => `${Math.round(code.confidence * 100)}%` },
];

/** Downloads the codes as `presale_codes_{date}.csv`. */
export function exportCodes(codes: readonly FoundCode[], now: Date): void {
  downloadFile(
    `presale_codes_${isoDay(now)}.csv`,
    writeSpreadsheetCsv(COLUMNS, codes),
    'text/csv;charset=utf-8',
  );
}

import type { CsvColumn } from '../../../shared/csv/column.ts';
import { streamSpreadsheetCsv } from '../../../shared/csv/spreadsheet-writer.ts';
import {
  ANALYSIS_COLUMNS,
  analysisFileName,
  categoryFileName,
  UNTESTED_COLUMNS,
  untestedFileName,
} from '../../../shared/queues/exports.ts';
import { fractionOf, isAtOrBelow, isBelow } from '../../../shared/queues/ratios.ts';
import type { CategoryAccount, QueueAccount, QueueType } from '../../../shared/queues/schema.ts';
import { api, send } from '../../lib/api.ts';
import { downloadFile } from '../../lib/download.ts';
import type { ExportRun } from './run-export.ts';

const ANALYSIS_PAGE = '1000';
const CATEGORY_PAGE = '1000';

/** Downloads the accounts at or below a threshold, ranked. Answers how many there are; without any, no file is made. */
export async function exportAnalysis(
  type: QueueType,
  percent: number,
  { signal, onRead }: ExportRun,
): Promise<number> {
  const accounts: QueueAccount[] = [];
  let cursor: string | null | undefined;
  do {
    const query = {
      type,
      limit: ANALYSIS_PAGE,
      max_avg_ratio: String(fractionOf(percent)),
      ...(cursor ? { cursor } : {}),
    };
    const { data } = await send(api.queues.get.$get({ query }, { init: { signal } }));
    accounts.push(...data.accounts);
    onRead(accounts.length);
    cursor = data.next_cursor;
  } while (cursor);
  const rows = accounts.filter((account) => isAtOrBelow(account, percent));
  return save(analysisFileName(percent), ANALYSIS_COLUMNS, numbered(rows));
}

/** Downloads the accounts of a category below a threshold, ranked. Answers how many there are. */
export async function exportCategory(
  type: QueueType,
  category: string,
  percent: number,
  run: ExportRun,
): Promise<number> {
  const accounts = await readCategory(type, category, run, (last) => isBelow(last, percent));
  const rows = accounts.filter((account) => isBelow(account, percent));
  return save(categoryFileName(category), ANALYSIS_COLUMNS, numbered(rows));
}

/** Downloads the accounts of a category that stood in no queue yet. Answers how many there are. */
export async function exportUntested(
  type: QueueType,
  category: string,
  run: ExportRun,
): Promise<number> {
  const accounts = await readCategory(type, category, run, () => true);
  const rows = accounts.filter(({ total_queues }) => total_queues === 0);
  return save(untestedFileName(category), UNTESTED_COLUMNS, rows);
}

/** Accounts of a category in order, for as long as the last one read says that more are wanted. */
async function readCategory(
  type: QueueType,
  category: string,
  { signal, onRead }: ExportRun,
  wantsMore: (last: CategoryAccount) => boolean,
): Promise<CategoryAccount[]> {
  const accounts: CategoryAccount[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { type, category, limit: CATEGORY_PAGE, ...(cursor ? { cursor } : {}) };
    const answer = await send(api.queues.accounts.$get({ query }, { init: { signal } }));
    accounts.push(...(Object.values(answer.data)[0] ?? []));
    onRead(accounts.length);
    cursor = answer.page?.next_cursor;
    const last = accounts.at(-1);
    if (last === undefined || !wantsMore(last)) break;
  } while (cursor);
  return accounts;
}

const numbered = <Row extends object>(rows: readonly Row[]) =>
  rows.map((row, index) => ({ ...row, rank: index + 1 }));

function save<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): number {
  if (rows.length === 0) return 0;
  const text = [...streamSpreadsheetCsv(columns, rows)].join('');
  downloadFile(name, text, 'text/csv;charset=utf-8');
  return rows.length;
}

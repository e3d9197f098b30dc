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

const ANALYSIS_PAGE = '1000';
const CATEGORY_PAGE = '10000';

/** Downloads the accounts at or below a threshold, ranked. Answers how many there are. */
export async function exportAnalysis(type: QueueType, percent: number): Promise<number> {
  const accounts: QueueAccount[] = [];
  let cursor: string | null | undefined;
  do {
    const query = {
      type,
      limit: ANALYSIS_PAGE,
      max_avg_ratio: String(fractionOf(percent)),
      ...(cursor ? { cursor } : {}),
    };
    const { data } = await send(api.queues.get.$get({ query }));
    accounts.push(...data.accounts);
    cursor = data.next_cursor;
  } while (cursor);
  const rows = accounts.filter((account) => isAtOrBelow(account, percent));
  save(analysisFileName(percent), ANALYSIS_COLUMNS, numbered(rows));
  return rows.length;
}

/** Downloads the accounts of a category below a threshold, ranked. Answers how many there are. */
export async function exportCategory(
  type: QueueType,
  category: string,
  percent: number,
): Promise<number> {
  const accounts = await readCategory(type, category, (last) => isBelow(last, percent));
  const rows = accounts.filter((account) => isBelow(account, percent));
  save(categoryFileName(category), ANALYSIS_COLUMNS, numbered(rows));
  return rows.length;
}

/** Downloads the accounts of a category that stood in no queue yet. Answers how many there are. */
export async function exportUntested(type: QueueType, category: string): Promise<number> {
  const accounts = await readCategory(type, category, () => true);
  const rows = accounts.filter(({ total_queues }) => total_queues === 0);
  save(untestedFileName(category), UNTESTED_COLUMNS, rows);
  return rows.length;
}

/** Accounts of a category in order, for as long as the last one read says that more are wanted. */
async function readCategory(
  type: QueueType,
  category: string,
  wantsMore: (last: CategoryAccount) => boolean,
): Promise<CategoryAccount[]> {
  const accounts: CategoryAccount[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { type, category, limit: CATEGORY_PAGE, ...(cursor ? { cursor } : {}) };
    const answer = await send(api.queues.accounts.$get({ query }));
    accounts.push(...(Object.values(answer.data)[0] ?? []));
    cursor = answer.page?.next_cursor;
    const last = accounts.at(-1);
    if (last === undefined || !wantsMore(last)) break;
  } while (cursor);
  return accounts;
}

const numbered = <Row extends object>(rows: readonly Row[]) =>
  rows.map((row, index) => ({ ...row, rank: index + 1 }));

function save<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): void {
  const text = [...streamSpreadsheetCsv(columns, rows)].join('');
  downloadFile(name, text, 'text/csv;charset=utf-8');
}

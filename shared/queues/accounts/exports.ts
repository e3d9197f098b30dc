import type { CsvColumn } from '../../csv/column.ts';
import { safeFileName } from '../../csv/safe-file-name.ts';
import type { IgnoredRow } from '../uploads/queue-sheet.ts';
import { formatRatio } from './ratios.ts';

interface Ranked {
  account: string;
  avg_ratio: number | null;
}

/**
 * Analysis CSV: Rank, Email, AVG_Ratio; also for the accounts of a category. Rows arrive ranked.
 */
export const ANALYSIS_COLUMNS: readonly CsvColumn<Ranked & { rank?: number }>[] = [
  { header: 'Rank', value: ({ rank }) => rank },
  { header: 'Email', value: ({ account }) => account },
  { header: 'AVG_Ratio', value: ({ avg_ratio }) => ratioCell(avg_ratio) },
];

/** Untested accounts CSV: Email. */
export const UNTESTED_COLUMNS: readonly CsvColumn<Ranked>[] = [
  { header: 'Email', value: ({ account }) => account },
];

/** Rows of a queue file that were skipped. */
export const IGNORED_COLUMNS: readonly CsvColumn<IgnoredRow>[] = [
  { header: 'Line', value: ({ line }) => line },
  { header: 'Reason', value: ({ reason }) => reason },
  { header: 'Row', value: ({ text }) => text },
];

const ratioCell = (ratio: number | null): string => (ratio === null ? '' : formatRatio(ratio));

export const analysisFileName = (percent: number): string => `accounts_below_${percent}percent.csv`;

export const categoryFileName = (category: string): string =>
  `${safeFileName(category, 'category')}_accounts.csv`;

/** The name of the file with the untested accounts of one category, or of all accounts. */
export const untestedFileName = (category?: string): string =>
  `${prefixOf(category)}untested_accounts.csv`;

export const selectedFileName = (category?: string): string =>
  `${prefixOf(category)}selected_accounts.csv`;

const prefixOf = (category: string | undefined): string =>
  category === undefined ? '' : `${safeFileName(category, 'category')}_`;

export const ignoredFileName = (file: string): string =>
  `${safeFileName(file.replace(/\.csv$/i, ''), 'queue')}_ignored_rows.csv`;

import { cut } from '../../text.ts';
import { aboveTotalText } from '../texts.ts';

/** The status of a file before its upload. */
export type QueueFileStatus = 'Ready' | 'No rows' | 'Missing date' | 'Missing total';

/** The texts of the two fields that the operator sets for a file. */
export interface QueueFileFields {
  /** YYYY-MM-DD or empty. */
  queueDate: string;
  queueTotal: string;
}

const HIGHEST_TOTAL = 1_000_000_000;

/** The total as a number of at least 1, or null. */
export function readTotal(text: string): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,10}$/.test(trimmed)) return null;
  const total = Number(trimmed);
  return total >= 1 && total <= HIGHEST_TOTAL ? total : null;
}

/** The fault of a typed total; null if it is empty or valid. */
export const totalFault = (text: string): string | null =>
  text.trim() === '' || readTotal(text) !== null
    ? null
    : 'Enter a whole number from 1 to 1,000,000,000.';

/** Rows with a position, a date, and a total of at least 1 are required. */
export function statusOf(
  { queueDate, queueTotal }: QueueFileFields,
  records: number,
): QueueFileStatus {
  if (records === 0) return 'No rows';
  if (!isDay(queueDate)) return 'Missing date';
  return readTotal(queueTotal) === null ? 'Missing total' : 'Ready';
}

/** The default date is today, the default total the highest position in the file. */
export const defaultFields = (today: string, highest: number): QueueFileFields => ({
  queueDate: today,
  queueTotal: highest > 0 ? String(highest) : '',
});

/** The warning when the total is below the highest position; null otherwise. */
export function totalWarning(queueTotal: string, highest: number): string | null {
  const total = readTotal(queueTotal);
  return total !== null && total < highest ? aboveTotalText(total) : null;
}

/** The queue id of a file: the first one in its rows, otherwise its name without the extension. */
export const queueIdOf = (queueIds: readonly string[], fileName: string): string =>
  cut(
    queueIds[0] ?? (fileName.replace(/\.(?:csv|tsv|xlsx|xlsm|ods)$/i, '').trim() || 'queue'),
    200,
  );

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

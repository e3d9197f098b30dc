import { decodeCsv } from '../../../../shared/csv/decode.ts';
import { type CsvIssue, CsvReader } from '../../../../shared/csv/reader.ts';
import { streamSpreadsheetCsv } from '../../../../shared/csv/spreadsheet-writer.ts';
import { IGNORED_COLUMNS } from '../../../../shared/queues/exports.ts';
import { QueueSheet } from '../../../../shared/queues/queue-sheet.ts';
import {
  type FileSummary,
  type FromWorker,
  ROWS_PER_PART,
  type ToWorker,
  type UploadPart,
} from './protocol.ts';

/** Null while a file is being read; a file that was dropped meanwhile is not kept. */
const sheets = new Map<string, QueueSheet | null>();
/** Progress is told in steps of this many bytes. */
const PROGRESS_BYTES = 512 * 1024;

const tell = (message: FromWorker, transfer: Transferable[] = []) =>
  postMessage(message, { transfer });

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === 'read') void readFile(message.id, message.file);
  else if (message.kind === 'drop') sheets.delete(message.id);
  else answer(message);
});

function answer(message: ToWorker & { kind: 'count' | 'part' }): void {
  const { id, call } = message;
  const sheet = sheets.get(id);
  if (!sheet) tell({ kind: 'gone', id, call });
  else if (message.kind === 'part') writePart(message, sheet);
  else {
    const rows = sheet.accounts.length - sheet.countAbove(message.total);
    tell({ kind: 'count', id, call, rows });
  }
}

async function readFile(id: string, file: File): Promise<void> {
  sheets.set(id, null);
  try {
    const { sheet, issues } = await readSheet(id, file);
    if (!sheets.has(id)) return;
    if (!sheet.hasData) return tell({ kind: 'skipped', id });
    sheets.set(id, sheet);
    tell({ kind: 'read', id, summary: summarize(sheet, issues) });
  } catch (error) {
    tell({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
}

async function readSheet(id: string, file: File) {
  let sheet = new QueueSheet();
  let issues: CsvIssue[] = [];
  const open = () =>
    new CsvReader({
      onRow: (cells, line) => sheet.add(cells, line),
      onIssue: (issue) => issues.push(issue),
    });
  let reader = open();
  let bytes = 0;
  let told = 0;
  await decodeCsv(file, {
    onText: (text, length) => {
      reader.push(text);
      bytes += length;
      if (bytes - told < PROGRESS_BYTES) return;
      told = bytes;
      tell({ kind: 'progress', id, bytes });
    },
    onRestart: () => {
      sheet = new QueueSheet();
      issues = [];
      reader = open();
      bytes = 0;
      told = 0;
    },
  });
  reader.end();
  sheet.finish();
  return { sheet, issues };
}

function summarize(sheet: QueueSheet, issues: readonly CsvIssue[]): FileSummary {
  const csv = [...streamSpreadsheetCsv(IGNORED_COLUMNS, sheet.ignored)];
  return {
    records: sheet.accounts.length,
    highest: sheet.highest,
    queueIds: sheet.queueIds.slice(0, 20),
    preview: sheet.preview,
    ignored: sheet.ignoredCount,
    reasons: [...sheet.reasons]
      .map(([reason, rows]) => ({ reason, rows }))
      .sort((a, b) => b.rows - a.rows),
    fault: issues[0] ?? null,
    faults: issues.length,
    ignoredCsv: sheet.ignoredCount === 0 ? null : new Blob(csv, { type: 'text/csv' }),
  };
}

function writePart(
  { id, call, head, from, upload }: ToWorker & { kind: 'part' },
  sheet: QueueSheet,
): void {
  const accounts: { account_name: string; position: number }[] = [];
  let at = from;
  const { length } = sheet.accounts;
  while (at < length && accounts.length < ROWS_PER_PART) {
    const position = sheet.places[at] ?? 0;
    if (position <= head.queue_total) {
      accounts.push({ account_name: sheet.accounts[at] ?? '', position });
    }
    at++;
  }
  const body = new TextEncoder().encode(
    JSON.stringify({ ...head, accounts, ...(upload === null ? {} : { upload }) }),
  );
  const part: UploadPart = { body: body.buffer, next: at < length ? at : null };
  tell({ kind: 'part', id, call, part }, [body.buffer]);
}

import Papa from 'papaparse';
import { inferSchema, initParser } from 'udsv';
import { CsvReader } from '../../shared/csv/reader.ts';
import { QueueSheet } from '../../shared/queues/uploads/queue-sheet.ts';
import { emailsOf, queueFilesOf } from '../factories/queue-files.ts';
import type { Measure } from './harness/row.ts';

const ROWS = 500_000;
const CHUNK = 64 * 1024;
const RUNS = 5;

/** The fastest of several runs, in milliseconds. */
function bestMs(work: () => number): number {
  const times = Array.from({ length: RUNS }, () => {
    const startedAt = performance.now();
    if (work() < ROWS) throw new Error('Rows are missing.');
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK);
}

function readWithReader(text: string): number {
  let rows = 0;
  const reader = new CsvReader({
    onRow: () => {
      rows += 1;
    },
  });
  for (const piece of piecesOf(text)) reader.push(piece);
  reader.end();
  return rows;
}

function readIntoSheet(text: string): number {
  const sheet = new QueueSheet();
  const reader = new CsvReader({ onRow: sheet.onRow });
  for (const piece of piecesOf(text)) reader.push(piece);
  reader.end();
  return sheet.counts.taken;
}

function readWithPapa(text: string, sheet?: QueueSheet): number {
  let rows = 0;
  Papa.parse<string[]>(text, {
    chunkSize: CHUNK,
    step: ({ data }) => {
      sheet?.onRow(data, rows);
      rows += 1;
    },
  });
  return rows;
}

function readWithUdsv(text: string): number {
  const parser = initParser(inferSchema(text.slice(0, CHUNK)));
  let rows = 0;
  for (const piece of piecesOf(text)) {
    parser.chunk<string[]>(piece, parser.stringArrs, (found) => {
      rows += found.length;
    });
  }
  parser.end();
  return rows;
}

/** A queue file of 500,000 rows in pieces of 64 K, against PapaParse's own streaming and against uDSV. */
export const measure: Measure = async () => {
  const [file] = queueFilesOf(emailsOf(ROWS + 1), { files: 1, rows: ROWS, total: 900_000 });
  const queueId = `${'event-queue-'.repeat(5)}2026`;
  const lines = (file ?? []).map(([email, place]) => `${email},${queueId},${place}`);
  const text = ['Id,QueueId,Place', ...lines].join('\r\n');
  const papa = bestMs(() => readWithPapa(text));
  const readerMs = bestMs(() => readWithReader(text));
  const what = `${(text.length / 1024 / 1024).toFixed(0)} MB of ${ROWS.toLocaleString('en')} rows`;
  return [
    {
      what: `reading ${what}`,
      measured: readerMs,
      unit: 'ms',
      against: 'PapaParse, streaming',
      limit: papa,
    },
    {
      what: `reading ${what}`,
      measured: readerMs,
      unit: 'ms',
      against: 'uDSV, streaming (for the ratio)',
      limit: bestMs(() => readWithUdsv(text)),
    },
    {
      what: `the same with every rule of queue files`,
      measured: bestMs(() => readIntoSheet(text)),
      unit: 'ms',
      against: 'PapaParse with the same rules',
      limit: bestMs(() => readWithPapa(text, new QueueSheet())),
    },
  ];
};

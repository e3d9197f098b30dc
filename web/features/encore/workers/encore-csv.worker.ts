import { accountsOfEvent } from '../../../../shared/encore/accounts.ts';
import { type EncoreFile, streamEncoreCsv } from '../../../../shared/encore/csv.ts';

/** What the page hands over. Accounts travel as one text, one per line: a list of half a million would hold the page up. */
export interface CsvTask {
  available: string;
  events: {
    id: string;
    url: string;
    ownAccounts: string[] | null;
    maxAccounts: number | null;
  }[];
  fields: EncoreFile['fields'];
  config: EncoreFile['config'];
  customFields: EncoreFile['customFields'];
  cartWebhooks: EncoreFile['cartWebhooks'];
  /** A file of the operator's choice to write into; without one the file is collected and handed back. */
  handle: FileSystemFileHandle | null;
}

/** What comes back: rows written so far, and at the end the file (null when it was written into the handle), or why it failed. */
export type CsvReport =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; rows: number; file: Blob | null }
  | { kind: 'failed'; message: string };

const REPORT_EVERY_MS = 100;
/** Pieces are joined into blobs, which the browser may keep outside of memory. */
const PIECES_PER_BLOB = 256;

const report = (message: CsvReport) => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<CsvTask>) => {
  try {
    await write(data);
  } catch (error) {
    report({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};

async function write(task: CsvTask): Promise<void> {
  const sink = task.handle ? await openFile(task.handle) : collect();
  let rows = 0;
  let reportedAt = performance.now();
  for (const piece of streamEncoreCsv(fileOf(task))) {
    await sink.write(piece);
    rows += countLines(piece);
    if (performance.now() - reportedAt < REPORT_EVERY_MS) continue;
    report({ kind: 'progress', rows });
    reportedAt = performance.now();
  }
  // The heading is a line, too; line breaks inside of values make the count of lines the larger one.
  report({ kind: 'done', rows: Math.max(0, rows - 1), file: await sink.close() });
}

function fileOf({ available, events, ...rest }: CsvTask): EncoreFile {
  const common = available === '' ? [] : available.split('\n');
  const targets = events.map((event) => ({
    id: event.id,
    url: event.url,
    accounts: accountsOfEvent(common, event),
  }));
  return { targets, ...rest };
}

interface Sink {
  write(piece: string): Promise<void> | void;
  close(): Promise<Blob | null> | Blob;
}

async function openFile(handle: FileSystemFileHandle): Promise<Sink> {
  const file = await handle.createWritable();
  return {
    write: (piece) => file.write(piece),
    async close() {
      await file.close();
      return null;
    },
  };
}

function collect(): Sink {
  const blobs: Blob[] = [];
  let pieces: string[] = [];
  const flush = () => {
    blobs.push(new Blob(pieces));
    pieces = [];
  };
  return {
    write(piece) {
      pieces.push(piece);
      if (pieces.length >= PIECES_PER_BLOB) flush();
    },
    close() {
      flush();
      return new Blob(blobs, { type: 'text/csv;charset=utf-8' });
    },
  };
}

function countLines(piece: string): number {
  let lines = 0;
  for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

import { expose } from 'comlink';
import { accountsOfEvent } from '../../../../shared/encore/accounts.ts';
import { type EncoreFile, streamEncoreCsv } from '../../../../shared/encore/csv.ts';

/** What the page passes. Accounts travel as one text, one per line: copying a list of half a million blocks the page. */
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
  /** A file of the operator's choice to write into. Without one the file is collected and returned. */
  handle: FileSystemFileHandle | null;
}

const REPORT_EVERY_MS = 100;
/** Pieces are joined into blobs, which the browser may keep outside of memory. */
const PIECES_PER_BLOB = 256;

/**
 * Writes the file into its handle, or returns it when there is none.
 * @param onProgress takes the rows written so far.
 */
async function write(task: CsvTask, onProgress: (rows: number) => void): Promise<Blob | null> {
  const sink = task.handle ? await openFile(task.handle) : collect();
  let rows = 0;
  let reportedAt = performance.now();
  for (const piece of streamEncoreCsv(fileOf(task))) {
    await sink.write(piece);
    rows += countLines(piece);
    if (performance.now() - reportedAt < REPORT_EVERY_MS) continue;
    onProgress(rows);
    reportedAt = performance.now();
  }
  return sink.close();
}

const jobs = { write };
export type EncoreCsvJobs = typeof jobs;
expose(jobs);

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

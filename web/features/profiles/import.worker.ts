import { expose, transfer } from 'comlink';
import { decodeCsv } from '../../../shared/csv/decode.ts';
import { CsvReader } from '../../../shared/csv/reader.ts';
import { type CheckedFile, ProfileSheet } from '../../../shared/profiles/check-file.ts';

/** Profiles per call: small enough to show progress and to stop between two calls. */
const PART_ROWS = 2_500;
const PROGRESS_ROWS = 2_000;

/** The profiles of one call as the JSON bytes of its body. */
export interface UploadPart {
  body: ArrayBuffer;
  profiles: number;
}

/** Reads and checks a file. The valid rows come back as finished request bodies, which the page does not look into. */
async function checkFile(
  file: File,
  onProgress: (rows: number) => void,
): Promise<{ checked: CheckedFile; parts: UploadPart[] }> {
  let sheet = new ProfileSheet();
  const open = () =>
    new CsvReader({
      onRow: (cells, line) => {
        sheet.add(cells, line);
        if (sheet.rows % PROGRESS_ROWS === 0) onProgress(sheet.rows);
      },
    });
  let reader = open();
  await decodeCsv(file, {
    onText: (text) => reader.push(text),
    onRestart: () => {
      sheet = new ProfileSheet();
      reader = open();
    },
  });
  reader.end();
  const checked = sheet.finish(Math.random);
  const parts = checked.error === null ? [...partsOf(sheet)] : [];
  return transfer(
    { checked, parts },
    parts.map(({ body }) => body),
  );
}

function* partsOf({ profiles }: ProfileSheet): Generator<UploadPart> {
  const encoder = new TextEncoder();
  for (let at = 0; at < profiles.length; at += PART_ROWS) {
    const some = profiles.slice(at, at + PART_ROWS);
    const { buffer } = encoder.encode(
      JSON.stringify({ profiles: some, upload_id: crypto.randomUUID() }),
    );
    yield { body: buffer, profiles: some.length };
  }
}

const jobs = { checkFile };
export type ImportJobs = typeof jobs;
expose(jobs);

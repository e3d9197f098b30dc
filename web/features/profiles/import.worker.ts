import { expose, transfer } from 'comlink';
import { readCsvFile } from '../../../shared/csv/read-file.ts';
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
  const { sheet } = await readCsvFile(file, () => {
    const opened = new ProfileSheet();
    const onRow = (cells: string[], line: number) => {
      opened.add(cells, line);
      if (opened.rows % PROGRESS_ROWS === 0) onProgress(opened.rows);
    };
    return { sheet: opened, onRow };
  });
  const checked = sheet.finish(Math.random);
  const parts = [...partsOf(sheet)];
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

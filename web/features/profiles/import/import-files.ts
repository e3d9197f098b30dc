import type { FileResult } from '../../../../shared/csv/file-result.ts';
import { AS_FOUND, type ReadAs, type TableForm } from '../../../../shared/csv/read-file.ts';
import type { CsvIssue } from '../../../../shared/csv/reader.ts';
import { isTableFile } from '../../../../shared/csv/table-file.ts';
import type { CheckedFile } from '../../../../shared/profiles/check-file.ts';
import { failureText, joinTexts } from '../../../kit/failure.ts';
import { sendParts } from '../../../kit/file-import/send-parts.ts';
import type { ChosenFile, FileImport, FileKind } from '../../../kit/file-import/use-file-import.ts';
import { openJobs } from '../../../kit/job.ts';
import { postJson } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../ui/toast.tsx';
import { reloadProfiles } from '../queries.ts';
import type { ImportJobs, ImportPart, Mending } from './import.worker.ts';

/**
 * The number of concurrent parts: the database stores rows of one, while the server reads and seals
 * those of the other.
 */
const IN_FLIGHT = 2;
const CHECK_WITHIN_MS = 10_000;
const UPLOAD_FAILED = {
  refused: 'Failed to upload profiles',
  thrown: 'An error occurred while uploading profiles',
};

/** A checked file, and the parts of it that are not stored. */
type Content = CheckedFile & {
  left: readonly ImportPart[];
  /** The number of profiles with a part; those of rows that were corrected since then have none. */
  planned: number;
  /** The refused rows with their own cells; null if there are none. */
  refusedCsv: Blob | null;
  /** The rows with a warning with their own cells; null if there are none. */
  warnedCsv: Blob | null;
  form: TableForm;
  result: FileResult;
  /** The first fault of the file itself, such as a quote that is not closed. */
  fault: CsvIssue | null;
};
export type ImportFile = ChosenFile<Content>;
export type Import = FileImport<Content, ImportPart, ImportJobs, ReadAs>;

/** The profile files of a page. */
export const PROFILE_FILES: FileKind<Content, ImportPart, ImportJobs, ReadAs> = {
  open: (onCrash) =>
    openJobs(
      () => new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' }),
      onCrash,
    ),
  read: (jobs, id, file, { onProgress, as }) =>
    jobs.run((remote, listen) => remote.readFile(id, file, as ?? AS_FOUND, listen(onProgress))),
  parts: async (_jobs, _id, { left }) => left,
  write: (jobs, id, part) => jobs.run((remote) => remote.writePart(id, part)),
  withinMs: CHECK_WITHIN_MS,
  failure: (error) =>
    error instanceof DOMException && error.name === 'TimeoutError'
      ? 'File validation timed out. Please try with a smaller file.'
      : describeFault(error),
};

/** The sentence about a workbook follows the specified text. */
const describeFault = (error: unknown): string =>
  error instanceof Error && error.name === 'WorkbookFault'
    ? `Error reading file. ${error.message}`
    : 'Error reading file';

export function addFiles(imported: Import, files: readonly File[]): void {
  const others = files.filter((file) => !isTableFile(file));
  if (others.length > 0) {
    const text = others.map(({ name }) => name).join(', ');
    toast({ title: 'Not a CSV file', text, tone: 'danger' });
  }
  for (const file of files) if (isTableFile(file)) imported.add(file);
}

/** How many profiles of a file are stored. */
export const storedOf = ({ planned, left }: Content): number =>
  left.reduce((stored, { from, to }) => stored - (to - from), planned);

/**
 * Corrects a refused row. If the row is then valid, it is uploaded with the rest of the file; an
 * uploaded file can be uploaded again for it.
 */
export async function mendRow(imported: Import, id: string, mending: Mending): Promise<void> {
  const checked = await imported.call(id, (jobs) =>
    jobs.run((remote) => remote.mendRow(id, mending)),
  );
  if (checked === null) return;
  imported.step(id, 'change', ({ content }) => ({
    content: content && { ...content, ...checked },
  }));
}

/** The cells of a refused row as they may be shown; null if the file is no longer in memory. */
export const showRow = (imported: Import, id: string, row: number): Promise<string[] | null> =>
  imported.call(id, (jobs) => jobs.run((remote) => remote.showRow(id, row)));

/** The number of profiles in one call for corrected rows. */
const MENDED_ROWS = 500;

/** The content with new parts for the profiles that have none. */
function withAllParts(content: Content): Content {
  const left = [...content.left];
  for (let from = content.planned; from < content.valid; from += MENDED_ROWS) {
    const to = Math.min(content.valid, from + MENDED_ROWS);
    left.push({ upload_id: crypto.randomUUID(), from, to });
  }
  return { ...content, left, planned: content.valid };
}

/** Uploads the rest of each file, one after the other. Each reason for a failure is shown once. */
export async function uploadFiles(imported: Import, files: readonly ImportFile[]): Promise<void> {
  if (files.length === 0) toast({ title: 'No valid files to upload', tone: 'danger' });
  let stored = 0;
  const failures = new Set<string>();
  for (const file of files) {
    const result = await uploadFile(imported, file);
    stored += result.stored;
    if (result.failure) failures.add(result.failure);
  }
  for (const title of failures) toast({ title, tone: 'danger' });
  if (stored === 0) return;
  toast({ title: `Successfully uploaded ${formatNumber(stored)} profiles!` });
  await reloadProfiles();
}

/**
 * Cancelling ends the upload after the pending parts. Returns the number of stored profiles, and
 * the failures.
 */
async function uploadFile(imported: Import, file: ImportFile) {
  const { id, content } = file;
  if (content === null) return { stored: 0 };
  let now = withAllParts(content);
  const before = storedOf(now);
  let signal: AbortSignal | null = null;
  try {
    const upload = await imported.begin({ ...file, content: now });
    if (upload === null) return { stored: 0 };
    const { parts, write } = upload;
    signal = upload.signal;
    const send = async (part: ImportPart) => {
      await storePart(await write(part));
      now = { ...now, left: now.left.filter((one) => one !== part) };
      imported.step(id, 'progress', { content: now });
    };
    await sendParts(parts, { atOnce: IN_FLIGHT, signal, send });
    imported.step(id, 'progress', { content: now });
    // The rows of a file with refused ones stay in memory, so that these can still be corrected.
    if (now.refused.length > 0) imported.step(id, 'store');
    else imported.finish(id);
    return { stored: storedOf(now) - before };
  } catch (error) {
    const isCancelled = signal?.aborted ?? false;
    const why = isCancelled ? 'Stopped' : failureText(error, UPLOAD_FAILED);
    const progress = `${formatNumber(storedOf(now))} of ${countOf(now.valid, 'profile')} stored.`;
    imported.step(id, 'fail', { message: joinTexts(why, `${progress} Upload again to continue.`) });
    return { stored: storedOf(now) - before, failure: isCancelled ? null : why };
  }
}

/** The server refuses a part that was stored before. */
async function storePart(body: ArrayBuffer): Promise<void> {
  try {
    await postJson('/api/profiles', body);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
}

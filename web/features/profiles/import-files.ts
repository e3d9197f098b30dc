import { isCsvFile } from '../../../shared/csv/read-file.ts';
import type { CheckedFile } from '../../../shared/profiles/check-file.ts';
import { failureText } from '../../kit/failure.ts';
import { sendParts } from '../../kit/file-import/send-parts.ts';
import type { ChosenFile, FileImport, FileKind } from '../../kit/file-import/use-file-import.ts';
import { openJobs } from '../../kit/job.ts';
import { postJson } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/toast.tsx';
import type { ImportJobs, ImportPart } from './import.worker.ts';
import { reloadProfiles } from './queries.ts';

/** Parts under way at once: the database stores one, the next waits for it, and the server reads and seals the third. */
const IN_FLIGHT = 3;
const CHECK_WITHIN_MS = 10_000;
const UPLOAD_FAILED = {
  refused: 'Failed to upload profiles',
  thrown: 'An error occurred while uploading profiles',
};

/** A checked file, and the parts of it that are not stored. */
type Content = CheckedFile & { left: readonly ImportPart[] };
export type ImportFile = ChosenFile<Content>;
export type Import = FileImport<Content, ImportJobs>;

const PROFILE_FILES: FileKind<Content, ImportJobs> = {
  open: (onCrash) =>
    openJobs(
      () => new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' }),
      onCrash,
    ),
  read: (jobs, id, file, onProgress) =>
    jobs.run((remote, listen) => remote.readFile(id, file, listen(onProgress))),
  withinMs: CHECK_WITHIN_MS,
  failure: (error) =>
    error instanceof DOMException && error.name === 'TimeoutError'
      ? 'File validation timed out. Please try with a smaller file.'
      : 'Error reading file',
};

export function addFiles(imported: Import, files: readonly File[]): void {
  const others = files.filter((file) => !isCsvFile(file));
  if (others.length > 0) {
    const text = others.map(({ name }) => name).join(', ');
    toast({ title: 'Not a CSV file', text, tone: 'danger' });
  }
  for (const file of files) if (isCsvFile(file)) imported.add(file, PROFILE_FILES);
}

/** How many profiles of a file are stored. */
export const storedOf = ({ valid, left }: Content): number =>
  left.reduce((stored, { from, to }) => stored - (to - from), valid);

/** Uploads what is left of each file, one after the other. */
export async function uploadFiles(imported: Import, files: readonly ImportFile[]): Promise<void> {
  if (files.length === 0) toast({ title: 'No valid files to upload', tone: 'danger' });
  let stored = 0;
  for (const file of files) stored += await uploadFile(imported, file);
  if (stored === 0) return;
  toast({ title: `Successfully uploaded ${formatNumber(stored)} profiles!` });
  await reloadProfiles();
}

/** Cancelling ends the upload after the parts under way. Returns how many profiles were stored. */
async function uploadFile(imported: Import, { id, content }: ImportFile): Promise<number> {
  const work = imported.begin(id);
  if (work === null || content === null) return 0;
  const { jobs, signal } = work;
  let now = content;
  const send = async (part: ImportPart) => {
    await storePart(await jobs.run((remote) => remote.writePart(id, part)));
    now = { ...now, left: now.left.filter((one) => one !== part) };
    imported.step(id, 'progress', { content: now });
  };
  try {
    await sendParts(content.left, { atOnce: IN_FLIGHT, signal, send });
    imported.step(id, 'store');
    jobs.close();
  } catch (error) {
    const why = signal.aborted ? 'Stopped' : failureText(error, UPLOAD_FAILED);
    if (!signal.aborted) toast({ title: why, tone: 'danger' });
    const kept = `${formatNumber(storedOf(now))} of ${countOf(now.valid, 'profile')} stored.`;
    imported.step(id, 'fail', { message: `${why}. ${kept} Upload again to continue.` });
  }
  return storedOf(now) - storedOf(content);
}

/** The server refuses a part that was stored before. */
async function storePart(body: ArrayBuffer): Promise<void> {
  try {
    await postJson('/api/profiles', body);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  }
}

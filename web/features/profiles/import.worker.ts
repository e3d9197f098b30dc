import { expose, transfer } from 'comlink';
import { fileResult } from '../../../shared/csv/file-result.ts';
import type { ReadAs } from '../../../shared/csv/read-file.ts';
import { ProfileSheet } from '../../../shared/profiles/check-file.ts';
import { HeldSheets } from '../../kit/file-import/held-files.ts';
import { jsonBytes, partEnds } from '../../kit/file-import/part-ends.ts';

/** Profiles per call: small enough to show progress and to stop between two calls. */
const PART_ROWS = 2_500;

/** The profiles of one call, which may be repeated with the same id. */
export interface ImportPart {
  upload_id: string;
  from: number;
  to: number;
}

const sheets = new HeldSheets<ProfileSheet>();

/** Reads and checks a file. Its profiles stay in the worker; `left` are the parts to upload, `refusedCsv` the refused rows. */
async function readFile(id: string, file: File, as: ReadAs, onProgress: (rows: number) => void) {
  const { taker, issues, form, lines, passed } = await sheets.read(id, file, {
    open: () => new ProfileSheet(),
    as,
    onProgress: (_, { rows }) => onProgress(rows),
  });
  const checked = taker.finish(Math.random);
  const left: ImportPart[] = [];
  let from = 0;
  for (const to of partEnds(taker.profiles.map(jsonBytes), PART_ROWS)) {
    left.push({ upload_id: crypto.randomUUID(), from, to });
    from = to;
  }
  const refusedCsv =
    checked.refused.length === 0 ? null : new Blob([...taker.writeRefused()], { type: 'text/csv' });
  const result = fileResult(taker.counts, { ...form, lines, passed });
  return { ...checked, left, refusedCsv, form, result, fault: issues[0] ?? null };
}

/** The JSON bytes of a call's body. */
function writePart(id: string, { upload_id, from, to }: ImportPart): ArrayBuffer {
  const profiles = sheets.get(id).profiles.slice(from, to);
  const { buffer } = new TextEncoder().encode(JSON.stringify({ upload_id, profiles }));
  return transfer(buffer, [buffer]);
}

const jobs = { readFile, writePart, drop: (id: string) => sheets.drop(id) };
export type ImportJobs = typeof jobs;
expose(jobs);

import { transfer } from 'comlink';
import { fileResult } from '../../../../shared/csv/file-result.ts';
import type { ReadAs } from '../../../../shared/csv/read-file.ts';
import { type CheckedFile, ProfileSheet } from '../../../../shared/profiles/check-file.ts';
import type { ColumnStep } from '../../../../shared/profiles/row-columns.ts';
import { exposeJobs } from '../../../kit/expose-jobs.ts';
import { HeldSheets } from '../../../kit/file-import/held-files.ts';
import { jsonBytes, partEnds } from '../../../kit/file-import/part-ends.ts';

/** Profiles per call: few enough to show progress and to stop between two calls. */
const PART_ROWS = 2_500;

/** The profiles of one call, which may be repeated with the same id. */
export interface ImportPart {
  upload_id: string;
  from: number;
  to: number;
}

const sheets = new HeldSheets<ProfileSheet>();

/**
 * Reads and checks a file. Its profiles stay in the worker; `left` are the parts to upload, `refusedCsv` and
 * `warnedCsv` the noted rows.
 */
async function readFile(id: string, file: File, as: ReadAs, onProgress: (rows: number) => void) {
  const { taker, issues, form, lines, passed } = await sheets.read(id, file, {
    open: () => new ProfileSheet(),
    as,
    onProgress: (_, { rows }) => onProgress(rows),
  });
  const left: ImportPart[] = [];
  let from = 0;
  for (const to of partEnds(taker.profiles.map(jsonBytes), PART_ROWS)) {
    left.push({ upload_id: crypto.randomUUID(), from, to });
    from = to;
  }
  const facts = { ...form, lines, passed };
  readAs.set(id, facts);
  const checked = withFile(taker, facts, taker.finish(Math.random));
  return { ...checked, left, planned: checked.valid, form, fault: issues[0] ?? null };
}

type ReadFacts = Parameters<typeof fileResult>[1];

/** How each file was read. */
const readAs = new Map<string, ReadFacts>();

/**
 * The result of a check, with the outcome of each line, and with the refused and the warned rows as
 * files; null if there are none.
 */
function withFile(sheet: ProfileSheet, facts: ReadFacts, checked: CheckedFile) {
  const csvOf = (notes: readonly unknown[], write: () => Iterable<string>) =>
    notes.length === 0 ? null : new Blob([...write()], { type: 'text/csv' });
  const refusedCsv = csvOf(checked.refused, sheet.writeRefused);
  const warnedCsv = csvOf(checked.warnings, sheet.writeWarned);
  return { ...checked, refusedCsv, warnedCsv, result: fileResult(sheet.counts, facts) };
}

/** A correction of a refused row: of its only wrong cell, or of the number of its cells. */
export type Mending = { row: number } & ({ value: string } | { steps: readonly ColumnStep[] });

/**
 * Corrects a refused row, and returns the new content of the file.
 * @throws Error if the file is not in memory
 */
function mendRow(id: string, mending: Mending) {
  const sheet = sheets.get(id);
  const facts = readAs.get(id);
  if (facts === undefined) throw new Error('The file is no longer held.');
  const { row } = mending;
  const checked =
    'value' in mending ? sheet.mend(row, mending.value) : sheet.mendColumns(row, mending.steps);
  return withFile(sheet, facts, checked);
}

/** The cells of a refused row as they may be shown. */
const showRow = (id: string, row: number): string[] => sheets.get(id).showRow(row);

/** The JSON bytes of a call's body. */
function writePart(id: string, { upload_id, from, to }: ImportPart): ArrayBuffer {
  const profiles = sheets.get(id).profiles.slice(from, to);
  const { buffer } = new TextEncoder().encode(JSON.stringify({ upload_id, profiles }));
  return transfer(buffer, [buffer]);
}

function drop(id: string): void {
  readAs.delete(id);
  sheets.drop(id);
}

const jobs = { readFile, mendRow, showRow, writePart, drop };
export type ImportJobs = typeof jobs;
exposeJobs(jobs);

import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { RowNote } from '../../../../shared/profiles/check-file.ts';
import { countOf, formatNumber } from '../../../lib/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { type ImportFile, storedOf } from './import-files.ts';

/** The appearance of each state of a file, in the order in which states are counted. */
export const LOOKS = {
  ready: { word: 'ready', icon: <CircleCheck className="text-success-text" /> },
  refused: { word: 'with refused rows', icon: <TriangleAlert className="text-warning-text" /> },
  checking: { word: 'checking', icon: <Spinner /> },
  uploading: { word: 'uploading', icon: <Spinner /> },
  uploaded: { word: 'stored', icon: <CircleCheck className="text-success-text" /> },
  error: { word: 'with errors', icon: <CircleAlert className="text-danger-text" /> },
};

/** A bad row in the sample is an error of the file until its valid rows are uploaded. */
export function lookOf({ state, content }: ImportFile): keyof typeof LOOKS {
  if (state === 'reading') return 'checking';
  if (state === 'uploading' || state === 'uploaded') return state;
  if (state === 'refused' || content?.error) return 'error';
  return content?.refused.length ? 'refused' : 'ready';
}

/**
 * Whether the button for all files uploads it: its sample has no bad row, but other rows may be
 * refused.
 */
export const isUploadable = (file: ImportFile): boolean =>
  ['ready', 'refused'].includes(lookOf(file));

/** `Upload 99 of 100`, or `Upload (2)` if no row of the files is refused. Stored rows do not count. */
export function uploadLabel(files: readonly ImportFile[]): string {
  const sum = (count: 'valid' | 'rows') =>
    files.reduce(
      (total, { content }) => total + (content ? content[count] - storedOf(content) : 0),
      0,
    );
  if (sum('valid') === sum('rows')) return `Upload (${files.length})`;
  return `Upload ${formatNumber(sum('valid'))} of ${formatNumber(sum('rows'))}`;
}

/** `2 ready, 1 with refused rows, 3 with errors` */
export function describeFiles(files: readonly ImportFile[]): string {
  const parts = Object.entries(LOOKS).flatMap(([look, { word }]) => {
    const count = files.filter((file) => lookOf(file) === look).length;
    return count === 0 ? [] : [`${formatNumber(count)} ${word}`];
  });
  return parts.join(', ') || 'None yet';
}

export function describeFile(file: ImportFile): string {
  const { progress, message, content } = file;
  if (message !== null) return message;
  if (content === null) return progress > 0 ? `Checking row ${formatNumber(progress)}` : 'Checking';
  const profiles = countOf(content.valid, 'profile');
  switch (lookOf(file)) {
    case 'uploading':
      return `${formatNumber(storedOf(content))} of ${profiles} stored`;
    case 'uploaded':
      return `${profiles} stored`;
    default:
      return content.error ?? 'Ready to upload';
  }
}

export type Content = NonNullable<ImportFile['content']>;

/** Refused rows first, including corrected ones in place. */
export const notesOf = ({ refused, mended, warnings }: Content): RowNote[] => [
  ...[...refused, ...mended].sort((a, b) => a.row - b.row),
  ...warnings,
];

/** `5 of 40 rows refused, nothing stored`, `2 rows with a warning` */
export function describeNotes({ state }: ImportFile, content: Content): string {
  const { refused, warnings, rows } = content;
  const parts: string[] = [];
  if (refused.length > 0) {
    parts.push(`${formatNumber(refused.length)} of ${countOf(rows, 'row')} refused`);
    if (state !== 'uploaded' && storedOf(content) === 0) parts.push('nothing stored');
  }
  if (warnings.length > 0) parts.push(`${countOf(warnings.length, 'row')} with a warning`);
  return parts.join(', ');
}

import { fold } from '../../shared/text.ts';
import type { Candidate } from './context.ts';
import type { Observations } from './observations.ts';

/**
 * Codes of one series begin alike: LIEVRE1 and LIEVRE2, KROKUS-FR and KROKUS-SA. If one of them is
 * a presale code, so are the others, even if few words introduce them.
 */

const JOINED = /^(.{1,24}[\p{L}\p{N}][-_+*./#&])[\p{L}\p{N}]{2,16}$/u;
const NUMBERED = /^(\p{L}[\p{L}\p{N}]*\p{L})\d{1,2}$/u;
const DIGITS = /^(\d{5,})\d{1,3}$/;

/**
 * The common part of the codes of one series; null for a code that does not look like part of a
 * series.
 */
function seriesOf(code: string): string | null {
  const joined = JOINED.exec(code)?.[1];
  if (joined !== undefined) return fold(joined);
  const numbered = NUMBERED.exec(code)?.[1];
  if (numbered !== undefined) return `${fold(numbered)} 1`;
  const digits = DIGITS.exec(code)?.[1];
  return digits === undefined ? null : `${digits} ${code.length}`;
}

/** A code with at least this chance is evidence for the others of its series. */
const LIKELY = 0.6;
/** The chance of the others. */
const LEAST = 0.7;
/** Observations of a code that is something else, or is no longer valid. */
export const OTHER_PURPOSE = [
  'cueOther',
  'headOther',
  'negated',
  'sentenceExpired',
  'otherLabel',
  'isReplaced',
  'isQuoted',
  'thickNone',
];
/** Observations that distinguish a code from the others of its series. */
const AGAINST = [...OTHER_PURPOSE, 'headNamed'];

interface Judged {
  code: string;
  candidate: Candidate;
  features: Observations;
  confidence: number;
}

/**
 * Raises the codes of a series that has another likely code, unless something distinguishes them.
 */
export function withSeries<Found extends Judged>(
  judged: readonly Found[],
  isApart: (entry: Found) => boolean,
): Found[] {
  const best = new Map<string, number>();
  /**
   * Excludes the likely codes themselves: the same letters elsewhere, in another case, are not a
   * further code.
   */
  const likelyCodes = new Set<string>();
  for (const { code, confidence } of judged) {
    if (confidence >= LIKELY) likelyCodes.add(fold(code));
    const series = confidence >= LIKELY ? seriesOf(code) : null;
    if (series !== null) best.set(series, Math.max(best.get(series) ?? 0, confidence));
  }
  if (best.size === 0) return [...judged];
  return judged.map((entry) => {
    if (entry.confidence >= LIKELY || entry.code.length < 4) return entry;
    if (likelyCodes.has(fold(entry.code))) return entry;
    const likely = best.get(seriesOf(entry.code) ?? '');
    if (likely === undefined) return entry;
    if (AGAINST.some((name) => entry.features.has(name)) || isApart(entry)) return entry;
    return { ...entry, confidence: Math.min(LEAST, likely) };
  });
}

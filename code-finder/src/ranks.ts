import type { Candidate, MailContext } from './context.ts';
import { patterns } from './cue-patterns.ts';
import { flag, type Observations } from './observations.ts';

/** Candidates of one line that may cover others; a bound for hostile lines. */
const MOST_WIDE = 40;
const END_MARK = /[!?*]$/;
/** Lines up and down that may speak of the marks or blanks of a code. */
const REACH = 2;

const isWide = ({ code, isJoined }: Candidate): boolean => isJoined || END_MARK.test(code);
const covers = (wide: Candidate, other: Candidate): boolean =>
  wide !== other &&
  wide.line === other.line &&
  wide.start <= other.start &&
  wide.end >= other.end &&
  wide.end - wide.start > other.end - other.start;

/** Candidates that lie within another one, or have another within them. `all` goes line by line. */
export function overlapping(all: readonly Candidate[]): Set<Candidate> {
  const found = new Set<Candidate>();
  let line = -1;
  let wide: Candidate[] = [];
  for (const [index, candidate] of all.entries()) {
    if (candidate.line !== line) {
      line = candidate.line;
      wide = [];
      for (let i = index; all[i]?.line === line && wide.length < MOST_WIDE; i++) {
        const other = all[i];
        if (other && isWide(other)) wide.push(other);
      }
    }
    for (const other of wide) if (covers(other, candidate)) found.add(candidate).add(other);
  }
  return found;
}

/** What the marks and blanks of a candidate, and talk of them, say of where it begins and ends. */
export function boundFeatures(
  { lines, folded }: MailContext,
  { code, line, start, end, isJoined }: Candidate,
  overlaps: boolean,
): Record<string, number> {
  const text = lines[line]?.text ?? '';
  const hasEndMark = END_MARK.test(code);
  const leavesMark = /^[!?*@|&=+#]/.test(text.slice(end, end + 1));
  const nearby =
    hasEndMark || leavesMark || isJoined
      ? folded
          .slice(Math.max(0, line - REACH), line + REACH + 1)
          .join(' ')
          .slice(0, 1200)
      : '';
  const blanks = isJoined ? code.split(' ').length - 1 : 0;
  const isOverlapping = overlaps && nearby !== '';
  return {
    endMark: flag(hasEndMark),
    leavesMark: flag(leavesMark),
    saysMark: flag(nearby !== '' && patterns.endMark.test(nearby)),
    blanksIn: blanks,
    saysBlank: flag(blanks > 0 && patterns.withSpace.test(nearby)),
    oddInside: flag(/[?@|,<>='’.;:!]./.test(code)),
    covers: flag(isOverlapping),
    covered: flag(overlaps && !isOverlapping),
    wholeLine: flag(start <= 1 && end >= text.length - 1),
  };
}

interface Judged {
  code: string;
  candidate: Candidate;
  confidence: number;
}

const bare = (code: string): string =>
  PLAIN.test(code) ? code : code.replace(/[^\p{L}\p{N}]/gu, '');
/** Letters and digits alone, as most codes are. */
const PLAIN = /^[A-Za-z0-9]*$/;
const INNER_MARK = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u;

/** Notes of codes that the mail writes in pieces and in one, which of the two each is. */
export function noteTwins(found: readonly { code: string; features: Observations }[]): void {
  const whole = new Set<string>();
  const split = new Set<string>();
  const forms = found.map(({ code, features }) => {
    const isSplit = INNER_MARK.test(code);
    return { features, isSplit, letters: bare(code) };
  });
  for (const { isSplit, letters } of forms) (isSplit ? split : whole).add(letters);
  for (const { features, isSplit, letters } of forms)
    features.note({
      hasWholeTwin: flag(isSplit && whole.has(letters)),
      hasSplitTwin: flag(!isSplit && split.has(letters)),
    });
}

/** Of codes that share a place, or differ in blanks and end marks only, the likeliest; most likely first. */
export function withoutOverlaps<Found extends Judged>(all: readonly Found[]): Found[] {
  const kept: Found[] = [];
  const told = new Set<string>();
  const inLine = new Map<number, Candidate[]>();
  for (const found of [...all].sort((a, b) => b.confidence - a.confidence)) {
    const { line, start, end } = found.candidate;
    const letters = bare(found.code);
    const beside = inLine.get(line) ?? [];
    if (told.has(letters) || beside.some((o) => o.start < end && start < o.end)) continue;
    told.add(letters);
    inLine.set(line, [...beside, found.candidate]);
    kept.push(found);
  }
  return kept;
}

/** Added to logarithms of odds, so that all are above 0 as observations must be. */
const OFFSET = 12;
/** Chances are bounded to this distance from 0 and 1. */
const LEAST = 1e-4;
/** Place of a code that shares its place with a likelier one. */
const COVERED = 30;
/** From these log odds on a possible code counts as a rival. */
const RIVAL = -3;

/** Logarithm of the odds of a chance. */
export function logit(chance: number): number {
  const inside = Math.min(1 - LEAST, Math.max(LEAST, chance));
  return Math.log(inside / (1 - inside));
}

interface Observed {
  code: string;
  candidate: Candidate;
  features: Observations;
}

/**
 * Notes of each possible code how its first chance compares with those of the others in its mail: a single clear winner
 * is a code more often than its wording alone suggests. `chances` are in the order of `found`.
 */
export function noteRanks(found: readonly Observed[], chances: readonly number[]): void {
  const kept = withoutOverlaps(
    found.map(({ code, candidate }, at) => ({ code, candidate, at, confidence: chances[at] ?? 0 })),
  );
  const rankOf = new Map(kept.map(({ at }, rank) => [at, rank]));
  const logits = kept.map(({ confidence }) => logit(confidence));
  const sum = kept.reduce((total, { confidence }) => total + confidence, 0);
  const [best = -OFFSET, second = -OFFSET] = logits;
  const rivals = logits.filter((other) => other > RIVAL).length;
  for (const [at, { features }] of found.entries()) {
    const chance = chances[at] ?? 0;
    const own = logit(chance);
    const rank = rankOf.get(at) ?? COVERED;
    features.note({
      firstLogit: own + OFFSET,
      firstLead: Math.max(0.01, own - (rank === 0 ? second : best) + OFFSET),
      firstBest: best + OFFSET,
      firstSecond: Math.max(0.01, second + OFFSET),
      firstRank: Math.min(rank, 10) + 1,
      firstRivals: rivals,
      firstShare: chance / (sum + 0.05),
      firstAlike: logits.filter((other) => Math.abs(other - own) < 1).length,
      firstOf: found.length,
    });
  }
}

import type { Candidate, MailContext } from './context.ts';
import { patterns } from './cue-patterns.ts';

/** Observations are numbers: 1 for true, 0 for false. */
export const flag = (value: boolean): number => (value ? 1 : 0);

/** Columns of all observations, numbered in the order of their first use. */
const columns = new Map<string, number>();
/** An upper bound for the number of columns. */
const MOST = 160;
/** The number under which an observation is stored. */
export function columnOf(name: string): number {
  const stored = columns.get(name);
  if (stored !== undefined) return stored;
  const column = columns.size;
  if (column >= MOST) throw new Error(`There are more than ${MOST} observations: ${name}`);
  columns.set(name, column);
  return column;
}

/** The names of all columns defined so far. */
export const columnNames = (): string[] => [...columns.keys()];

/** The observations of one possible code: numbers by name, 0 for absent ones. */
export class Observations {
  private readonly values = new Float64Array(MOST);

  /** @param ofMail the initial observations of the whole mail; none by default */
  constructor(ofMail?: Observations) {
    if (ofMail) this.values.set(ofMail.values);
  }

  /** Adds a group of observations, or replaces it. */
  note(group: Readonly<Record<string, number | undefined>>): this {
    for (const name in group) this.values[columnOf(name)] = group[name] ?? 0;
    return this;
  }

  get(name: string): number {
    return this.values[columnOf(name)] ?? 0;
  }

  has(name: string): boolean {
    return this.get(name) > 0;
  }

  /** The value stored under a number of {@link columnOf}. */
  at(column: number): number {
    return this.values[column] ?? 0;
  }
}

/** The weight of one place of a code. It only decides which place of the code is evaluated. */
const PLACE_WEIGHTS = Object.entries({
  direct: 2,
  strong: 1,
  labelled: 1,
  cueEarly: 1,
  headEarly: 1,
  isLink: 1,
  verb: 0.5,
  pronoun: 0.5,
  spelled: 0.5,
  markExact: 0.5,
  isAlone: 0.5,
  sibling: 0.5,
  after: 0.5,
  cueOther: -2,
  headOther: -2,
  sentenceExpired: -2,
  negated: -1,
  isHidden: -1.5,
  isQuoted: -1.5,
  isSubject: -0.5,
  capsRun: -1,
});

/**
 * Ranks the places of one code. `groups` are groups of observations with different names; the place
 * with the highest rank is evaluated.
 */
export function placeScore(
  groups: readonly Readonly<Record<string, number | undefined>>[],
): number {
  let sum = 0;
  for (const [name, weight] of PLACE_WEIGHTS)
    for (const group of groups) sum += weight * (group[name] ?? 0);
  return sum;
}

/**
 * The maximum number of candidates in one line that are compared with each other for overlaps; a
 * limit for hostile lines.
 */
const MOST_WIDE = 40;
const END_MARK = /[!?*]$/;
/** The number of lines above and below that may mention the marks or blanks of a code. */
const REACH = 2;

const isWide = ({ code, isJoined }: Candidate): boolean => isJoined || END_MARK.test(code);
const covers = (wide: Candidate, other: Candidate): boolean =>
  wide !== other &&
  wide.line === other.line &&
  wide.start <= other.start &&
  wide.end >= other.end &&
  wide.end - wide.start > other.end - other.start;

/** Candidates that contain another one, or are contained in one. `all` is in the order of lines. */
export function overlapping(all: readonly Candidate[]): Set<Candidate> {
  const overlaps = new Set<Candidate>();
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
    for (const other of wide) if (covers(other, candidate)) overlaps.add(candidate).add(other);
  }
  return overlaps;
}

/**
 * Hints about the beginning and the end of a candidate: from its punctuation and blanks, and from
 * text about them.
 */
export function boundFeatures(
  { lines, folded }: MailContext,
  { code, line, end, isJoined }: Candidate,
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
          .substring(0, 1200)
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
  };
}

interface Judged {
  code: string;
  candidate: Candidate;
  confidence: number;
}

const bare = (code: string): string =>
  PLAIN.test(code) ? code : code.replace(/[^\p{L}\p{N}]/gu, '');
/** Whether the code has only letters and digits, as most codes do. */
const PLAIN = /^[A-Za-z0-9]*$/;

/**
 * Splits codes into those that are most likely in their place, and the others: they share the place
 * of a likelier one, or differ from it only in blanks and end marks. The chance of another one is
 * at most the chance that the likelier one is wrong. Most likely first.
 */
export function settleOverlaps<Found extends Judged>(
  all: readonly Found[],
): { likeliest: Found[]; others: Found[] } {
  const likeliest: Found[] = [];
  const others: Found[] = [];
  const byLetters = new Map<string, Found>();
  const inLine = new Map<number, Found[]>();
  for (const entry of [...all].sort((a, b) => b.confidence - a.confidence)) {
    const { line, start, end } = entry.candidate;
    const letters = bare(entry.code);
    const beside = inLine.get(line) ?? [];
    const rival =
      byLetters.get(letters) ??
      beside.find(({ candidate }) => candidate.start < end && start < candidate.end);
    if (rival) {
      others.push({ ...entry, confidence: Math.min(entry.confidence, 1 - rival.confidence) });
      continue;
    }
    byLetters.set(letters, entry);
    inLine.set(line, [...beside, entry]);
    likeliest.push(entry);
  }
  return { likeliest, others };
}

/** Added to logarithms of odds, so that all are above 0 as observations must be. */
const OFFSET = 12;
/** The minimum distance of chances from 0 and 1. */
const LEAST = 1e-4;
/** The rank of a code if a likelier one was found in its place. */
const COVERED = 30;
/** A possible code with at least these log odds counts as a rival. */
const RIVAL = -3;

/** The logarithm of the odds of a chance. */
export function logit(chance: number): number {
  const inside = Math.min(1 - LEAST, Math.max(LEAST, chance));
  return Math.log(inside / (1 - inside));
}

/** One spelling of a code in a mail, with the observations of its best place. */
export interface ObservedCode {
  code: string;
  candidate: Candidate;
  features: Observations;
}

/**
 * For each possible code, adds how its first chance compares with those of the others in its mail:
 * a single clear winner is a code more often than its wording alone suggests. `chances` are in the
 * order of `codes`.
 */
export function noteRanks(codes: readonly ObservedCode[], chances: readonly number[]): void {
  const { likeliest: ranked } = settleOverlaps(
    codes.map(({ code, candidate }, at) => ({ code, candidate, at, confidence: chances[at] ?? 0 })),
  );
  const rankOf = new Map(ranked.map(({ at }, rank) => [at, rank]));
  const logits = ranked.map(({ confidence }) => logit(confidence));
  const sum = ranked.reduce((total, { confidence }) => total + confidence, 0);
  const [best = -OFFSET, second = -OFFSET] = logits;
  const rivals = logits.filter((other) => other > RIVAL).length;
  for (const [at, { features }] of codes.entries()) {
    const chance = chances[at] ?? 0;
    const chanceLogit = logit(chance);
    const rank = rankOf.get(at) ?? COVERED;
    features.note({
      firstLogit: chanceLogit + OFFSET,
      firstLead: Math.max(0.01, chanceLogit - (rank === 0 ? second : best) + OFFSET),
      firstBest: best + OFFSET,
      firstSecond: Math.max(0.01, second + OFFSET),
      firstRank: Math.min(rank, 10) + 1,
      firstRivals: rivals,
      firstShare: chance / (sum + 0.05),
      firstAlike: logits.filter((other) => Math.abs(other - chanceLogit) < 1).length,
      firstOf: codes.length,
    });
  }
}

import { fold, type MailLine } from '../mail/mail-lines.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import { evidenceOf, type MailContext, readContext } from './context.ts';
import { type Features, hasCue, isNearCue, observe } from './features.ts';
import { flag } from './flag.ts';
import { FOREST } from './forest.gen.ts';
import { placeScore } from './place-score.ts';
import { chanceIn } from './trees.ts';

/** A code found in one mail. */
export interface FoundCode {
  code: string;
  /** Calibrated chance that it is a presale code, 0 to 1. */
  confidence: number;
  /** The sentence that shows why. */
  evidence: string;
}

/** One way of writing a code that a mail holds, with what was observed about its best place. */
export interface ObservedCode {
  code: string;
  features: Features;
  candidate: Candidate;
}

/** Chances below it are noise and not reported. */
const MIN_CONFIDENCE = 0.4;
/** Codes reported of one mail; a digest lists a dozen. */
const MAX_CODES = 40;

const keyOf = (code: string): string => code.replace(/ /g, '');

/** Every code of a mail with the place that speaks most for it. A place that calls it dead counts for all. */
export function observeCodes(context: MailContext): ObservedCode[] {
  const best = new Map<string, ObservedCode & { score: number }>();
  const dead = new Set<string>();
  for (const candidate of findCandidates(context.lines)) {
    if (!isNearCue(context, candidate)) continue;
    const features = observe(context, candidate);
    const key = keyOf(candidate.code);
    if ((features.sentenceExpired ?? 0) > 0 && (features.direct ?? 0) === 0) dead.add(key);
    if (!hasCue(features)) continue;
    const score = placeScore(features);
    const known = best.get(key);
    if (!known || score > known.score)
      best.set(key, { code: candidate.code, features, candidate, score });
  }
  for (const key of best.keys()) if (key.endsWith('!')) best.delete(key.slice(0, -1));
  const direct = [...best.values()].filter(({ features }) => features.direct);
  const strong = direct.filter(({ features: f }) => f.strong && !f.cueOther && !f.headOther);
  // What the reader sees replaces what is hidden, and an answer replaces the history under it.
  const hasVisible = strong.some(({ features }) => !features.isHidden);
  const hasOwn = strong.some(({ features }) => !features.isQuoted && !features.isSubject);
  return [...best.entries()]
    .filter(
      ([, { features }]) => !(features.isHidden && hasVisible) && !(features.isQuoted && hasOwn),
    )
    .map(([key, { code, features, candidate }]) => ({
      code,
      candidate,
      features: {
        ...features,
        behindStrong: flag(
          strong.length > 0 && !features.direct && !features.sibling && !features.siblingOrdinary,
        ),
        soleDirect: flag(direct.length === 1 && Boolean(features.direct)),
        deadElsewhere: flag(dead.has(key)),
      },
    }));
}

/** Finds the presale codes of a mail, most likely first. Pure; linear in the size of the mail. */
export function findCodes(lines: readonly MailLine[]): FoundCode[] {
  return findCodesIn(readContext(lines));
}

/** The same for a mail that was folded and searched for cue words already. */
export function findCodesIn(context: MailContext): FoundCode[] {
  return observeCodes(context)
    .map(({ code, features, candidate }) => ({
      code,
      confidence: Math.round(chanceIn(FOREST, features) * 1000) / 1000,
      evidence: evidenceOf(context, candidate),
    }))
    .filter((found) => found.confidence >= MIN_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence || fold(a.code).localeCompare(fold(b.code)))
    .slice(0, MAX_CODES);
}

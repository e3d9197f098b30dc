import { fold } from '../../shared/text.ts';
import { findCandidates } from './candidates.ts';
import {
  type Candidate,
  evidenceOf,
  type MailContext,
  type MailLine,
  readContext,
  surroundings,
} from './context.ts';
import { isCalledDead, mailFeatures } from './cue-features.ts';
import { glance, hasCue, isNearCue, observe } from './features.ts';
import { chanceIn, FORESTS, WORDS } from './model.ts';
import { flag, Observations, placeScore } from './observations.ts';
import { codesOfOthers } from './query-evidence.ts';
import { boundFeatures, noteRanks, noteTwins, overlapping, withoutOverlaps } from './ranks.ts';
import { keysBeside, keysOfCode } from './word-keys.ts';
import { observeWords, wordKeysOf } from './word-scores.ts';
import { type MailWords, remembered, wordsOf } from './words.ts';

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
  features: Observations;
  candidate: Candidate;
}

/** Chances below it are noise and not reported. */
const MIN_CONFIDENCE = 0.05;
/** Codes reported of one mail; a digest lists a dozen. */
const MAX_CODES = 40;

const keyOf = (code: string): string => code.replaceAll(' ', '');

const WORD = /^[\p{L}\p{M}]{4,}$/u;
/** Sum of the weights of the words right beside a word from which on it may be a code. */
const INVITING = 10;

/** Whether hardly any mail uses a word. */
const isRareWord = remembered(
  (code) => WORD.test(code) && keysOfCode(fold(code)).every((key) => WORDS.common.get(key) === 0),
);

/** Whether a word that hardly any mail uses stands where codes stand. */
function isInvited(words: MailWords, { starts }: MailContext, candidate: Candidate): boolean {
  if (!isRareWord(candidate.code)) return false;
  const at = starts[candidate.line] ?? 0;
  const beside = keysBeside(words, at + candidate.start, at + candidate.end);
  return WORDS.around.weights.sum(beside).sum > INVITING;
}

/** Every code of a mail with the place that speaks most for it. A place that calls it dead counts for all. */
export function observeCodes(context: MailContext): ObservedCode[] {
  const best = new Map<string, ObservedCode & { score: number }>();
  const dead = new Set<string>();
  const candidates = findCandidates(context);
  const overlaps = overlapping(candidates);
  const words = wordsOf(context.text);
  const ofMail = new Observations().note(mailFeatures(context));
  for (const candidate of candidates) {
    if (!isNearCue(context, candidate) && !isInvited(words, context, candidate)) continue;
    const around = surroundings(context, candidate);
    const seen = glance(context, candidate, around);
    const key = keyOf(candidate.code);
    if (seen.cue.direct === 0 && isCalledDead(context, around)) dead.add(key);
    if (!hasCue(seen) && !isInvited(words, context, candidate)) continue;
    const features = observe(context, candidate, around, seen, ofMail).note(
      boundFeatures(context, candidate, overlaps.has(candidate)),
    );
    const score = placeScore(features);
    const known = best.get(key);
    if (!known || score > known.score)
      best.set(key, { code: candidate.code, features, candidate, score });
  }
  const all = [...best].map(([key, { score, ...found }]) => ({ key, ...found }));
  const direct = all.filter(({ features }) => features.has('direct'));
  const strong = direct.filter(
    ({ features: f }) => f.has('strong') && !f.has('cueOther') && !f.has('headOther'),
  );
  // What the reader sees replaces what is hidden, and an answer replaces the history under it.
  const hasVisible = strong.some(({ features }) => !features.has('isHidden'));
  const hasOwn = strong.some(({ features: f }) => !f.has('isQuoted') && !f.has('isSubject'));
  const isReplaced = (seen: Observations): boolean =>
    (hasVisible && seen.has('isHidden')) || (hasOwn && seen.has('isQuoted'));
  const kept = all.filter(({ features }) => !isReplaced(features));
  for (const { key, features } of kept) {
    const isListed = features.has('sibling') || features.has('siblingOrdinary');
    const isDirect = features.has('direct');
    features.note({
      behindStrong: flag(strong.length > 0 && !isDirect && !isListed),
      soleDirect: flag(direct.length === 1 && isDirect),
      deadElsewhere: flag(dead.has(key)),
    });
  }
  noteTwins(kept);
  return kept;
}

/** What the operator searched for; evidence for the codes of one artist against those of others. */
export interface FinderQuery {
  keywords: readonly string[];
}

/** What was found in one mail. */
export interface Findings {
  /** Most likely first, from a chance of 0.05 on. */
  codes: FoundCode[];
  /** The mail speaks of buying early, whether it hands out a code or not. */
  isAboutPresale: boolean;
}

/** Chance of a code that belongs to another artist than the one searched for. */
const MOST_OF_OTHERS = 0.3;
/** From this chance on a code is weighed against the codes of other artists. */
const LIKELY = 0.3;

/** The chance of each possible code, most likely first; of codes that share a place the likeliest. */
function judge(context: MailContext) {
  const observed = observeCodes(context);
  if (observed.length === 0) return [];
  observeWords(observed, wordKeysOf(context, observed), WORDS);
  // The first forest judges each code on its own, the second compares it with the others of its mail.
  noteRanks(
    observed,
    observed.map(({ features }) => chanceIn(FORESTS.first, features)),
  );
  const judged = observed.map((found) => ({
    ...found,
    confidence: Math.round(chanceIn(FORESTS.second, found.features) * 1000) / 1000,
  }));
  return withoutOverlaps(judged.filter(({ confidence }) => confidence >= MIN_CONFIDENCE));
}

/**
 * Finds the presale codes of a mail. Pure; linear in the size of the mail. The keywords of the search are evidence: in a
 * mail about several artists the codes of the others are unlikely.
 */
export function findCodes(lines: readonly MailLine[], query?: FinderQuery): Findings {
  const context = readContext(lines);
  const judged = judge(context);
  const others = codesOfOthers(
    context,
    judged.filter(({ confidence }) => confidence >= LIKELY),
    query?.keywords ?? [],
  );
  const codes = judged
    .map((found) => ({
      code: found.code,
      confidence: others.has(found) ? Math.min(MOST_OF_OTHERS, found.confidence) : found.confidence,
      evidence: evidenceOf(context, found.candidate),
    }))
    .sort((a, b) => b.confidence - a.confidence || fold(a.code).localeCompare(fold(b.code)))
    .slice(0, MAX_CODES);
  return { codes, isAboutPresale: context.totals.core > 0 };
}

import type { MailLine } from '../../mail-lines/line.ts';
import { allMatches, ending, endsWith, fold } from '../../shared/text.ts';
import { findCandidates, isInvited, isNearCue, MAX_CANDIDATES } from './candidates.ts';
import {
  type Candidate,
  evidenceOf,
  isUpper,
  type MailContext,
  readContext,
  type Surroundings,
  surroundings,
} from './context.ts';
import { mailFeatures } from './cue-features.ts';
import { isOwnVocabulary, STOP_WORDS } from './cue-patterns.ts';
import { type Glance, glance, hasCue, observe } from './features.ts';
import { type Learned, learnedPlaces, type Trace, traceOf, withLearned } from './learned.ts';
import { chanceIn, FORESTS, WORDS } from './model.ts';
import { isListedName } from './names.ts';
import {
  boundFeatures,
  flag,
  noteRanks,
  Observations,
  type ObservedCode,
  overlapping,
  placeScore,
  settleOverlaps,
} from './observations.ts';
import { isForOtherPurpose, isNeverForTickets } from './other-codes.ts';
import { type ListedCode, listedCodes } from './running-lists.ts';
import { OTHER_PURPOSE, withSeries } from './series.ts';
import { observeWords, wordKeysOf } from './words.ts';

/** A code found in one mail. */
export interface FoundCode {
  code: string;
  /** Calibrated chance that it is a presale code, 0 to 1. */
  confidence: number;
  /** The sentence that shows why. */
  evidence: string;
  /** The place of the code, if the query has a hash: a confirmation teaches it. */
  trace?: Trace;
}

/** Chances below it are noise and not reported. */
const MIN_CONFIDENCE = 0.05;
/** The maximum number of codes reported for one mail; a digest lists a dozen. */
const MAX_CODES = 40;

/** Codes with at least this chance are shown to operators at once. */
const LIKELY_CODE = 0.5;

const keyOf = (code: string): string => code.replaceAll(' ', '');

/**
 * Every code of a mail at its place with the strongest evidence.
 * @param onCut called if the mail has more candidates than are examined
 * @param learned places that are examined in any case
 */
export function observeCodes(
  context: MailContext,
  onCut?: () => void,
  learned: readonly Candidate[] = [],
): ObservedCode[] {
  const best = new Map<
    string,
    { candidate: Candidate; around: Surroundings; seen: Glance; score: number }
  >();
  const candidates = findCandidates(context);
  if (candidates.length >= MAX_CANDIDATES) onCut?.();
  for (const candidate of candidates) {
    const isNear = isNearCue(context, candidate);
    if (!isNear && !isInvited(context, candidate)) continue;
    const around = surroundings(context, candidate);
    const seen = glance(context, candidate, around);
    if (isNear && !hasCue(seen) && !isInvited(context, candidate)) continue;
    const key = keyOf(candidate.code);
    const score = placeScore([seen.place, seen.cue, seen.stand]);
    const known = best.get(key);
    if (!known || score > known.score) best.set(key, { candidate, around, seen, score });
  }
  for (const candidate of learned) {
    if (best.has(keyOf(candidate.code))) continue;
    const around = surroundings(context, candidate);
    best.set(keyOf(candidate.code), {
      candidate,
      around,
      score: 0,
      seen: glance(context, candidate, around),
    });
  }
  const overlaps = overlapping(candidates);
  const ofMail = new Observations().note(mailFeatures(context));
  const all = [...best.values()].map(({ candidate, around, seen }): ObservedCode => {
    const bounds = boundFeatures(context, candidate, overlaps.has(candidate));
    const features = observe(context, candidate, around, seen, ofMail).note(bounds);
    return { code: candidate.code, candidate, features };
  });
  const direct = all.filter(({ features }) => features.has('direct'));
  const strong = direct.filter(
    ({ features: f }) => f.has('strong') && !f.has('cueOther') && !f.has('headOther'),
  );
  // Visible text may replace hidden text, and an answer may replace the quoted history under it.
  const hasVisible = strong.some(({ features }) => !features.has('isHidden'));
  const hasOwn = strong.some(({ features: f }) => !f.has('isQuoted') && !f.has('isSubject'));
  const isReplaced = (seen: Observations): boolean =>
    (hasVisible && seen.has('isHidden')) || (hasOwn && seen.has('isQuoted'));
  for (const { features } of all) {
    const isListed = features.has('sibling') || features.has('siblingOrdinary');
    const isDirect = features.has('direct');
    features.note({
      behindStrong: flag(strong.length > 0 && !isDirect && !isListed),
      soleDirect: flag(direct.length === 1 && isDirect),
      isReplaced: flag(isReplaced(features)),
    });
  }
  return all;
}

/**
 * Which codes of a mail about several artists belong to another artist than the one searched for. A keyword binds a
 * code in three ways: it is in the code's own line, it is between the previous code and this one, or it is in a heading
 * above several codes. If the mail repeats one of these ways for the other codes with other names, those codes belong
 * to the other names.
 */

/**
 * The maximum number of characters in a line that may be a heading or a cell; longer lines are
 * running text.
 */
const MAX_HEADING = 80;
const LETTERS = /\p{L}{2,}/u;
const CAPITALISED = /\p{Lu}\p{L}/u;
const NAME_WORDS = /\p{L}{3,}/gu;
/** The separators of the names in a line that announces several. */
const BETWEEN_NAMES = /[,+|/;•]|\s&\s/g;

/** Whether a folded text contains a word that is not about codes: a name, a town, a tour. */
const hasName = (text: string): boolean =>
  allMatches(text, NAME_WORDS).some(([word]) => !STOP_WORDS.has(word) && !isOwnVocabulary(word));

/** Whether a line announces several names, as the first line of a newsletter does. */
const isAnnouncement = (text: string): boolean =>
  text.length <= 1.5 * MAX_HEADING && allMatches(text, BETWEEN_NAMES).length > 1;

interface Placed {
  candidate: Candidate;
}

/** The text between one code and the next. */
interface Region {
  /** The text of the code's own line, from the code before it to the code after it. */
  lineText: string;
  /** Whether the region contains a name. If several codes share the line, only capitalised words count as names. */
  hasOwnName: boolean;
  /** Short lines above the code, after the line of the previous code, folded; the nearest last. */
  headings: string[];
  /** Running text above the code, after the line of the previous code, folded. */
  prose: string;
}

function isHeading({ text, kind }: MailContext['lines'][number]): boolean {
  return kind !== 'subject' && kind !== 'link' && text.length <= MAX_HEADING && LETTERS.test(text);
}

function regionsOf(
  context: MailContext,
  placed: readonly Placed[],
  has: (text: string) => boolean,
): Region[] {
  const { lines, folded } = context;
  return placed.map(({ candidate }, i) => {
    const line = lines[candidate.line];
    const text = line?.text ?? '';
    const before = placed[i - 1]?.candidate;
    const after = placed[i + 1]?.candidate;
    const from = before?.line === candidate.line ? before.end : 0;
    const to = after?.line === candidate.line ? candidate.end : text.length;
    const beside = `${text.slice(from, candidate.start)} ${text.slice(candidate.end, to)}`;
    const isShared = before?.line === candidate.line;
    const first = isShared ? candidate.line : before ? before.line + 1 : 1;
    const isRepeated = (at: number): boolean =>
      i === 0 && isAnnouncement(folded[at] ?? '') && folded.slice(at + 1).some(has);
    const above = lines
      .slice(first, candidate.line)
      .map((one, k) => ({ one, at: first + k }))
      .filter(({ at }) => !isRepeated(at));
    return {
      lineText: fold(beside),
      hasOwnName: isShared ? CAPITALISED.test(beside) : hasName(fold(beside)),
      headings: above.filter(({ one }) => isHeading(one)).map(({ at }) => folded[at] ?? ''),
      prose: above
        .filter(({ one }) => !isHeading(one))
        .map(({ at }) => folded[at] ?? '')
        .join('\n'),
    };
  });
}

/** For each region, whether its code belongs to another name than the keywords. */
function ofOtherNames(regions: readonly Region[], has: (text: string) => boolean): boolean[] {
  if (regions.some(({ lineText }) => has(lineText))) {
    let isOther = false;
    return regions.map(({ lineText, hasOwnName, headings, prose }) => {
      const isNamed = has(lineText) || headings.some(has) || has(prose);
      if (isNamed || hasOwnName) isOther = !isNamed;
      return isOther;
    });
  }
  const first = regions.find(({ headings, prose }) => headings.some(has) || has(prose));
  if (!first) return regions.map(() => false);
  const at = first.headings.findIndex(has);
  /**
   * The number of headings from the one with the keyword down to its code. As many further headings
   * begin another section.
   */
  const depth = at < 0 ? 1 : first.headings.length - at;
  let isOther = regions.indexOf(first) > 0;
  return regions.map(({ headings, prose }) => {
    if (headings.some(has) || has(prose)) isOther = false;
    else if (at < 0 ? hasName(prose) : headings.length >= depth) isOther = true;
    return isOther;
  });
}

/** Whether the keyword occurs only in a row of the list of codes that has no code itself. */
function isInRowWithoutCode(
  { lines, folded }: MailContext,
  placed: readonly Placed[],
  has: (text: string) => boolean,
): boolean {
  const rows = placed.map(({ candidate }) => candidate.line);
  const [row, ...more] = [...lines.entries()].filter(
    ([at, { kind }]) => kind !== 'subject' && has(folded[at] ?? ''),
  );
  if (!row || more.length > 0 || !isHeading(row[1]) || rows.includes(row[0])) return false;
  const [at] = row;
  const [first = 0] = rows;
  const last = rows.at(-1) ?? 0;
  const isList = last - first < 1.5 * rows.length && at > last && at - last <= 2;
  return isList && rows.every((row) => hasName(folded[row] ?? ''));
}

/**
 * The codes of another artist among the likely codes, which are in the order of the mail. Empty when the mail does not
 * name a keyword below its subject, or names it for all codes.
 */
export function codesOfOthers<Found extends Placed>(
  context: MailContext,
  likely: readonly Found[],
  keywords: readonly string[],
): Set<Found> {
  const names = keywords.map((keyword) => fold(keyword).trim()).filter((name) => name !== '');
  const has = (text: string): boolean => names.some((name) => text.includes(name));
  // The codes of quoted history do not compete with those of the answer, which often names no artist.
  const own = likely.filter(({ candidate }) => !context.lines[candidate.line]?.isQuoted);
  const placed = [...(own.length > 0 ? own : likely)].sort(
    (a, b) => a.candidate.line - b.candidate.line || a.candidate.start - b.candidate.start,
  );
  if (placed.length < 2 || names.length === 0) return new Set();
  if (isInRowWithoutCode(context, placed, has)) return new Set(placed);
  const others = ofOtherNames(regionsOf(context, placed, has), has);
  if (others.every(Boolean)) return new Set();
  return new Set(placed.filter((_, i) => others[i]));
}

/** Evidence beside the text of a mail. */
export interface FinderQuery {
  /** The keywords of the search: evidence for the codes of one artist against those of others. */
  keywords: readonly string[];
  /**
   * The sender's name: in ordinary writing, and without a cue before it, it is a heading and not a
   * code.
   */
  sender?: string;
  /** What was learned from the codes of the sender. */
  learned?: Learned;
}

/** The result for one mail. */
export interface Findings {
  /** Most likely first, from a chance of 0.05 on. */
  codes: FoundCode[];
  /** Whether the mail is about buying early, with or without a code. */
  isAboutPresale: boolean;
  /** Whether there are more possible or likely codes than are examined. */
  isCut: boolean;
}

/** The highest chance of a code that belongs to another artist, is for something else, or is the name of the sender. */
const MOST_OF_OTHERS = 0.3;
/** Codes with at least this chance are compared with the codes of other artists. */
const LIKELY = 0.3;

/**
 * The highest chance in a mail without a word about tickets, early sales or codes: most mails are about something else.
 */
const MOST_WITHOUT_TOPIC = 0.75;

const hasTopic = ({ cues }: MailContext): boolean =>
  cues.noun.all + cues.presale.all + cues.core.all + cues.early.all > 0;

const rounded = (chance: number): number => Math.round(chance * 1000) / 1000;

/** The chance of a code in a one-line list of presale codes, which its form alone shows. */
const LISTED = 0.9;

/** Adds the codes of one-line lists to the rated ones. The name of a town before such a code is not part of the code. */
function withListed<Judged extends { candidate: Candidate; confidence: number }>(
  context: MailContext,
  judged: readonly Judged[],
  listed: readonly ListedCode[],
): Judged[] {
  const isAt = ({ candidate }: Judged, { line, start, end }: ListedCode): boolean =>
    candidate.line === line && candidate.start < end && start < candidate.end;
  return judged.flatMap((entry): Judged[] => {
    const place = listed.find((one) => isAt(entry, one));
    if (place === undefined) return [entry];
    const text = context.lines[place.line]?.text.slice(place.start, place.end);
    const isWhole = entry.candidate.start === place.start && entry.candidate.end === place.end;
    if (!isWhole || entry.candidate.code !== text) return [];
    return [{ ...entry, confidence: Math.max(entry.confidence, LISTED) }];
  });
}

/** The minimum chance of a code in a plain statement: "Your presale code is TIDE26". */
const STATED = 0.8;
const AGAINST_STATEMENT = [...OTHER_PURPOSE, 'shapeLower', 'shapeStop'];
const OTHER_TOPICS = ['thickDiscount', 'thickOtp', 'thickOrder', 'thickOther'];
/** A sentence that begins with "your code is". The sentence before it names the kind of code. */
const YOUR_CODE = ending(
  String.raw`(?:^|\n|[.!?,;:] )(?:your|the|dein|ihr|der|votre|ton|le|tu|su|el|il tuo|il|je|jouw|de|o teu|o seu|o|din|koden|twoj) ?(?:codes?|kod|codigo|codice|password|passwort|mot de passe|contrasena|wachtwoord|senha|losenord|haslo)?\s?(?:is|lautet|ist|est|es|e|ar|to)?\s?[:=]?\s?["'“”„«(\[]*`,
);
/**
 * The minimum chance if the code is written like a name, because names may also continue a
 * sentence.
 */
const STATED_NAME = 0.5;

/**
 * The minimum chance of a code that a sentence about early tickets labels as the code, if nothing
 * else with codes is mentioned; 0 for others.
 */
function leastOfStated(
  { text, starts }: MailContext,
  { code, candidate, features: f }: ObservedCode,
): number {
  const place = (starts[candidate.line] ?? 0) + candidate.start;
  const isStated =
    f.has('labelled') &&
    f.has('strong') &&
    (f.has('cueEarly') ||
      (f.has('cuePlain') && f.has('nearCore') && endsWith(text, YOUR_CODE, place))) &&
    !AGAINST_STATEMENT.some((name) => f.has(name)) &&
    OTHER_TOPICS.every((name) => f.get(name) < 0.05);
  if (!isStated || code.length < 4) return 0;
  if (candidate.isJoined) return /^\d+$/.test(code) ? STATED : 0;
  if (f.has('shapeMixed') || f.has('shapeCaps')) return STATED;
  return f.has('shapeTitle') && f.has('stopsAfter') ? STATED_NAME : 0;
}

const isSamePlace = (one: Candidate, other: Candidate): boolean =>
  one.line === other.line && one.start === other.start && one.end === other.end;

/**
 * The chances after the exact rules: plain statements, lists of presale codes, other purposes, and
 * the subject of the mail.
 */
export function applyRules<Judged extends ObservedCode & { confidence: number }>(
  context: MailContext,
  judged: readonly Judged[],
): Judged[] {
  const most = hasTopic(context) ? 1 : MOST_WITHOUT_TOPIC;
  const isAlone = ({ candidate: target }: Judged): boolean =>
    judged.every(
      ({ candidate: other, confidence }) =>
        other === target ||
        confidence < MIN_CONFIDENCE ||
        other.line !== target.line ||
        other.end <= target.start ||
        target.end <= other.start,
    );
  const typed = new Map(
    judged.flatMap(({ code, candidate, features: f }) =>
      f.has('verb') || f.has('spelled') ? [[code, candidate] as const] : [],
    ),
  );
  const isOther = (entry: Judged): boolean =>
    isForOtherPurpose(context, entry) || isListedName(context, entry);
  const stated = judged.map((entry) => {
    // "FS4-4RJ-9W in pieces, type FS44RJ9W": the form to type counts.
    const solid = entry.code.replace(/[ .·-]/g, '');
    const other = solid === entry.code ? undefined : typed.get(solid);
    const isElsewhere = other !== undefined && !isSamePlace(other, entry.candidate);
    if (isElsewhere && entry.confidence > MOST_OF_OTHERS)
      return { ...entry, confidence: MOST_OF_OTHERS };
    const least = leastOfStated(context, entry);
    const highest = Math.max(least, entry.confidence);
    if (highest <= MOST_OF_OTHERS) return entry;
    if (isNeverForTickets(context, entry) || (least === 0 && isOther(entry)))
      return { ...entry, confidence: Math.min(entry.confidence, MOST_OF_OTHERS) };
    return entry.confidence < least && isAlone(entry) ? { ...entry, confidence: least } : entry;
  });
  const listed = withListed(context, stated, listedCodes(context));
  return withSeries(listed, (entry) => isOther(entry) || isNeverForTickets(context, entry)).map(
    (found) => (found.confidence > most ? { ...found, confidence: most } : found),
  );
}

/** The chance of each possible code: of the most likely ones in their place, and of the others. */
function judge(context: MailContext, learned: Learned | undefined) {
  let { isCut } = context;
  const observed = observeCodes(
    context,
    () => {
      isCut = true;
    },
    learned && learnedPlaces(context, learned),
  );
  if (observed.length === 0) return { likeliest: [], others: [], isCut };
  observeWords(observed, wordKeysOf(context, observed), WORDS);
  // The first forest judges each code on its own, the second compares it with the others of its mail.
  noteRanks(
    observed,
    observed.map(({ features }) => chanceIn(FORESTS.first, features)),
  );
  const judged = observed.map((found) => ({
    ...found,
    confidence: chanceIn(FORESTS.second, found.features),
  }));
  const ruled = applyRules(context, judged);
  const all = learned?.examples.length ? withLearned(context, ruled, learned) : ruled;
  const settled = settleOverlaps(all.filter(({ confidence }) => confidence >= MIN_CONFIDENCE));
  return { ...settled, isCut };
}

/**
 * Finds the presale codes of a mail. Pure; linear in the size of the mail. The keywords of the search are evidence: in
 * a mail about several artists the codes of the others are unlikely.
 */
export function findCodes(lines: readonly MailLine[], query?: FinderQuery): Findings {
  const context = readContext(lines);
  const { likeliest, others, isCut: isMailCut } = judge(context, query?.learned);
  const ofOthers = codesOfOthers(
    context,
    likeliest.filter(({ confidence, features }) => confidence >= LIKELY && !features.has('isTown')),
    query?.keywords ?? [],
  );
  const sender = fold(query?.sender ?? '');
  const isSender = ({ code, features }: (typeof likeliest)[number]): boolean =>
    fold(code) === sender && !isUpper(code) && !features.has('direct');
  const codes = [...likeliest, ...others]
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .map((entry) => ({
      code: entry.code,
      confidence: rounded(
        Math.min(ofOthers.has(entry) || isSender(entry) ? MOST_OF_OTHERS : 1, entry.confidence),
      ),
      evidence: evidenceOf(context, entry.candidate),
      ...(query?.learned && { trace: traceOf(context, entry.candidate, query.learned.hash) }),
    }))
    .sort((a, b) => b.confidence - a.confidence || fold(a.code).localeCompare(fold(b.code)));
  const isCut = isMailCut || (codes[MAX_CODES]?.confidence ?? 0) >= LIKELY_CODE;
  const isAboutPresale = context.totals.core > 0;
  return { codes: codes.slice(0, MAX_CODES), isAboutPresale, isCut };
}

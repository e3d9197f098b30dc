import { allMatches, ending, endsWith, fold } from '../../shared/text.ts';
import { cachedByWord } from './cache.ts';
import type { MailContext, Range, Surroundings } from './context.ts';
import { patterns } from './cue-patterns.ts';
import { flag } from './observations.ts';

type CueKind = 'early' | 'plain' | 'other';

interface NounCue {
  kind: CueKind;
  /** The end of the noun in the folded text. */
  end: number;
}

/** The start of the part of a sentence that ends at `to`: after a comma, a bracket and the like. */
function partStart(text: string, from: number, to: number): number {
  let start = to;
  while (start > from && !',;:()|•、。：\n'.includes(text.charAt(start - 1))) start--;
  return start;
}

const WORD = /[a-z0-9']+/g;

/** The last word for "code" in a stretch of the mail, and what kind of code its neighbours make it. */
function nounCue(context: MailContext, range: Range): NounCue | null {
  const { text, cues } = context;
  const noun = cues.noun.last(range.from, range.to);
  if (!noun) return null;
  const leadFrom = partStart(text, Math.max(range.from, noun.from - 26), noun.to);
  const early = cues.early.last(leadFrom, noun.to);
  const other = cues.other.last(leadFrom, noun.to);
  const end = noun.to;
  if (other) {
    const between = text.slice(other.to, Math.max(other.to, noun.from));
    const isNear = /^[\s-]*(?:(?:de|del|di|du|d'|da|do|der|des|van|for|of)\s)?$/.test(between);
    if (patterns.weakEarly.test(between)) return { kind: 'other', end };
    if (isNear && (!early || other.to >= early.to)) return { kind: 'other', end };
  }
  if (early) return { kind: 'early', end };
  const trail = Math.min(range.to, noun.to + 44);
  const isEarly = cues.presale.has(noun.to, trail);
  const purpose = cues.other.first(noun.to, trail);
  if (purpose && !isEarly && patterns.purposeGap.test(text.slice(noun.to, purpose.from)))
    return { kind: 'other', end };
  if (isEarly || cues.early.has(noun.to, trail)) return { kind: 'early', end };
  return { kind: 'plain', end };
}

/** The kind of code that a column's heading names, or none. */
const headCue = cachedByWord((head): CueKind | 'none' => {
  const text = fold(head);
  const names = (pattern: RegExp): boolean => text.search(pattern) >= 0;
  if (!names(patterns.noun) && !names(patterns.core) && !names(patterns.verb)) return 'none';
  if (names(patterns.early)) return 'early';
  return names(patterns.other) ? 'other' : 'plain';
});

/** Whether a column contains codes according to its heading, and not codes of another kind. */
export const isCodeColumn = (head: string): boolean => /early|plain/.test(headCue(head));

/** Whether the word for "code" already has its code in its own line above. */
function isSpent(context: MailContext, end: number, to: number): boolean {
  const line = context.starts.findLastIndex((start) => start <= end);
  const from = end - (context.starts[line] ?? 0);
  if (context.text.indexOf('\n', end) >= to) return false;
  const rest = context.lines[line]?.text.slice(from) ?? '';
  return /^\s*(?:[:=]|is|ist|est|es|e|ar)?\s*["'“„«*]?(?=[\p{L}\d_&+#-]*(?:\p{Lu}{2}|\d))[\p{L}\d][\p{L}\d_&+#-]{2,}/u.test(
    rest,
  );
}

const ARROW = ending('(?:->|=>|→|\\.{4,})\\s*');

/** Which words introduce the candidate as a code, and how closely. */
export function cueFeatures(context: MailContext, around: Surroundings, head: string | null) {
  const { text, cues, totals, spelling } = context;
  const { from, to } = around.before;
  const before = text.slice(Math.max(from, to - 90), to);
  const after = text.slice(around.after.from, around.after.to);
  const found = nounCue(context, around.before);
  const cue = found && around.isFromLineAbove && isSpent(context, found.end, to) ? null : found;
  const headKind = head === null ? 'none' : headCue(head);
  const previousCue = cue ? null : nounCue(context, around.previous);
  const gapText = cue ? text.slice(cue.end, to) : '';
  /** Words between the noun and the candidate. */
  const gap = cue ? allMatches(gapText, WORD).length : 0;
  const isCopula = cue !== null && patterns.copulaEnd.test(gapText);
  const verb = cues.verb.last(Math.max(from, to - 90), to);
  const isVerb = verb !== null && patterns.verbGap.test(text.slice(verb.to, to));
  const isAdjacent = cue !== null && patterns.nounGap.test(gapText);
  const isTight = cue !== null && gapText.length < 90 && patterns.tightGap.test(gapText);
  const isBelow = around.isFromLineAbove && around.isAlone && cue !== null;
  const isPronoun = totals.noun + (cue ? 1 : 0) > 0 && endsWith(before, patterns.pronounEnd);
  const isArrow = endsWith(before, ARROW);
  const isCoreLabel = endsWith(before, patterns.coreEnd);
  const recentCue = cue ?? previousCue ?? nounCue(context, around.recent);
  const isReverse = patterns.reverse.test(after);
  const isAfter = patterns.after.test(after);
  const isSpelled =
    spelling.all > 0 &&
    (after.substring(0, 70).search(patterns.spelling) >= 0 ||
      patterns.spellingEnd.test(before.slice(-40)));
  const isLabelled = cue !== null && isCopula && gap <= 10;
  const isColon = endsWith(before, patterns.colonEnd);
  const isDirect =
    isLabelled ||
    isVerb ||
    isAdjacent ||
    isBelow ||
    isPronoun ||
    isReverse ||
    isTight ||
    isCoreLabel ||
    (isArrow && totals.noun > 0) ||
    headKind !== 'none';
  const isStrong =
    isTight ||
    isBelow ||
    headKind !== 'none' ||
    (isLabelled && (isColon || cue.kind === 'early') && gap <= 6);
  return {
    cueEarly: flag(cue?.kind === 'early'),
    cuePlain: flag(cue?.kind === 'plain'),
    cueOther: flag(cue?.kind === 'other'),
    cueGap: Math.min(gap, 12) / 12,
    labelled: flag(isLabelled),
    verb: flag(isVerb),
    verbNear: flag(verb !== null && !isVerb && to - verb.to < 60),
    pronoun: flag(isPronoun),
    reverse: flag(isReverse),
    after: flag(isAfter),
    headEarly: flag(headKind === 'early'),
    headPlain: flag(headKind === 'plain'),
    headOther: flag(headKind === 'other'),
    previousCue: flag(previousCue !== null && previousCue.kind !== 'other'),
    recentEarly: flag(recentCue?.kind === 'early'),
    recentPlain: flag(recentCue?.kind === 'plain'),
    direct: flag(isDirect),
    strong: flag(isStrong),
    otherLabel: flag(endsWith(before, patterns.label)),
    spelled: flag(isSpelled),
    negated: flag(patterns.negated.test(text.slice(Math.max(from, to - 48), to))),
    sentenceExpired: flag(
      cues.expired.has(from, to) || cues.expired.has(around.after.from, around.after.to),
    ),
  };
}

/** The number of characters over which a cue word loses most of its weight. */
const NEARBY = 110;

/** The topics of the whole mail and its subject. */
export function mailFeatures({ cues, totals, lines }: MailContext) {
  const share = (name: keyof typeof cues): number =>
    totals[name] / (totals[name] + totals.presale + totals.core + 1);
  const subjectEnd = lines[0]?.kind === 'subject' ? lines[0].text.length : 0;
  const inSubject = (name: keyof typeof cues): number => flag(cues[name].has(0, subjectEnd));
  return {
    subjectCore: inSubject('core'),
    subjectNoun: inSubject('noun'),
    subjectEarly: inSubject('early'),
    subjectPresale: inSubject('presale'),
    subjectOther: inSubject('other'),
    subjectDiscount: inSubject('discount'),
    mailPresale: flag(totals.presale > 0),
    orderShare: share('order'),
    discountShare: share('discount'),
    laterShare: share('later'),
    expiredShare: share('expired'),
    mailNone: flag(totals.none > 0),
    mailCore: flag(totals.core > 0),
  };
}

/** The topics of the sentence and its neighbours. */
export function topicFeatures({ cues }: MailContext, { before, after, previous }: Surroundings) {
  const inSentence = (name: keyof typeof cues): boolean =>
    cues[name].has(before.from, before.to) || cues[name].has(after.from, after.to);
  const near = (name: keyof typeof cues): number =>
    Math.min(
      2,
      Math.log1p(
        cues[name].count(previous.from, before.to) + cues[name].count(after.from, after.to),
      ),
    );
  const thick = (name: keyof typeof cues): number =>
    cues[name].density(before.to, after.from, NEARBY);
  const around = {
    thickCore: thick('core'),
    thickEarly: thick('early'),
    thickPresale: thick('presale'),
    thickNoun: thick('noun'),
    thickVerb: thick('verb'),
    thickOther: thick('other'),
    thickDiscount: thick('discount'),
    thickOtp: thick('otp'),
    thickOrder: thick('order'),
    thickExpired: thick('expired'),
    thickNone: thick('none'),
  };
  const { thickCore, thickPresale } = around;
  const against = Math.max(around.thickDiscount, around.thickOtp, around.thickOrder);
  return {
    ...around,
    // The ratio of the density of words about early tickets to that of words about anything else;
    // never 0.
    topicLead: 3 + Math.max(thickCore, thickPresale) - Math.max(against, around.thickOther),
    topicLeadCore: 3 + thickCore - against,
    sentencePresale: flag(inSentence('presale')),
    previousExpired: flag(cues.expired.has(previous.from, previous.to)),
    nearPresale: near('presale'),
    nearCore: flag(near('core') > 0),
  };
}

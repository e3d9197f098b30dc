import { fold } from '../mail/mail-lines.ts';
import type { Candidate } from './candidates.ts';
import { type MailContext, type Range, type Surroundings, surroundings } from './context.ts';
import { patterns, STOP_WORDS } from './cue-patterns.ts';

/** Named observations about one candidate; absent means 0. Weights for them stand in weights.ts. */
export type Features = Readonly<Record<string, number>>;

type CueKind = 'early' | 'plain' | 'other';

interface NounCue {
  kind: CueKind;
  /** Words between the noun and the candidate. */
  gap: number;
  /** Where the noun ends in the folded text. */
  end: number;
}

const flag = (value: boolean): number => (value ? 1 : 0);

/** The last word for "code" in a stretch of the mail, and what kind of code its neighbours make it. */
function nounCue(context: MailContext, range: Range): NounCue | null {
  const { text, cues } = context;
  const noun = cues.noun.last(range.from, range.to);
  if (!noun) return null;
  const reach = text.slice(Math.max(range.from, noun.from - 26), noun.to);
  const leadFrom = noun.to - reach.length + Math.max(0, reach.search(/[^,;:()|•\n]*$/));
  const early = cues.early.last(leadFrom, noun.to);
  const other = cues.other.last(leadFrom, noun.to);
  const gap = text
    .slice(noun.to, range.to)
    .split(/[^a-z0-9']+/)
    .filter((word) => word !== '').length;
  const at = { gap, end: noun.to };
  if (other) {
    const between = text.slice(other.to, Math.max(other.to, noun.from));
    const isNear = /^[\s-]*(?:(?:de|del|di|du|d'|da|do|der|des|van|for|of)\s)?$/.test(between);
    if (patterns.weakEarly.test(between)) return { kind: 'other', ...at };
    if (isNear && (!early || other.to >= early.to)) return { kind: 'other', ...at };
  }
  if (early) return { kind: 'early', ...at };
  const trail = Math.min(range.to, noun.to + 44);
  const isEarly = cues.presale.has(noun.to, trail);
  if (cues.other.has(noun.to, trail) && !isEarly) return { kind: 'other', ...at };
  if (isEarly || cues.early.has(noun.to, trail)) return { kind: 'early', ...at };
  return { kind: 'plain', ...at };
}

/** The kind of code that a column's heading names. */
function headCue(head: string | null): CueKind | null {
  if (head === null) return null;
  const known = headKinds.get(head);
  if (known !== undefined) return known;
  const text = fold(head);
  const isNoun = text.search(patterns.noun) >= 0;
  const plain: CueKind = text.search(patterns.early) >= 0 ? 'early' : 'plain';
  const kind = isNoun
    ? text.search(patterns.other) >= 0 && plain === 'plain'
      ? 'other'
      : plain
    : null;
  if (headKinds.size > 500) headKinds.clear();
  headKinds.set(head, kind);
  return kind;
}
const headKinds = new Map<string, CueKind | null>();

const isCapsToken = (text: string): boolean =>
  /^[\p{Lu}\p{N}&'’-]{2,}$/u.test(text) && /\p{Lu}/u.test(text);

function shapeFeatures(code: string): Record<string, number> {
  const solid = code.replace(/[^\p{L}\p{N}]/gu, '');
  const hasDigit = /\p{N}/u.test(solid);
  const hasUpper = /\p{Lu}/u.test(solid);
  const hasLower = /\p{Ll}/u.test(solid);
  const isWord = !hasDigit;
  return {
    shapeMixed: flag(hasDigit && (hasUpper || hasLower)),
    shapeDigits: flag(hasDigit && !hasUpper && !hasLower),
    shapeShortDigits: flag(/^\d{4,5}$/.test(code)),
    shapeYear: flag(/^(?:19|20)\d\d$/.test(code)),
    shapeCaps: flag(isWord && hasUpper && !hasLower),
    shapeTitle: flag(isWord && /^\p{Lu}\p{Ll}+$/u.test(solid)),
    shapeCamel: flag(isWord && hasUpper && hasLower && !/^\p{Lu}\p{Ll}+$/u.test(solid)),
    shapeLower: flag(isWord && !hasUpper),
    shapeSpecial: flag(/[&+#_!$*/-]/.test(code)),
    shapeShort: flag(solid.length <= 3),
    shapeStop: flag(STOP_WORDS.has(fold(code))),
  };
}

function placeFeatures(context: MailContext, candidate: Candidate): Record<string, number> {
  const line = context.lines[candidate.line];
  if (!line) return {};
  const { start, end } = candidate;
  const inMark = line.marks.some(
    (m) => m.start <= start && m.end >= end && m.end - m.start <= end - start + 24,
  );
  const isExactMark = line.marks.some(
    (m) => Math.abs(m.start - start) <= 1 && Math.abs(m.end - end) <= 1,
  );
  const isInQuotes = line.marks.some(
    (m) => m.emphasis === 'quoted' && m.start === start && m.end === end,
  );
  const previous = /(\S+)\s*$/.exec(line.text.slice(0, start))?.[1] ?? '';
  const next = /^\s+(\S+)/.exec(line.text.slice(end))?.[1] ?? '';
  const isCaps = isCapsToken(candidate.code);
  const runsOn = (word: string): boolean =>
    isCapsToken(word.replace(/[.,;:!?]+$/, '')) && word !== word.toLowerCase();
  return {
    markExact: flag(isExactMark),
    markAround: flag(inMark && !isExactMark),
    inQuotes: flag(isInQuotes),
    capsRun: flag(
      isCaps &&
        !candidate.isJoined &&
        (runsOn(next) || (runsOn(previous) && !/[:=>]$/.test(previous))),
    ),
    numberRun: flag(
      /^\d/.test(candidate.code) &&
        !candidate.isJoined &&
        (/^\+?\d+[.,]?$/.test(next) || /^[+(]?\d[\d.)]*$/.test(previous)),
    ),
    money: flag(
      /[$£€]\s*$|(?:eur|gbp|usd|kr|r\$)\s*$/i.test(
        line.text.slice(Math.max(0, start - 5), start),
      ) || /^\s*(?:[€£%]|eur|kr\b|sek)/i.test(line.text.slice(end, end + 6)),
    ),
    hash: flag(/[#@]$/.test(line.text.slice(0, start))),
    reference: flag(
      /(?:\b(?:ref|nr|no|n|kundennr|id|tel|box|ext)\.?|[№º°])\s*[:#]?\s*$/i.test(
        line.text.slice(Math.max(0, start - 12), start),
      ),
    ),
    isQuoted: flag(line.isQuoted),
    isHidden: flag(line.isHidden),
    isAlt: flag(line.kind === 'alt'),
    isLink: flag(line.kind === 'link'),
    isSubject: flag(line.kind === 'subject'),
    isJoined: flag(candidate.isJoined),
  };
}

function cueFeatures(
  context: MailContext,
  around: Surroundings,
  head: string | null,
): Record<string, number> {
  const { text, cues, totals } = context;
  const { from, to } = around.before;
  const before = text.slice(Math.max(from, to - 90), to);
  const after = text.slice(around.after.from, around.after.to);
  const cue = nounCue(context, around.before);
  const headKind = headCue(head);
  const previousCue = cue ? null : nounCue(context, around.previous);
  const gapText = cue ? text.slice(cue.end, to) : '';
  const isCopula = cue !== null && patterns.copulaEnd.test(gapText);
  const verb = cues.verb.last(Math.max(from, to - 90), to);
  const isVerb = verb !== null && patterns.verbGap.test(text.slice(verb.to, to));
  const isAdjacent = cue !== null && patterns.nounGap.test(gapText);
  const isTight = cue !== null && gapText.length < 90 && patterns.tightGap.test(gapText);
  const isBelow = around.isFromLineAbove && around.isAlone && cue !== null;
  const isVerbAbove =
    around.isFromLineAbove && around.isAlone && cues.verb.has(around.before.from, around.before.to);
  const isPronoun = totals.noun + (cue ? 1 : 0) > 0 && patterns.pronounEnd.test(before);
  const isArrow = /(?:->|=>|→|\.{4,})\s*$/.test(before);
  const isCoreLabel = patterns.coreEnd.test(before);
  const recentCue = cue ?? previousCue ?? nounCue(context, around.recent);
  const isReverse = patterns.reverse.test(after);
  const isAfter = patterns.after.test(after);
  const isLabelled = cue !== null && isCopula && cue.gap <= 10;
  const isColon = patterns.colonEnd.test(before);
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
    headKind !== null;
  const isStrong =
    isTight ||
    isBelow ||
    headKind !== null ||
    (isLabelled && (isColon || cue.kind === 'early') && cue.gap <= 6);
  return {
    cueEarly: flag(cue?.kind === 'early'),
    cuePlain: flag(cue?.kind === 'plain'),
    cueOther: flag(cue?.kind === 'other'),
    cueGap: cue ? Math.min(cue.gap, 12) / 12 : 0,
    labelled: flag(isLabelled),
    colon: flag(cue !== null && isColon),
    verb: flag(isVerb),
    adjacent: flag(isAdjacent),
    below: flag(isBelow),
    verbAbove: flag(isVerbAbove),
    pronoun: flag(isPronoun),
    reverse: flag(isReverse),
    after: flag(isAfter),
    textTo: flag(patterns.textTo.test(after)),
    verbAfter: flag(isVerb && isAfter),
    headEarly: flag(headKind === 'early'),
    headPlain: flag(headKind === 'plain'),
    headOther: flag(headKind === 'other'),
    previousCue: flag(previousCue !== null && previousCue.kind !== 'other'),
    previousOther: flag(previousCue?.kind === 'other'),
    arrow: flag(isArrow),
    tight: flag(isTight),
    coreLabel: flag(isCoreLabel && totals.noun > 0),
    announced: flag(
      around.isAlone &&
        recentCue !== null &&
        patterns.announced.test(text.slice(around.recent.from, around.recent.to)),
    ),
    tightPlain: flag(isTight && cue?.kind === 'plain'),
    recentEarly: flag(recentCue?.kind === 'early'),
    recentPlain: flag(recentCue?.kind === 'plain'),
    recentOther: flag(recentCue?.kind === 'other'),
    direct: flag(isDirect),
    strong: flag(isStrong),
    otherLabel: flag(patterns.label.test(before)),
  };
}

/** What the sentence, its neighbours and the whole mail speak about. */
function topicFeatures(context: MailContext, around: Surroundings): Record<string, number> {
  const { cues, totals } = context;
  const { before, after, previous } = around;
  const inSentence = (name: keyof typeof cues): boolean =>
    cues[name].has(before.from, before.to) || cues[name].has(after.from, after.to);
  const near = (name: keyof typeof cues): number =>
    Math.min(
      2,
      Math.log1p(
        cues[name].count(previous.from, before.to) + cues[name].count(after.from, after.to),
      ),
    );
  const nearCore = near('core') > 0;
  const mail = (name: keyof typeof cues, most: number): number =>
    Math.min(most, Math.log1p(totals[name]));
  return {
    sentencePresale: flag(inSentence('presale')),
    sentenceDiscount: flag(inSentence('discount')),
    sentenceOtp: flag(inSentence('otp')),
    sentenceOrder: flag(inSentence('order')),
    sentenceExpired: flag(inSentence('expired')),
    sentenceLater: flag(inSentence('later')),
    previousExpired: flag(cues.expired.has(previous.from, previous.to)),
    previousDiscount: flag(cues.discount.has(previous.from, previous.to)),
    nearPresale: near('presale'),
    nearDiscount: near('discount'),
    nearCore: flag(nearCore),
    mailPresale: mail('presale', 2),
    mailDiscount: mail('discount', 2),
    mailOtp: mail('otp', 1.5),
    mailOrder: mail('order', 2),
    mailLater: flag(totals.later > 0),
    mailCore: flag(totals.core > 0),
    discountNoCore: flag(totals.discount > 0 && totals.core === 0),
    sentenceDiscountNoCore: flag(inSentence('discount') && !nearCore),
    shortLife: flag(totals.shortLife > 0),
    discountOver: flag(totals.discount > totals.presale),
    otpOver: flag(totals.otp > totals.presale),
    orderOver: flag(totals.order > totals.presale),
  };
}

const AND_SO_ON =
  /^\s+(?:and|et|und|y|e|ed|en|och|until|till|bis|jusqu|hasta|fino|tot|ate|from|ab|vanaf|this|it)\b/;

/** Observations that matter only together. */
function jointFeatures(
  context: MailContext,
  candidate: Candidate,
  around: Surroundings,
  seen: Features,
): Record<string, number> {
  const on = (name: string): boolean => (seen[name] ?? 0) > 0;
  const line = context.lines[candidate.line];
  const after = context.text.slice(around.after.from, around.after.to);
  const hasMark = /[&+#_!$*]/.test(candidate.code);
  const isOrdinary = !hasMark && (on('shapeLower') || on('shapeTitle'));
  const isCodeLike =
    on('shapeMixed') || on('shapeDigits') || (on('shapeCaps') && on('shapeSpecial'));
  const standsOut = on('markExact') || on('inQuotes') || around.isAlone;
  const runsOn = /^ +[a-z]/.test(after) && !on('after') && !AND_SO_ON.test(after);
  const strong = on('strong');
  const weak = !strong && on('direct');
  const isTightly =
    on('tight') ||
    on('headEarly') ||
    (on('labelled') && (on('colon') || on('cueEarly'))) ||
    (on('pronoun') && on('previousCue'));
  const endsLine = line !== undefined && candidate.end >= line.text.length - 1;
  const columns = line ? line.text.split(/\s[/|•·-]\s|\s{3,}|\.{4,}/).length : 0;
  return {
    isAlone: flag(around.isAlone),
    endsLine: flag(endsLine && !around.isAlone),
    listRow: flag(columns >= 3 && endsLine && context.totals.noun > 0),
    strongOrdinary: flag(strong && isOrdinary),
    strongCaps: flag(strong && on('shapeCaps')),
    strongCode: flag(strong && isCodeLike),
    weakOrdinary: flag(weak && isOrdinary),
    weakCaps: flag(weak && on('shapeCaps')),
    weakCode: flag(weak && isCodeLike),
    tightOrdinary: flag(isOrdinary && isTightly),
    ordinaryRunsOn: flag(isOrdinary && runsOn && !standsOut),
    ordinaryStandsOut: flag(isOrdinary && standsOut),
    ordinaryIndirect: flag(isOrdinary && !on('direct')),
    ordinaryFlat: flag(isOrdinary && !standsOut && !on('tight') && !on('pronoun')),
    capsIndirect: flag(on('shapeCaps') && !on('direct') && columns < 3),
    alsoWord: flag(
      on('shapeCaps') && !on('shapeSpecial') && context.words.has(fold(candidate.code)),
    ),
    digitsIndirect: flag(on('shapeDigits') && !on('direct') && !on('announced')),
    plainNoPresale: flag(on('cuePlain') && context.totals.presale === 0),
    directOtp: flag(on('direct') && context.totals.otp > 0),
    directDiscount: flag(on('direct') && on('sentenceDiscount')),
    directOther: flag(on('direct') && (on('cueOther') || on('headOther'))),
  };
}

/**
 * A cheap first look: an ordinary word far from every cue word is never a code, and most words are that.
 * Lets through whatever {@link hasCue} could.
 */
export function isNearCue(context: MailContext, candidate: Candidate): boolean {
  if (!/^\p{L}?\p{Ll}+$/u.test(candidate.code)) return true;
  const line = context.lines[candidate.line];
  if (!line || line.kind === 'link' || line.columnHead !== null) return true;
  const at = (context.starts[candidate.line] ?? 0) + candidate.start;
  const end = at + candidate.code.length;
  const { noun, verb } = context.cues;
  return noun.has(at - 460, end + 80) || verb.has(at - 90, at);
}

/** Observes one candidate. Pure: depends on the mail only. */
export function observe(context: MailContext, candidate: Candidate): Features {
  const around = surroundings(context, candidate);
  const seen = {
    ...shapeFeatures(candidate.code),
    ...placeFeatures(context, candidate),
    ...cueFeatures(context, around, context.lines[candidate.line]?.columnHead ?? null),
    ...topicFeatures(context, around),
  };
  return { ...seen, ...jointFeatures(context, candidate, around, seen) };
}

/** Whether anything at all speaks for a code: without a cue none is reported (part 4, "Presale scan"). */
export function hasCue(features: Features): boolean {
  const on = (name: string): boolean => (features[name] ?? 0) > 0;
  if (on('isLink') || on('direct')) return true;
  const near = on('cueEarly') || on('cuePlain') || on('cueOther') || on('after') || on('arrow');
  if (on('shapeLower') || on('shapeTitle'))
    return near && (on('markExact') || on('inQuotes') || on('isAlone'));
  const recent = on('recentEarly') || on('recentPlain');
  if (on('listRow') && !on('shapeLower') && !on('shapeTitle')) return true;
  if (on('endsLine') && recent && on('sentencePresale')) return true;
  return (
    near ||
    on('previousCue') ||
    on('announced') ||
    (on('isAlone') && recent && on('shapeMixed')) ||
    (on('isAlone') && on('markExact'))
  );
}

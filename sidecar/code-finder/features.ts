import { fold } from '../mail/mail-lines.ts';
import type { Candidate } from './candidates.ts';
import { type MailContext, type Surroundings, surroundings } from './context.ts';
import { patterns, STOP_WORDS } from './cue-patterns.ts';

/** Named observations about one candidate; absent means 0. Weights for them stand in weights.ts. */
export type Features = Readonly<Record<string, number>>;

type CueKind = 'early' | 'plain' | 'other';

interface NounCue {
  kind: CueKind;
  /** Words between the noun and the candidate. */
  gap: number;
}

const lastMatch = (text: string, pattern: RegExp): { start: number; end: number } | null => {
  let found: { start: number; end: number } | null = null;
  for (const match of text.matchAll(pattern))
    found = { start: match.index, end: match.index + match[0].length };
  return found;
};

const has = (text: string, pattern: RegExp): boolean => text.search(pattern) >= 0;
const countIn = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;
const flag = (value: boolean): number => (value ? 1 : 0);

/** The last word for "code" before the candidate, and what kind of code its neighbours make it. */
function nounCue(text: string): NounCue | null {
  const noun = lastMatch(text, patterns.noun);
  if (!noun) return null;
  const reach = text.slice(Math.max(0, noun.start - 26), noun.end);
  const lead = reach.slice(reach.search(/[^,;:()|•]*$/));
  const trail = text.slice(noun.end, noun.end + 44);
  const early = lastMatch(lead, patterns.early);
  const other = lastMatch(lead, patterns.other);
  const gap = text
    .slice(noun.end)
    .split(/[^a-z0-9']+/)
    .filter((w) => w !== '').length;
  const nounLength = noun.end - noun.start;
  const isNear =
    other &&
    /^[\s-]*(?:(?:de|del|di|du|d'|da|do|der|des|van|for|of)\s)?$/.test(
      lead.slice(other.end, Math.max(other.end, lead.length - nounLength)),
    );
  const between = other ? lead.slice(other.end, Math.max(other.end, lead.length - nounLength)) : '';
  if (other && patterns.weakEarly.test(between)) return { kind: 'other', gap };
  if (other && isNear && (!early || other.end >= early.end)) return { kind: 'other', gap };
  if (early) return { kind: 'early', gap };
  if (has(trail, patterns.other) && !has(trail, patterns.presale)) return { kind: 'other', gap };
  if (has(trail, patterns.early) || has(trail, patterns.presale)) return { kind: 'early', gap };
  return { kind: 'plain', gap };
}

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
  around: Surroundings,
  head: string | null,
  mailNouns: number,
): Record<string, number> {
  const { before, after, previous } = around;
  const cue = nounCue(before);
  const headCue = head === null ? null : nounCue(fold(head));
  const previousCue = cue ? null : nounCue(previous);
  const isCopula = patterns.copulaEnd.test(before);
  const isVerb = patterns.verbEnd.test(before);
  const isAdjacent = patterns.nounEnd.test(before);
  const isBelow = around.isFromLineAbove && around.isAlone && cue !== null;
  const isPronoun =
    patterns.pronounEnd.test(before) && (cue !== null || previousCue !== null || mailNouns > 0);
  const isArrow = /(?:->|=>|→|\.{4,})\s*$/.test(before);
  const isTight = patterns.tight.test(before);
  const recentCue = cue ?? previousCue ?? nounCue(around.recent);
  const isReverse = patterns.reverse.test(after);
  const isAfter = patterns.after.test(after);
  const isLabelled = cue !== null && isCopula && cue.gap <= 10;
  const isDirect =
    isLabelled ||
    isVerb ||
    isAdjacent ||
    isBelow ||
    isPronoun ||
    isReverse ||
    isTight ||
    patterns.coreEnd.test(before) ||
    (isArrow && mailNouns > 0) ||
    headCue !== null;
  return {
    cueEarly: flag(cue?.kind === 'early'),
    cuePlain: flag(cue?.kind === 'plain'),
    cueOther: flag(cue?.kind === 'other'),
    cueGap: cue ? Math.min(cue.gap, 12) / 12 : 0,
    labelled: flag(isLabelled),
    colon: flag(cue !== null && patterns.colonEnd.test(before)),
    verb: flag(isVerb),
    adjacent: flag(isAdjacent),
    below: flag(isBelow),
    pronoun: flag(isPronoun),
    reverse: flag(isReverse),
    after: flag(isAfter),
    textTo: flag(patterns.textTo.test(after)),
    verbAfter: flag(isVerb && isAfter),
    headEarly: flag(headCue?.kind === 'early'),
    headPlain: flag(headCue?.kind === 'plain'),
    headOther: flag(headCue?.kind === 'other'),
    previousCue: flag(previousCue !== null && previousCue.kind !== 'other'),
    previousOther: flag(previousCue?.kind === 'other'),
    arrow: flag(isArrow),
    tight: flag(isTight),
    coreLabel: flag(patterns.coreEnd.test(before) && mailNouns > 0),
    announced: flag(around.isAlone && recentCue !== null && patterns.announced.test(around.recent)),
    tightPlain: flag(isTight && cue?.kind === 'plain'),
    recentEarly: flag(recentCue?.kind === 'early'),
    recentPlain: flag(recentCue?.kind === 'plain'),
    recentOther: flag(recentCue?.kind === 'other'),
    direct: flag(isDirect),
    strong: flag(
      isTight ||
        isBelow ||
        headCue !== null ||
        (isLabelled && (patterns.colonEnd.test(before) || cue.kind === 'early') && cue.gap <= 6),
    ),
    otherLabel: flag(patterns.label.test(before)),
  };
}

/** Observes one candidate. Pure: depends on the mail only. */
export function observe(context: MailContext, candidate: Candidate): Features {
  const { totals } = context;
  const around = surroundings(context, candidate);
  const line = context.lines[candidate.line];
  const sentence = `${around.before} ${around.after}`;
  const shape = shapeFeatures(candidate.code);
  const place = placeFeatures(context, candidate);
  const cues = cueFeatures(around, line?.columnHead ?? null, totals.nouns);
  const direct = cues.direct ?? 0;
  const strong = cues.strong ?? 0;
  const isCodeLike =
    shape.shapeMixed === 1 ||
    shape.shapeDigits === 1 ||
    (shape.shapeCaps === 1 && shape.shapeSpecial === 1);
  const near = `${around.previous} ${sentence}`;
  const runsOn =
    /^\s+[a-z]/.test(around.after) &&
    !patterns.after.test(around.after) &&
    !/^\s+(?:and|et|und|y|e|ed|en|och|until|till|bis|jusqu|hasta|fino|tot|ate|from|ab|vanaf|this|it)\b/.test(
      around.after,
    );
  const hasMark = /[&+#_!$*]/.test(candidate.code);
  const isOrdinary = !hasMark && (shape.shapeLower ?? 0) + (shape.shapeTitle ?? 0) > 0;
  const standsOut = (place.markExact ?? 0) + (place.inQuotes ?? 0) > 0 || around.isAlone;
  return {
    ...shape,
    ...place,
    ...cues,
    isAlone: flag(around.isAlone),
    sentencePresale: flag(has(sentence, patterns.presale)),
    sentenceDiscount: flag(has(sentence, patterns.discount)),
    sentenceOtp: flag(has(sentence, patterns.otp)),
    sentenceOrder: flag(has(sentence, patterns.order)),
    sentenceExpired: flag(has(sentence, patterns.expired)),
    sentenceLater: flag(has(sentence, patterns.later)),
    previousExpired: flag(has(around.previous, patterns.expired)),
    previousDiscount: flag(has(around.previous, patterns.discount)),
    mailPresale: Math.min(2, Math.log1p(totals.presale)),
    mailDiscount: Math.min(2, Math.log1p(totals.discount)),
    mailOtp: Math.min(1.5, Math.log1p(totals.otp)),
    mailOrder: Math.min(2, Math.log1p(totals.order)),
    mailLater: flag(totals.later > 0),
    strongOrdinary: flag(strong === 1 && isOrdinary),
    strongCaps: flag(strong === 1 && shape.shapeCaps === 1),
    strongCode: flag(strong === 1 && isCodeLike),
    weakOrdinary: flag(strong === 0 && direct === 1 && isOrdinary),
    weakCaps: flag(strong === 0 && direct === 1 && shape.shapeCaps === 1),
    weakCode: flag(strong === 0 && direct === 1 && isCodeLike),
    tightOrdinary: flag(
      isOrdinary &&
        (cues.tight === 1 ||
          cues.headEarly === 1 ||
          (cues.labelled === 1 && (cues.colon === 1 || cues.cueEarly === 1)) ||
          (cues.pronoun === 1 && cues.previousCue === 1)),
    ),
    ordinaryRunsOn: flag(isOrdinary && runsOn && !standsOut),
    ordinaryStandsOut: flag(isOrdinary && standsOut),
    nearPresale: Math.min(2, Math.log1p(countIn(near, patterns.presale))),
    nearDiscount: Math.min(2, Math.log1p(countIn(near, patterns.discount))),
    mailCore: flag(totals.core > 0),
    nearCore: flag(has(near, patterns.core)),
    discountNoCore: flag(totals.discount > 0 && totals.core === 0),
    sentenceDiscountNoCore: flag(has(sentence, patterns.discount) && !has(near, patterns.core)),
    shortLife: flag(totals.shortLife > 0),
    listRow: flag(
      (line?.text.split(/\s[/|•·-]\s|\s{3,}|\.{4,}/).length ?? 0) >= 3 &&
        candidate.end >= (line?.text.length ?? 0) - 1 &&
        totals.nouns > 0,
    ),
    discountOver: flag(totals.discount > totals.presale),
    otpOver: flag(totals.otp > totals.presale),
    orderOver: flag(totals.order > totals.presale),
    plainNoPresale: flag(cues.cuePlain === 1 && totals.presale === 0),
    ordinaryIndirect: flag(isOrdinary && direct === 0),
    ordinaryFlat: flag(isOrdinary && !standsOut && (cues.tight ?? 0) + (cues.pronoun ?? 0) === 0),
    endsLine: flag(line !== undefined && !around.isAlone && candidate.end >= line.text.length - 1),
    capsIndirect: flag(shape.shapeCaps === 1 && direct === 0),
    digitsIndirect: flag(shape.shapeDigits === 1 && direct === 0),
    directOtp: flag(direct === 1 && totals.otp > 0),
    directDiscount: flag(direct === 1 && has(sentence, patterns.discount)),
    directOther: flag(direct === 1 && (cues.cueOther === 1 || cues.headOther === 1)),
  };
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

import { allMatches, ending, endsWith, fold } from '../../shared/text.ts';
import { remembered } from './cache.ts';
import type { Candidate, MailContext, Surroundings } from './context.ts';
import { cueFeatures, topicFeatures } from './cue-features.ts';
import { STOP_WORDS } from './cue-patterns.ts';
import { hasColumns, layoutFeatures, rowFeatures, standFeatures } from './layout-features.ts';
import { flag, Observations } from './observations.ts';

const isCapsToken = remembered(
  (text) => /^[\p{Lu}\p{N}&'’-]{2,}$/u.test(text) && /\p{Lu}/u.test(text),
);

/** What the code itself looks like. */
export const shapeFeatures = remembered((code) => {
  const solid = code.replace(/[^\p{L}\p{N}]/gu, '');
  const hasDigit = /\p{N}/u.test(solid);
  const hasUpper = /\p{Lu}/u.test(solid);
  const hasLower = /[\p{Ll}\p{Lo}]/u.test(solid);
  const isWord = !hasDigit;
  const isTitle = /^\p{Lu}\p{Ll}+(?:['’-](?:\p{Ll}+|\p{Lu}\p{Ll}+))*$/u.test(code);
  return {
    shapeMixed: flag(hasDigit && (hasUpper || hasLower)),
    shapeDigits: flag(hasDigit && !hasUpper && !hasLower),
    shapeShortDigits: flag(/^\d{4,5}$/.test(code)),
    shapeYear: flag(/^(?:19|20)\d\d$/.test(code)),
    shapeCaps: flag(isWord && hasUpper && !hasLower),
    shapeTitle: flag(isTitle),
    shapeCamel: flag(isWord && hasUpper && hasLower && !isTitle),
    shapeLower: flag(isWord && !hasUpper && !/[&+#_!$*=/]/.test(code)),
    shapeSpecial: flag(/[&+#_!$*/-]/.test(code)),
    shapeShort: flag(solid.length <= 3),
    shapeStop: flag(STOP_WORDS.has(fold(code))),
  };
});

const WORD_BEFORE = ending(String.raw`(\S+)\s*`);
const REFERENCE_BEFORE = ending(
  String.raw`(?:\b(?:ref|nr|no|n|kundennr|id|tel|box|ext)\.?|[№º°])\s*[:#]?\s*`,
  'i',
);
const WORD_AFTER = /\s+(\S+)/y;

/** How the place sets it off, and which neighbours speak against it. */
export function placeFeatures(context: MailContext, candidate: Candidate) {
  const line = context.lines[candidate.line];
  if (!line) return {};
  const { start, end } = candidate;
  let inMark = false;
  let isExactMark = false;
  let isInQuotes =
    /[「『]/.test(line.text.charAt(start - 1)) && /[」』]/.test(line.text.charAt(end));
  for (const m of line.marks) {
    inMark ||= m.start <= start && m.end >= end && m.end - m.start <= end - start + 24;
    isExactMark ||= Math.abs(m.start - start) <= 1 && Math.abs(m.end - end) <= 1;
    isInQuotes ||= m.emphasis === 'quoted' && m.start === start && m.end === end;
  }
  const previous = (): string => {
    WORD_BEFORE.lastIndex = start;
    return WORD_BEFORE.exec(line.text)?.[1] ?? '';
  };
  const next = (): string => {
    WORD_AFTER.lastIndex = end;
    return WORD_AFTER.exec(line.text)?.[1] ?? '';
  };
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
        (runsOn(next()) || (runsOn(previous()) && !/[:=>]$/.test(previous()))),
    ),
    numberRun: flag(
      /^\d/.test(candidate.code) &&
        !candidate.isJoined &&
        (/^\+?\d+[.,]?$/.test(next()) || /^[+(]?\d[\d.)]*$/.test(previous())),
    ),
    hash: flag(/[#@]/.test(line.text.charAt(start - 1))),
    reference: flag(endsWith(line.text.slice(Math.max(0, start - 12), start), REFERENCE_BEFORE)),
    isQuoted: flag(line.isQuoted),
    isHidden: flag(line.isHidden),
    isAlt: flag(line.kind === 'alt'),
    isLink: flag(line.kind === 'link'),
    isSubject: flag(line.kind === 'subject'),
    isJoined: flag(candidate.isJoined),
  };
}

const AND_SO_ON =
  /^\s+(?:and|et|und|y|e|ed|en|och|until|till|bis|jusqu|hasta|fino|tot|ate|from|ab|vanaf|this|it)\b/;

const ORDINARY_WORD = /(?<![\p{L}\p{N}&_-])\p{L}?\p{Ll}{2,30}(?![\p{L}\p{N}&_-])/gu;

/** Of each mail the words in ordinary writing, found when they are first asked for. */
const ordinaryWords = new WeakMap<MailContext, ReadonlySet<string>>();

function readOrdinaryWords({ lines }: MailContext): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { text } of lines)
    for (const [word] of allMatches(text, ORDINARY_WORD)) words.add(fold(word));
  return words;
}

/** Whether a word occurs in ordinary writing, not in capitals: a name rather than a code. */
function isOrdinaryWord(context: MailContext, word: string): boolean {
  const words = ordinaryWords.get(context) ?? readOrdinaryWords(context);
  ordinaryWords.set(context, words);
  return words.has(word);
}

const on = (value: number | undefined): boolean => value === 1;

/** Observations that matter only together. */
function jointFeatures(
  context: MailContext,
  candidate: Candidate,
  around: Surroundings,
  { shape, place, cue, stand }: Glance,
  layout: ReturnType<typeof layoutFeatures>,
) {
  const line = context.lines[candidate.line];
  const after = context.text.slice(around.after.from, around.after.to);
  const hasMark = /[&+#_!$*]/.test(candidate.code);
  const isCaps = on(shape.shapeCaps);
  const isOrdinary = !hasMark && (on(shape.shapeLower) || on(shape.shapeTitle));
  const isCodeLike =
    on(shape.shapeMixed) || on(shape.shapeDigits) || (isCaps && on(shape.shapeSpecial));
  const standsOut = on(place.markExact) || on(place.inQuotes) || around.isAlone;
  const runsOn = /^ +[a-z]/.test(after) && !on(cue.after) && !AND_SO_ON.test(after);
  const direct = on(cue.direct);
  const strong = on(cue.strong);
  const isFinal = on(cue.labelled) && on(stand.stopsAfter) && cue.cueGap <= 0.4;
  const isTightly =
    on(cue.tight) ||
    on(cue.headEarly) ||
    (on(cue.labelled) && (on(cue.colon) || on(cue.cueEarly))) ||
    (on(cue.pronoun) && on(cue.previousCue));
  return {
    strongCaps: flag(strong && isCaps),
    strongCode: flag(strong && isCodeLike),
    labelledFinal: flag(isFinal),
    labelledFinalOrdinary: flag(isFinal && isOrdinary),
    verbFinalOrdinary: flag(isOrdinary && on(cue.verb) && (on(stand.stopsAfter) || on(cue.after))),
    adjacentFlat: flag(isOrdinary && on(cue.adjacent) && !standsOut),
    proseIndirect: flag(on(layout.proseIndirect) && !direct && !on(cue.after)),
    tightOrdinary: flag(isOrdinary && isTightly),
    ordinaryRunsOn: flag(isOrdinary && runsOn && !standsOut),
    ordinaryStandsOut: flag(isOrdinary && standsOut),
    ordinaryIndirect: flag(isOrdinary && !direct),
    ordinaryFlat: flag(isOrdinary && !standsOut && !on(cue.tight) && !on(cue.pronoun)),
    capsIndirect: flag(isCaps && !direct && (line === undefined || !hasColumns(line))),
    alsoWord: flag(
      isCaps &&
        !on(shape.shapeSpecial) &&
        (on(layout.repeated) || candidate.isJoined) &&
        isOrdinaryWord(context, fold(candidate.code)),
    ),
    digitsIndirect: flag(on(shape.shapeDigits) && !direct && !on(cue.announced)),
    directOther: flag(direct && (on(cue.cueOther) || on(cue.headOther))),
  };
}

/** What can be seen of one candidate at a glance: enough for {@link hasCue}. */
export interface Glance {
  shape: ReturnType<typeof shapeFeatures>;
  place: ReturnType<typeof placeFeatures>;
  cue: ReturnType<typeof cueFeatures>;
  stand: ReturnType<typeof standFeatures>;
}

/** Looks at the candidate itself, its line and the words that introduce it. */
export function glance(context: MailContext, candidate: Candidate, around: Surroundings): Glance {
  const head = context.lines[candidate.line]?.columnHead ?? null;
  return {
    shape: shapeFeatures(candidate.code),
    place: placeFeatures(context, candidate),
    cue: cueFeatures(context, around, head),
    stand: standFeatures(context, candidate, around),
  };
}

/**
 * Adds to what was observed of the mail (see {@link mailFeatures}) and seen at a glance what stands around the candidate.
 */
export function observe(
  context: MailContext,
  candidate: Candidate,
  around: Surroundings,
  seen: Glance,
  ofMail: Observations,
): Observations {
  const { shape, place, cue, stand } = seen;
  const layout = layoutFeatures(context, candidate, around);
  const topic = topicFeatures(context, around);
  return new Observations(ofMail)
    .note(shape)
    .note(place)
    .note(cue)
    .note(stand)
    .note(layout)
    .note(rowFeatures(context, candidate.line))
    .note(jointFeatures(context, candidate, around, seen, layout))
    .note(topic)
    .note({ directDiscount: flag(on(cue.direct) && on(topic.sentenceDiscount)) });
}

/** Whether anything at all speaks for a code: without a cue none is reported. */
export function hasCue({ shape, place, cue, stand }: Glance): boolean {
  if (on(stand.headNamed)) return false;
  if (on(place.isLink) || on(cue.direct)) return true;
  if (on(cue.spelled) || on(cue.after) || on(stand.listRow)) return true;
  const isSibling = on(stand.sibling) || on(stand.siblingOrdinary);
  const isNear =
    on(cue.cueEarly) ||
    on(cue.cuePlain) ||
    on(cue.cueOther) ||
    on(cue.previousCue) ||
    on(cue.recentEarly) ||
    on(cue.recentPlain);
  const isOrdinary = on(shape.shapeLower) || on(shape.shapeTitle);
  if (!isOrdinary || on(place.isJoined)) return true;
  return (
    on(place.markExact) ||
    on(place.inQuotes) ||
    on(stand.isAlone) ||
    on(stand.endsLine) ||
    isSibling ||
    on(cue.verb) ||
    (isNear && on(stand.stopsAfter))
  );
}

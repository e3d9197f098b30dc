import { fold } from '../mail/mail-lines.ts';
import type { Candidate } from './candidate.ts';
import type { MailContext, Surroundings } from './context.ts';
import { cueFeatures } from './cue-features.ts';
import { flag } from './flag.ts';
import { layoutFeatures } from './layout-features.ts';
import { Observations } from './observations.ts';
import { placeFeatures, shapeFeatures } from './shape-features.ts';
import { topicFeatures } from './topic-features.ts';

const AND_SO_ON =
  /^\s+(?:and|et|und|y|e|ed|en|och|until|till|bis|jusqu|hasta|fino|tot|ate|from|ab|vanaf|this|it)\b/;

/** Observations that matter only together. */
function jointFeatures(
  context: MailContext,
  candidate: Candidate,
  around: Surroundings,
  seen: Observations,
): Record<string, number> {
  const on = (name: string): boolean => seen.has(name);
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
    labelledFinal: flag(on('labelled') && on('stopsAfter') && seen.get('cueGap') <= 0.4),
    labelledFinalOrdinary: flag(
      isOrdinary && on('labelled') && on('stopsAfter') && seen.get('cueGap') <= 0.4,
    ),
    verbFinalOrdinary: flag(isOrdinary && on('verb') && (on('stopsAfter') || on('after'))),
    adjacentFlat: flag(isOrdinary && on('adjacent') && !standsOut),
    siblingDirect: flag(
      (on('sibling') || on('siblingOrdinary')) &&
        (on('previousCue') || on('recentPlain') || on('recentEarly')),
    ),
    proseIndirect: flag(on('proseIndirect') && !on('direct') && !on('after')),
    signature: flag(on('closing') && around.isAlone),
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
    directOther: flag(on('direct') && (on('cueOther') || on('headOther'))),
  };
}

/** What stands before a word that ends its line as an entry of a list does; or nothing. */
const STANDS_OUT = /(?:^|[:=>»→|]|\.{3,}| {3,}|[-–—•·])\s*["'“«(]?$/;

/**
 * A cheap first look: an ordinary word in running text far from every cue word is never a code, and most
 * words are that. Lets through whatever {@link hasCue} could.
 */
export function isNearCue(context: MailContext, candidate: Candidate): boolean {
  if (!/^\p{L}?\p{Ll}+$/u.test(candidate.code)) return true;
  const line = context.lines[candidate.line];
  if (!line || line.kind === 'link' || line.columnHead !== null) return true;
  if (STANDS_OUT.test(line.text.slice(0, candidate.start)) && candidate.end >= line.text.length - 1)
    return true;
  if (line.marks.some((mark) => mark.start === candidate.start && mark.end === candidate.end))
    return true;
  const at = (context.starts[candidate.line] ?? 0) + candidate.start;
  const end = at + candidate.code.length;
  const { noun, verb } = context.cues;
  return noun.has(at - 460, end + 160) || verb.has(at - 90, at);
}

/** What can be seen of one candidate at a glance, without reading what the mail is about. */
export function glance(
  context: MailContext,
  candidate: Candidate,
  around: Surroundings,
): Observations {
  const head = context.lines[candidate.line]?.columnHead ?? null;
  const seen = new Observations()
    .note(shapeFeatures(candidate.code))
    .note(placeFeatures(context, candidate))
    .note(cueFeatures(context, around, head))
    .note(layoutFeatures(context, candidate, around));
  return seen.note(jointFeatures(context, candidate, around, seen));
}

/** Adds what the mail is about to what was seen at a glance. */
export function observe(
  context: MailContext,
  around: Surroundings,
  seen: Observations,
): Observations {
  seen.note(topicFeatures(context, around));
  return seen.note({ directDiscount: flag(seen.has('direct') && seen.has('sentenceDiscount')) });
}

/** Whether anything at all speaks for a code: without a cue none is reported (part 4, "Presale scan"). */
export function hasCue(seen: Observations): boolean {
  const on = (name: string): boolean => seen.has(name);
  if (on('headNamed')) return false;
  if (on('isLink') || on('direct')) return true;
  const isOrdinary = on('shapeLower') || on('shapeTitle');
  if (on('spelled') || on('after') || on('listRow')) return true;
  const isNear =
    on('cueEarly') ||
    on('cuePlain') ||
    on('cueOther') ||
    on('previousCue') ||
    on('recentEarly') ||
    on('recentPlain');
  if (!isOrdinary)
    return (
      isNear ||
      on('lineLabel') ||
      on('arrow') ||
      on('announced') ||
      on('verbNear') ||
      on('isAlone') ||
      on('sibling')
    );
  return (
    on('markExact') ||
    on('inQuotes') ||
    on('isAlone') ||
    on('endsLine') ||
    on('sibling') ||
    on('siblingOrdinary') ||
    on('verb') ||
    (isNear && on('stopsAfter'))
  );
}

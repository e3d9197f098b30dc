import { fold } from '../../shared/text.ts';
import type { Candidate } from './candidate.ts';
import type { MailContext } from './context.ts';
import { STOP_WORDS } from './cue-patterns.ts';
import { ending, endsWith } from './endings.ts';
import { flag } from './flag.ts';
import { remembered } from './remembered.ts';

const isCapsToken = remembered(
  (text) => /^[\p{Lu}\p{N}&'’-]{2,}$/u.test(text) && /\p{Lu}/u.test(text),
);

/** What the code itself looks like. */
export const shapeFeatures = remembered((code) => {
  const solid = code.replace(/[^\p{L}\p{N}]/gu, '');
  const hasDigit = /\p{N}/u.test(solid);
  const hasUpper = /\p{Lu}/u.test(solid);
  const hasLower = /\p{Ll}/u.test(solid);
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
const CURRENCY_BEFORE = ending(String.raw`(?:[$£€]|eur|gbp|usd|kr)\s*`, 'i');
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
  let isInQuotes = false;
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
    money: flag(
      endsWith(line.text.slice(Math.max(0, start - 5), start), CURRENCY_BEFORE) ||
        /^\s*(?:[€£%]|eur|kr\b|sek)/i.test(line.text.slice(end, end + 6)),
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

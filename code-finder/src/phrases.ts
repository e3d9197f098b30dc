import type { MailLine } from '../../mail-lines/line.ts';
import { allMatches, ending, endsWith, fold } from '../../shared/text.ts';
import { type CachedLine, cachedByLine } from './cache.ts';
import { type Candidate, MAX_LENGTH, type MailContext } from './context.ts';
import { isOwnVocabulary, patterns, STOP_WORDS } from './cue-patterns.ts';
import { cuesInLine } from './cue-search.ts';
import { isInWord, isShownCode, isSmallWord, MONTH_AND_DAY, SPACED_TELEPHONE } from './shapes.ts';

/** Codes of several words. Buyers type them with or without the blanks. */

/** Groups of capitals or digits; the first one may have small letters beside a digit. */
const GROUPS =
  /(?<![\p{L}\p{N}])(?:[\p{Lu}\p{N}]{2,12}|(?=\p{L}*\p{N})[\p{L}\p{N}]{2,12})(?: (?:[&+] )?(?:[\p{Lu}\p{N}]{2,12}|\d)){1,4}(?![\p{L}\p{N}])/gu;
const PHRASE = /^[\p{L}\p{N}'&+-]{1,14}(?: [\p{L}\p{N}'&+-]{1,14}){1,4}$/u;
/**
 * Several words that are separated from the text: in bold, in quotation marks, after a colon or on
 * a line of their own.
 */
function phrases(line: MailLine, index: number, drops: boolean): Candidate[] {
  const colon = /^.*[:=]\s+/.exec(line.text)?.[0].length ?? 0;
  const spots = [
    { start: 0, end: line.text.length },
    { start: colon, end: line.text.length },
    ...line.marks,
  ];
  return spots.flatMap(({ start, end }) => {
    const text = line.text.slice(start, end).replace(/[.,;]$/, '');
    const isPhrase = PHRASE.test(text) && text.length <= MAX_LENGTH && !MONTH_AND_DAY.test(text);
    if (!isPhrase || text.split(' ').every((w) => STOP_WORDS.has(fold(w)))) return [];
    const code = drops ? text.replace(/ /g, '') : text;
    return [{ code, line: index, start, end: start + text.length, isJoined: true }];
  });
}

/** Groups of capitals or digits in running text. */
function capitalGroups(line: MailLine, index: number, drops: boolean): Candidate[] {
  return allMatches(line.text, GROUPS).flatMap(({ index: start, 0: text }) => {
    const isNone =
      text.split(' ').every((word) => STOP_WORDS.has(fold(word))) ||
      SPACED_TELEPHONE.test(text) ||
      MONTH_AND_DAY.test(text);
    if (isNone) return [];
    const code = drops ? text.replace(/ /g, '') : text;
    return [{ code, line: index, start, end: start + text.length, isJoined: true }];
  });
}

/** Whether a folded text states that the blanks belong to the code. */
export const saysBlanks = (around: string): boolean =>
  around !== '' && patterns.withSpace.test(around) && !patterns.noSpace.test(around);

/**
 * Codes of several words in a mail that mentions the blank, or its omission. `around` is folded.
 */
export function acrossSpaces(line: MailLine, index: number, around: string): Candidate[] {
  const drops = patterns.noSpace.test(around);
  if (!drops && !patterns.withSpace.test(around)) return [];
  return [...phrases(line, index, drops), ...capitalGroups(line, index, drops)];
}

/**
 * Codes as the layout shows them, with all their marks and blanks: the only text of a line, the text after a colon or
 * an arrow, bold or quoted text.
 */

const LABEL = /(?:[:=：]|->|=>|→|»)\s+|[=→：]/g;
/**
 * The name of a value in a link. Values with digits identify a mailing; links that contain a code
 * become separate lines.
 */
const LINK_PARAMETER = ending(String.raw`[?&]\w{0,30}`);
/** Text after a label and its code that continues the sentence. */
const GOES_ON = /\s*(?:[([]|[,;.!?]\s|\s-\s|\s{3}|\s\/\s|\s[|•·]\s)/;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** The text between a cue and the words that it introduces. */
const AFTER_CUE =
  /^\s*(?:(?:is|it's|ist|lautet|est|es|e|ar|is het|:|=|the words?|the phrase|just|simply)\s+){0,2}["'“”„«»‘’]?/;
/** Text that describes the words directly before it: their number or their spelling. */
const NAMES_SEVERAL =
  /(?:two|three|both) words|(?:one|with|and) (?:an? |the )?(?:spaces?|gaps?)|space between|(?:all|in) small|(?:small|no) (?:letters|capitals|caps)|(?:en )?(?:deux|trois) mots|avec (?:l'|un |les )?espaces?|(?:zwei|drei) worter|mit (?:leerzeichen|abstand)|(?:dos|tres) palabras|con (?:el |los )?espacios?|(?:due|tre) parole|con (?:lo )?spazio|(?:twee|drie) woorden|met (?:een )?spaties?|(?:duas|tres) palavras|com (?:o )?espaco|(?:tva|tre) ord|med mellanslag|lower ?case|spelled|minuscul|minuscol|kleinbuchstaben|kleine letters|sma bokstaver|gemener/g;
const BEFORE_STATEMENT =
  /["'”»)]?[\s,.;:(–—-]*(?:(?:in|en|als|in|written as|all|all small|as|and|mit|met|con|avec|com|med|with(?: the)?)\s+)?$/i;
/** A statement about the number of words or about their blanks, not only about capitals. */
const COUNTS_OR_BLANKS =
  /words|mots|worter|palabras|parole|woorden|palavras|(?<!\p{L})ord|space|gap|leerzeichen|abstand|espace|espacio|spazio|spatie|espaco|mellanslag/u;
/** A statement before that one: "gull 2031 (small g, one space)". */
const EARLIER_STATEMENT = /(?:\s?[([]|,\s)[^,()[\]]{1,30}$/;
/** A code of several words counts only if a word for "code" is within this many characters before or after it. */
const BEFORE = 170;
const AFTER = 60;

interface Spot {
  start: number;
  end: number;
  /**
   * The mail states the number or spelling of these words directly after them, so they are a code
   * without any other cue.
   */
  isStated?: boolean;
}

/** Punctuation that always ends a group of words. */
const GROUP_END = /[,;:!?()"“”«»]|\.(?:\s|$)|\s[-–—]\s/;
/** Small words inside a name: "Rosa de Abril". */
const INSIDE_NAME = /^(?:d[aeou]s?|del|della|of|the|et|e|y|and|&|von|van|la|le|el|l['’]?)$/i;
const NAME_WORD = /^(?:\p{Lu}|\d)/u;
const WORDS_IN_GROUP = 4;

/** The words from an index on, until the group ends. */
function groupAt(text: string, start: number): string[] {
  const rest = text.slice(start, start + 2 * MAX_LENGTH);
  const end = rest.search(GROUP_END);
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .trimEnd()
    .split(' ');
}

const spotOf = (start: number, words: readonly string[]): Spot => ({
  start,
  end: start + words.join(' ').length,
});

/** The number of words that are written as in a name: capitalised words and numbers, and small words between them. */
function nameLength(words: readonly string[]): number {
  let length = 0;
  for (const [at, word] of words.slice(0, WORDS_IN_GROUP + 1).entries()) {
    if (NAME_WORD.test(word)) length = at + 1;
    else if (!INSIDE_NAME.test(word)) break;
  }
  return length;
}

/** Introduces a code without a word for it: "it's", "the answer is". */
const IT_IS = /(?<![a-z])(?:it's|answer is|c'est|es ist|das ist|antwort ist|het is|det ar) /g;
const CAPITALS =
  /(?<![\p{L}\p{N}-])\p{Lu}{2,14}(?: (?:\p{Lu}{2,14}|\d{1,4})){1,2}(?![\p{L}\p{N}-])/gu;
const RUNNING_TEXT = /\p{Ll} \p{Ll}/u;
/** A word and a number: "Psalm 98". */
const NUMBERED = /^\p{L}+ \d{1,4}(?!\S)/u;

/** Characters inside a word that make it more than a plain token: "r.i.p_disko", "C0B@LT.crew". */
const HAS_ODD_MARK = /[\p{L}\p{N}](?:[.@;!?]|(?<=[\p{L}\p{N}]{2})['’])[\p{L}\p{N}]/u;

/**
 * The possible codes of several words, or one with marks inside, directly after a cue that ends at
 * `cueEnd`: a name, a word with its number, or everything before the next punctuation mark.
 */
function groupsAfter({ text, folded }: CachedLine, cueEnd: number): Spot[] {
  const gap = AFTER_CUE.exec(folded.slice(cueEnd, cueEnd + 40));
  if (!gap) return [];
  const start = cueEnd + gap[0].length;
  const words = groupAt(text, start);
  const [first = ''] = words;
  const single = HAS_ODD_MARK.test(first) ? [spotOf(start, [first])] : [];
  if (words.length < 2) return single;
  const isNumbered = NUMBERED.test(words.slice(0, 2).join(' '));
  const isWhole =
    words.length <= WORDS_IN_GROUP && !isSmallWord(first) && !isSmallWord(words.at(-1) ?? '');
  // "Put amber kettle in the box": words after an entered code that end it.
  const toAfter = [2, 3, 4].find(
    (length) =>
      length < words.length &&
      patterns.after.test(folded.slice(spotOf(start, words.slice(0, length)).end)),
  );
  const isBeforeAfter =
    toAfter !== undefined && !isSmallWord(first) && !isSmallWord(words[toAfter - 1] ?? '');
  const lengths = [
    nameLength(words),
    isNumbered ? 2 : 0,
    isWhole ? words.length : 0,
    isBeforeAfter ? toAfter : 0,
  ];
  const several = [...new Set(lengths)]
    .filter((length) => length > 1)
    .map((length) => spotOf(start, words.slice(0, length)));
  return [...single, ...several];
}

/**
 * Groups of words in running text: words in capitals, and words directly after a verb of entering
 * or a word for the code.
 */
const introduced = cachedByLine((line): readonly Spot[] => [
  ...(RUNNING_TEXT.test(line.text) ? allMatches(line.text, CAPITALS) : []).map(
    ({ index: start, 0: group }) => ({ start, end: start + group.length }),
  ),
  ...cuesInLine(line).flatMap(({ category, to }) =>
    category === 'verb' || category === 'noun' ? groupsAfter(line, to) : [],
  ),
]);

const afterItIs = cachedByLine((line): readonly Spot[] =>
  allMatches(line.folded, IT_IS).flatMap(({ index, 0: words }) =>
    groupsAfter(line, index + words.length),
  ),
);

/** Groups of words whose number the mail states directly after them. */
const beforeStatement = cachedByLine(({ text, folded }): readonly Spot[] =>
  allMatches(folded, NAMES_SEVERAL).flatMap(({ index, 0: statement }) => {
    const nearest = text.slice(0, index).replace(BEFORE_STATEMENT, '');
    const counts = /three|trois|drei|tres|tre|drie/.test(statement) ? [3] : [2, 3];
    const places = new Set([nearest, nearest.replace(EARLIER_STATEMENT, '')]);
    return [...places].flatMap((before) => {
      const words = before.split(' ');
      return counts.flatMap((count) => {
        const group = words.slice(-count);
        const start = before.length - group.join(' ').length;
        const isWhole = group.length === count && !/^\p{Ll}{1,3}$/u.test(group[0] ?? '');
        if (!isWhole || /[;:!?]|\p{L}{3}\. /u.test(group.join(' '))) return [];
        const isClear = !isSmallWord(group[0] ?? '') && !isSmallWord(group.at(-1) ?? '');
        const isName = group.every((word) => NAME_WORD.test(word));
        const isStated = isClear && (isName || COUNTS_OR_BLANKS.test(statement));
        return before === nearest || isStated ? [{ start, end: before.length, isStated }] : [];
      });
    });
  }),
);

/**
 * Connects a word for the code with a distant code: "the password for the presale is night heron".
 */
const COPULA =
  /(?<![\p{L}\p{N}])(?:is|ist|lautet|est|es|è|é|är|to)\s+(?=["'“„«]?[\p{L}\p{N}])|[:=]\s+/giu;
/** The maximum number of characters between a word for the code and such a connection. */
const MOST_TO_COPULA = 50;
const SENTENCE_MARK = /[.!?;\n]/;

/** Groups of words after a word for the code and a connection in the same sentence. */
const afterCopula = cachedByLine((line): readonly Spot[] => {
  const nouns = cuesInLine(line).filter(({ category }) => category === 'noun');
  if (nouns.length === 0) return [];
  return allMatches(line.text, COPULA).flatMap(({ index, 0: { length } }) => {
    const noun = nouns.findLast(({ to }) => to < index);
    if (noun === undefined || index - noun.to > MOST_TO_COPULA) return [];
    if (SENTENCE_MARK.test(line.text.slice(noun.to, index))) return [];
    return groupsAfter(line, index + length);
  });
});

/** A name directly before the text that calls it a code: "Amen Corner is the phrase". */
const NAME_IS =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’]+(?: (?:\p{Lu}[\p{L}'’]+|\d{1,4})){1,3}(?=["'”»]? (?:is|ist|est|es|è|é|är|as|als|comme|como|come|som) )/gu;
const calledCode = cachedByLine(({ text, folded }): readonly Spot[] =>
  allMatches(text, NAME_IS).flatMap(({ index: start, 0: name }) => {
    const end = start + name.length;
    return patterns.reverse.test(folded.slice(end, end + 80)) ? [{ start, end }] : [];
  }),
);

const BRACKETED = /[「『【〈《]([^「」『』【】〈〉《》\s]{2,12})[」』】〉》]/g;
/** Japanese writing has no capitals and no blanks, so a code of its letters is in brackets. */
const bracketed = cachedByLine(({ text }): readonly Spot[] =>
  allMatches(text, BRACKETED).flatMap(({ index, 1: code = '' }) =>
    EAST_ASIAN.test(code) && !isOwnVocabulary(fold(code))
      ? [{ start: index + 1, end: index + 1 + code.length }]
      : [],
  ),
);

const EQUALS_BEFORE = ending(String.raw`=[^\s=?&:/]{1,40}`);
const EQUALS_AFTER = /=[^\s=?&:/]+=/y;
/** Whether an equals sign is one of several in a word, which are not labels: "WLB=2027=JW". */
const isInEquation = (text: string, at: number): boolean => {
  EQUALS_AFTER.lastIndex = at;
  return endsWith(text, EQUALS_BEFORE, at) || EQUALS_AFTER.test(text);
};

/** The text after a label: up to the end of the line, and up to the next part. */
const labelled = cachedByLine(({ text }): readonly Spot[] => {
  const spots: Spot[] = [];
  for (const label of allMatches(text.substring(0, 600), LABEL).slice(-3)) {
    const start = label.index + label[0].length;
    const rest = text.slice(start, start + 2 * MAX_LENGTH);
    if (/^\w*\d/.test(rest) && endsWith(text, LINK_PARAMETER, label.index)) continue;
    if (label[0] === '=' && isInEquation(text, label.index)) continue;
    const cut = rest.search(GOES_ON);
    spots.push({ start, end: start + rest.length });
    if (cut > 0) spots.push({ start, end: start + cut });
  }
  return spots;
});

/** Whether a word for "code" is near enough to a range of text for several words to be a code. */
const isNearWord = ({ cues: { noun, verb } }: MailContext, from: number, to: number): boolean =>
  noun.has(from - BEFORE, to + AFTER) || verb.has(from - BEFORE, to);

/**
 * Whether several words may be a code: a word for "code" is near, and not all of them are function
 * words.
 */
function isPhrase(
  context: MailContext,
  text: string,
  at: number,
  { isStated = false }: Spot,
): boolean {
  const { noun, verb } = context.cues;
  const end = at + text.length;
  if (!isStated && !noun.has(at - BEFORE, end + AFTER) && !verb.has(at - BEFORE, at)) return false;
  if (noun.has(at, end) || verb.has(at, end)) return false;
  return !text.split(' ').every(isSmallWord);
}

/** Marks around a code that are not part of it. */
const OPENS = /[\s"'“„«»‘`*([「『【]/;
const CLOSES = /[\s"'”“»«’`)\].,;」』】。、]/;

/** Letters separated by dots are one word: "S·P·I·N", "D.U.C.K". */
const DOTTED_LETTERS = /^[\p{L}\p{N}](?:[·.][\p{L}\p{N}]){3,}$/u;
/** The same ornament on both sides: "~ kettledrum ~". */
const FRAMED = /^([^\p{L}\p{N}\s]{1,3}) +(?=\S)(.{0,60}\S) +\1$/u;
const EXCLAMATION_BEFORE = /^[!¡] +/;

function withoutMarks(text: string, spot: Spot): Spot {
  let { start } = spot;
  let end = Math.min(spot.end, text.length);
  const [, ornament] = FRAMED.exec(text.slice(start, end)) ?? [];
  if (ornament !== undefined) {
    start += ornament.length;
    end -= ornament.length;
  }
  start += EXCLAMATION_BEFORE.exec(text.slice(start, start + 4))?.[0].length ?? 0;
  while (start < end && OPENS.test(text.charAt(start))) start++;
  while (start < end && CLOSES.test(text.charAt(end - 1))) end--;
  return { start, end };
}

/** The hints to codes in a folded line. They decide which of the searches below can find anything in the mail. */
interface Hints {
  /** A hint that the code has blanks, or that they are omitted. */
  blanks: boolean;
  several: boolean;
  itIs: boolean;
}

const hintsOfLine = cachedByLine(
  ({ folded }): Hints => ({
    blanks: patterns.withSpace.test(folded) || patterns.noSpace.test(folded),
    several: folded.search(NAMES_SEVERAL) >= 0,
    itIs: folded.search(IT_IS) >= 0,
  }),
);

/** The hints of all lines of a mail. */
export function hintsOfMail({ cachedLines, totals }: MailContext): Hints {
  const hints = { blanks: false, several: false, itIs: false };
  for (const line of cachedLines) {
    const { blanks, several, itIs } = hintsOfLine(line);
    hints.blanks ||= blanks;
    hints.several ||= several;
    hints.itIs ||= itIs && totals.noun + totals.presale > 0;
  }
  return hints;
}

/**
 * The texts that a line shows as one piece. It excludes candidates in `existing`, and several words
 * if the line is a button.
 */
export function shownWhole(
  context: MailContext,
  index: number,
  hints: Hints,
  existing: readonly Candidate[],
  isButton: (line: string) => boolean,
): Candidate[] {
  const line = context.lines[index];
  const cached = context.cachedLines[index];
  if (!line || !cached || line.kind === 'link') return [];
  const lineStart = context.starts[index] ?? 0;
  const isNear = hints.itIs || isNearWord(context, lineStart, lineStart + line.text.length);
  const candidates: Candidate[] = [];
  const spots: Spot[] = [
    { start: 0, end: line.text.length },
    ...line.marks,
    ...labelled(cached),
    ...bracketed(cached),
    ...(isNear ? introduced(cached) : []),
    ...(isNear ? afterCopula(cached) : []),
    ...(isNear ? calledCode(cached) : []),
    ...(hints.itIs ? afterItIs(cached) : []),
    ...(hints.several ? beforeStatement(cached) : []),
  ];
  for (const spot of spots) {
    const { start, end } = withoutMarks(line.text, spot);
    if (end - start < 3 || end - start > MAX_LENGTH) continue;
    const code = line.text.slice(start, end);
    if (isInWord(line.text, start) || isInWord(line.text, end) || DOTTED_LETTERS.test(code))
      continue;
    const isJoined = code.includes(' ');
    if (isJoined && (!isPhrase(context, code, lineStart + start, spot) || isButton(line.text)))
      continue;
    const isSame = (other: Candidate): boolean => other.start === start && other.code === code;
    if (existing.some(isSame) || candidates.some(isSame) || !isShownCode(code)) continue;
    if (EAST_ASIAN.test(code) && (spot.start === 0 || code.length > 12)) continue;
    candidates.push({ code, line: index, start, end, isJoined });
  }
  return candidates;
}

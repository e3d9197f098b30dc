import { allMatches, fold } from '../../shared/text.ts';
import { type Candidate, isUpper, MAX_LENGTH, type MailContext, type MailLine } from './context.ts';
import { isOwnVocabulary, patterns, STOP_WORDS } from './cue-patterns.ts';

/** Codes that are not one token: letters set apart, and words that are typed with or without their blanks. */

const SET_APART = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[ -]{1,3}[\p{L}\p{N}]){3,30}(?![\p{L}\p{N}])/gu;
/** Two single characters side by side: cheap to look for, and rare. */
const MAY_BE_SET_APART = /[ -][^ -]{1,2}[ -]{1,3}[^ -]{1,2}[ -]/;
const GROUPS = /[\p{L}\p{N}]{2,12}(?: [\p{L}\p{N}]{2,12}){1,4}/gu;
const PHRASE = /^[\p{L}\p{N}'&+-]{1,14}(?: [\p{L}\p{N}'&+-]{1,14}){1,4}$/u;
const MONTH_AND_DAY = /^(?:\p{L}{3,10}\.? \d{1,2}|\d{1,2} \p{L}{3,10})(?: \d{4})?$/u;

/** Letters set apart: "R O P E 5 1" and "K-W-K-0". */
export function spelledOut(line: MailLine, index: number): Candidate[] {
  if (!MAY_BE_SET_APART.test(line.text)) return [];
  const found: Candidate[] = [];
  for (const match of allMatches(line.text, SET_APART)) {
    const code = match[0].replace(/[ -]/g, '');
    const start = match.index;
    found.push({ code, line: index, start, end: start + match[0].length, isJoined: true });
  }
  return found;
}

/** Several words set off from their surroundings: in bold, in quotation marks, after a colon or in a line of their own. */
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
  const found: Candidate[] = [];
  for (const match of allMatches(line.text, GROUPS)) {
    const words = match[0].split(' ');
    const from = words.findIndex((word) => isUpper(word) || /\d/.test(word));
    if (from < 0) continue;
    const rest = words.slice(from);
    const stop = rest.findIndex((word) => !isUpper(word) && !/^\d+$/.test(word));
    const group = stop < 0 ? rest : rest.slice(0, stop);
    const text = group.join(' ');
    const isNone = group.length < 2 || group.every((w) => STOP_WORDS.has(fold(w)));
    if (isNone || MONTH_AND_DAY.test(text)) continue;
    const lead = words.slice(0, from).join(' ');
    const start = match.index + lead.length + (from > 0 ? 1 : 0);
    const code = drops ? text.replace(/ /g, '') : text;
    found.push({ code, line: index, start, end: start + text.length, isJoined: true });
  }
  return found;
}

/** Whether a mail says anywhere that a code has blanks, or that they are left out. `text` is folded. */
export const speaksOfBlanks = (text: string): boolean =>
  patterns.withSpace.test(text) || patterns.noSpace.test(text);

/** Codes of several words where the mail speaks of the blank, or of leaving it out. `around` is folded. */
export function acrossSpaces(line: MailLine, index: number, around: string): Candidate[] {
  const drops = patterns.noSpace.test(around);
  if (!drops && !patterns.withSpace.test(around)) return [];
  return [...phrases(line, index, drops), ...capitalGroups(line, index, drops)];
}

/**
 * Codes as the place shows them, whatever marks and blanks they hold: what is alone in a line, what follows a colon or an
 * arrow, what is bold or in quotation marks.
 */

const LABEL = /(?:[:=：]|->|=>|→|»)\s+|[=→：]/g;
/** What goes on after a code that follows a label. */
const GOES_ON = /\s*(?:[([]|[,;.!?]\s|\s-\s|\s{3}|\s\/\s|\s[|•·]\s)/;
const WORDS = /^\S{1,18}(?: \S{1,18}){0,4}$/;
const NO_CODE =
  /:\/\/|^www\.|^[\w.+-]+@[\w-]+\.[\w.-]+$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,12}(?:\/\S*)?$|^[\d\s.,:/h%€£$-]+$|[€£$%]|^\+?[\d ()-]+$|[?&]\w+=|^[a-z]\w*=|^n\/a$|[:,]$|^[-*•·>]|^--|[<>]{2}/i;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const DATE_OR_TIME_OF_DAY =
  /^(?:\p{L}{2,10}\.?,? ){0,2}\d{1,2}\.?(?: \p{L}{3,10})?(?: \d{2,4})?$|\d{1,2}[:.h]\d{2}/u;
/** Between a cue and the words that it introduces. */
const AFTER_CUE =
  /^\s*(?:(?:is|it's|ist|lautet|est|es|e|ar|is het|:|=|the words?|the phrase|just|simply)\s+){0,2}["'“”„«»‘’]?/;
const SEVERAL_WORDS =
  /(?:two|three|both) words|(?:with|and) (?:a |the )?spaces?|space between|en deux mots|deux mots|avec (?:l'|un |les )?espaces?|zwei worter|mit leerzeichen|mit abstand|dos palabras|con (?:el |los )?espacios?|due parole|con (?:lo )?spazio|twee woorden|met (?:een )?spaties?|duas palavras|com (?:o )?espaco|tva ord|med mellanslag/g;
const BEFORE_STATEMENT =
  /["'”»)]?[\s,.;:(–—-]*(?:(?:in|en|als|in|written as|all|all small|as)\s+)?$/i;
/** Characters before and after a code of several words within which a word for "code" must stand. */
const BEFORE = 170;
const AFTER = 60;

interface Spot {
  start: number;
  end: number;
}

/** Where a group of words ends for certain. */
const GROUP_END = /[,;:!?()"“”«»]|\.(?:\s|$)|\s[-–—]\s/;
/** Small words inside a name: "Rosa de Abril". */
const INSIDE_NAME = /^(?:d[aeou]s?|del|della|of|the|et|e|y|and|&|von|van|la|le|el|l['’]?)$/i;
const NAME_WORD = /^(?:\p{Lu}|\d)/u;
const WORDS_IN_GROUP = 4;

/** The words that begin at a place, until the group ends. */
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

/** How many of the words are written like a name: capitals and numbers, with small words between. */
function nameLength(words: readonly string[]): number {
  let length = 0;
  for (const [at, word] of words.slice(0, WORDS_IN_GROUP + 1).entries()) {
    if (NAME_WORD.test(word)) length = at + 1;
    else if (!INSIDE_NAME.test(word)) break;
  }
  return length;
}

/** Groups of words right after a verb of entering or a word for the code, in running text. */
function introduced(context: MailContext, index: number, line: MailLine): Spot[] {
  const lineStart = context.starts[index] ?? 0;
  const lineEnd = lineStart + line.text.length;
  const { verb, noun } = context.cues;
  const spots: Spot[] = [];
  for (const spans of [verb, noun])
    for (let cue = spans.first(lineStart, lineEnd); cue; cue = spans.first(cue.to, lineEnd)) {
      const gap = AFTER_CUE.exec(context.text.slice(cue.to, Math.min(lineEnd, cue.to + 40)));
      if (!gap) continue;
      const start = cue.to - lineStart + gap[0].length;
      const words = groupAt(line.text, start);
      const length = nameLength(words);
      if (length > 1) spots.push(spotOf(start, words.slice(0, length)));
    }
  return spots;
}

/** Groups of words of which the mail says right behind that they are several. */
function beforeStatement(line: MailLine, folded: string): Spot[] {
  return allMatches(folded, SEVERAL_WORDS).flatMap(({ index, 0: statement }) => {
    const before = line.text.slice(0, index).replace(BEFORE_STATEMENT, '');
    const words = before.split(' ');
    const counts = /three|trois|drei|tres|tre|drie/.test(statement) ? [3] : [2, 3];
    return counts.flatMap((count) => {
      const group = words.slice(-count);
      const start = before.length - group.join(' ').length;
      return group.length === count ? [{ start, end: before.length }] : [];
    });
  });
}

function spotsOf(line: MailLine): Spot[] {
  const spots: Spot[] = [{ start: 0, end: line.text.length }, ...line.marks];
  for (const label of allMatches(line.text.slice(0, 600), LABEL).slice(-3)) {
    const start = label.index + label[0].length;
    const rest = line.text.slice(start, start + 2 * MAX_LENGTH);
    const cut = rest.search(GOES_ON);
    spots.push({ start, end: start + rest.length });
    if (cut > 0) spots.push({ start, end: start + cut });
  }
  return spots;
}

/** Whether several words may be a code at all: a word for one stands near, and they are not only small words. */
function isPhrase(context: MailContext, text: string, at: number): boolean {
  const words = fold(text).split(' ');
  if (words.every((word) => STOP_WORDS.has(word) || isOwnVocabulary(word))) return false;
  const { noun, verb } = context.cues;
  const end = at + text.length;
  if (noun.has(at, end) || verb.has(at, end)) return false;
  return noun.has(at - BEFORE, end + AFTER) || verb.has(at - BEFORE, at);
}

/** Marks around a code that are not its own. */
const OPENS = /[\s"'“„«»‘`*([「『【]/;
const CLOSES = /[\s"'”“»«’`)\].,;」』】。、]/;

function withoutMarks(text: string, spot: Spot): Spot {
  let { start } = spot;
  let end = Math.min(spot.end, text.length);
  while (start < end && OPENS.test(text.charAt(start))) start++;
  while (start < end && CLOSES.test(text.charAt(end - 1))) end--;
  return { start, end };
}

/** What a line shows as one piece. */
export function shownWhole(context: MailContext, index: number): Candidate[] {
  const line = context.lines[index];
  if (!line || line.kind === 'link') return [];
  const found: Candidate[] = [];
  const spots = [
    ...spotsOf(line),
    ...introduced(context, index, line),
    ...beforeStatement(line, context.folded[index] ?? ''),
  ];
  for (const spot of spots) {
    const { start, end } = withoutMarks(line.text, spot);
    if (end - start < 3 || end - start > MAX_LENGTH) continue;
    const code = line.text.slice(start, end);
    if (!WORDS.test(code)) continue;
    if (
      NO_CODE.test(code) ||
      DATE_OR_TIME_OF_DAY.test(code) ||
      !/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(code)
    )
      continue;
    if (EAST_ASIAN.test(code) && (spot.start === 0 || code.length > 12)) continue;
    if (code.includes(' ') && !isPhrase(context, code, (context.starts[index] ?? 0) + start))
      continue;
    found.push({
      code,
      line: index,
      start,
      end,
      isJoined: code.includes(' '),
    });
  }
  return found;
}

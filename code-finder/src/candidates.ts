import type { MailLine } from '../../mail-lines/line.ts';
import { allMatches, ending, endsWith, isAscii } from '../../shared/text.ts';
import { type CachedLine, cachedByLine } from './cache.ts';
import type { Candidate, MailContext } from './context.ts';
import { isCodeColumn } from './cue-features.ts';
import { mayEndIntroduction, mayStandBetween, patterns } from './cue-patterns.ts';
import { WORDS } from './model.ts';
import { groupedNumbersOf, isPartOf, telephonesOf } from './numbers.ts';
import { acrossSpaces, hintsOfMail, saysBlanks, shownWhole } from './phrases.ts';
import { isOrdinaryWord, isRareWord, isWorthLooking } from './shapes.ts';
import { keysBeside, wordsBeside } from './words.ts';

/**
 * The maximum number of candidates in one mail: nine times the number in any labelled mail, a limit
 * for hostile ones.
 */
export const MAX_CANDIDATES = 1000;
/**
 * The maximum number of places of one code that are examined in a mail with more than {@link
 * MAX_CANDIDATES} candidates.
 */
const MAX_PLACES = 20;

const TOKEN =
  /[\p{L}\p{N}](?:(?:[\p{L}\p{M}\p{N}_\-&+#!@*$%~^?'’/§=]|\.(?!\.))*[\p{L}\p{M}\p{N}#+$&_!])?/gu;
const URL_LIKE =
  /(?:https?:\/\/|www\.)\S+|[\w.-]+\.[a-z]{2,12}\/\S*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;
const MAY_HOLD_URL = /[/@]|www\./i;
const YEAR = /^(?:19|20)\d\d$/;
/** Text that shows that the number after it is a year and not a code: "14 March ", "March 14, ", "since ". */
const BEFORE_YEAR = ending(
  String.raw`(?:\d{1,2}(?:st|nd|rd|th|er|[.º])? (?:de )?\p{L}{3,10}\.?|\p{L}{3,10}\.? \d{1,2}(?:st|nd|rd|th)?),? (?:de )?|(?<!\p{L})(?:since|seit|depuis|desde|dal|sinds|sedan|od) |© ?`,
  'u',
);

/** Scripts without blanks between words, in which codes are islands of Latin letters. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/gu;
/** Replaces a text with blanks of the same length, so that positions in the line stay valid. */
const blankOut = (text: string): string => ' '.repeat(text.length);
const withoutEastAsian = (text: string): string =>
  isAscii(text) ? text : text.replace(EAST_ASIAN, blankOut);
/** Drops an exclamation mark that ends a sentence; keeps one in a code that has other marks too. */
function trimBang(code: string, line: MailLine, start: number, around: () => string): string {
  if (!code.endsWith('!')) return code;
  if (patterns.bang.test(around())) return `${code.replace(/!+$/, '')}!`;
  const body = code.replace(/!+$/, '');
  const isDelimited = line.marks.some(
    (m) => m.start === start && m.end === start + body.length + 1,
  );
  const hasOtherMark = /[&+#_$*-]/.test(body);
  return (isDelimited || line.text === code) && hasOtherMark ? `${body}!` : body;
}

/** Lines of a calendar entry that are meant for programs, in mails that show the entry as text. */
const CALENDAR =
  /^(?:BEGIN|END|VERSION|PRODID|METHOD|CALSCALE|UID|DT[A-Z]+|DURATION|TRIGGER|ACTION|RRULE|SEQUENCE|STATUS|TRANSP|CLASS|PRIORITY|CREATED|LAST-MODIFIED|ORGANIZER|ATTENDEE|GEO|URL|TZ[A-Z]+|X-[A-Z-]+)[;:]/;
const FRAMES = /[\u2500-\u259f]/g;
/** The maximum number of different frame-drawing characters in a line of text. */
const MOST_FRAMES = 2;
/**
 * Whether a line is a file that was read as text: letters between characters that otherwise draw
 * frames.
 */
const isBinary = cachedByLine(
  ({ text }): boolean =>
    !isAscii(text) && /\p{L}/u.test(text) && new Set(text.match(FRAMES) ?? []).size > MOST_FRAMES,
);
const HAS_CALENDAR = /^(?:begin:v|dtstart[;:])/m;
const END_MARKS = /^[!?*]+/;

/** The token with the closing marks after it, if these may be part of the code and not of the sentence. */
function withEndMarks(
  line: MailLine,
  { code, start, end, ...rest }: Candidate,
  around: () => string,
): Candidate | null {
  const marks = END_MARKS.exec(line.text.slice(end, end + 4))?.[0];
  if (marks === undefined) return null;
  if (/^\p{L}?\p{Ll}+$/u.test(code) && !patterns.endMark.test(around())) return null;
  const goesOn = / \p{Ll}/uy;
  goesOn.lastIndex = end + marks.length;
  const isOwn =
    marks.length > 1 ||
    /[&+#_$*@/-]/.test(code) ||
    goesOn.test(line.text) ||
    patterns.endMark.test(around());
  return isOwn ? { ...rest, code: code + marks, start, end: end + marks.length } : null;
}

/** Whether the line below a picture repeats its text: that line is read in any case. */
const isCaption = ({ kind, text }: MailLine, below: MailLine | undefined): boolean =>
  kind === 'alt' && below?.text.startsWith(text) === true;

/** A line that a mail shows this often is a button: if it has several words, it is not a code. */
const OFTEN = 4;

/** The lines that a mail contains {@link OFTEN} times or more. */
function repeatedLines(lines: readonly CachedLine[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { text } of lines) counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Set([...counts].flatMap(([text, count]) => (count >= OFTEN ? [text] : [])));
}

const SET_APART =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[ ·-]{1,3}[\p{L}\p{N}]|\.[\p{L}\p{N}]){3,30}(?![\p{L}\p{N}])/gu;
/** Two single characters side by side: a rare pattern with a fast search. */
const MAY_BE_SET_APART = /[ ·.-][^ ·.-]{1,2}[ ·.-]{1,3}[^ ·.-]{1,2}[ ·.-]/;

/** Letters set apart: "R O P E 5 1", "K-W-K-0" and "S·P·I·N". */
const spelledOut = cachedByLine(({ text }): readonly Omit<Candidate, 'line'>[] => {
  if (!MAY_BE_SET_APART.test(text)) return [];
  return allMatches(text, SET_APART).map(({ index: start, 0: letters }) => {
    const code = letters.replace(/[ ·.-]/g, '');
    return { code, start, end: start + letters.length, isJoined: true };
  });
});

/** The tokens of a line that may be codes, without ordinary words far from every cue. */
function lineTokens(
  context: MailContext,
  index: number,
  cached: CachedLine,
  { blanks }: { blanks: boolean },
): Candidate[] {
  const line = context.lines[index];
  if (!line) return [];
  const tokens = plainTokens(cached);
  if (tokens === HAS_MARKS) return tokensOf(line, index, () => textAround(context, index));
  const isFar = !blanks && line.marks.length === 0 && isFarLine(context, index);
  const found: Candidate[] = [];
  for (const { code, start, end, isIdle } of tokens)
    if (!isFar || !isIdle) found.push({ code, line: index, start, end, isJoined: false });
  return found;
}

/** The folded lines around a line, at most 1,600 characters. */
const textAround = ({ folded }: MailContext, index: number): string =>
  folded
    .slice(Math.max(0, index - 3), index + 3)
    .join(' ')
    .substring(0, 1600);

/** All parts of a mail with the shape of a code. */
export function findCandidates(context: MailContext): Candidate[] {
  const { lines, cachedLines, text } = context;
  const candidates: Candidate[] = [];
  /** The first `nearCount` candidates are near a cue. */
  let nearCount = 0;
  const places = new Map<string, number>();
  const keepNear = (): void => {
    const later = candidates.splice(nearCount);
    for (const candidate of later) {
      const placeCount = (places.get(candidate.code) ?? 0) + 1;
      places.set(candidate.code, placeCount);
      if (placeCount > MAX_PLACES) continue;
      if (isNearCue(context, candidate) || isInvited(context, candidate))
        candidates.push(candidate);
    }
    nearCount = candidates.length;
  };
  const hasCalendar = HAS_CALENDAR.test(text);
  const hints = hintsOfMail(context);
  let buttons: Set<string> | null = null;
  const isButton = (line: string): boolean => {
    buttons ??= repeatedLines(cachedLines);
    return buttons.has(line);
  };
  for (let index = 0; index < cachedLines.length; index++) {
    // Words far from every cue are not codes: in a long mail they would fill the list.
    if (candidates.length >= MAX_CANDIDATES) keepNear();
    if (candidates.length >= MAX_CANDIDATES) break;
    const line = lines[index];
    const cached = cachedLines[index];
    if (!line || !cached || isBinary(cached) || (hasCalendar && CALENDAR.test(line.text))) continue;
    if (isCaption(line, lines[index + 1])) continue;
    const grouped = groupedNumbersOf(cached);
    const around = hints.blanks ? textAround(context, index) : '';
    const areBlanksOwn = saysBlanks(around);
    const joined = [
      ...spelledOut(cached),
      ...grouped.map(({ start, end }) => {
        const text = cached.text.slice(start, end);
        return { code: areBlanksOwn ? text : text.replaceAll(' ', ''), start, end, isJoined: true };
      }),
    ].map((spelled) => ({ ...spelled, line: index }));
    if (hints.blanks) joined.push(...acrossSpaces(line, index, around));
    const numbers = [...telephonesOf(cached), ...grouped];
    const isOwn = (candidate: Candidate): boolean =>
      numbers.length === 0 || candidate.isJoined || !isPartOf(candidate, numbers);
    const tokens = lineTokens(context, index, cached, hints).filter(isOwn);
    const whole = shownWhole(context, index, hints, [...joined, ...tokens], isButton);
    candidates.push(...joined, ...whole.filter(isOwn));
    for (const token of tokens) candidates.push(token);
    const cell = numberOfColumn(line, index);
    if (cell && !candidates.some(({ line: at, code }) => at === index && code === cell.code))
      candidates.push(cell);
  }
  return candidates.slice(0, MAX_CANDIDATES);
}

/**
 * Digits in groups with hyphens, which outside a column of codes are a date or a telephone number.
 */
const HYPHENED_DIGITS = /^\d{2,5}(?:-\d{2,5}){1,3}$/;

/** Whether the text is the only one in a cell below a heading for codes. */
function numberOfColumn({ text, columnHead }: MailLine, line: number): Candidate | null {
  if (columnHead === null || !HYPHENED_DIGITS.test(text) || !isCodeColumn(columnHead)) return null;
  return { code: text, line, start: 0, end: text.length, isJoined: false };
}

/** Marks that are part of a code or not, depending on their surroundings. */
const HAS_MARK = /[#!?*]/;

/** The tokens of one line. A token that ends in marks is returned with and without them. */
function tokensOf(line: MailLine, index: number, around: () => string): Candidate[] {
  const candidates: Candidate[] = [];
  for (const match of tokenMatches(line.text)) {
    const start = match.index;
    const hasHash = line.text[start - 1] === '#' && patterns.hash.test(around());
    const token = trimBang(match[0], line, start, around);
    const end = start + token.length;
    const code = hasHash ? `#${token}` : token;
    if (!mayBeCode(line.text, code, start)) continue;
    const own = { code, line: index, start: hasHash ? start - 1 : start, end, isJoined: false };
    const marked = withEndMarks(line, own, around);
    candidates.push(own, ...(marked ? [marked] : []));
  }
  return candidates;
}

interface PlainToken {
  code: string;
  start: number;
  end: number;
  /** Whether the token counts as a code only near a cue. */
  isIdle: boolean;
}

/** Marks a line whose tokens depend on its mail, and are therefore not cached. */
const HAS_MARKS: readonly PlainToken[] = [];

/** The tokens of a line without closing marks. They are the same in every mail. */
const plainTokens = cachedByLine(({ text }): readonly PlainToken[] => {
  if (HAS_MARK.test(text)) return HAS_MARKS;
  return tokenMatches(text).flatMap(({ index: start, 0: code }) => {
    const end = start + code.length;
    return mayBeCode(text, code, start)
      ? [{ code, start, end, isIdle: isIdle(text, code, end) }]
      : [];
  });
});

function tokenMatches(text: string): RegExpExecArray[] {
  const urls = MAY_HOLD_URL.test(text) ? allMatches(text, URL_LIKE) : [];
  const tokens = allMatches(withoutEastAsian(text), TOKEN);
  return urls.length === 0
    ? tokens
    : tokens.filter(
        ({ index }) => !urls.some((url) => index >= url.index && index < url.index + url[0].length),
      );
}

/** A placeholder that a program replaces with a name: "{{FIRST_NAME}}", "%FNAME%". */
const OPENS_FIELD = ending('\\{\\{\\s?|%');
const CLOSES_FIELD = /\s?\}\}|%/y;

const mayBeCode = (text: string, code: string, start: number): boolean => {
  if (!isWorthLooking(code) || (YEAR.test(code) && endsWith(text, BEFORE_YEAR, start)))
    return false;
  CLOSES_FIELD.lastIndex = start + code.length;
  return !(endsWith(text, OPENS_FIELD, start) && CLOSES_FIELD.test(text));
};

/** A word may be a code if the sum of the weights of its neighbouring words reaches this. */
const INVITING = 10;

/** Whether a candidate is a rare word in a place where codes are usual. */
export function isInvited(context: MailContext, candidate: Candidate): boolean {
  if (!isRareWord(candidate.code)) return false;
  const { weights } = WORDS.around;
  const keys = keysBeside(...wordsBeside(context, candidate));
  return keys.reduce((sum, key) => sum + (weights.get(key) ?? 0), 0) > INVITING;
}

/** The text before a word that ends its line like an entry of a list; may be empty. */
const STANDS_OUT = ending(String.raw`(?:^|[:=>»→|]|\.{3,}| {3,}|[-–—•·])\s*["'“«(]?`);

/** The Japanese particle after the topic of a sentence, whose verb and noun come later. */
const JAPANESE_PARTICLE = /^["'”»)\]」』】*]{0,2}\s?[がとを]/;

/**
 * The distances, in characters, within which a candidate needs a cue: before it, before it within running text, after
 * it, and from a verb before it.
 */
const REACH = { before: 460, beforeRunning: 150, after: 160, verb: 90, spelling: 24 };

/**
 * Whether a line is so far from every cue word that only the last of its ordinary words can be near
 * one.
 */
function isFarLine({ cues, starts, lines, spelling }: MailContext, index: number): boolean {
  const line = lines[index];
  if (!line || line.kind === 'link' || line.columnHead !== null) return false;
  const from = starts[index] ?? 0;
  const to = from + line.text.length;
  return (
    !spelling.has(from, to + REACH.spelling) &&
    !cues.noun.has(from - REACH.before, to + REACH.after) &&
    !cues.verb.has(from - REACH.verb, to)
  );
}

/**
 * Whether a word of a line that ends at `end` is an ordinary one, which is not a code if it is far
 * from a cue.
 */
const isIdle = (text: string, word: string, end: number): boolean =>
  isOrdinaryWord(word) &&
  !isRareWord(word) &&
  end < text.length - 1 &&
  !JAPANESE_PARTICLE.test(text.slice(end, end + 4));

const BLANK = 32;
const isLowerCase = (unit: number): boolean => unit > 96 && unit < 123;
/** The maximum number of words between a verb of entering and a code. */
const STEPS = 8;
/** The length of the longest cue in characters. */
const LONGEST_CUE = 60;

/**
 * Whether the words directly before a word of running text may introduce it as a code. True in case
 * of doubt.
 */
function mayBeIntroduced({ text, cues }: MailContext, start: number): boolean {
  let to = start - 1;
  for (let step = 0; step < STEPS; step++) {
    let from = to;
    while (isLowerCase(text.charCodeAt(from - 1))) from--;
    if (from === to || text.charCodeAt(from - 1) !== BLANK) return true;
    for (const spans of [cues.verb, cues.noun])
      if (spans.last(to - LONGEST_CUE, to)?.to === to) return true;
    const word = text.slice(from, to);
    if (mayEndIntroduction(word)) return true;
    if (!mayStandBetween(word)) return false;
    to = from - 1;
  }
  return true;
}

/** The same for a word in the middle of a sentence, and for the words after it. */
function isTextAboutCodes(context: MailContext, start: number, end: number): boolean {
  const { text, cues, totals, spelling } = context;
  if (cues.expired.all > 0 || spelling.has(start - 80, end + 80)) return true;
  if (text.charCodeAt(start - 1) !== BLANK || mayBeIntroduced(context, start)) return true;
  const after = text.slice(end, end + 100);
  return patterns.after.test(after) || (totals.noun > 0 && patterns.reverse.test(after));
}

/**
 * A fast first check: an ordinary word in running text far from every cue word is never a code, and most
 * words are ordinary. True for every word that {@link hasCue} could accept.
 */
export function isNearCue(context: MailContext, candidate: Candidate): boolean {
  if (!isOrdinaryWord(candidate.code)) return true;
  const line = context.lines[candidate.line];
  if (!line || line.kind === 'link' || line.columnHead !== null) return true;
  const endsLine = candidate.end >= line.text.length - 1;
  if (endsLine && endsWith(line.text, STANDS_OUT, candidate.start)) return true;
  const { start } = candidate;
  if (line.marks.some((mark) => mark.start === start && mark.end === candidate.end)) return true;
  const { text, cues, spelling } = context;
  const at = (context.starts[candidate.line] ?? 0) + candidate.start;
  const end = at + candidate.code.length;
  if (JAPANESE_PARTICLE.test(text.slice(end, end + 4))) return true;
  if (!/[\p{L}\p{N}]/u.test(text.charAt(end + 1)) && spelling.has(end, end + REACH.spelling))
    return true;
  const runsOn = text.charCodeAt(end) === BLANK && isLowerCase(text.charCodeAt(end + 1));
  const from = at - (runsOn ? REACH.beforeRunning : REACH.before);
  if (!cues.noun.has(from, end + REACH.after) && !cues.verb.has(at - REACH.verb, at)) return false;
  const isMarked = ({ marks }: MailLine): boolean =>
    marks.some((m) => Math.abs(m.start - start) < 2 && Math.abs(m.end - candidate.end) < 2);
  return !runsOn || isMarked(line) || isTextAboutCodes(context, at, end);
}

import type { MailLine } from '../../mail-lines/line.ts';
import { allMatches, cut } from '../../shared/text.ts';
import { type CachedLine, cachedByLine, cachedLine } from './cache.ts';
import { patterns } from './cue-patterns.ts';
import { type Category, findCues, Spans } from './cue-search.ts';

/** A stretch of a mail that could be a code, with its place. */
export interface Candidate {
  code: string;
  line: number;
  start: number;
  end: number;
  /** True if it is joined from several tokens. */
  isJoined: boolean;
}

/** The maximum length of a code in characters. */
export const MAX_LENGTH = 40;

/** Whether it has letters that are all capitals. */
export const isUpper = (text: string): boolean =>
  text === text.toUpperCase() && text !== text.toLowerCase();

/** The number of characters that are read on either side of a candidate. */
const WINDOW = 260;
/**
 * The number of characters of a mail that are read: two parts of 256 kB; newsletters have a
 * fiftieth of that.
 */
const MAX_TEXT = 600_000;

/** A mail folded into one text. */
export interface FoldedMail {
  lines: readonly MailLine[];
  /** The record of each line. */
  cachedLines: readonly CachedLine[];
  /** Each line folded. */
  folded: readonly string[];
  /** All lines folded, joined by line feeds. */
  text: string;
  /** The start of each line in `text`. */
  starts: readonly number[];
  /** Words about how to type a code. */
  spelling: Spans;
  /** Whether the mail is longer than the part that is read. */
  isCut: boolean;
}

/** A folded mail with the places of all its cue words. */
export interface MailContext extends FoldedMail {
  cues: Readonly<Record<Category, Spans>>;
  /** How often each category occurs in the mail itself, without quoted history. */
  totals: Readonly<Record<Category, number>>;
}

/** A stretch of the folded text. */
export interface Range {
  from: number;
  to: number;
}

/** The text around one candidate. */
export interface Surroundings {
  /**
   * The text before the candidate in its own sentence; if the candidate is alone on its line, the
   * lines before.
   */
  before: Range;
  /** The text after it, to the end of the sentence. */
  after: Range;
  /** The sentence before that one. */
  previous: Range;
  /** The last few lines above, with the text before the candidate. */
  recent: Range;
  /** Whether the code starts its line, so that the text before it comes from the line above. */
  isFromLineAbove: boolean;
  /** Whether the line contains only the code, or only small words after a label. */
  isAlone: boolean;
}

/** Beginnings and ends of the words about how to type a code, as a flat list. */
const spellingIn = cachedByLine(({ folded }): readonly number[] =>
  allMatches(folded, patterns.spelling).flatMap(({ index, 0: { length } }) => [
    index,
    index + length,
  ]),
);

/** Folds the lines of a mail; for an endless mail, only the first lines. */
export function foldMail(lines: readonly MailLine[]): FoldedMail {
  const normalized: MailLine[] = [];
  const cachedLines: CachedLine[] = [];
  const folded: string[] = [];
  const starts: number[] = [];
  const spelling = new Spans();
  let length = 0;
  for (const line of lines) {
    if (length + line.text.length > MAX_TEXT) break;
    const cached = cachedLine(line.text);
    starts.push(length);
    cachedLines.push(cached);
    normalized.push({ ...line, text: cached.text });
    folded.push(cached.folded);
    const places = spellingIn(cached);
    for (let i = 0; i < places.length; i += 2)
      spelling.add(length + (places[i] ?? 0), length + (places[i + 1] ?? 0));
    length += line.text.length + 1;
  }
  const isCut = normalized.length < lines.length;
  return {
    lines: normalized,
    cachedLines,
    folded,
    text: folded.join('\n'),
    starts,
    spelling,
    isCut,
  };
}

/** Folds a mail and finds its cue words. */
export function readContext(mailLines: readonly MailLine[]): MailContext {
  const mail = foldMail(mailLines);
  const { lines, starts } = mail;
  const cues = findCues(mail.text, mail.cachedLines, starts);
  const quoted = lines.length >= 30 ? lines.flatMap((line, i) => (line.isQuoted ? [i] : [])) : [];
  const totals = Object.fromEntries(
    Object.entries(cues).map(([category, spans]) => {
      const inQuotes = quoted.reduce((sum, i) => {
        const from = starts[i] ?? 0;
        return sum + spans.count(from, from + (lines[i]?.text.length ?? 0));
      }, 0);
      return [category, spans.all - inQuotes];
    }),
  ) as Record<Category, number>;
  return { ...mail, cues, totals };
}

const SENTENCE_END = /[.!?](?:["'”»)\]]*)\s+(?=\S)|。(?=.)|[;](?=\s)|\s[-–—•|]{1,2}\s(?=\S.{30})/g;
const ABBREVIATION = /(?:^|\s)(?:no|nr|n|st|tel|ref|dr|ca|bzw|kl|z\.b|e\.g|i\.e|p\.m|a\.m|a|q|\d)$/;

/** The start of the last sentence of a text. */
function lastSentenceStart(text: string): number {
  let start = 0;
  for (const match of allMatches(text, SENTENCE_END)) {
    const isAbbreviation = ABBREVIATION.test(text.slice(Math.max(0, match.index - 8), match.index));
    if (!isAbbreviation) start = match.index + match[0].length;
  }
  return start;
}

/** Lines at least this long were probably wrapped by the mail program. */
const WRAPPED = 46;
const BULLET = /^(?:[-*•·>+]|\d{1,2}\s?[.)/:]|[a-z]\))\s/;

/** Whether line `index` continues the sentence of the line above. */
function continues(context: MailContext, index: number): boolean {
  const line = context.lines[index];
  if (!line || line.startsBlock || index === 0) return false;
  const above = context.folded[index - 1] ?? '';
  return (
    (above.length >= WRAPPED || /[:,]$/.test(above)) && !BULLET.test(context.folded[index] ?? '')
  );
}

/** First and last line of the paragraph around a line, within the window. */
function paragraph(context: MailContext, index: number): { first: number; last: number } {
  let first = index;
  let last = index;
  const at = context.starts[index] ?? 0;
  while (continues(context, first) && at - (context.starts[first] ?? 0) < WINDOW) first--;
  while (continues(context, last + 1) && (context.starts[last] ?? 0) - at < WINDOW) last++;
  return { first, last };
}

const NO_WORD = /^[^\p{L}\p{N}]*$/u;
const BRACKETS = /\([^()]{0,60}\)/;

/** Finds the surroundings of a candidate. */
export function surroundings(context: MailContext, candidate: Candidate): Surroundings {
  const { text, starts, lines } = context;
  const index = candidate.line;
  const lineStart = starts[index] ?? 0;
  const start = lineStart + candidate.start;
  const end = lineStart + candidate.end;
  const lineEnd = lineStart + (lines[index]?.text.length ?? 0);
  const startsLine = NO_WORD.test(text.slice(Math.max(lineStart, start - WINDOW), start));
  const rest = text.slice(end, Math.min(lineEnd, end + WINDOW));
  const isAlone = startsLine && NO_WORD.test(rest.replace(BRACKETS, ''));
  const { first, last } = paragraph(context, index);
  const isBelowSubject = lines[index - 1]?.kind === 'subject' || lines[index]?.kind === 'subject';
  const isDataCell = lines[index]?.columnHead != null;
  const joinsAbove =
    !isDataCell && startsLine && index > 0 && (isAlone || first === index) && !isBelowSubject;
  const top = joinsAbove ? paragraph(context, index - 1).first : first;
  const from = Math.max(starts[top] ?? 0, start - WINDOW);
  const cut = from + lastSentenceStart(text.slice(from, start));
  const above = starts[Math.max(0, top - 1)] ?? 0;
  const earlierFrom = Math.max(cut > from ? from : above, cut - WINDOW);
  const earlier = text.slice(earlierFrom, cut).trimEnd();
  const stop =
    starts[last] === undefined ? lineEnd : (starts[last] ?? 0) + (lines[last]?.text.length ?? 0);
  const following = text.slice(end, Math.min(stop, end + WINDOW));
  const sentenceEnd = following.search(/[.!?](?:\s|$)|。/);
  return {
    before: { from: cut, to: start },
    after: { from: end, to: end + (sentenceEnd < 0 ? following.length : sentenceEnd + 1) },
    previous: { from: earlierFrom + lastSentenceStart(earlier), to: cut },
    recent: { from: Math.max(starts[Math.max(0, index - 5)] ?? 0, start - 420), to: start },
    isFromLineAbove: joinsAbove,
    isAlone,
  };
}

const EVIDENCE_CHARACTERS = 240;
const LOW_HALF = /^[\udc00-\udfff]/;

/** The sentence that contains the evidence, as shown to the reader. */
export function evidenceOf(context: MailContext, candidate: Candidate): string {
  const line = context.lines[candidate.line];
  if (!line) return '';
  if (line.kind === 'link') return cut(`Link with the code ${line.text}`, EVIDENCE_CHARACTERS);
  const text = line.text;
  const from = lastSentenceStart(text.slice(0, candidate.start));
  const stop = text.slice(candidate.end).search(/[.!?](?:\s|$)|。/);
  const sentence = text.slice(from, stop < 0 ? undefined : candidate.end + stop + 1).trim();
  const isBare = sentence.length - (candidate.end - candidate.start) < 4;
  const above = context.lines[candidate.line - 1];
  const lead = isBare
    ? (line.columnHead ?? (above && line.kind !== 'subject' ? above.text : ''))
    : '';
  const whole = lead === '' ? sentence : `${lead} ${sentence}`;
  if (whole.length <= EVIDENCE_CHARACTERS) return whole;
  const at = whole.indexOf(candidate.code);
  const begin = Math.max(
    0,
    Math.min(at - EVIDENCE_CHARACTERS / 2, whole.length - EVIDENCE_CHARACTERS),
  );
  return cut(whole.slice(begin).replace(LOW_HALF, ''), EVIDENCE_CHARACTERS);
}

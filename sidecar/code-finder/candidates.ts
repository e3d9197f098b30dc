import { fold, type MailLine } from '../mail/mail-lines.ts';
import { isOwnVocabulary, patterns, STOP_WORDS } from './cue-patterns.ts';

/** A stretch of a mail that could be a code, with where it stands. */
export interface Candidate {
  code: string;
  line: number;
  start: number;
  end: number;
  /** Not a token of the text but put together from several. */
  isJoined: boolean;
}

const MIN_LENGTH = 3;
const MAX_LENGTH = 40;
/** Candidates looked at in one mail: enough for any newsletter, a bound for hostile ones. */
const MAX_CANDIDATES = 1500;

const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_\-&+#!@*$%~^?'’/.§]*[\p{L}\p{M}\p{N}#+$&_!])?/gu;
const URL_LIKE = /(?:https?:\/\/|www\.)\S+|[\w.-]+\.[a-z]{2,12}\/\S*|[\w.+-]+@[\w.-]+/gi;
const DATE_OR_TIME =
  /^(?:\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{1,2}(?:st|nd|rd|th|er|e|º|ª)|\d{1,2}(?:am|pm|a|p|h|u|uhr|kl)|\d{1,2}h\d{2}|\d{1,3}(?:gb|mb|kg|cm|mm|km|min|px|pt|hrs?|x|k|m|ml|g|l)|\d{1,2}-\d{1,2}(?:am|pm|h|u)?|x\d+|\d+x)$/i;

/** Words of the trade that somebody may well choose as a code, written in capitals. */
const POSSIBLE_IN_CAPITALS =
  /^(?:fans?|live|tour|early|access|priority|vip|members?|exclusive|artist|show|friends|family|tickets?|first|personal|presale|love)$/;

const isUpper = (text: string): boolean =>
  text === text.toUpperCase() && text !== text.toLowerCase();

/** Mails repeat their words: what was found out about one is kept, up to a bound. */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 20_000;

function isWorthLooking(code: string): boolean {
  const known = judged.get(code);
  if (known !== undefined) return known;
  const verdict = judge(code);
  if (judged.size >= MAX_JUDGED) judged.clear();
  if (code.length <= MAX_LENGTH) judged.set(code, verdict);
  return verdict;
}

const judge = (code: string): boolean => {
  const solid = code.replace(/[^\p{L}\p{N}]/gu, '');
  if (solid.length < MIN_LENGTH || code.length > MAX_LENGTH) return false;
  if (/[.@'’?]/.test(code) || DATE_OR_TIME.test(code) || /^\d{1,3}$/.test(code)) return false;
  if (/[%€£$]$/.test(code) || /\/.*\//.test(code)) return false;
  const folded = fold(code);
  const isStop = STOP_WORDS.has(folded) || folded.split(/[-/]/).every((p) => STOP_WORDS.has(p));
  if (isStop && !(isUpper(code) && POSSIBLE_IN_CAPITALS.test(folded))) return false;
  if (!isUpper(code) && !/\d/.test(code) && isOwnVocabulary(folded)) return false;
  return !/(?:^|-)(?:pre-?sale|presale|vorverkauf\w*|prevente|preventa)-?(?:codes?|kod|password)?$/.test(
    folded,
  );
};

/** Drops an exclamation mark that ends a sentence; keeps one in a code that has other marks too. */
function trimBang(code: string, line: MailLine, start: number): string {
  if (!code.endsWith('!')) return code;
  const body = code.replace(/!+$/, '');
  const isDelimited = line.marks.some(
    (m) => m.start === start && m.end === start + body.length + 1,
  );
  const hasOtherMark = /[&+#_$*-]/.test(body);
  return (isDelimited || line.text === code) && hasOtherMark ? `${body}!` : body;
}

/** Letters set apart: "R O P E 5 1" and "K-W-K-0". */
function spelledOut(line: MailLine, index: number): Candidate[] {
  const found: Candidate[] = [];
  for (const match of line.text.matchAll(
    /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[ -]{1,3}[\p{L}\p{N}]){3,30}(?![\p{L}\p{N}])/gu,
  )) {
    const code = match[0].replace(/[ -]/g, '');
    const start = match.index;
    found.push({ code, line: index, start, end: start + match[0].length, isJoined: true });
  }
  return found;
}

/** Codes of several words where the mail speaks of the space, or of leaving it out. */
function acrossSpaces(line: MailLine, index: number, around: string): Candidate[] {
  const keeps = patterns.withSpace.test(around) && !patterns.noSpace.test(around);
  const drops = patterns.noSpace.test(around);
  if (!keeps && !drops) return [];
  const found: Candidate[] = [];
  for (const match of line.text.matchAll(/[\p{L}\p{N}]{2,12}(?: [\p{L}\p{N}]{2,12}){1,4}/gu)) {
    const words = match[0].split(' ');
    let from = words.findIndex((w) => isUpper(w) || /\d/.test(w));
    if (from < 0) continue;
    let to = from;
    while (to < words.length && (isUpper(words[to] ?? '') || /^\d+$/.test(words[to] ?? ''))) to++;
    if (to - from < 2) continue;
    const lead = words.slice(0, from).join(' ');
    const start = match.index + lead.length + (from > 0 ? 1 : 0);
    const text = words.slice(from, to).join(' ');
    if (words.slice(from, to).every((w) => STOP_WORDS.has(fold(w)))) continue;
    from = to;
    const code = drops ? text.replace(/ /g, '') : text;
    found.push({ code, line: index, start, end: start + text.length, isJoined: true });
  }
  return found;
}

/** Everything in a mail that has the shape of a code. */
export function findCandidates(lines: readonly MailLine[]): Candidate[] {
  const found: Candidate[] = [];
  for (const [index, line] of lines.entries()) {
    if (found.length >= MAX_CANDIDATES) break;
    const urls = [...line.text.matchAll(URL_LIKE)].map(
      (m) => [m.index, m.index + m[0].length] as const,
    );
    const around = fold(
      [lines[index - 1]?.text, line.text, lines[index + 1]?.text].join(' ').slice(0, 1200),
    );
    const joined = [...spelledOut(line, index), ...acrossSpaces(line, index, around)];
    found.push(...joined);
    for (const match of line.text.matchAll(TOKEN)) {
      const start = match.index;
      if (urls.some(([from, to]) => start >= from && start < to)) continue;
      if (joined.some((other) => start >= other.start && start < other.end)) continue;
      const code = trimBang(match[0], line, start);
      if (!isWorthLooking(code)) continue;
      found.push({ code, line: index, start, end: start + code.length, isJoined: false });
    }
  }
  return found.slice(0, MAX_CANDIDATES);
}

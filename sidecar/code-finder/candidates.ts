import { fold, type MailLine } from '../mail/mail-lines.ts';
import { type Candidate, isUpper, MAX_LENGTH } from './candidate.ts';
import { isOwnVocabulary, patterns, STOP_WORDS } from './cue-patterns.ts';
import { acrossSpaces, spelledOut } from './phrases.ts';

const MIN_LENGTH = 3;
/** Candidates looked at in one mail: enough for any newsletter, a bound for hostile ones. */
const MAX_CANDIDATES = 1500;

const TOKEN =
  /[\p{L}\p{N}](?:(?:[\p{L}\p{M}\p{N}_\-&+#!@*$%~^?'’/§=]|\.(?!\.))*[\p{L}\p{M}\p{N}#+$&_!])?/gu;
const URL_LIKE = /(?:https?:\/\/|www\.)\S+|[\w.-]+\.[a-z]{2,12}\/\S*|[\w.+-]+@[\w.-]+/gi;
const DATE_OR_TIME =
  /^(?:\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{1,2}(?:st|nd|rd|th|er|e|º|ª)|\d{1,2}(?:am|pm|a|p|h|u|uhr|kl)|\d{1,2}h\d{2}|\d{1,3}(?:gb|mb|kg|cm|mm|km|min|px|pt|hrs?|x|k|m|ml|g|l)|\d{1,2}-\d{1,2}(?:am|pm|h|u)?|x\d+|\d+x)$/i;

/** Writing without blanks between words, in which codes stand as islands of Latin letters. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/gu;
/** As many blanks as the text has places, so that positions stay. */
const blankOut = (text: string): string => ' '.repeat(text.length);
const TELEPHONE = /^\+?0\d{1,4}(?:-\d{2,5}){1,3}$/;

/** Parts joined by full stops that are no address, no abbreviation and no sum: the last part is a number. */
const DOTTED =
  /^\p{L}[\p{L}\p{N}/]+(?:\.[\p{L}\p{N}]+)*\.(?:\d{1,6}|\d\w{0,8})$|^\p{Lu}{3,}(?:\.\p{Lu}{2,})+$|^\d{1,2}\.\p{Lu}{3,}$/u;

/** Words of the trade that somebody may well choose as a code, written in capitals. */
const POSSIBLE_IN_CAPITALS =
  /^(?:fans?|live|tour|early|access|priority|vip|members?|exclusive|artist|show|friends|family|tickets?|first|personal|presale|love)$/;

function isWorthLooking(code: string): boolean {
  const solid = code.replace(/[^\p{L}\p{N}]/gu, '');
  if (solid.length < MIN_LENGTH || code.length > MAX_LENGTH) return false;
  if (/[@'’?]/.test(code) || DATE_OR_TIME.test(code) || /^\d{1,3}$/.test(code)) return false;
  if (code.includes('.') && !DOTTED.test(code)) return false;
  if (TELEPHONE.test(code) || /[%€£$]$/.test(code) || /\/.*\/.*\/|^\d+\/\d+/.test(code))
    return false;
  if (/=/.test(code) && !/^[\p{L}\p{N}]+=[\p{L}\p{N}]+$/u.test(code)) return false;
  const folded = fold(code);
  const isStop = STOP_WORDS.has(folded) || folded.split(/[-/]/).every((p) => STOP_WORDS.has(p));
  if (isStop && !(isUpper(code) && POSSIBLE_IN_CAPITALS.test(folded))) return false;
  if (!isUpper(code) && !/\d/.test(code) && isOwnVocabulary(folded)) return false;
  return !/(?:^|-)(?:pre-?sale|presale|vorverkauf\w*|prevente|preventa)-?(?:codes?|kod|password)?$/.test(
    folded,
  );
}

/** Drops an exclamation mark that ends a sentence; keeps one in a code that has other marks too. */
function trimBang(code: string, line: MailLine, start: number, around: string): string {
  if (!code.endsWith('!')) return code;
  if (patterns.bang.test(around)) return `${code.replace(/!+$/, '')}!`;
  const body = code.replace(/!+$/, '');
  const isDelimited = line.marks.some(
    (m) => m.start === start && m.end === start + body.length + 1,
  );
  const hasOtherMark = /[&+#_$*-]/.test(body);
  return (isDelimited || line.text === code) && hasOtherMark ? `${body}!` : body;
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
      lines
        .slice(Math.max(0, index - 3), index + 3)
        .map(({ text }) => text)
        .join(' ')
        .slice(0, 1600),
    );
    const joined = [...spelledOut(line, index), ...acrossSpaces(line, index, around)];
    found.push(...joined);
    for (const match of line.text.replace(EAST_ASIAN, blankOut).matchAll(TOKEN)) {
      const start = match.index;
      if (urls.some(([from, to]) => start >= from && start < to)) continue;
      if (joined.some((other) => start >= other.start && start < other.end)) continue;
      const hasHash = line.text[start - 1] === '#' && patterns.hash.test(around);
      const token = trimBang(match[0], line, start, around);
      const end = start + token.length;
      const code = hasHash ? `#${token}` : token;
      if (!isWorthLooking(code)) continue;
      found.push({ code, line: index, start: hasHash ? start - 1 : start, end, isJoined: false });
    }
  }
  return found.slice(0, MAX_CANDIDATES);
}

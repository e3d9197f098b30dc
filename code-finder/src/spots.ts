import { allMatches, fold } from '../../shared/text.ts';
import { type Candidate, MAX_LENGTH } from './candidate.ts';
import type { MailContext } from './context.ts';
import { isOwnVocabulary, STOP_WORDS } from './cue-patterns.ts';
import type { MailLine } from './mail-line.ts';

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
const MONTH_AND_DAY =
  /^(?:\p{L}{2,10}\.?,? ){0,2}\d{1,2}\.?(?: \p{L}{3,10})?(?: \d{2,4})?$|\d{1,2}[:.h]\d{2}/u;
/** Characters before and after a code of several words within which a word for "code" must stand. */
const BEFORE = 170;
const AFTER = 60;

interface Spot {
  start: number;
  end: number;
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
const OPENS = /[\s"'“„«»‘`*([]/;
const CLOSES = /[\s"'”“»«’`)\].,;]/;

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
  for (const spot of spotsOf(line)) {
    const { start, end } = withoutMarks(line.text, spot);
    if (end - start < 3 || end - start > MAX_LENGTH) continue;
    const code = line.text.slice(start, end);
    if (!WORDS.test(code)) continue;
    if (NO_CODE.test(code) || MONTH_AND_DAY.test(code) || !/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(code))
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

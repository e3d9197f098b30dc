import { allMatches, fold, isAscii } from '../../shared/text.ts';
import { type Candidate, isUpper, MAX_LENGTH, type MailContext, type MailLine } from './context.ts';
import { ending, endsWith, isOwnVocabulary, patterns, STOP_WORDS } from './cue-patterns.ts';
import { acrossSpaces, shownWhole, speaksOfBlanks, spelledOut } from './phrases.ts';
import { remembered } from './words.ts';

const MIN_LENGTH = 3;
/** Candidates looked at in one mail: nine times what any labelled mail has, a bound for hostile ones. */
const MAX_CANDIDATES = 1000;

const TOKEN =
  /[\p{L}\p{N}](?:(?:[\p{L}\p{M}\p{N}_\-&+#!@*$%~^?'’/§=]|\.(?!\.))*[\p{L}\p{M}\p{N}#+$&_!])?/gu;
const URL_LIKE =
  /(?:https?:\/\/|www\.)\S+|[\w.-]+\.[a-z]{2,12}\/\S*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;
const MAY_HOLD_URL = /[/@]|www\./i;
const DATE_OR_TIME =
  /^(?:\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{1,2}(?:st|nd|rd|th|er|e|º|ª)|\d{1,2}(?:am|pm|a|p|h|u|uhr|kl)|\d{1,2}h\d{2}|\d{1,3}(?:gb|mb|kg|cm|mm|km|min|px|pt|hrs?|x|k|m|ml|g|l)|\d{1,2}-\d{1,2}(?:am|pm|h|u)?|x\d+|\d+x)$/i;

const YEAR = /^(?:19|20)\d\d$/;
/** What stands before the year of a written date: "14 March ", "March 14, ". */
const DAY_AND_MONTH = ending(
  String.raw`(?:\d{1,2}(?:st|nd|rd|th|er|[.º])? (?:de )?\p{L}{3,10}\.?|\p{L}{3,10}\.? \d{1,2}(?:st|nd|rd|th)?),? (?:de )?`,
  'u',
);

/** Writing without blanks between words, in which codes stand as islands of Latin letters. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/gu;
/** As many blanks as the text has places, so that positions stay. */
const blankOut = (text: string): string => ' '.repeat(text.length);
const withoutEastAsian = (text: string): string =>
  isAscii(text) ? text : text.replace(EAST_ASIAN, blankOut);
const TELEPHONE = /^\+?0\d{1,4}(?:-\d{2,5}){1,3}$/;

/** Parts joined by full stops that are no address, no abbreviation and no sum: the last part is a number. */
const DOTTED =
  /^\p{L}[\p{L}\p{N}/]+(?:\.[\p{L}\p{N}]+)*\.(?:\d{1,6}|\d\w{0,8})$|^\p{Lu}{3,}(?:\.\p{Lu}{2,})+$|^\d{1,2}\.\p{Lu}{3,}$|^[\p{L}\p{N}_]{2,}(?:\.[\p{L}\p{N}_]{2,}){1,3}$/u;
/** How addresses and names of files end. */
const ADDRESS_END =
  /\.(?:com|net|org|info|biz|io|app|live|fm|tv|shop|club|tickets?|music|events?|example|test|eu|uk|ie|us|ca|au|nz|de|at|ch|fr|be|es|mx|ar|cl|it|nl|pt|br|se|no|dk|fi|jp|pdf|ics|eml|jpe?g|png|gif|docx?|xlsx?|csv|zip|pkpass|html?|php|aspx?)$/i;

/** Words of the trade that somebody may well choose as a code, written in capitals. */
const POSSIBLE_IN_CAPITALS =
  /^(?:fans?|live|tour|early|access|priority|vip|members?|exclusive|artist|show|friends|family|tickets?|first|personal|presale|love)$/;

/** Whether the marks inside a token are those of a code, not of an address, a sum or a date. */
function hasMarksOfCode(code: string): boolean {
  if (/^[A-Za-z0-9]*$/.test(code)) return true;
  const solid = code.replace(/[^\p{L}\p{N}]/gu, '');
  if (solid.length < MIN_LENGTH || /['’]|@.*[.@]|^\w+@$/.test(code)) return false;
  if (code.includes('.') && (!DOTTED.test(code) || ADDRESS_END.test(code))) return false;
  if (TELEPHONE.test(code) || /[%€£$]$/.test(code) || /\/.*\/.*\/|^\d+\/\d+/.test(code))
    return false;
  return !code.includes('=') || /^[\p{L}\p{N}]+=[\p{L}\p{N}]+$/u.test(code);
}

const isStopWord = (folded: string): boolean =>
  STOP_WORDS.has(folded) ||
  ((folded.includes('-') || folded.includes('/')) &&
    folded.split(/[-/]/).every((part) => STOP_WORDS.has(part)));

/** Whether a token can be a code at all. */
const isWorthLooking = remembered((code) => {
  if (code.length < MIN_LENGTH || code.length > MAX_LENGTH) return false;
  const folded = fold(code);
  if (isStopWord(folded) && !(isUpper(code) && POSSIBLE_IN_CAPITALS.test(folded))) return false;
  if (!hasMarksOfCode(code)) return false;
  const hasDigit = /\d/.test(code);
  if (/^(?:n\/a|(?:utc|gmt)[+-]\d{1,2}|\d{8}T\d{4,6}Z?)$/i.test(code)) return false;
  if (hasDigit && (DATE_OR_TIME.test(code) || /^\d{1,3}$/.test(code))) return false;
  if (!isUpper(code) && !hasDigit && isOwnVocabulary(folded)) return false;
  return !/(?:^|-)(?:pre-?sale|presale|vorverkauf\w*|prevente|preventa)-?(?:codes?|kod|password)?$/.test(
    folded,
  );
});

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

/** Lines by which a calendar entry that a mail shows as text tells programs, not people, what it is. */
const CALENDAR =
  /^(?:BEGIN|END|VERSION|PRODID|METHOD|CALSCALE|UID|DT[A-Z]+|DURATION|TRIGGER|ACTION|RRULE|SEQUENCE|STATUS|TRANSP|CLASS|PRIORITY|CREATED|LAST-MODIFIED|ORGANIZER|ATTENDEE|GEO|URL|TZ[A-Z]+|X-[A-Z-]+)[;:]/;
const HAS_CALENDAR = /^(?:begin:v|dtstart[;:])/m;
const END_MARKS = /^[!?*]+/;

/** The same token with the marks that end it, where they may be its own and not the sentence's. */
function withEndMarks(
  line: MailLine,
  { code, start, end, ...rest }: Candidate,
  around: () => string,
): Candidate | null {
  const marks = END_MARKS.exec(line.text.slice(end, end + 4))?.[0];
  if (marks === undefined) return null;
  if (/^\p{L}?\p{Ll}+$/u.test(code)) return null;
  const isOwn = marks.length > 1 || /[&+#_$*@/-]/.test(code) || patterns.endMark.test(around());
  return isOwn ? { ...rest, code: code + marks, start, end: end + marks.length } : null;
}

const isAmong = (known: readonly Candidate[], { start, code }: Candidate): boolean =>
  known.some((other) => other.start === start && other.code === code);

/** Whether a picture's text stands in the line below it too, whose words are looked at anyway. */
const isCaption = ({ kind, text }: MailLine, below: MailLine | undefined): boolean =>
  kind === 'alt' && below?.text.startsWith(text) === true;

/** Lines that a mail shows this often are buttons: of several words they are no code. */
const OFTEN = 4;

/** The lines that stand in a mail {@link OFTEN} times or more. */
function repeatedLines(lines: readonly MailLine[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { text } of lines) counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Set([...counts].flatMap(([text, count]) => (count >= OFTEN ? [text] : [])));
}

/** Everything in a mail that has the shape of a code. */
export function findCandidates(context: MailContext): Candidate[] {
  const { lines, folded, text } = context;
  const found: Candidate[] = [];
  const hasBlanks = speaksOfBlanks(text);
  const hasCalendar = HAS_CALENDAR.test(text);
  const buttons = repeatedLines(lines);
  for (const [index, line] of lines.entries()) {
    if (found.length >= MAX_CANDIDATES) break;
    if (hasCalendar && CALENDAR.test(line.text)) continue;
    if (isCaption(line, lines[index + 1])) continue;
    const around = (): string =>
      folded
        .slice(Math.max(0, index - 3), index + 3)
        .join(' ')
        .slice(0, 1600);
    const joined = spelledOut(line, index);
    if (hasBlanks) joined.push(...acrossSpaces(line, index, around()));
    const tokens = tokensOf(line, index, around);
    const known = [...joined, ...tokens];
    const whole: Candidate[] = [];
    for (const shown of shownWhole(context, index)) {
      const isButton = shown.isJoined && buttons.has(line.text);
      if (!isButton && !isAmong(known, shown) && !isAmong(whole, shown)) whole.push(shown);
    }
    found.push(...joined, ...whole, ...tokens);
  }
  return found.slice(0, MAX_CANDIDATES);
}

/** The tokens of one line, those that end in marks in both forms. */
function tokensOf(line: MailLine, index: number, around: () => string): Candidate[] {
  const urls = MAY_HOLD_URL.test(line.text) ? allMatches(line.text, URL_LIKE) : [];
  const found: Candidate[] = [];
  for (const match of allMatches(withoutEastAsian(line.text), TOKEN)) {
    const start = match.index;
    if (urls.some((url) => start >= url.index && start < url.index + url[0].length)) continue;
    const hasHash = line.text[start - 1] === '#' && patterns.hash.test(around());
    const token = trimBang(match[0], line, start, around);
    const end = start + token.length;
    const code = hasHash ? `#${token}` : token;
    if (!isWorthLooking(code)) continue;
    if (YEAR.test(code) && endsWith(line.text, DAY_AND_MONTH, start)) continue;
    const own = { code, line: index, start: hasHash ? start - 1 : start, end, isJoined: false };
    const marked = withEndMarks(line, own, around);
    found.push(own, ...(marked ? [marked] : []));
  }
  return found;
}

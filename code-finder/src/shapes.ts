import { readFileSync } from 'node:fs';
import { hashText } from '../../shared/random.ts';
import { fold } from '../../shared/text.ts';
import { cachedByPiece, cachedByWord } from './cache.ts';
import { isUpper, MAX_LENGTH } from './context.ts';
import { isOwnVocabulary, STOP_WORDS } from './cue-patterns.ts';
import { WORDS } from './model.ts';

/**
 * Whether a token can be a code according to its own characters, regardless of its place in the
 * mail.
 */

const MIN_LENGTH = 3;
const DATE_OR_TIME =
  /^(?:(?:\d{1,2}|(?:19|20)\d\d)[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{1,4}(?:st|nd|rd|th)|\d{1,2}(?:er|e|º|ª)|\d{1,2}[.:]\d{2}(?:am|pm|uhr|h)|\d{1,2}[ap]-\d{1,2}[ap]|(?:under|over|u)-?\d{1,2}s|\d{1,2}h-\p{L}+|\d{1,3}(?:[.,]\d{3})+|\d{1,2}(?:am|pm|a|p|h|u|uhr|kl)|\d{1,2}[hu]\d{2}|\d+\.\d{2}|\d{1,3}(?:gb|mb|kg|cm|mm|km|min|px|pt|hrs?|x|k|m|ml|g|l)|\d{1,2}(?:am|pm|h|u)?-\d{1,2}(?:am|pm|h|u)?|x\d+|\d+x)$/iu;

const TELEPHONE = /^\+?0\d{1,4}(?:-\d{2,5}){1,3}$/;

/**
 * Parts joined by full stops that are not an address, an abbreviation or an amount: the last part
 * is a number.
 */
const DOTTED =
  /^\p{L}[\p{L}\p{N}/]+(?:\.[\p{L}\p{N}]+)*\.(?:\d{1,6}|\d\w{0,8})$|^\p{Lu}{3,}(?:\.\p{Lu}{2,})+$|^\d{1,2}\.\p{Lu}{3,}$|^[\p{L}\p{N}_]{2,}(?:\.[\p{L}\p{N}_]{2,}){1,3}$/u;
/** The endings of addresses and file names. */
const ADDRESS_END =
  /\.(?:com|net|org|info|biz|io|app|live|fm|tv|shop|club|tickets?|music|events?|example|test|eu|uk|ie|us|ca|au|nz|de|at|ch|fr|be|es|mx|ar|cl|it|nl|pt|br|se|no|dk|fi|jp|pdf|ics|eml|jpe?g|png|gif|docx?|xlsx?|csv|zip|pkpass|html?|php|aspx?)$/i;

/**
 * Words of the ticket business that look like codes when they are written in capitals, as any pair of function words
 * does.
 */
const POSSIBLE_IN_CAPITALS =
  /^(?:fans?|live|tour|early|access|priority|vip|members?|exclusive|artist|show|friends|family|tickets?|first|personal|presale|love)$/;

/** Whether the marks inside a token are those of a code, not of an address, a sum or a date. */
function hasMarksOfCode(code: string): boolean {
  if (/^[A-Za-z0-9]*$/.test(code)) return true;
  const solid = code.replace(/[^\p{L}\p{N}]/gu, '');
  if (solid.length < MIN_LENGTH || /['’]|@.*[.@]|^\w+@$/.test(code)) return false;
  const body = code.replace(/!+$/, '');
  if (code.includes('.') && (!DOTTED.test(body) || ADDRESS_END.test(body))) return false;
  if (
    TELEPHONE.test(code) ||
    code.includes('-/') ||
    /[%€£$]$/.test(code) ||
    /\/.*\/.*\/|^\d+\/\d+/.test(code)
  )
    return false;
  return !code.includes('=') || /^[\p{L}\p{N}+*-]+(?:=[\p{L}\p{N}]+)+$/u.test(code);
}

const isStopWord = (folded: string): boolean =>
  STOP_WORDS.has(folded) ||
  ((folded.includes('-') || folded.includes('/')) &&
    folded.split(/[-/]/).every((part) => STOP_WORDS.has(part)));

/** Whether a token is a function word that is not deliberately written as a code. */
function isPlainStopWord(code: string): boolean {
  const folded = fold(code);
  const isChosen = isUpper(code) && (/[-/]/.test(code) || POSSIBLE_IN_CAPITALS.test(folded));
  return isStopWord(folded) && !isChosen;
}

/** Placeholders for a code in instructions and in mails that were sent before they were filled in. */
const PLACEHOLDER =
  /^(?:(?:[\p{L}\p{N}]+-)?x{3,}(?:-x{3,})*|(?:(?:abc|foo|bar|baz)-?123|abcd?-?1234)|a{3,}-0{3,}|_{3,}|\*{3,}|#{3,}|\{\{?\s?\w*\s?\}?\}|%[A-Z_]+%|\*\|\w+\|\*)$/iu;

/**
 * Letters of two alphabets in one word, or control characters: bytes that are not text but were
 * read as text.
 */
const MIXES_ALPHABETS = /(?=.*\p{Script=Latin})(?=.*[\p{Script=Cyrillic}\p{Script=Greek}])|\p{Cc}/u;

/** Zones and times of calendars, types of attachments, radio stations, and parameters of a link. */
const NO_CODES =
  /^(?:n\/a|(?:utc|gmt)[+-]\d{1,2}|\d{8}T\d{4,6}Z?|(?:message|text|image|application|multipart)\/[a-z\d.+-]+|rfc822|e?smtp|imap4?|utf-?8|[A-Z]{3,4}-FM|([a-z]{3,})\/\1)$|^(?-i:[a-z]\w*=)/i;

/** Whether a token can be a code at all. */
export const isWorthLooking = cachedByWord((code) => {
  if (code.length < MIN_LENGTH || code.length > MAX_LENGTH) return false;
  if (PLACEHOLDER.test(code) || MIXES_ALPHABETS.test(code)) return false;
  const folded = fold(code);
  if (isPlainStopWord(code) || !hasMarksOfCode(code)) return false;
  const hasDigit = /\d/.test(code);
  if (NO_CODES.test(code)) return false;
  if (hasDigit && (DATE_OR_TIME.test(code) || /^\d{1,3}$/.test(code))) return false;
  if (!isUpper(code) && !hasDigit && isOwnVocabulary(folded)) return false;
  return !/^(?:\w*-)?(?:pre-?sale|vorverkauf\w*|prevente|preventa)-?(?:codes?|kod|password)?$/.test(
    folded,
  );
});

/** Whether a token is a word in ordinary writing. */
export const isOrdinaryWord = cachedByWord((code) => /^\p{L}?\p{Ll}+$/u.test(code));

/** The words that a code consists of; empty if it has only digits. */
export function keysOfCode(folded: string): number[] {
  return [...folded.matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
    .map(([word]) => word)
    .filter((word) => word.length > 1 && !/\p{N}/u.test(word))
    .map(hashText);
}

const WORD = /^[\p{L}\p{M}]{4,}$/u;
/** Whether a word occurs in hardly any mail. */
export const isRareWord = cachedByWord(
  (code) =>
    WORD.test(code) && keysOfCode(fold(code)).every((key) => WORDS.common.get(key) === undefined),
);

const TOWNS: ReadonlySet<string> = new Set(
  readFileSync(new URL('towns.txt', import.meta.url), 'utf8').split('\n'),
);
/** Whether a text is the name of a town, which in a list of concerts is more often the place than a code. */
export const isTown = (text: string): boolean => TOWNS.has(fold(text));

/** The first letters of months and days of the week in the languages of the cue words. */
const CALENDAR_WORD =
  '(?:jan|gen|ene|sty|feb|fev|lut|mar|mrt|m[aä]r|apr|abr|avr|kwi|ma[ijy]|mag|j[uú]n|giu|jui|cze|j[uú]l|lug|lip|a[uo][gû]|ago|sie|se[pt]|wrz|o[ckt]t|out|ott|okt|pa[zź]|no[vw]|lis|d[eé][cz]|dic|gru|mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mer|jeu|ven|sam|dim|mi[eé]|jue|vie|s[aá]b|dom|gio|ma|wo|vr|za|zo|m[aå]n|tis|ons|tor|fre|l[oö]r|s[oö]n|seg|ter|qua|qui|sex)\\p{L}{0,8}\\.?';
export const MONTH_AND_DAY = new RegExp(
  `^(?:${CALENDAR_WORD} \\d{1,2}|\\d{1,2} ${CALENDAR_WORD})(?: \\d{4})?$`,
  'iu',
);
/** A calendar day as written in tour listings. */
export const DAY = new RegExp(
  `(?<!\\d)\\d{1,2}[./]\\d{1,2}(?!\\d)|(?<!\\d)\\d{1,2}(?:st|nd|rd|th|\\.)? (?:de )?${CALENDAR_WORD}|(?<!\\p{L})${CALENDAR_WORD} \\d{1,2}(?!\\d)|\\d{1,2}月\\d{1,2}日`,
  'iu',
);
/** A season of a year, as in the name of a programme. */
const SEASON =
  /^(?:spring|summer|autumn|fall|winter|season|fruhjahr|fruhling|sommer|herbst|saison|printemps|ete|automne|hiver|primavera|verano|otono|invierno|temporada|estate|autunno|inverno|stagione|lente|zomer|herfst|seizoen|var|host|vinter|verao|outono) (?:19|20)\d\d(?:\/\d{2,4})?$/;
/** From one time of day to another. */
const TIMES = /^\d{1,2}(?:am|pm|h|u)?-\d{1,2}(?:am|pm|h|u)$/i;
const PIECE = /^\S{1,18}(?: \S{1,18}){0,4}$/;
const NO_CODE =
  /:\/\/|^www\.|^[\w.+-]+@[\w-]+\.[\w.-]+$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,12}(?:\/\S*)?$|^[\d\s.,:/h%€£$-]+$|[€£$%]|^\+?[\d ()-]+$|[?&]\w+=|^[a-z]\w*=|^n\/a$|[:,]$|^[-*•·>]|^--|[<>]{2}/i;
const DATE_OR_TIME_OF_DAY = new RegExp(
  `^(?:${CALENDAR_WORD},? ){0,2}\\d{1,2}$|^(?:\\p{L}{2,10}\\.?,? ){0,2}\\d{1,2}\\.? ${CALENDAR_WORD}(?: \\d{2,4})?$|\\d{1,2}[:.h]\\d{2}`,
  'iu',
);

/** A bracket without its counterpart: part of a program text, or of a sentence. */
const hasHalfBracket = (text: string): boolean =>
  /[()[\]{}]/.test(text) && /[([{]/.test(text) !== /[)\]}]/.test(text);

/** Whether text that a line shows as one piece has the shape of a code. */
export const isShownCode = cachedByPiece(
  (code) =>
    PIECE.test(code) &&
    !MIXES_ALPHABETS.test(code) &&
    !TIMES.test(code) &&
    !SEASON.test(fold(code)) &&
    !isPlainStopWord(code) &&
    !hasHalfBracket(code) &&
    !PLACEHOLDER.test(code) &&
    !NO_CODES.test(code) &&
    !NO_CODE.test(code) &&
    !DATE_OR_TIME_OF_DAY.test(code) &&
    /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(code),
);

/** Whether a single word is never a code: a function word, or a word about codes. */
export const isSmallWord = cachedByWord((word) => {
  const folded = fold(word);
  return STOP_WORDS.has(folded) || isOwnVocabulary(folded);
});

const LATIN = /[\p{Script=Latin}\p{N}]/u;
/** Whether an index is inside a word. Bold type that begins there does not mark a code. */
export const isInWord = (text: string, at: number): boolean =>
  LATIN.test(text.charAt(at - 1)) && LATIN.test(text.charAt(at));

export const SPACED_TELEPHONE = /^0[\d ]{9,}$/;

import { allMatches } from '../text.ts';

/**
 * The start and end of a code's validity, in the words of a mail; null if the mail does not state
 * them.
 */
interface Validity {
  from: string | null;
  until: string | null;
}

const MONTH =
  '(?:jan(?:uary|uar|vier|v)?|feb(?:ruary|ruar)?|f[ée]v(?:rier)?|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|may|mai|june?|juni|juin|jul[yi]?|juillet|aug(?:ust)?|août|sept?(?:ember|embre)?|okt(?:ober)?|oct(?:ober|obre)?|nov(?:ember|embre)?|dec(?:ember)?|dez(?:ember)?|déc(?:embre)?)\\.?';
const WEEKDAY =
  '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\\.?';
const CLOCK =
  '\\d{1,2}(?:[:.h]\\d{2})?\\s?(?:[ap]\\.?m\\b\\.?|uhr\\b|h\\b)|\\d{1,2}[:.h]\\d{2}|noon|midnight';
const YEAR = '(?:,?\\s+20\\d{2})?';
const DAY = [
  `\\d{4}-\\d{2}-\\d{2}`,
  `\\d{1,2}(?:st|nd|rd|th)?\\.?\\s+(?:of\\s+)?${MONTH}${YEAR}`,
  `${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?\\b${YEAR}`,
  `\\d{1,2}[/.]\\d{1,2}[/.](?:20)?\\d{2}`,
].join('|');
const AT = '(?:,?\\s*(?:at|um|à|um|@)?\\s*)';
const ZONE = '(?:\\s+(?:local time|[A-Z]{2,4}\\b))?';
/** A day, with a weekday and a time if the mail states them; or only a weekday or a time. */
const WHEN = `(?:(?:(?:${WEEKDAY},?\\s+)?(?:${DAY})|${WEEKDAY}|tomorrow|tonight|today)(?:${AT}(?:${CLOCK})${ZONE})?|(?:${CLOCK})${ZONE}(?:\\s+(?:on\\s+)?(?:(?:${WEEKDAY},?\\s+)?(?:${DAY})|${WEEKDAY}))?)`;

const START =
  'from|starts?|starting|begins?|beginning|opens?|opening|as of|ab(?: dem)?|vom|à partir du|dès le|beginnt';
const JOIN = 'to|until|till|through|thru|-|–|bis';
const BEGIN = '(?<![\\p{L}\\p{N}])';

const UNTIL = new RegExp(
  `${BEGIN}(?:until|till|through|thru|ends?|ending|closes?|expires?|valid (?:to|until)|by|bis(?: zum)?|jusqu['’]au|endet)\\s+(?:at\\s+|on\\s+|am\\s+|le\\s+)?(${WHEN})`,
  'giu',
);
const FROM = new RegExp(`${BEGIN}(?:${START})\\s+(?:at\\s+|on\\s+|am\\s+|le\\s+)?(${WHEN})`, 'giu');
/**
 * Two times after a word about the sale, because two times on their own are mostly those of the
 * concert.
 */
const RANGE = new RegExp(
  `${BEGIN}(?:${START}|between|zwischen|valid|validity|pre-?sale|gültig|vorverkauf|valable|prévente|preventa)(?:\\s+(?:code|is|runs?|window|times?|period|dates?|only|on|at|the|from|am|le|du|ab|vom|von|ist|läuft))*\\s?[:,–-]?\\s*(${WHEN})\\s*(?:${JOIN})\\s*(?:at\\s+)?(${WHEN})`,
  'giu',
);
/** The first time of two. */
const FIRST_OF_TWO = new RegExp(`(?:${WHEN})\\s*$`, 'iu');

const words = (list: string): RegExp => new RegExp(`${BEGIN}(?:${list})(?![\\p{L}\\p{N}])`, 'iu');
const CONCERT = words(
  'shows?|tours?|doors?|concerts?|gigs?|fest|festivals?|live|performances?|events?|einlass|konzerte?|tournee|veranstaltung|tournée|spectacle|portes|conciert[oa]s?|gira|puertas',
);
const SALE = words(
  'pre-?sales?|sales?|on-?sale|access|valid(?:ity)?|expires?|offer|window|vorverkauf|gültig|prévente|valable|preventa|válid[oa]',
);

/** Whether a time is that of a concert, according to the words before it. */
function isOfConcert(before: string): boolean {
  const clause = before.split(/[.,:;!?](?=\s+\p{L})/u).at(-1) ?? '';
  return CONCERT.test(clause) && !SALE.test(clause);
}

/** The first match of a pattern whose time, its first group, is not that of a concert. */
function findTime(sentence: string, pattern: RegExp): RegExpExecArray | undefined {
  return allMatches(sentence, pattern).find((match) => {
    const before = sentence.slice(0, match.index + match[0].indexOf(match[1] ?? ''));
    return !isOfConcert(before);
  });
}

/**
 * The end of a validity. If it ends two times without a word about the sale, it does not count; see
 * {@link RANGE}.
 */
function findEnd(sentence: string): string | undefined {
  const isEnd = ({ index, 0: text }: RegExpExecArray) =>
    !(/^(?:un)?till?|^thr|^bis/iu.test(text) && FIRST_OF_TWO.test(sentence.slice(0, index)));
  const match = findTime(sentence, UNTIL);
  return match !== undefined && isEnd(match) ? match[1] : undefined;
}

const trimmed = (text: string | undefined): string | null => text?.trim() || null;

/**
 * Reads the sentence that contains a code. Only dates, weekdays and times directly after a word
 * such as "until" or "from" count, because a mail contains other dates, such as that of the
 * concert.
 */
export function readValidity(sentence: string): Validity {
  const [, start, end] = findTime(sentence, RANGE) ?? [];
  if (start !== undefined && end !== undefined)
    return { from: trimmed(start), until: trimmed(end) };
  return { from: trimmed(findTime(sentence, FROM)?.[1]), until: trimmed(findEnd(sentence)) };
}

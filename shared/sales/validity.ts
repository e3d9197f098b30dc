/** From when and until when a code is valid, in the words of a mail; null if they are not in it. */
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
/** A day, with a weekday and a time if the mail names them; or a weekday or a time alone. */
const WHEN = `(?:(?:(?:${WEEKDAY},?\\s+)?(?:${DAY})|${WEEKDAY}|tomorrow|tonight|today)(?:${AT}(?:${CLOCK})${ZONE})?|(?:${CLOCK})${ZONE}(?:\\s+(?:on\\s+)?(?:(?:${WEEKDAY},?\\s+)?(?:${DAY})|${WEEKDAY}))?)`;

const UNTIL = new RegExp(
  `\\b(?:until|till|through|thru|ends?|ending|closes?|expires?|valid (?:to|until)|by|bis(?: zum)?|jusqu['’]au|endet)\\s+(?:at\\s+|on\\s+|am\\s+|le\\s+)?(${WHEN})`,
  'iu',
);
const FROM = new RegExp(
  `\\b(?:from|starts?|starting|begins?|beginning|opens?|opening|as of|ab(?: dem)?|vom|à partir du|dès le|beginnt)\\s+(?:at\\s+|on\\s+|am\\s+|le\\s+)?(${WHEN})`,
  'iu',
);
const RANGE = new RegExp(
  `(${WHEN})\\s*(?:to|until|till|through|-|–|bis)\\s*(?:at\\s+)?(${WHEN})`,
  'iu',
);

const trimmed = (text: string | undefined): string | null => text?.trim() || null;

/**
 * Reads the sentence that names a code. Only dates, weekdays and times right behind a word such as "until" or "from" count:
 * a mail names other dates, such as that of the concert.
 */
export function readValidity(sentence: string): Validity {
  const [, start, end] = RANGE.exec(sentence) ?? [];
  if (start !== undefined && end !== undefined)
    return { from: trimmed(start), until: trimmed(end) };
  return { from: trimmed(FROM.exec(sentence)?.[1]), until: trimmed(UNTIL.exec(sentence)?.[1]) };
}

import { utcDay } from '../../../shared/times.ts';

/**
 * First three letters of month names in the languages of sign-up pages: English, German, French, Spanish, Italian,
 * Dutch, Portuguese, Swedish, Danish, Norwegian, Polish, Czech and Finnish.
 */
const MONTHS = [
  'jan ene gen sty led tam',
  'feb fev fév lut úno hel',
  'mar mär maa mrt bře',
  'apr abr avr kwi dub huh',
  'may mai mei mag maj kvě tou',
  'jun jui giu cze čer kes',
  'jul lug lip hei',
  'aug ago aoû aou sie srp elo',
  'sep set wrz zář syy',
  'oct okt ott out paź říj lok',
  'nov lis',
  'dec déc dez dic des gru pro jou',
].map((names) => names.split(' '));
/** Names that begin like another month: French juillet, Czech červenec, Finnish marraskuu. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/^juil/i, '7'],
  [/^červenc|^červenec/i, '7'],
  [/^marras/i, '11'],
];

const WEEKDAY =
  '(?:(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|sab|mo|di|mi|do|fr|sa|so|pon|wto|śro|czw|pią|sob|nie|úte|stř|čtv|pát|ned|maa|tii|kes|tor|per|lau|man|tir|ons|fre|lør|søn|lör|sön)\\p{L}{0,10}\\.?,?\\s+)?';
const MONTH = '(\\p{L}{3,12})\\.?';
const TIME =
  '(?:\\s?[,·•|]?\\s*(?:at|@|um|à|a las|alle(?: ore)?|ore|om|klo|kl\\.?|(?:o )?godz\\.?|às|v|ve|-|–|·|•|\\|)?\\s*(?:(\\d{1,2})[:.h](\\d{2})(?::\\d{2})?|((?<=\\b(?:ore|alle)\\s)\\d{1,2}(?![\\d:.])|\\d{1,2}(?=\\s?(?:[ap]\\.?m\\b|uhr\\b|uur\\b|h\\b))))\\s?([ap]\\.?m\\.?)?(?:\\s?(?:uhr|uur|hrs?|h)\\b)?)?';
/** The year; two digits are accepted only after an apostrophe or a hyphen. */
const YEAR = "(\\d{4}|(?<=['’-])\\d{2}(?!\\d))";
const ORDINAL = '(?:st|nd|rd|th|er|re|º|°|ª|e)?\\.?';
const DASH =
  '\\s?(?:-|–|—|/|&|\\+|,|to|thru|through|and|bis|und|au|et|al|a|y|e|tot(?: en met)?|t/m|en|do|i|até|till|og|och)\\s?';
/** The text after the first day of a range, up to the part that both days share. */
const LAST_DAY = `(?:${DASH}\\d{1,2}${ORDINAL})?`;
const FIRST_MONTH = `(?:\\s+(?:de\\s+)?\\p{L}{3,12}\\.?)`;

/** Dates as they are written on pages; the first matching pattern counts. */
const FORMS: { pattern: RegExp; read: (groups: string[], host: string) => string | null }[] = [
  {
    pattern:
      /(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/u,
    read: ([y, m, d, hour, minute]) => day(y, m, d, hour, minute),
  },
  {
    // Japanese, Chinese and Korean: 2027年5月15日(土) 18:00, 2027년 5월 15일.
    pattern:
      /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号]?(?:\s?[(（][^()（）]{1,4}[)）])?(?:\s{0,3}(\d{1,2})[:：時](\d{2}))?/u,
    read: ([y, m, d, hour, minute]) => day(y, m, d, hour, minute),
  },
  {
    pattern: new RegExp(`(?<!\\d)(\\d{4})[./](\\d{1,2})[./](\\d{1,2})(?!\\d)${TIME}`, 'iu'),
    read: ([y, m, d, ...time]) => day(y, m, d, ...clock(time)),
  },
  {
    // May 20, 2027; May 20-21, 2027; May 20 to June 2, 2027.
    pattern: new RegExp(
      `${WEEKDAY}${MONTH}\\s+(\\d{1,2})${ORDINAL}(?:${DASH}(?:\\p{L}{3,12}\\.?\\s+)?\\d{1,2}${ORDINAL})?,?\\s+'?${YEAR}${TIME}`,
      'iu',
    ),
    read: ([m, d, y, ...time]) => day(y, monthOf(m), d, ...clock(time)),
  },
  {
    // 30 April - 2 May 2027; du 30 avril au 2 mai 2027.
    pattern: new RegExp(
      `${WEEKDAY}(\\d{1,2})${ORDINAL}\\s+(?:de\\s+)?${MONTH}${DASH}\\d{1,2}${ORDINAL}${FIRST_MONTH},?\\s+(?:de\\s+)?${YEAR}${TIME}`,
      'iu',
    ),
    read: ([d, m, y, ...time]) => day(y, monthOf(m), d, ...clock(time)),
  },
  {
    // 15 May 2027; 15th of May 2027; 20.-21. Mai 2027; 20 y 21 de mayo de 2027; 15-May-27.
    pattern: new RegExp(
      `${WEEKDAY}(\\d{1,2})${ORDINAL}${LAST_DAY}[\\s-]+(?:(?:de|of|do)\\s+)?${MONTH},?[\\s-]+(?:(?:de|of|do)\\s+)?['’]?${YEAR}${TIME}`,
      'iu',
    ),
    read: ([d, m, y, ...time]) => day(y, monthOf(m), d, ...clock(time)),
  },
  {
    // 20.05.-21.05.2027
    pattern: new RegExp(
      `${WEEKDAY}(?<!\\d)(\\d{1,2})([./])(\\d{1,2})\\.?${DASH}\\d{1,2}\\2\\d{1,2}\\2(\\d{4}|\\d{2})(?!\\d)${TIME}`,
      'iu',
    ),
    read: ([a, , b, y, ...time], host) => byOrder({ a, b, y, time }, host),
  },
  {
    // 15.05.2027; 15/05/27; 15-05-2027; 20.-21.05.2027.
    pattern: new RegExp(
      `${WEEKDAY}(?<!\\d)(\\d{1,2})(?:\\.?\\s?[-–]\\s?\\d{1,2}(?=[./]))?([./-])(\\d{1,2})\\2(\\d{4}|\\d{2})(?![\\d/.-]\\d|\\d)${TIME}`,
      'iu',
    ),
    read: ([a, , b, y, ...time], host) => byOrder({ a, b, y, time }, host),
  },
];

interface NumericDate {
  a: string | undefined;
  b: string | undefined;
  y: string | undefined;
  time: string[];
}

/** A day and a month in the order that the host's country uses. */
function byOrder({ a, b, y, time }: NumericDate, host: string): string | null {
  const isMonthFirst = Number(b) > 12 || (Number(a) <= 12 && /\.(?:com|ca)$/.test(host));
  return isMonthFirst ? day(y, a, b, ...clock(time)) : day(y, b, a, ...clock(time));
}

/** Hour, minute and half of the day from the groups of {@link TIME}. */
const clock = ([hour, minute, fullHour, half]: string[]): [string?, string?, string?] =>
  fullHour === undefined ? [hour, minute, half] : [fullHour, '00', half];

/**
 * A date found in a text: `YYYY-MM-DD` or `YYYY-MM-DD HH:mm` as written there, and the surrounding
 * text.
 */
export interface FoundDate {
  date: string;
  before: string;
  after: string;
}

/**
 * Finds a date with its year in a text. Times keep the page's own zone.
 * 03/04/2027 is read month first on .com and .ca hosts, day first elsewhere.
 */
export function findDate(text: string, host: string): FoundDate | null {
  for (const { pattern, read } of FORMS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const date = read(match.slice(1), host);
    if (date === null) continue;
    const end = match.index + match[0].length;
    return { date, before: text.slice(0, match.index), after: text.slice(end) };
  }
  return null;
}

/**
 * Whether a text consists of remains of a date or a time: "(Sat)", "7 PM", "to 21", "doors 19:00
 * CET".
 */
export function isDateRest(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.every((word) => REST_WORDS.has(word) || dateWords().has(word));
}

const REST_WORDS = new Set([
  'am',
  'pm',
  'a',
  'm',
  'p',
  'h',
  'hrs',
  'uhr',
  'at',
  'um',
  'om',
  'kl',
  'klo',
  'ore',
  'alle',
  'las',
  'to',
  'and',
  'bis',
  'und',
  'au',
  'et',
  'du',
  'al',
  'y',
  'e',
  'tot',
  'en',
  'of',
  'de',
  'the',
  'from',
  'vom',
  'von',
  'zum',
  'del',
  'dal',
  'van',
  'met',
  'through',
  'uur',
  'doors',
  'door',
  'open',
  'start',
  'show',
  'begin',
  'beginn',
  'einlass',
  'st',
  'nd',
  'rd',
  'th',
  'er',
  'cet',
  'cest',
  'gmt',
  'bst',
  'utc',
  'est',
  'edt',
  'cst',
  'cdt',
  'mst',
  'mdt',
  'pst',
  'pdt',
]);
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'nb', 'pl', 'cs', 'fi'];
let cachedDateWords: Set<string> | undefined;

/** The names of weekdays and months, full and abbreviated, in the languages of sign-up pages. */
function dateWords(): ReadonlySet<string> {
  if (cachedDateWords) return cachedDateWords;
  cachedDateWords = new Set();
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      const options = { weekday: style, month: style, timeZone: 'UTC' } as const;
      const format = new Intl.DateTimeFormat(language, options);
      for (let index = 0; index < 12; index += 1) {
        const days = [Date.UTC(2027, index, 1), Date.UTC(2027, 0, 1 + index)];
        const text = days.map((at) => format.format(at)).join(' ');
        for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) cachedDateWords.add(word);
      }
    }
  }
  return cachedDateWords;
}

function monthOf(name = ''): string | undefined {
  const lookalike = LOOKALIKES.find(([pattern]) => pattern.test(name));
  if (lookalike) return lookalike[1];
  const start = name.toLowerCase().slice(0, 3);
  const index = MONTHS.findIndex((names) => names.includes(start));
  return index < 0 ? undefined : String(index + 1);
}

function day(
  year?: string,
  month?: string,
  date?: string,
  hour?: string,
  minute?: string,
  half?: string,
): string | null {
  const [m, d] = [Number(month), Number(date)];
  // Two digits mean a year of this century in which a sale is plausible.
  const y = year?.length === 2 ? 2_000 + Number(year) : Number(year);
  if (year?.length === 2 && (y < 2_020 || y > 2_059)) return null;
  const instant = new Date(Date.UTC(y, m - 1, d));
  if (instant.getUTCMonth() !== m - 1 || instant.getUTCDate() !== d || y < 1990) return null;
  const iso = utcDay(instant.getTime());
  if (hour === undefined || minute === undefined) return iso;
  const isAfternoon = /^p/i.test(half ?? '');
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  if (hours > 23 || Number(minute) > 59) return iso;
  return `${iso} ${String(hours).padStart(2, '0')}:${minute}`;
}

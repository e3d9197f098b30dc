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
  '(?:,?\\s*(?:at|@|um|à|om|klo|kl\\.?|(?:o )?godz\\.?|v|ve|-|–)?\\s*(\\d{1,2})[:.h](\\d{2})(?::\\d{2})?\\s*([ap]\\.?m\\.?)?(?:\\s?(?:uhr|hrs?))?)?';

/** Dates as they are written on pages; the first pattern that matches counts. */
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
    pattern: new RegExp(
      `${WEEKDAY}${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})${TIME}`,
      'iu',
    ),
    read: ([m, d, y, ...time]) => day(y, monthOf(m), d, ...time),
  },
  {
    pattern: new RegExp(
      `${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th|er|º)?\\.?\\s+(?:de\\s+)?${MONTH},?\\s+(?:de\\s+)?(\\d{4})${TIME}`,
      'iu',
    ),
    read: ([d, m, y, ...time]) => day(y, monthOf(m), d, ...time),
  },
  {
    pattern: new RegExp(`${WEEKDAY}(\\d{1,2})[./](\\d{1,2})[./](\\d{4})${TIME}`, 'iu'),
    read: ([a, b, y, ...time], host) => {
      const isMonthFirst = Number(b) > 12 || (Number(a) <= 12 && /\.(?:com|ca)$/.test(host));
      return isMonthFirst ? day(y, a, b, ...time) : day(y, b, a, ...time);
    },
  },
];

/** A date found in a text: `YYYY-MM-DD` or `YYYY-MM-DD HH:mm` as written there, and the text around it. */
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
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  const instant = new Date(Date.UTC(y, m - 1, d));
  if (instant.getUTCMonth() !== m - 1 || instant.getUTCDate() !== d || y < 1990) return null;
  const iso = utcDay(instant.getTime());
  if (hour === undefined || minute === undefined) return iso;
  const isAfternoon = /^p/i.test(half ?? '');
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  if (hours > 23 || Number(minute) > 59) return iso;
  return `${iso} ${String(hours).padStart(2, '0')}:${minute}`;
}

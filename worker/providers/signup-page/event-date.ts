/** First three letters of month names, folded, in the languages that sign-up pages come in. */
const MONTHS = [
  'jan ene gen',
  'feb fev fév',
  'mar mär maa mrt',
  'apr abr avr',
  'may mai mei mag maj',
  'jun jui giu',
  'jul lug',
  'aug ago aoû aou',
  'sep set',
  'oct okt ott out',
  'nov',
  'dec déc dez dic',
].map((names) => names.split(' '));

const WEEKDAY =
  '(?:(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|sab|mo|di|mi|do|fr|sa|so)\\p{L}{0,8}\\.?,?\\s+)?';
const MONTH = '(\\p{L}{3,10})\\.?';
const TIME =
  '(?:,?\\s*(?:at|@|um|à|-|–)?\\s*(\\d{1,2})[:.h](\\d{2})(?::\\d{2})?\\s*([ap]\\.?m\\.?)?(?:\\s?(?:uhr|hrs?))?)?';

/** Dates as they are written on pages; the first that matches is taken. Groups are named by what they hold. */
const FORMS: { pattern: RegExp; read: (groups: string[], host: string) => Day | null }[] = [
  {
    pattern:
      /(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/u,
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

interface Day {
  text: string;
}

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
    const found = read(match.slice(1), host);
    if (!found) continue;
    const end = match.index + match[0].length;
    return { date: found.text, before: text.slice(0, match.index), after: text.slice(end) };
  }
  return null;
}

function monthOf(name = ''): string | undefined {
  const start = name.toLowerCase().slice(0, 3);
  // French juin and juillet begin alike.
  if (/^juil/i.test(name)) return '7';
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
): Day | null {
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  const instant = new Date(Date.UTC(y, m - 1, d));
  if (instant.getUTCMonth() !== m - 1 || instant.getUTCDate() !== d || y < 1990) return null;
  const iso = instant.toISOString().slice(0, 10);
  if (hour === undefined || minute === undefined) return { text: iso };
  const isAfternoon = /^p/i.test(half ?? '');
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  if (hours > 23 || Number(minute) > 59) return { text: iso };
  return { text: `${iso} ${String(hours).padStart(2, '0')}:${minute}` };
}

/** Spreadsheets keep 15 digits of a number. */
const LOST_FROM = 1e15;
const EXACT_DIGITS = 15;
const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Day 0 of spreadsheets, and the days from it to day 0 of workbooks that count from 1904. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAYS_TO_1904 = 1_462;
/** Day 60 is 29 February 1900, which did not exist. */
const DAY_AFTER_FALSE_LEAP = 61;
const LAST_DAY = 2_958_466;

/** Whether a number has more digits than a spreadsheet keeps, so that the last ones are not those that were entered. */
export const isLost = (value: number): boolean => Math.abs(value) >= LOST_FROM;

/**
 * A number as text. One that {@link isLost} is written as spreadsheets show it, `4.11111111111111E+15`, and not
 * guessed.
 */
export function numberText(value: number): string {
  if (isLost(value)) return value.toExponential(EXACT_DIGITS - 1).toUpperCase();
  return String(Number(value.toPrecision(EXACT_DIGITS)));
}

/** A day of a workbook as `2026-11-27`, with ` 20:00` or ` 20:00:15` if it has a time; a time alone as `20:00:00`. */
export function dateText(serial: number, countsFrom1904: boolean): string {
  if (serial < 0 || serial >= LAST_DAY) return numberText(serial);
  const seconds = Math.round(serial * DAY_SECONDS);
  const days = Math.floor(seconds / DAY_SECONDS);
  const time = timeText(seconds % DAY_SECONDS);
  if (days === 0 && !countsFrom1904) return time;
  const falseLeap = countsFrom1904 || days >= DAY_AFTER_FALSE_LEAP ? 0 : 1;
  const day = days + falseLeap + (countsFrom1904 ? DAYS_TO_1904 : 0);
  const date = new Date(DAY_ZERO + day * DAY_MS).toISOString().slice(0, 10);
  return time === '00:00:00' ? date : `${date} ${time.replace(/:00$/, '')}`;
}

const timeText = (seconds: number): string =>
  [seconds / 3_600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');

/** An ISO date as workbooks write it, `2026-11-27T00:00:00`, as {@link dateText}. */
export const isoText = (text: string): string =>
  text
    .replace(/(?:\.\d+)?Z?$/, '')
    .replace(/T00:00(?::00)?$/, '')
    .replace('T', ' ')
    .replace(/( \d\d:\d\d):00$/, '$1');

/**
 * The part of a number's format that changes its text: it shows a day, or a minimum number of
 * digits.
 */
export interface NumberFormat {
  isDate: boolean;
  /** The number of digits of a format that consists of zeros, such as `00000` for postal codes; else 0. */
  digits: number;
}

const PLAIN: NumberFormat = { isDate: false, digits: 0 };

/** Reads the code of a number's format: `yyyy-mm-dd`, `00000`, `[$-409]d. mmm`. */
export function readFormat(code: string): NumberFormat {
  if (/^0+$/.test(code)) return { isDate: false, digits: code.length };
  // The format without quoted texts, escaped characters, colours and currencies; hours in brackets count.
  const [bare = ''] = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';');
  const isDate = /[dmyhs]/i.test(bare) && !/general|standard|[#?]/i.test(bare);
  return isDate ? { isDate, digits: 0 } : PLAIN;
}

/** The formats that workbooks name by number alone: days and times. */
export const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

import { decodeHTML } from 'entities';
import { cut } from '../../../shared/text.ts';
import { oneLine } from '../public-page/one-line.ts';

/** The surrounding facts that decide how a text is read. */
export interface PriceContext {
  /** ISO 4217, as the source names it beside the price; null without one. */
  currency: string | null;
  /** The language of the page, such as `de` or `es-MX`; null if it states none. */
  language: string | null;
}

/** The prices of a text, in one currency: one, or the two ends of a range. */
interface KnownPrices {
  amounts: number[];
  currency: string | null;
}

/** A text with several readings, or one that contradicts the currency beside it. */
interface UnknownPrice {
  unreadable: string;
}

const MAX_TEXT = 200;
const MAX_AMOUNT = 1e9;

/**
 * Reads the price of a text such as `45.99`, `45,99 €`, `1.234,50` or `Rp 350.000`. Digits of any
 * script, grouping of any kind, and dashes in place of decimals are accepted. If three digits
 * follow a single separator, the currency's own decimals and the page's language decide whether
 * they are decimals or thousands; if the two disagree, the text has no certain reading.
 * @returns null for a text without a price.
 */
export function readPriceText(
  given: string,
  { currency, language }: PriceContext,
): KnownPrices | UnknownPrice | null {
  const text = normalize(given);
  const unreadable: UnknownPrice = { unreadable: text };
  const numbers = [...text.matchAll(NUMBER)].map((match) => numberAt(match));
  if (HAS_SUPERSCRIPT.test(text)) return unreadable;
  if (numbers.length === 0) return FREE.test(text) ? { amounts: [0], currency } : null;
  const named = currenciesIn(text);
  // The currency beside a price belongs to it, unless the text names another one.
  const isOther = currency !== null && named.length > 0 && !named.includes(currency);
  if (isOther && !text.includes(signOf(currency))) return unreadable;
  const chosenCurrency = currency ?? ownCurrency(named, language);
  const chosen = choosePrices(text, numbers);
  if (chosen === null) return unreadable;
  const amounts: number[] = [];
  for (const { digits, isNegative, isWhole } of chosen) {
    const amount = isNegative
      ? null
      : readAmount(digits, isWhole, { currency: chosenCurrency, language });
    if (amount === null || amount >= MAX_AMOUNT) return unreadable;
    amounts.push(amount);
  }
  return { amounts, currency: chosenCurrency };
}

/** Digits with separators between them. Blanks separate only groups of three. */
const NUMBER =
  /(?<![\p{L}\d])(?<sign>[-−]\s?)?(?<digits>\d+(?:[.,'’٫٬·]\d+| \d{3}(?!\d))*)(?<end>[.,:]?[-–—―](?![\s\d]*\d))?/gu;
const FREE = /^(?:free|gratis|gratuit|kostenlos|ingresso libero|entrada libre)$/i;

interface NumberText {
  digits: string;
  /** Dashes in place of decimals. */
  isWhole: boolean;
  isNegative: boolean;
  start: number;
  end: number;
}

function numberAt(match: RegExpExecArray): NumberText {
  const { sign = '', digits = '', end = '' } = match.groups ?? {};
  const start = match.index + sign.length;
  const before = match.input.slice(0, match.index).trimEnd();
  // A dash after a number or a word joins the two; it is a minus at the start or beside a currency.
  const isNegative = sign !== '' && (before === '' || /\p{Sc}$/u.test(before));
  return { digits, isNegative, isWhole: end !== '', start, end: start + digits.length };
}

/**
 * One line with the digits 0 to 9, plain blanks, and all entities decoded, even those encoded
 * several times.
 */
function normalize(given: string): string {
  const plain = decodeHTML(decodeHTML(given.slice(0, 4 * MAX_TEXT)));
  const digits = plain
    .replace(
      /(?<=\d)[.,]?([⁰¹²³⁴⁵⁶⁷⁸⁹]{2})(?![⁰¹²³⁴⁵⁶⁷⁸⁹\d])/gu,
      (_, cents: string) => `.${fromSuperscript(cents)}`,
    )
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    // Marks of the writing direction, and zero-width blanks.
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[．，￥＄￡]/gu, (character) => character.normalize('NFKC'))
    .replace(UNSPACED, '$& ');
  return cut(oneLine(digits), MAX_TEXT);
}

/** A currency right before a number. */
const UNSPACED = /(?<!\p{L})(?:[A-Z]{3}|Rp|RM|Rs|R|kr|Kr|Fr|SFr|zł|Kč)\.?(?=\d)/gu;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const HAS_SUPERSCRIPT = /[⁰¹²³⁴⁵⁶⁷⁸⁹]/;
const fromSuperscript = (digits: string): string =>
  [...digits].map((digit) => SUPERSCRIPTS.indexOf(digit)).join('');

/**
 * The value of a decimal digit of any script: those of a script are consecutive and begin with its
 * 0.
 */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 0x80) return code - 0x30;
  // Five sets of mathematical digits are consecutive without a gap.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

const JOINS_RANGE =
  /^(?:\p{Sc}|[A-Z]{3}|\s)*(?:-|–|—|~|to|bis|à|au|a|al|tot|até|till|til)(?:\p{Sc}|[A-Z]{3}|\s)*$/u;

/**
 * The numbers that are prices: the only one, the ends of a range, or the only one beside a
 * currency; otherwise null.
 */
function choosePrices(text: string, numbers: readonly NumberText[]): NumberText[] | null {
  const [first, second] = numbers;
  if (first === undefined) return null;
  if (second === undefined) return [first];
  const between = text.slice(first.end, second.start);
  if (numbers.length === 2 && JOINS_RANGE.test(between)) return [first, second];
  const priced = numbers.filter(({ start, end }) => isBesideCurrency(text, start, end));
  return priced.length === 1 ? priced : null;
}

function isBesideCurrency(text: string, start: number, end: number): boolean {
  const before = /(?:\p{Sc}|\b[A-Z]{3}|\b(?:kr|Kr|Fr)\.?|zł|Kč|Rp|RM|R)\s?$/u;
  const after = /^(?:[.,]?[-–—])?\s?(?:\p{Sc}|[A-Z]{3}\b|kr\b|zł|Kč|Ft\b|lei\b|лв|руб)/u;
  // The end of the preceding text is enough. Searching all of it for each number takes quadratic time.
  return before.test(text.slice(Math.max(0, start - 8), start)) || after.test(text.slice(end));
}

/**
 * The amount of digits with separators; null if there are several readings. `isWhole`: it has no
 * decimals.
 */
function readAmount(digits: string, isWhole: boolean, context: PriceContext): number | null {
  const text = digits
    .replaceAll('٫', '.')
    .replaceAll('٬', "'")
    .replaceAll('’', "'")
    .replaceAll('·', '.');
  const separators = [...text.matchAll(/[^\d]/g)].map(([separator]) => separator);
  const kinds = new Set(separators);
  const last = separators.at(-1);
  if (last === undefined) return Number(text);
  // Blanks and apostrophes only group.
  if (isWhole || last === ' ' || last === "'")
    return kinds.size === 1 ? readGroups(text, last) : null;
  const at = text.lastIndexOf(last);
  const whole = text.slice(0, at);
  const decimals = text.slice(at + 1);
  if (kinds.size === 1 && separators.length > 1) return readGroups(text, last);
  if (kinds.size === 1) return readSingle(whole, decimals, last, digits.includes('٫'), context);
  // The last of two different separators is the decimal sign.
  if (separators.filter((one) => one === last).length > 1 || kinds.size > 2) return null;
  const [group = ''] = separators;
  const amount = readGroups(whole, group);
  return amount === null ? null : Number(`${amount}.${decimals}`);
}

/** Groups of three digits, or of two before the last one as in India. */
function readGroups(text: string, separator: string): number | null {
  const [first = '', ...groups] = text.split(separator);
  const last = groups.at(-1) ?? '';
  const isGrouped =
    /^[1-9]\d{0,2}$/.test(first) &&
    last.length === 3 &&
    (groups.every((group) => group.length === 3) ||
      (first.length <= 2 && groups.slice(0, -1).every((group) => group.length === 2)));
  return isGrouped ? Number(first + groups.join('')) : null;
}

/** A number with one dot or comma. */
function readSingle(
  whole: string,
  decimals: string,
  separator: string,
  isArabicDecimal: boolean,
  { currency, language }: PriceContext,
): number | null {
  const fraction = Number(`${whole}.${decimals}`);
  const canGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!canGroup || isArabicDecimal) return fraction;
  const thousands = Number(whole + decimals);
  const sign = language === null ? null : decimalSign(language, currency);
  if (decimalsOf(currency) < 3) return sign === separator ? null : thousands;
  // schema.org requires a dot as the decimal sign, and three decimals are usual for this currency.
  if (separator === '.') return sign === ',' ? null : fraction;
  return sign === null ? null : sign === ',' ? fraction : thousands;
}

const decimals = new Map<string, number>();

/** The decimals of a currency; two for an unknown one. */
function decimalsOf(currency: string | null): number {
  if (currency === null) return 2;
  const earlier = decimals.get(currency);
  if (earlier !== undefined) return earlier;
  const count =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits ?? 2;
  decimals.set(currency, count);
  return count;
}

/** Languages whose countries write numbers differently. */
const VARIED = /^(?:de|es|fr|it|pt)$/i;
const signs = new Map<string, string | null>();

/** The decimal sign of a language, as used in a region of the currency if there is one; null if unknown. */
function decimalSign(language: string, currency: string | null): string | null {
  // The first two letters of a currency name its country.
  const country = currency === null ? '' : currency.slice(0, 2);
  const locale = VARIED.test(language) && country !== '' ? `${language}-${country}` : language;
  const earlier = signs.get(locale);
  if (earlier !== undefined) return earlier;
  const sign = findDecimalSign(locale);
  if (signs.size < 1_000) signs.set(locale, sign);
  return sign;
}

function findDecimalSign(locale: string): string | null {
  try {
    if (Intl.NumberFormat.supportedLocalesOf(locale).length === 0) return null;
  } catch {
    // Not a language tag.
    return null;
  }
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? null;
}

const DOLLARS = [
  'USD',
  'CAD',
  'AUD',
  'NZD',
  'HKD',
  'SGD',
  'MXN',
  'ARS',
  'CLP',
  'COP',
  'TWD',
  'BRL',
  'UYU',
  'BBD',
  'BSD',
  'BZD',
  'FJD',
  'JMD',
  'TTD',
  'XCD',
  'DOP',
  'BMD',
  'KYD',
  'NAD',
  'BND',
  'GYD',
];

/** The currencies of a sign, the usual one first. The longest sign in a text counts. */
const SIGNS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bUS ?\$|\$ ?US\b/, ['USD']],
  [/\bCA? ?\$|\$ ?CA\b/, ['CAD']],
  [/\bAU? ?\$/, ['AUD']],
  [/\bNZ ?\$/, ['NZD']],
  [/\bHK ?\$/, ['HKD']],
  [/\bS ?\$/, ['SGD']],
  [/\bMX ?\$/, ['MXN']],
  [/\bNT ?\$/, ['TWD']],
  [/\bR ?\$/, ['BRL']],
  [/\bAR ?\$/, ['ARS']],
  [/\$/, DOLLARS],
  [/€/, ['EUR']],
  [/£/, ['GBP', 'EGP', 'GIP', 'FKP', 'IMP', 'JEP', 'GGP', 'LBP', 'SYP']],
  [/¥|円|元/, ['JPY', 'CNY']],
  [/₹/, ['INR']],
  [/\bRs\b/, ['INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR']],
  [/₩|원/, ['KRW']],
  [/₪/, ['ILS']],
  [/₫/, ['VND']],
  [/₺/, ['TRY']],
  [/₽|руб/, ['RUB']],
  [/₴/, ['UAH']],
  [/₱/, ['PHP']],
  [/฿/, ['THB']],
  [/₸/, ['KZT']],
  [/₾/, ['GEL']],
  [/₦/, ['NGN']],
  [/zł/i, ['PLN']],
  [/Kč/i, ['CZK']],
  [/\bkr\b/i, ['SEK', 'NOK', 'DKK', 'ISK']],
  [/\bFt\b/, ['HUF']],
  [/\blei\b/i, ['RON', 'MDL']],
  [/лв/, ['BGN']],
  [/\bRp\b/, ['IDR']],
  [/\bRM(?=\b|\d)/, ['MYR']],
  [/\b(?:Fr|SFr)\b/, ['CHF', 'CHE', 'CHW']],
  [/\bS\//, ['PEN']],
  [/\bR\b/, ['ZAR']],
];
const currencies = new Set(Intl.supportedValuesOf('currency'));
const CODE = /(?<![A-Za-z])[A-Z]{3}(?=\s?\d|$)|(?<=\d[.,:]?[-–—]?\s?)[A-Z]{3}(?![A-Za-z])/g;

/** The short sign of a currency; its code if it has none. */
const signOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/** The currencies that a text may mean, the usual one first; none without a sign or a code. */
function currenciesIn(text: string): readonly string[] {
  const signed = SIGNS.find(([sign]) => sign.test(text))?.[1] ?? [];
  const codes = [...text.matchAll(CODE)]
    .map(([code]) => code)
    .filter((code) => currencies.has(code));
  const [code] = codes;
  if (code === undefined) return signed;
  // Some codes are also words: the price in "TOP 45 €" is in euros.
  return signed.length === 0 || signed.includes(code) || text.includes(signOf(code))
    ? [code]
    : signed;
}

/**
 * The currency of a text. A sign with several currencies counts if it has a usual one, or the
 * language determines one.
 */
function ownCurrency(named: readonly string[], language: string | null): string | null {
  const [usual = null] = named;
  if (named.length < 2 || named !== CROWNS) return usual;
  return CROWN_OF[language?.slice(0, 2).toLowerCase() ?? ''] ?? null;
}

const CROWNS = SIGNS.find(([, currencies]) => currencies.includes('SEK'))?.[1];
const CROWN_OF: Readonly<Record<string, string>> = {
  sv: 'SEK',
  nb: 'NOK',
  nn: 'NOK',
  no: 'NOK',
  da: 'DKK',
  is: 'ISK',
};

/** The currency that a field names by its code or by its sign; null for any other text. */
export function readCurrency(given: string, language: string | null): string | null {
  const text = normalize(given);
  const code = text.toUpperCase();
  if (/^[A-Z]{3}$/.test(code)) return code;
  return text.length <= 5 ? ownCurrency(currenciesIn(text), language) : null;
}

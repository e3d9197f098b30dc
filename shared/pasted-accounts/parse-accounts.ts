import { cleanKey, unwrap } from '../clean-text.ts';
import { formatNumber } from '../numbers.ts';
import { accountKey } from '../queues/keys.ts';
import { cut } from '../text.ts';
import { findFault, isBareAddress, MASK, readMixedAddress } from './address.ts';
import { correctDomain } from './domain-typos.ts';

/** One address of a pasted text. */
export interface PastedAccount {
  text: string;
  /** 1-based line of the pasted text. */
  line: number;
  /** `double`: it repeats an earlier address, compared without case. */
  verdict: 'valid' | 'malformed' | 'double';
  /** Completes the sentence `"text" ...` for a malformed entry. */
  fault: string | null;
}

export interface ParsedAccounts {
  /** In the order of the text. */
  entries: PastedAccount[];
  /** Distinct addresses in the order of the text; the first spelling wins. */
  accounts: string[];
  malformed: PastedAccount[];
  doubles: PastedAccount[];
}

const LINE_BREAKS = /\r\n|\r|\n/;
const SEPARATORS = /[,;\s]+/;
/** A number or a bullet before an entry of a list. */
const LIST_MARK = /^(?:[-–—+*•‣◦▪●·>]|\d{1,4}[.)]|\[[ x]?\])\s+/i;
/** Blanks around what separates an address from something else: `ann@example.com | secret`. */
const SPACED_SEPARATOR = /(@[^\s,;:|=@]+)\s+(:|\||=|-{2,}|[-=]>)\s+/g;
/** An address in angle brackets, and what follows it behind a separator. A name stands before it. */
const IN_BRACKETS = /<\s*([^<>\s@]+@[^<>\s]+)\s*>(?:\s*((?:[:|=]|-{2,})[^\s,;<]+))?/g;
/** Written after a malformed address that the operator takes as it is. */
const KEEP = '(keep)';
const NAMED_AT_MOST = 3;

/**
 * Splits a pasted text at line breaks, commas, semicolons, tabs and blanks, and checks every entry. Names around
 * addresses, and the numbers and bullets of a list, are left out. What may be a password is replaced by {@link MASK}.
 */
export function parseAccounts(text: string): ParsedAccounts {
  const keys = new Set<string>();
  const entries: PastedAccount[] = [];
  for (const [index, lineText] of text.split(LINE_BREAKS).entries()) {
    for (const { text: email, isKept } of readLine(lineText)) {
      const fault = isKept ? null : findFault(email);
      const key = accountKey(email);
      const verdict = fault === null ? (keys.has(key) ? 'double' : 'valid') : 'malformed';
      if (verdict === 'valid') keys.add(key);
      entries.push({ text: email, line: index + 1, verdict, fault });
    }
  }
  const withVerdict = (verdict: PastedAccount['verdict']) =>
    entries.filter((entry) => entry.verdict === verdict);
  return {
    entries,
    accounts: withVerdict('valid').map((entry) => entry.text),
    malformed: withVerdict('malformed'),
    doubles: withVerdict('double'),
  };
}

/** An account without the number or bullet of a list before it, and without quotes and brackets around it. */
export const withoutListMark = (text: string): string =>
  unwrap(cleanKey(text).replace(LIST_MARK, ''));

/** The addresses in angle brackets of a text, each with what follows it behind a separator. */
export const addressesInBrackets = (text: string): string[] =>
  Array.from(text.matchAll(IN_BRACKETS), ([, address = '', tail = '']) => address + tail);

interface LineEntry {
  text: string;
  isKept: boolean;
}

/** The entries of a line, without what may be a password. */
function readLine(line: string): LineEntry[] {
  const tokens = splitLine(line);
  const hasAddress = tokens.some((token) => token.includes('@'));
  const entries: LineEntry[] = [];
  for (const token of tokens) {
    const before = entries.at(-1);
    if (token === KEEP) {
      if (before && canKeep(before.text)) before.isKept = true;
      continue;
    }
    const isWord = hasAddress && !token.includes('@') && correctAccount(token) === null;
    entries.push({
      text: isWord ? MASK : (readMixedAddress(token)?.masked ?? token),
      isKept: false,
    });
  }
  return entries;
}

function splitLine(line: string): string[] {
  const cleaned = cleanKey(line).replace(LIST_MARK, '').replace(SPACED_SEPARATOR, '$1$2');
  const isBracketed = cleaned.search(IN_BRACKETS) >= 0;
  return (
    cleaned
      .replace(IN_BRACKETS, ' $1$2 ')
      .split(SEPARATORS)
      .map((token) => (token === KEEP ? token : unwrap(token)))
      .filter((token) => token !== '')
      // Beside addresses in brackets, words are names.
      .filter((token) => !isBracketed || token === KEEP || token.includes('@'))
  );
}

/**
 * A text without what may be a password: lines with something beside an address have {@link MASK} in its place.
 * @param isTyped the text is being typed, so that a word on a line may be the beginning of the next address.
 */
export function maskAccounts(text: string, isTyped = false): string {
  if (!text.includes('@')) return text;
  return text
    .split(/(\r\n|\r|\n)/)
    .map((line) => (line.includes('@') ? maskLine(line, isTyped) : line))
    .join('');
}

function maskLine(line: string, isTyped: boolean): string {
  if (isBareAddress(line)) return line;
  const entries = readLine(line);
  const isMasked = entries.some(({ text }) =>
    isTyped ? text !== MASK && text.includes(MASK) : text.includes(MASK),
  );
  if (!isMasked) return line;
  return entries.map(({ text, isKept }) => (isKept ? `${text} ${KEEP}` : text)).join(' ');
}

/** Whether a malformed entry may be taken as it is: an address that only lacks a dot. */
export const canKeep = (text: string): boolean => findFault(text) !== null && isBareAddress(text);

/** A malformed entry as it is written to be taken as it is. */
export const keptAccount = (text: string): string => `${text} ${KEEP}`;

/** An entry as a text that is read as the same entry. */
export const writeEntry = ({ text, verdict }: PastedAccount): string =>
  verdict !== 'malformed' && canKeep(text) ? keptAccount(text) : text;

/** `3 valid, 1 malformed, 2 duplicates`; malformed and duplicates only if there are some. */
export function describeCounts({ accounts, malformed, doubles }: ParsedAccounts): string {
  return [
    `${formatNumber(accounts.length)} valid`,
    ...(malformed.length > 0 ? [`${formatNumber(malformed.length)} malformed`] : []),
    ...(doubles.length > 0 ? [countDoubles(doubles.length)] : []),
  ].join(', ');
}

/** `1 duplicate`, `2 duplicates`. */
export const countDoubles = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'duplicate' : 'duplicates'}`;

/** `Line 2: "nobody" has no @.` for the first malformed entries; empty when all are valid. */
export function describeMalformed(malformed: readonly PastedAccount[]): string {
  const named = malformed
    .slice(0, NAMED_AT_MOST)
    .map(({ text, line, fault }) => `Line ${line}: "${shorten(text)}" ${fault}.`);
  const more = malformed.length - named.length;
  return [...named, ...(more > 0 ? [`${formatNumber(more)} more.`] : [])].join(' ');
}

/** Providers whose name alone is unambiguous, and what the operator left out of it. */
const BARE_DOMAINS = /@(gmail|googlemail|hotmail|outlook|icloud|yahoo)(?:\.?c?o?m?)?$/i;

/** Slips that have one obvious correction. They are applied in this order. */
const SLIPS: readonly (readonly [slip: RegExp, correction: string])[] = [
  [/^mailto:/i, ''],
  [/[([{]at[)\]}]/gi, '@'],
  [/[([{]dot[)\]}]/gi, '.'],
  [/@{2,}/g, '@'],
  [/\.{2,}/g, '.'],
  [/@\./, '@'],
  [/[.:!?]+$/, ''],
  [BARE_DOMAINS, '@$1.com'],
];

/** No address with what stands beside it is longer; the rules below would take long to read such a text. */
const LONGEST_CORRECTED = 1_000;

/** An address without its slip, or without what stands beside it; null if there is no obvious correction. */
export function correctAccount(text: string): string | null {
  if (text.length > LONGEST_CORRECTED) return null;
  const bare = readMixedAddress(text)?.address ?? text;
  const whole = SLIPS.reduce((now, [slip, correction]) => now.replace(slip, correction), bare);
  const corrected = correctDomain(whole) ?? whole;
  return corrected !== text && findFault(corrected) === null ? corrected : null;
}

function shorten(text: string): string {
  return text.length > 40 ? `${cut(text, 39)}…` : text;
}

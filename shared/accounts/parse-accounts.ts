import { formatNumber } from '../numbers.ts';
import { accountKey } from '../queues/keys.ts';
import { cut } from '../text.ts';
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

/** Characters that spreadsheets and mail programs put around an address. */
const WRAPPING = /^[<"'([]+|[>"')\]]+$/g;
const SEPARATORS = /[,;\s]+/;
const MAX_CHARACTERS = 254;
const NAMED_AT_MOST = 3;

/** Splits a pasted text at line breaks, commas, semicolons, tabs and blanks, and checks every entry. */
export function parseAccounts(text: string): ParsedAccounts {
  const keys = new Set<string>();
  const entries: PastedAccount[] = [];
  for (const [index, lineText] of text.split(/\r\n|\r|\n/).entries()) {
    for (const entry of lineText.split(SEPARATORS)) {
      const email = entry.replace(WRAPPING, '');
      if (email === '') continue;
      const fault = findFault(email);
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

/** An address without its slip; null if there is none, or no obvious correction. */
export function correctAccount(text: string): string | null {
  const whole = SLIPS.reduce((now, [slip, correction]) => now.replace(slip, correction), text);
  const corrected = correctDomain(whole) ?? whole;
  return corrected !== text && findFault(corrected) === null ? corrected : null;
}

/** The fault of an address, as the end of a sentence; null when it is valid. */
function findFault(email: string): string | null {
  if (email.length > MAX_CHARACTERS) return `has more than ${MAX_CHARACTERS} characters`;
  const [name = '', domain, ...rest] = email.split('@');
  if (domain === undefined) return 'has no @';
  if (rest.length > 0) return 'has more than one @';
  if (name === '') return 'has nothing before the @';
  if (domain === '') return 'has nothing after the @';
  if (!domain.includes('.')) return 'has no dot after the @';
  return domain.split('.').includes('') ? 'has a misplaced dot after the @' : null;
}

function shorten(text: string): string {
  return text.length > 40 ? `${cut(text, 39)}…` : text;
}

import { DomainError } from '../../shared/errors.ts';
import common from './common-passwords.json' with { type: 'json' };

const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 1024;
/**
 * The minimum number of letters that must be left of a password once the product's and the
 * operator's words are removed.
 */
const FEWEST_OTHER_LETTERS = 6;

/** Words that an attacker of this product tries first. */
const PRODUCT_WORDS = [
  'boxoffice',
  'box office',
  'desk',
  'operator',
  'ticketmaster',
  'ticketing',
  'tickets',
  'ticket',
  'presale',
  'dashboard',
  'admin',
  'localhost',
];

let commonPasswords: Set<string> | undefined;

/**
 * Checks a new password: its length, the most common passwords (also with digits and punctuation around
 * them, or repeated), and words that are easy to guess for this operator. The check works offline.
 * @throws DomainError `bad_request` with one sentence about the fault, never with the password.
 */
export function assertGoodPassword(password: string, email: string): void {
  const reason = weaknessOf(password, email);
  if (reason !== null) throw new DomainError('bad_request', reason);
}

/** Why a password is too weak, in one sentence; null when it is good. */
export function weaknessOf(password: string, email: string): string | null {
  const characters = [...password].length;
  if (characters < SHORTEST_PASSWORD || characters > LONGEST_PASSWORD) {
    return `A password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`;
  }
  const lower = password.toLowerCase();
  if (new Set(lower).size < 5) return 'This password repeats too few characters.';
  if (isCommon(lower)) return 'This password is one of the most common ones. Choose another.';
  if (isMadeOfOwnWords(withoutLeet(lower), email)) {
    return 'This password consists of words that are easy to guess here. Choose another.';
  }
  return null;
}

function isCommon(lower: string): boolean {
  commonPasswords ??= new Set(common.passwords.split(' '));
  const core = lower.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const candidates = [lower, core, shortestPeriod(lower), shortestPeriod(core)];
  return candidates.some(
    (text) => commonPasswords?.has(text) || commonPasswords?.has(withoutLeet(text)),
  );
}

/** `abcabcabc` is as easy to guess as `abc`: returns the part that is repeated, else the text itself. */
function shortestPeriod(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return period > 0 && period < text.length ? text.slice(0, period) : text;
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const withoutLeet = (text: string) => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);

function isMadeOfOwnWords(lower: string, email: string): boolean {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  const personalWords = [name, ...name.split(/[._+-]/), ...domain.split('.')].filter(
    (word) => word.length > 3,
  );
  // Longest first: a shorter word inside a longer one must not leave part of the longer one.
  const words = [...personalWords, ...PRODUCT_WORDS].toSorted((a, b) => b.length - a.length);
  const left = words.reduce((text, word) => text.replaceAll(word, ''), lower);
  return left !== lower && left.replace(/[^\p{L}]/gu, '').length < FEWEST_OTHER_LETTERS;
}

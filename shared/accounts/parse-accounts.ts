import { accountKey } from '../queues/keys.ts';

/** An entry that is not an e-mail address. */
export interface MalformedAccount {
  text: string;
  /** 1-based line of the pasted text. */
  line: number;
  /** Completes the sentence `"text" ...`. */
  reason: string;
}

export interface ParsedAccounts {
  /** Distinct addresses in the order of the text; the first spelling wins. */
  accounts: string[];
  malformed: MalformedAccount[];
  /** Entries that repeat an earlier address, compared without case. */
  duplicates: { text: string; line: number }[];
}

/** What spreadsheets and mail programs put around an address. */
const WRAPPING = /^[<"'(]+|[>"')]+$/g;
const SEPARATORS = /[,;\s]+/;
const MAX_CHARACTERS = 254;
const NAMED_AT_MOST = 3;

/** Splits a pasted text at line breaks, commas, semicolons, tabs and blanks, and checks every entry. */
export function parseAccounts(text: string): ParsedAccounts {
  const byKey = new Map<string, string>();
  const malformed: MalformedAccount[] = [];
  const duplicates: ParsedAccounts['duplicates'] = [];
  for (const [index, lineText] of text.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    for (const entry of lineText.split(SEPARATORS)) {
      const email = entry.replace(WRAPPING, '');
      if (email === '') continue;
      const reason = findFault(email);
      const key = accountKey(email);
      if (reason !== null) malformed.push({ text: email, line, reason });
      else if (byKey.has(key)) duplicates.push({ text: email, line });
      else byKey.set(key, email);
    }
  }
  return { accounts: [...byKey.values()], malformed, duplicates };
}

/** `3 valid, 1 malformed, 2 duplicates`; malformed and duplicates only where there are some. */
export function describeCounts({ accounts, malformed, duplicates }: ParsedAccounts): string {
  return [
    `${numberOf(accounts.length)} valid`,
    ...(malformed.length > 0 ? [`${numberOf(malformed.length)} malformed`] : []),
    ...(duplicates.length > 0 ? [countDuplicates(duplicates.length)] : []),
  ].join(', ');
}

/** `1 duplicate`, `2 duplicates`. */
export const countDuplicates = (count: number): string =>
  `${numberOf(count)} ${count === 1 ? 'duplicate' : 'duplicates'}`;

/** `Line 2: "nobody" has no @.` for the first malformed entries; empty when all are valid. */
export function describeMalformed(malformed: readonly MalformedAccount[]): string {
  const named = malformed
    .slice(0, NAMED_AT_MOST)
    .map(({ text, line, reason }) => `Line ${line}: "${shorten(text)}" ${reason}.`);
  const more = malformed.length - named.length;
  return [...named, ...(more > 0 ? [`${numberOf(more)} more.`] : [])].join(' ');
}

/** What is wrong with an address, as the end of a sentence; null when it is valid. */
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

const numberOf = (count: number): string => count.toLocaleString('en-US');

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

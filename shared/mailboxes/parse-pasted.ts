import { cleanText } from '../clean-text.ts';
import { readMixedAddress } from '../pasted-accounts/address.ts';
import { correctDomain } from '../pasted-accounts/domain-typos.ts';
import { isMicrosoftHost, type MailboxPlace, serverFor } from './mail-servers.ts';
import { type PastedMailbox, pastedMailbox } from './schema.ts';

/** Whether a pasted line is added, and if not, why. `sign_in`: its provider accepts no password. */
export type LineVerdict = 'valid' | 'sign_in' | 'malformed' | 'double' | 'known';

export interface PastedLine {
  /** Counted from 1. */
  line: number;
  /** The address, or '' if the line has none. Never the password. */
  user: string;
  server: string;
  verdict: LineVerdict;
  /** The fault of a malformed line; empty for others. */
  fault: string;
  /**
   * The address without a likely typo in the domain of a well-known provider; null if there is
   * none.
   */
  corrected: string | null;
  /** Null for a line that is not added. */
  mailbox: PastedMailbox | null;
}

const HOST = /^(?=.*\.)[a-z0-9.-]+$/i;
const PORT = /^\d{1,5}$/;

/** Separators that other tools write after the address instead of a colon. */
const OTHER_SEPARATOR = /^[^\s:;|,@]+@[^\s:;|,]+?\s*([;|,\t]|-{3,})/;

/**
 * Splits `address:password[:host[:port]]`, also with `;`, `|`, `,`, tabs or `----` in place of the colons. A password
 * may contain the separator; a host has a dot.
 */
function splitLine(text: string) {
  const separator = OTHER_SEPARATOR.exec(text)?.[1] ?? ':';
  const [user = '', ...rest] = text.split(separator).map((part) => part.trim());
  const hasPort = rest.length >= 3 && PORT.test(rest.at(-1) ?? '') && HOST.test(rest.at(-2) ?? '');
  const port = hasPort ? rest.pop() : undefined;
  const host = rest.length >= 2 && HOST.test(rest.at(-1) ?? '') ? rest.pop() : undefined;
  return { user, password: rest.join(separator), host: host ?? serverFor(user, ''), port };
}

const keyOf = ({ user, host }: Pick<MailboxPlace, 'user' | 'host'>): string =>
  `${user.toLowerCase()}\n${host}`;

function readLine(text: string, line: number): PastedLine {
  const { user: start, password, host, port } = splitLine(text);
  // Text beside the address may be a password.
  const user = readMixedAddress(start)?.masked ?? start;
  const corrected = correctDomain(user);
  const wrong = (fault: string): PastedLine => ({
    line,
    user,
    server: host ?? '',
    verdict: 'malformed',
    fault,
    corrected,
    mailbox: null,
  });
  if (host !== null && isMicrosoftHost(host) && pastedMailbox.shape.user.safeParse(user).success)
    return { ...wrong(''), verdict: 'sign_in' };
  if (password === '') return wrong('no password after the address');
  const read = pastedMailbox.safeParse({ user, password, host: host ?? '', port });
  if (!read.success) return wrong(read.error.issues[0]?.message ?? 'not a mailbox');
  if (host === null) return wrong('add the server: address:password:host');
  const server = `${read.data.host}:${read.data.port}`;
  return { line, user, server, verdict: 'valid', fault: '', corrected, mailbox: read.data };
}

/** The text with the corrected addresses of these lines; passwords and servers stay. */
export function correctLines(text: string, lines: readonly PastedLine[]): string {
  const byLine = new Map(lines.map((line) => [line.line, line]));
  return text
    .split(/(\r\n|\n|\r)/)
    .map((part, at) => {
      const { user = '', corrected = null } = (at % 2 === 0 && byLine.get(at / 2 + 1)) || {};
      return corrected === null ? part : part.replace(user, () => corrected);
    })
    .join('');
}

/**
 * Reads pasted mailboxes, one per line, and finds the mail server of known domains.
 * @param listed the mailboxes that are in the list
 */
export function parseMailboxes(
  text: string,
  listed: readonly Pick<MailboxPlace, 'user' | 'host'>[],
): PastedLine[] {
  const existing = new Set(listed.map(keyOf));
  // The provider names the server of a mailbox that has signed in.
  const users = new Set(listed.map(({ user }) => user.toLowerCase()));
  const seen = new Set<string>();
  return text.split(/\r\n|\n|\r/).flatMap((raw, index): PastedLine[] => {
    if (raw.trim() === '') return [];
    const entry = readLine(cleanText(raw).trim(), index + 1);
    if (entry.verdict === 'malformed') return [entry];
    const key = keyOf(entry.mailbox ?? { user: entry.user, host: entry.server });
    const isListed = entry.mailbox ? existing.has(key) : users.has(entry.user.toLowerCase());
    const verdict = seen.has(key) ? 'double' : isListed ? 'known' : entry.verdict;
    seen.add(key);
    return [verdict === entry.verdict ? entry : { ...entry, verdict, mailbox: null }];
  });
}

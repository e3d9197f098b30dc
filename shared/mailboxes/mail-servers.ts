import * as z from 'zod/mini';

/** The default mail server of a mailbox. */
export const DEFAULT_SERVER = { host: 'imap.gmail.com', port: 993 } as const;

const HOST_OR_IP_ADDRESS =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,62})?(?:\.[a-z0-9](?:[a-z0-9-]{0,62})?)*|[0-9a-f:]{2,45})$/;
const WRONG_HOST = 'Enter the name of a mail server, such as imap.gmail.com.';
const WRONG_PORT = 'Enter a port from 1 to 65535.';

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '');
/** Replaces an empty value with the default. The next rule checks the type. */
const orDefault = <Value>(fallback: Value) =>
  z.transform((value: unknown) => (isEmpty(value) ? fallback : (value as Value)));

/** The host of a mail server; empty means the default. */
export const mailHost = z._default(
  z.pipe(
    orDefault<string>(DEFAULT_SERVER.host),
    z
      .string(WRONG_HOST)
      .check(z.trim(), z.toLowerCase(), z.maxLength(253, WRONG_HOST))
      .check(z.regex(HOST_OR_IP_ADDRESS, WRONG_HOST)),
  ),
  DEFAULT_SERVER.host,
);

/** The port of a mail server, as a number or its text; empty means the default. */
export const mailPort = z._default(
  z.pipe(
    orDefault<number>(DEFAULT_SERVER.port),
    z.coerce
      .number<number>(WRONG_PORT)
      .check(z.int(WRONG_PORT), z.minimum(1, WRONG_PORT), z.maximum(65_535, WRONG_PORT)),
  ),
  DEFAULT_SERVER.port,
);

/** The server of a mailbox. Its stored password is sent to no other server. */
export interface MailboxPlace {
  user: string;
  host: string;
  port: number;
}

/**
 * Whether two places have the same mailbox with the same folders: a server may be reached at
 * several ports.
 */
export const isSameMailbox = (
  one: Omit<MailboxPlace, 'port'>,
  other: Omit<MailboxPlace, 'port'>,
): boolean => one.user.toLowerCase() === other.user.toLowerCase() && one.host === other.host;

export const isSamePlace = (one: MailboxPlace, other: MailboxPlace): boolean =>
  isSameMailbox(one, other) && one.port === other.port;

/** The providers that the form offers by name. */
export const PROVIDERS = [
  { value: 'gmail', label: 'Gmail', host: 'imap.gmail.com' },
  { value: 'outlook', label: 'Microsoft 365', host: 'outlook.office365.com' },
  { value: 'gmx', label: 'GMX', host: 'imap.gmx.net' },
  { value: 'icloud', label: 'iCloud', host: 'imap.mail.me.com' },
] as const;

/** Mail servers by the domain of an address. */
const SERVERS: readonly (readonly [domain: RegExp, host: string])[] = [
  [/^(?:gmail|googlemail)\./, 'imap.gmail.com'],
  [
    /^(?:outlook|hotmail|live|msn|windowslive|passport)\.(?:com|net|[a-z]{2}|com?\.[a-z]{2})$/,
    'outlook.office365.com',
  ],
  [/\.onmicrosoft\.com$/, 'outlook.office365.com'],
  [/^gmx\.(?:com|us|co\.uk)$/, 'imap.gmx.com'],
  [/^gmx\./, 'imap.gmx.net'],
  [/^(?:icloud|me|mac)\.com$/, 'imap.mail.me.com'],
  [/^(?:yahoo\.|ymail\.com$|rocketmail\.com$)/, 'imap.mail.yahoo.com'],
  [/^aol\./, 'imap.aol.com'],
  [/^web\.de$/, 'imap.web.de'],
  [/^t-online\.de$/, 'secureimap.t-online.de'],
  [/^fastmail\./, 'imap.fastmail.com'],
  [/^(?:orange|wanadoo)\.fr$/, 'imap.orange.fr'],
  [/^free\.fr$/, 'imap.free.fr'],
  [/^laposte\.net$/, 'imap.laposte.net'],
];

/**
 * The mail server of an address; null for an unknown domain, and if the operator typed another host, which is
 * never overwritten.
 */
export function serverFor(address: string, typedHost: string): string | null {
  const isTyped = typedHost.trim() !== '' && !SERVERS.some(([, host]) => host === typedHost);
  if (isTyped) return null;
  const domain = address.trim().toLowerCase().split('@')[1] ?? '';
  return SERVERS.find(([pattern]) => pattern.test(domain))?.[1] ?? null;
}

/** Microsoft's mail servers, which since September 2024 accept OAuth only, and no passwords. */
const MICROSOFT_HOSTS = /(?:^|\.)(?:outlook|office365|hotmail|live|msn)\.com$/i;

export const isMicrosoftHost = (host: string): boolean => MICROSOFT_HOSTS.test(host.trim());

/**
 * The listed mailbox that a provider has confirmed; null if it is not in the list. Microsoft's
 * servers have the same mailboxes, and it confirms only one of their names.
 */
export const mailboxOf = <Mailbox extends Pick<MailboxPlace, 'user' | 'host'>>(
  listed: readonly Mailbox[],
  confirmed: Pick<MailboxPlace, 'user' | 'host'>,
): Mailbox | null =>
  listed.find((one) => isSameMailbox(one, confirmed)) ??
  listed.find(
    ({ user, host }) =>
      isMicrosoftHost(host) &&
      isMicrosoftHost(confirmed.host) &&
      isSameMailbox({ user, host: confirmed.host }, confirmed),
  ) ??
  null;

export type ProviderName = (typeof PROVIDERS)[number]['value'] | 'other';

export const providerOf = (host: string): ProviderName =>
  PROVIDERS.find((provider) => provider.host === host.trim().toLowerCase())?.value ?? 'other';

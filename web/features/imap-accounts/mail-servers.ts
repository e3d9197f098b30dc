/** The providers that the form offers by name. */
export const PROVIDERS = [
  { value: 'gmail', label: 'Gmail', host: 'imap.gmail.com' },
  { value: 'outlook', label: 'Outlook', host: 'outlook.office365.com' },
  { value: 'gmx', label: 'GMX', host: 'imap.gmx.net' },
  { value: 'icloud', label: 'iCloud', host: 'imap.mail.me.com' },
] as const;

/** Mail servers by the domain of an address. */
const SERVERS: readonly (readonly [domain: RegExp, host: string])[] = [
  [/^(?:gmail|googlemail)\./, 'imap.gmail.com'],
  [/^(?:outlook|hotmail|live|msn)\./, 'outlook.office365.com'],
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
 * The mail server of an address; null for an unknown domain, and where the operator typed a host of their own, which is
 * never overwritten.
 */
export function serverFor(address: string, typedHost: string): string | null {
  const isTyped = typedHost.trim() !== '' && !SERVERS.some(([, host]) => host === typedHost);
  if (isTyped) return null;
  const domain = address.trim().toLowerCase().split('@')[1] ?? '';
  return SERVERS.find(([pattern]) => pattern.test(domain))?.[1] ?? null;
}

export type ProviderName = (typeof PROVIDERS)[number]['value'] | 'other';

export const providerOf = (host: string): ProviderName =>
  PROVIDERS.find((provider) => provider.host === host.trim().toLowerCase())?.value ?? 'other';

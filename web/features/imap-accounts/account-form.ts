import { HOST_SHAPE, HOST_WRONG, IMAP_DEFAULTS } from '../../../shared/imap-accounts/constants.ts';
import type { ImapAccount } from '../../../shared/imap-accounts/schema.ts';
import type { AccountPayload } from './mutations.ts';

/** What stands in the form; the port as it is typed. */
export interface AccountForm {
  user: string;
  password: string;
  host: string;
  port: string;
  isActive: boolean;
}

export type FormErrors = Partial<Record<keyof AccountForm, string>>;

/** The providers that the form offers by name. */
export const PROVIDERS = [
  { value: 'gmail', label: 'Gmail', host: 'imap.gmail.com' },
  { value: 'outlook', label: 'Outlook', host: 'outlook.office365.com' },
  { value: 'gmx', label: 'GMX', host: 'imap.gmx.net' },
  { value: 'icloud', label: 'iCloud', host: 'imap.mail.me.com' },
] as const;

/** Mail servers by the address's domain, so that most operators never type one. */
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
 * The server that belongs to an address, or null: unknown domains have their own, and a server that the operator typed
 * is never overwritten.
 */
export function serverFor(address: string, typedHost: string): string | null {
  const isTyped = typedHost.trim() !== '' && !SERVERS.some(([, host]) => host === typedHost);
  if (isTyped) return null;
  const domain = address.trim().toLowerCase().split('@')[1] ?? '';
  return SERVERS.find(([pattern]) => pattern.test(domain))?.[1] ?? null;
}

export type ProviderName = (typeof PROVIDERS)[number]['value'] | 'other';

/** The provider whose server stands in the form. */
export const providerOf = (host: string): ProviderName =>
  PROVIDERS.find((provider) => provider.host === host.trim().toLowerCase())?.value ?? 'other';

export const emptyForm = (): AccountForm => ({
  user: '',
  password: '',
  host: IMAP_DEFAULTS.host,
  port: String(IMAP_DEFAULTS.port),
  isActive: IMAP_DEFAULTS.is_active,
});

export const formOf = (account: ImapAccount): AccountForm => ({
  user: account.user,
  password: '',
  host: account.host,
  port: String(account.port),
  isActive: account.is_active,
});

/**
 * Whether the form leads elsewhere than the mailbox it began with: its stored password is not sent there, so it must be
 * given again.
 */
export function needsPassword(form: AccountForm, account: ImapAccount): boolean {
  const { user, host, port } = payloadOf(form);
  const isSame =
    user.toLowerCase() === account.user.toLowerCase() &&
    host.toLowerCase() === account.host.toLowerCase() &&
    port === account.port;
  return form.password === '' && !isSame;
}

/**
 * Part 5: email required and an email; password required when adding (`account` is null), and when the mailbox moves.
 * Host and port are not required, but what stands there must be one.
 */
export function checkForm(form: AccountForm, account: ImapAccount | null): FormErrors {
  const errors: FormErrors = {};
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.user.trim())) errors.user = 'Enter an email address.';
  if (account === null && form.password === '') errors.password = 'Enter the app password.';
  if (account !== null && needsPassword(form, account))
    errors.password = 'Enter the app password again.';
  const host = form.host.trim();
  if (host !== '' && !HOST_SHAPE.test(host)) errors.host = HOST_WRONG;
  const port = Number(form.port);
  if (form.port.trim() !== '' && !(Number.isInteger(port) && port >= 1 && port <= 65535))
    errors.port = 'Enter a port from 1 to 65535.';
  return errors;
}

/** What is sent: defaults for what was left out, the password only when it was filled in. */
export const payloadOf = (form: AccountForm): AccountPayload => ({
  user: form.user.trim(),
  host: form.host.trim() || IMAP_DEFAULTS.host,
  port: form.port.trim() === '' ? IMAP_DEFAULTS.port : Number(form.port),
  is_active: form.isActive,
  ...(form.password !== '' && { password: form.password }),
});

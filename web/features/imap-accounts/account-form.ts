import { IMAP_DEFAULTS } from '../../../shared/imap-accounts/constants.ts';
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

/** Mail servers of the usual providers. */
export const PROVIDERS = [
  { value: 'gmail', label: 'Gmail', host: 'imap.gmail.com', domains: /@(?:gmail|googlemail)\./i },
  {
    value: 'outlook',
    label: 'Outlook',
    host: 'outlook.office365.com',
    domains: /@(?:outlook|hotmail|live|msn)\./i,
  },
  { value: 'gmx', label: 'GMX', host: 'imap.gmx.net', domains: /@gmx\./i },
  {
    value: 'icloud',
    label: 'iCloud',
    host: 'imap.mail.me.com',
    domains: /@(?:icloud|me|mac)\.com$/i,
  },
] as const;

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

/** Part 5: email required and an email; password required when adding. Host and port are not required. */
export function checkForm(form: AccountForm, isNew: boolean): FormErrors {
  const errors: FormErrors = {};
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.user.trim())) errors.user = 'Enter an email address.';
  if (isNew && form.password === '') errors.password = 'Enter the app password.';
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

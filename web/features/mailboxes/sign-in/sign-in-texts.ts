import { isMicrosoftHost, PROVIDERS } from '../../../../shared/mailboxes/mail-servers.ts';
import type { ImapAccount, SignInProvider } from '../../../../shared/mailboxes/schema.ts';

export const PROVIDER_NAMES: Record<SignInProvider, string> = {
  microsoft: 'Microsoft',
  google: 'Google',
};

/** The page about registering an app, which the desk serves (docs/mail-sign-in.md). */
export const GUIDE_PATH = '/mail-sign-in.txt';

const GMAIL_HOST = PROVIDERS.find(({ value }) => value === 'gmail')?.host;

/** The provider at which mailboxes of a mail server can sign in; null for other servers. */
export function providerOfHost(host: string): SignInProvider | null {
  if (isMicrosoftHost(host)) return 'microsoft';
  return host.trim().toLowerCase() === GMAIL_HOST ? 'google' : null;
}

/**
 * The provider at which an account has to sign in so that it can be read; null if no sign-in is
 * missing. A failing account at Microsoft with a password needs one, because Microsoft accepts no
 * password.
 */
export function missingSignIn(account: ImapAccount): SignInProvider | null {
  const { auth, host, health, needs_sign_in: isNeeded, is_active: isActive } = account;
  if (!isActive) return null;
  if (auth !== 'password') return isNeeded ? auth : null;
  return health.failures > 0 && isMicrosoftHost(host) ? 'microsoft' : null;
}

/** Whether searches need a sign-in of the account, as the text of its button. */
export const signInLabel = ({ auth }: Pick<ImapAccount, 'auth'>): string =>
  auth === 'password' ? 'Sign in' : 'Sign in again';

/**
 * A code in groups of three or four letters, as it is read and typed; one with separators does not
 * change.
 */
export function groupsOf(code: string): string[] {
  if (!/^[A-Za-z0-9]+$/.test(code)) return [code];
  const size = code.length % 4 === 0 ? 4 : 3;
  return code.match(new RegExp(`.{1,${size}}`, 'g')) ?? [code];
}

/** A code letter by letter, for screen readers. */
export const spell = (code: string): string =>
  groupsOf(code)
    .map((group) => [...group].join(' '))
    .join(', ');

/** `13:42` */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** An address as it is displayed in its link: `microsoft.com/devicelogin`. */
export const shortAddress = (address: string): string =>
  address.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');

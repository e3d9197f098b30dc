import { SIGN_IN_AGAIN } from '../../shared/mailboxes/health.ts';
import { isMicrosoftHost } from '../../shared/mailboxes/mail-servers.ts';
import type { MailboxAccess } from '../../shared/scanners/protocol.ts';

export type MailboxFault =
  | 'wrong_password'
  | 'app_password'
  | 'imap_off'
  | 'locked'
  | 'expired'
  | 'needs_encryption'
  | 'server_fault'
  | 'no_passwords'
  | 'token_refused'
  | 'unknown_host'
  | 'private_address'
  | 'refused'
  | 'certificate'
  | 'no_tls'
  | 'timed_out'
  | 'out_of_time'
  | 'closed'
  | 'throttled'
  | 'no_inbox'
  | 'no_folders'
  | 'oversized'
  | 'gone'
  | 'unreadable'
  | 'cancelled'
  | 'other';

/** Messages for operators: the cause, then what to do. They contain no text of the server, which is untrusted. */
const SENTENCES: Readonly<Record<MailboxFault, (host: string) => string>> = {
  wrong_password: (host) =>
    `${host} rejected this password. Check the email address and the password.`,
  app_password: (host) =>
    `${host} rejected this password. Use an app password, not the login password of the account.`,
  no_passwords: (host) =>
    `${host} rejected this password: Microsoft no longer accepts passwords over IMAP. Choose "Sign in" at this mailbox.`,
  token_refused: (host) =>
    `${SIGN_IN_AGAIN}: ${host} does not accept the access that was granted to this mailbox.`,
  imap_off: (host) =>
    `IMAP is switched off for this account at ${host}. Switch it on in the settings of the mailbox, then try again.`,
  locked: (host) =>
    `${host} has locked or closed this account. Sign in on its web page and follow what it says.`,
  expired: (host) =>
    `The password of this account has expired at ${host}. Set a new one there, then enter it here.`,
  needs_encryption: (host) => `${host} accepts no password without encryption. Use port 993.`,
  server_fault: (host) => `${host} has a passing fault of its own. Try again later.`,
  unknown_host: (host) => `The mail server ${host} was not found. Check the spelling of the host.`,
  private_address: (host) =>
    `${host} is an address inside a private network, which the scanner does not open.`,
  refused: (host) => `${host} does not answer on this port. Check host and port (993 for TLS).`,
  certificate: (host) => `The certificate of ${host} is not valid for it. Check the host name.`,
  no_tls: (host) => `${host} offers no encrypted connection on this port. Use port 993.`,
  timed_out: (host) => `${host} did not answer in time. Try again later.`,
  out_of_time: () =>
    'The search ran out of time. Search again to read the rest, or search a shorter period.',
  closed: (host) => `${host} closed the connection. Try again later.`,
  throttled: (host) =>
    `${host} requires a pause because of too many connections. Try again in a minute.`,
  no_inbox: (host) => `${host} does not let this account read its inbox.`,
  no_folders: (host) => `${host} does not list the folders of this mailbox.`,
  oversized: (host) =>
    `${host} holds mails that cannot be read. Remove them or search a shorter period.`,
  gone: () => 'This mail is no longer in its folder. Search again.',
  unreadable: () => 'This mail cannot be shown: it is damaged or takes too long to read.',
  cancelled: () => 'The search was cancelled.',
  other: (host) => `${host} answered in a way that cannot be read. Try again later.`,
};

/** Faults that come from the search or from one mail: the mailbox can be opened. */
const PASSING: ReadonlySet<MailboxFault> = new Set([
  'out_of_time',
  'cancelled',
  'throttled',
  'server_fault',
  'oversized',
  'gone',
  'unreadable',
  'no_folders',
]);

/** Whether the mailbox or its server causes a failure, so that another attempt would fail too. */
export const isUnreachable = (fault: MailboxFault): boolean => !PASSING.has(fault);

interface FaultDetails {
  /** Whether the server had not greeted yet: then the failure concerns all its mailboxes. */
  beforeGreeting?: boolean;
  /** The pause that the server requested, in milliseconds; null if it named none. */
  pauseMs?: number | null;
  /**
   * Whether the scanner still observes a pause that the server requested earlier: this is not an
   * answer of the server.
   */
  isOwnPause?: boolean;
}

/** A mailbox that cannot be read, with the sentence for the operator. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError';
  readonly fault: MailboxFault;
  readonly beforeGreeting: boolean;
  readonly pauseMs: number | null;
  readonly isOwnPause: boolean;
  constructor(fault: MailboxFault, host: string, details: FaultDetails = {}) {
    const { beforeGreeting = false, pauseMs = null, isOwnPause = false } = details;
    const shown = pauseMs === null ? fault : 'throttled';
    super(SENTENCES[shown](host));
    this.fault = shown;
    this.beforeGreeting = beforeGreeting;
    this.pauseMs = pauseMs;
    this.isOwnPause = isOwnPause;
  }
}

const APP_PASSWORD_HOSTS = /gmail|google|yahoo|icloud|me\.com|aol|fastmail|zoho|yandex/i;
const CERTIFICATE =
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS_CERT|DEPTH_ZERO|UNABLE_TO_GET_ISSUER/;

/** How providers request a pause: with words or with response codes. */
const PAUSE_WORDS =
  /too many (?:simultaneous |concurrent |open )?(?:connections|sessions|logins)|maximum number of connections|connection limit|(?:command or )?bandwidth limits?|throttl|rate.?limit/i;
const PAUSE_CODES = /\b(?:OVERQUOTA|LIMIT|THROTTLED)\b/;

/** Response codes of RFC 5530 for a temporary failure of the server itself. */
const PASSING_CODES =
  /\b(?:UNAVAILABLE|INUSE|SERVERBUG|CORRUPTION)\b|temporary (?:authentication )?(?:failure|error)|try again later/i;

/** The response codes and words with which servers refuse a sign-in for a reason other than a wrong password. */
const REFUSALS: readonly (readonly [MailboxFault, RegExp])[] = [
  [
    'app_password',
    /app(?:lication)?[- ](?:specific )?password|application-specific|app[- ]specific|passwort f[uü]r (?:eine )?app|anwendungspasswort|mot de passe d.?application|parol prilozheniya|web ?login/i,
  ],
  [
    'imap_off',
    /not (?:been )?enabled for IMAP|authenticated but not connected|IMAP (?:access |protocol |service )?(?:is |has been )?(?:disabled|not enabled|not allowed|turned off|switched off|off|blocked|forbidden)|enable (?:your account for )?IMAP|(?:disabled|no) IMAP access|protocol (?:is )?disabled/i,
  ],
  ['expired', /\bEXPIRED\b|password (?:has |is )?expired|passwort (?:ist )?abgelaufen/i],
  [
    'needs_encryption',
    /\bPRIVACYREQUIRED\b|(?:plain ?text|cleartext|unencrypted).{0,60}(?:disallowed|disabled|not (?:allowed|permitted)|forbidden)|(?:TLS|SSL|encryption|secure connection).{0,30}(?:required|needed|first)|LOGINDISABLED/i,
  ],
  [
    'locked',
    /\bCONTACTADMIN\b|account (?:is |has been |was )?(?:temporarily )?(?:locked|blocked|disabled|suspended|closed|deactivated)|(?:locked|blocked|suspended) account|too many (?:failed|incorrect|invalid)/i,
  ],
];

type SignIn = Pick<MailboxAccess, 'host' | 'accessToken'>;

const textOf = (error: object, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

/** Why a server refused a sign-in; `answer` is its text. */
function signInFault(host: string, answer: string): MailboxFault {
  const named = REFUSALS.find(([, words]) => words.test(answer));
  if (named) return named[0];
  if (isMicrosoftHost(host)) return 'no_passwords';
  return APP_PASSWORD_HOSTS.test(host) ? 'app_password' : 'wrong_password';
}

/** The failures of a password. A server that refuses an access token answers in the same way. */
const OF_PASSWORD: ReadonlySet<MailboxFault> = new Set([
  'wrong_password',
  'app_password',
  'no_passwords',
  'expired',
]);

/** Classifies an error of a sign-in with a password or an access token. */
export function signInFaultOf(error: unknown, { host, accessToken }: SignIn): MailboxFault {
  const fault = faultOf(error, host);
  return accessToken !== undefined && OF_PASSWORD.has(fault) ? 'token_refused' : fault;
}

/**
 * Whether a server refused a command while the connection continues: the cause may be one of the
 * mails in the command.
 */
export function isRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || error instanceof MailboxError) return false;
  if (!/^(?:NO|BAD)$/.test(textOf(error, 'responseStatus'))) return false;
  return faultOf(error, '') !== 'throttled';
}

/** Classifies an error of the library or the socket. */
export function faultOf(error: unknown, host: string): MailboxFault {
  if (error instanceof MailboxError) return error.fault;
  if (typeof error !== 'object' || error === null) return 'other';
  const code = textOf(error, 'code');
  // `reason` is the text of a server's BYE.
  const answer = ['serverResponseCode', 'responseText', 'message', 'reason']
    .map((name) => textOf(error, name))
    .join(' ');
  if (code === 'ETHROTTLE' || PAUSE_WORDS.test(answer) || PAUSE_CODES.test(answer))
    return 'throttled';
  if (PASSING_CODES.test(answer)) return 'server_fault';
  if (Reflect.get(error, 'authenticationFailed') === true || /AUTHENTICATIONFAILED/.test(answer))
    return signInFault(host, answer);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host';
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/.test(code)) return 'refused';
  if (CERTIFICATE.test(code)) return 'certificate';
  if (/TIMEOUT|ETIMEDOUT/i.test(code)) return 'timed_out';
  if (/ERR_SSL|EPROTO|ClosedAfterConnectTLS/.test(code) || Reflect.get(error, 'tlsFailed') === true)
    return 'no_tls';
  if (/^(?:Line|Literal|Response)TooLarge$/.test(code)) return 'oversized';
  if (/ECONNRESET|EPIPE|NoConnection|ConnectionClosed|ClosedAfter|StateLogout/i.test(code))
    return 'closed';
  return /connection (?:not available|closed)|unexpected close/i.test(answer) ? 'closed' : 'other';
}

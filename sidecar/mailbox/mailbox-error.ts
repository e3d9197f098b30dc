export type MailboxFault =
  | 'wrong_password'
  | 'app_password'
  | 'no_passwords'
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
    `${host} rejected this password: Microsoft no longer accepts passwords over IMAP. Forward these mails to another mailbox.`,
  unknown_host: (host) => `The mail server ${host} was not found. Check the spelling of the host.`,
  private_address: (host) =>
    `${host} is an address inside a private network, which the scanner does not open.`,
  refused: (host) => `${host} does not answer on this port. Check host and port (993 for TLS).`,
  certificate: (host) => `The certificate of ${host} is not valid for it. Check the host name.`,
  no_tls: (host) => `${host} offers no encrypted connection on this port. Use port 993.`,
  timed_out: (host) => `${host} did not answer in time. Try again later.`,
  out_of_time: () => 'The search ran out of time. Search a shorter period or fewer mailboxes.',
  closed: (host) => `${host} closed the connection. Try again later.`,
  throttled: (host) =>
    `${host} requires a pause because of too many connections. Try again in a minute.`,
  no_inbox: (host) => `${host} does not let this account read its inbox.`,
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
  'oversized',
  'gone',
  'unreadable',
]);

/** Whether the mailbox or its server causes a fault, so that another attempt fails too. */
export const isUnreachable = (fault: MailboxFault): boolean => !PASSING.has(fault);

interface FaultDetails {
  /** The server had not greeted yet: the fault concerns all its mailboxes. */
  beforeGreeting?: boolean;
  /** The pause that the server requested, in milliseconds; null if it named none. */
  pauseMs?: number | null;
}

/** A mailbox that cannot be read, with the sentence for the operator. */
export class MailboxError extends Error {
  override readonly name = 'MailboxError';
  readonly fault: MailboxFault;
  readonly beforeGreeting: boolean;
  readonly pauseMs: number | null;
  constructor(fault: MailboxFault, host: string, details: FaultDetails = {}) {
    const { beforeGreeting = false, pauseMs = null } = details;
    const shown = pauseMs === null ? fault : 'throttled';
    super(SENTENCES[shown](host));
    this.fault = shown;
    this.beforeGreeting = beforeGreeting;
    this.pauseMs = pauseMs;
  }
}

const APP_PASSWORD_HOSTS = /gmail|google|yahoo|icloud|me\.com|aol|fastmail|zoho|yandex/i;
/** Since September 2024 they accept OAuth only. */
const MICROSOFT_HOSTS = /(?:^|\.)(?:outlook|office365|hotmail|live|msn)\.com$/i;
const CERTIFICATE =
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS_CERT|DEPTH_ZERO|UNABLE_TO_GET_ISSUER/;

/** How providers request a pause: by words, and by response codes. */
const PAUSE_WORDS =
  /too many (?:simultaneous |concurrent |open )?(?:connections|sessions|logins)|maximum number of connections|connection limit|(?:command or )?bandwidth limits?|throttl|rate.?limit/i;
const PAUSE_CODES = /\b(?:UNAVAILABLE|INUSE|OVERQUOTA|LIMIT)\b/;

const textOf = (error: object, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

/** Why a server refused a sign-in; `answer` is its text. */
function signInFault(host: string, answer: string): MailboxFault {
  if (MICROSOFT_HOSTS.test(host)) return 'no_passwords';
  const wantsAppPassword = /app(?:lication)?[- ]specific|app password|web ?login/i.test(answer);
  return wantsAppPassword || APP_PASSWORD_HOSTS.test(host) ? 'app_password' : 'wrong_password';
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

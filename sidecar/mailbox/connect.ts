import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { ImapFlow } from 'imapflow';
import { type MailboxAccess, SIMULATED_MAIL_SERVER } from '../../shared/scanners/protocol.ts';
import { LIMITS } from '../limits.ts';
import { type AllowPrivate, isLoopback, type Lookup, resolveAllowed } from './address-guard.ts';
import { faultOf, MailboxError, signInFaultOf } from './mailbox-error.ts';

type Times = Record<'connectMs' | 'greetingMs' | 'loginMs' | 'commandMs', number>;

/** The network permissions of the scanner. */
export interface NetworkPolicy {
  /** The private addresses that may be opened (SCANNER_ALLOW_PRIVATE). */
  allowPrivate: AllowPrivate;
  /** Connections to this machine need no encryption; default: `allowPrivate`. */
  allowPlain?: boolean;
  /** The time limit of each phase; LIMITS unless a test needs shorter ones. */
  times?: Times;
  /** The resolver of names; the system's by default. */
  lookup?: Lookup;
  /** The port of the simulator's mail server on this machine; undefined without a simulator. */
  simulatedMailPort?: number | undefined;
}

type Encryption = 'tls' | 'starttls' | 'none';

/** The encryption that a server was found to support, so that the next search does not try both. */
const encryptionByServer = new Map<string, Encryption>();
const KNOWN_SERVERS = 1000;

function storeEncryption(access: MailboxAccess, way: Encryption): void {
  if (encryptionByServer.size >= KNOWN_SERVERS) encryptionByServer.clear();
  encryptionByServer.set(`${access.host}:${access.port}`, way);
}

/** Port 993 uses TLS from the start and 143 upgrades; other ports are tried in this order. */
function encryptions(access: MailboxAccess, canBePlain: boolean): readonly Encryption[] {
  const upgrade: Encryption = canBePlain ? 'none' : 'starttls';
  if (access.port === 993) return ['tls'];
  if (access.port === 143) return [upgrade];
  const encryption = encryptionByServer.get(`${access.host}:${access.port}`);
  if (encryption === undefined) return ['tls', upgrade];
  return encryption === 'tls' ? [encryption] : [upgrade];
}

/** Failures of a connection that the library does not throw. */
interface Trouble {
  /** The pause that the server requested, in milliseconds. */
  pauseMs: number | null;
  /** Why the last command failed. */
  refusal: unknown;
  /** Why the connection ended. */
  end: unknown;
}
const troubles = new WeakMap<ImapFlow, Trouble>();
const NO_TROUBLE: Trouble = { pauseMs: null, refusal: null, end: null };

/** Failures of a connection that its calls did not throw. */
export const troubleOf = (client: ImapFlow): Trouble => troubles.get(client) ?? NO_TROUBLE;

const contexts = new WeakMap<NetworkPolicy, SecureContext>();

/**
 * One context for all connections of a pool, created with the first one: a context for each would
 * take 25 kB more.
 */
function secureContextOf(policy: NetworkPolicy): SecureContext {
  const made = contexts.get(policy) ?? createSecureContext({ minVersion: 'TLSv1.2' });
  contexts.set(policy, made);
  return made;
}

/** How a connection is used. */
export interface Use {
  /**
   * Whether it waits for new mails most of the time: then compression would take 300 kB of memory.
   */
  isIdle: boolean;
}

function options(
  access: MailboxAccess,
  address: string,
  encryption: Encryption,
  policy: NetworkPolicy,
  { isIdle }: Use,
) {
  const times: Times = policy.times ?? LIMITS;
  return {
    host: address,
    port: access.port,
    secure: encryption === 'tls',
    ...(encryption === 'tls' ? {} : { doSTARTTLS: encryption === 'starttls' }),
    // The certificate is checked against the name that the operator entered, not the address.
    ...(isIP(access.host) ? {} : { servername: access.host }),
    auth:
      access.accessToken === undefined
        ? { user: access.user, pass: access.password }
        : { user: access.user, accessToken: access.accessToken },
    tls: {
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2' as const,
      secureContext: secureContextOf(policy),
    },
    disableAutoIdle: true,
    disableCompression: isIdle,
    disableAutoEnable: true,
    connectionTimeout: times.connectMs,
    greetingTimeout: times.greetingMs,
    // An idle connection is silent for long; the pool watches pending commands.
    socketTimeout: LIMITS.warmForMs + 60_000,
    maxLineLength: LIMITS.literalBytes,
    maxLiteralSize: LIMITS.literalBytes,
    maxResponseSize: LIMITS.responseBytes,
  };
}

const ignore = (): void => undefined;

/**
 * A client that writes no log. If a server requests a pause, the library waits for minutes within
 * the call; if a server refuses, some of its calls return "nothing". Both appear only in its log,
 * so this logger records them. A pause ends the connection at once, and the pool applies it to all
 * searches.
 */
function newClient(settings: ReturnType<typeof options>): ImapFlow {
  const warn = (entry: unknown): void => {
    if (typeof entry !== 'object' || entry === null) return;
    const delay: unknown = Reflect.get(entry, 'throttleDelay');
    const before = troubleOf(client);
    const pauseMs = typeof delay === 'number' ? delay : before.pauseMs;
    troubles.set(client, { ...before, pauseMs, refusal: Reflect.get(entry, 'err') });
    // Deferred: the library starts its wait after it has logged it.
    if (typeof delay === 'number') setImmediate(() => client.close());
  };
  const logger = { trace: ignore, debug: ignore, info: ignore, warn, error: ignore, fatal: ignore };
  const client = new ImapFlow({ ...settings, logger });
  // An 'error' without a listener would end the process. Pending commands reject by themselves, but
  // without a reason.
  client.on('error', (error) => {
    troubles.set(client, { ...troubleOf(client), end: error });
    client.close();
  });
  return client;
}

/** Waits for `work` until its time limit or the end of the search. */
async function within<T>(
  work: Promise<T>,
  host: string,
  ms: number,
  signal: AbortSignal,
): Promise<T> {
  let end: () => void = ignore;
  const ended = new Promise<never>((_, reject) => {
    const abort = (): void => reject(new MailboxError('cancelled', host));
    const timer = setTimeout(() => reject(new MailboxError('timed_out', host)), ms);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    end();
  }
}

/** Signs in, or closes the client. */
async function open(
  client: ImapFlow,
  access: MailboxAccess,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const { host } = access;
  try {
    await within(client.connect(), host, ms, signal);
  } catch (error) {
    client.close();
    const beforeGreeting = client.greeting === undefined;
    const { pauseMs } = troubleOf(client);
    throw new MailboxError(signInFaultOf(error, access), host, { beforeGreeting, pauseMs });
  }
}

/** Opens a mailbox at one address, in each way that the port allows. */
async function openAt(
  access: MailboxAccess,
  address: string,
  policy: NetworkPolicy,
  signal: AbortSignal,
  use: Use,
): Promise<ImapFlow> {
  const times = policy.times ?? LIMITS;
  const canBePlain = (policy.allowPlain ?? policy.allowPrivate !== false) && isLoopback(address);
  const ways = encryptions(access, canBePlain);
  for (const [index, way] of ways.entries()) {
    const client = newClient(options(access, address, way, policy, use));
    try {
      await open(client, access, times.connectMs + times.loginMs, signal);
      storeEncryption(access, way);
      return client;
    } catch (error) {
      if (client.greeting !== undefined) storeEncryption(access, way);
      const isPlainServer = faultOf(error, access.host) === 'no_tls';
      if (!isPlainServer || index === ways.length - 1) throw error;
    }
  }
  throw new MailboxError('no_tls', access.host);
}

/** Whether another address of the same name may be better. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof MailboxError &&
  error.beforeGreeting &&
  (error.fault === 'refused' || error.fault === 'timed_out');

/**
 * Opens a mailbox: TLS at port 993, STARTTLS elsewhere, the certificate checked. Unencrypted only to this
 * machine and only where that is allowed.
 * @throws MailboxError with the sentence for the operator.
 */
export async function connectMailbox(
  access: MailboxAccess,
  policy: NetworkPolicy,
  signal: AbortSignal,
  use: Use = { isIdle: false },
): Promise<ImapFlow> {
  const { host } = access;
  if (policy.simulatedMailPort !== undefined && host === SIMULATED_MAIL_SERVER.host) {
    const simulated = { ...access, port: policy.simulatedMailPort };
    storeEncryption(simulated, 'none');
    return openAt(simulated, '127.0.0.1', policy, signal, use);
  }
  const { connectMs } = policy.times ?? LIMITS;
  const resolving = resolveAllowed(host, policy.allowPrivate, policy.lookup);
  const failures: unknown[] = [];
  for (const address of await within(resolving, host, connectMs, signal)) {
    try {
      return await openAt(access, address, policy, signal, use);
    } catch (error) {
      failures.push(error);
      if (!isUnreachable(error)) throw error;
    }
  }
  throw failures[0];
}

import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import type { MailboxAccess } from '../../shared/scanner.ts';
import { LIMITS } from '../limits.ts';
import { isLoopback, resolveAllowed } from './address-guard.ts';
import { faultOf, MailboxError } from './mailbox-error.ts';

/** What the scanner may do on its network. */
export interface NetworkPolicy {
  /** Private and loopback addresses may be opened (SCANNER_ALLOW_PRIVATE=1). */
  allowPrivate: boolean;
  /** How long each phase may take; LIMITS unless a test needs shorter ones. */
  times?: Record<'connectMs' | 'greetingMs' | 'loginMs' | 'commandMs', number>;
}

type Encryption = 'tls' | 'starttls' | 'none';

/** What a server was found to speak, so that a search does not try again. */
const known = new Map<string, Encryption>();
const KNOWN_SERVERS = 1000;

/** Port 993 speaks TLS at once and 143 upgrades; other ports are tried in this order. */
function encryptions(access: MailboxAccess, canBePlain: boolean): readonly Encryption[] {
  const upgrade: Encryption = canBePlain ? 'none' : 'starttls';
  if (access.port === 993) return ['tls'];
  if (access.port === 143) return [upgrade];
  const found = known.get(`${access.host}:${access.port}`);
  return found ? [found] : ['tls', upgrade];
}

function options(
  access: MailboxAccess,
  address: string,
  encryption: Encryption,
  times: Record<'connectMs' | 'greetingMs', number>,
) {
  return {
    host: address,
    port: access.port,
    secure: encryption === 'tls',
    ...(encryption === 'tls' ? {} : { doSTARTTLS: encryption === 'starttls' }),
    // The certificate is checked against the name that the operator entered, not the address.
    ...(isIP(access.host) ? {} : { servername: access.host }),
    auth: { user: access.user, pass: access.password },
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' as const },
    logger: false as const,
    disableAutoIdle: true,
    disableAutoEnable: true,
    connectionTimeout: times.connectMs,
    greetingTimeout: times.greetingMs,
    // A kept connection is silent for long; commands in flight are watched by the pool.
    socketTimeout: LIMITS.warmForMs + 60_000,
    maxLineLength: LIMITS.literalBytes,
    maxLiteralSize: LIMITS.literalBytes,
    maxResponseSize: LIMITS.responseBytes,
  };
}

async function open(
  client: ImapFlow,
  host: string,
  withinMs: number,
  signal: AbortSignal,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const abort = (): void => client.close();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new MailboxError('timed_out', host)), withinMs);
    });
    await Promise.race([client.connect(), late]);
  } catch (error) {
    client.close();
    if (signal.aborted) throw new MailboxError('cancelled', host);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Opens a mailbox: TLS at port 993, STARTTLS elsewhere, the certificate checked. Unencrypted only to this
 * machine and only where private addresses are allowed.
 * @throws MailboxError with the sentence for the operator.
 */
export async function connectMailbox(
  access: MailboxAccess,
  policy: NetworkPolicy,
  signal: AbortSignal,
): Promise<ImapFlow> {
  try {
    const address = await resolveAllowed(access.host, policy.allowPrivate);
    const canBePlain = policy.allowPrivate && isLoopback(address);
    const times = policy.times ?? LIMITS;
    const ways = encryptions(access, canBePlain);
    for (const [index, way] of ways.entries()) {
      const client = new ImapFlow(options(access, address, way, times));
      // An 'error' without a listener would end the process; commands in flight reject by themselves.
      client.on('error', () => client.close());
      try {
        await open(client, access.host, times.connectMs + times.loginMs, signal);
        if (known.size >= KNOWN_SERVERS) known.clear();
        known.set(`${access.host}:${access.port}`, way);
        return client;
      } catch (error) {
        const isPlainServer = faultOf(error, access.host) === 'no_tls';
        if (!isPlainServer || index === ways.length - 1) throw error;
      }
    }
    throw new MailboxError('no_tls', access.host);
  } catch (error) {
    throw new MailboxError(faultOf(error, access.host), access.host);
  }
}

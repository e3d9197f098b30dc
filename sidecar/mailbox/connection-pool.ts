import { createHash } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import type { MailboxAccess } from '../../shared/scanners/protocol.ts';
import { LIMITS } from '../limits.ts';
import { connectMailbox, type NetworkPolicy, troubleOf, type Use } from './connect.ts';
import { HostSemaphore } from './host-semaphore.ts';
import { faultOf, MailboxError } from './mailbox-error.ts';

interface Warm {
  client: ImapFlow;
  key: string;
  /** Stops watching the idle connection, because it is used again or closed. */
  unwatch: () => void;
}

/**
 * Awaits work that does not involve the server. The server's silence does not count during that
 * time.
 */
export type Rest = <T>(other: Promise<T>) => Promise<T>;

/** Exchanges the access token of a mailbox that its server refuses: another one, or null if only a new sign-in helps. */
export type ReplaceToken = (
  access: MailboxAccess,
  signal: AbortSignal,
) => Promise<Pick<MailboxAccess, 'accessToken' | 'sealedToken'> | null>;

/**
 * Identifies a connection; password and token are included only as a digest, so that a connection
 * with changed ones is never reused.
 */
const keyOf = (access: MailboxAccess): string =>
  createHash('sha256')
    .update(
      JSON.stringify([access.user, access.host, access.port, access.password, access.accessToken]),
    )
    .digest('base64');

const accountOf = ({ user, host }: MailboxAccess): string => `${user}\n${host}`;

/**
 * Opens mailboxes, limited in total and per host, keeps finished connections open for the next
 * search, and respects the pauses that providers request.
 */
export class ConnectionPool {
  private readonly warm: Warm[] = [];
  private readonly semaphore: HostSemaphore;
  private readonly pausedUntil = new Map<string, number>();
  private readonly policy: NetworkPolicy;
  private readonly replaceToken: ReplaceToken | null;

  constructor(
    policy: NetworkPolicy,
    limits: { atOnce: number; perHost: number },
    replaceToken: ReplaceToken | null = null,
  ) {
    this.policy = policy;
    this.replaceToken = replaceToken;
    this.semaphore = new HostSemaphore(limits.atOnce, limits.perHost);
  }

  /**
   * Runs `work` on an open connection. A reused one that is broken, or breaks during the work, is
   * replaced once with a new one, on which `work` starts again.
   */
  async use<T>(
    access: MailboxAccess,
    signal: AbortSignal,
    work: (client: ImapFlow, rest: Rest) => Promise<T>,
  ): Promise<T> {
    const release = await this.semaphore.acquire(access.host, signal);
    try {
      this.assertNotPaused(access);
      const pooled = this.take(keyOf(access));
      if (pooled && (await isAlive(pooled))) {
        try {
          return await this.run(access, pooled, signal, work);
        } catch (error) {
          if (signal.aborted || faultOf(error, access.host) !== 'closed') throw error;
        }
      }
      pooled?.close();
      return await this.run(access, await this.connect(access, signal), signal, work);
    } catch (error) {
      if (faultOf(error, access.host) === 'throttled') this.pause(access, error);
      throw error;
    } finally {
      release();
    }
  }

  /**
   * Opens a connection that the caller keeps idle and closes. Only its sign-in takes a slot of
   * searches.
   * @throws MailboxError
   */
  async open(access: MailboxAccess, signal: AbortSignal): Promise<ImapFlow> {
    const release = await this.semaphore.acquire(access.host, signal);
    try {
      this.assertNotPaused(access);
      return await this.connect(access, signal, { isIdle: true });
    } catch (error) {
      if (faultOf(error, access.host) === 'throttled') this.pause(access, error);
      throw error;
    } finally {
      release();
    }
  }

  /**
   * Signs in. An access token that the server refuses is replaced, and tried once more; later
   * connections of the mailbox use the new one as well.
   */
  private async connect(access: MailboxAccess, signal: AbortSignal, use?: Use): Promise<ImapFlow> {
    try {
      return await connectMailbox(access, this.policy, signal, use);
    } catch (error) {
      if (faultOf(error, access.host) !== 'token_refused' || this.replaceToken === null)
        throw error;
      const replaced = await this.replaceToken(access, signal);
      signal.throwIfAborted();
      if (replaced === null) throw error;
      Object.assign(access, replaced);
      return await connectMailbox(access, this.policy, signal, use);
    }
  }

  /** Closes everything. */
  close(): void {
    for (const { client, unwatch } of this.warm.splice(0)) {
      unwatch();
      client.close();
    }
  }

  /** Pauses the mailbox, or all mailboxes of the host if the server refused before its greeting. */
  private pause(access: MailboxAccess, error: unknown): void {
    const mailboxError = error instanceof MailboxError ? error : null;
    if (mailboxError?.isOwnPause) return;
    const forMs = Math.min(mailboxError?.pauseMs ?? LIMITS.backOffMs, LIMITS.longestBackOffMs);
    const key = mailboxError?.beforeGreeting ? access.host : accountOf(access);
    this.pausedUntil.set(key, performance.now() + forMs);
  }

  private assertNotPaused(access: MailboxAccess): void {
    const now = performance.now();
    for (const [key, until] of this.pausedUntil) if (until <= now) this.pausedUntil.delete(key);
    if (this.pausedUntil.has(access.host) || this.pausedUntil.has(accountOf(access)))
      throw new MailboxError('throttled', access.host, { isOwnPause: true });
  }

  private async run<T>(
    access: MailboxAccess,
    client: ImapFlow,
    signal: AbortSignal,
    work: (client: ImapFlow, rest: Rest) => Promise<T>,
  ): Promise<T> {
    const result = await this.supervise(access, client, signal, work);
    this.keep(keyOf(access), client);
    return result;
  }

  /**
   * Runs `work` on a connection, which ends with it if it fails or its server is silent.
   * @throws MailboxError, or the error of the library.
   */
  async supervise<T>(
    access: MailboxAccess,
    client: ImapFlow,
    signal: AbortSignal,
    work: (client: ImapFlow, rest: Rest) => Promise<T>,
  ): Promise<T> {
    const abort = (): void => client.close();
    signal.addEventListener('abort', abort, { once: true });
    const watch = watchSilence(client, this.policy.times?.commandMs ?? LIMITS.commandMs);
    try {
      signal.throwIfAborted();
      const result = await work(client, watch.rest);
      // Some commands return "nothing" instead of failing when the connection ends during them.
      if (!client.usable) throw new MailboxError('closed', access.host);
      return result;
    } catch (error) {
      client.close();
      const trouble = troubleOf(client);
      if (trouble.pauseMs !== null) throw new MailboxError('throttled', access.host, trouble);
      if (watch.isSilent()) throw new MailboxError('timed_out', access.host);
      const isOversized = faultOf(trouble.end, access.host) === 'oversized';
      throw isOversized ? new MailboxError('oversized', access.host) : error;
    } finally {
      watch.stop();
      signal.removeEventListener('abort', abort);
    }
  }

  private take(key: string): ImapFlow | null {
    const index = this.warm.findIndex((entry) => entry.key === key);
    if (index < 0) return null;
    const [entry] = this.warm.splice(index, 1);
    entry?.unwatch();
    return entry?.client.usable ? entry.client : null;
  }

  private keep(key: string, client: ImapFlow): void {
    if (!client.usable) return;
    const drop = (): void => {
      unwatch();
      const index = this.warm.findIndex((entry) => entry.client === client);
      if (index >= 0) this.warm.splice(index, 1);
      client.close();
    };
    const timer = setTimeout(drop, LIMITS.warmForMs);
    timer.unref();
    client.once('close', drop);
    const unwatch = (): void => {
      clearTimeout(timer);
      client.off('close', drop);
    };
    this.warm.push({ client, key, unwatch });
    if (this.warm.length <= LIMITS.warmConnections) return;
    const oldest = this.warm.shift();
    oldest?.unwatch();
    oldest?.client.close();
  }
}

/** Sends one short command: an idle connection may have broken unnoticed. */
async function isAlive(client: ImapFlow): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), 3000);
    });
    const before = troubleOf(client);
    await Promise.race([client.noop(), late]);
    // The library suppresses the failure of this command.
    return client.usable && troubleOf(client) === before;
  } catch {
    return false; // broken: the caller opens a new connection
  } finally {
    clearTimeout(timer);
  }
}

/** Closes a connection on which nothing arrives for `silentMs` while a command waits. */
function watchSilence(
  client: ImapFlow,
  silentMs: number,
): { isSilent(): boolean; rest: Rest; stop(): void } {
  let received = client.stats().received;
  let changedAt = performance.now();
  let isSilent = false;
  let resting = 0;
  const timer = setInterval(
    () => {
      const now = client.stats().received;
      if (now !== received || resting > 0) {
        received = now;
        changedAt = performance.now();
      } else if (performance.now() - changedAt >= silentMs) {
        isSilent = true;
        client.close();
      }
    },
    Math.min(1000, silentMs / 4),
  );
  const rest: Rest = async (other) => {
    resting++;
    try {
      return await other;
    } finally {
      resting--;
      changedAt = performance.now();
    }
  };
  return { isSilent: () => isSilent, rest, stop: () => clearInterval(timer) };
}

import type { ImapFlow } from 'imapflow';
import { MailboxError } from '../mailbox/mailbox-error.ts';

/** Waits for new mails in the open folder of a connection. */
export class MailArrival {
  private readonly client: ImapFlow;
  private isNew = false;
  private wake: () => void = () => undefined;

  constructor(client: ImapFlow) {
    this.client = client;
    client.on('exists', ({ count, prevCount }) => {
      if (count <= prevCount) return;
      this.isNew = true;
      this.wake();
    });
    client.on('close', () => this.wake());
  }

  /** Whether mails have arrived since {@link clear}. */
  get hasNews(): boolean {
    return this.isNew;
  }

  /** The mails that have arrived until now are about to be read. */
  clear(): void {
    this.isNew = false;
  }

  /**
   * Sends IDLE and waits for new mails, at most `ms`; the next command ends the IDLE.
   * @returns false if the server refuses IDLE.
   * @throws MailboxError `closed`, or the reason of the signal
   */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    const { client } = this;
    if (this.isNew) return true;
    let isRefused = false;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', this.wake, { once: true });
      const end = (isFailed: boolean): void => {
        isRefused = isFailed && client.usable;
        resolve();
      };
      // It resolves when the IDLE ends: by itself, by the next command, or with the connection.
      client.idle().then(
        (answer: unknown) => end(answer === false),
        () => end(true),
      );
    });
    clearTimeout(timer);
    signal.removeEventListener('abort', this.wake);
    this.wake = () => undefined;
    signal.throwIfAborted();
    if (!client.usable) throw new MailboxError('closed', client.host);
    return !isRefused;
  }
}

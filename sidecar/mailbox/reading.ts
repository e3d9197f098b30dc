import { LIMITS } from '../limits.ts';
import { MailboxError } from './mailbox-error.ts';

/**
 * How far a mailbox has been read. A mail can break the connection by an answer beyond all bounds; reading then goes
 * on over another one: first with care, so that the mail is known at the next break, then without it.
 */
export class Reading {
  /** Large mails are asked for one by one. */
  isCareful = false;
  private readonly finished = new Set<string>();
  private current: string | null = null;
  private breaks = 0;

  /** Whether a mail was read, or is not to be read. */
  isFinished(key: string): boolean {
    return this.finished.has(key);
  }

  /** The next answer is about this mail alone. */
  begin(key: string): void {
    this.current = key;
  }

  finish(key: string): void {
    this.finished.add(key);
  }

  /** Learns from a broken connection. @returns whether to go on over another one. */
  survives(error: unknown): boolean {
    if (!(error instanceof MailboxError) || error.fault !== 'oversized') return false;
    if (this.isCareful && this.current !== null) this.finished.add(this.current);
    this.isCareful = true;
    this.current = null;
    return ++this.breaks <= LIMITS.oversizedMails;
  }
}

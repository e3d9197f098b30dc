import { LIMITS } from '../limits.ts';
import { MailboxError } from './mailbox-error.ts';

/** Mails of one folder that a search requests. */
interface FolderCount {
  expected: number;
  beyondLimit: number;
}

/**
 * How far a mailbox has been read. A mail can break the connection by an answer beyond all bounds; reading then continues
 * over another connection: first with large mails one by one, so that the next break identifies the mail, then without
 * that mail.
 */
export class ReadProgress {
  /** Large mails are fetched one by one. */
  isCareful = false;
  private readonly finished = new Set<string>();
  private readonly folders = new Map<string, FolderCount>();
  private current: string | null = null;
  private readonly missing = new Set<string>();
  private breaks = 0;

  /** Mails in the period, as far as the folders are opened. Mails that are not listed yet may turn out to be older. */
  get expected(): number {
    return [...this.folders.values()].reduce((sum, { expected }) => sum + expected, 0);
  }

  /** Older mails that are not read because their folder holds more than LIMITS.mailsPerFolder. */
  get beyondLimit(): number {
    return [...this.folders.values()].reduce((sum, { beyondLimit }) => sum + beyondLimit, 0);
  }

  /** Mails that the server did not deliver: they broke a connection, or a command left them out. */
  get undelivered(): number {
    return this.missing.size;
  }

  /** Starts counting a folder, from the beginning when it is opened again. */
  expect(folder: string, mails: number): void {
    const expected = Math.min(mails, LIMITS.mailsPerFolder);
    this.folders.set(folder, { expected, beyondLimit: mails - expected });
  }

  /** Mails that the folder's search returned, but that are older than the period. */
  discount(folder: string, mails: number): void {
    const count = this.folders.get(folder);
    if (count) count.expected -= mails;
  }

  /** Whether a mail was read, or is left out. */
  isFinished(key: string): boolean {
    return this.finished.has(key);
  }

  /** The next answer is about this mail alone. */
  begin(key: string): void {
    this.current = key;
  }

  finish(key: string): void {
    this.finished.add(key);
    this.missing.delete(key);
  }

  /** Compares the requested mails of a command with the delivered ones. */
  compare(requested: readonly string[], delivered: ReadonlySet<string>): void {
    for (const key of requested)
      if (delivered.has(key)) this.missing.delete(key);
      else this.missing.add(key);
  }

  /** Records a broken connection. @returns whether to continue over another one. */
  survives(error: unknown): boolean {
    if (!(error instanceof MailboxError) || error.fault !== 'oversized') return false;
    if (this.isCareful && this.current !== null) {
      this.finished.add(this.current);
      this.missing.add(this.current);
    }
    this.isCareful = true;
    this.current = null;
    return ++this.breaks <= LIMITS.oversizedMails;
  }
}

import type { FolderReport, LeftOutReason } from '../../shared/presale-codes/left-out.ts';
import { LIMITS } from '../limits.ts';
import { MailboxError } from './mailbox-error.ts';

/** A mail for a person to open, because it could not be read. */
export interface UnreadMail {
  subject: string;
  from: string;
  /** Time of arrival, in milliseconds since the epoch; NaN if the server gave none. */
  receivedAt: number;
}

/** The mails of one folder that a search requests, and their results. */
interface FolderCount {
  /** Mails that the server's search returned. */
  searched: number;
  /** Mails that turned out to be older than the period, or copies of mails in other folders. */
  discounted: number;
  read: number;
  /** Mails that are not read, or not read completely, by reason. */
  leftOut: Map<LeftOutReason, number>;
}

/** The folder of a mail's key. */
const folderOf = (key: string): string => key.replace(/\/\d+\/\d+$/, '');

const expectedOf = ({ searched, discounted }: FolderCount): number =>
  Math.min(searched, LIMITS.mailsPerFolder) - discounted;

/** The progress of the search in a folder. Another connection continues there. */
export interface FolderSearch {
  /** The validity of the folder's uids. */
  validity: string;
  /** The uids to read, and how many of them are done: read or skipped. */
  uids: number[];
  done: number;
  /** Numbers of mails that are not searched yet. */
  left: [first: number, last: number][];
}

/**
 * The progress of reading a mailbox. A mail can break the connection through an unbounded answer,
 * or through silence; reading then continues over another connection: first with large mails one by
 * one, so that the next break identifies the mail, then without that mail.
 */
export class ReadProgress {
  /** Large mails are fetched one by one. */
  isCareful = false;
  /** Mails that the server did not deliver although it listed them. */
  readonly unread = new Map<string, UnreadMail>();
  private readonly searches = new Map<string, FolderSearch>();
  /** Mails of the slices that are being read: a set of all would take 20 MB for a large mailbox. */
  private readonly finished = new Set<string>();
  private readonly folders = new Map<string, FolderCount>();
  private current: string | null = null;
  private readonly missing = new Set<string>();
  private breaks = 0;
  private silences = 0;

  /** Mails in the period, as far as the folders are opened. Mails that are not listed yet may turn out to be older. */
  get expected(): number {
    return [...this.folders.values()].reduce((sum, count) => sum + expectedOf(count), 0);
  }

  /** Counts the mails that a search of the folder returned. */
  expect(folder: string, mails: number): void {
    this.count(folder).searched += mails;
  }

  /** How many more mails of a folder may be read. */
  roomIn(folder: string): number {
    return Math.max(0, LIMITS.mailsPerFolder - this.count(folder).searched);
  }

  /** The search of a folder. It starts again if the uids are no longer valid. */
  searchOf(folder: string, validity: string, ranges: () => FolderSearch['left']): FolderSearch {
    const before = this.searches.get(folder);
    if (before?.validity === validity) return before;
    if (before) this.folders.delete(folder);
    const search = { validity, uids: [], done: 0, left: ranges() };
    this.searches.set(folder, search);
    this.count(folder);
    return search;
  }

  /** Marks the next mails of a folder as done: read or skipped. */
  advance(search: FolderSearch, keys: readonly string[]): void {
    search.done += keys.length;
    // The slice before a lost connection may have been longer: mails beyond this one stay finished.
    for (const key of keys) this.finished.delete(key);
  }

  /** Mails that the folder's search returned, but that are too old for the period, or copies. */
  discount(folder: string, mails: number): void {
    this.count(folder).discounted += mails;
  }

  /** Counts a mail that was read, whole or with gaps. */
  countRead(folder: string, gaps: Iterable<LeftOutReason>): void {
    this.count(folder).read++;
    for (const reason of gaps) this.countLeftOut(folder, reason);
  }

  countLeftOut(folder: string, reason: LeftOutReason): void {
    const { leftOut } = this.count(folder);
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  }

  /** The mails of all folders that are left out, whole or in part, by reason. */
  leftOut(): Map<LeftOutReason, number> {
    const sums = new Map<LeftOutReason, number>();
    for (const { left_out } of this.report())
      for (const { reason, mails } of left_out) sums.set(reason, (sums.get(reason) ?? 0) + mails);
    return sums;
  }

  /** What was read of each folder. */
  report(): FolderReport[] {
    const missing = Map.groupBy(this.missing, folderOf);
    return [...this.folders].map(([path, count]) => {
      const { searched, discounted, read, leftOut } = count;
      const beyondLimit = Math.max(0, searched - LIMITS.mailsPerFolder);
      const reasons = new Map(leftOut);
      const undelivered = missing.get(path)?.length ?? 0;
      if (undelivered > 0)
        reasons.set('not_delivered', undelivered + (reasons.get('not_delivered') ?? 0));
      if (beyondLimit > 0) reasons.set('beyond_newest', beyondLimit);
      const left_out = [...reasons].map(([reason, mails]) => ({ reason, mails }));
      return { path, listed: searched - discounted, read, left_out };
    });
  }

  /** Whether a mail was read, or is left out. */
  isFinished(key: string): boolean {
    return this.finished.has(key);
  }

  /** Whether the next answer is about this mail alone. */
  begin(key: string): void {
    this.current = key;
  }

  finish(key: string): void {
    this.finished.add(key);
    this.missing.delete(key);
    this.unread.delete(key);
  }

  /** Records listed mails that the server did not deliver. */
  leaveOut(mails: readonly (UnreadMail & { key: string })[]): void {
    for (const { key, ...mail } of mails) {
      this.missing.add(key);
      this.unread.set(key, mail);
    }
  }

  /**
   * Keys of skipped mails without subject and sender: they broke the connection, or the server
   * refused to list them.
   */
  unnamed(): string[] {
    return [...this.missing].filter((key) => !this.unread.has(key));
  }

  /** Compares the requested mails of a command with the delivered ones. */
  compare(requested: readonly string[], delivered: ReadonlySet<string>): void {
    for (const key of requested)
      if (delivered.has(key)) this.missing.delete(key);
      else this.missing.add(key);
  }

  /** Records a broken connection. @returns whether to continue over another one. */
  survives(error: unknown): boolean {
    if (!(error instanceof MailboxError)) return false;
    const isSilent = error.fault === 'timed_out' && this.folders.size > 0;
    if (error.fault !== 'oversized' && !isSilent) return false;
    if (isSilent && ++this.silences > LIMITS.silentMails) return false;
    if (this.isCareful && this.current !== null) {
      this.finished.add(this.current);
      this.missing.add(this.current);
    }
    this.isCareful = true;
    this.current = null;
    return ++this.breaks <= LIMITS.oversizedMails;
  }

  /** Resets the count of broken connections, for another attempt after a pause. */
  tolerateAgain(): void {
    this.breaks = 0;
    this.silences = 0;
  }

  private count(folder: string): FolderCount {
    const count = this.folders.get(folder) ?? {
      searched: 0,
      discounted: 0,
      read: 0,
      leftOut: new Map(),
    };
    this.folders.set(folder, count);
    return count;
  }
}

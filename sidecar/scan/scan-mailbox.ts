import type { ImapFlow } from 'imapflow';
import type { CodeDelivery, MailboxReport } from '../../shared/presale-codes/events.ts';
import type { CodeSighting, MailboxAccess, ScanQuery } from '../../shared/scanners/protocol.ts';
import { LIMITS } from '../limits.ts';
import { log } from '../log.ts';
import type { ConnectionPool, Rest } from '../mailbox/connection-pool.ts';
import { Copies } from '../mailbox/copies.ts';
import { foldersToScan, INBOX } from '../mailbox/folders.ts';
import {
  faultOf,
  isRefusal,
  isUnreachable,
  MailboxError,
  type MailboxFault,
} from '../mailbox/mailbox-error.ts';
import { type FetchedMail, nameUnread, readFolder } from '../mailbox/read-folder.ts';
import { ReadProgress } from '../mailbox/read-progress.ts';
import type { FolderRecall } from '../mailbox/recall.ts';
import { batchOf, NOTHING_FOUND, type Outcome, type Reader } from '../reader/protocol.ts';
import { describeGaps, readSoFar } from './gaps.ts';
import { type Finding, type FolderReadings, ScanMemory } from './scan-memory.ts';

/** Receives the results of a running scan. */
export interface ScanListener {
  progress(mailbox: MailboxReport): void;
  code(sighting: CodeSighting): void;
}

/** The resources of a scan: connections, and a reader for the mails. */
export interface Scanner {
  pool: ConnectionPool;
  reader: Reader;
  /** What earlier searches have read. */
  memory?: ScanMemory;
}

/** The report of one mailbox, and the mails that are being read. */
class MailboxScan {
  readonly report: MailboxReport;
  readonly progress = new ReadProgress();
  private readonly reader: Reader;
  private readonly query: ScanQuery;
  private readonly signal: AbortSignal;
  private readonly listener: ScanListener;
  /** Ends when the mails of the last answer are read. */
  private last: Promise<void> = Promise.resolve();
  private readerFault: unknown = null;
  private reportedAt = 0;
  private readonly readings = new Map<string, FolderReadings>();
  private unreadable = 0;
  private pictured = 0;
  private readonly leftOutCodes: string[] = [];
  private readonly notes: DatedNote[] = [];
  private unlisted = 0;
  private readonly closedFolders: string[] = [];
  /** The server did not list its folders. */
  areFoldersUnknown = false;
  /** Null if the mailbox has one folder. */
  copies: Copies | null = null;
  private lastFault = '';
  private readonly areFoldersChosen: boolean;
  private readonly readingsOf: (folder: string) => FolderReadings;

  constructor(
    access: MailboxAccess,
    query: ScanQuery,
    { reader, memory = new ScanMemory() }: Pick<Scanner, 'reader' | 'memory'>,
    signal: AbortSignal,
    listener: ScanListener,
  ) {
    const { id, user, folders } = access;
    const status = 'running' as const;
    this.report = { id, user, status, message: '', scanned: 0, matched: 0, needs_look: [] };
    this.areFoldersChosen = (folders ?? null) !== null;
    this.readingsOf = memory.recall(access, query);
    this.reader = reader;
    this.query = query;
    this.signal = signal;
    this.listener = listener;
  }

  /** The results of earlier searches in a folder. */
  recall(folder: string): FolderRecall {
    const readings = this.readingsOf(folder);
    this.readings.set(folder, readings);
    return {
      open: readings.open,
      find: readings.find,
      replay: (uid, key) => {
        const reading = readings.find(uid);
        if (reading === null) return;
        const { finding, isMatch } = reading;
        const unsaid = { subject: '', from: '', date: '', gaps: [] };
        const about = finding ?? { ...unsaid, outcome: { ...NOTHING_FOUND, isMatch } };
        this.tell({ ...about, key, folder });
      },
      leave: (row) => readings.add(row, null),
    };
  }

  /**
   * Passes mails to the reader and waits for the previous ones: the server's next answer is fetched
   * while these are read.
   */
  async add(mails: readonly FetchedMail[]): Promise<void> {
    const before = this.last;
    this.last = Promise.all([before, this.read(mails)]).then(() => undefined);
    await before;
  }

  /** Waits until all mails are read and their codes are passed on. @throws the reader's failure, if it failed. */
  async settle(): Promise<void> {
    await this.last;
    if (this.readerFault !== null) throw this.readerFault;
  }

  reportProgress(): void {
    this.listener.progress({ ...this.report, needs_look: [...this.report.needs_look] });
  }

  /** The gaps of the report, in sentences for the operator; empty when everything was read. */
  describeGaps(): string {
    return describeGaps({
      read: this.report.scanned,
      leftOut: this.progress.leftOut(),
      closedFolders: this.closedFolders,
      areFoldersChosen: this.areFoldersChosen,
      areFoldersUnknown: this.areFoldersUnknown,
      listedPictures: this.pictured,
      unlistedPictures: this.unlisted,
    });
  }

  /** A folder other than the inbox could not be opened. */
  addClosedFolder(path: string): void {
    if (this.closedFolders.includes(path)) return;
    this.closedFolders.push(path);
    this.progress.expect(path, 0);
    this.progress.countLeftOut(path, 'folder_closed');
  }

  /** Completes the report with the folders and the mails that the server did not deliver. */
  finish(): void {
    this.report.folders = this.progress.report();
    if (this.leftOutCodes.length > 0) this.report.left_out_codes = this.leftOutCodes;
    if (this.notes.length > 0) this.report.notes = this.notes.map(({ note }) => note);
    for (const { subject, from, receivedAt } of this.progress.unread.values()) {
      const date = Number.isNaN(receivedAt) ? '' : new Date(receivedAt).toISOString();
      this.listForPerson({ subject, from, date, reason: 'not_delivered' });
    }
  }

  /**
   * Lists a mail; if there are too many, it replaces the oldest one.
   * @returns whether it is listed.
   */
  private listForPerson(mail: MailboxReport['needs_look'][number]): boolean {
    const { needs_look } = this.report;
    if (needs_look.length < LIMITS.needsLook) {
      needs_look.push(mail);
      return true;
    }
    const oldest = needs_look.reduce((one, other) => (other.date < one.date ? other : one));
    if (oldest.date >= mail.date) return false;
    needs_look.splice(needs_look.indexOf(oldest), 1, mail);
    if (oldest.reason === undefined) {
      this.pictured--;
      this.unlisted++;
    }
    return true;
  }

  /** Logs how many mails could not be read, and the last cause; nothing of their content. */
  logUnreadable(): void {
    if (this.unreadable === 0) return;
    const { id: mailbox } = this.report;
    log('mails not read', { mailbox, mails: this.unreadable, error: this.lastFault });
  }

  /** Never rejects: its promise may not be awaited yet. */
  private async read(mails: readonly FetchedMail[]): Promise<void> {
    // Another connection may open the folder with other uids before these mails are read.
    const readings = this.readings.get(mails[0]?.folder ?? '');
    try {
      const outcomes = await this.reader.read(batchOf(this.query, mails), this.signal);
      if (outcomes === null) return;
      for (const [index, mail] of mails.entries()) {
        if (this.signal.aborted) return;
        this.count(mail, outcomes[index], readings);
      }
    } catch (error) {
      this.readerFault = error;
      return;
    }
    const now = performance.now();
    if (now - this.reportedAt < LIMITS.progressMs) return;
    this.reportedAt = now;
    this.reportProgress();
  }

  private count(
    mail: FetchedMail,
    outcome: Outcome | undefined,
    readings: FolderReadings | undefined,
  ): void {
    if (!outcome) return;
    const { subject, from, date, folder, uid, identity } = mail;
    if (outcome.fault !== '') {
      if (outcome.isMatch) this.report.matched++;
      this.unreadable++;
      this.lastFault = outcome.fault;
      this.progress.countLeftOut(folder, 'unreadable');
      this.listForPerson({ subject, from, date, reason: 'unreadable' });
      return;
    }
    const gaps = [...new Set([...mail.gaps, ...outcome.gaps])];
    const receivedAt = date === '' ? Number.NaN : Date.parse(date);
    const row = { uid, identity, receivedAt, isMatch: outcome.isMatch, isUnread: false };
    const finding = { subject, from, date, gaps, outcome };
    // The server may deliver the rest to the next search.
    if (!gaps.includes('not_delivered'))
      readings?.add(row, saysSomething(finding) ? finding : null);
    this.tell({ ...finding, key: mail.key, folder });
  }

  /** Reports a mail that was read, now or by an earlier search. */
  private tell(mail: Finding & Pick<FetchedMail, 'key' | 'folder'>): void {
    const { report } = this;
    const { subject, from, date, gaps, outcome } = mail;
    if (outcome.isMatch) report.matched++;
    report.scanned++;
    this.progress.countRead(mail.folder, gaps);
    const [reason] = gaps;
    if (reason) this.listForPerson({ subject, from, date, reason });
    const about = { account: report.user, email_subject: mail.subject, email_from: mail.from };
    for (const { code, confidence, evidence, place } of outcome.codes)
      this.listener.code({
        mailbox: report.id,
        mail: mail.key,
        found: {
          code,
          ...about,
          email_date: mail.date,
          confidence,
          evidence,
          mail_id: `${report.id}/${mail.key}`,
          ...(place && { code_id: place }),
        },
      });
    for (const code of outcome.leftOutCodes)
      if (!this.leftOutCodes.includes(code))
        addInOrder(this.leftOutCodes, code, LIMITS.leftOutCodes, byText);
    if (outcome.delivery) {
      const note = { mail_id: `${report.id}/${mail.key}`, ...outcome.delivery };
      addInOrder(this.notes, { date, note }, LIMITS.notes, newestFirst);
    }
    if (!outcome.mayBePictured || outcome.delivery) return;
    if (this.listForPerson({ subject, from, date })) this.pictured++;
    else this.unlisted++;
  }
}

/** A note with the arrival of its mail. */
interface DatedNote {
  date: string;
  note: CodeDelivery;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const newestFirst = (a: DatedNote, b: DatedNote): number =>
  byText(b.date, a.date) || byText(a.note.mail_id, b.note.mail_id);

/**
 * Adds an item to a sorted list of at most `most` items, whose content does not depend on the order
 * in which mails are read.
 */
function addInOrder<Item>(
  list: Item[],
  item: Item,
  most: number,
  compare: (a: Item, b: Item) => number,
): void {
  const at = list.findIndex((other) => compare(item, other) < 0);
  list.splice(at < 0 ? list.length : at, 0, item);
  if (list.length > most) list.pop();
}

/** Whether a mail has more to report than that it was read. */
const saysSomething = ({ gaps, outcome }: Finding): boolean =>
  gaps.length + outcome.codes.length + outcome.leftOutCodes.length > 0 ||
  outcome.delivery !== null ||
  outcome.mayBePictured;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** The failure of a mailbox that could not be read to its end. */
function failureOf(error: unknown, host: string, signal: AbortSignal): MailboxFault {
  if (!signal.aborted) return faultOf(error, host);
  return signal.reason === 'deadline' ? 'out_of_time' : 'cancelled';
}

/** Scans the inbox and junk folders of one mailbox. Never rejects: a failure is part of the report. */
export async function scanMailbox(
  scanner: Scanner,
  access: MailboxAccess,
  query: ScanQuery,
  signal: AbortSignal,
  listener: ScanListener,
): Promise<MailboxReport> {
  const { pool } = scanner;
  const scan = new MailboxScan(access, query, scanner, signal, listener);
  const { report, progress } = scan;
  const read = async (client: ImapFlow, rest: Rest): Promise<'read'> => {
    scan.reportProgress();
    const { paths, isComplete } = await foldersToScan(client, access.folders ?? null);
    scan.areFoldersUnknown = !isComplete;
    if (paths.length > 1) scan.copies ??= new Copies(paths);
    const { copies } = scan;
    for (const folder of paths)
      try {
        const scope = { since: query.since, signal, recall: scan.recall(folder), copies };
        await readFolder(client, folder, progress, scope, (mails) => rest(scan.add(mails)));
      } catch (error) {
        // A mailbox is mainly read for its inbox; another folder that fails affects only itself.
        if (folder === INBOX || !isRefusal(error)) throw error;
        scan.addClosedFolder(folder);
      }
    return 'read';
  };
  let lastBreak: unknown = null;
  const again = (error: unknown): 'again' => {
    if (signal.aborted || !progress.survives(error)) throw error;
    lastBreak = error;
    return 'again';
  };
  try {
    while ((await pool.use(access, signal, read).catch(again)) === 'again');
    await scan.settle();
    // The last mails may have been abandoned without an error.
    signal.throwIfAborted();
    if (progress.unnamed().length > 0)
      // Reading the names of these mails may break a connection again. The result is complete without them.
      await pool
        .use(access, signal, (client) => nameUnread(client, progress))
        .catch(() => undefined);
    // A server that stopped responding and delivered nothing at all has not answered.
    if (report.scanned === 0 && faultOf(lastBreak, access.host) === 'timed_out') throw lastBreak;
    scan.finish();
    report.message = scan.describeGaps();
    report.status = report.message === '' ? 'ok' : 'incomplete';
  } catch (error) {
    // Mails that were fetched before the failure still count.
    await scan.settle().catch(() => undefined);
    const fault = failureOf(error, access.host, signal);
    // The report shows a fault of this program as one of the server, so the log names it.
    if (fault === 'other') log('mailbox not read', { mailbox: access.id, error: nameOf(error) });
    report.status = fault === 'cancelled' ? 'cancelled' : 'failed';
    report.unreachable = isUnreachable(fault);
    scan.finish();
    const cause = new MailboxError(fault, access.host).message;
    report.message = `${readSoFar(report.scanned, progress.expected)}${cause}`;
  }
  scan.logUnreadable();
  return report;
}

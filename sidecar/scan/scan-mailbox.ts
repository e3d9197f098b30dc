import type { ImapFlow } from 'imapflow';
import type { MailboxReport } from '../../shared/presale-codes/schema.ts';
import type { CodeSighting, MailboxAccess, ScanQuery } from '../../shared/scanner.ts';
import { LIMITS } from '../limits.ts';
import { log } from '../log.ts';
import type { ConnectionPool, Rest } from '../mailbox/connection-pool.ts';
import { foldersToScan } from '../mailbox/folders.ts';
import { faultOf, MailboxError, type MailboxFault } from '../mailbox/mailbox-error.ts';
import { type FetchedMail, readFolder } from '../mailbox/read-folder.ts';
import { Reading } from '../mailbox/reading.ts';
import { batchOf, type Outcome, type Reader } from '../reader/protocol.ts';

/** Told while a mailbox is scanned. */
export interface ScanListener {
  progress(mailbox: MailboxReport): void;
  code(sighting: CodeSighting): void;
}

/** What a scan needs: connections, and who reads the mails. */
export interface Scanner {
  pool: ConnectionPool;
  reader: Reader;
}

/** What one mailbox has told so far, and what is found in its next mails. */
class MailboxScan {
  readonly report: MailboxReport;
  private readonly reader: Reader;
  private readonly query: ScanQuery;
  private readonly signal: AbortSignal;
  private readonly listener: ScanListener;
  /** Ends when the mails of the last answer are read. */
  private last: Promise<void> = Promise.resolve();
  private readerFault: unknown = null;
  private toldAt = 0;
  private unreadable = 0;
  private lastFault = '';

  constructor(
    { id, user }: MailboxAccess,
    query: ScanQuery,
    reader: Reader,
    signal: AbortSignal,
    listener: ScanListener,
  ) {
    const status = 'running' as const;
    this.report = { id, user, status, message: '', scanned: 0, matched: 0, needs_look: [] };
    this.reader = reader;
    this.query = query;
    this.signal = signal;
    this.listener = listener;
  }

  /** Gives mails to the reader, and waits for those before: the server's next answer is fetched while these are read. */
  async look(mails: readonly FetchedMail[]): Promise<void> {
    const before = this.last;
    this.last = Promise.all([before, this.read(mails)]).then(() => undefined);
    await before;
  }

  /** Ends when all mails are read and what is in them is told. @throws what kept the reader from reading. */
  async settle(): Promise<void> {
    await this.last;
    if (this.readerFault !== null) throw this.readerFault;
  }

  tell(): void {
    this.listener.progress({ ...this.report, needs_look: [...this.report.needs_look] });
  }

  /** Of mails that cannot be looked through: how many, and why. Nothing of what stands in them. */
  logUnreadable(): void {
    if (this.unreadable === 0) return;
    const { id: mailbox } = this.report;
    log('mails not looked through', { mailbox, mails: this.unreadable, error: this.lastFault });
  }

  /** Never throws: nobody may be waiting yet. */
  private async read(mails: readonly FetchedMail[]): Promise<void> {
    try {
      const outcomes = await this.reader.read(batchOf(this.query, mails), this.signal);
      if (outcomes === null) return;
      for (const [index, mail] of mails.entries()) {
        if (this.signal.aborted) return;
        this.add(mail, outcomes[index]);
      }
    } catch (error) {
      this.readerFault = error;
      return;
    }
    const now = performance.now();
    if (now - this.toldAt < LIMITS.progressMs) return;
    this.toldAt = now;
    this.tell();
  }

  private add(mail: FetchedMail, outcome: Outcome | undefined): void {
    if (!outcome) return;
    const { report } = this;
    report.scanned++;
    if (outcome.isMatch) report.matched++;
    if (outcome.fault !== '') {
      this.unreadable++;
      this.lastFault = outcome.fault;
    }
    const about = { account: report.user, email_subject: mail.subject, email_from: mail.from };
    for (const { code, confidence, evidence } of outcome.codes)
      this.listener.code({
        mailbox: report.id,
        mail: mail.key,
        found: { code, ...about, email_date: mail.date, confidence, evidence },
      });
    if (outcome.mayBePictured && report.needs_look.length < LIMITS.needsLook)
      report.needs_look.push({ subject: mail.subject, from: mail.from, date: mail.date });
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** What is told of a mailbox that could not be read to its end. */
function failureOf(error: unknown, host: string, signal: AbortSignal): MailboxFault {
  if (!signal.aborted) return faultOf(error, host);
  return signal.reason === 'deadline' ? 'timed_out' : 'cancelled';
}

/** Scans INBOX and junk of one mailbox. Never throws: what went wrong stands in the report. */
export async function scanMailbox(
  { pool, reader }: Scanner,
  access: MailboxAccess,
  query: ScanQuery,
  signal: AbortSignal,
  listener: ScanListener,
): Promise<MailboxReport> {
  const scan = new MailboxScan(access, query, reader, signal, listener);
  const { report } = scan;
  const reading = new Reading();
  const read = async (client: ImapFlow, rest: Rest): Promise<'read'> => {
    scan.tell();
    for (const folder of await foldersToScan(client))
      await readFolder(client, folder, reading, { since: query.since, signal }, (mails) =>
        rest(scan.look(mails)),
      );
    return 'read';
  };
  const again = (error: unknown): 'again' => {
    if (signal.aborted || !reading.survives(error)) throw error;
    return 'again';
  };
  try {
    while ((await pool.use(access, signal, read).catch(again)) === 'again');
    await scan.settle();
    report.status = 'ok';
  } catch (error) {
    // What was fetched before is told in any case.
    await scan.settle().catch(() => undefined);
    const fault = failureOf(error, access.host, signal);
    // A fault of this program would look like one of the server.
    if (fault === 'other') log('mailbox not read', { mailbox: access.id, error: nameOf(error) });
    report.status = fault === 'cancelled' ? 'cancelled' : 'failed';
    report.message = new MailboxError(fault, access.host).message;
  }
  scan.logUnreadable();
  return report;
}

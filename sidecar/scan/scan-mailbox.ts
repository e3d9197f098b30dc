import type { ImapFlow } from 'imapflow';
import type { FoundCode, MailboxReport } from '../../shared/presale-codes/schema.ts';
import type { CodeSighting, MailboxAccess, ScanQuery } from '../../shared/scanner.ts';
import { meetsRequirements } from '../code-finder/requirements.ts';
import { LIMITS } from '../limits.ts';
import { log } from '../log.ts';
import type { ConnectionPool } from '../mailbox/connection-pool.ts';
import { foldersToScan } from '../mailbox/folders.ts';
import { faultOf, MailboxError, type MailboxFault } from '../mailbox/mailbox-error.ts';
import { type ReadMail, readFolder } from '../mailbox/read-folder.ts';
import { Reading } from '../mailbox/reading.ts';
import { mailMatcher } from './match-mail.ts';
import { Letter } from './read-letter.ts';

/** Told while a mailbox is scanned. */
export interface ScanListener {
  progress(mailbox: MailboxReport): void;
  code(sighting: CodeSighting): void;
}

const requirementsOf = (query: ScanQuery) => ({
  minLength: query.minLength,
  maxLength: query.maxLength,
  numbers: query.numbers,
  capitals: query.capitals,
  specials: query.specials,
  allowedSpecials: query.allowedSpecials,
  excluded: query.excluded,
});

/** What one mailbox has told so far, and what it finds in the next mail. */
class MailboxScan {
  readonly report: MailboxReport;
  private readonly listener: ScanListener;
  private readonly matches: ReturnType<typeof mailMatcher>;
  private readonly requirements: ReturnType<typeof requirementsOf>;
  private toldAt = 0;
  private unreadable = 0;
  private lastFault = '';

  constructor({ id, user }: MailboxAccess, query: ScanQuery, listener: ScanListener) {
    const status = 'running' as const;
    this.report = { id, user, status, message: '', scanned: 0, matched: 0, needs_look: [] };
    this.listener = listener;
    this.matches = mailMatcher(query);
    this.requirements = requirementsOf(query);
  }

  /** Reads one mail and tells what is in it. A mail that cannot be looked through costs none of the others. */
  look(mail: ReadMail): void {
    this.report.scanned++;
    try {
      this.lookThrough(mail);
    } catch (error) {
      this.unreadable++;
      this.lastFault = nameOf(error);
    }
    const now = performance.now();
    if (now - this.toldAt < LIMITS.progressMs) return;
    this.toldAt = now;
    this.tell();
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

  private lookThrough(mail: ReadMail): void {
    const letter = new Letter(mail);
    if (!this.matches(mail.from, letter)) return;
    this.report.matched++;
    this.findIn(mail, letter);
  }

  private findIn(mail: ReadMail, letter: Letter): void {
    const { needs_look: needsLook, id, user } = this.report;
    const codes = letter
      .findCodes()
      .filter(({ code }) => meetsRequirements(code, this.requirements));
    for (const { code, confidence, evidence } of codes) {
      const found: FoundCode = {
        code,
        account: user,
        email_subject: mail.subject,
        email_from: mail.from,
        email_date: mail.date,
        confidence,
        evidence,
      };
      this.listener.code({ mailbox: id, mail: mail.key, found });
    }
    const mayBePictured = codes.length === 0 && mail.hasImages && letter.isAboutPresale;
    if (mayBePictured && needsLook.length < LIMITS.needsLook)
      needsLook.push({ subject: mail.subject, from: mail.from, date: mail.date });
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
  pool: ConnectionPool,
  access: MailboxAccess,
  query: ScanQuery,
  signal: AbortSignal,
  listener: ScanListener,
): Promise<MailboxReport> {
  const scan = new MailboxScan(access, query, listener);
  const { report } = scan;
  const reading = new Reading();
  const read = async (client: ImapFlow): Promise<'read'> => {
    scan.tell();
    for (const folder of await foldersToScan(client))
      await readFolder(client, folder, reading, { since: query.since, signal }, (mail) =>
        scan.look(mail),
      );
    return 'read';
  };
  const again = (error: unknown): 'again' => {
    if (signal.aborted || !reading.survives(error)) throw error;
    return 'again';
  };
  try {
    while ((await pool.use(access, signal, read).catch(again)) === 'again');
    report.status = 'ok';
  } catch (error) {
    const fault = failureOf(error, access.host, signal);
    // A fault of this program would look like one of the server.
    if (fault === 'other') log('mailbox not read', { mailbox: access.id, error: nameOf(error) });
    report.status = fault === 'cancelled' ? 'cancelled' : 'failed';
    report.message = new MailboxError(fault, access.host).message;
  }
  scan.logUnreadable();
  return report;
}

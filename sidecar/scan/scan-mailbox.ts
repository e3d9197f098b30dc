import type { FoundCode, MailboxReport } from '../../shared/presale-codes/schema.ts';
import type { CodeSighting, MailboxAccess, ScanQuery } from '../../shared/scanner.ts';
import { meetsRequirements } from '../code-finder/requirements.ts';
import { LIMITS } from '../limits.ts';
import type { ConnectionPool } from '../mailbox/connection-pool.ts';
import { foldersToScan } from '../mailbox/folders.ts';
import { faultOf, MailboxError } from '../mailbox/mailbox-error.ts';
import { type ReadMail, readFolder } from '../mailbox/read-folder.ts';
import { mailMatcher } from './match-mail.ts';
import { readLetter } from './read-letter.ts';

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

/** Scans INBOX and junk of one mailbox. Never throws: what went wrong stands in the report. */
export async function scanMailbox(
  pool: ConnectionPool,
  access: MailboxAccess,
  query: ScanQuery,
  signal: AbortSignal,
  listener: ScanListener,
): Promise<MailboxReport> {
  const report: MailboxReport = {
    id: access.id,
    user: access.user,
    status: 'running',
    message: '',
    scanned: 0,
    matched: 0,
    needs_look: [],
  };
  const matches = mailMatcher(query);
  const requirements = requirementsOf(query);
  let toldAt = 0;

  const look = (mail: ReadMail): void => {
    report.scanned++;
    const letter = readLetter(mail);
    if (matches(mail.from, letter.text)) {
      report.matched++;
      const codes = letter.codes.filter(({ code }) => meetsRequirements(code, requirements));
      for (const { code, confidence, evidence } of codes) {
        const found: FoundCode = {
          code,
          account: access.user,
          email_subject: mail.subject,
          email_from: mail.from,
          email_date: mail.date,
          confidence,
          evidence,
        };
        listener.code({ mailbox: access.id, mail: mail.key, found });
      }
      if (
        codes.length === 0 &&
        mail.hasImages &&
        letter.isAboutPresale &&
        report.needs_look.length < LIMITS.needsLook
      )
        report.needs_look.push({ subject: mail.subject, from: mail.from, date: mail.date });
    }
    const now = performance.now();
    if (now - toldAt < LIMITS.progressMs) return;
    toldAt = now;
    listener.progress({ ...report, needs_look: [...report.needs_look] });
  };

  try {
    await pool.use(access, signal, async (client) => {
      listener.progress({ ...report });
      for (const folder of await foldersToScan(client))
        await readFolder(client, folder, query.since, signal, look);
    });
    report.status = 'ok';
  } catch (error) {
    const fault = faultOf(error, access.host);
    report.status = signal.aborted && signal.reason !== 'deadline' ? 'cancelled' : 'failed';
    const told = signal.aborted
      ? signal.reason === 'deadline'
        ? 'timed_out'
        : 'cancelled'
      : fault;
    report.message = new MailboxError(told, access.host).message;
  }
  return report;
}

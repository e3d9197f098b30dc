import type { MailboxReport } from '../../shared/presale-codes/schema.ts';
import type { FromScanner } from '../../shared/scanner.ts';
import type { JobWatchers } from './job-watchers.ts';
import type { DeskEvent, DeskJob, JobMailbox } from './scan-desk-messages.ts';
import type { ScanDeskStore, StoredJob } from './scan-desk-store.ts';
import type { ScannerSockets } from './scanner-socket.ts';

/** A scanner that says nothing for so long has lost its jobs. */
export const LEASE_MS = 15_000;

/** Why a mailbox has no result: nobody answered for it. */
export const NO_ANSWER = 'The scanners stopped while reading this mailbox. Try again.';

/** What becomes of the desk's jobs: what scanners tell of them, and how they end. */
export class JobLife {
  private readonly store: ScanDeskStore;
  private readonly watchers: JobWatchers;
  private readonly scanners: ScannerSockets;
  private readonly onEnd: () => void;

  /** `onEnd` hears of a job that has ended and is kept for whoever asks again. */
  constructor(parts: {
    store: ScanDeskStore;
    watchers: JobWatchers;
    scanners: ScannerSockets;
    onEnd: () => void;
  }) {
    this.store = parts.store;
    this.watchers = parts.watchers;
    this.scanners = parts.scanners;
    this.onEnd = parts.onEnd;
  }

  /** What a scanner tells of a job that it holds. */
  hear(message: Exclude<FromScanner, { type: 'hello' | 'alive' }>, scanner: string): void {
    // Late words of a scanner that lost the job, or about a job that has ended, change nothing.
    if (!this.store.isHeldBy(message.job, scanner)) return;
    this.store.extend(message.job, scanner, Date.now() + LEASE_MS);
    if (message.type === 'progress') {
      this.store.report(message.job, message.mailbox);
      this.watchers.tell(message.job, { type: 'progress', mailbox: message.mailbox });
    } else if (message.type === 'codes') {
      const fresh = message.sightings.filter((seen) => this.store.sight(message.job, seen));
      if (fresh.length === 0) return;
      this.watchers.tell(message.job, { type: 'codes', codes: fresh.map(({ found }) => found) });
    } else if (message.type === 'probed') {
      this.store.remove(message.job);
      this.watchers.end(message.job, {
        type: 'probed',
        isOk: message.isOk,
        message: message.message,
      });
    } else this.finish(message.job);
  }

  private finish(id: string): void {
    const stored = this.store.find(id);
    if (!stored) return;
    this.store.finish(id, Date.now());
    this.watchers.end(id, this.answerOf(stored.job));
    this.onEnd();
  }

  /** The last event of a search: all its codes, and a report of every mailbox. */
  answerOf(job: DeskJob): DeskEvent {
    const reports = new Map(this.store.reports(job.id).map((report) => [report.id, report]));
    const mailboxes = job.mailboxes.map(
      (mailbox) => reports.get(mailbox.id) ?? failed(mailbox, NO_ANSWER),
    );
    return { type: 'done', codes: this.store.codes(job.id), mailboxes };
  }

  /** Ends a job with a failure for every mailbox that has no result; what was found stays. */
  giveUp({ job, scanner }: StoredJob, message: string): void {
    if (scanner !== null) this.scanners.send(scanner, { type: 'cancel', job: job.id });
    if (job.kind === 'probe') {
      this.store.remove(job.id);
      this.watchers.end(job.id, { type: 'probed', isOk: false, message });
      return;
    }
    this.fail(job, this.unfinished(job), message);
    this.finish(job.id);
  }

  /** Reports mailboxes as failed; how far they were read stays. */
  fail(job: DeskJob, mailboxes: readonly JobMailbox[], message: string): void {
    const known = this.store.reports(job.id);
    for (const mailbox of mailboxes) {
      const report = failed(mailbox, message, known);
      this.store.report(job.id, report);
      this.watchers.tell(job.id, { type: 'progress', mailbox: report });
    }
  }

  /** Nobody listens any more: the scanner stops and the job is forgotten. */
  cancel(id: string): void {
    const stored = this.store.find(id);
    if (!stored || this.store.isDone(id)) return;
    if (stored.scanner !== null) this.scanners.send(stored.scanner, { type: 'cancel', job: id });
    this.store.remove(id);
  }

  /** The mailboxes of a job that have no result yet. */
  unfinished(job: DeskJob): JobMailbox[] {
    const ended = this.store
      .reports(job.id)
      .filter(({ status }) => status === 'ok' || status === 'failed');
    return job.mailboxes.filter((mailbox) => !ended.some(({ id }) => id === mailbox.id));
  }
}

function failed(
  mailbox: JobMailbox,
  message: string,
  known: readonly MailboxReport[] = [],
): MailboxReport {
  const so = known.find(({ id }) => id === mailbox.id);
  return {
    id: mailbox.id,
    user: mailbox.user,
    status: 'failed',
    message,
    scanned: so?.scanned ?? 0,
    matched: so?.matched ?? 0,
    needs_look: so?.needs_look ?? [],
  };
}

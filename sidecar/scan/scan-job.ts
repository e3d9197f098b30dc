import type { CodeSighting, FromScanner, ToScanner } from '../../shared/scanner.ts';
import { LIMITS } from '../limits.ts';
import type { ConnectionPool } from '../mailbox/connection-pool.ts';
import { faultOf, MailboxError } from '../mailbox/mailbox-error.ts';
import { type Scanner, scanMailbox } from './scan-mailbox.ts';

type Send = (message: FromScanner) => void;

/** Ends `controller` at the job's deadline. */
const endAfter = (controller: AbortController, withinMs: number): NodeJS.Timeout =>
  setTimeout(() => controller.abort('deadline'), Math.max(0, withinMs));

/** Sends the codes that are found in one turn of the event loop together, at its end. */
class CodeBatch {
  private waiting: CodeSighting[] = [];
  private readonly job: string;
  private readonly send: Send;

  constructor(job: string, send: Send) {
    this.job = job;
    this.send = send;
  }

  add(sighting: CodeSighting): void {
    if (this.waiting.push(sighting) === 1) setImmediate(() => this.flush());
  }

  /** Whatever tells that a mailbox is read comes after its codes. */
  flush(): void {
    if (this.waiting.length === 0) return;
    this.send({ type: 'codes', job: this.job, sightings: this.waiting });
    this.waiting = [];
  }
}

/** Scans all mailboxes of a job side by side; the pool bounds how many really run. */
export async function runScan(
  scanner: Scanner,
  job: Extract<ToScanner, { type: 'scan' }>,
  controller: AbortController,
  send: Send,
): Promise<void> {
  const timer = endAfter(controller, job.withinMs);
  const codes = new CodeBatch(job.job, send);
  try {
    await Promise.all(
      job.mailboxes.map(async (mailbox) => {
        const report = await scanMailbox(scanner, mailbox, job.query, controller.signal, {
          progress: (state) => send({ type: 'progress', job: job.job, mailbox: state }),
          code: (sighting) => codes.add(sighting),
        });
        codes.flush();
        send({ type: 'progress', job: job.job, mailbox: report });
      }),
    );
    send({ type: 'done', job: job.job });
  } finally {
    clearTimeout(timer);
  }
}

/** Tries to sign in to one mailbox and to open its inbox. */
export async function runProbe(
  pool: ConnectionPool,
  job: Extract<ToScanner, { type: 'probe' }>,
  controller: AbortController,
  send: Send,
): Promise<void> {
  const { mailbox } = job;
  const timer = endAfter(controller, Math.min(job.withinMs, LIMITS.probeMs));
  const answer = { type: 'probed' as const, job: job.job };
  try {
    await pool.use(mailbox, controller.signal, (client) =>
      client.mailboxOpen('INBOX', { readOnly: true }),
    );
    send({ ...answer, isOk: true, message: `Connected to ${mailbox.host}.` });
  } catch (error) {
    const fault = controller.signal.aborted ? 'timed_out' : faultOf(error, mailbox.host);
    send({ ...answer, isOk: false, message: new MailboxError(fault, mailbox.host).message });
  } finally {
    clearTimeout(timer);
  }
}

import type { FromScanner, ToScanner } from '../../shared/scanner.ts';
import { LIMITS } from '../limits.ts';
import type { ConnectionPool } from '../mailbox/connection-pool.ts';
import { faultOf, MailboxError } from '../mailbox/mailbox-error.ts';
import { scanMailbox } from './scan-mailbox.ts';

type Tell = (message: FromScanner) => void;

/** Ends `controller` at the job's deadline. */
const endAfter = (controller: AbortController, withinMs: number): NodeJS.Timeout =>
  setTimeout(() => controller.abort('deadline'), Math.max(0, withinMs));

/** Scans all mailboxes of a job side by side; the pool bounds how many really run. */
export async function runScan(
  pool: ConnectionPool,
  job: Extract<ToScanner, { type: 'scan' }>,
  controller: AbortController,
  tell: Tell,
): Promise<void> {
  const timer = endAfter(controller, job.withinMs);
  try {
    await Promise.all(
      job.mailboxes.map(async (mailbox) => {
        const report = await scanMailbox(pool, mailbox, job.query, controller.signal, {
          progress: (state) => tell({ type: 'progress', job: job.job, mailbox: state }),
          code: (sighting) => tell({ type: 'code', job: job.job, sighting }),
        });
        tell({ type: 'progress', job: job.job, mailbox: report });
      }),
    );
    tell({ type: 'done', job: job.job });
  } finally {
    clearTimeout(timer);
  }
}

/** Tries to sign in to one mailbox and to open its inbox. */
export async function runProbe(
  pool: ConnectionPool,
  job: Extract<ToScanner, { type: 'probe' }>,
  controller: AbortController,
  tell: Tell,
): Promise<void> {
  const { mailbox } = job;
  const timer = endAfter(controller, Math.min(job.withinMs, LIMITS.probeMs));
  const answer = { type: 'probed' as const, job: job.job };
  try {
    await pool.use(mailbox, controller.signal, (client) =>
      client.mailboxOpen('INBOX', { readOnly: true }),
    );
    tell({ ...answer, isOk: true, message: `Connected to ${mailbox.host}.` });
  } catch (error) {
    const fault = controller.signal.aborted ? 'timed_out' : faultOf(error, mailbox.host);
    tell({ ...answer, isOk: false, message: new MailboxError(fault, mailbox.host).message });
  } finally {
    clearTimeout(timer);
  }
}

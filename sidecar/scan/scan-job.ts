import type { MailboxReport } from '../../shared/presale-codes/events.ts';
import type {
  CodeSighting,
  FromScanner,
  MailboxAccess,
  ToScanner,
} from '../../shared/scanners/protocol.ts';
import { cut } from '../../shared/text.ts';
import { LIMITS } from '../limits.ts';
import type { ConnectionPool } from '../mailbox/connection-pool.ts';
import { INBOX, listFolders, openFolder } from '../mailbox/folders.ts';
import {
  faultOf,
  isUnreachable,
  MailboxError,
  type MailboxFault,
} from '../mailbox/mailbox-error.ts';
import { readOneMail } from '../mailbox/read-folder.ts';
import { batchOf } from '../reader/protocol.ts';
import { type Scanner, scanMailbox } from './scan-mailbox.ts';

type Send = (message: FromScanner) => void;

/**
 * Sends the codes that are found in one turn of the event loop together, at its end. The size of a
 * message is limited.
 */
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

  /** The message that a mailbox has been read comes after its codes. */
  flush(): void {
    const all = this.waiting;
    this.waiting = [];
    for (let at = 0; at < all.length; at += LIMITS.codesPerMessage) {
      const sightings = all.slice(at, at + LIMITS.codesPerMessage);
      this.send({ type: 'codes', job: this.job, sightings });
    }
  }
}

/** Scans all mailboxes of a job concurrently; the pool limits the number that run at the same time. */
export async function runScan(
  scanner: Scanner,
  job: Extract<ToScanner, { type: 'scan' }>,
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  const codes = new CodeBatch(job.job, send);
  await Promise.all(
    job.mailboxes.map(async (mailbox) => {
      const report = await scanMailbox(scanner, mailbox, job.query, signal, {
        progress: (state) => send({ type: 'progress', job: job.job, mailbox: state }),
        code: (sighting) => codes.add(sighting),
      });
      codes.flush();
      send({ type: 'progress', job: job.job, mailbox: report });
    }),
  );
}

/** Signs in to each mailbox and opens its inbox. */
export async function runProbe(
  pool: ConnectionPool,
  job: Extract<ToScanner, { type: 'probe' }>,
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  // One of many mailboxes may only have waited for the others.
  const late = job.mailboxes.length > 1 ? 'out_of_time' : 'timed_out';
  await Promise.all(
    job.mailboxes.map(async (mailbox) => {
      const open = () => pool.use(mailbox, signal, (client) => openFolder(client, INBOX));
      const report = await reportOf(mailbox, open, signal, late);
      send({ type: 'progress', job: job.job, mailbox: report });
    }),
  );
}

/** Lists the folders of one mailbox. */
export async function runFolders(
  pool: ConnectionPool,
  job: Extract<ToScanner, { type: 'folders' }>,
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  const [mailbox] = job.mailboxes;
  if (!mailbox) return;
  const list = async () => {
    const folders = await pool.use(mailbox, signal, listFolders);
    send({ type: 'folders', job: job.job, folders });
  };
  const report = await reportOf(mailbox, list, signal, 'timed_out');
  send({ type: 'progress', job: job.job, mailbox: report });
}

/** Reads one mail as text. */
export async function runFetch(
  { pool, reader }: Scanner,
  job: Extract<ToScanner, { type: 'fetch' }>,
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  const [mailbox] = job.mailboxes;
  if (!mailbox) return;
  const read = async () => {
    const mail = await pool.use(mailbox, signal, (client) => readOneMail(client, job.mail));
    const [outcome] = (await reader.read(batchOf(null, [mail]), signal)) ?? [];
    if (outcome?.fault !== '') throw new MailboxError('unreadable', mailbox.host);
    const { subject, from, date } = mail;
    const text = cut(outcome.text, LIMITS.shownCharacters);
    const isWhole = mail.gaps.length + outcome.gaps.length === 0;
    const is_cut = !isWhole || text.length < outcome.text.length;
    send({ type: 'mail', job: job.job, mail: { subject, from, date, text, is_cut } });
  };
  const report = await reportOf(mailbox, read, signal, 'timed_out');
  send({ type: 'progress', job: job.job, mailbox: report });
}

/** The result of `work` on a mailbox. Never rejects: a failure is part of the report. */
async function reportOf(
  { id, user, host }: MailboxAccess,
  work: () => Promise<unknown>,
  signal: AbortSignal,
  late: MailboxFault,
): Promise<MailboxReport> {
  const report = { id, user, scanned: 0, matched: 0, needs_look: [] };
  try {
    await work();
    return { ...report, status: 'ok', message: `Connected to ${host}.` };
  } catch (error) {
    const fault = signal.aborted ? late : faultOf(error, host);
    const { message } = new MailboxError(fault, host);
    return { ...report, status: 'failed', message, unreachable: isUnreachable(fault) };
  }
}

import type { DataKey } from '../../shared/env.ts';
import type { MailboxAccess } from '../../shared/scanner.ts';
import { mailboxPasswordPlace } from '../security/sealed-columns.ts';
import { unseal } from '../security/vault.ts';
import { type JobLife, LEASE_MS, NO_ANSWER } from './job-life.ts';
import type { JobMailbox } from './scan-desk-messages.ts';
import type { ScanDeskStore, StoredJob } from './scan-desk-store.ts';
import type { ScannerSockets } from './scanner-socket.ts';

/** Scanners that may fail on one job before it is given up. */
const MAX_ATTEMPTS = 4;

/** The scanner's deadline comes this much earlier than the desk's, so that it can still report how far it got. */
const REPORTING_MS = 2_000;

const LOST_PASSWORD =
  'The stored password of this mailbox cannot be opened any more. Enter it again on the IMAP Accounts page.';

/** Hands the desk's jobs to its scanners, and takes them back from those that are gone. */
export class JobHandOut {
  private readonly store: ScanDeskStore;
  private readonly scanners: ScannerSockets;
  private readonly life: JobLife;
  private readonly keys: () => readonly DataKey[];

  /** `keys` open the passwords, at the moment in which a job is handed out. */
  constructor(parts: {
    store: ScanDeskStore;
    scanners: ScannerSockets;
    life: JobLife;
    keys: () => readonly DataKey[];
  }) {
    this.store = parts.store;
    this.scanners = parts.scanners;
    this.life = parts.life;
    this.keys = parts.keys;
  }

  /** Takes back what a scanner that is gone held. */
  release(scanner: string | null): void {
    for (const { job, scanner: holder } of this.store.open())
      if (holder === scanner) this.store.release(job.id);
  }

  /** Takes jobs back from scanners that are not there any more. @returns those that are there. */
  releaseLost(): Set<string> {
    const names = new Set(this.scanners.names());
    for (const { job, scanner } of this.store.open())
      if (scanner !== null && !names.has(scanner)) this.store.release(job.id);
    return names;
  }

  /** Hands waiting jobs to the scanners with the fewest, preferably not to the one that failed on it. */
  async dispatch(): Promise<void> {
    const load = new Map([...this.releaseLost()].map((name) => [name, 0]));
    const open = this.store.open();
    for (const { scanner } of open)
      if (scanner !== null) load.set(scanner, (load.get(scanner) ?? 0) + 1);
    for (const { job } of open) {
      // Read again: another hand-out may have run while a password was being opened.
      const stored = this.store.find(job.id);
      if (!stored || stored.scanner !== null || load.size === 0 || this.store.isDone(job.id))
        continue;
      if (stored.attempts >= MAX_ATTEMPTS) {
        this.life.giveUp(stored, NO_ANSWER);
        continue;
      }
      const rank = (id: string): number =>
        (load.get(id) ?? 0) + (id === stored.lastScanner ? 1000 : 0);
      const [scanner] = [...load.keys()].sort((a, b) => rank(a) - rank(b));
      if (scanner === undefined) continue;
      load.set(scanner, (load.get(scanner) ?? 0) + 1);
      this.store.lease(stored.job.id, scanner, Date.now() + LEASE_MS);
      await this.hand(stored, scanner);
    }
  }

  private async hand(stored: StoredJob, scanner: string): Promise<void> {
    const { job, deadlineAt } = stored;
    const keys = this.keys();
    const wanted = this.life.unfinished(job);
    const opened = await Promise.all(wanted.map((mailbox) => accessTo(mailbox, keys)));
    // Cancelled or lost while the passwords were being opened: nobody would hear of this scan.
    if (!this.store.isHeldBy(job.id, scanner)) return;
    const mailboxes = opened.filter((access) => access !== null);
    if (mailboxes.length === 0) {
      this.life.giveUp(stored, LOST_PASSWORD);
      return;
    }
    const locked = wanted.filter((_, index) => opened[index] === null);
    this.life.fail(job, locked, LOST_PASSWORD);
    const withinMs = Math.max(0, deadlineAt - REPORTING_MS - Date.now());
    const [first] = mailboxes;
    const about = { job: job.id, withinMs };
    if (job.kind === 'scan')
      this.scanners.send(scanner, { type: 'scan', ...about, mailboxes, query: job.query });
    else if (first) this.scanners.send(scanner, { type: 'probe', ...about, mailbox: first });
  }
}

/** A mailbox as a scanner needs it; null when its password cannot be opened: the others are read all the same. */
async function accessTo(
  { sealed, sealRow, ...mailbox }: JobMailbox,
  keys: readonly DataKey[],
): Promise<MailboxAccess | null> {
  const place = mailboxPasswordPlace({ ...mailbox, sealRow });
  const password = await unseal(keys, place, sealed).catch(() => null);
  return password === null ? null : { ...mailbox, password };
}

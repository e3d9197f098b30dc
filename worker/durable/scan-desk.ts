import { DurableObject } from 'cloudflare:workers';
import type { MailboxReport } from '../../shared/presale-codes/schema.ts';
import type { FromScanner, MailboxAccess } from '../../shared/scanner.ts';
import { type Bindings, type DataKey, readEnv } from '../env.ts';
import { unseal } from '../security/vault.ts';
import { JobWatchers } from './job-watchers.ts';
import type { DeskEvent, DeskJob, JobMailbox } from './scan-desk-messages.ts';
import { ScanDeskStore, type StoredJob } from './scan-desk-store.ts';
import { idOf, readMessage, ScannerSockets } from './scanner-socket.ts';

/** A scanner that says nothing for so long has lost its jobs. */
const LEASE_MS = 15_000;
/** Scanners that may fail on one job before it is given up. */
const MAX_ATTEMPTS = 4;
/** How long a job waits for a scanner that is just reconnecting. */
const SCANNER_WAIT_MS = 4_000;
/** A job found without a listener after a restart waits so long for the browser to ask again. */
const ABANDONED_MS = 20_000;

const NO_ANSWER = 'The scanners stopped while reading this mailbox. Try again.';
const TOO_LATE =
  'The mailbox could not be read within the time of one search. Try a shorter period.';
const LOST_PASSWORD =
  'The stored password of this mailbox cannot be opened any more. Enter it again on the IMAP Accounts page.';

/**
 * The desk that hands scan jobs to scanners. Jobs live in its SQLite, scanners hold leases, every job has one
 * deadline, and whatever is reported twice is stored once.
 */
export class ScanDesk extends DurableObject<Bindings> {
  private readonly store: ScanDeskStore;
  private readonly watchers: JobWatchers;
  private readonly scanners: ScannerSockets;
  private readonly unwatchedSince = new Map<string, number>();

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    this.store = new ScanDeskStore(state.storage.sql);
    this.watchers = new JobWatchers((job) => this.cancel(job));
    this.scanners = new ScannerSockets(state);
    this.releaseLost();
    for (const { job } of this.store.open()) this.unwatchedSince.set(job.id, Date.now());
    if (this.unwatchedSince.size > 0) void this.plan();
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/socket') return this.scanners.admit();
    if (pathname === '/state') return Response.json({ scanners: this.scanners.names().length });
    return this.take(await request.json<DeskJob>());
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const scanner = idOf(socket);
    const message = typeof data === 'string' ? readMessage(data) : null;
    if (!message || scanner === null) return;
    if (message.type === 'hello') return this.dispatch();
    if (message.type === 'alive') {
      for (const job of message.jobs) this.store.extend(job, scanner, Date.now() + LEASE_MS);
      return;
    }
    this.hear(message, scanner);
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    await this.lose(idOf(socket));
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.lose(idOf(socket));
  }

  /** Ends leases and jobs whose time is over, then hands out what waits. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    for (const stored of this.store.open()) {
      const { id } = stored.job;
      const since = this.unwatchedSince.get(id);
      if (since !== undefined && !this.watchers.isWatched(id) && now - since >= ABANDONED_MS)
        this.cancel(id);
      else if (stored.deadlineAt <= now) this.giveUp(stored, TOO_LATE);
      else if (stored.scanner !== null && stored.leaseUntil <= now) this.store.release(id);
    }
    await this.dispatch();
  }

  /** Takes a job, or joins the one that has this id already. */
  private async take(job: DeskJob): Promise<Response> {
    const isNew = this.store.add(job, Date.now());
    this.unwatchedSince.delete(job.id);
    const past: DeskEvent[] = isNew
      ? []
      : [
          ...this.store
            .reports(job.id)
            .map((mailbox): DeskEvent => ({ type: 'progress', mailbox })),
          ...this.store.codes(job.id).map((code): DeskEvent => ({ type: 'code', code })),
        ];
    const body = this.watchers.watch(job.id, past);
    if (this.store.isDone(job.id)) this.watchers.end(job.id, this.answerOf(job));
    else {
      await this.dispatch();
      setTimeout(() => this.refuseWithoutScanner(job.id), SCANNER_WAIT_MS);
    }
    return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
  }

  private refuseWithoutScanner(id: string): void {
    const stored = this.store.find(id);
    if (!stored || this.store.isDone(id) || stored.attempts > 0) return;
    if (this.scanners.names().length > 0) return;
    this.store.remove(id);
    this.watchers.end(id, { type: 'no_scanner' });
  }

  private hear(message: Exclude<FromScanner, { type: 'hello' | 'alive' }>, scanner: string): void {
    // Late words of a scanner that lost the job, or about a job that has ended, change nothing.
    if (!this.store.isHeldBy(message.job, scanner)) return;
    this.store.extend(message.job, scanner, Date.now() + LEASE_MS);
    if (message.type === 'progress') {
      this.store.report(message.job, message.mailbox);
      this.watchers.tell(message.job, { type: 'progress', mailbox: message.mailbox });
    } else if (message.type === 'codes') {
      for (const sighting of message.sightings)
        if (this.store.sight(message.job, sighting))
          this.watchers.tell(message.job, { type: 'code', code: sighting.found });
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
    void this.plan();
  }

  private answerOf(job: DeskJob): DeskEvent {
    const reports = new Map(this.store.reports(job.id).map((report) => [report.id, report]));
    const mailboxes = job.mailboxes.map(
      (mailbox) => reports.get(mailbox.id) ?? failed(mailbox, NO_ANSWER),
    );
    return { type: 'done', codes: this.store.codes(job.id), mailboxes };
  }

  /** Ends a job with a failure for every mailbox that has no result; what was found stays. */
  private giveUp({ job, scanner }: StoredJob, message: string): void {
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
  private fail(job: DeskJob, mailboxes: readonly JobMailbox[], message: string): void {
    const known = this.store.reports(job.id);
    for (const mailbox of mailboxes) {
      const report = failed(mailbox, message, known);
      this.store.report(job.id, report);
      this.watchers.tell(job.id, { type: 'progress', mailbox: report });
    }
  }

  /** Nobody listens any more: the scanner stops and the job is forgotten. */
  private cancel(id: string): void {
    const stored = this.store.find(id);
    this.unwatchedSince.delete(id);
    if (!stored || this.store.isDone(id)) return;
    if (stored.scanner !== null) this.scanners.send(stored.scanner, { type: 'cancel', job: id });
    this.store.remove(id);
  }

  private unfinished(job: DeskJob): JobMailbox[] {
    const ended = this.store
      .reports(job.id)
      .filter(({ status }) => status === 'ok' || status === 'failed');
    return job.mailboxes.filter((mailbox) => !ended.some(({ id }) => id === mailbox.id));
  }

  private async lose(scanner: string | null): Promise<void> {
    for (const { job, scanner: holder } of this.store.open())
      if (holder === scanner) this.store.release(job.id);
    await this.dispatch();
  }

  /** Takes jobs back from scanners that are not there any more. */
  private releaseLost(): Set<string> {
    const names = new Set(this.scanners.names());
    for (const { job, scanner } of this.store.open())
      if (scanner !== null && !names.has(scanner)) this.store.release(job.id);
    return names;
  }

  /** Hands waiting jobs to the scanners with the fewest, preferably not to the one that failed on it. */
  private async dispatch(): Promise<void> {
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
        this.giveUp(stored, NO_ANSWER);
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
    await this.plan();
  }

  private async hand(stored: StoredJob, scanner: string): Promise<void> {
    const { job, deadlineAt } = stored;
    const keys = readEnv(this.env).DATA_KEY;
    const wanted = this.unfinished(job);
    const opened = await Promise.all(wanted.map((mailbox) => accessTo(mailbox, keys)));
    // Cancelled or lost while the passwords were being opened: nobody would hear of this scan.
    if (!this.store.isHeldBy(job.id, scanner)) return;
    const mailboxes = opened.filter((access) => access !== null);
    if (mailboxes.length === 0) {
      this.giveUp(stored, LOST_PASSWORD);
      return;
    }
    const locked = wanted.filter((_, index) => opened[index] === null);
    this.fail(job, locked, LOST_PASSWORD);
    const withinMs = Math.max(0, deadlineAt - Date.now());
    const [first] = mailboxes;
    const about = { job: job.id, withinMs };
    if (job.kind === 'scan')
      this.scanners.send(scanner, { type: 'scan', ...about, mailboxes, query: job.query });
    else if (first) this.scanners.send(scanner, { type: 'probe', ...about, mailbox: first });
  }

  /** Sets the alarm to the next moment at which a lease, a job or a memory ends. */
  private async plan(): Promise<void> {
    const now = Date.now();
    const times = this.store.open().map(({ job, scanner, leaseUntil, deadlineAt }) => {
      const isWaiting = this.unwatchedSince.has(job.id);
      return Math.min(
        deadlineAt,
        scanner === null ? deadlineAt : leaseUntil,
        isWaiting ? now + ABANDONED_MS : deadlineAt,
      );
    });
    const forget = this.store.purge(now);
    if (forget !== null) times.push(forget);
    if (times.length > 0) await this.ctx.storage.setAlarm(Math.max(now + 50, Math.min(...times)));
  }
}

/** A mailbox as a scanner needs it; null when its password cannot be opened: the others are read all the same. */
async function accessTo(
  { sealed, sealRow, ...mailbox }: JobMailbox,
  keys: readonly DataKey[],
): Promise<MailboxAccess | null> {
  const place = { column: 'imap_accounts.password', row: sealRow } as const;
  const password = await unseal(keys, place, sealed).catch(() => null);
  return password === null ? null : { ...mailbox, password };
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

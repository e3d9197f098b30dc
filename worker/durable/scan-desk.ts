import { DurableObject } from 'cloudflare:workers';
import {
  answerWith,
  type MailboxReport,
  type SearchEvent,
} from '../../shared/presale-codes/events.ts';
import { type Bindings, readEnv } from '../context/env.ts';
import type {
  ConnectedScanner,
  DeskJob,
  JobMailbox,
  ScanDeskMethods,
  WatchedMailbox,
} from '../context/scan-desk.ts';
import { publish } from './channel-client.ts';
import {
  assignJobs,
  type JobEnd,
  type JobEvent,
  newJobState,
  SCANNER_LEASE_MS,
  transition,
} from './job-lifecycle.ts';
import { JobStreams, NO_RESULT, NO_SCANNER } from './job-streams.ts';
import { ScanDeskStore } from './scan-desk-store.ts';
import { idOf, openMailboxes, readMessage, ScannerSockets } from './scanner-socket.ts';
import { WatchAssignments } from './watch-assignments.ts';

/** How long a job waits for a reconnecting scanner. */
const SCANNER_WAIT_MS = 4_000;
/** After a restart of the desk, a job waits this long for its listener to rejoin. */
const ABANDONED_MS = 20_000;
/** After a restart of the desk, mailboxes wait this long for the scanner that watched them. */
const RETURN_MS = 10_000;
/**
 * The scanner's deadline is this much earlier than the desk's, so that it can still report its
 * progress.
 */
const REPORTING_MS = 2_000;

/**
 * The desk assigns jobs to scanners. Jobs are stored in its SQLite and change by `transition` only;
 * scanners hold leases; a repeated report is stored once, so a job may move to another scanner at
 * any time.
 */
export class ScanDesk
  extends DurableObject<Bindings>
  implements Omit<ScanDeskMethods, keyof Rpc.DurableObjectBranded>
{
  private readonly store: ScanDeskStore;
  private readonly scanners: ScannerSockets;
  private readonly watches: WatchAssignments;
  private readonly streams = new JobStreams((job) => this.cancel(job));
  /** Open jobs that a restart left without a listener, and since when. */
  private readonly withoutListenerSince = new Map<string, number>();
  private readonly startedAt = Date.now();

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    this.store = new ScanDeskStore(state.storage.sql);
    this.scanners = new ScannerSockets(state);
    this.watches = new WatchAssignments(state.storage.sql, (scanner, message) =>
      this.scanners.sendToProcess(scanner, message),
    );
    this.releaseLost();
    for (const { job } of this.store.open()) this.withoutListenerSince.set(job.id, Date.now());
    if (this.withoutListenerSince.size > 0) void this.plan();
  }

  /** Admits a scanner's socket. */
  override async fetch(request: Request): Promise<Response> {
    const headerOf = (name: string) => request.headers.get(name) ?? '';
    return this.scanners.admit({
      name: headerOf('X-Scanner-Name'),
      tokenHash: headerOf('X-Scanner-Token-Hash'),
    });
  }

  async connectedScanners(): Promise<ConnectedScanner[]> {
    return this.scanners.connected();
  }

  async offerCatalogues(): Promise<void> {
    // Only one scanner claims each reading, and the first one may be stuck.
    for (const scanner of this.scanners.names())
      this.scanners.send(scanner, { type: 'catalogues' });
  }

  async watch(mailboxes: WatchedMailbox[]): Promise<void> {
    this.watches.replace(mailboxes);
    await this.dispatch();
  }

  async keepScanners(tokenHashes: string[]): Promise<void> {
    this.scanners.keepOnly(tokenHashes);
  }

  async hasJob(id: string): Promise<boolean> {
    return this.store.state(id) !== null;
  }

  async join(job: DeskJob, listener: string): Promise<ReadableStream<Uint8Array>> {
    const before = this.store.state(job.id);
    if (before === null) this.store.add(job, newJobState(Date.now() + job.withinMs));
    this.withoutListenerSince.delete(job.id);
    const stream = this.streams.open(job.id, listener, before === null ? [] : this.past(job.id));
    if (before?.phase === 'done')
      this.streams.end(job.id, { ...this.answerOf(job.id), isRepeat: true });
    else {
      await this.dispatch();
      setTimeout(() => this.failWithoutScanner(job.id), SCANNER_WAIT_MS);
    }
    return stream;
  }

  async leave(job: string, listener: string): Promise<void> {
    this.streams.leave(job, listener);
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const scanner = idOf(socket);
    const message = typeof data === 'string' ? readMessage(data) : null;
    if (!message) return;
    const now = Date.now();
    if (message.type === 'hello') {
      const process = message.process ?? scanner;
      this.scanners.setProcess(socket, process);
      this.watches.returned(process);
      await this.dispatch();
      this.publishCount();
      return;
    }
    if (message.type === 'alive') {
      for (const job of message.jobs) this.apply(job, { type: 'renew', scanner, now });
      return;
    }
    const { job: id } = message;
    const state = this.store.state(id);
    // A message about a job counts only while the scanner holds the job.
    if (state?.phase !== 'leased' || state.scanner !== scanner) return;
    if (message.type === 'progress') this.report(id, message.mailbox);
    else if (message.type === 'codes') {
      const fresh = message.sightings.filter((sighting) => this.store.sight(id, sighting));
      const codes = fresh.map(({ found }) => found);
      if (codes.length > 0) this.streams.send(id, { type: 'codes', codes });
    } else if (message.type === 'mail') this.streams.send(id, { type: 'mail', mail: message.mail });
    else if (message.type === 'folders')
      this.streams.send(id, { type: 'folders', folders: message.folders });
    this.apply(id, { type: message.type === 'done' ? 'finish' : 'renew', scanner, now });
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    const scanner = idOf(socket);
    for (const { job } of this.store.open()) this.apply(job.id, { type: 'lose_scanner', scanner });
    await this.dispatch();
    this.publishCount();
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.webSocketClose(socket);
  }

  /** Publishes the number of connected scanners. A scan neither waits for it nor fails with it. */
  private publishCount(): void {
    const data = { connected: this.scanners.names().length };
    const published = publish(this.env, [{ type: 'scanner', data }], new AbortController().signal);
    this.ctx.waitUntil(published.catch(() => undefined));
  }

  /** Ends leases and jobs whose time has expired, then assigns waiting jobs. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    for (const { job } of this.store.open()) {
      const since = this.withoutListenerSince.get(job.id);
      if (since !== undefined && now - since >= ABANDONED_MS) this.cancel(job.id);
      else this.apply(job.id, { type: 'pass_time', now });
    }
    await this.dispatch();
  }

  /**
   * Changes a job's state and handles the consequences: it stops the scanner that lost the job and ends the job's
   * streams.
   */
  private apply(id: string, event: JobEvent): void {
    const before = this.store.state(id);
    if (before === null) return;
    const after = transition(before, event);
    if (after === before) return;
    this.store.save(id, after);
    const isTakenAway =
      before.phase === 'leased' && after.phase !== 'leased' && event.type !== 'finish';
    if (isTakenAway) this.scanners.send(before.scanner, { type: 'cancel', job: id });
    if (after.phase === 'done') this.end(id, after.because);
  }

  private report(id: string, mailbox: MailboxReport): void {
    this.store.report(id, mailbox);
    this.streams.send(id, { type: 'progress', mailbox });
  }

  /** Reports every mailbox without a result as failed. The codes of a search are kept for repeated calls. */
  private end(id: string, because: JobEnd): void {
    const job = this.store.find(id);
    if (job) this.fail(job, this.unfinished(job, ['running']), because);
    this.streams.end(id, this.answerOf(id));
    if (job?.kind !== 'scan') this.store.remove(id);
    void this.plan();
  }

  private fail(job: DeskJob, mailboxes: readonly JobMailbox[], because: JobEnd): void {
    const reportById = this.store.reports(job.id);
    const failure = {
      status: 'failed' as const,
      message: NO_RESULT[because],
      ...(because === 'no_password' && { unreachable: true }),
    };
    for (const { id, user } of mailboxes) {
      const nothing = { id, user, scanned: 0, matched: 0, needs_look: [] };
      this.report(job.id, { ...nothing, ...reportById.get(id), ...failure });
    }
  }

  /** The events of a job so far. */
  private past(id: string): SearchEvent[] {
    const codes = this.store.codes(id);
    const reports = [...this.store.reports(id).values()];
    return [
      ...reports.map((mailbox): SearchEvent => ({ type: 'progress', mailbox })),
      ...(codes.length > 0 ? [{ type: 'codes' as const, codes }] : []),
    ];
  }

  private answerOf(id: string): Extract<SearchEvent, { type: 'done' }> {
    const reports = this.store.reports(id);
    const inOrder = this.store
      .find(id)
      ?.mailboxes.flatMap((mailbox) => reports.get(mailbox.id) ?? []);
    return { type: 'done', answer: answerWith(this.store.codes(id), inOrder ?? []) };
  }

  /** The mailboxes of a job without a report, or whose report has one of these states. */
  private unfinished(job: DeskJob, states: readonly MailboxReport['status'][]): JobMailbox[] {
    const reports = this.store.reports(job.id);
    return job.mailboxes.filter(({ id }) => {
      const status = reports.get(id)?.status;
      return status === undefined || states.includes(status);
    });
  }

  private failWithoutScanner(id: string): void {
    const state = this.store.state(id);
    const isUntouched = state?.phase === 'waiting' && state.attempts === 0;
    if (!isUntouched || this.scanners.names().length > 0) return;
    this.store.remove(id);
    this.streams.end(id, NO_SCANNER);
  }

  /** Stops the scanner and deletes the job, because it has no listener any more. */
  private cancel(id: string): void {
    this.withoutListenerSince.delete(id);
    const state = this.store.state(id);
    if (state === null || state.phase === 'done') return;
    if (state.phase === 'leased') this.scanners.send(state.scanner, { type: 'cancel', job: id });
    this.store.remove(id);
  }

  /**
   * Withdraws jobs from scanners without a connection.
   * @returns the connected ones.
   */
  private releaseLost(): string[] {
    const names = this.scanners.names();
    for (const { job, state } of this.store.open())
      if (state.phase === 'leased' && !names.includes(state.scanner))
        this.apply(job.id, { type: 'lose_scanner', scanner: state.scanner });
    return names;
  }

  /** Assigns waiting jobs and watched mailboxes, and plans the next check. */
  private async dispatch(): Promise<void> {
    const scanners = this.releaseLost();
    for (const { id, scanner } of assignJobs(this.store.open(), scanners)) {
      this.apply(id, { type: 'assign', scanner, now: Date.now() });
      this.send(id, scanner);
    }
    const canMove = Date.now() - this.startedAt >= RETURN_MS;
    this.watches.assign(this.scanners.processes(), readEnv(this.env).DATA_KEY, canMove);
    await this.plan();
  }

  /** Opens the passwords of a job and sends it to its scanner. */
  private send(id: string, scanner: string): void {
    const job = this.store.find(id);
    const state = this.store.state(id);
    // Too many scanners have failed on it.
    if (!job || state?.phase !== 'leased') return;
    const left = this.unfinished(job, ['running', 'cancelled']);
    const { mailboxes, locked } = openMailboxes(left, readEnv(this.env).DATA_KEY);
    const now = Date.now();
    for (const { id: mailbox, user, refusal } of locked)
      if (refusal !== undefined)
        this.report(id, {
          id: mailbox,
          user,
          scanned: 0,
          matched: 0,
          needs_look: [],
          status: 'failed',
          message: refusal.message,
          ...(refusal.isLasting && { unreachable: true }),
        });
    if (mailboxes.length === 0) {
      this.apply(id, { type: 'open_no_password', scanner, now });
      return;
    }
    const withoutPassword = locked.filter(({ refusal }) => refusal === undefined);
    this.fail(job, withoutPassword, 'no_password');
    const withinMs = Math.max(0, state.deadlineAt - REPORTING_MS - now);
    const about = { job: id, withinMs, mailboxes };
    if (job.kind === 'probe' || job.kind === 'folders')
      this.scanners.send(scanner, { type: job.kind, ...about });
    else if (job.kind === 'fetch')
      this.scanners.send(scanner, { type: 'fetch', ...about, mail: job.mail });
    else this.scanners.send(scanner, { type: 'scan', ...about, query: job.query });
  }

  /** Sets the alarm to the next moment at which a lease, a job or a kept answer ends. */
  private async plan(): Promise<void> {
    const now = Date.now();
    const times = this.store
      .open()
      .flatMap(({ job, state }) => [
        state.deadlineAt,
        ...(state.phase === 'leased' ? [state.leaseUntil] : []),
        ...(this.withoutListenerSince.has(job.id) ? [now + ABANDONED_MS] : []),
      ]);
    // A scanner that stops responding without closing its connection, or does not return, must be
    // noticed.
    if (this.watches.isAnyAssigned()) {
      const returnAt = this.startedAt + RETURN_MS;
      times.push(returnAt > now ? returnAt : now + SCANNER_LEASE_MS);
    }
    const purgeAt = this.store.purge(now);
    if (purgeAt !== null) times.push(purgeAt);
    if (times.length > 0) await this.ctx.storage.setAlarm(Math.max(now + 50, Math.min(...times)));
  }
}

import { DurableObject } from 'cloudflare:workers';
import { type Bindings, readEnv } from '../env.ts';
import { JobHandOut } from './job-hand-out.ts';
import { JobLife, LEASE_MS } from './job-life.ts';
import { JobWatchers } from './job-watchers.ts';
import type { DeskEvent, DeskJob } from './scan-desk-messages.ts';
import { ScanDeskStore } from './scan-desk-store.ts';
import { idOf, readMessage, ScannerSockets } from './scanner-socket.ts';

/** How long a job waits for a scanner that is just reconnecting. */
const SCANNER_WAIT_MS = 4_000;
/** A job found without a listener after a restart waits so long for the browser to ask again. */
const ABANDONED_MS = 20_000;

const TOO_LATE =
  'The mailbox could not be read within the time of one search. Try a shorter period.';

/**
 * The desk that hands scan jobs to scanners. Jobs live in its SQLite, scanners hold leases, every job has one
 * deadline, and whatever is reported twice is stored once.
 */
export class ScanDesk extends DurableObject<Bindings> {
  private readonly store: ScanDeskStore;
  private readonly watchers: JobWatchers;
  private readonly scanners: ScannerSockets;
  private readonly life: JobLife;
  private readonly handOut: JobHandOut;
  private readonly unwatchedSince = new Map<string, number>();

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    this.store = new ScanDeskStore(state.storage.sql);
    this.watchers = new JobWatchers((job) => this.cancel(job));
    this.scanners = new ScannerSockets(state);
    const { store, watchers, scanners } = this;
    this.life = new JobLife({ store, watchers, scanners, onEnd: () => void this.plan() });
    const keys = () => readEnv(env).DATA_KEY;
    this.handOut = new JobHandOut({ store, scanners, life: this.life, keys });
    this.handOut.releaseLost();
    for (const { job } of this.store.open()) this.unwatchedSince.set(job.id, Date.now());
    if (this.unwatchedSince.size > 0) void this.plan();
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/socket')
      return this.scanners.admit(request.headers.get('X-Scanner-Name') ?? '');
    if (pathname === '/keep') {
      this.scanners.keepOnly(await request.json<string[]>());
      return new Response(null, { status: 204 });
    }
    if (pathname.startsWith('/jobs/'))
      return Response.json({ isKnown: this.store.find(pathname.slice('/jobs/'.length)) !== null });
    if (pathname === '/state') return Response.json({ scanners: this.scanners.connected() });
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
    this.life.hear(message, scanner);
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.handOut.release(idOf(socket));
    await this.dispatch();
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    this.handOut.release(idOf(socket));
    await this.dispatch();
  }

  /** Ends leases and jobs whose time is over, then hands out what waits. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    for (const stored of this.store.open()) {
      const { id } = stored.job;
      const since = this.unwatchedSince.get(id);
      if (since !== undefined && !this.watchers.isWatched(id) && now - since >= ABANDONED_MS)
        this.cancel(id);
      else if (stored.deadlineAt <= now) this.life.giveUp(stored, TOO_LATE);
      else if (stored.scanner !== null && stored.leaseUntil <= now) this.store.release(id);
    }
    await this.dispatch();
  }

  /** Takes a job, or joins the one that has this id already. */
  private async take(job: DeskJob): Promise<Response> {
    const isNew = this.store.add(job, Date.now());
    this.unwatchedSince.delete(job.id);
    const body = this.watchers.watch(job.id, isNew ? [] : this.past(job.id));
    const stored = this.store.find(job.id)?.job ?? job;
    if (this.store.isDone(job.id)) this.watchers.end(job.id, this.life.answerOf(stored));
    else {
      await this.dispatch();
      setTimeout(() => this.refuseWithoutScanner(job.id), SCANNER_WAIT_MS);
    }
    return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
  }

  /** What a job has told so far. */
  private past(id: string): DeskEvent[] {
    const codes = this.store.codes(id);
    return [
      ...this.store.reports(id).map((mailbox): DeskEvent => ({ type: 'progress', mailbox })),
      ...(codes.length > 0 ? [{ type: 'codes' as const, codes }] : []),
    ];
  }

  private refuseWithoutScanner(id: string): void {
    const stored = this.store.find(id);
    if (!stored || this.store.isDone(id) || stored.attempts > 0) return;
    if (this.scanners.names().length > 0) return;
    this.store.remove(id);
    this.watchers.end(id, { type: 'no_scanner' });
  }

  /** Nobody listens any more: the scanner stops and the job is forgotten. */
  private cancel(id: string): void {
    this.unwatchedSince.delete(id);
    this.life.cancel(id);
  }

  /** Hands out what waits, and plans when to look again. */
  private async dispatch(): Promise<void> {
    await this.handOut.dispatch();
    await this.plan();
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

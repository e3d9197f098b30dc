import type { ImapFlow } from 'imapflow';
import {
  type FolderMark,
  placeOf,
  WATCHING_LIMITS,
  type WatchPlan,
  type WatchSighting,
} from '../../shared/presale-watches/scanner.ts';
import type { MailboxAccess } from '../../shared/scanners/protocol.ts';
import { DAY_MS } from '../../shared/times.ts';
import { LIMITS } from '../limits.ts';
import { log } from '../log.ts';
import type { ConnectionPool, Rest } from '../mailbox/connection-pool.ts';
import { openFolder } from '../mailbox/folders.ts';
import type { HostSemaphore } from '../mailbox/host-semaphore.ts';
import { searchAfter } from '../mailbox/list-mails.ts';
import { faultOf, isRefusal, MailboxError } from '../mailbox/mailbox-error.ts';
import { type FetchedMail, readFolder } from '../mailbox/read-folder.ts';
import { ReadProgress } from '../mailbox/read-progress.ts';
import type { FolderRecall } from '../mailbox/recall.ts';
import { DeskRefusal, Outdated } from '../post-to-desk.ts';
import type { Reader } from '../reader/protocol.ts';
import type { WatchCalls } from './desk-calls.ts';
import { afterFailure, afterRead, type FolderState, OPENING } from './folder-state.ts';
import type { IdleSlots } from './idle-slots.ts';
import { MailArrival } from './mail-arrival.ts';
import { pause } from './pause.ts';
import { findSightings } from './sightings.ts';

/** The resources that all watches of a scanner share. */
export interface WatchResources {
  pool: ConnectionPool;
  reader: Reader;
  calls: WatchCalls;
  slots: IdleSlots;
  /** Limits how many folders' mails are in memory at once. */
  reading: HostSemaphore;
  /** LIMITS by default; a test may use shorter ones. */
  times: { idleMs: number; pollMs: number; idleAgainMs: number };
}

/** The mailbox of a folder. */
export interface WatchedPlace {
  access: MailboxAccess;
  /** The current watches of the mailbox. */
  plan(): WatchPlan;
  /**
   * Reads them again.
   * @throws Error if no watch needs the mailbox any more
   */
  renewPlan(): Promise<void>;
  signal: AbortSignal;
}

/** Mails that are read together, possibly over several connections. */
interface OpenChunk {
  name: string;
  progress: ReadProgress;
  /** Mails whose codes are not sent yet. */
  mails: FetchedMail[];
  attempts: number;
  /** Mails that the server delivered. */
  delivered: number;
  /** Mails that the reader could not read, among those whose codes were sent. */
  unread: number;
}

const newChunk = (name: string, attempts: number): OpenChunk => ({
  name,
  attempts,
  progress: new ReadProgress(),
  mails: [],
  delivered: 0,
  unread: 0,
});

const NO_IDLE = 'The mail server does not announce new mails: it is read once a minute.';
const NO_PLACE = 'No further connection can wait for new mails: it is read once a minute.';
const REFUSED = 'The Worker refuses the results of the scanner. Its log has the reason.';

/** New mails are found by the mark of the folder. */
const NO_RECALL: FolderRecall = {
  open: () => undefined,
  find: () => null,
  replay: () => undefined,
  leave: () => undefined,
};

/**
 * Reads the new mails of one folder until its signal aborts: over an idle connection if the server
 * supports IDLE and a slot is left, otherwise once a minute. The Worker stores the position
 * together with the results, so nothing is lost or doubled, however this ends.
 */
export class FolderWatch {
  state: FolderState = OPENING;
  private readonly path: string;
  private readonly place: WatchedPlace;
  private readonly resources: WatchResources;
  private readonly onState: () => void;
  private mark: FolderMark | null;
  /** If the server refused IDLE, the time at which it is tried again. */
  private noIdleUntil = 0;
  private chunk: OpenChunk | null = null;
  /** Whether the mails of the chunk are being read: only then can one of them have broken the connection. */
  private isReading = false;

  /** @param mark how far the folder was read; null if it never was */
  constructor(
    path: string,
    mark: FolderMark | null,
    place: WatchedPlace,
    resources: WatchResources,
    onState: () => void,
  ) {
    this.path = path;
    this.mark = mark;
    this.place = place;
    this.resources = resources;
    this.onState = onState;
  }

  /** Ends when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (this.survives(error)) continue;
        const waitMs = this.fail(error);
        await pause(waitMs, signal).catch(() => undefined);
      }
    }
  }

  /**
   * A mail that breaks connections is read with care over the next one. @returns whether to continue there at once
   */
  private survives(error: unknown): boolean {
    const { chunk, isReading } = this;
    this.isReading = false;
    if (chunk === null || !isReading) return false;
    if (chunk.progress.survives(error)) return true;
    const fault = faultOf(error, this.place.access.host);
    if (fault === 'timed_out' || fault === 'oversized') {
      chunk.attempts++;
      chunk.progress.tolerateAgain();
    }
    return false;
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const { slots, pool, times } = this.resources;
    const { access } = this.place;
    this.isReading = false;
    const canIdle = Date.now() >= this.noIdleUntil;
    const slot = canIdle ? slots.take(access, Date.now()) : null;
    if (slot !== null) {
      try {
        return await this.idle(AbortSignal.any([signal, slot.signal]));
      } catch (error) {
        // The folder is polled over the connection that its slot leaves to the account.
        if (slot.signal.aborted) return;
        if (isRefusedPlace(error, access.host)) slots.refuse(slot, Date.now());
        throw error;
      } finally {
        slot.release();
      }
    }
    await pool.use(access, signal, (client, rest) => this.readNew(client, rest, signal));
    this.change(afterRead({ mode: 'polling', reason: canIdle ? NO_PLACE : NO_IDLE }, Date.now()));
    await pause(times.pollMs, signal);
  }

  /** Reads new mails as the server announces them. Returns if it does not. */
  private async idle(signal: AbortSignal): Promise<void> {
    const { pool, times } = this.resources;
    const { access } = this.place;
    const client = await pool.open(access, signal);
    try {
      if (!client.capabilities.has('IDLE')) return this.giveUpIdle();
      const arrival = new MailArrival(client);
      let pauseMs: number = LIMITS.shortIdlePauseMs;
      for (;;) {
        arrival.clear();
        await pool.supervise(access, client, signal, (_, rest) =>
          this.readNew(client, rest, signal),
        );
        this.change(afterRead({ mode: 'idle' }, Date.now()));
        const startedAt = performance.now();
        if (!(await arrival.wait(times.idleMs, signal))) return this.giveUpIdle();
        const isShort = performance.now() - startedAt < Math.min(LIMITS.shortIdleMs, times.idleMs);
        if (!isShort || arrival.hasNews) pauseMs = LIMITS.shortIdlePauseMs;
        else {
          await pause(pauseMs, signal);
          pauseMs = Math.min(LIMITS.pollMs, pauseMs * 2);
        }
      }
    } finally {
      client.close();
    }
  }

  private giveUpIdle(): void {
    this.noIdleUntil = Date.now() + this.resources.times.idleAgainMs;
  }

  /**
   * Reads all mails above the mark. The folder is opened with EXAMINE each time, which shows whether its uids are valid. It
   * is searched again after mails were read: reading them begins with another EXAMINE, which counts mails that have arrived
   * since the search, and the server does not announce those. A server whose uids are invalid each time would have new
   * mails at every search, so a second validity ends the reading.
   */
  private async readNew(client: ImapFlow, rest: Rest, signal: AbortSignal): Promise<void> {
    const first = await this.readOnce(client, rest, signal);
    let validity = first;
    while (validity !== null && validity === first)
      validity = await this.readOnce(client, rest, signal);
  }

  /** Reads the mails of one search. @returns the validity of their uids; null if there were none */
  private async readOnce(
    client: ImapFlow,
    rest: Rest,
    signal: AbortSignal,
  ): Promise<string | null> {
    const mailbox = await openFolder(client, this.path);
    const validity = String(mailbox.uidValidity);
    if (mailbox.exists === 0) return null;
    const { uid, since } = this.startOf(validity);
    const uids = await searchAfter(client, uid, since);
    for (let at = 0; at < uids.length; at += LIMITS.watchedAtOnce) {
      const some = uids.slice(at, at + LIMITS.watchedAtOnce);
      const { host } = this.place.access;
      const release = await rest(this.resources.reading.acquire(host, signal));
      try {
        const missing = await this.readChunk(client, { validity, uids: some, since }, rest, signal);
        if (missing === null) throw new MailboxError('server_fault', host);
        await rest(this.report(validity, { uid: some.at(-1) ?? uid, missing }, signal));
        this.chunk = null;
      } finally {
        release();
      }
    }
    return uids.length > 0 ? validity : null;
  }

  /** The last uid that was read, and since when mails belong to a watch. */
  private startOf(validity: string): { uid: number; since: number } {
    const since = Math.min(...this.place.plan().watches.map(({ query }) => query.since));
    const { mark } = this;
    if (mark === null) return { uid: 0, since };
    if (mark.validity === validity) return { uid: mark.uid, since };
    // All uids are new, so mails are found by their arrival. Mails that were read before have the
    // same keys as before.
    return { uid: 0, since: Math.max(since, mark.readAt - DAY_MS) };
  }

  /**
   * @returns how many mails the server did not deliver: 0, or any number after it has often failed
   * to; null if they must be requested again.
   */
  private async readChunk(
    client: ImapFlow,
    { validity, uids, since }: { validity: string; uids: readonly number[]; since: number },
    rest: Rest,
    signal: AbortSignal,
  ): Promise<number | null> {
    const name = `${validity}:${uids.join(',')}`;
    if (this.chunk?.name !== name) this.chunk = newChunk(name, 0);
    const { chunk } = this;
    if (chunk.attempts >= LIMITS.deliveryAttempts)
      return this.leaveOut(Math.max(0, uids.length - chunk.delivered));
    const scope = { since, signal, recall: NO_RECALL, copies: null, uids };
    this.isReading = true;
    await readFolder(client, this.path, chunk.progress, scope, async (mails) => {
      chunk.mails.push(...mails);
      chunk.delivered += mails.length;
      if (bytesOf(chunk.mails) > LIMITS.watchedBytes)
        await rest(this.report(validity, null, signal));
    });
    this.isReading = false;
    const missing = chunk.progress.leftOut().get('not_delivered') ?? 0;
    if (missing === 0) return 0;
    chunk.attempts++;
    if (chunk.attempts < LIMITS.deliveryAttempts) {
      this.chunk = newChunk(name, chunk.attempts);
      return null;
    }
    return this.leaveOut(missing);
  }

  private leaveOut(mails: number): number {
    if (mails > 0) log('mails of a watch not delivered', { mailbox: this.place.access.id, mails });
    return mails;
  }

  /**
   * Finds the codes of the mails, and sends them until the Worker has stored them.
   * @param done the new mark, and how many mails were not delivered; null if more mails of the chunk follow
   */
  private async report(
    validity: string,
    done: { uid: number; missing: number } | null,
    signal: AbortSignal,
  ): Promise<void> {
    const mails = this.chunk?.mails ?? [];
    const { calls, reader } = this.resources;
    const { access } = this.place;
    for (;;) {
      const plan = this.place.plan();
      const { watches } = plan;
      const search = { watches, learned: calls.learned() };
      const { codes, unread } = await findSightings(reader, mails, search, signal);
      const all = (this.chunk?.unread ?? 0) + unread;
      const about = {
        mailbox: access.id,
        place: placeOf(access),
        revision: plan.revision,
        validity,
      };
      const more = { ...about, path: this.path, uid: null, unread: 0 };
      const last = done === null ? {} : { uid: done.uid, unread: all + done.missing };
      try {
        for (const { part, isLast } of partsOf(codes))
          await calls.results({ ...more, ...(isLast && last), codes: part }, signal);
        if (this.chunk) Object.assign(this.chunk, { mails: [], unread: all });
        break;
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
        // The same mails are read for the current watches.
        await this.place.renewPlan();
      }
    }
    if (done !== null) this.mark = { path: this.path, validity, uid: done.uid, readAt: Date.now() };
  }

  /** @returns how long to wait, in milliseconds. */
  private fail(error: unknown): number {
    const { host, id } = this.place.access;
    const isClosed = isRefusal(error);
    const fault = error instanceof DeskRefusal ? 'other' : faultOf(error, host);
    const reason =
      error instanceof DeskRefusal
        ? REFUSED
        : isClosed
          ? `The folder ${this.path} could not be opened.`
          : new MailboxError(fault, host).message;
    if (fault === 'other')
      log('watch failed', {
        mailbox: id,
        error: error instanceof Error ? error.name : typeof error,
      });
    const { state, waitMs } = afterFailure(this.state, { fault, reason }, Math.random());
    this.change(state);
    return waitMs;
  }

  private change(state: FolderState): void {
    this.state = state;
    this.onState();
  }
}

const bytesOf = (mails: readonly FetchedMail[]): number =>
  mails.reduce(
    (sum, { parts }) => sum + parts.reduce((bytes, one) => bytes + one.bytes.length, 0),
    0,
  );

/** Whether the server accepts no more connections. A pause of the scanner does not show that. */
const isRefusedPlace = (error: unknown, host: string): boolean =>
  faultOf(error, host) === 'throttled' && !(error instanceof MailboxError && error.isOwnPause);

/** Parts that fit in one call, at least one. The last one moves the mark. */
function partsOf(codes: readonly WatchSighting[]): { part: WatchSighting[]; isLast: boolean }[] {
  const parts: { part: WatchSighting[]; isLast: boolean }[] = [];
  for (let at = 0; at === 0 || at < codes.length; at += WATCHING_LIMITS.codes) {
    const part = codes.slice(at, at + WATCHING_LIMITS.codes);
    parts.push({ part, isLast: at + WATCHING_LIMITS.codes >= codes.length });
  }
  return parts;
}

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

/** What all watches of a scanner share. */
export interface WatchResources {
  pool: ConnectionPool;
  reader: Reader;
  calls: WatchCalls;
  slots: IdleSlots;
  /** LIMITS unless a test needs shorter ones. */
  times: { idleMs: number; pollMs: number };
}

/** The mailbox of a folder. */
export interface WatchedPlace {
  access: MailboxAccess;
  /** The current watches of the mailbox. */
  plan(): WatchPlan;
  /** Reads them again. @throws Error if nothing watches the mailbox any more */
  renewPlan(): Promise<void>;
  signal: AbortSignal;
}

/** Mails that are read together, whose reading may go on over another connection. */
interface OpenChunk {
  name: string;
  progress: ReadProgress;
  mails: FetchedMail[];
  attempts: number;
}

const NO_IDLE = 'The mail server does not announce new mails: it is read once a minute.';
const NO_PLACE = 'The mail server accepts no more connections: it is read once a minute.';
const REFUSED = 'The Worker refuses the results of the scanner. Its log has the reason.';

/** New mails are found by the mark of the folder. */
const NO_RECALL: FolderRecall = {
  open: () => undefined,
  find: () => null,
  replay: () => undefined,
  leave: () => undefined,
};

/**
 * Reads the new mails of one folder until its signal aborts: over an idle connection if the server has IDLE and a place is
 * left, else once a minute. How far it has read is stored by the Worker together with the results, so nothing is lost or
 * doubled however this ends.
 */
export class FolderWatch {
  state: FolderState = OPENING;
  private readonly path: string;
  private readonly place: WatchedPlace;
  private readonly resources: WatchResources;
  private readonly onState: () => void;
  private mark: FolderMark | null;
  private hasIdle = true;
  private chunk: OpenChunk | null = null;

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
        // A mail that breaks connections is read with care over the next one.
        if (this.chunk?.progress.survives(error)) continue;
        const waitMs = this.fail(error);
        await pause(waitMs, signal).catch(() => undefined);
      }
    }
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const { slots, pool, times } = this.resources;
    const { access } = this.place;
    const release = this.hasIdle ? slots.take(access.host, Date.now()) : null;
    if (release !== null) {
      try {
        return await this.idle(signal);
      } catch (error) {
        if (isRefusedPlace(error, access.host)) slots.refuse(access.host, Date.now());
        throw error;
      } finally {
        release();
      }
    }
    await pool.use(access, signal, (client, rest) => this.readNew(client, rest, signal));
    this.change(
      afterRead({ mode: 'polling', reason: this.hasIdle ? NO_PLACE : NO_IDLE }, Date.now()),
    );
    await pause(times.pollMs, signal);
  }

  /** Reads new mails as the server announces them. Returns if it does not. */
  private async idle(signal: AbortSignal): Promise<void> {
    const { pool, times } = this.resources;
    const { access } = this.place;
    const client = await pool.open(access, signal);
    try {
      this.hasIdle = client.capabilities.has('IDLE');
      if (!this.hasIdle) return;
      const arrival = new MailArrival(client);
      for (;;) {
        arrival.clear();
        await pool.supervise(access, client, signal, (_, rest) =>
          this.readNew(client, rest, signal),
        );
        this.change(afterRead({ mode: 'idle' }, Date.now()));
        this.hasIdle = await arrival.wait(times.idleMs, signal);
        if (!this.hasIdle) return;
      }
    } finally {
      client.close();
    }
  }

  /** Reads all mails above the mark. The folder is opened with EXAMINE each time, which shows whether its uids are valid. */
  private async readNew(client: ImapFlow, rest: Rest, signal: AbortSignal): Promise<void> {
    const mailbox = await openFolder(client, this.path);
    const validity = String(mailbox.uidValidity);
    if (mailbox.exists === 0) return;
    const { uid, since } = this.startOf(validity);
    const uids = await searchAfter(client, uid, since);
    for (let at = 0; at < uids.length; at += LIMITS.watchedAtOnce) {
      const some = uids.slice(at, at + LIMITS.watchedAtOnce);
      const isWhole = await this.readChunk(client, validity, some, since, signal);
      await rest(this.report(validity, isWhole ? (some.at(-1) ?? uid) : null, signal));
      if (!isWhole) throw new MailboxError('server_fault', this.place.access.host);
      this.chunk = null;
    }
  }

  /** The last uid that was read, and since when mails belong to a watch. */
  private startOf(validity: string): { uid: number; since: number } {
    const since = Math.min(...this.place.plan().watches.map(({ query }) => query.since));
    const { mark } = this;
    if (mark === null) return { uid: 0, since };
    if (mark.validity === validity) return { uid: mark.uid, since };
    // All uids are new, so mails are found by their arrival. Those that were read before are named as before.
    return { uid: 0, since: Math.max(since, mark.readAt - DAY_MS) };
  }

  /** @returns whether the server delivered all mails, or has often failed to. */
  private async readChunk(
    client: ImapFlow,
    validity: string,
    uids: readonly number[],
    since: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const name = `${validity}:${uids.join(',')}`;
    if (this.chunk?.name !== name)
      this.chunk = { name, progress: new ReadProgress(), mails: [], attempts: 0 };
    const { chunk } = this;
    const scope = { since, signal, recall: NO_RECALL, copies: null, uids };
    await readFolder(client, this.path, chunk.progress, scope, async (mails) => {
      chunk.mails.push(...mails);
    });
    const missing = chunk.progress.leftOut().get('not_delivered') ?? 0;
    if (missing === 0) return true;
    chunk.attempts++;
    if (chunk.attempts < LIMITS.deliveryAttempts) {
      this.chunk = { ...chunk, progress: new ReadProgress(), mails: [] };
      return false;
    }
    log('mails of a watch not delivered', { mailbox: this.place.access.id, mails: missing });
    return true;
  }

  /** Finds the codes of the mails, and sends them until the Worker has stored them. @param uid the new mark; null: none */
  private async report(validity: string, uid: number | null, signal: AbortSignal): Promise<void> {
    const mails = this.chunk?.mails ?? [];
    const { calls, reader } = this.resources;
    const { access } = this.place;
    for (;;) {
      const { watches, revision } = this.place.plan();
      const codes = await findSightings(reader, mails, watches, signal);
      const place = placeOf(access);
      const about = { mailbox: access.id, place, revision, path: this.path, validity };
      try {
        for (const { part, isLast } of partsOf(codes))
          await calls.results({ ...about, uid: isLast ? uid : null, codes: part }, signal);
        break;
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
        // The same mails are read for the watches of now.
        await this.place.renewPlan();
      }
    }
    if (uid !== null) this.mark = { path: this.path, validity, uid, readAt: Date.now() };
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

import { isDeepStrictEqual } from 'node:util';
import { WATCHING_LIMITS, type WatchedMailboxState } from '../../shared/presale-watches/scanner.ts';
import type { MailboxAccess } from '../../shared/scanners/protocol.ts';
import { LIMITS } from '../limits.ts';
import { log } from '../log.ts';
import { HostSemaphore } from '../mailbox/host-semaphore.ts';
import type { WatchResources } from './folder-watch.ts';
import { MailboxWatch } from './mailbox-watch.ts';

/** States of one moment are sent together. */
const REPORT_AFTER_MS = 200;
const REPORT_AGAIN_MS = 5_000;

interface Entry {
  watch: MailboxWatch;
  revision: string;
  /** Whether the Worker has assigned it over the current connection. */
  isAssigned: boolean;
  /** The last state that was passed on. */
  reported: Omit<WatchedMailboxState, 'mailbox'> | null;
}

function canStay({ watch, reported }: Entry, access: MailboxAccess): boolean {
  if (isDeepStrictEqual(watch.access, access)) return true;
  const { accessToken, sealedToken } = watch.access;
  const isSame = isDeepStrictEqual(watch.access, { ...access, accessToken, sealedToken });
  const hasTokens = accessToken !== undefined && access.accessToken !== undefined;
  return isSame && hasTokens && reported?.mode !== 'failing';
}

/** The watched mailboxes of this scanner, as the Worker assigns them. */
export class WatchKeeper {
  private readonly resources: WatchResources;
  private readonly entries = new Map<number, Entry>();
  private readonly unreported = new Map<number, WatchedMailboxState>();
  private reportTimer: NodeJS.Timeout | null = null;
  private endTimer: NodeJS.Timeout | null = null;

  constructor(resources: Omit<WatchResources, 'reading'>) {
    const most = LIMITS.watchedFoldersAtOnce;
    this.resources = { ...resources, reading: new HostSemaphore(most, most) };
  }

  /**
   * Watches a mailbox. Its connections stay open if only its watches or its access token have
   * changed; later connections use the new token. A failing one starts again with another token.
   */
  watch(access: MailboxAccess, revision: string): void {
    const before = this.entries.get(access.id);
    if (before?.watch.isOpen && canStay(before, access)) {
      before.isAssigned = true;
      Object.assign(before.watch.access, access);
      if (before.revision === revision) return;
      before.revision = revision;
      before.watch.renewPlan().catch(() => undefined);
      return;
    }
    before?.watch.end();
    const watch = new MailboxWatch(access, this.resources, (state) => {
      const current = this.entries.get(access.id);
      if (current?.watch === watch) this.note(access.id, current, state);
    });
    this.entries.set(access.id, { watch, revision, isAssigned: true, reported: null });
    void watch.run();
  }

  /** Ends the watch of a mailbox. */
  unwatch(mailbox: number): void {
    this.entries.get(mailbox)?.watch.end();
    this.entries.delete(mailbox);
  }

  /**
   * The Worker now assigns mailboxes again. Mailboxes that another scanner has by then are dropped.
   */
  connected(): void {
    this.endUnassigned(LIMITS.unassignedMs);
  }

  /**
   * Watches continue for a while, because a restart of the Worker must not cause a new sign-in to
   * all mailboxes.
   */
  disconnected(): void {
    for (const entry of this.entries.values()) entry.isAssigned = false;
    this.endUnassigned(LIMITS.disconnectedMs);
  }

  stop(): void {
    for (const mailbox of [...this.entries.keys()]) this.unwatch(mailbox);
    if (this.endTimer) clearTimeout(this.endTimer);
    if (this.reportTimer) clearTimeout(this.reportTimer);
  }

  private endUnassigned(afterMs: number): void {
    if (this.endTimer) clearTimeout(this.endTimer);
    this.endTimer = setTimeout(() => {
      for (const [mailbox, { isAssigned }] of this.entries) if (!isAssigned) this.unwatch(mailbox);
    }, afterMs);
    this.endTimer.unref();
  }

  /** Passes on another mode at once, and the time of reading once a minute. */
  private note(mailbox: number, entry: Entry, state: Omit<WatchedMailboxState, 'mailbox'>): void {
    const { reported } = entry;
    const isSame =
      reported !== null &&
      reported.mode === state.mode &&
      reported.reason === state.reason &&
      (state.seenAt ?? 0) - (reported.seenAt ?? 0) < LIMITS.seenMs;
    if (isSame) return;
    entry.reported = state;
    this.unreported.set(mailbox, { mailbox, ...state });
    this.planReport(REPORT_AFTER_MS);
  }

  private planReport(afterMs: number): void {
    this.reportTimer ??= setTimeout(() => {
      this.reportTimer = null;
      void this.report();
    }, afterMs);
  }

  private async report(): Promise<void> {
    const states = [...this.unreported.values()].slice(0, WATCHING_LIMITS.states);
    if (states.length === 0) return;
    for (const { mailbox } of states) this.unreported.delete(mailbox);
    try {
      if (await this.resources.calls.states(states)) {
        if (this.unreported.size > 0) this.planReport(REPORT_AFTER_MS);
        return;
      }
    } catch (error) {
      log('states of watches refused', { error: error instanceof Error ? error.name : '' });
      return;
    }
    for (const state of states)
      if (!this.unreported.has(state.mailbox)) this.unreported.set(state.mailbox, state);
    this.planReport(REPORT_AGAIN_MS);
  }
}

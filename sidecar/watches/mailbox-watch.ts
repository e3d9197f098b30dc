import { type FolderMark, placeOf, type WatchPlan } from '../../shared/presale-watches/scanner.ts';
import type { MailboxAccess } from '../../shared/scanners/protocol.ts';
import { LIMITS } from '../limits.ts';
import { log } from '../log.ts';
import { foldersToScan } from '../mailbox/folders.ts';
import { faultOf, MailboxError } from '../mailbox/mailbox-error.ts';
import { afterFailure, OPENING, stateOfMailbox } from './folder-state.ts';
import { FolderWatch, type WatchResources } from './folder-watch.ts';
import { pause } from './pause.ts';

type MailboxState = NonNullable<ReturnType<typeof stateOfMailbox>>;

/** Watches the folders of one mailbox: those that a search would read. */
export class MailboxWatch {
  readonly access: MailboxAccess;
  private readonly resources: WatchResources;
  private readonly onState: (state: MailboxState) => void;
  private readonly controller = new AbortController();
  /** Ends the reading of the folders while no watch needs the mailbox. */
  private reading = new AbortController();
  private readonly folders = new Map<string, { watch: FolderWatch; end: AbortController }>();
  private plan: WatchPlan | null = null;
  private renewal: Promise<void> | null = null;
  /** The state before the folders are known. */
  private listing = OPENING;

  constructor(
    access: MailboxAccess,
    resources: WatchResources,
    onState: (state: MailboxState) => void,
  ) {
    this.access = access;
    this.resources = resources;
    this.onState = onState;
  }

  /** Whether its watches are known, and its folders are read or about to be read. */
  get isOpen(): boolean {
    return this.plan !== null;
  }

  /**
   * Watches until {@link end}. After an error, or while no watch needs the mailbox, it reads the
   * watches again.
   */
  async run(): Promise<void> {
    const { signal } = this.controller;
    while (!signal.aborted) {
      this.reading = new AbortController();
      try {
        await this.followFolders(AbortSignal.any([signal, this.reading.signal]));
      } catch (error) {
        if (signal.aborted) return;
        if (this.plan !== null || !this.reading.signal.aborted)
          log('watch interrupted', {
            mailbox: this.access.id,
            error: error instanceof Error ? error.name : typeof error,
          });
        this.close();
        await pause(this.resources.times.pollMs, signal).catch(() => undefined);
      }
    }
  }

  private async followFolders(signal: AbortSignal): Promise<void> {
    await this.renewPlan();
    for (;;) {
      this.follow(await this.listFolders(signal), signal);
      await pause(LIMITS.listFoldersMs, signal);
    }
  }

  /** Ends the reading of all folders, until the watches of the mailbox are read again. */
  private close(): void {
    this.plan = null;
    this.reading.abort('closed');
    this.folders.clear();
  }

  end(): void {
    this.controller.abort('ended');
  }

  /** Reads the watches of the mailbox again. Simultaneous calls are combined. */
  renewPlan(): Promise<void> {
    this.renewal ??= this.readPlan().finally(() => {
      this.renewal = null;
    });
    return this.renewal;
  }

  private async readPlan(): Promise<void> {
    const { signal } = this.controller;
    const plan = await this.resources.calls.open(this.access.id, signal);
    signal.throwIfAborted();
    // Mails of this address and host must not count as those of a mailbox that was changed to another one.
    if (plan === null || plan.place !== placeOf(this.access)) {
      this.close();
      throw new Error('Nothing watches the mailbox.');
    }
    this.plan = plan;
  }

  private currentPlan(): WatchPlan {
    if (this.plan === null) throw new Error('The watches of the mailbox are not known.');
    return this.plan;
  }

  /**
   * The paths of the folders: those that an operator chose, otherwise those that the server lists,
   * which is retried until it does.
   */
  private async listFolders(signal: AbortSignal): Promise<string[]> {
    const { pool } = this.resources;
    const { access } = this;
    if (access.folders) return [...access.folders];
    for (;;) {
      signal.throwIfAborted();
      try {
        const list = (client: Parameters<typeof foldersToScan>[0]) => foldersToScan(client, null);
        const { paths } = await pool.use(access, signal, list);
        this.listing = OPENING;
        return paths;
      } catch (error) {
        signal.throwIfAborted();
        // The folders that are already known continue to be watched.
        if (this.folders.size > 0) return [...this.folders.keys()];
        const fault = faultOf(error, access.host);
        const reason = new MailboxError(fault, access.host).message;
        const { state, waitMs } = afterFailure(this.listing, { fault, reason }, Math.random());
        this.listing = state;
        this.reportState();
        await pause(waitMs, signal);
      }
    }
  }

  /** Starts to watch new folders, and stops watching removed ones. */
  private follow(paths: readonly string[], reading: AbortSignal): void {
    for (const [path, { end }] of this.folders)
      if (!paths.includes(path)) {
        end.abort('gone');
        this.folders.delete(path);
      }
    const marks = new Map<string, FolderMark>(
      this.currentPlan().folders.map((mark) => [mark.path, mark]),
    );
    for (const path of paths) {
      if (this.folders.has(path)) continue;
      const end = new AbortController();
      const signal = AbortSignal.any([end.signal, reading]);
      const place = {
        access: this.access,
        signal,
        plan: () => this.currentPlan(),
        renewPlan: () => this.renewPlan(),
      };
      const watch = new FolderWatch(path, marks.get(path) ?? null, place, this.resources, () =>
        this.reportState(),
      );
      this.folders.set(path, { watch, end });
      void watch.run(signal);
    }
  }

  private reportState(): void {
    const folders = [...this.folders.values()].map(({ watch }) => watch.state);
    const state = stateOfMailbox(folders.length > 0 ? folders : [this.listing]);
    if (state !== null && !this.controller.signal.aborted) this.onState(state);
  }
}

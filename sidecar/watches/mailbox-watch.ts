import type { FolderMark, WatchPlan } from '../../shared/presale-watches/scanner.ts';
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

  get hasEnded(): boolean {
    return this.controller.signal.aborted;
  }

  /** Watches until {@link end}, or until nothing watches the mailbox any more. */
  async run(): Promise<void> {
    const { signal } = this.controller;
    try {
      await this.renewPlan();
      for (;;) {
        this.follow(await this.listFolders());
        await pause(LIMITS.listFoldersMs, signal);
      }
    } catch (error) {
      if (!signal.aborted)
        log('watch ended', {
          mailbox: this.access.id,
          error: error instanceof Error ? error.name : typeof error,
        });
      this.end();
    }
  }

  end(): void {
    this.controller.abort('ended');
  }

  /** Reads the watches of the mailbox again. Calls at the same time are one. */
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
    if (plan === null) this.end();
    signal.throwIfAborted();
    this.plan = plan;
  }

  private currentPlan(): WatchPlan {
    if (this.plan === null) throw new Error('The watches of the mailbox are not known.');
    return this.plan;
  }

  /** The paths of the folders; tries until the server lists them. */
  private async listFolders(): Promise<string[]> {
    const { signal } = this.controller;
    const { pool } = this.resources;
    const { access } = this;
    for (;;) {
      try {
        const list = (client: Parameters<typeof foldersToScan>[0]) =>
          foldersToScan(client, access.folders ?? null);
        const { paths } = await pool.use(access, signal, list);
        this.listing = OPENING;
        return paths;
      } catch (error) {
        signal.throwIfAborted();
        // The folders that are known are watched further.
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

  /** Starts to watch new folders, and ends with those that are gone. */
  private follow(paths: readonly string[]): void {
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
      const signal = AbortSignal.any([end.signal, this.controller.signal]);
      const place = {
        ...{ access: this.access, signal },
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
    if (state !== null && !this.hasEnded) this.onState(state);
  }
}

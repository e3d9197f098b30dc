import { safeParse } from 'zod/mini';
import { errorText } from '../../../../shared/error-text.ts';
import { isSame } from '../../../../shared/recent-work/same.ts';
import type { Work } from '../../../../shared/recent-work/schema.ts';
import { attempt } from '../../../kit/failure.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { addWork, findWork, openWork, saveWork } from '../queries.ts';
import { bodyOf, type WorkPlace, type WorkTool, withoutParts } from '../work-tool.ts';
import { type Hold, holdName, holdWork } from './hold.ts';
import { sendUnsent } from './unsent.ts';
import {
  afterEvent,
  canSend,
  hasUnsaved,
  newWork,
  type Summary,
  type WorkEvent,
  type WorkState,
} from './work-machine.ts';

/** Pending saves of works that were left; a work is opened when they have ended. */
const leaving = new Set<Promise<void>>();

/**
 * One work that is open in this tab: runs the machine of work-machine.ts. It saves automatically.
 */
export class WorkSession<T extends object> {
  readonly #tool: WorkTool<T>;
  #place: WorkPlace;
  #state: WorkState<T>;
  #token = crypto.randomUUID();
  #hold: Hold | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay = Promise.resolve();
  #isTakenAlong = false;
  readonly #listeners = new Set<() => void>();

  constructor(tool: WorkTool<T>, place: WorkPlace) {
    this.#tool = tool;
    this.#place = place;
    this.#state = newWork(tool.initial, place.key);
    window.addEventListener('pagehide', this.save);
    window.addEventListener('online', this.save);
    void this.open();
  }

  readonly read = (): WorkState<T> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #dispatch(event: WorkEvent<T>): void {
    const before = this.#state;
    const after = afterEvent(before, event);
    if (after === before) return;
    this.#state = after;
    if (after.due !== before.due) {
      clearTimeout(this.#timer);
      if (after.due !== null) this.#timer = setTimeout(this.save, after.due.afterMs);
    }
    for (const listener of this.#listeners) listener();
  }

  /** Loads the work and its unsent changes. Can be repeated after a failure. */
  readonly open = async (): Promise<void> => {
    this.#dispatch({ type: 'opening' });
    try {
      await Promise.all(leaving);
      this.#show(await this.#find());
    } catch (error) {
      this.#dispatch({ type: 'unopened', failure: errorText(error) });
    }
  };

  async #find(): Promise<Work | null> {
    const { kind } = this.#tool;
    const { key } = this.#place;
    const id = this.#state.saving.id ?? this.#place.id;
    if (id === 'new') return null;
    const work = await (id === null ? findWork({ kind, key }) : openWork(id));
    return work?.kind === kind ? work : null;
  }

  #show(work: Work | null): void {
    const { schema, initial, unsent, fits } = this.#tool;
    const draft = (work && safeParse(schema, work.body).data) ?? initial;
    const isRestored = !isSame(draft, initial);
    const { id, key, unsentName } = this.#place;
    const unsaved =
      (work && unsent.read(`work-${work.id}`)) ?? (id === 'new' ? null : unsent.read(unsentName));
    const isNews =
      unsaved && fits(unsaved, key) && !(work && isSame(withoutParts(unsaved), work.body));
    const isOver = !work || unsaved?.base?.version === work.version;
    const changes = isNews ? { draft: withoutParts(unsaved), isOver } : null;
    this.#dispatch({ type: 'opened', work, draft, isRestored, unsent: changes });
    if (this.#hold !== null) return;
    this.#startHold();
    // Changes that earlier visits could not send.
    sendUnsent(this.#tool);
  }

  #startHold(): void {
    this.#hold?.release();
    this.#hold = holdWork(holdName(this.#tool.kind, this.#state.saving.id, this.#place.key), {
      granted: () => {
        if (!this.#state.isElsewhere) return;
        this.#dispatch({ type: 'held', isElsewhere: false });
        void this.open();
      },
      lost: () => this.#dispatch({ type: 'held', isElsewhere: true }),
      flush: () => this.#flush(),
    });
  }

  /** Takes the work over from another tab. */
  readonly takeOver = (): void => this.#hold?.takeOver();

  /** Changes part of the draft. */
  readonly change = (changed: Partial<T> | ((draft: T) => Partial<T>)): void => {
    const { draft } = this.#state;
    const part = typeof changed === 'function' ? changed(draft) : changed;
    this.#dispatch({ type: 'changed', draft: { ...draft, ...part } });
  };

  /** Starts again with an empty draft. Returns an undo function. */
  readonly clear = (): (() => void) => {
    const { draft } = this.#state;
    this.#dispatch({ type: 'changed', draft: this.#tool.initial, isRestored: false });
    return () => this.#dispatch({ type: 'changed', draft });
  };

  /** Sets the description of the work for lists. */
  readonly summarize = (summary: Summary): void => this.#dispatch({ type: 'summarized', summary });

  /**
   * Call it before the address changes for the same work, for example because an event is added.
   */
  readonly takeAlong = (): void => {
    this.#isTakenAlong = true;
  };

  /** Whether the work of this address is this one. */
  isAt(tool: WorkTool<T>, { key, id }: WorkPlace): boolean {
    const isId = id === this.#place.id || id === this.#state.saving.id;
    return tool === this.#tool && (this.#isTakenAlong || (key === this.#place.key && isId));
  }

  /** Follows a new address of the same work. */
  moveTo(place: WorkPlace): void {
    const hasMoved = place.key !== this.#place.key;
    this.#place = place;
    if (!hasMoved) return;
    this.#isTakenAlong = false;
    this.change({});
  }

  /** Saves now. Unsent changes stay in the browser's storage and are sent later. */
  readonly save = (): void => {
    clearTimeout(this.#timer);
    this.#keepUnsent();
    if (!canSend(this.#state.saving)) return;
    this.#dispatch({ type: 'sent' });
    this.#underWay = this.#send();
  };

  async #send(): Promise<void> {
    const { draft, summary, saving } = this.#state;
    const { id, version } = saving;
    const content = { key: this.#place.key, ...summary, body: bodyOf(draft) };
    try {
      if (id === null) {
        const { kind } = this.#tool;
        this.#stored(await addWork({ ...content, kind, token: this.#token, name: null }), 1);
        this.#startHold();
      } else {
        await saveWork(id, version, content);
        this.#stored(id, version + 1);
      }
    } catch (error) {
      const { status } = error instanceof ApiError ? error : { status: 0 };
      this.#dispatch({ type: 'failed', failure: errorText(error), status });
      // Work that is added in place of a deleted one is a different work.
      if (status === 404 || status === 409) this.#token = crypto.randomUUID();
    }
  }

  #stored(id: number, version: number): void {
    this.#dispatch({ type: 'stored', id, version });
    this.#tool.unsent.remove(this.#place.unsentName);
    this.#tool.unsent.remove(`work-${id}`);
    this.#keepUnsent();
  }

  /** Replaces the version that was saved elsewhere with this tab's content. */
  readonly overwrite = (): void => {
    const { id } = this.#state.saving;
    if (id === null) return;
    attempt('Not saved', async () => {
      const { version } = await openWork(id);
      this.#dispatch({ type: 'overwritten', version });
    });
  };

  /** Replaces this tab's content with the version that was saved elsewhere. */
  readonly discard = (): void => {
    const { id } = this.#state.saving;
    this.#tool.unsent.remove(this.#place.unsentName);
    if (id !== null) this.#tool.unsent.remove(`work-${id}`);
    void this.open();
  };

  /** The actions of a screen on its work. */
  readonly actions = {
    open: this.open,
    change: this.change,
    clear: this.clear,
    summarize: this.summarize,
    save: this.save,
    overwrite: this.overwrite,
    discard: this.discard,
    takeAlong: this.takeAlong,
    takeOver: this.takeOver,
  };

  /** Writes unsaved changes into the browser's storage. */
  #keepUnsent(): void {
    const { saving, draft, summary } = this.#state;
    if (!hasUnsaved(saving)) return;
    const { id, version } = saving;
    const base = id === null ? null : { id, version };
    const name = id === null ? this.#place.unsentName : `work-${id}`;
    const rest = { token: this.#token, key: this.#place.key, ...summary };
    this.#tool.unsent.write(name, { ...draft, timestamp: Date.now(), base, rest });
  }

  async #flush(): Promise<void> {
    await this.#underWay;
    this.save();
    await this.#underWay;
  }

  /** Saves and releases the work. */
  close(): void {
    window.removeEventListener('pagehide', this.save);
    window.removeEventListener('online', this.save);
    const left = this.#flush().finally(() => {
      leaving.delete(left);
      clearTimeout(this.#timer);
      this.#hold?.release();
      if (hasUnsaved(this.#state.saving)) sendUnsent(this.#tool);
    });
    leaving.add(left);
  }
}

import { safeParse } from 'zod/mini';
import { isSame } from '../../../../shared/recent-work/same.ts';
import type { Work } from '../../../../shared/recent-work/schema.ts';
import { cut } from '../../../../shared/text.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { addWork, findWork, openWork, saveWork, type WorkContent } from '../queries.ts';
import {
  bodyOf,
  type WorkPlace,
  type WorkState,
  type WorkTool,
  withoutParts,
} from '../work-tool.ts';
import { type Hold, holdName, holdWork } from './hold.ts';
import { afterEvent, canSend, hasUnsaved, openedAs, type SavingEvent } from './saving.ts';
import { RETRY_MS, sendUnsent } from './unsent.ts';

/** A work is saved when nothing was changed for this long. */
const AUTOSAVE_MS = 500;
/** Saves of works that were left; a work is opened when they are through. */
let leaving: Promise<unknown> = Promise.resolve();

/** One work that is open in this tab. It saves itself. */
export class WorkSession<T extends object> {
  readonly #tool: WorkTool<T>;
  #place: WorkPlace;
  #state: WorkState<T>;
  #summary: Pick<WorkContent, 'title' | 'events' | 'rows'>;
  /** Whether the operator changed the draft here: opening a work alone does not save it again. */
  #wasChanged = false;
  #token = crypto.randomUUID();
  #hold: Hold | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay: Promise<void> | null = null;
  #retries = 0;
  #isTakenAlong = false;
  readonly #listeners = new Set<() => void>();

  constructor(tool: WorkTool<T>, place: WorkPlace) {
    this.#tool = tool;
    this.#place = place;
    this.#summary = { title: cut(place.key, 200), events: null, rows: null };
    this.#state = {
      phase: 'loading',
      draft: tool.initial,
      isRestored: false,
      saving: openedAs(null),
      isElsewhere: false,
      failure: null,
    };
    window.addEventListener('pagehide', this.save);
    window.addEventListener('online', this.save);
    void this.open();
  }

  readonly read = (): WorkState<T> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the work and its unsent changes. Can be repeated after a failure. */
  readonly open = async (): Promise<void> => {
    this.#set({ phase: 'loading', failure: null });
    try {
      await leaving;
      this.#show(await this.#find());
    } catch (error) {
      this.#set({ phase: 'failed', failure: textOf(error) });
    }
  };

  async #find(): Promise<Work | null> {
    const { kind } = this.#tool;
    const { id, key } = this.#place;
    const known = this.#state.saving.id ?? id;
    if (known === 'new') return null;
    const work = await (known === null ? findWork({ kind, key }) : openWork(known));
    return work?.kind === kind ? work : null;
  }

  #show(work: Work | null): void {
    const { schema, initial, unsent, fits } = this.#tool;
    const stored = work && safeParse(schema, work.body);
    const saving = openedAs(work);
    const draft = stored?.data ?? initial;
    this.#set({ phase: 'open', saving, draft, isRestored: !isSame(draft, initial) });
    if (work) this.#summary = { title: work.title, events: work.events, rows: work.rows };
    const { id, key, unsentName } = this.#place;
    const own = work && unsent.read(`work-${work.id}`);
    const typed = own ?? (id === 'new' ? null : unsent.read(unsentName));
    if (typed && fits(typed, key) && !(work && isSame(withoutParts(typed), work.body))) {
      const isOver = !work || typed.base?.version === work.version;
      this.#set({ draft: withoutParts(typed), isRestored: true });
      this.#dispatch({ type: 'changed' });
      if (isOver) this.#schedule(0);
      else this.#dispatch({ type: 'refused' });
    }
    if (this.#hold !== null) return;
    this.#startHold();
    // Changes that earlier visits could not send.
    sendUnsent(this.#tool);
  }

  #startHold(): void {
    const { id } = this.#state.saving;
    this.#hold?.release();
    this.#hold = holdWork(holdName(this.#tool.kind, id, this.#place.key), {
      granted: () => {
        if (!this.#state.isElsewhere) return;
        this.#set({ isElsewhere: false });
        void this.open();
      },
      lost: () => this.#set({ isElsewhere: true }),
      flush: () => this.#flush(),
    });
  }

  /** Takes the work over from another tab. */
  readonly takeOver = (): void => this.#hold?.takeOver();

  /** Changes part of the draft. */
  readonly change = (changed: Partial<T> | ((draft: T) => Partial<T>)): void => {
    const { draft, isElsewhere, phase } = this.#state;
    if (isElsewhere || phase !== 'open') return;
    this.#wasChanged = true;
    this.#replace({ ...draft, ...(typeof changed === 'function' ? changed(draft) : changed) });
  };

  /** Starts again with an empty draft. Returns an undo function. */
  readonly clear = (): (() => void) => {
    const { draft } = this.#state;
    this.#replace(this.#tool.initial);
    this.#set({ isRestored: false });
    return () => this.#replace(draft);
  };

  #replace(draft: T): void {
    this.#set({ draft });
    this.#dispatch({ type: 'changed' });
    this.#schedule(AUTOSAVE_MS);
  }

  /**
   * Sets the description of the work for lists. What is counted after a change was saved, such as rows, is saved too;
   * otherwise the next save takes it.
   */
  readonly summarize = (summary: Pick<WorkContent, 'title' | 'events' | 'rows'>): void => {
    this.#summary = { ...summary, title: cut(summary.title, 200) };
    const { phase, saving } = this.#state;
    const isSettled = phase === 'open' && !hasUnsaved(saving) && this.#underWay === null;
    if (isSettled && saving.id !== null && this.#wasChanged) this.#replace(this.#state.draft);
    const isNew = phase === 'open' && saving.id === null && !hasUnsaved(saving);
    // Events that were chosen elsewhere are work already, although nothing was set here yet.
    if (isNew && (summary.events ?? 0) > 0) this.#replace(this.#state.draft);
  };

  /** Call before the address changes for the same work, such as for an event that is added. */
  readonly takeAlong = (): void => {
    this.#isTakenAlong = true;
  };

  /** Whether the work at this place is this one. */
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
    if (this.#state.phase === 'open') this.#replace(this.#state.draft);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.save, delayMs);
  }

  /** Saves now. Unsent changes stay in the browser's storage and are sent later. */
  readonly save = (): void => {
    clearTimeout(this.#timer);
    this.#keepUnsent();
    if (!canSend(this.#state.saving)) return;
    this.#dispatch({ type: 'sent' });
    const summary = this.#summary;
    this.#underWay = this.#send(this.#state.draft).finally(() => {
      this.#underWay = null;
      if (summary !== this.#summary) this.summarize(this.#summary);
      const { saving } = this.#state;
      if (saving.trouble === null && hasUnsaved(saving)) this.#schedule(AUTOSAVE_MS);
    });
  };

  async #send(draft: T): Promise<void> {
    const { id, version } = this.#state.saving;
    const content = { key: this.#place.key, ...this.#summary, body: bodyOf(draft) };
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
      this.#afterFailure(error);
    }
  }

  #stored(id: number, version: number): void {
    this.#retries = 0;
    this.#dispatch({ type: 'stored', id, version });
    this.#set({ failure: null });
    this.#tool.unsent.remove(this.#place.unsentName);
    this.#tool.unsent.remove(`work-${id}`);
    this.#keepUnsent();
  }

  #afterFailure(error: unknown): void {
    const { id } = this.#state.saving;
    const status = error instanceof ApiError ? error.status : 0;
    this.#set({ failure: textOf(error) });
    if (status === 409 && id !== null) {
      this.#dispatch({ type: 'refused' });
      return;
    }
    if (status === 404 || status === 409) {
      this.#token = crypto.randomUUID();
      this.#dispatch({ type: 'gone' });
      return;
    }
    this.#dispatch({ type: 'failed' });
    // A refusal stays one until something changes.
    if (status === 0 || status === 429 || status >= 500)
      this.#schedule(RETRY_MS[Math.min(this.#retries++, RETRY_MS.length - 1)] ?? 0);
  }

  /** Replaces the version that was saved elsewhere by this tab's content. */
  readonly overwrite = async (): Promise<void> => {
    const { id } = this.#state.saving;
    if (id === null) return;
    try {
      const { version } = await openWork(id);
      this.#dispatch({ type: 'overwrite', version });
      this.save();
    } catch (error) {
      this.#set({ failure: textOf(error) });
    }
  };

  /** Drops this tab's content for the version that was saved elsewhere. */
  readonly discard = (): void => {
    const { id } = this.#state.saving;
    this.#tool.unsent.remove(this.#place.unsentName);
    if (id !== null) this.#tool.unsent.remove(`work-${id}`);
    void this.open();
  };

  /** Writes unsaved changes into the browser's storage. */
  readonly #keepUnsent = (): void => {
    const { saving, draft } = this.#state;
    if (!hasUnsaved(saving)) return;
    const { id, version } = saving;
    const base = id === null ? null : { id, version };
    const name = id === null ? this.#place.unsentName : `work-${id}`;
    const rest = { token: this.#token, key: this.#place.key, ...this.#summary };
    this.#tool.unsent.write(name, { ...draft, timestamp: Date.now(), base, rest });
  };

  async #flush(): Promise<void> {
    await this.#underWay;
    this.save();
    await this.#underWay;
  }

  /** Saves and gives the work up. */
  close(): void {
    window.removeEventListener('pagehide', this.save);
    window.removeEventListener('online', this.save);
    leaving = this.#flush().finally(() => {
      clearTimeout(this.#timer);
      this.#hold?.release();
      if (hasUnsaved(this.#state.saving)) sendUnsent(this.#tool);
    });
  }

  #dispatch(event: SavingEvent): void {
    this.#set({ saving: afterEvent(this.#state.saving, event) });
  }

  #set(part: Partial<WorkState<T>>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import { useSyncExternalStore } from 'react';
import { SEARCH_DEADLINE_MS } from '../../../../shared/presale-codes/constants.ts';
import { type Failure, failureText, joinTexts, reasonOf } from '../../../kit/failure.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { onSessionEnd } from '../../../lib/session.ts';
import { requestLock } from '../../../lib/tabs.ts';
import { toast } from '../../../ui/toast.tsx';
import type { SearchForm } from '../form/search-form.ts';
import { formOfTab } from '../form/use-search-form.ts';
import {
  afterEvent,
  isRestorable,
  keyOf,
  type NewSearch,
  NO_CODES,
  type RecentSearch,
  type SearchEvent,
  type SearchState,
  type SentSearch,
  START,
  watchStep,
} from './search-machine.ts';
import { findRecent, saveRecent, storedSearch } from './search-record.ts';
import { type SearchUpdate, streamSearch } from './search-stream.ts';
import { watched } from './watched.ts';

/** The specified texts of a failed search. */
export const SEARCH_FAILURE: Failure = (error) => {
  const isSilent = error instanceof ApiError && error.kind === 'server' && error.message === '';
  return isSilent
    ? NO_CODES
    : joinTexts('Failed to search presale codes. Please try again.', reasonOf(error));
};

/** The server ends a search before this time. */
const GIVE_UP_MS = SEARCH_DEADLINE_MS + 10_000;
const TICK_MS = 1_000;
/** A page that is left may still hold the watch for this long. */
const LEAVING_MS = 1_000;

const NOT_SAVED = 'This search is not among the recent ones';
const NOT_REMEMBERED = 'What is new in this search is not kept';
const NOT_READ = 'The last search could not be read: if it was watched, start it again';
const STOPPED = {
  title: 'The search is not watched here any more',
  text: 'The watch was stopped or started again in another browser.',
} as const;

/** Runs the machine of search-machine.ts: each effect follows from the states before and after an event. */
class SearchStore {
  #state = START;
  readonly #listeners = new Set<() => void>();
  /** The connection of the running search. */
  #connection = new AbortController();
  /** The updates that arrived since the last frame. */
  #arrived: SearchUpdate[] = [];
  #resuming: Promise<SearchForm | null> | null = null;
  #saves = Promise.resolve();
  /** Since when the search is watched according to the server. */
  #savedSince: number | null = null;
  #clock: ReturnType<typeof setInterval> | undefined;
  #hiddenSince: number | null = null;
  /** Lets another tab watch. */
  #release = () => {};

  readonly read = (): SearchState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Starts a search, which replaces the previous one and is added to the recent ones. A watch goes on with it. */
  readonly start = (search: NewSearch): void =>
    this.dispatch({ type: 'started', id: crypto.randomUUID(), at: Date.now(), ...search });

  /** Repeats the last search. */
  readonly repeat = (): void =>
    this.dispatch({ type: 'repeated', id: crypto.randomUUID(), at: Date.now(), isWatch: false });

  /** Ends the running search; the found codes stay. */
  readonly cancel = (): void => {
    this.#flush();
    this.dispatch({ type: 'cancelled', at: Date.now() });
  };

  /** Ends the search and its watch, and clears what was found. Returns an undo function, which starts no watch. */
  readonly reset = (): (() => void) => {
    this.#flush();
    const before = this.#state;
    this.dispatch({ type: 'reset' });
    const { view: cleared } = this.#state;
    return () => this.dispatch({ type: 'undone', at: Date.now(), before, cleared });
  };

  /** Repeats the last search of this tab every minute, or stops that. */
  readonly setWatching = (isWanted: boolean): void => {
    this.dispatch({ type: 'watched', at: Date.now(), isOn: isWanted });
    if (isWanted && isOn(this.#state)) void this.#hold();
  };

  dispatch(event: SearchEvent): void {
    const before = this.#state;
    const after = afterEvent(before, event);
    if (after === before) return;
    this.#state = after;
    if (runningId(after) !== runningId(before)) {
      this.#connection.abort();
      this.#arrived = [];
      if (after.view.phase === 'searching' && after.sent)
        void this.#listen(after.sent, event.type === 'restored');
    }
    // After the end of the session, the next one finds what is stored.
    if (event.type !== 'left') this.#store(before, after, event);
    // The last effect: its first tick may bring the next event.
    if (isOn(after) !== isOn(before)) this.#setClock(isOn(after));
    for (const listener of this.#listeners) listener();
  }

  #store(before: SearchState, after: SearchState, event: SearchEvent): void {
    const { stored, recent } = after;
    if (stored !== before.stored) storedSearch.write(stored);
    const isRead = event.type === 'restored' || event.type === 'replaced';
    if (isWatched(after) !== isWatched(before) || (isRead && recent !== null))
      watched.write(isWatched(after));
    if (recent === null || recent === before.recent) return;
    const last = before.recent;
    // The watch moves to another search, which is the newest one then.
    if (event.type === 'started' && last !== null && isOn(before) && keyOf(last) !== keyOf(recent))
      this.#save({ ...last, watchedSince: null }, NOT_REMEMBERED);
    if (isRead) this.#savedSince = recent.watchedSince;
    else this.#save(recent, event.type === 'started' ? NOT_SAVED : NOT_REMEMBERED);
  }

  /** One save after the other: each replaces the version before. */
  #save(recent: RecentSearch, failure: string): void {
    this.#saves = this.#saves.then(async () => {
      try {
        await saveRecent(recent);
        this.#savedSince = recent.watchedSince;
      } catch (error) {
        warn(failure, error);
      }
    });
  }

  /** Takes what arrives until the search ends. `isKnown`: the server already has this search. */
  async #listen({ id, search, startedAt }: SentSearch, isKnown: boolean): Promise<void> {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    try {
      const request = { id, search, until: startedAt + GIVE_UP_MS, isKnown };
      for await (const update of streamSearch(request, signal)) {
        if (signal.aborted) return;
        if (this.#arrived.push(update) === 1) soon(() => this.#flush());
        if (update.type === 'done') this.#flush();
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#flush();
      const message = failureText(error, SEARCH_FAILURE);
      // After the next sign-in, the search that the end of the session interrupted is joined again.
      const isInterrupted = error instanceof ApiError && error.status === 401;
      this.dispatch({ type: 'failed', id, at: Date.now(), message, isInterrupted });
    }
  }

  /** Shows what has arrived. */
  #flush(): void {
    const { sent } = this.#state;
    if (sent === null || this.#arrived.length === 0) return;
    const updates = this.#arrived.splice(0);
    this.dispatch({ type: 'arrived', id: sent.id, at: Date.now(), updates });
  }

  /**
   * Restores the search after a reload: joins it while it runs, or reads its result while the server keeps it. A watch that
   * ran before the reload, or in a tab that was closed, goes on here. Returns the form of a search whose watch goes on; the
   * tab stores it too, for a screen that is opened later.
   */
  resume(owner: number): Promise<SearchForm | null> {
    this.#resuming ??= this.#resume(owner).finally(() => {
      this.#resuming = null;
    });
    return this.#resuming;
  }

  async #resume(owner: number): Promise<SearchForm | null> {
    const { view } = this.#state;
    if (view.phase !== 'idle') return null;
    const stored = storedSearch.read();
    const isThere = stored?.owner === owner && isRestorable(stored, Date.now());
    if (stored !== null && !isThere) storedSearch.write(null);
    const sent = isThere ? stored : null;
    const recent = await findRecent(sent?.key ?? '').catch((error: unknown) => {
      warn(NOT_READ, error);
      return null;
    });
    // Another search was started since, or the session has ended.
    if (this.#state.view !== view) return null;
    this.dispatch({ type: 'restored', sent, recent });
    const isLeft = recent !== null && recent.watchedSince !== null && !isOn(this.#state);
    if (!isLeft || !(await this.#hold())) return null;
    this.dispatch({ type: 'continued', id: crypto.randomUUID(), at: Date.now(), owner });
    if (!isOn(this.#state)) {
      this.#release();
      return null;
    }
    formOfTab.write(recent.form);
    return recent.form;
  }

  /** Marks this tab as the one that watches, for as long as it does. Returns false if another tab is marked. */
  #hold(): Promise<boolean> {
    this.#release();
    const { promise: isOver, resolve } = Promise.withResolvers<void>();
    this.#release = resolve;
    return new Promise((answer) => {
      // After a reload, the former page may not have released the watch yet.
      const signal = AbortSignal.timeout(LEAVING_MS);
      const keep = () => {
        answer(true);
        return isOver;
      };
      requestLock('presale-watch', { signal }, keep).catch(() => answer(false));
    });
  }

  #setClock(isOn: boolean): void {
    clearInterval(this.#clock);
    document.removeEventListener('visibilitychange', this.#onVisibility);
    if (!isOn) {
      this.#release();
      return;
    }
    this.#clock = setInterval(() => this.#tick(), TICK_MS);
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#onVisibility();
  }

  readonly #onVisibility = (): void => {
    this.#hiddenSince = document.hidden ? Date.now() : null;
    this.#tick();
  };

  #tick(): void {
    const step = watchStep(this.#state, this.#hiddenSince, Date.now());
    this.dispatch({ type: 'ticked', step });
    if (step === 'search') void this.#repeatWatched();
  }

  /** Searches again for the watch, or ends a watch that the operator stopped in another browser. */
  async #repeatWatched(): Promise<void> {
    const { watch, recent } = this.#state;
    if (watch.phase === 'off') return;
    const { since } = watch;
    const isStored = recent !== null && this.#savedSince === since;
    const stored = isStored ? await findRecent(keyOf(recent)).catch(() => null) : null;
    const now = this.#state.watch;
    if (now.phase === 'off' || now.since !== since) return;
    if (stored !== null && stored.watchedSince !== since) {
      this.dispatch({ type: 'replaced', since, recent: stored });
      toast({ ...STOPPED, tone: 'info' });
    } else
      this.dispatch({ type: 'repeated', id: crypto.randomUUID(), at: Date.now(), isWatch: true });
  }
}

const runningId = ({ view, sent }: SearchState): string | null =>
  view.phase === 'searching' && sent !== null ? sent.id : null;

const isOn = ({ watch }: SearchState): boolean => watch.phase !== 'off';

/** Whether the search is watched, here or in another tab. */
const isWatched = (state: SearchState): boolean =>
  isOn(state) || (state.recent?.watchedSince ?? null) !== null;

/** Runs at the next frame, so that a thousand codes do not cause a thousand renders. Hidden tabs have no frames. */
function soon(draw: () => void): void {
  if (document.hidden) setTimeout(draw, 250);
  else requestAnimationFrame(draw);
}

function warn(title: string, error: unknown): void {
  const text = error instanceof Error ? error.message : undefined;
  toast({ title, text, tone: 'warning' });
}

/** The search of this tab: one at a time. It continues while the operator uses another screen. */
export const tabSearch = new SearchStore();

// The found codes belong to the operator who searched.
onSessionEnd(() => tabSearch.dispatch({ type: 'left' }));

/** A part of the state, for components. */
export const useTabSearch = <Part>(select: (state: SearchState) => Part): Part =>
  useSyncExternalStore(tabSearch.subscribe, () => select(tabSearch.read()));

export const viewOf = ({ view }: SearchState) => view;
export const watchOf = ({ watch }: SearchState) => watch;
export const canRepeat = ({ sent }: SearchState): boolean => sent !== null;
export const sentSearchOf = ({ sent }: SearchState) => sent?.search ?? null;

import { useSyncExternalStore } from 'react';
import { SEARCH_DEADLINE_MS } from '../../../../shared/presale-codes/constants.ts';
import { type Failure, failureText, joinTexts, reasonOf } from '../../../kit/failure.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { onSessionEnd } from '../../../lib/session.ts';
import { toast } from '../../../ui/toast.tsx';
import {
  afterEvent,
  isRestorable,
  type NewSearch,
  NO_CODES,
  type RecentSearch,
  type SearchEvent,
  type SearchState,
  type SentSearch,
  START,
} from './search-machine.ts';
import { findRecent, saveRecent, storedSearch } from './search-record.ts';
import { type SearchUpdate, streamSearch } from './search-stream.ts';

/** The specified texts of a failed search. */
export const SEARCH_FAILURE: Failure = (error) => {
  const isSilent = error instanceof ApiError && error.kind === 'server' && error.message === '';
  return isSilent
    ? NO_CODES
    : joinTexts('Failed to search presale codes. Please try again.', reasonOf(error));
};

/** The server ends a search before this time. */
const GIVE_UP_MS = SEARCH_DEADLINE_MS + 10_000;
const NOT_SAVED = 'This search is not among the recent ones';
const NOT_REMEMBERED = 'What is new in this search is not kept';
const NOT_READ = 'The last search could not be read';

/** Runs the machine of search-machine.ts: each effect follows from the states before and after an event. */
class SearchStore {
  #state = START;
  readonly #listeners = new Set<() => void>();
  /** The connection of the running search. */
  #connection = new AbortController();
  /** The updates that arrived since the last frame. */
  #arrived: SearchUpdate[] = [];
  #resuming: Promise<void> | null = null;
  #saves = Promise.resolve();

  readonly read = (): SearchState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Starts a search, which replaces the previous one and is added to the recent ones. */
  readonly start = (search: NewSearch): void =>
    this.dispatch({ type: 'started', id: crypto.randomUUID(), at: Date.now(), ...search });

  /** Repeats the last search. */
  readonly repeat = (): void =>
    this.dispatch({ type: 'repeated', id: crypto.randomUUID(), at: Date.now() });

  /** Ends the running search; the found codes stay. */
  readonly cancel = (): void => {
    this.#flush();
    this.dispatch({ type: 'cancelled', at: Date.now() });
  };

  /** Ends the search and clears what was found. Returns an undo function. */
  readonly reset = (): (() => void) => {
    this.#flush();
    const before = this.#state;
    this.dispatch({ type: 'reset' });
    const { view: cleared } = this.#state;
    return () => this.dispatch({ type: 'undone', at: Date.now(), before, cleared });
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
    // After the end of the session, the next session restores what is stored.
    if (event.type !== 'left') this.#store(before, after, event);
    for (const listener of this.#listeners) listener();
  }

  #store(before: SearchState, after: SearchState, event: SearchEvent): void {
    const { stored, recent } = after;
    if (stored !== before.stored) storedSearch.write(stored);
    if (recent === null || recent === before.recent) return;
    if (event.type !== 'restored')
      this.#save(recent, event.type === 'started' ? NOT_SAVED : NOT_REMEMBERED);
  }

  /** Saves run one after the other, because each replaces the previous version. */
  #save(recent: RecentSearch, failure: string): void {
    this.#saves = this.#saves.then(async () => {
      try {
        await saveRecent(recent);
      } catch (error) {
        warn(failure, error);
      }
    });
  }

  /** Processes updates until the search ends. `isKnown`: the server already has this search. */
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
      // After the next sign-in, the search that the end of the session interrupted is rejoined.
      const isInterrupted = error instanceof ApiError && error.status === 401;
      this.dispatch({ type: 'failed', id, at: Date.now(), message, isInterrupted });
    }
  }

  /** Shows the updates that have arrived. */
  #flush(): void {
    const { sent } = this.#state;
    if (sent === null || this.#arrived.length === 0) return;
    const updates = this.#arrived.splice(0);
    this.dispatch({ type: 'arrived', id: sent.id, at: Date.now(), updates });
  }

  /**
   * Restores the search after a reload: rejoins it while it is running, or reads its result while
   * the server stores it.
   */
  resume(owner: number): Promise<void> {
    this.#resuming ??= this.#resume(owner).finally(() => {
      this.#resuming = null;
    });
    return this.#resuming;
  }

  async #resume(owner: number): Promise<void> {
    const { view } = this.#state;
    if (view.phase !== 'idle') return;
    const stored = storedSearch.read();
    const isThere = stored?.owner === owner && isRestorable(stored, Date.now());
    if (stored !== null && !isThere) storedSearch.write(null);
    const sent = isThere ? stored : null;
    const recent = await findRecent(sent?.key ?? '').catch((error: unknown) => {
      warn(NOT_READ, error);
      return null;
    });
    // Another search was started since, or the session has ended.
    if (this.#state.view === view) this.dispatch({ type: 'restored', sent, recent });
  }
}

const runningId = ({ view, sent }: SearchState): string | null =>
  view.phase === 'searching' && sent !== null ? sent.id : null;

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
export const canRepeat = ({ sent }: SearchState): boolean => sent !== null;
export const sentSearchOf = ({ sent }: SearchState) => sent?.search ?? null;

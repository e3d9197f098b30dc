import { createAtom, useSelector } from '@tanstack/react-store';
import { SEARCH_DEADLINE_MS } from '../../../../shared/presale-codes/constants.ts';
import type { FoundCode, MailboxReport } from '../../../../shared/presale-codes/events.ts';
import type { PresaleSearchInput } from '../../../../shared/presale-codes/schema.ts';
import { type Failure, failureText, joinTexts, reasonOf } from '../../../kit/failure.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { onSessionEnd } from '../../../lib/session.ts';
import { identityOf } from '../codes/code-view.ts';
import {
  type KeptSearch,
  keptKey,
  knownCodes,
  recallSearch,
  rememberSearch,
} from './kept-search.ts';
import { type LastSearch, lastSearch, restorable } from './last-search.ts';
import { IDLE, type SearchState } from './running-search.ts';
import { type SearchUpdate, streamSearch } from './search-stream.ts';

const NOTHING = 'No codes found matching your criteria';
/** The specified texts of a failed search. */
export const SEARCH_FAILURE: Failure = (error) => {
  const isSilent = error instanceof ApiError && error.kind === 'server' && error.message === '';
  return isSilent
    ? NOTHING
    : joinTexts('Failed to search presale codes. Please try again.', reasonOf(error));
};
/** The server ends a search before this time. */
const GIVE_UP_MS = SEARCH_DEADLINE_MS + 10_000;

/*
 * The search of this tab: one at a time. It is kept outside of the screen, so that it continues while the operator
 * uses another screen.
 */
const shown = createAtom<SearchState>(IDLE);
let running: SearchRun | null = null;
let lastStarted: LastSearch | null = null;

/** For code outside of components. */
export const readSearch = (): SearchState => shown.get();

/** The state of this tab's search. */
export const useSearchRun = (): SearchState => useSelector(shown);

/** The first state of a search. */
interface Before {
  /** Codes that are not new; null: none is new. */
  known: ReadonlySet<string> | null;
  /** A watch repeats the search: the codes of the one before stay in view. */
  isQuiet: boolean;
}

/** The search before, if it had the same keywords. In a watch, new codes stay new. */
function beforeOf(search: PresaleSearchInput, isQuiet: boolean): Before {
  const isSame =
    lastStarted?.search.search_keywords.join('\n') === search.search_keywords.join('\n');
  const state = shown.get();
  if (!isSame || state.phase === 'idle') return { known: null, isQuiet: false };
  const codes = state.codes.map(({ code }) => code);
  const known = new Set(isQuiet ? codes.filter((code) => !state.fresh.has(code)) : codes);
  return { known, isQuiet };
}

/** Starts a search, which replaces the previous one. `owner` is the operator's id, 0 while it is unknown. */
export function startSearch(
  search: PresaleSearchInput,
  owner: number,
  before: Before = beforeOf(search, false),
): void {
  const id = crypto.randomUUID();
  lastStarted = { id, owner, search, key: keptKey(), startedAt: Date.now(), endedAt: null };
  lastSearch.write(lastStarted);
  void new SearchRun(lastStarted, before).start(false);
}

/** Repeats the last search. */
export function repeatSearch(): void {
  if (lastStarted) startSearch(lastStarted.search, lastStarted.owner);
}

/** The search of a watch that began at `since`: operators are notified of codes in mails that arrived since. */
const watched = (search: PresaleSearchInput, since: number): PresaleSearchInput => ({
  ...search,
  notify_since: new Date(since).toISOString(),
});

/** Repeats the last search for its watch. */
export function repeatQuietly(since: number): void {
  if (!lastStarted) return;
  const search = watched(lastStarted.search, since);
  startSearch(search, lastStarted.owner, beforeOf(search, true));
}

/** Whether there is a search to repeat. */
export const canRepeat = (): boolean => lastStarted !== null;

/**
 * Restores the search after a reload: joins it while it runs, or reads its result while the server keeps it. Returns what
 * is kept of the search, also of one that cannot be restored; null if another one was started since.
 */
export async function resumeSearch(owner: number): Promise<KeptSearch | null> {
  if (shown.get().phase !== 'idle') return null;
  const last = restorable(owner, Date.now());
  const kept = await recallSearch(last?.key ?? '');
  if (shown.get().phase !== 'idle' || lastStarted !== null) return null;
  lastStarted = last;
  if (last !== null) void new SearchRun(last, beforeKept(kept)).start(true);
  return kept;
}

/** Starts a kept search again for its watch. */
export function repeatKept(kept: KeptSearch, owner: number, since: number): void {
  startSearch(watched(kept.search, since), owner, beforeKept(kept));
}

const beforeKept = (kept: KeptSearch | null): Before => ({
  known: kept && knownCodes(kept),
  isQuiet: false,
});

/** Ends the running search; the found codes stay. */
export function cancelSearch(): void {
  running?.cancel();
}

/**
 * Ends the running search and clears what was found. Returns an undo function; it does nothing once another search has
 * started or the session has ended.
 */
export function resetSearch(): () => void {
  const before = { state: shown.get(), lastStarted, stored: lastSearch.read() };
  clear();
  lastSearch.write(null);
  const cleared = shown.get();
  return () => {
    if (shown.get() !== cleared) return;
    lastStarted = before.lastStarted;
    const wasSearching = before.state.phase === 'searching';
    if (!wasSearching) lastSearch.write(before.stored);
    shown.set(
      wasSearching ? { ...before.state, phase: 'cancelled', endedAt: Date.now() } : before.state,
    );
  };
}

function clear(): void {
  running?.cancel();
  running = null;
  lastStarted = null;
  // A new object: an undo function compares it.
  shown.set({ ...IDLE });
}

// The found codes belong to the operator who searched.
onSessionEnd(clear);

/** Runs at the next frame, so that a thousand codes do not cause a thousand renders. Hidden tabs have no frames. */
function soon(draw: () => void): void {
  if (document.hidden) setTimeout(draw, 250);
  else requestAnimationFrame(draw);
}

/** One search of this tab. A search that was replaced by another changes nothing any more. */
class SearchRun {
  readonly #last: LastSearch;
  readonly #begun: SearchState;
  readonly #controller = new AbortController();
  readonly #codes = new Map<string, FoundCode>();
  readonly #mailboxes = new Map<number, MailboxReport>();
  readonly #known: Before['known'];
  #lostTries = 0;
  #isDrawing = false;

  constructor(last: LastSearch, { known, isQuiet }: Before) {
    const total = last.search.imap_account_ids.length;
    this.#last = last;
    this.#begun = { ...IDLE, phase: 'searching', total, startedAt: last.startedAt, isQuiet };
    this.#known = known;
    if (isQuiet) this.#add(shown.get().codes);
  }

  /** Ends the search; the found codes stay. */
  cancel(): void {
    this.#controller.abort();
  }

  /** `isKnown`: the server already has this search. */
  async start(isKnown: boolean): Promise<void> {
    running?.cancel();
    running = this;
    shown.set(this.#state());
    const { id, search, startedAt } = this.#last;
    const { signal } = this.#controller;
    try {
      const request = { id, search, until: startedAt + GIVE_UP_MS, isKnown };
      for await (const update of streamSearch(request, signal)) this.#take(update);
    } catch (error) {
      // After the next sign-in the search that the end of the session interrupted is resumed.
      const isSignedOut = error instanceof ApiError && error.status === 401;
      if (signal.aborted) this.#end({ phase: 'cancelled' }, isSignedOut);
      else this.#end({ phase: 'error', message: failureText(error, SEARCH_FAILURE) }, isSignedOut);
    }
  }

  #take(update: SearchUpdate): void {
    if (update.type === 'done') {
      const { codes, mailboxes, message, left_out_codes = [], notes = [] } = update.answer;
      this.#end({
        phase: 'done',
        codes: this.#whole(codes),
        mailboxes,
        message: message || NOTHING,
        leftOut: left_out_codes,
        notes,
      });
      return;
    }
    if (update.type === 'progress') this.#mailboxes.set(update.mailbox.id, update.mailbox);
    else if (update.type === 'codes') this.#add(update.codes);
    else this.#lostTries = update.lostTries;
    this.#draw();
  }

  #add(codes: readonly FoundCode[]): void {
    for (const code of codes) this.#codes.set(identityOf(code), code);
  }

  #draw(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    soon(() => {
      this.#isDrawing = false;
      if (running === this) shown.set(this.#state({ lostTries: this.#lostTries }));
    });
  }

  /** `isKept`: the server still has the search. */
  #end(part: Pick<SearchState, 'phase'> & Partial<SearchState>, isKept = false): void {
    if (running !== this) return;
    running = null;
    const endedAt = this.#last.endedAt ?? Date.now();
    // Only a whole answer is kept by the server; the rest is lost with the page.
    if (part.phase === 'done') lastSearch.write({ ...this.#last, endedAt });
    else if (!isKept) lastSearch.write(null);
    const state = this.#state({ ...part, endedAt });
    shown.set(state);
    const seen = [...new Set(state.codes.map(({ code }) => code))];
    if (part.phase === 'done') rememberSearch({ seen, fresh: [...state.fresh] });
  }

  /** The state with what was found. */
  #state(part: Partial<SearchState> = {}): SearchState {
    const found = { codes: [...this.#codes.values()], mailboxes: [...this.#mailboxes.values()] };
    const state = { ...this.#begun, ...found, ...part };
    const known = this.#known;
    const fresh = known === null ? [] : state.codes.filter(({ code }) => !known.has(code));
    return { ...state, fresh: new Set(fresh.map(({ code }) => code)) };
  }

  /**
   * The codes of an answer, each sighting once. Those that are shown already keep their identity, so that their rows are
   * not rendered again.
   */
  #whole(codes: readonly FoundCode[]): readonly FoundCode[] {
    const byIdentity = new Map(codes.map((code) => [identityOf(code), code]));
    const isShown = byIdentity.size === this.#codes.size;
    return [...(isShown ? this.#codes : byIdentity).values()];
  }
}

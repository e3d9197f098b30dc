import { SEARCH_DEADLINE_MS, SEARCH_KEPT_MS } from '../../../../shared/presale-codes/constants.ts';
import type {
  CodeDelivery,
  FoundCode,
  LeftOutCodes,
  MailboxReport,
} from '../../../../shared/presale-codes/events.ts';
import type { PresaleSearchInput } from '../../../../shared/presale-codes/schema.ts';
import { HOUR_MS, isRecent, MINUTE_MS } from '../../../../shared/times.ts';
import type { SearchForm } from '../form/search-form.ts';
import { addCodes, type CodeList, emptyList, listOf } from './code-list.ts';
import type { SearchUpdate } from './search-stream.ts';

/*
 * The presale search of a tab, with its watch: states, events and transitions. Nothing here has an effect;
 * search-store.ts runs the machine. Times are milliseconds since the epoch.
 */

/** The search on the screen: idle, searching, then done, cancelled or an error. The found codes stay in each phase. */
export interface SearchView {
  phase: 'idle' | 'searching' | 'done' | 'cancelled' | 'error';
  /** In the order of discovery; during a search the list only grows at its end. */
  codes: readonly FoundCode[];
  mailboxes: readonly MailboxReport[];
  /** The number of mailboxes of the search. */
  total: number;
  startedAt: number;
  endedAt: number;
  message: string;
  /** Likely codes that the criteria of the search have removed. */
  leftOut: readonly LeftOutCodes[];
  /** Mails whose code comes another way. */
  notes: readonly CodeDelivery[];
  /** The codes that the previous search did not find, if it had the same keywords. */
  fresh: ReadonlySet<string>;
  /** Whether a watch repeats the search. The codes of the previous one stay in view then. */
  isQuiet: boolean;
  /** Attempts to restore a lost connection; 0 while connected. */
  lostTries: number;
}

/** A search that was sent. Its tab stores it, so that a reload finds it again; the server keeps its results. */
export interface SentSearch {
  id: string;
  /** The operator of the search; results are shown to no one else. 0 while unknown. */
  owner: number;
  search: PresaleSearchInput;
  /** Its key among the recent searches. */
  key: string;
  startedAt: number;
  /** Null while it runs. */
  endedAt: number | null;
}

/** A search among the operator's recent ones, with which a reload, another tab or another machine continues it. */
export interface RecentSearch {
  form: SearchForm;
  /** As it was sent. */
  search: PresaleSearchInput;
  /** Codes that were found; null until a search with its keywords has ended. */
  seen: readonly string[] | null;
  /** The codes that are marked as new. */
  fresh: readonly string[];
  /** Since when the search is watched; null if it is not. */
  watchedSince: number | null;
}

/** `since`: when it began. Notifications are about mails that arrived since. */
export type WatchState =
  | { phase: 'off' }
  | {
      phase: 'on' | 'paused';
      since: number;
      /** Whether the next search waits until the server has answered if the watch was stopped elsewhere. */
      isAsking: boolean;
    };

export interface SearchState {
  view: SearchView;
  /** The last search; null if there is none to repeat. */
  sent: SentSearch | null;
  /** The record of the search that the tab stores; null if a reload must not find it. */
  stored: SentSearch | null;
  /** Codes that are not new; null: none is new. */
  known: ReadonlySet<string> | null;
  /** The codes that were found. */
  list: CodeList;
  /** The search among the recent ones. */
  recent: RecentSearch | null;
  watch: WatchState;
}

/** A search that the operator starts. `owner` is the operator's id, 0 while it is unknown. */
export interface NewSearch {
  owner: number;
  form: SearchForm;
  search: PresaleSearchInput;
}

/** `id` is new for each search, and `at` the time of the event. */
export type SearchEvent =
  | ({ type: 'started'; id: string; at: number } & NewSearch)
  /** The last search is sent again, by the operator or by its watch. */
  | { type: 'repeated'; id: string; at: number; isWatch: boolean }
  /** The state that a reload, or another tab, has left. */
  | { type: 'restored'; sent: SentSearch | null; recent: RecentSearch | null }
  /** This tab goes on with the watch of the recent search. */
  | { type: 'continued'; id: string; at: number; owner: number }
  | { type: 'arrived'; id: string; at: number; updates: readonly SearchUpdate[] }
  /** `isInterrupted`: the session ended, and the next one joins the search again. */
  | { type: 'failed'; id: string; at: number; message: string; isInterrupted: boolean }
  | { type: 'cancelled'; at: number }
  | { type: 'reset' }
  /** Takes a reset back. It does nothing once another search has started. */
  | { type: 'undone'; at: number; before: SearchState; cleared: SearchView }
  | { type: 'watched'; at: number; isOn: boolean }
  /** The watch is on time, or its tab was hidden for too long. */
  | { type: 'ticked'; step: WatchStep }
  /** The watch was stopped or started again in another browser, which stored `recent`. */
  | { type: 'replaced'; since: number; recent: RecentSearch }
  | { type: 'left' };

const IDLE: SearchView = {
  ...{ phase: 'idle', codes: [], mailboxes: [], total: 0, startedAt: 0, endedAt: 0, message: '' },
  ...{ leftOut: [], notes: [], fresh: new Set(), isQuiet: false, lostTries: 0 },
};
export const START: SearchState = {
  ...{ view: IDLE, sent: null, stored: null, known: null, list: emptyList() },
  ...{ recent: null, watch: { phase: 'off' } },
};
export const NO_CODES = 'No codes found matching your criteria';
/** More codes than this are not remembered: the oldest are marked as new again. */
const MOST_CODES = 5_000;

/** The state after an event; the same object if the event changes nothing. */
export function afterEvent(state: SearchState, event: SearchEvent): SearchState {
  switch (event.type) {
    case 'started': {
      const { id, at, owner, form, search } = event;
      const key = keyOf({ form });
      const sent = { id, owner, search, key, startedAt: at, endedAt: null };
      const known = knownBy(state, search);
      // A reload before the end of the search compares with the same codes.
      const seen = known && [...known].slice(-MOST_CODES);
      const recent = { form, search, seen, fresh: [], watchedSince: sinceOf(state, key) };
      return { ...begin(state, sent, known), recent };
    }
    case 'repeated':
      return repeat(state, event);
    case 'restored': {
      if (state.view.phase !== 'idle') return state;
      const { sent, recent } = event;
      const next = { ...state, recent };
      return sent === null ? next : begin(next, sent, recent && knownOf(recent));
    }
    case 'continued':
      return goOn(state, event);
    case 'arrived':
      return isRunning(state, event.id) ? arrive(state, event) : state;
    case 'failed': {
      if (!isRunning(state, event.id)) return state;
      const { message, at, isInterrupted } = event;
      const ended = end(state, { phase: 'error', message }, at);
      return isInterrupted ? ended : { ...ended, stored: null };
    }
    case 'cancelled':
      return state.view.phase === 'searching'
        ? { ...end(state, { phase: 'cancelled' }, event.at), stored: null }
        : state;
    case 'reset':
      // A new view: an undo compares it.
      return { ...START, recent: stopWatch(state).recent, view: { ...IDLE } };
    case 'undone': {
      const { before, cleared, at } = event;
      if (state.view !== cleared) return state;
      const { recent, watch } = state;
      return afterEvent({ ...before, recent, watch }, { type: 'cancelled', at });
    }
    case 'watched':
      if (!event.isOn) return stopWatch(state);
      if (state.sent === null) return state;
      return {
        ...remember(state, { watchedSince: event.at }),
        watch: { phase: 'on', since: event.at, isAsking: false },
      };
    case 'ticked':
      return tick(state, event.step);
    case 'replaced': {
      const { since, recent } = event;
      if (state.watch.phase === 'off' || state.watch.since !== since) return state;
      return { ...state, recent, watch: { phase: 'off' } };
    }
    case 'left':
      return { ...START, view: { ...IDLE } };
  }
}

/** Since when the search with this key is watched: the watch of this tab moves to it, that of another tab stays. */
function sinceOf({ watch, recent }: SearchState, key: string): number | null {
  if (watch.phase !== 'off') return watch.since;
  return recent !== null && keyOf(recent) === key ? recent.watchedSince : null;
}

/** Whether this search runs. Whatever comes from another one is late. */
const isRunning = ({ view, sent }: SearchState, id: string): boolean =>
  view.phase === 'searching' && sent?.id === id;

/** A search begins. `isQuiet` keeps the codes of the one before in view. */
function begin(
  state: SearchState,
  sent: SentSearch,
  known: SearchState['known'],
  isQuiet = false,
): SearchState {
  const total = sent.search.imap_account_ids.length;
  const view = { ...IDLE, phase: 'searching' as const, total, startedAt: sent.startedAt, isQuiet };
  const list = isQuiet ? state.list : emptyList();
  return draw({ ...state, sent, stored: sent, known, list, view });
}

function repeat(
  state: SearchState,
  { id, at, isWatch }: { id: string; at: number; isWatch: boolean },
): SearchState {
  const { sent, watch, view } = state;
  if (sent === null || (isWatch && watch.phase === 'off')) return state;
  const { notify_since: _since, ...search } = sent.search;
  const next = { ...sent, id, search, startedAt: at, endedAt: null };
  if (!isWatch || watch.phase === 'off') return begin(state, next, knownBy(state, search));
  const again = { ...state, watch: { ...watch, isAsking: false } };
  // The operator has started a search since the watch was due.
  if (view.phase === 'searching') return again;
  const unmarked = view.codes.map(({ code }) => code).filter((code) => !view.fresh.has(code));
  const known = knownWith(state, unmarked);
  return begin(again, { ...next, search: notifying(search, watch.since) }, known, true);
}

function goOn(
  state: SearchState,
  { id, at, owner }: { id: string; at: number; owner: number },
): SearchState {
  const { recent, sent, watch } = state;
  const since = recent?.watchedSince ?? null;
  if (recent === null || since === null || watch.phase !== 'off') return state;
  const watching: SearchState = { ...state, watch: { phase: 'on', since, isAsking: false } };
  if (sent !== null) return watching;
  const search = notifying(recent.search, since);
  const next = { id, owner, search, key: keyOf(recent), startedAt: at, endedAt: null };
  return begin(watching, next, knownOf(recent));
}

/** The search of a watch: operators are notified of codes in mails that arrived since it began. */
const notifying = (search: PresaleSearchInput, since: number): PresaleSearchInput => ({
  ...search,
  notify_since: new Date(since).toISOString(),
});

/** The codes of the search before, if it had the same keywords; null otherwise. */
function knownBy(state: SearchState, search: PresaleSearchInput): SearchState['known'] {
  const { sent, view } = state;
  const isSame = sent?.search.search_keywords.join('\n') === search.search_keywords.join('\n');
  if (!isSame || view.phase === 'idle') return null;
  return knownWith(
    state,
    view.codes.map(({ code }) => code),
  );
}

/** Codes of the last search. If it did not end, it has read only a part: what was known before it counts as well. */
function knownWith({ view, known }: SearchState, codes: readonly string[]): SearchState['known'] {
  if (view.phase === 'done') return new Set(codes);
  return known && new Set([...known, ...codes]);
}

/** The codes that were found and are not marked as new; null if no search has ended. */
function knownOf({ seen, fresh }: RecentSearch): SearchState['known'] {
  const marked = new Set(fresh);
  return seen && new Set(seen.filter((code) => !marked.has(code)));
}

function arrive(
  state: SearchState,
  { updates, at }: { updates: readonly SearchUpdate[]; at: number },
): SearchState {
  const mailboxes = new Map(state.view.mailboxes.map((mailbox) => [mailbox.id, mailbox]));
  let { lostTries } = state.view;
  for (const update of updates) {
    if (update.type === 'progress') mailboxes.set(update.mailbox.id, update.mailbox);
    else if (update.type === 'connection') lostTries = update.lostTries;
  }
  const news = updates.flatMap((update) => (update.type === 'codes' ? update.codes : []));
  const view = { ...state.view, mailboxes: [...mailboxes.values()], lostTries };
  const next = grow({ ...state, view }, news);
  const last = updates.find((update) => update.type === 'done');
  return last === undefined ? next : finish(next, last.answer, at);
}

type Answer = Extract<SearchUpdate, { type: 'done' }>['answer'];

/** The whole answer replaces what was found on the way, each sighting once. */
function finish(
  state: SearchState,
  { codes, mailboxes, message, left_out_codes: leftOut = [], notes = [] }: Answer,
  at: number,
): SearchState {
  const whole = listOf(codes);
  // Codes that are shown already stay the same objects, so that their rows are not rendered again.
  const isSame = whole.codes.length === state.list.codes.length;
  const next = isSame ? state : { ...state, list: whole };
  const result = { mailboxes, message: message || NO_CODES, leftOut, notes };
  const done = end(next, { phase: 'done', ...result }, at);
  const seen = [...new Set(done.view.codes.map(({ code }) => code))].slice(-MOST_CODES);
  return { ...remember(done, { seen, fresh: [...done.view.fresh] }), stored: done.sent };
}

/** The running search ends; what was found stays. */
function end(state: SearchState, part: Partial<SearchView>, at: number): SearchState {
  const endedAt = state.sent?.endedAt ?? at;
  const sent = state.sent && { ...state.sent, endedAt };
  return draw({ ...state, sent, view: { ...state.view, lostTries: 0, ...part, endedAt } });
}

/** Puts what was found into the view. */
function draw(state: SearchState): SearchState {
  const { codes } = state.list;
  return { ...state, view: { ...state.view, codes, fresh: new Set(newOf(state, codes)) } };
}

/** Adds codes to the list and to the view. Only the added ones are compared with what is known. */
function grow(state: SearchState, news: readonly FoundCode[]): SearchState {
  const list = addCodes(state.list, news);
  if (list === state.list) return state;
  const { fresh: before } = state.view;
  const added = newOf(state, list.codes.slice(state.list.codes.length));
  const fresh = added.length === 0 ? before : new Set([...before, ...added]);
  return { ...state, list, view: { ...state.view, codes: list.codes, fresh } };
}

/** Those of the codes that the search before did not find. */
const newOf = ({ known }: SearchState, codes: readonly FoundCode[]): string[] =>
  known === null ? [] : codes.map(({ code }) => code).filter((code) => !known.has(code));

/** The state with a change of the recent search; the same one if it changes nothing. */
function remember(state: SearchState, part: Partial<RecentSearch>): SearchState {
  if (state.recent === null) return state;
  const recent = { ...state.recent, ...part };
  return JSON.stringify(recent) === JSON.stringify(state.recent) ? state : { ...state, recent };
}

function stopWatch(state: SearchState): SearchState {
  if (state.watch.phase === 'off') return state;
  return { ...remember(state, { watchedSince: null }), watch: { phase: 'off' } };
}

/** The key of a recent search. */
export const keyOf = ({ form }: Pick<RecentSearch, 'form'>): string => JSON.stringify(form);

/** The time from the end of a search to its repetition by a watch. */
export const WATCH_EVERY_MS = MINUTE_MS;
/** A tab that was hidden for so long searches again when it is seen. */
export const HIDDEN_PAUSE_MS = HOUR_MS;

/** The next step of a watch. */
export type WatchStep = 'wait' | 'search' | 'paused';

/** The next step of a watch. `hiddenSince` is null while the tab is visible. */
export function watchStep(
  { view, watch }: Pick<SearchState, 'view' | 'watch'>,
  hiddenSince: number | null,
  now: number,
): WatchStep {
  if (hiddenSince !== null && now - hiddenSince >= HIDDEN_PAUSE_MS) return 'paused';
  const isBusy = view.phase === 'searching' || (watch.phase !== 'off' && watch.isAsking);
  return !isBusy && !isRecent(view.endedAt, now, WATCH_EVERY_MS) ? 'search' : 'wait';
}

function tick(state: SearchState, step: WatchStep): SearchState {
  const { watch } = state;
  if (watch.phase === 'off') return state;
  const phase = step === 'paused' ? 'paused' : 'on';
  const isAsking = watch.isAsking || step === 'search';
  const isSame = phase === watch.phase && isAsking === watch.isAsking;
  return isSame ? state : { ...state, watch: { ...watch, phase, isAsking } };
}

/** Whether the server still has a search: it runs, or its result is kept. */
export const isRestorable = ({ startedAt, endedAt }: SentSearch, now: number): boolean =>
  endedAt === null ? now - startedAt < SEARCH_DEADLINE_MS : now - endedAt < SEARCH_KEPT_MS;

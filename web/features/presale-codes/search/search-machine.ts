import { SEARCH_DEADLINE_MS, SEARCH_KEPT_MS } from '../../../../shared/presale-codes/constants.ts';
import type {
  CodeDelivery,
  FoundCode,
  LeftOutCodes,
  MailboxReport,
} from '../../../../shared/presale-codes/events.ts';
import type { PresaleSearchInput } from '../../../../shared/presale-codes/schema.ts';
import type { SearchForm } from '../form/search-form.ts';
import { addCodes, type CodeList, emptyList, listOf } from './code-list.ts';
import type { SearchUpdate } from './search-stream.ts';

/*
 * The presale search of a tab: states, events and transitions. Nothing here has an effect;
 * search-store.ts runs the machine. Times are milliseconds since the epoch.
 */

/**
 * The search on the screen: idle, searching, then done, cancelled or an error. The found codes
 * remain in each phase.
 */
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
  /** Likely codes that the criteria of the search exclude. */
  leftOut: readonly LeftOutCodes[];
  /** Mails whose code is sent in another way. */
  notes: readonly CodeDelivery[];
  /** The codes that the previous search did not find, if it had the same keywords. */
  fresh: ReadonlySet<string>;
  /** Attempts to restore a lost connection; 0 while connected. */
  lostTries: number;
}

/**
 * A search that was sent. Its tab stores it, so that a reload can restore it; the server stores its
 * results.
 */
export interface SentSearch {
  id: string;
  /** The operator of the search; results are shown to nobody else. 0 while unknown. */
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
}

export interface SearchState {
  view: SearchView;
  /** The last search; null if there is none to repeat. */
  sent: SentSearch | null;
  /** The record of the search that the tab stores; null if a reload must not find it. */
  stored: SentSearch | null;
  /** Codes that are not new; null if none is new. */
  oldCodes: ReadonlySet<string> | null;
  /** The codes that were found. */
  list: CodeList;
  /** The entry of the search among the recent ones. */
  recent: RecentSearch | null;
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
  /** The last search is sent again. */
  | { type: 'repeated'; id: string; at: number }
  /** The state that was stored before a reload, or by another tab. */
  | { type: 'restored'; sent: SentSearch | null; recent: RecentSearch | null }
  | { type: 'arrived'; id: string; at: number; updates: readonly SearchUpdate[] }
  /** `isInterrupted`: the session ended, and the next one joins the search again. */
  | { type: 'failed'; id: string; at: number; message: string; isInterrupted: boolean }
  | { type: 'cancelled'; at: number }
  | { type: 'reset' }
  /** Undoes a reset. It does nothing once another search has started. */
  | { type: 'undone'; at: number; before: SearchState; cleared: SearchView }
  | { type: 'left' };

const IDLE: SearchView = {
  phase: 'idle',
  codes: [],
  mailboxes: [],
  total: 0,
  startedAt: 0,
  endedAt: 0,
  message: '',
  leftOut: [],
  notes: [],
  fresh: new Set(),
  lostTries: 0,
};
export const START: SearchState = {
  view: IDLE,
  sent: null,
  stored: null,
  oldCodes: null,
  list: emptyList(),
  recent: null,
};
export const NO_CODES = 'No codes found matching your criteria';
/** The maximum number of remembered codes: beyond it, the oldest are marked as new again. */
const MOST_CODES = 5_000;

/** The state after an event; the same object if the event changes nothing. */
export function afterEvent(state: SearchState, event: SearchEvent): SearchState {
  switch (event.type) {
    case 'started': {
      const { id, at, owner, form, search } = event;
      const key = keyOf({ form });
      const sent = { id, owner, search, key, startedAt: at, endedAt: null };
      const earlier = oldCodesFor(state, search);
      // A reload before the end of the search compares with the same codes.
      const seen = earlier && [...earlier].slice(-MOST_CODES);
      const recent = { form, search, seen, fresh: [] };
      return { ...begin(state, sent, earlier), recent };
    }
    case 'repeated':
      return repeat(state, event);
    case 'restored': {
      if (state.view.phase !== 'idle') return state;
      const { sent, recent } = event;
      const next = { ...state, recent };
      return sent === null ? next : begin(next, sent, recent && oldCodesOf(recent));
    }
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
      // A new object, because an undo compares it.
      return { ...START, recent: state.recent, view: { ...IDLE } };
    case 'undone': {
      const { before, cleared, at } = event;
      if (state.view !== cleared) return state;
      const { recent } = state;
      return afterEvent({ ...before, recent }, { type: 'cancelled', at });
    }
    case 'left':
      return { ...START, view: { ...IDLE } };
  }
}

/** Whether this search is running. Events of another one are too late. */
const isRunning = ({ view, sent }: SearchState, id: string): boolean =>
  view.phase === 'searching' && sent?.id === id;

/** A search begins. */
function begin(
  state: SearchState,
  sent: SentSearch,
  oldCodes: SearchState['oldCodes'],
): SearchState {
  const total = sent.search.imap_account_ids.length;
  const view = { ...IDLE, phase: 'searching' as const, total, startedAt: sent.startedAt };
  return draw({ ...state, sent, stored: sent, oldCodes, list: emptyList(), view });
}

function repeat(state: SearchState, { id, at }: { id: string; at: number }): SearchState {
  const { sent } = state;
  if (sent === null) return state;
  return begin(
    state,
    { ...sent, id, startedAt: at, endedAt: null },
    oldCodesFor(state, sent.search),
  );
}

/** The codes of the previous search, if it had the same keywords; null otherwise. */
function oldCodesFor(state: SearchState, search: PresaleSearchInput): SearchState['oldCodes'] {
  const { sent, view } = state;
  const isSame = sent?.search.search_keywords.join('\n') === search.search_keywords.join('\n');
  if (!isSame || view.phase === 'idle') return null;
  return withOldCodes(
    state,
    view.codes.map(({ code }) => code),
  );
}

/**
 * Codes of the last search. If it did not end, it has read only a part, so the earlier codes count
 * as well.
 */
function withOldCodes(
  { view, oldCodes }: SearchState,
  codes: readonly string[],
): SearchState['oldCodes'] {
  if (view.phase === 'done') return new Set(codes);
  return oldCodes && new Set([...oldCodes, ...codes]);
}

/** The codes that were found and are not marked as new; null if no search has ended. */
function oldCodesOf({ seen, fresh }: RecentSearch): SearchState['oldCodes'] {
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

/** The whole answer replaces the streamed codes, each sighting once. */
function finish(
  state: SearchState,
  { codes, mailboxes, message, left_out_codes: leftOut = [], notes = [] }: Answer,
  at: number,
): SearchState {
  const whole = listOf(codes);
  // Codes that are already shown remain the same objects, so that their rows are not rendered
  // again.
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

/** Adds the found codes to the view. */
function draw(state: SearchState): SearchState {
  const { codes } = state.list;
  return { ...state, view: { ...state.view, codes, fresh: new Set(newOf(state, codes)) } };
}

/**
 * Adds codes to the list and to the view. Only the added ones are compared with the existing ones.
 */
function grow(state: SearchState, news: readonly FoundCode[]): SearchState {
  const list = addCodes(state.list, news);
  if (list === state.list) return state;
  const { fresh: before } = state.view;
  const added = newOf(state, list.codes.slice(state.list.codes.length));
  const fresh = added.length === 0 ? before : new Set([...before, ...added]);
  return { ...state, list, view: { ...state.view, codes: list.codes, fresh } };
}

/** Those of the codes that the previous search did not find. */
const newOf = ({ oldCodes }: SearchState, codes: readonly FoundCode[]): string[] =>
  oldCodes === null ? [] : codes.map(({ code }) => code).filter((code) => !oldCodes.has(code));

/** The state with a change of the recent search; the same one if it changes nothing. */
function remember(state: SearchState, part: Partial<RecentSearch>): SearchState {
  if (state.recent === null) return state;
  const recent = { ...state.recent, ...part };
  return JSON.stringify(recent) === JSON.stringify(state.recent) ? state : { ...state, recent };
}

/** The key of a recent search. */
export const keyOf = ({ form }: Pick<RecentSearch, 'form'>): string => JSON.stringify(form);

/** Whether the server still has a search: it is running, or its result is stored. */
export const isRestorable = ({ startedAt, endedAt }: SentSearch, now: number): boolean =>
  endedAt === null ? now - startedAt < SEARCH_DEADLINE_MS : now - endedAt < SEARCH_KEPT_MS;

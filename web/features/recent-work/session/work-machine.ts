import { isSame } from '../../../../shared/recent-work/same.ts';
import { cut } from '../../../../shared/text.ts';
import type { WorkContent } from '../queries.ts';

/*
 * One work in one tab as a state machine: what is open, what is saved, and when the next save is due. Nothing here has an
 * effect; work-session.ts runs the machine.
 */

/** A work is saved when nothing was changed for this long. */
const AUTOSAVE_MS = 500;
/** The pauses before a failed save is repeated. */
export const RETRY_MS = [5_000, 15_000, 60_000] as const;

/** The pause after `attempt` failed tries, from 0. */
export const retryMs = (attempt: number): number =>
  RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 0;

/** The state of saving. */
export interface Saving {
  /** Null until the work was saved first. */
  id: number | null;
  /** The version that this tab has; its saves replace that version only. */
  version: number;
  /**
   * The numbers of the last change, of the last change that the server has, and of the one being
   * saved.
   */
  changed: number;
  saved: number;
  sending: number | null;
  /** `conflict`: another version was saved; nothing is sent until the operator decides. */
  trouble: 'failed' | 'conflict' | null;
}

/** The fields of a work that lists show. */
export type Summary = Pick<WorkContent, 'title' | 'events' | 'rows'>;

/** A work as the server has it. */
type OpenedWork = Summary & { id: number; version: number };

/** A work on the screen. */
export interface WorkState<T> {
  phase: 'loading' | 'failed' | 'open';
  draft: T;
  /** Whether the draft was restored and contains settings. */
  isRestored: boolean;
  saving: Saving;
  /** Another tab edits the work. */
  isElsewhere: boolean;
  /** Why it could not be opened or saved. */
  failure: string | null;
  summary: Summary;
  /** Whether the operator changed the draft here, because opening a work must not save it again. */
  wasChanged: boolean;
  /** When the next save is due: a new object for each change, which postpones it. */
  due: { afterMs: number } | null;
  /** The number of consecutive failed saves. */
  retries: number;
}

/**
 * A change that the browser stores because it was not sent. `isOver`: it was made to the opened
 * version.
 */
interface Unsent<T> {
  draft: T;
  isOver: boolean;
}

export type WorkEvent<T> =
  | { type: 'opening' }
  | {
      type: 'opened';
      work: OpenedWork | null;
      draft: T;
      isRestored: boolean;
      unsent: Unsent<T> | null;
    }
  | { type: 'unopened'; failure: string }
  | { type: 'changed'; draft: T; isRestored?: boolean }
  | { type: 'summarized'; summary: Summary }
  | { type: 'sent' }
  /** The server has stored the sent content. */
  | { type: 'stored'; id: number; version: number }
  /** `status`: that of the server's answer, 0 without one. */
  | { type: 'failed'; failure: string; status: number }
  /** The operator keeps this tab's content in place of `version`. */
  | { type: 'overwritten'; version: number }
  | { type: 'held'; isElsewhere: boolean };

const UNSAVED: Saving = {
  id: null,
  version: 0,
  changed: 0,
  saved: 0,
  sending: null,
  trouble: null,
};

const summaryOf = ({ title, events, rows }: Summary): Summary => ({
  title: cut(title, 200),
  events,
  rows,
});

/** A work before anything was loaded. */
export const newWork = <T>(initial: T, key: string): WorkState<T> => ({
  phase: 'loading',
  draft: initial,
  isRestored: false,
  isElsewhere: false,
  failure: null,
  saving: UNSAVED,
  summary: summaryOf({ title: key, events: null, rows: null }),
  wasChanged: false,
  due: null,
  retries: 0,
});

export const hasUnsaved = ({ changed, saved }: Saving): boolean => changed > saved;

/** Whether a save may start: one at a time, and never over a version that this tab does not have. */
export const canSend = (saving: Saving): boolean =>
  hasUnsaved(saving) && saving.sending === null && saving.trouble !== 'conflict';

/** The state after an event; the same object if the event changes nothing. */
export function afterEvent<T>(state: WorkState<T>, event: WorkEvent<T>): WorkState<T> {
  const { saving } = state;
  switch (event.type) {
    case 'opening':
      return { ...state, phase: 'loading', failure: null };
    case 'opened': {
      const { work, draft, isRestored, unsent } = event;
      const { id, version } = work ?? UNSAVED;
      const summary = work === null ? state.summary : summaryOf(work);
      const content = { draft, isRestored, summary, saving: { ...UNSAVED, id, version } };
      const opened: WorkState<T> = { ...state, phase: 'open', ...content, due: null };
      if (unsent === null) return opened;
      const changed = { ...change(opened, unsent.draft, 0), isRestored: true };
      return unsent.isOver ? changed : inTrouble(changed, 'conflict');
    }
    case 'unopened':
      return { ...state, phase: 'failed', failure: event.failure };
    case 'changed': {
      const { draft, isRestored = state.isRestored } = event;
      if (state.isElsewhere || state.phase !== 'open') return state;
      return { ...change(state, draft), isRestored, wasChanged: true };
    }
    case 'summarized':
      return summarize(state, summaryOf(event.summary));
    case 'sent': {
      if (!canSend(saving)) return state;
      const sent = { ...saving, sending: saving.changed, trouble: null };
      return { ...state, saving: sent, due: null };
    }
    case 'stored': {
      const { id, version } = event;
      const saved = saving.sending ?? saving.saved;
      const stored = { ...saving, id, version, saved, sending: null, trouble: null };
      return afterSave({ ...state, saving: stored, failure: null, retries: 0 });
    }
    case 'failed':
      return afterFailure({ ...state, failure: event.failure }, event.status);
    case 'overwritten': {
      const { version } = event;
      return { ...state, saving: { ...saving, version, trouble: null }, due: { afterMs: 0 } };
    }
    case 'held':
      return { ...state, isElsewhere: event.isElsewhere };
  }
}

function afterFailure<T>(state: WorkState<T>, status: number): WorkState<T> {
  const { saving, retries } = state;
  // Another version was saved.
  if (status === 409 && saving.id !== null) return inTrouble(state, 'conflict');
  // The work was deleted at the server: the next save adds it again.
  if (status === 404 || status === 409)
    return afterSave({ ...state, saving: { ...saving, id: null, version: 0, sending: null } });
  // A refusal remains until something changes.
  const canRetry = status === 0 || status === 429 || status >= 500;
  const failed = inTrouble({ ...state, retries: retries + 1 }, 'failed');
  return canRetry ? { ...failed, due: { afterMs: retryMs(retries) } } : failed;
}

const inTrouble = <T>(state: WorkState<T>, trouble: Saving['trouble']): WorkState<T> => ({
  ...state,
  saving: { ...state.saving, sending: null, trouble },
  due: null,
});

/** One more change, which is saved after a pause. */
function change<T>(state: WorkState<T>, draft: T, afterMs = AUTOSAVE_MS): WorkState<T> {
  const saving = { ...state.saving, changed: state.saving.changed + 1 };
  return { ...state, draft, saving, due: { afterMs } };
}

/** Changes that were made during a save are saved next. */
const afterSave = <T>(state: WorkState<T>): WorkState<T> =>
  hasUnsaved(state.saving) ? { ...state, due: { afterMs: AUTOSAVE_MS } } : state;

/**
 * Values that are counted after a change, such as rows, are saved too. Events that were chosen
 * elsewhere count as work even if nothing was set here yet.
 */
function summarize<T>(state: WorkState<T>, summary: Summary): WorkState<T> {
  if (isSame(summary, state.summary)) return state;
  const { phase, saving, wasChanged } = state;
  const next = { ...state, summary };
  const isWork = wasChanged || (saving.id === null && (summary.events ?? 0) > 0);
  return phase === 'open' && isWork ? change(next, state.draft) : next;
}

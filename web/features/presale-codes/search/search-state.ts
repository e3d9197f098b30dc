import type { FoundCode, MailboxReport } from '../../../../shared/presale-codes/events.ts';

/** Idle, searching, then results (done), cancelled or an error. The found codes stay in each phase. */
export interface SearchState {
  phase: 'idle' | 'searching' | 'done' | 'cancelled' | 'error';
  /** In the order of discovery; during a search the list only grows at its end. */
  codes: readonly FoundCode[];
  mailboxes: readonly MailboxReport[];
  /** The number of mailboxes of the search. */
  total: number;
  startedAt: number;
  endedAt: number;
  message: string;
  /** The codes that the search before did not find, if it had the same keywords. */
  fresh: ReadonlySet<string>;
  /** A watch repeats the search: the codes of the one before stay in view. */
  isQuiet: boolean;
  /** Attempts to restore a lost connection; 0 while connected. */
  lostTries: number;
}

/** Before the first search. */
export const IDLE: SearchState = {
  phase: 'idle',
  codes: [],
  mailboxes: [],
  total: 0,
  startedAt: 0,
  endedAt: 0,
  message: '',
  fresh: new Set(),
  isQuiet: false,
  lostTries: 0,
};

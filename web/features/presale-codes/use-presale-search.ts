import { useCallback, useEffect, useRef, useState } from 'react';
import type {
  FoundCode,
  MailboxReport,
  PresaleSearchInput,
} from '../../../shared/presale-codes/schema.ts';
import { ApiError } from '../../lib/api-error.ts';
import { streamSearch } from './search-stream.ts';

/** Idle, searching, then results (done), cancelled or an error; what was found stays in each. */
export interface SearchState {
  phase: 'idle' | 'searching' | 'done' | 'cancelled' | 'error';
  codes: readonly FoundCode[];
  mailboxes: readonly MailboxReport[];
  /** Mailboxes asked for. */
  total: number;
  startedAt: number;
  endedAt: number;
  message: string;
}

const IDLE: SearchState = {
  phase: 'idle',
  codes: [],
  mailboxes: [],
  total: 0,
  startedAt: 0,
  endedAt: 0,
  message: '',
};
/** News are drawn together at this pace: a thousand codes must not mean a thousand drawings. */
const DRAW_MS = 100;
const FAILED = 'Failed to search presale codes. Please try again.';
const NOTHING = 'No codes found matching your criteria';

const identityOf = (code: FoundCode): string =>
  JSON.stringify([code.account, code.email_date, code.email_subject, code.code]);

/** Runs searches, one at a time, and keeps the state of the last. */
export function usePresaleSearch() {
  const [state, setState] = useState<SearchState>(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(async (search: PresaleSearchInput) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const codes = new Map<string, FoundCode>();
    const mailboxes = new Map<number, MailboxReport>();
    const begun = {
      ...IDLE,
      phase: 'searching' as const,
      total: search.imap_account_ids.length,
      startedAt: Date.now(),
    };
    setState(begun);
    const news = () => ({ codes: [...codes.values()], mailboxes: [...mailboxes.values()] });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (running.current === controller) setState({ ...begun, ...news() });
      }, DRAW_MS);
    };
    const end = (part: Partial<SearchState>) => {
      clearTimeout(timer);
      if (running.current === controller)
        setState({ ...begun, ...news(), endedAt: Date.now(), ...part });
    };
    try {
      const answer = await streamSearch(search, controller.signal, {
        progress: (mailbox) => {
          mailboxes.set(mailbox.id, mailbox);
          draw();
        },
        code: (code) => {
          codes.set(identityOf(code), code);
          draw();
        },
      });
      end({
        phase: 'done',
        codes: answer.codes,
        mailboxes: answer.mailboxes,
        message: answer.message || NOTHING,
      });
    } catch (error) {
      if (controller.signal.aborted) end({ phase: 'cancelled' });
      else end({ phase: 'error', message: messageOf(error) });
    }
  }, []);

  const cancel = useCallback(() => running.current?.abort(), []);
  const reset = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState(IDLE);
  }, []);
  return { state, start, cancel, reset };
}

const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.kind === 'server' && error.message !== ''
    ? error.message
    : FAILED;

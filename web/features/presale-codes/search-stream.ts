import type {
  FoundCode,
  MailboxReport,
  PresaleAnswer,
  PresaleSearchInput,
} from '../../../shared/presale-codes/schema.ts';
import { apiFetch } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { readEvents } from './event-stream.ts';

/** What a running search tells. */
export interface SearchListener {
  progress(mailbox: MailboxReport): void;
  code(code: FoundCode): void;
  /** The connection is lost and asked for again, for the n-th time; 0 once it is there again. */
  lost(attempt: number): void;
}

/** A search as it is asked for, and again when its stream was lost: the server knows it by its id. */
export interface AskedSearch {
  id: string;
  search: PresaleSearchInput;
  /** When to give up, in milliseconds since the epoch. */
  until: number;
  /** True for a search that the server was asked for before, such as before a reload. */
  isKnown: boolean;
}

/** First and longest wait before a lost stream is joined again. */
const REJOIN = { firstMs: 500, longestMs: 4_000 };
/** A search that never began is not asked for longer than this. */
const FIRST_TRIES = 3;
/** The server says something at least every 5 s: longer silence is a dead connection. */
const SILENT_MS = 20_000;

/** A failure told in the stream, with the status that the call would have had. */
class SearchFault extends ApiError {
  constructor({ message, status }: { message: string; status?: number }) {
    super('server', message, { status });
  }
}

async function listen(
  { id, search }: AskedSearch,
  signal: AbortSignal,
  listener: SearchListener,
): Promise<PresaleAnswer | null> {
  const attempt = new AbortController();
  const response = await apiFetch('/api/presale-codes/search', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', 'X-Search-Id': id },
    body: JSON.stringify(search),
    signal: AbortSignal.any([signal, attempt.signal]),
  });
  if (!response.body) return null;
  listener.lost(0);
  try {
    for await (const { name, data } of readEvents(response.body, SILENT_MS)) {
      // The shapes are those of the schema: the same build wrote both sides.
      if (name === 'progress') listener.progress(JSON.parse(data) as MailboxReport);
      else if (name === 'code') listener.code(JSON.parse(data) as FoundCode);
      else if (name === 'done') return JSON.parse(data) as PresaleAnswer;
      else if (name === 'error') throw new SearchFault(JSON.parse(data));
    }
    return null;
  } finally {
    // A connection that is only half dead must not keep the search at the server alive.
    attempt.abort();
  }
}

/** How far a search got before it was lost. */
interface Heard {
  /** The server took it. */
  hasBegun: boolean;
  /** It told something: it runs, and whoever reports it unavailable is away for a while only. */
  hasEvents: boolean;
}

/** A stream that broke, or a server that is just starting again. An answer of the search itself is none of these. */
function isLost(error: unknown, { hasBegun, hasEvents }: Heard): boolean {
  if (!(error instanceof ApiError))
    return error instanceof TypeError || error instanceof DOMException;
  const canComeBack = error instanceof SearchFault ? hasEvents : hasBegun;
  return error.kind === 'network' || (canComeBack && [502, 503, 504].includes(error.status));
}

/** Waits, but no longer than until the browser has a network again. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
    const end = (): void => {
      removeEventListener('online', end);
      resolve();
    };
    addEventListener('online', end);
    over.addEventListener('abort', end);
    if (over.aborted) end();
  });

/**
 * Runs a search and hears what it finds. When the connection is lost meanwhile, the same search is joined again, until
 * the search is over anyway.
 * @throws {ApiError}
 */
export async function streamSearch(
  asked: AskedSearch,
  signal: AbortSignal,
  listener: SearchListener,
): Promise<PresaleAnswer> {
  const heard: Heard = { hasBegun: asked.isKnown, hasEvents: asked.isKnown };
  const listening: SearchListener = {
    progress: (mailbox) => {
      heard.hasEvents = true;
      listener.progress(mailbox);
    },
    code: (code) => {
      heard.hasEvents = true;
      listener.code(code);
    },
    lost: (attempt) => {
      if (attempt === 0) heard.hasBegun = true;
      listener.lost(attempt);
    },
  };
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await listen(asked, signal, listening);
      if (answer) return answer;
    } catch (error) {
      if (signal.aborted || !isLost(error, heard)) throw error;
    }
    signal.throwIfAborted();
    if (Date.now() >= asked.until || (!heard.hasBegun && attempt >= FIRST_TRIES))
      throw new ApiError('network', '');
    listener.lost(attempt);
    await pause(Math.min(REJOIN.longestMs, REJOIN.firstMs * 2 ** (attempt - 1)), signal);
    signal.throwIfAborted();
  }
}

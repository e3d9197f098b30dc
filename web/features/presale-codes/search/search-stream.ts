import { createParser } from 'eventsource-parser';
import {
  type FoundCode,
  fromServerSentEvent,
  type MailboxReport,
  type PresaleAnswer,
  type SearchFailure,
} from '../../../../shared/presale-codes/events.ts';
import type { PresaleSearchInput } from '../../../../shared/presale-codes/schema.ts';
import { backoffMs } from '../../../../shared/times.ts';
import { apiFetch } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { pauseOrOnline } from '../../../lib/online.ts';

/** The updates of a running search. `done` is the last. */
export type SearchUpdate =
  | { type: 'progress'; mailbox: MailboxReport }
  | { type: 'codes'; codes: readonly FoundCode[] }
  | { type: 'done'; answer: PresaleAnswer }
  /** The connection was lost and is being rejoined, for the n-th time; 0 once it is restored. */
  | { type: 'connection'; lostTries: number };

/** A search to run, or to rejoin by its id. */
export interface SearchRequest {
  id: string;
  search: PresaleSearchInput;
  /** The end of all attempts, in milliseconds since the epoch. */
  until: number;
  /** True if this search was sent to the server before, such as before a reload. */
  isKnown: boolean;
}

/** First and longest wait before a lost stream is rejoined. */
const REJOIN = { firstMs: 500, longestMs: 4_000 };
/** The number of attempts for a search that never began. */
const FIRST_TRIES = 3;
/** The server sends something at least every 5 s: a longer silence means a dead connection. */
const SILENT_MS = 20_000;

/** A failure in the stream, with the status that the call would have had. */
class SearchFault extends ApiError {
  readonly isInterrupted: boolean;
  constructor({ message, status, is_interrupted = false }: SearchFailure) {
    super('server', message, { status });
    this.isInterrupted = is_interrupted;
  }
}

/** The progress of a search before it was lost. */
interface Reached {
  /** The server accepted it. */
  hasBegun: boolean;
  /** Events have arrived, so the search is running and an unavailable server is only temporary. */
  hasEvents: boolean;
}

/**
 * Whether rejoining may help: the stream broke, or the server is restarting. False for a failure of
 * the search.
 */
function canRejoin(error: unknown, { hasBegun, hasEvents }: Reached, attempt: number): boolean {
  if (!(error instanceof ApiError))
    return error instanceof TypeError || error instanceof DOMException;
  if (error instanceof SearchFault && !hasEvents && attempt >= FIRST_TRIES) return false;
  if (error instanceof SearchFault && error.isInterrupted) return true;
  const canComeBack = error instanceof SearchFault ? hasEvents : hasBegun;
  return error.kind === 'network' || (canComeBack && [502, 503, 504].includes(error.status));
}

/**
 * Runs a search. Only this function rejoins: when the connection or the server's desk is lost, the
 * same search is rejoined by its id, as long as it can still run.
 * @throws {ApiError}
 */
export async function* streamSearch(
  { id, search, until, isKnown }: SearchRequest,
  signal: AbortSignal,
): AsyncGenerator<SearchUpdate> {
  const reached: Reached = { hasBegun: isKnown, hasEvents: isKnown };
  for (let attempt = 1; ; attempt++) {
    const connection = new AbortController();
    try {
      const { body } = await apiFetch('/api/presale-codes/search', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'text/event-stream',
          'X-Search-Id': id,
        },
        body: JSON.stringify(search),
        signal: AbortSignal.any([signal, connection.signal]),
      });
      reached.hasBegun = true;
      yield { type: 'connection', lostTries: 0 };
      for await (const { name, data } of body ? readEvents(body, SILENT_MS) : []) {
        const event = fromServerSentEvent(name, data);
        if (event?.type === 'failed') throw new SearchFault(event.failure);
        if (event?.type !== 'progress' && event?.type !== 'codes' && event?.type !== 'done')
          continue;
        reached.hasEvents = true;
        yield event;
        if (event.type === 'done') return;
      }
    } catch (error) {
      if (signal.aborted || !canRejoin(error, reached, attempt)) throw error;
    } finally {
      // A half-dead connection must not keep the search running at the server.
      connection.abort();
    }
    signal.throwIfAborted();
    if (Date.now() >= until || (!reached.hasBegun && attempt >= FIRST_TRIES))
      throw new ApiError('network', '');
    yield { type: 'connection', lostTries: attempt };
    await pauseOrOnline(backoffMs(attempt, REJOIN), signal);
    signal.throwIfAborted();
  }
}

/** One event of a stream of server-sent events. */
interface StreamEvent {
  name: string;
  data: string;
}

/**
 * Thousands of events that arrive at once, for example after a reload, are processed in tasks of
 * this length: a frame has 16 ms.
 */
const SLICE_MS = 10;

/** Browsers slow down the timers of a hidden page, which renders nothing. */
const isHidden = (): boolean => typeof document !== 'undefined' && document.hidden;

/**
 * Reads the named events of a stream of server-sent events.
 * @throws {TypeError} after `silentMs` without a byte, as after a broken connection.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  silentMs: number,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => event !== undefined && events.push({ name: event, data }),
  });
  try {
    while (true) {
      const { value, done } = await readWithin(reader, silentMs);
      if (done) return;
      let since = performance.now();
      parser.feed(decoder.decode(value, { stream: true }));
      for (const event of events.splice(0)) {
        yield event;
        if (performance.now() - since < SLICE_MS || isHidden()) continue;
        await new Promise((resolve) => setTimeout(resolve));
        since = performance.now();
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined); // ended already
  }
}

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, silentMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('The stream fell silent.')), silentMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

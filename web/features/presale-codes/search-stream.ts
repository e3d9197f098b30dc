import type {
  FoundCode,
  MailboxReport,
  PresaleAnswer,
  PresaleSearchInput,
} from '../../../shared/presale-codes/schema.ts';
import { apiFetch } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';

/** What a running search tells. */
export interface SearchListener {
  progress(mailbox: MailboxReport): void;
  code(code: FoundCode): void;
}

/** A lost stream is joined again so often; the server knows the search by its id. */
const REJOINS = 5;
const REJOIN_MS = 1500;

/** Splits an event stream into events. */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ name: string; data: string }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    while (true) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const name = /^event: ?(.*)$/m.exec(block)?.[1] ?? '';
        const data = [...block.matchAll(/^data: ?(.*)$/gm)].map((match) => match[1]).join('\n');
        yield { name, data };
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined); // ended already
  }
}

async function listen(
  search: PresaleSearchInput,
  id: string,
  signal: AbortSignal,
  listener: SearchListener,
): Promise<PresaleAnswer | null> {
  const response = await apiFetch('/api/presale-codes/search', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', 'X-Search-Id': id },
    body: JSON.stringify(search),
    signal,
  });
  if (!response.body) return null;
  for await (const { name, data } of readEvents(response.body)) {
    // The shapes are those of the schema: the same build wrote both sides.
    if (name === 'progress') listener.progress(JSON.parse(data) as MailboxReport);
    else if (name === 'code') listener.code(JSON.parse(data) as FoundCode);
    else if (name === 'done') return JSON.parse(data) as PresaleAnswer;
    else if (name === 'error')
      throw new ApiError('server', (JSON.parse(data) as { message: string }).message, {
        status: 503,
      });
  }
  return null;
}

const isLost = (error: unknown): boolean =>
  (error instanceof ApiError && error.kind === 'network') ||
  (error instanceof TypeError && !(error instanceof ApiError));

/**
 * Runs a search and hears what it finds. When the connection is lost meanwhile, the same search is joined again.
 * @throws {ApiError}
 */
export async function streamSearch(
  search: PresaleSearchInput,
  signal: AbortSignal,
  listener: SearchListener,
): Promise<PresaleAnswer> {
  const id = crypto.randomUUID();
  for (let rejoin = 0; ; rejoin++) {
    try {
      const answer = await listen(search, id, signal, listener);
      if (answer) return answer;
      signal.throwIfAborted();
    } catch (error) {
      if (signal.aborted || !isLost(error) || rejoin >= REJOINS) throw error;
    }
    if (rejoin >= REJOINS)
      throw new ApiError('network', 'Failed to search presale codes. Please try again.');
    await new Promise((resolve) => setTimeout(resolve, REJOIN_MS));
  }
}

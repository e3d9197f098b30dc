import { page } from 'vitest/browser';
import type { FoundCode, MailboxReport, PresaleAnswer } from '../../shared/presale-codes/events.ts';
import { makeMailboxes } from '../factories/mailboxes.ts';
import type { Answer } from './desk.tsx';
import { openProduct } from './product.tsx';

export const makeAnswer = (codes: FoundCode[], mailboxes: MailboxReport[]): PresaleAnswer => ({
  success: true,
  codes,
  message: `${codes.length} code(s) found`,
  mailboxes,
});

const HEALTH = { status: 'ok', database: 'ok', scanner: 'connected', providers: 'simulated' };

/** The presale tool. Its searches are answered event by event. */
export class PresaleWorld {
  /** The ids of the searches that were sent, one for each attempt. */
  readonly searchIds: string[] = [];
  /**
   * The answer to the next search: 200, 502 for a proxy's page, another status, or 0 for a server that cannot be
   * reached.
   */
  status = 200;
  answers: Record<string, Answer>;
  /** The address on the screen. */
  href = () => '';
  readonly #streams: ReadableStreamDefaultController<Uint8Array>[] = [];

  constructor(mailboxes: number) {
    this.answers = {
      'GET /imap-accounts': () => ({ success: true, accounts: makeMailboxes(mailboxes) }),
      'GET /health': () => HEALTH,
      'POST /presale-codes/search': ({ headers, signal }) => this.#search(headers, signal),
    };
  }

  async open(storage: 'empty' | 'kept' | 'new tab' = 'empty') {
    const opened = await openProduct('/presale-code-tool', this.answers, { storage });
    this.answers = opened.answers;
    this.href = opened.href;
    return opened;
  }

  loseScanner(): void {
    this.answers['GET /health'] = () => ({ ...HEALTH, scanner: 'disconnected' });
  }

  /** Sends events to the newest stream, all of them in one chunk. */
  async send(...events: readonly (readonly [name: string, data: unknown])[]): Promise<void> {
    const text = events
      .map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
      .join('');
    (await this.#newest()).enqueue(new TextEncoder().encode(text));
  }

  /** Breaks the newest stream, like a lost network. */
  async lose(): Promise<void> {
    (await this.#newest()).error(new TypeError('network error'));
  }

  async #newest() {
    while (this.#streams.length === 0) await new Promise(requestAnimationFrame);
    return this.#streams.at(-1) as ReadableStreamDefaultController<Uint8Array>;
  }

  #search(headers: Headers, signal: AbortSignal | null): Response {
    this.searchIds.push(headers.get('X-Search-Id') ?? '');
    const { status } = this;
    if (status === 0) throw new TypeError('Failed to fetch');
    if (status === 502) return new Response('<html>Bad gateway</html>', { status });
    if (status !== 200) {
      const message = status === 401 ? 'Invalid token' : '';
      return Response.json({ success: false, message }, { status });
    }
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#streams.push(controller);
        const abort = () => controller.error(new DOMException('Aborted', 'AbortError'));
        signal?.addEventListener('abort', abort);
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }
}

/** Fills in the form and starts the search. */
export async function searchFor(keyword: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Keyword 1' }).fill(keyword);
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Search Presale Codes' }).click();
}

import { afterAll, beforeAll, vi } from 'vitest';
import {
  answerWith,
  type FoundCode,
  type SearchEvent,
  toServerSentEvents,
} from '../../shared/presale-codes/events.ts';
import { storeToken } from '../../web/lib/token.ts';
import { makeCode } from '../factories/presale.ts';

interface Job {
  codes: FoundCode[];
  isDone: boolean;
}

/** The product's server as one tab sees it: searches by their id, and the operator's recent searches. */
export class SearchServer {
  readonly jobs = new Map<string, Job>();
  /** The bodies of the searches, one for each connection, with their ids. */
  readonly sent: { id: string; body: { search_keywords: string[] } }[] = [];
  readonly works: { id: number; version: number; key: string; kind: string; body: object }[] = [];
  /** Connections whose tab has not left. */
  open = 0;
  readonly #streams = new Set<{ id: string; out: ReadableStreamDefaultController<Uint8Array> }>();

  /** Finds a code in the mails of a running search. */
  find(id: string, code: string): void {
    const job = this.jobs.get(id);
    if (job === undefined || job.isDone) return;
    const found = makeCode({ code });
    job.codes.push(found);
    this.#send(id, { type: 'codes', codes: [found] });
  }

  end(id: string): void {
    const job = this.jobs.get(id);
    if (job === undefined) return;
    job.isDone = true;
    this.#send(id, { type: 'done', answer: answerWith(job.codes, []) });
  }

  /** Breaks all connections, as a lost network does. */
  lose(): void {
    for (const { out } of this.#streams) tryTo(() => out.error(new TypeError('network error')));
    this.#streams.clear();
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const request = input instanceof Request ? input : null;
    const url = new URL(request?.url ?? String(input), 'https://desk.test');
    const method = request?.method ?? init.method ?? 'GET';
    const body = request ? await request.text() : String(init.body ?? 'null');
    const path = url.pathname.replace('/api', '');
    if (path === '/presale-codes/search')
      return this.#search(new Headers(init.headers).get('X-Search-Id') ?? '', body, init.signal);
    return Response.json({
      success: true,
      ...this.#recentWork(method, path, JSON.parse(body || 'null')),
    });
  };

  #search(id: string, body: string, signal: AbortSignal | null | undefined): Response {
    this.sent.push({ id, body: JSON.parse(body) });
    const job = this.jobs.get(id) ?? { codes: [], isDone: false };
    this.jobs.set(id, job);
    this.open += 1;
    signal?.addEventListener('abort', () => {
      this.open -= 1;
    });
    const stream = new ReadableStream<Uint8Array>({
      start: (out) => {
        const connection = { id, out };
        this.#streams.add(connection);
        signal?.addEventListener('abort', () => {
          this.#streams.delete(connection);
          tryTo(() => out.error(new DOMException('Aborted', 'AbortError')));
        });
      },
    });
    if (job.codes.length > 0) this.#send(id, { type: 'codes', codes: job.codes });
    if (job.isDone) this.#send(id, { type: 'done', answer: answerWith(job.codes, []) });
    return new Response(stream);
  }

  #send(id: string, event: SearchEvent): void {
    const bytes = new TextEncoder().encode(toServerSentEvents(event));
    for (const stream of this.#streams)
      if (stream.id === id) tryTo(() => stream.out.enqueue(bytes));
  }

  // biome-ignore lint/suspicious/noExplicitAny: the body of any call
  #recentWork(method: string, path: string, body: any): object {
    const byKey = this.works.findLast(({ key }) => key === body?.key);
    if (path === '/recent-work/find') return { data: byKey ?? null };
    const id = Number(path.split('/')[2] ?? 0);
    const work = this.works.find((one) => one.id === id);
    if (method === 'GET') return { data: id === 0 ? this.works.slice(-1) : (work ?? null) };
    if (method === 'PUT' && work) {
      // The newest search is the one that was saved last.
      this.works.splice(this.works.indexOf(work), 1);
      this.works.push({ ...work, ...body, version: work.version + 1 });
      return { version: work.version + 1 };
    }
    this.works.push({ ...body, id: this.works.length + 1, version: 1 });
    return { id: this.works.length };
  }
}

/** A stream without a reader accepts nothing. */
function tryTo(send: () => void): void {
  try {
    send();
  } catch {
    // It is closed.
  }
}

function makeStorage() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

/** The parts of a browser that the search of a tab uses. Import the product after this file. */
export function stubBrowser(): { server: () => SearchServer; renew: () => void } {
  let server = new SearchServer();
  const page = new EventTarget();
  beforeAll(() => {
    const listening = {
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
      dispatchEvent: page.dispatchEvent.bind(page),
    };
    for (const [name, value] of Object.entries({
      ...listening,
      location: { origin: 'https://desk.test' },
      window: listening,
      document: { ...listening, hidden: false },
      localStorage: makeStorage(),
      sessionStorage: makeStorage(),
      requestAnimationFrame: (draw: () => void) => setImmediate(draw),
      fetch: (...call: Parameters<typeof fetch>) => server.fetch(...call),
    }))
      vi.stubGlobal(name, value);
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return {
    server: () => server,
    renew: () => {
      server = new SearchServer();
      localStorage.clear();
      sessionStorage.clear();
    },
  };
}

/** Signs the operator 1 in. */
export const signIn = () => storeToken(`head.${btoa(JSON.stringify({ sub: '1' }))}.signature`);

/** Waits until everything that depends on an answer of the server or on the next frame has run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
}

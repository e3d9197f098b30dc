import { expect } from 'vitest';

/** A call that a screen made. `body` is the parsed JSON, null without one. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many calls.
  body: any;
  headers: Headers;
  signal: AbortSignal | null;
  /** The status of the answer, or why there is none; absent while the answer is awaited. */
  answer?: string;
}

/** Reads the arguments of `fetch`. */
export function readCall(input: RequestInfo | URL, init: RequestInit = {}): Call {
  const url = new URL(input instanceof Request ? input.url : String(input), location.origin);
  const { body } = init;
  const text =
    body instanceof ArrayBuffer ? new TextDecoder().decode(body) : ((body ?? null) as string);
  return {
    method: init.method ?? 'GET',
    path: url.pathname.replace('/api', ''),
    query: url.searchParams,
    body: text === null ? null : JSON.parse(text),
    headers: new Headers(init.headers),
    signal: init.signal ?? null,
  };
}

/**
 * The calls of a screen. The product also calls in the background (scanner, notifications, recent
 * work), and there is no order between routes: find a call by its route, never by its position
 * among all calls.
 */
export class Calls {
  readonly #all: Call[] = [];

  add(call: Call): void {
    this.#all.push(call);
  }

  /**
   * The calls to a `METHOD /path` so far. Use it only for calls whose result the page has shown, or
   * that it must not make.
   */
  to(route: string | RegExp): Call[] {
    return this.#all.filter(({ method, path }) => {
      const own = `${method} ${path}`;
      return typeof route === 'string' ? own === route : route.test(own);
    });
  }

  /** Every call with its answer, one per line: the report of a failed test. */
  list(): string {
    return this.#all
      .map(({ method, path, query, answer = 'no answer yet' }) =>
        [method, query.size > 0 ? `${path}?${query}` : path, answer].join(' '),
      )
      .join('\n');
  }

  /** Waits for a call to a `METHOD /path`, and returns the newest one. */
  async made(route: string): Promise<Call> {
    const newest = () => this.to(route).at(-1);
    await expect.poll(newest, { message: `a call to ${route}` }).toBeDefined();
    return newest() as Call;
  }
}

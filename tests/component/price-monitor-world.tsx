import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { expect, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { WatchedEvent } from '../../shared/price-monitor/schema.ts';
import { PriceMonitorScreen } from '../../web/features/price-monitor/price-monitor-screen.tsx';
import type { PricesSearch } from '../../web/features/price-monitor/search-state.ts';
import { router } from '../../web/router.tsx';
import { TopBarSlots } from '../../web/ui/page.tsx';
import { Toaster } from '../../web/ui/toast.tsx';
import { type Call, Calls, readCall } from './calls.ts';

type Answer = (call: Call) => object | Response;

/** Stands in for the server's side of the socket. */
class FakeSocket extends EventTarget {
  static newest: FakeSocket | null = null;
  readyState: number = WebSocket.OPEN;
  constructor() {
    super();
    FakeSocket.newest = this;
  }
  send() {}
  close() {
    this.readyState = WebSocket.CLOSED;
  }
}

/** The screen on a server that the test scripts. */
export class World {
  readonly calls = new Calls();
  events: WatchedEvent[];
  tags: string[] = [];
  /** Answers by method and path; they take precedence over those of the list. */
  readonly answers: Record<string, Answer> = {};
  #seq = 0;

  constructor(events: WatchedEvent[]) {
    this.events = events;
    vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => this.#answer(input, init));
    vi.stubGlobal('WebSocket', Object.assign(FakeSocket, { OPEN: 1, CLOSED: 3 }));
    localStorage.setItem('token', `header.${btoa(JSON.stringify({ sub: '1' }))}.signature`);
  }

  async open(search: PricesSearch = {}) {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    return render(
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router}>
          <Frame search={search} />
          <Toaster />
        </RouterContextProvider>
      </QueryClientProvider>,
    );
  }

  /** Opens the live channel. */
  async connect() {
    await expect.poll(() => FakeSocket.newest).not.toBeNull();
    this.receive({ type: 'hello', epoch: 'e', reset: true }, { type: 'ready', seq: 0 });
  }

  receive(...frames: object[]) {
    for (const frame of frames) this.receiveText(JSON.stringify(frame));
  }

  receiveText(data: string) {
    FakeSocket.newest?.dispatchEvent(new MessageEvent('message', { data }));
  }

  failSocket() {
    FakeSocket.newest?.dispatchEvent(new Event('error'));
  }

  sendPrices(url: string, prices: WatchedEvent['prices']) {
    const data = { url, prices, image: null, title: null, date: null, venue: null };
    this.receive({ type: 'priceUpdate', data, seq: ++this.#seq });
  }

  /** The state of an event's checks, with that of its alerts. */
  sendState(url: string, alerts: { id: number; is_armed: boolean; fired_at: string | null }[]) {
    const data = {
      target: 'price',
      id: url,
      state: 'ok',
      reason: null,
      next_check_at: null,
      alerts,
      checked_at: new Date().toISOString(),
    };
    this.receive({ type: 'monitor', data, seq: ++this.#seq });
  }

  /** The team has stopped monitoring an event. */
  sendRemoval(url: string) {
    const data = {
      target: 'price',
      id: url,
      state: 'removed',
      reason: null,
      checked_at: null,
      next_check_at: null,
    };
    this.receive({ type: 'monitor', data, seq: ++this.#seq });
  }

  close() {
    FakeSocket.newest = null;
  }

  async #answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const call = readCall(input, init);
    this.calls.add(call);
    const answer = (this.answers[`${call.method} ${call.path}`] ?? this.#list)(call);
    return answer instanceof Response ? answer : Response.json({ success: true, ...answer });
  }

  readonly #list = ({ path, query }: Call): object => {
    if (path === '/events/price-target') {
      const data = this.events.find(({ url }) => url === query.get('url'));
      return { data, checks: [] };
    }
    if (path === '/events/price-history') return { currency: null, data: [] };
    const counts = { unread: 0, none: 0, low: 0, medium: 0, high: 0 };
    for (const { availability } of this.events) counts[availability]++;
    const tags = this.tags.map((tag) => ({ tag, count: 1 }));
    return { data: this.events, total: this.events.length, next_cursor: null, counts, tags };
  };
}

export const refuse = (status: number, message: string) =>
  Response.json({ success: false, message }, { status });

function Frame(props: { search: PricesSearch }) {
  const [search, setSearch] = useState(props.search);
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  return (
    <TopBarSlots value={{ heading, actions }}>
      <div style={{ height: 760 }} className="flex flex-col">
        <div ref={setHeading} />
        <div ref={setActions} />
        <PriceMonitorScreen search={search} onSearch={setSearch} />
      </div>
    </TopBarSlots>
  );
}

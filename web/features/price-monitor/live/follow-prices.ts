import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ChannelData } from '../../../../shared/channel.ts';
import type { WatchedEvent, WatchedEventsAnswer } from '../../../../shared/price-monitor/schema.ts';
import { useChannel, useChannelReset } from '../../../lib/channel/index.ts';
import { formatNumber } from '../../../lib/format.ts';
import { reloadQueries } from '../../../lib/query-client.ts';
import { overviewQuery, PAGES_KEY } from '../queries.ts';
import { PRICES_KEY } from '../watched-events.ts';
import { type ActivityKind, logActivity } from './activity.ts';
import { describeChange, type LastStates, withLastStates } from './live-event.ts';

/**
 * Data that messages do not contain, such as the details of the open event and removed rows, is loaded again at most
 * this often.
 */
const DETAILS_MS = 250;
/** The activity log and the counts of the filters follow at most this often. */
const SETTLE_MS = 5_000;
/** More changes than this are combined into one entry of the log. */
const MOST_ENTRIES = 3;

/** Writes price changes to the activity log, and reloads what no message contains. */
export function useFollowedPrices(): void {
  const client = useQueryClient();
  const follower = useRef<PriceFollower>(null);
  useEffect(() => {
    const one = new PriceFollower(client);
    follower.current = one;
    return () => one.stop();
  }, [client]);
  useChannel('priceUpdate', (data) => follower.current?.addPrices(data));
  useChannel('monitor', (data) => follower.current?.addState(data));
  useChannelReset(() => void reloadQueries(client, { queryKey: PRICES_KEY }));
}

class PriceFollower {
  readonly #client: QueryClient;
  /** The events as they were last logged, by address. */
  readonly #seen = new Map<string, WatchedEvent>();
  #moves: [ActivityKind, string][] = [];
  /** The addresses of events with changes. */
  #changed = new Set<string>();
  #areRowsOld = false;
  #areCountsOld = false;
  #details: ReturnType<typeof setTimeout> | undefined;
  #settle: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  addPrices(prices: ChannelData<'priceUpdate'>): void {
    const before = this.#seen.get(prices.url) ?? findListed(this.#client, prices.url);
    if (before === undefined) this.#areCountsOld ||= isListWhole(this.#client);
    else {
      const after = this.#note(before, { prices, monitor: null });
      this.#areCountsOld ||= before.availability !== after.availability;
    }
    this.#plan(prices.url);
  }

  addState(monitor: ChannelData<'monitor'>): void {
    const { target, id, state } = monitor;
    if (target !== 'price') return;
    const before = this.#seen.get(id) ?? findListed(this.#client, id);
    if (before !== undefined && (state === 'ok' || state === 'failing'))
      this.#note(before, { prices: null, monitor });
    if (state === 'removed') {
      this.#seen.delete(id);
      this.#areRowsOld ||= findListed(this.#client, id) !== undefined;
    }
    this.#areCountsOld ||= state === 'removed' || state === 'waiting';
    this.#plan(id);
  }

  #note(before: WatchedEvent, last: LastStates): WatchedEvent {
    const after = withLastStates(before, last);
    this.#seen.set(after.url, after);
    const entry = describeChange(before, after);
    if (entry !== null) this.#moves.push(entry);
    return after;
  }

  stop(): void {
    clearTimeout(this.#details);
    clearTimeout(this.#settle);
  }

  #plan(url: string): void {
    this.#changed.add(url);
    this.#details ??= setTimeout(() => this.#reloadDetails(), DETAILS_MS);
    if (this.#areCountsOld || this.#moves.length > 0)
      this.#settle ??= setTimeout(() => this.#report(), SETTLE_MS);
  }

  /** The open event has a history and checks that no message contains. */
  #reloadDetails(): void {
    this.#details = undefined;
    const changed = this.#changed;
    this.#changed = new Set();
    if (this.#areRowsOld) void reloadQueries(this.#client, { queryKey: PAGES_KEY });
    this.#areRowsOld = false;
    void reloadQueries(this.#client, {
      queryKey: PRICES_KEY,
      predicate: ({ queryKey: [, kind, url] }) =>
        (kind === 'event' || kind === 'history') && typeof url === 'string' && changed.has(url),
    });
  }

  #report(): void {
    this.#settle = undefined;
    const moves = this.#moves.splice(0);
    if (moves.length <= MOST_ENTRIES)
      for (const [kind, text] of moves) logActivity(this.#client, kind, text);
    else logActivity(this.#client, 'info', `${formatNumber(moves.length)} prices changed`);
    if (this.#areCountsOld) void reloadQueries(this.#client, { queryKey: overviewQuery.queryKey });
    this.#areCountsOld = false;
  }
}

const listsOf = (client: QueryClient): WatchedEventsAnswer[][] =>
  client
    .getQueriesData<InfiniteData<WatchedEventsAnswer>>({ queryKey: PAGES_KEY })
    .map(([, pages]) => pages?.pages ?? []);

function findListed(client: QueryClient, url: string): WatchedEvent | undefined {
  for (const { data } of listsOf(client).flat()) {
    const event = data.find((one) => one.url === url);
    if (event !== undefined) return event;
  }
  return undefined;
}

/** Whether a list was loaded to its end: then the team may have added the events that it lacks. */
const isListWhole = (client: QueryClient): boolean =>
  listsOf(client).some((pages) => pages.at(-1)?.next_cursor === null);

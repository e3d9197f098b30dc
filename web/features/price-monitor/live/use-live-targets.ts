import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ChannelData } from '../../../../shared/channel.ts';
import { useChannel } from '../../../lib/channel/index.ts';
import { formatNumber } from '../../../lib/format.ts';
import { reloadQueries } from '../../../lib/query-client.ts';
import { PRICES_KEY } from '../price-targets.ts';
import { overviewQuery, PAGES_KEY } from '../queries.ts';
import { type ActivityKind, logActivity } from './activity.ts';
import {
  applyToPages,
  type Changed,
  describeChange,
  holdPrices,
  type LiveChanges,
  noChanges,
  type Pages,
} from './live.ts';

/** All messages within this time are shown with one render. */
const FLUSH_MS = 250;
/** The activity log and the counts of the filters follow at most this often. */
const SETTLE_MS = 5_000;
/** More changes than these become one entry of the log. */
const MOST_ENTRIES = 3;

/** Keeps the loaded events up to date with the live channel, in a few renders a second at most. */
export function useLiveTargets(): void {
  const client = useQueryClient();
  const live = useRef<LiveBatch>(null);
  useEffect(() => {
    const batch = new LiveBatch(client);
    live.current = batch;
    return () => batch.stop();
  }, [client]);
  useChannel('priceUpdate', (data) => live.current?.addPrices(data));
  useChannel('monitor', (data) => live.current?.addMonitor(data));
}

/** Messages that wait for the next flush, and price changes that wait for the next entries of the log. */
class LiveBatch {
  readonly #client: QueryClient;
  #changes = noChanges();
  #moves: [ActivityKind, string][] = [];
  #areCountsOld = false;
  #flush: ReturnType<typeof setTimeout> | undefined;
  #settle: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  addPrices(data: ChannelData<'priceUpdate'>): void {
    holdPrices(this.#changes, data);
    this.#plan();
  }

  addMonitor(data: ChannelData<'monitor'>): void {
    if (data.target !== 'price') return;
    this.#changes.monitors.set(data.id, data);
    this.#plan();
  }

  stop(): void {
    clearTimeout(this.#flush);
    clearTimeout(this.#settle);
  }

  #plan(): void {
    this.#flush ??= setTimeout(() => this.#apply(), FLUSH_MS);
  }

  #apply(): void {
    this.#flush = undefined;
    const changes = this.#changes;
    // A running request may return an older state than these messages, so they are applied to its answer again.
    if (this.#client.isFetching({ queryKey: PAGES_KEY }) > 0) this.#plan();
    else this.#changes = noChanges();
    const changed = applyToCache(this.#client, changes);
    reloadDetails(this.#client, changes);
    this.#moves.push(...changed.map(describeChange).filter((entry) => entry !== null));
    this.#areCountsOld ||=
      changed.some(({ before, after }) => before.availability !== after.availability) ||
      hasUnknownEvent(this.#client, changes) ||
      [...changes.monitors.values()].some(
        ({ state }) => state === 'removed' || state === 'waiting',
      );
    if (this.#areCountsOld || this.#moves.length > 0)
      this.#settle ??= setTimeout(() => this.#report(), SETTLE_MS);
  }

  #report(): void {
    this.#settle = undefined;
    logMoves(this.#client, this.#moves.splice(0));
    if (!this.#areCountsOld) return;
    this.#areCountsOld = false;
    void reloadQueries(this.#client, { queryKey: overviewQuery.queryKey });
  }
}

function applyToCache(client: QueryClient, changes: LiveChanges): Changed[] {
  const at = new Date().toISOString();
  const found = new Map<number, Changed>();
  for (const [key, pages] of client.getQueriesData<Pages>({ queryKey: PAGES_KEY })) {
    if (pages === undefined) continue;
    const [next, changed] = applyToPages(pages, changes, at);
    client.setQueryData(key, next);
    for (const change of changed) found.set(change.after.id, change);
  }
  return [...found.values()];
}

/** Whether an event is missing in a list that was loaded to its end: the team may have added it. */
const hasUnknownEvent = (client: QueryClient, { prices }: LiveChanges): boolean =>
  client.getQueriesData<Pages>({ queryKey: PAGES_KEY }).some(([, pages]) => {
    if (pages === undefined || pages.pages.at(-1)?.next_cursor !== null) return false;
    const known = new Set(pages.pages.flatMap(({ data }) => data.map(({ url }) => url)));
    return [...prices.keys()].some((url) => !known.has(url));
  });

/** The open event has a history and checks that no message carries. */
function reloadDetails(client: QueryClient, { prices, monitors }: LiveChanges): void {
  void reloadQueries(client, {
    queryKey: PRICES_KEY,
    predicate: ({ queryKey: [, kind, url] }) =>
      (kind === 'event' || kind === 'history') &&
      typeof url === 'string' &&
      (prices.has(url) || monitors.has(url)),
  });
}

function logMoves(client: QueryClient, moves: readonly [ActivityKind, string][]): void {
  if (moves.length <= MOST_ENTRIES)
    for (const [kind, text] of moves) logActivity(client, kind, text);
  else logActivity(client, 'info', `${formatNumber(moves.length)} prices changed`);
}

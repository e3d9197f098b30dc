import { useMemo } from 'react';
import { type ChannelData, monitorKey, priceKey } from '../../../../shared/channel.ts';
import { availabilityOf, bandsOf, formatPrice } from '../../../../shared/price-monitor/prices.ts';
import {
  isUnreadState,
  SALE_STATE_NAMES,
  type SaleState,
} from '../../../../shared/price-monitor/sale-state.ts';
import type { WatchedEvent } from '../../../../shared/price-monitor/schema.ts';
import { formatInstant } from '../../../../shared/ticketing/view/dates.ts';
import { useLastState } from '../../../lib/channel/index.ts';
import { shownSaleState, signedPrice, titleOf } from '../view.ts';
import type { ActivityKind } from './activity.ts';

/** The last messages of the channel about an event. */
export interface LastStates {
  prices: ChannelData<'priceUpdate'> | null;
  monitor: ChannelData<'monitor'> | null;
}

/** An event with the last states of the channel; the same object if it is newer than they are. */
export function withLastStates(event: WatchedEvent, { prices, monitor }: LastStates): WatchedEvent {
  // The prices are never newer than the state that was sent with them or after them.
  if ((monitor?.version ?? event.version) < event.version) return event;
  if (prices === null && monitor === null) return event;
  return { ...event, ...pricesOf(event, prices), ...stateOf(event, monitor) };
}

/** An event of the list, updated with the messages of the live channel since it was loaded. */
export function useLiveEvent<Event extends WatchedEvent | undefined>(
  event: Event,
): Event | WatchedEvent {
  const url = event?.url ?? '';
  const prices = useLastState(priceKey(url));
  const monitor = useLastState(monitorKey('price', url));
  return useMemo(() => {
    if (event === undefined) return event;
    return withLastStates(event, {
      prices: prices?.type === 'priceUpdate' ? prices.data : null,
      monitor: monitor?.type === 'monitor' ? monitor.data : null,
    });
  }, [event, prices, monitor]);
}

function pricesOf(event: WatchedEvent, update: LastStates['prices']): Partial<WatchedEvent> {
  if (update === null) return {};
  const { low, available } = bandsOf(update.prices ?? event.prices);
  return {
    title: update.title ?? event.title,
    venue: update.venue ?? event.venue,
    city: update.city ?? event.city,
    country: update.country ?? event.country,
    date: update.date ?? event.date,
    image: update.image ?? event.image,
    currency: update.currency ?? event.currency,
    recent: update.recent ?? event.recent,
    last_seen: update.last_seen ?? event.last_seen,
    changed_at: update.changed_at ?? event.changed_at,
    sale_state: update.sale_state ?? event.sale_state,
    opens_at: update.opens_at ?? event.opens_at,
    ...(update.prices !== null && {
      prices: update.prices,
      low,
      available,
      availability: availabilityOf(available),
    }),
  };
}

function stateOf(event: WatchedEvent, monitor: LastStates['monitor']): Partial<WatchedEvent> {
  if (monitor === null) return {};
  const isFailing = monitor.state === 'failing';
  return {
    is_paused: monitor.state === 'paused',
    paused_by: monitor.paused_by ?? null,
    failure: isFailing ? monitor.reason : null,
    failures: isFailing ? Math.max(1, event.failures) : 0,
    checked_at: monitor.checked_at ?? event.checked_at,
    next_check_at: monitor.next_check_at,
    sale_state: monitor.sale_state ?? event.sale_state,
    opens_at: monitor.opens_at === undefined ? event.opens_at : monitor.opens_at,
    tickets_left: monitor.tickets_left === undefined ? event.tickets_left : monitor.tickets_left,
    move: monitor.move === undefined ? event.move : monitor.move,
    source: monitor.source === undefined ? event.source : monitor.source,
    read_at: monitor.read_at === undefined ? event.read_at : monitor.read_at,
    version: monitor.version ?? event.version,
    // Alerts that were added or deleted after the message are taken from the list.
    alerts: event.alerts.map((alert) => ({
      ...alert,
      ...monitor.alerts?.find(({ id }) => id === alert.id),
    })),
  };
}

/** The entry of the activity log for a change; null if state and lowest price are the same. */
export function describeChange(
  before: WatchedEvent,
  after: WatchedEvent,
): [ActivityKind, string] | null {
  const title = titleOf(after);
  const state = shownSaleState(after);
  if (state !== shownSaleState(before)) {
    if (state !== null && state !== 'sold_out') return describeState(after, state);
    if (isUnreadState(before.sale_state) && before.low === after.low)
      return ['info', `${title} can be read again`];
  }
  if (before.low === after.low) return null;
  if (after.low === null) return ['info', `${title} sold out, watching for returns`];
  const price = formatPrice(after.low, after.currency);
  if (before.changed_at === null)
    return ['info', `${title} read for the first time: from ${price}`];
  if (before.sale_state === 'not_yet') return ['info', `${title} went on sale from ${price}`];
  if (before.low === null) return ['fall', `${title} back in stock from ${price}`];
  const amount = after.low - before.low;
  const by = signedPrice(Math.abs(amount), after.currency).slice(1);
  return amount > 0
    ? ['rise', `${title} rose ${by} to ${price}`]
    : ['fall', `${title} fell ${by} to ${price}`];
}

/** A sale that has not begun, ended, or can no longer be read. */
function describeState(
  event: WatchedEvent,
  state: Exclude<SaleState, 'sold_out'>,
): [ActivityKind, string] {
  const title = titleOf(event);
  if (state === 'not_yet' && event.opens_at !== null)
    return ['info', `${title} is not on sale yet (from ${formatInstant(event.opens_at)})`];
  if (state === 'not_yet') return ['info', `${title} is not on sale yet`];
  if (state === 'cancelled') return ['info', `${title} is cancelled`];
  const name = SALE_STATE_NAMES[state].toLowerCase();
  return ['error', `${title}: ${event.failure ?? name}`];
}

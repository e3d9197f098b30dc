import type { InfiniteData } from '@tanstack/react-query';
import type { ChannelData } from '../../../../shared/channel.ts';
import {
  availabilityOf,
  bandsOf,
  formatPrice,
  type Prices,
  sectionsOf,
} from '../../../../shared/price-monitor/prices.ts';
import type { PriceTarget, TargetsAnswer } from '../../../../shared/price-monitor/schema.ts';
import { signedPrice, titleOf } from '../view.ts';
import type { ActivityKind } from './activity.ts';

/** Steps of a sparkline. */
const MOST_RECENT = 32;

/** The messages of the channel since the last flush, by address. */
export interface LiveChanges {
  prices: Map<string, ChannelData<'priceUpdate'>>;
  monitors: Map<string, ChannelData<'monitor'>>;
}

export const noChanges = (): LiveChanges => ({ prices: new Map(), monitors: new Map() });

/** Adds prices to the waiting ones of the same event. Null fields keep the waiting values. */
export function holdPrices({ prices }: LiveChanges, data: ChannelData<'priceUpdate'>): void {
  const given = Object.entries(data).filter(([, value]) => value !== null);
  prices.set(data.url, { ...(prices.get(data.url) ?? data), ...Object.fromEntries(given) });
}

/** An event after its messages; the same object if they change nothing. `at` is the time of the flush. */
export function applyChanges(target: PriceTarget, changes: LiveChanges, at: string): PriceTarget {
  const update = changes.prices.get(target.url);
  const monitor = changes.monitors.get(target.url);
  const priced = update === undefined ? target : withPrices(target, update, at);
  return monitor === undefined ? priced : withMonitor(priced, monitor);
}

function withPrices(
  target: PriceTarget,
  update: ChannelData<'priceUpdate'>,
  at: string,
): PriceTarget {
  const prices = update.prices ?? target.prices;
  const facts = {
    title: update.title ?? target.title,
    venue: update.venue ?? target.venue,
    city: update.city ?? target.city,
    country: update.country ?? target.country,
    date: update.date ?? target.date,
    image: update.image ?? target.image,
    currency: update.currency ?? target.currency,
  };
  // The channel repeats the last known prices to a client that connects.
  const names = Object.keys(facts) as (keyof typeof facts)[];
  const isKnown = names.every((name) => facts[name] === target[name]);
  if (isKnown && isSame(prices, target.prices)) return target;
  const { low, available } = bandsOf(prices);
  const seen = low ?? target.low;
  return {
    ...target,
    ...facts,
    prices,
    low,
    available,
    availability: availabilityOf(available),
    last_seen: seen === null ? target.last_seen : { low: seen, at },
    recent:
      low === target.low ? target.recent : [...target.recent, { at, low }].slice(-MOST_RECENT),
    checked_at: at,
    changed_at: at,
  };
}

/** Whether two lists of prices are equal, whatever the order of their keys. */
const isSame = (one: Prices, other: Prices): boolean =>
  one === other || JSON.stringify(sectionsOf(one)) === JSON.stringify(sectionsOf(other));

function withMonitor(target: PriceTarget, monitor: ChannelData<'monitor'>): PriceTarget {
  const isFailing = monitor.state === 'failing';
  const next = {
    is_paused: monitor.state === 'paused',
    paused_by: monitor.paused_by ?? null,
    failure: isFailing ? monitor.reason : null,
    failures: isFailing ? Math.max(1, target.failures) : 0,
    checked_at: monitor.checked_at ?? target.checked_at,
    next_check_at: monitor.next_check_at,
    alerts: withStates(target.alerts, monitor.alerts ?? []),
    sale_state: monitor.sale_state ?? target.sale_state,
    opens_at: monitor.opens_at === undefined ? target.opens_at : monitor.opens_at,
  };
  const fields = Object.keys(next) as (keyof typeof next)[];
  return fields.every((field) => next[field] === target[field]) ? target : { ...target, ...next };
}

/** The alerts with their new states; the same list if they change nothing. */
function withStates(
  alerts: PriceTarget['alerts'],
  states: NonNullable<ChannelData<'monitor'>['alerts']>,
): PriceTarget['alerts'] {
  let isChanged = false;
  const next = alerts.map((alert) => {
    const state = states.find(({ id }) => id === alert.id);
    if (!state) return alert;
    if (state.is_armed === alert.is_armed && state.fired_at === alert.fired_at) return alert;
    isChanged = true;
    return { ...alert, is_armed: state.is_armed, fired_at: state.fired_at };
  });
  return isChanged ? next : alerts;
}

/** An event before and after a flush. */
export interface Changed {
  before: PriceTarget;
  after: PriceTarget;
}

export type Pages = InfiniteData<TargetsAnswer, string | null>;

/** The loaded pages after their messages. Removed events leave; pages without changes stay the same objects. */
export function applyToPages(pages: Pages, changes: LiveChanges, at: string): [Pages, Changed[]] {
  const changed: Changed[] = [];
  const next = pages.pages.map((page) => {
    let isChanged = false;
    const data = page.data.flatMap((before) => {
      if (changes.monitors.get(before.url)?.state === 'removed') {
        isChanged = true;
        return [];
      }
      const after = applyChanges(before, changes, at);
      if (after === before) return before;
      isChanged = true;
      changed.push({ before, after });
      return after;
    });
    return isChanged ? { ...page, data } : page;
  });
  return [{ ...pages, pages: next }, changed];
}

/** The entry of the activity log for a change; null if the lowest price is the same. */
export function describeChange({ before, after }: Changed): [ActivityKind, string] | null {
  if (before.low === after.low) return null;
  const title = titleOf(after);
  if (after.low === null) return ['info', `${title} sold out, watching for returns`];
  const price = formatPrice(after.low, after.currency);
  if (before.changed_at === null)
    return ['info', `${title} read for the first time: from ${price}`];
  if (before.low === null) return ['fall', `${title} back in stock from ${price}`];
  const amount = after.low - before.low;
  const by = signedPrice(Math.abs(amount), after.currency).slice(1);
  return amount > 0
    ? ['rise', `${title} rose ${by} to ${price}`]
    : ['fall', `${title} fell ${by} to ${price}`];
}

import type { AlertKind } from '../../../../shared/price-monitor/alerts.ts';
import { PRICE_SOURCE_NAMES } from '../../../../shared/price-monitor/price-source.ts';
import { formatPrice, titleFromUrl } from '../../../../shared/price-monitor/prices.ts';
import { isUnreadState, SALE_STATE_NAMES } from '../../../../shared/price-monitor/sale-state.ts';
import { salePageId, salePath } from '../../../../shared/sales/schema.ts';
import { formatInstant } from '../../../../shared/ticketing/view/dates.ts';
import { MINUTE_MS } from '../../../../shared/times.ts';
import type { NewNotification } from '../../notifications/index.ts';
import type { StoredAlert, StoredEvent } from '../events/store.ts';

/** The facts of an event that a notification names. */
export type AnnouncedEvent = Pick<
  StoredEvent,
  | (
      | 'id'
      | 'providerId'
      | 'url'
      | 'title'
      | 'venue'
      | 'currency'
      | 'low'
      | 'ticketsLeft'
      | 'saleState'
      | 'opensAt'
    )
  | ('source' | 'readAt')
>;
type Rule = Pick<StoredAlert, 'id' | 'kind' | 'value' | 'firings'>;

const TOPICS: Partial<Record<AlertKind, string>> = {
  back_in_stock: 'Back in stock',
  opens: 'Opening of the sale',
};

/** The notification of the rules of one event that fired together; none without such a rule. */
export function announce(
  rules: readonly Rule[],
  event: AnnouncedEvent,
  createdAt: number,
): NewNotification[] {
  const [rule] = rules;
  if (rule === undefined) return [];
  const topic = rules.length === 1 ? TOPICS[rule.kind] : undefined;
  return [
    {
      kind: 'price_alert',
      title: event.title ?? titleFromUrl(event.url),
      ...(topic !== undefined && { topic }),
      body: `${rules.length === 1 ? describeOne(rule, event) : describeAll(rules, event)}${originOf(event, createdAt)}`,
      href: hrefOf(event),
      dedupeKey: keyOf('price-alert', rules),
      createdAt,
    },
  ];
}

/**
 * The notification of the rules of one tag that fired together; none without such a rule.
 * @param event the one with the lowest price of the tag
 */
export function announceTag(
  tag: string,
  rules: readonly Rule[],
  event: AnnouncedEvent,
  createdAt: number,
): NewNotification[] {
  if (rules.length === 0) return [];
  const title = event.title ?? titleFromUrl(event.url);
  const facts = `${describeState(event) ?? nowOf(event)}, ${title}${placeOf(event)}`;
  return [
    {
      kind: 'price_alert',
      title: tag,
      topic: 'Lowest price of a tag',
      body: `${conditionsOf(rules, event.currency)}: ${facts}${originOf(event, createdAt)}`,
      href: hrefOf(event),
      dedupeKey: keyOf('tag-alert', rules),
      createdAt,
    },
  ];
}

const hrefOf = ({ id, providerId }: AnnouncedEvent): string => salePath(salePageId(id, providerId));

const keyOf = (name: string, rules: readonly Rule[]): string =>
  `${name}:${rules.map(({ id, firings }) => `${id}:${firings + 1}`).join()}`;

/** Where and when the named price was read, unless that was just now; empty without a price. */
function originOf({ low, source, readAt }: AnnouncedEvent, now: number): string {
  if (low === null || source === null) return '';
  const isOld = readAt !== null && now - readAt >= MINUTE_MS;
  return `. Source: ${PRICE_SOURCE_NAMES[source]}${isOld ? `, read ${instantText(readAt)} (UTC)` : ''}`;
}

const placeOf = ({ venue }: AnnouncedEvent): string => (venue === null ? '' : ` at ${venue}`);
const priceOf = ({ low, currency }: AnnouncedEvent): string => formatPrice(low ?? 0, currency);

function describeOne(rule: Rule, event: AnnouncedEvent): string {
  const place = placeOf(event);
  if (rule.kind === 'opens') return `${describeOpening(event)}${place}`;
  const state = describeState(event);
  if (rule.kind === 'back_in_stock') {
    const { ticketsLeft: left } = event;
    const stock = left === null ? 'Tickets' : `${left} left`;
    return `${state ?? `${stock} from ${priceOf(event)}`}${place}`;
  }
  return `${conditionsOf([rule], event.currency)}: ${state ?? nowOf(event)}${place}`;
}

/** `Below $60.00, dropped by 10% or more: now $50.00 (3 left) at Forum Naviglio` */
function describeAll(rules: readonly Rule[], event: AnnouncedEvent): string {
  const now = event.low === null ? describeOpening(event) : nowOf(event);
  return `${conditionsOf(rules, event.currency)}: ${now}${placeOf(event)}`;
}

function nowOf(event: AnnouncedEvent): string {
  const left = event.ticketsLeft === null ? '' : ` (${event.ticketsLeft} left)`;
  return `now ${priceOf(event)}${left}`;
}

function conditionsOf(rules: readonly Rule[], currency: string | null): string {
  const texts = rules.map(({ kind, value }) => {
    const price = formatPrice(value ?? 0, currency);
    const conditions: Record<AlertKind, string> = {
      below: `below ${price}`,
      above: `above ${price}`,
      drop_percent: `dropped by ${value}% or more`,
      rise: `rose by ${value}% or more`,
      back_in_stock: 'back in stock',
      opens: 'on sale',
    };
    return conditions[kind];
  });
  const text = texts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The state of the sale as text: `sold out`, `not on sale yet (from 15/12/2026 09:00 UTC)`, `unreadable data, last seen
 * at $45.00`; null while tickets are on sale. A rule about a price fires only during the sale, but a test may be sent
 * in any state.
 */
function describeState(event: AnnouncedEvent): string | null {
  const { saleState, opensAt, low } = event;
  const name = SALE_STATE_NAMES[saleState].toLowerCase();
  if (low !== null)
    return isUnreadState(saleState) ? `${name}, last seen at ${priceOf(event)}` : null;
  return saleState === 'not_yet' && opensAt !== null
    ? `${name} (from ${instantText(opensAt)} UTC)`
    : name;
}

/** `On sale from 15/12/2026 09:00 (UTC)`, `On sale now from $45.00`. */
function describeOpening(event: AnnouncedEvent): string {
  const { saleState, opensAt, low } = event;
  if (opensAt !== null) return `On sale from ${instantText(opensAt)} (UTC)`;
  if (low !== null) return `On sale now from ${priceOf(event)}`;
  if (saleState === 'sold_out') return 'Went on sale, and is sold out';
  return SALE_STATE_NAMES[saleState];
}

const instantText = (at: number): string => formatInstant(new Date(at).toISOString(), 'UTC');

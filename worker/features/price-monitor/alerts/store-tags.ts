import { and, asc, isNotNull, sql } from 'drizzle-orm';
import { DomainError } from '../../../../shared/errors.ts';
import type { AlertRule, AlertState } from '../../../../shared/price-monitor/alerts.ts';
import { MOST_ALERTS, MOST_TAG_ALERTS } from '../../../../shared/price-monitor/schema.ts';
import { HOUR_MS, utcDay } from '../../../../shared/times.ts';
import { isOneOf, jsonRows } from '../../../db/bulk.ts';
import { type Changing, change } from '../../../db/change.ts';
import type { Database } from '../../../db/client.ts';
import { nameOf } from '../../../db/names.ts';
import { priceAlerts, watchedEvents } from '../../../db/schema/price-monitor.ts';
import { type NewNotification, notificationStatements } from '../../notifications/index.ts';
import type { StoredAlert } from '../events/store.ts';
import type { AnnouncedEvent } from './announce.ts';

export type TagRule = StoredAlert & { tag: string };

/** The events of a tag in one currency. */
export interface TagGroup {
  tag: string;
  currency: string;
  count: number;
  /** The sum of their ids. */
  ids: number;
  low: number | null;
  /** The event that has the lowest price. */
  event: AnnouncedEvent;
}

/** The rules of the given tags, or of all. */
export async function findTagRules(
  db: Database,
  tags: readonly string[] | null,
): Promise<TagRule[]> {
  const rows = await db
    .select()
    .from(priceAlerts)
    .where(
      and(isNotNull(priceAlerts.tag), tags === null ? undefined : isOneOf(priceAlerts.tag, tags)),
    )
    .orderBy(asc(priceAlerts.tag), asc(priceAlerts.id));
  return rows.map((row) => ({ ...row, tag: row.tag ?? '' }));
}

/**
 * An event counts as vanished if its page does not describe it in as many checks as a day has, at most an hour apart.
 */
const VANISHED_FAILURES = 28;
/** In the westernmost time zone, a day ends this long after the UTC day. */
const LAST_ZONE_MS = 12 * HOUR_MS;

/**
 * The events of tags by currency, the currency of most events first. Paused events, events that
 * were never read, past events and events that have vanished are excluded; an event without a
 * currency counts as one in dollars.
 * @param now milliseconds since the epoch
 */
export async function findGroups(
  db: Database,
  tags: readonly string[],
  now: number,
): Promise<TagGroup[]> {
  const { id, url, title, venue, low, ticketsLeft, saleState, opensAt } = watchedEvents;
  const { date, failures, source, readAt, providerId } = watchedEvents;
  const isPast = sql`coalesce(substr(${date}, 1, 10) < ${utcDay(now - LAST_ZONE_MS)}, 0)`;
  const hasVanished = sql`(${saleState} = 'no_event' and ${failures} >= ${VANISHED_FAILURES})`;
  const currency = sql<string>`coalesce(${watchedEvents.currency}, 'USD')`;
  const rows = await db
    .select({
      tag: sql<string>`tag.value`,
      groupCurrency: currency.as('group_currency'),
      count: sql<number>`count(*)`.as('members'),
      ids: sql<number>`sum(${id})`,
      // SQLite takes the other columns from the row with the minimum.
      low: sql<number | null>`min(${low})`,
      id,
      providerId,
      url,
      title,
      venue,
      ticketsLeft,
      saleState,
      opensAt,
      source,
      readAt,
    })
    .from(watchedEvents)
    .innerJoin(sql`json_each(${watchedEvents.tags}) as tag`, sql`true`)
    .where(
      sql`${isOneOf(sql`tag.value`, tags)} and ${watchedEvents.isPaused} = 0 and ${watchedEvents.changedAt} is not null
        and not ${isPast} and not ${hasVanished}`,
    )
    .groupBy(sql`tag.value`, currency)
    .orderBy(sql`members desc, group_currency`);
  return rows.map(({ tag, groupCurrency, count, ids, ...event }) => ({
    tag,
    currency: groupCurrency,
    count,
    ids,
    low: event.low,
    event: { ...event, currency: groupCurrency },
  }));
}

/**
 * Adds a rule of a tag.
 * @returns its id
 * @throws DomainError `bad_request` if the tag already has {@link MOST_TAG_ALERTS}, `conflict` if
 * the tag has the same rule.
 */
export async function insertTagRule(
  ctx: Changing,
  tag: string,
  rule: AlertRule & AlertState,
): Promise<number> {
  const { kind, value } = rule;
  const isOfTag = sql`${priceAlerts.tag} = ${tag}`;
  const tooMany = `A tag has at most ${MOST_ALERTS} alerts, and all tags together ${MOST_TAG_ALERTS}.`;
  const { added } = await change(ctx, {
    statements: {
      room: sql`select 1 where (select count(*) from ${priceAlerts} where ${priceAlerts.tag} is not null) < ${MOST_TAG_ALERTS}
        and (select count(*) from ${priceAlerts} where ${isOfTag}) < ${MOST_ALERTS}`,
      distinct: sql`select 1 where not exists (select 1 from ${priceAlerts} where ${isOfTag}
        and ${priceAlerts.kind} = ${kind} and ${priceAlerts.value} is ${value})`,
      added: ctx.db
        .insert(priceAlerts)
        .values({ ...rule, targetId: 0, tag, firings: 0, createdAt: ctx.clock() })
        .returning({ id: priceAlerts.id }),
    },
    audit: {
      action: 'price-monitor.add-alert',
      subject: 'price_targets',
      detail: { tag, kind, value },
    },
    expect: {
      room: () => new DomainError('bad_request', tooMany),
      distinct: () => new DomainError('conflict', 'The tag has this alert already.'),
    },
  });
  const [row] = added;
  if (row === undefined) throw new Error('the insertion returned no row');
  return row.id;
}

interface SettledRule extends Pick<TagGroup, 'currency'> {
  rule: Pick<StoredAlert, 'id'>;
  state: AlertState;
  fires: boolean;
  members: string;
}

/** Stores the states of rules and the notifications of those that fired. */
export async function writeTagRules(
  ctx: Changing,
  settled: readonly SettledRule[],
  notifications: readonly NewNotification[],
): Promise<void> {
  const rows = settled.map(({ rule, state, ...rest }) => ({
    alertId: rule.id,
    isArmed: state.isArmed,
    peak: state.peak,
    ...rest,
  }));
  const input = jsonRows(['alertId', 'isArmed', 'peak', 'fires', 'members', 'currency'], rows);
  const { isArmed, peak, firings, firedAt, members, currency } = priceAlerts;
  await change(ctx, {
    statements: {
      rules: sql`update ${priceAlerts} set ${nameOf(isArmed)} = given.isArmed, ${nameOf(peak)} = given.peak,
        ${nameOf(members)} = given.members, ${nameOf(currency)} = given.currency,
        ${nameOf(firings)} = ${firings} + given.fires,
        ${nameOf(firedAt)} = iif(given.fires, ${ctx.clock()}, ${firedAt})
        from ${input} as given where ${priceAlerts.id} = given.alertId`,
      notifications: notificationStatements(notifications),
    },
    audit: null,
  });
}

import { desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { DomainError } from '../../../../shared/errors.ts';
import type { EventSort, EventSortField } from '../../../../shared/price-monitor/event-sort.ts';
import {
  AVAILABILITIES,
  type Availability,
  LOW_UP_TO,
  MEDIUM_UP_TO,
} from '../../../../shared/price-monitor/prices.ts';
import {
  type EventFilter,
  MOST_TAGS,
  type tagEventsRequest,
} from '../../../../shared/price-monitor/schema.ts';
import type { Ctx } from '../../../context/context.ts';
import { factsBefore } from '../../../db/audit.ts';
import { insertRows, isOneOf } from '../../../db/bulk.ts';
import { type Changing, change } from '../../../db/change.ts';
import type { Database } from '../../../db/client.ts';
import {
  afterCursor,
  containsText,
  type Page,
  type PageOrder,
  readSort,
} from '../../../db/page.ts';
import { priceAlerts, watchedEvents } from '../../../db/schema/price-monitor.ts';

export type StoredEvent = typeof watchedEvents.$inferSelect;
export type StoredAlert = typeof priceAlerts.$inferSelect;
/** An event with its alerts, oldest first. */
export type WithAlerts<Row = StoredEvent> = Row & { alerts: StoredAlert[] };
/** An event with the value that it is sorted by. `sortKey` is null in the order of adding. */
export type EventRow = WithAlerts & { sortKey: string | number | null };
export type NewEvent = Pick<StoredEvent, 'url' | 'host' | 'tags'>;

export const noSuchEvent = () => new DomainError('not_found', 'This event is not monitored.');
const chosen = (ids: readonly number[]): SQL => isOneOf(watchedEvents.id, ids);

const hasAlert = sql`exists (select 1 from ${priceAlerts} where ${priceAlerts.targetId} = ${watchedEvents.id})`;

const CLASSES: Record<Availability, SQL> = {
  unread: sql`${watchedEvents.changedAt} is null`,
  none: sql`${watchedEvents.changedAt} is not null and ${watchedEvents.available} <= 0`,
  low: sql`${watchedEvents.available} between 1 and ${LOW_UP_TO}`,
  medium: sql`${watchedEvents.available} between ${LOW_UP_TO + 1} and ${MEDIUM_UP_TO}`,
  high: sql`${watchedEvents.available} > ${MEDIUM_UP_TO}`,
};

function matching({ search, tag, availability, has_alert }: EventFilter): SQL {
  return sql`true ${containsText(sql`${watchedEvents.searchText}`, search?.toLowerCase())}
    ${tag ? sql`and exists (select 1 from json_each(${watchedEvents.tags}) where value = ${tag})` : sql``}
    ${availability ? sql`and ${CLASSES[availability]}` : sql``}
    ${has_alert ? sql`and ${hasAlert}` : sql``}`;
}

/** The columns that a sort compares before the id; rows without a value come last in both orders. */
function sortKeyOf(field: EventSortField, isDescending: boolean): SQL | null {
  const keys: Record<EventSortField, SQL | null> = {
    added: null,
    title: sql`lower(coalesce(${watchedEvents.title}, ${watchedEvents.url}))`,
    low: sql`coalesce(${watchedEvents.low}, ${isDescending ? -1 : 1e12})`,
    available: sql`${watchedEvents.available}`,
    move: sql`abs(${watchedEvents.move})`,
    checked: sql`coalesce(${watchedEvents.checkedAt}, 0)`,
  };
  return keys[field];
}

/** A page of events. A cursor without counts, as the export has, is an id to continue after. */
export async function listEvents(
  db: Database,
  filter: EventFilter,
  page: Page & { sort: EventSort },
): Promise<EventRow[]> {
  const { field, isDescending } = readSort<EventSortField>(page.sort);
  const sortKey = sortKeyOf(field, isDescending);
  const columns = [...(sortKey ? [sortKey] : []), sql`${watchedEvents.id}`];
  const order: PageOrder = {
    columns,
    isDescending,
    fromRow: (id) => sql`from ${watchedEvents} where ${watchedEvents.id} = ${id}`,
  };
  const rows = await db
    .select({ ...getTableColumns(watchedEvents), sortKey: sql<string | number | null>`${sortKey}` })
    .from(watchedEvents)
    .where(sql`${matching(filter)} ${afterCursor(page.cursor, order)}`)
    .orderBy(...columns.map((column) => (isDescending ? desc(column) : column)))
    .limit(page.limit);
  return withAlerts(db, rows);
}

/** The events with their alerts, oldest first. */
export async function withAlerts<Row extends StoredEvent>(
  db: Database,
  rows: readonly Row[],
): Promise<WithAlerts<Row>[]> {
  const ids = rows.map(({ id }) => id);
  const alerts = await db
    .select()
    .from(priceAlerts)
    .where(isOneOf(priceAlerts.targetId, ids))
    .orderBy(priceAlerts.id);
  const byEvent = Map.groupBy(alerts, ({ targetId }) => targetId);
  return rows.map((row) => ({ ...row, alerts: byEvent.get(row.id) ?? [] }));
}

/** The number of matching events, and of all events: how many in each class, and the tags. */
export async function summarizeEvents(db: Database, filter: EventFilter) {
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`;
  const [[sums], tags] = await db.batch([
    db
      .select({
        total: count(matching(filter)),
        unread: count(CLASSES.unread),
        none: count(CLASSES.none),
        low: count(CLASSES.low),
        medium: count(CLASSES.medium),
        high: count(CLASSES.high),
      })
      .from(watchedEvents),
    db
      .select({ tag: sql<string>`tag.value`, count: sql<number>`count(*)` })
      .from(sql`${watchedEvents}, json_each(${watchedEvents.tags}) as tag`)
      .groupBy(sql`tag.value`)
      .orderBy(sql`tag.value`),
  ]);
  const counts = Object.fromEntries(AVAILABILITIES.map((name) => [name, sums?.[name] ?? 0]));
  // The object is made of AVAILABILITIES, so every class has its number.
  return { total: sums?.total ?? 0, counts: counts as Record<Availability, number>, tags };
}

/** The canonical addresses of all events, in the order they were added. */
export async function listUrls({ db }: Pick<Ctx, 'db'>): Promise<string[]> {
  const rows = await db
    .select({ url: watchedEvents.url })
    .from(watchedEvents)
    .orderBy(watchedEvents.id);
  return rows.map(({ url }) => url);
}

/** Those of the given addresses that are monitored. */
export async function findMonitored(db: Database, urls: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ url: watchedEvents.url })
    .from(watchedEvents)
    .where(isOneOf(watchedEvents.url, urls));
  return rows.map(({ url }) => url);
}

/** @throws DomainError `not_found` */
export async function findEvent(db: Database, url: string): Promise<EventRow> {
  const rows = await db.select().from(watchedEvents).where(eq(watchedEvents.url, url));
  const [event] = await withAlerts(db, rows);
  if (!event) throw noSuchEvent();
  return { ...event, sortKey: null };
}

/** An event with its alerts; undefined if it is not monitored. */
export async function findEventById(db: Database, id: number): Promise<WithAlerts | undefined> {
  const [[event], alerts] = await db.batch([
    db.select().from(watchedEvents).where(eq(watchedEvents.id, id)),
    db.select().from(priceAlerts).where(eq(priceAlerts.targetId, id)).orderBy(priceAlerts.id),
  ]);
  return event && { ...event, alerts };
}

/** The events with these ids, with their alerts. */
export async function findEvents(db: Database, ids: readonly number[]): Promise<WithAlerts[]> {
  return withAlerts(db, await db.select().from(watchedEvents).where(chosen(ids)));
}

/**
 * Adds events, which are due at once. An event that was added in the meantime does not change.
 * @returns how many.
 */
export async function insertEvents(ctx: Changing, events: readonly NewEvent[]): Promise<number> {
  const now = ctx.clock();
  const rows = events.map(({ url, host, tags }) => ({
    url,
    host,
    tags: JSON.stringify(tags),
    searchText: url.toLowerCase(),
  }));
  const common = {
    prices: '{}',
    recent: '[]',
    checks: '[]',
    unsent: 'nothing',
    addedAt: now,
    nextCheckAt: now,
    available: 0,
    move: 0,
    isPaused: 0,
    failures: 0,
    version: 0,
  };
  const onConflict = sql`on conflict (url) do nothing`;
  const { added } = await change(ctx, {
    statements: { added: insertRows(watchedEvents, rows, { common, onConflict }) },
    audit: {
      action: 'price-monitor.add',
      subject: 'price_targets',
      detail: { count: events.length, urls: events.slice(0, 100).map(({ url }) => url) },
    },
  });
  return added.rowsAffected;
}

/**
 * The history is erased later, in batches.
 * @returns the addresses of the deleted events.
 * @throws DomainError `not_found` if none of them exists.
 */
export async function deleteEvents(ctx: Changing, ids: readonly number[]): Promise<string[]> {
  const { deleted } = await change(ctx, {
    statements: {
      alerts: ctx.db.delete(priceAlerts).where(isOneOf(priceAlerts.targetId, ids)),
      deleted: ctx.db
        .delete(watchedEvents)
        .where(chosen(ids))
        .returning({ url: watchedEvents.url }),
    },
    audit: {
      action: 'price-monitor.remove',
      subject: 'price_target',
      before: factsBefore(id, { url, title, tags }, chosen(ids)),
    },
    expect: { deleted: noSuchEvent },
  });
  return deleted.map(({ url }) => url);
}

/** A resumed event is due at once. @throws DomainError `not_found` if none of them exists. */
export async function pauseEvents(
  ctx: Changing,
  ids: readonly number[],
  isPaused: boolean,
): Promise<void> {
  const values = isPaused
    ? { isPaused, pausedBy: ctx.operator?.email ?? null, move: 0 }
    : { isPaused, pausedBy: null, nextCheckAt: ctx.clock() };
  await change(ctx, {
    statements: {
      changed: ctx.db
        .update(watchedEvents)
        // A running check writes nothing any more, because it began before the change.
        .set({ ...values, unsent: keepPrices, version: sql`${watchedEvents.version} + 1` })
        .where(chosen(ids)),
    },
    audit: audited(isPaused ? 'price-monitor.pause' : 'price-monitor.resume', ids),
    expect: { changed: noSuchEvent },
  });
}

/** Marks a change of state as unsent, unless changed prices, which include it, are unsent already. */
export const keepPrices = sql`case ${watchedEvents.unsent} when 'prices' then 'prices' else 'state' end`;

/** Adds tags to events and removes others. @throws DomainError `not_found`, `bad_request` for too many tags. */
export async function tagEvents(
  ctx: Changing,
  { ids, add, remove }: z.output<typeof tagEventsRequest>,
): Promise<void> {
  const tags = sql`(select json_group_array(value) from (
    select value from json_each(${watchedEvents.tags})
      where value not in (select value from json_each(${JSON.stringify(remove)}))
    union select value from json_each(${JSON.stringify(add)}) order by value))`;
  await change(ctx, {
    statements: {
      changed: ctx.db.update(watchedEvents).set({ tags }).where(chosen(ids)),
      fits: sql`select 1 where not exists (select 1 from ${watchedEvents}
        where ${chosen(ids)} and json_array_length(${watchedEvents.tags}) > ${MOST_TAGS})`,
    },
    audit: {
      action: 'price-monitor.tag',
      subject: 'price_target',
      detail: { add, remove },
      before: factsBefore(id, { tags: watchedEvents.tags }, chosen(ids)),
    },
    expect: {
      changed: noSuchEvent,
      fits: () => new DomainError('bad_request', `An event has at most ${MOST_TAGS} tags.`),
    },
  });
}

/** Makes events due, except paused ones. @returns how many. */
export async function makeDue(ctx: Changing, ids: readonly number[] | 'all'): Promise<number> {
  const { made } = await change(ctx, {
    statements: {
      made: ctx.db
        .update(watchedEvents)
        .set({ nextCheckAt: ctx.clock() })
        .where(
          sql`${watchedEvents.isPaused} = 0 ${ids === 'all' ? sql`` : sql`and ${chosen(ids)}`}`,
        ),
    },
    audit:
      ids === 'all'
        ? { action: 'price-monitor.check', subject: 'price_targets' }
        : audited('price-monitor.check', ids),
  });
  return made.rowsAffected;
}

/** The audit entry of a change of events, which the history of each of them shows. */
export const audited = (action: string, ids: readonly number[]) => ({
  action,
  subject: ids.length === 1 ? `price_target:${ids[0]}` : 'price_targets',
  detail: { count: ids.length, ids: ids.slice(0, 1_000) },
});

const { id, url, title, tags } = watchedEvents;

import { desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { DomainError } from '../../../../shared/errors.ts';
import {
  AVAILABILITIES,
  type Availability,
  LOW_UP_TO,
  MEDIUM_UP_TO,
} from '../../../../shared/price-monitor/prices.ts';
import {
  MOST_TAGS,
  type TargetFilter,
  type TargetSort,
  type TargetSortField,
  type tagTargetsRequest,
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
import { priceAlerts, priceTargets } from '../../../db/schema/price-monitor.ts';

export type StoredTarget = typeof priceTargets.$inferSelect;
export type StoredAlert = typeof priceAlerts.$inferSelect;
/** A target with its alerts, oldest first. */
export type WithAlerts<Row = StoredTarget> = Row & { alerts: StoredAlert[] };
/** `sortKey` is null in the order of adding. */
export type TargetRow = WithAlerts & { sortKey: string | number | null };
export type NewTarget = Pick<StoredTarget, 'url' | 'host' | 'tags'>;

export const noSuchEvent = () => new DomainError('not_found', 'This event is not monitored.');
const chosen = (ids: readonly number[]): SQL => isOneOf(priceTargets.id, ids);

const hasAlert = sql`exists (select 1 from ${priceAlerts} where ${priceAlerts.targetId} = ${priceTargets.id})`;

const CLASSES: Record<Availability, SQL> = {
  unread: sql`${priceTargets.changedAt} is null`,
  none: sql`${priceTargets.changedAt} is not null and ${priceTargets.available} <= 0`,
  low: sql`${priceTargets.available} between 1 and ${LOW_UP_TO}`,
  medium: sql`${priceTargets.available} between ${LOW_UP_TO + 1} and ${MEDIUM_UP_TO}`,
  high: sql`${priceTargets.available} > ${MEDIUM_UP_TO}`,
};

function matching({ search, tag, availability, has_alert }: TargetFilter): SQL {
  return sql`true ${containsText(sql`${priceTargets.searchText}`, search?.toLowerCase())}
    ${tag ? sql`and exists (select 1 from json_each(${priceTargets.tags}) where value = ${tag})` : sql``}
    ${availability ? sql`and ${CLASSES[availability]}` : sql``}
    ${has_alert ? sql`and ${hasAlert}` : sql``}`;
}

/** The columns that a sort compares before the id; rows without a value come last in both orders. */
function sortKeyOf(field: TargetSortField, isDescending: boolean): SQL | null {
  const keys: Record<TargetSortField, SQL | null> = {
    added: null,
    title: sql`lower(coalesce(${priceTargets.title}, ${priceTargets.url}))`,
    low: sql`coalesce(${priceTargets.low}, ${isDescending ? -1 : 1e12})`,
    available: sql`${priceTargets.available}`,
    move: sql`abs(${priceTargets.move})`,
    checked: sql`coalesce(${priceTargets.checkedAt}, 0)`,
  };
  return keys[field];
}

/** A page of targets. A cursor without counts, as the export has, is an id to continue after. */
export async function listTargets(
  db: Database,
  filter: TargetFilter,
  page: Page & { sort: TargetSort },
): Promise<TargetRow[]> {
  const { field, isDescending } = readSort<TargetSortField>(page.sort);
  const sortKey = sortKeyOf(field, isDescending);
  const columns = [...(sortKey ? [sortKey] : []), sql`${priceTargets.id}`];
  const order: PageOrder = {
    columns,
    isDescending,
    fromRow: (id) => sql`from ${priceTargets} where ${priceTargets.id} = ${id}`,
  };
  const rows = await db
    .select({ ...getTableColumns(priceTargets), sortKey: sql<string | number | null>`${sortKey}` })
    .from(priceTargets)
    .where(sql`${matching(filter)} ${afterCursor(page.cursor, order)}`)
    .orderBy(...columns.map((column) => (isDescending ? desc(column) : column)))
    .limit(page.limit);
  return withAlerts(db, rows);
}

/** The targets with their alerts, oldest first. */
export async function withAlerts<Row extends StoredTarget>(
  db: Database,
  rows: readonly Row[],
): Promise<WithAlerts<Row>[]> {
  const ids = rows.map(({ id }) => id);
  const alerts = await db
    .select()
    .from(priceAlerts)
    .where(isOneOf(priceAlerts.targetId, ids))
    .orderBy(priceAlerts.id);
  const byTarget = Map.groupBy(alerts, ({ targetId }) => targetId);
  return rows.map((row) => ({ ...row, alerts: byTarget.get(row.id) ?? [] }));
}

/** How many targets match, and of all targets: how many in each class, and the tags. */
export async function summarizeTargets(db: Database, filter: TargetFilter) {
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
      .from(priceTargets),
    db
      .select({ tag: sql<string>`tag.value`, count: sql<number>`count(*)` })
      .from(sql`${priceTargets}, json_each(${priceTargets.tags}) as tag`)
      .groupBy(sql`tag.value`)
      .orderBy(sql`tag.value`),
  ]);
  const counts = Object.fromEntries(AVAILABILITIES.map((name) => [name, sums?.[name] ?? 0]));
  // Made of AVAILABILITIES, so every class has its number.
  return { total: sums?.total ?? 0, counts: counts as Record<Availability, number>, tags };
}

/** The canonical addresses of all targets, in the order they were added. */
export async function listUrls({ db }: Pick<Ctx, 'db'>): Promise<string[]> {
  const rows = await db
    .select({ url: priceTargets.url })
    .from(priceTargets)
    .orderBy(priceTargets.id);
  return rows.map(({ url }) => url);
}

/** Those of the addresses that are monitored. */
export async function findMonitored(db: Database, urls: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ url: priceTargets.url })
    .from(priceTargets)
    .where(isOneOf(priceTargets.url, urls));
  return rows.map(({ url }) => url);
}

/** @throws DomainError `not_found` */
export async function findTarget(db: Database, url: string): Promise<TargetRow> {
  const rows = await db.select().from(priceTargets).where(eq(priceTargets.url, url));
  const [target] = await withAlerts(db, rows);
  if (!target) throw noSuchEvent();
  return { ...target, sortKey: null };
}

/** Adds targets that are due at once. One that was added in the meantime is left as it is. @returns how many. */
export async function insertTargets(ctx: Changing, targets: readonly NewTarget[]): Promise<number> {
  const now = ctx.clock();
  const rows = targets.map(({ url, host, tags }) => ({
    url,
    host,
    tags: JSON.stringify(tags),
    searchText: url.toLowerCase(),
  }));
  const common = {
    ...{
      prices: '{}',
      recent: '[]',
      checks: '[]',
      unsent: 'nothing',
      addedAt: now,
      nextCheckAt: now,
    },
    ...{ available: 0, move: 0, isPaused: 0, failures: 0, version: 0 },
  };
  const onConflict = sql`on conflict (url) do nothing`;
  const { added } = await change(ctx, {
    statements: { added: insertRows(priceTargets, rows, { common, onConflict }) },
    audit: {
      action: 'price-monitor.add',
      subject: 'price_targets',
      detail: { count: targets.length, urls: targets.slice(0, 100).map(({ url }) => url) },
    },
  });
  return added.rowsAffected;
}

/** The history is erased later, in batches. @returns the addresses of the deleted targets. @throws DomainError `not_found` if none of them exists. */
export async function deleteTargets(ctx: Changing, ids: readonly number[]): Promise<string[]> {
  const { deleted } = await change(ctx, {
    statements: {
      alerts: ctx.db.delete(priceAlerts).where(isOneOf(priceAlerts.targetId, ids)),
      deleted: ctx.db.delete(priceTargets).where(chosen(ids)).returning({ url: priceTargets.url }),
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

/** A resumed target is due at once. @throws DomainError `not_found` if none of them exists. */
export async function pauseTargets(
  ctx: Changing,
  ids: readonly number[],
  isPaused: boolean,
): Promise<void> {
  const values = isPaused
    ? { isPaused, pausedBy: ctx.operator?.email ?? null }
    : { isPaused, pausedBy: null, nextCheckAt: ctx.clock() };
  await change(ctx, {
    statements: {
      changed: ctx.db
        .update(priceTargets)
        // A check under way writes nothing any more: it began before the change.
        .set({ ...values, unsent: keepPrices, version: sql`${priceTargets.version} + 1` })
        .where(chosen(ids)),
    },
    audit: audited(isPaused ? 'price-monitor.pause' : 'price-monitor.resume', ids),
    expect: { changed: noSuchEvent },
  });
}

/** Marks a change of state as unsent, unless changed prices, which include it, are unsent already. */
export const keepPrices = sql`case ${priceTargets.unsent} when 'prices' then 'prices' else 'state' end`;

/** Adds tags to targets and removes others. @throws DomainError `not_found`, `bad_request` for too many tags. */
export async function tagTargets(
  ctx: Changing,
  { ids, add, remove }: z.output<typeof tagTargetsRequest>,
): Promise<void> {
  const tags = sql`(select json_group_array(value) from (
    select value from json_each(${priceTargets.tags})
      where value not in (select value from json_each(${JSON.stringify(remove)}))
    union select value from json_each(${JSON.stringify(add)}) order by value))`;
  await change(ctx, {
    statements: {
      changed: ctx.db.update(priceTargets).set({ tags }).where(chosen(ids)),
      fits: sql`select 1 where not exists (select 1 from ${priceTargets}
        where ${chosen(ids)} and json_array_length(${priceTargets.tags}) > ${MOST_TAGS})`,
    },
    audit: {
      action: 'price-monitor.tag',
      subject: 'price_target',
      detail: { add, remove },
      before: factsBefore(id, { tags: priceTargets.tags }, chosen(ids)),
    },
    expect: {
      changed: noSuchEvent,
      fits: () => new DomainError('bad_request', `An event has at most ${MOST_TAGS} tags.`),
    },
  });
}

/** Makes targets due, except paused ones. @returns how many. */
export async function makeDue(ctx: Changing, ids: readonly number[] | 'all'): Promise<number> {
  const { made } = await change(ctx, {
    statements: {
      made: ctx.db
        .update(priceTargets)
        .set({ nextCheckAt: ctx.clock() })
        .where(
          sql`${priceTargets.isPaused} = 0 ${ids === 'all' ? sql`` : sql`and ${chosen(ids)}`}`,
        ),
    },
    audit:
      ids === 'all'
        ? { action: 'price-monitor.check', subject: 'price_targets' }
        : audited('price-monitor.check', ids),
  });
  return made.rowsAffected;
}

const audited = (action: string, ids: readonly number[]) => ({
  action,
  subject: ids.length === 1 ? `price_target:${ids[0]}` : 'price_targets',
  detail: { count: ids.length, ids: ids.slice(0, 1_000) },
});

const { id, url, title, tags } = priceTargets;

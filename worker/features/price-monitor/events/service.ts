import {
  streamSpreadsheetCsv,
  streamSpreadsheetRows,
} from '../../../../shared/csv/spreadsheet-writer.ts';
import { DomainError } from '../../../../shared/errors.ts';
import { pick } from '../../../../shared/pick.ts';
import { EVENT_COLUMNS } from '../../../../shared/price-monitor/event-files/columns.ts';
import { type Move, moveWithinHour } from '../../../../shared/price-monitor/move.ts';
import { availabilityOf, canonicalUrl } from '../../../../shared/price-monitor/prices.ts';
import {
  type AddEventsAnswer,
  type AddEventsRequest,
  type EventFilter,
  type EventsQuery,
  LONGEST_URL,
  MOST_TAGS,
  type PriceAlert,
  type PriceCheck,
  type RefusedEvent,
  type WatchedEvent,
  type WatchedEventsAnswer,
} from '../../../../shared/price-monitor/schema.ts';
import { isoTime } from '../../../../shared/times.ts';
import { afterwards, type Ctx } from '../../../context/context.ts';
import { endPage, type Page, readCursor, readPages } from '../../../db/page.ts';
import { monitorMessage } from '../../../durable/channel-client.ts';
import { isAllowedUrl, pagePolicy } from '../../../security/allowed-url.ts';
import * as store from './store.ts';

const EXPORTED_AT_ONCE = 500;

export { listUrls, tagEvents } from './store.ts';

/** A page of monitored events, with the number of events in each class and of each tag. */
export async function readEvents(
  ctx: Ctx,
  query: EventsQuery,
): Promise<Omit<WatchedEventsAnswer, 'success'>> {
  const { limit, sort } = query;
  const cursor = readCursor(query.cursor);
  const [rows, summary] = await Promise.all([
    store.listEvents(ctx.db, query, { sort, cursor, limit }),
    store.summarizeEvents(ctx.db, query),
  ]);
  const page = { rows, limit, cursor, count: summary.total };
  const { total, nextCursor } = endPage(page, ({ id, sortKey }) =>
    sortKey === null ? [id] : [sortKey, id],
  );
  const { counts, tags } = summary;
  return { data: rows.map(toEvent), total, next_cursor: nextCursor, counts, tags };
}

/** One event with its last checks, newest first. @throws DomainError `not_found` */
export async function readEvent(
  ctx: Ctx,
  url: string,
): Promise<{ data: WatchedEvent; checks: PriceCheck[] }> {
  const row = await store.findEvent(ctx.db, canonicalUrl(url));
  return { data: toEvent(row), checks: row.checks };
}

/**
 * Monitors one event.
 * @throws DomainError `bad_request` for an address that may not be read, `conflict` if it is monitored already.
 */
export async function addEvent(ctx: Ctx, url: string): Promise<void> {
  const { refused } = await addEvents(ctx, { targets: [{ url, tags: [] }], tags: [] });
  const [refusal] = refused;
  if (refusal === undefined) return;
  throw new DomainError(
    refusal.reason === ALREADY_MONITORED ? 'conflict' : 'bad_request',
    refusal.reason,
    { issues: [{ path: 'url', message: refusal.reason }] },
  );
}

const ALREADY_MONITORED = 'This event is already monitored.';

/**
 * Monitors many events. Addresses that cannot be accepted are reported, and the others are added.
 */
export async function addEvents(
  ctx: Ctx,
  request: AddEventsRequest,
): Promise<Omit<AddEventsAnswer, 'success'>> {
  const policy = pagePolicy(ctx.env);
  const refused: RefusedEvent[] = [];
  const wanted = new Map<string, store.NewEvent & { index: number }>();
  for (const [index, event] of request.targets.entries()) {
    const url = canonicalUrl(event.url);
    const tags = [...new Set([...event.tags, ...request.tags])].sort();
    const twin = wanted.get(url);
    const reason = refusalOf();
    if (reason === null) wanted.set(url, { index, url, host: new URL(url).host, tags });
    else refused.push({ index, url: event.url, reason });

    function refusalOf(): string | null {
      if (url.length > LONGEST_URL) return `An address has at most ${LONGEST_URL} characters.`;
      const verdict = isAllowedUrl(url, policy);
      if (!verdict.isAllowed) return verdict.reason;
      if (twin !== undefined)
        return `The list names this event twice (see entry ${twin.index + 1}).`;
      return tags.length > MOST_TAGS ? `An event has at most ${MOST_TAGS} tags.` : null;
    }
  }
  const monitored = await store.findMonitored(ctx.db, [...wanted.keys()]);
  for (const url of monitored) {
    const { index = 0 } = wanted.get(url) ?? {};
    refused.push({ index, url: request.targets[index]?.url ?? url, reason: ALREADY_MONITORED });
    wanted.delete(url);
  }
  const added = wanted.size === 0 ? 0 : await store.insertEvents(ctx, [...wanted.values()]);
  if (added > 0) await wakeChecker(ctx);
  return { added, refused: refused.sort((a, b) => a.index - b.index) };
}

/** Ends the monitoring of one event and deletes its history and alerts. @throws DomainError `not_found` */
export async function removeEvent(ctx: Ctx, url: string): Promise<void> {
  const { id } = await store.findEvent(ctx.db, canonicalUrl(url));
  await removeEvents(ctx, [id]);
}

/**
 * Ends the monitoring of events and deletes their alerts; a job erases their history.
 * @throws DomainError `not_found`
 */
export async function removeEvents(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const urls = await store.deleteEvents(ctx, ids);
  const messages = urls.map((url) => monitorMessage('price', url, 'removed'));
  await afterwards(ctx, 'removed events were not announced', () => ctx.publish(messages));
  // Housekeeping does the rest if this fails.
  await afterwards(ctx, 'the history of removed events is not erased yet', () =>
    ctx.enqueue([{ kind: 'prices.erase' }]),
  );
}

/**
 * Pauses events, or resumes them, which makes their checks due at once.
 * @throws DomainError `not_found`
 */
export async function pauseEvents(
  ctx: Ctx,
  ids: readonly number[],
  isPaused: boolean,
): Promise<void> {
  await store.pauseEvents(ctx, ids, isPaused);
  await wakeChecker(ctx);
}

/** Checks due events and sends changes now instead of with the next cron trigger. */
const wakeChecker = (ctx: Ctx): Promise<void> =>
  afterwards(ctx, 'price check not enqueued', () => ctx.enqueue([{ kind: 'prices.check' }]));

/** Checks events now, except paused ones. @returns how many. */
export async function checkNow(ctx: Ctx, ids: readonly number[] | 'all'): Promise<number> {
  const made = await store.makeDue(ctx, ids);
  if (made > 0) await wakeChecker(ctx);
  return made;
}

/** The list as CSV, in the form that the import accepts. */
export async function* exportEvents(ctx: Ctx, filter: EventFilter): AsyncGenerator<string> {
  yield* streamSpreadsheetCsv(EVENT_COLUMNS, []);
  const list = (page: Page) => store.listEvents(ctx.db, filter, { ...page, sort: 'added' });
  for await (const rows of readPages(list, EXPORTED_AT_ONCE))
    yield* streamSpreadsheetRows(EVENT_COLUMNS, rows.map(toEvent));
}

const SHOWN = [
  ...(['id', 'url', 'title', 'venue', 'city', 'country', 'date', 'image', 'prices'] as const),
  ...([
    'currency',
    'low',
    'available',
    'source',
    'tags',
    'failure',
    'failures',
    'version',
  ] as const),
];

/** An event in the form of answers. */
export const toEvent = (row: store.WithAlerts): WatchedEvent => ({
  ...pick(row, SHOWN),
  availability: availabilityOf(row.changedAt === null ? null : row.available),
  tickets_left: row.ticketsLeft,
  sale_state: row.saleState,
  opens_at: isoTime(row.opensAt),
  last_seen: toLastSeen(row),
  read_at: isoTime(row.readAt),
  recent: toRecent(row),
  move: moveOf(row),
  alerts: row.alerts.map((alert) => toAlert(alert, row.url)),
  is_paused: row.isPaused,
  paused_by: row.pausedBy,
  added_at: isoTime(row.addedAt),
  checked_at: isoTime(row.checkedAt),
  changed_at: isoTime(row.changedAt),
  next_check_at: row.isPaused ? null : isoTime(row.nextCheckAt),
});

/**
 * The change of the lowest price within the hour before the last check. A stored copy of this value
 * is used for sorting.
 */
export const moveOf = ({ low, recent, checkedAt, isPaused }: store.StoredEvent): Move | null =>
  checkedAt === null || isPaused ? null : moveWithinHour(low, recent, checkedAt);

export const toRecent = ({ recent }: store.StoredEvent): WatchedEvent['recent'] =>
  recent.map(({ at, low }) => ({ at: isoTime(at), low }));

export const toLastSeen = ({ lastLow: low, lastLowAt: at }: store.StoredEvent) =>
  low === null || at === null ? null : { low, at: isoTime(at) };

/** A stored alert in the form of answers. */
export const toAlert = (alert: store.StoredAlert, url: string): PriceAlert => ({
  ...pick(alert, ['id', 'kind', 'value']),
  url,
  is_armed: alert.isArmed,
  fired_at: isoTime(alert.firedAt),
  created_at: isoTime(alert.createdAt),
});

import { factsOf } from '../../../../shared/artist-monitor/changes.ts';
import { readFacts } from '../../../../shared/artist-monitor/stored.ts';
import { isEventId } from '../../../../shared/ticketing/ids.ts';
import type { EventFacts } from '../../../../shared/ticketing/schema.ts';
import { DAY_MS, HOUR_MS, isoTime } from '../../../../shared/times.ts';
import type { Ctx } from '../../../context/context.ts';
import { createDiscoveryClient, readEventsByIds } from '../../../providers/ticketmaster/index.ts';
import { stateOf } from '../sales.ts';
import * as store from './store.ts';

export { deleteUnused, findCopies } from './store.ts';

/** A copy is read again after this time. */
const RENEW_AFTER_MS = 6 * HOUR_MS;
/** If a sale opens within a day, it is read again after this time. */
const RENEW_SOON_AFTER_MS = HOUR_MS;
/** An event that the provider does not have is read again after this time. */
const MISSING_AGAIN_AFTER_MS = DAY_MS;
/** An event that is missing for this long, and at least twice, counts as removed. */
const GONE_AFTER_MS = 3 * DAY_MS;
/** An event that is missing for this long is no longer read. */
const FORGOTTEN_AFTER_MS = 14 * DAY_MS;
/**
 * The number of events in one job, which takes one call, and one more for each event that the
 * provider does not have.
 */
const RENEWED_AT_ONCE = 100;
/** Reads an event that no source lists and stores a copy; null if the provider does not have it. */
export async function copyEvent(ctx: Ctx, eventId: string): Promise<EventFacts | null> {
  if (!isEventId(eventId)) return null;
  const { events } = await readEventsByIds(createDiscoveryClient(ctx), [eventId], ctx.clock());
  const event = events.find(({ id }) => id === eventId);
  if (event === undefined) return null;
  await store.putCopies(ctx, [copyOf(factsOf(event), ctx.clock())]);
  return factsOf(event);
}

/** Whether {@link renewCopies} has anything to do. */
export const isCopyDue = async ({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> =>
  (await store.listDueCopies(db, clock(), 1)).length > 0;

/** Reads events again that no source lists, because their sales may have moved. */
export async function renewCopies(ctx: Ctx): Promise<void> {
  const now = ctx.clock();
  const ids = await store.listDueCopies(ctx.db, now, RENEWED_AT_ONCE);
  if (ids.length === 0) return;
  const client = createDiscoveryClient(ctx, { priority: 'background' });
  const valid = ids.filter(isEventId);
  const { events } = await readEventsByIds(client, valid, now);
  const read = new Map(events.map((event) => [event.id, factsOf(event)]));
  const missing = ids.filter((id) => !read.has(id));
  const copies = new Map(
    (await store.findCopies(ctx.db, missing)).map((one) => [one.eventId, one]),
  );
  const rows = ids.map((eventId) => {
    const facts = read.get(eventId);
    return facts === undefined ? missed(eventId, copies.get(eventId), now) : copyOf(facts, now);
  });
  await store.putCopies(ctx, rows);
}

/** The copy of an event that a reading did not find. `readAt` stays that of the last reading with facts, if there is one. */
function missed(
  eventId: string,
  copy: store.StoredCopy | undefined,
  now: number,
): store.StoredCopy {
  const { facts, readAt, nextAt } = copy ?? { facts: null, readAt: now, nextAt: now };
  // The next reading after one that found the event is sooner than the next one after a miss.
  const isFirst = nextAt !== null && nextAt - readAt <= RENEW_AFTER_MS;
  const isForgotten = !isFirst && now - readAt >= FORGOTTEN_AFTER_MS;
  const kept = isFirst || now - readAt < GONE_AFTER_MS ? facts : null;
  const isOver = kept !== null && nextReading(readFacts(kept), now) === null;
  const isRead = isEventId(eventId) && !isForgotten && !isOver;
  return { eventId, facts: kept, readAt, nextAt: isRead ? now + MISSING_AGAIN_AFTER_MS : null };
}

function copyOf(event: EventFacts, now: number): store.StoredCopy {
  return {
    eventId: event.id,
    facts: JSON.stringify(event),
    readAt: now,
    nextAt: nextReading(event, now),
  };
}

/**
 * When an event is read again; null if its date has passed, or if it has no date and its sales have
 * ended.
 */
function nextReading(event: EventFacts, now: number): number | null {
  const openings = stateOf(event).sales.map(({ opensAt }) => opensAt);
  const ahead = openings.filter((opensAt) => opensAt > now - DAY_MS);
  const hasDate = /^\d{4}-/.test(event.date);
  const isOver = hasDate
    ? event.date.slice(0, 10) < isoTime(now - DAY_MS).slice(0, 10)
    : openings.length > 0;
  if (ahead.length === 0 && isOver) return null;
  const isSoon = ahead.some((opensAt) => opensAt < now + DAY_MS);
  return now + (isSoon ? RENEW_SOON_AFTER_MS : RENEW_AFTER_MS);
}

import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { MOST_CALENDAR_EVENTS } from '../../../shared/calendar/schema.ts';
import { DomainError } from '../../../shared/errors.ts';
import type { EventFacts } from '../../../shared/ticketing/schema.ts';
import { factsOf } from '../../db/audit.ts';
import { insertRows, isOneOf, jsonRows } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { nameOf, namesOf, takeExcluded } from '../../db/names.ts';
import { calendarEvents, calendarSubscriptions } from '../../db/schema/calendar.ts';
import { operators } from '../../db/schema/operators.ts';

const isOf = (operatorId: number) => eq(calendarEvents.operatorId, operatorId);

export async function findSubscription(db: Database, operatorId: number) {
  const [row] = await db
    .select()
    .from(calendarSubscriptions)
    .where(eq(calendarSubscriptions.operatorId, operatorId));
  return row;
}

/**
 * Records a read by a calendar program.
 * @param usedAfter an address that was created and last read before has ended
 * @returns the operator of the address; undefined if it has ended, was revoked, or the operator is disabled.
 */
export async function admitReader(
  db: Database,
  tokenHash: string,
  { readAt, usedAfter }: { readAt: number; usedAfter: number },
): Promise<number | undefined> {
  const enabled = db
    .select({ id: operators.id })
    .from(operators)
    .where(isNull(operators.disabledAt));
  const rows = await db
    .update(calendarSubscriptions)
    .set({ lastReadAt: readAt })
    .where(
      and(
        eq(calendarSubscriptions.tokenHash, tokenHash),
        sql`coalesce(${calendarSubscriptions.lastReadAt}, ${calendarSubscriptions.createdAt}) > ${usedAfter}`,
        sql`${calendarSubscriptions.operatorId} in ${enabled}`,
      ),
    )
    .returning({ operatorId: calendarSubscriptions.operatorId });
  return rows[0]?.operatorId;
}

/** Stores the address of an operator, which replaces the earlier one. */
export async function putSubscription(
  ctx: Changing,
  operatorId: number,
  tokenHash: string,
): Promise<void> {
  const fields = { tokenHash, createdAt: ctx.clock(), lastReadAt: null };
  await change(ctx, {
    statements: {
      put: ctx.db
        .insert(calendarSubscriptions)
        .values({ operatorId, ...fields })
        .onConflictDoUpdate({ target: calendarSubscriptions.operatorId, set: fields }),
    },
    audit: { action: 'calendar.subscribe', subject: `operator:${operatorId}` },
  });
}

/** @throws DomainError `not_found` without an address. */
export async function deleteSubscription(ctx: Changing, operatorId: number): Promise<void> {
  await change(ctx, {
    statements: {
      deleted: ctx.db
        .delete(calendarSubscriptions)
        .where(eq(calendarSubscriptions.operatorId, operatorId)),
    },
    audit: { action: 'calendar.revoke', subject: `operator:${operatorId}` },
    expect: { deleted: () => new DomainError('not_found', 'There is no subscription address.') },
  });
}

export const countEvents = (db: Database, operatorId: number): Promise<number> =>
  db.$count(calendarEvents, isOf(operatorId));

/** The events that an operator added, as JSON. */
export async function listFacts(db: Database, operatorId: number): Promise<string[]> {
  const rows = await db
    .select({ facts: calendarEvents.facts })
    .from(calendarEvents)
    .where(isOf(operatorId))
    .orderBy(calendarEvents.eventId);
  return rows.map(({ facts }) => facts);
}

/**
 * Adds events, or renews existing ones.
 * @throws DomainError `bad_request` for more than an operator may have.
 */
export async function addEvents(
  ctx: Changing,
  operatorId: number,
  events: readonly EventFacts[],
): Promise<void> {
  await change(ctx, {
    statements: {
      added: upsertEvents(operatorId, events, ctx.clock()),
      room: sql`select 1 where (select count(*) from ${calendarEvents}
        where ${isOf(operatorId)}) <= ${MOST_CALENDAR_EVENTS}`,
    },
    audit: {
      action: 'calendar.add',
      subject: `operator:${operatorId}`,
      detail: { events: events.length },
    },
    expect: {
      room: () =>
        new DomainError(
          'bad_request',
          `A calendar keeps at most ${MOST_CALENDAR_EVENTS} events. Clear it first.`,
        ),
    },
  });
}

function upsertEvents(operatorId: number, events: readonly EventFacts[], readAt: number): SQL[] {
  const rows = events.map((facts) => ({ eventId: facts.id, facts: JSON.stringify(facts) }));
  return insertRows(calendarEvents, rows, {
    common: { operatorId, readAt },
    onConflict: sql`on conflict (${namesOf(calendarEvents.operatorId, calendarEvents.eventId)}) do update
      set ${takeExcluded(calendarEvents.facts, calendarEvents.readAt)}`,
  });
}

/** Removes the events that an operator added. */
export async function clearEvents(ctx: Changing, operatorId: number): Promise<void> {
  await change(ctx, {
    statements: { cleared: ctx.db.delete(calendarEvents).where(isOf(operatorId)) },
    audit: {
      action: 'calendar.clear',
      subject: 'operator',
      before: sql`select ${String(operatorId)} as id, ${factsOf({ events: sql`count(*)` })} as was
        from ${calendarEvents} where ${isOf(operatorId)}`,
    },
  });
}

/** Events that were last read before `since`, the oldest first, each once. */
export async function listStale(db: Database, since: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ eventId: calendarEvents.eventId })
    .from(calendarEvents)
    .where(sql`${calendarEvents.readAt} < ${since}`)
    .groupBy(calendarEvents.eventId)
    .orderBy(asc(sql`min(${calendarEvents.readAt})`))
    .limit(limit);
  return rows.map(({ eventId }) => eventId);
}

/** Renews events in the calendars of all operators. Those that the provider no longer has stay as they were. */
export async function renewEvents(
  db: Database,
  ids: readonly string[],
  events: readonly EventFacts[],
  readAt: number,
): Promise<void> {
  const rows = events.map((facts) => ({ id: facts.id, facts: JSON.stringify(facts) }));
  await db.batch([
    db.run(sql`update ${calendarEvents} set ${nameOf(calendarEvents.facts)} = given.facts
      from ${jsonRows(['id', 'facts'], rows)} as given where ${calendarEvents.eventId} = given.id`),
    db.update(calendarEvents).set({ readAt }).where(isOneOf(calendarEvents.eventId, ids)),
  ]);
}

import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { eventSections } from '../../db/schema/event-sections.ts';

/** Stores an event's sections in place of the previous ones. `readAt` is in milliseconds since the epoch. */
export async function keepSections(
  db: Database,
  known: { eventId: string; sections: string[]; readAt: number },
): Promise<void> {
  const { sections, readAt } = known;
  await db
    .insert(eventSections)
    .values(known)
    .onConflictDoUpdate({ target: eventSections.eventId, set: { sections, readAt } });
}

/** The stored sections by event id; events without stored sections are absent. */
export async function findKnownSections(
  db: Database,
  eventIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .select({ eventId: eventSections.eventId, sections: eventSections.sections })
    .from(eventSections)
    .where(
      sql`${eventSections.eventId} in (select value from json_each(${JSON.stringify(eventIds)}))`,
    );
  return new Map(rows.map((row) => [row.eventId, row.sections]));
}

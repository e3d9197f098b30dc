import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { FeedChanges, FeedEvent } from '../../../shared/catalogues/feed.ts';
import { DomainError } from '../../../shared/errors.ts';
import { fold } from '../../../shared/text.ts';
import { isZoneName } from '../../../shared/ticketing/texts.ts';
import { artistKey } from '../../../shared/watch-rules/artist-names.ts';
import type { KnownEvent } from '../../../shared/watch-rules/matching.ts';
import { deleteInBatches } from '../../db/batches.ts';
import { insertRows, isOneOf, jsonRows } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { isOver } from '../../db/lease.ts';
import { excluded, nameOf, namesOf, takeExcluded } from '../../db/names.ts';
import {
  catalogueArtists,
  catalogueEvents,
  catalogueSales,
  catalogues,
} from '../../db/schema/catalogues.ts';

export type StoredCatalogue = typeof catalogues.$inferSelect;

/** Without a call of the scanner for this long, its reading has ended. */
const READING_MS = 60_000;

export const listCatalogues = (db: Database): Promise<StoredCatalogue[]> =>
  db.select().from(catalogues);

/** Turns these catalogues on, with a reading due at once, and all others off. */
export async function chooseCatalogues(ctx: Changing, countries: readonly string[]): Promise<void> {
  await change(ctx, {
    statements: {
      off: turnOff(ctx.db, sql`not ${isOneOf(catalogues.country, countries)}`),
      on: turnOn(countries, ctx.clock()),
    },
    audit: { action: 'catalogues.choose', subject: 'catalogues', detail: { countries } },
  });
}

/** Turns one catalogue on, with a reading due at once, or off. */
export async function switchCatalogue(
  ctx: Changing,
  country: string,
  isOn: boolean,
): Promise<void> {
  await change(ctx, {
    statements: {
      switched: isOn
        ? turnOn([country], ctx.clock())
        : turnOff(ctx.db, eq(catalogues.country, country)),
    },
    audit: { action: 'catalogues.switch', subject: `catalogue:${country}`, detail: { isOn } },
  });
}

const turnOff = (db: Database, which: SQL) =>
  db
    .update(catalogues)
    .set({
      isOn: false,
      reading: null,
      reason: null,
      readAt: null,
      events: 0,
      changes: 0,
      attempts: 0,
    })
    .where(and(eq(catalogues.isOn, true), which));

function turnOn(countries: readonly string[], now: number): SQL[] {
  const { country, isOn, nextAt, attempts, reason } = catalogues;
  const rows = countries.map((one) => ({
    country: one,
    isOn: 1,
    nextAt: now,
    attempts: 0,
    reason: null,
  }));
  return insertRows(catalogues, rows, {
    onConflict: sql`on conflict (${namesOf(country)}) do update
      set ${takeExcluded(isOn, nextAt, attempts, reason)} where ${isOn} = 0`,
  });
}

/** Makes the next reading of a catalogue due now. @throws DomainError `not_found` if it is off. */
export async function makeDue(ctx: Changing, country: string): Promise<void> {
  await change(ctx, {
    statements: {
      due: ctx.db
        .update(catalogues)
        .set({ nextAt: ctx.clock() })
        .where(and(eq(catalogues.country, country), eq(catalogues.isOn, true))),
    },
    audit: { action: 'catalogues.read', subject: `catalogue:${country}` },
    expect: {
      due: () => new DomainError('not_found', 'This catalogue is off. Turn it on to read it.'),
    },
  });
}

const isDue = (now: number) =>
  and(eq(catalogues.isOn, true), lte(catalogues.nextAt, now), isFree(now));

/** Whether no scanner is reading the catalogue. */
const isFree = (now: number) =>
  sql`(${catalogues.reading} is null or ${isOver(catalogues.readingUntil, now, READING_MS)})`;

export async function isReadingDue(db: Database, now: number): Promise<boolean> {
  const rows = await db
    .select({ country: catalogues.country })
    .from(catalogues)
    .where(isDue(now))
    .limit(1);
  return rows.length > 0;
}

/**
 * Assigns the next due catalogue to a scanner. `againAt` is when it is due again if the reading
 * never ends.
 * @returns null if none is due.
 */
export async function claimReading(
  db: Database,
  { token, now, againAt }: { token: string; now: number; againAt: (attempts: number) => number },
): Promise<StoredCatalogue | null> {
  const [due] = await db
    .select()
    .from(catalogues)
    .where(isDue(now))
    .orderBy(asc(catalogues.nextAt), asc(catalogues.country))
    .limit(1);
  if (due === undefined) return null;
  const attempts = due.attempts + 1;
  const [claimed] = await db
    .update(catalogues)
    .set({ reading: token, readingUntil: now + READING_MS, attempts, nextAt: againAt(attempts) })
    .where(and(eq(catalogues.country, due.country), isDue(now)))
    .returning();
  return claimed ?? null;
}

/** Ends a claim for which no call was made. Without a reason, the stored one stays. */
export const releaseClaim = (
  db: Database,
  token: string,
  { nextAt, reason }: { nextAt: number; reason: string | undefined },
) =>
  db
    .update(catalogues)
    .set({ reading: null, nextAt, reason, attempts: sql`${catalogues.attempts} - 1` })
    .where(eq(catalogues.reading, token));

/** The statement that extends a reading for the next call of its scanner. It changes a row only if the reading still runs. */
const renewal = (db: Database, token: string, now: number) =>
  db
    .update(catalogues)
    .set({ readingUntil: now + READING_MS })
    .where(isReading(token));

const isReading = (token: string) => and(eq(catalogues.reading, token), eq(catalogues.isOn, true));

/** The reading was given to another scanner, or its catalogue was turned off. */
const readingOver = () =>
  new DomainError('conflict', 'This reading is over: another one was begun, or it was turned off.');

/** @throws DomainError `conflict` */
export async function renewReading(db: Database, token: string, now: number): Promise<void> {
  const { rowsAffected } = await renewal(db, token, now);
  if (rowsAffected === 0) throw readingOver();
}

/** The country of a reading. @throws DomainError `conflict` */
export async function findReading(db: Database, token: string): Promise<StoredCatalogue> {
  const [row] = await db.select().from(catalogues).where(isReading(token));
  if (row === undefined) throw readingOver();
  return row;
}

/**
 * Ids and hashes of the current events of a country, after an id, and whether each event is past.
 * @param today `YYYY-MM-DD`; an event of an earlier day is past
 */
export const listHashes = (
  db: Database,
  {
    country,
    after,
    limit,
    today,
  }: { country: string; after: string; limit: number; today: string },
): Promise<[string, string, boolean][]> =>
  db
    .select({ id: catalogueEvents.eventId, hash: catalogueEvents.hash, day: catalogueEvents.day })
    .from(catalogueEvents)
    .where(
      and(
        eq(catalogueEvents.country, country),
        gt(catalogueEvents.eventId, after),
        isNull(catalogueEvents.goneAt),
      ),
    )
    .orderBy(catalogueEvents.eventId)
    .limit(limit)
    .then((rows) => rows.map(({ id, hash, day }) => [id, hash, day !== '' && day < today]));

/**
 * The status, the day and the sales of the stored events of a country, by their id. Removed events
 * are included: an event that one file omitted is not new when the next file lists it.
 */
export async function findStoredEvents(
  db: Database,
  country: string,
  ids: readonly string[],
): Promise<Map<string, KnownEvent>> {
  const event = catalogueEvents;
  const sale = catalogueSales;
  const rows = await db
    .select({
      id: event.eventId,
      status: event.status,
      day: event.day,
      kind: sale.kind,
      name: sale.name,
      opensAt: sale.opensAt,
      closesAt: sale.closesAt,
    })
    .from(event)
    .leftJoin(sale, eq(sale.event, event.id))
    .where(and(eq(event.country, country), isOneOf(event.eventId, ids)));
  const eventById = new Map<string, KnownEvent>();
  for (const { id, status, day, kind, name, opensAt, closesAt } of rows) {
    const one = eventById.get(id) ?? { status, day, sales: [] };
    if (kind !== null && name !== null && opensAt !== null)
      one.sales.push({ kind, name, opensAt, closesAt });
    eventById.set(id, one);
  }
  return eventById;
}

/** Stores a part of the changes with its notifications as one batch. @throws DomainError `conflict` */
export async function storeChanges(
  ctx: Changing,
  {
    token,
    country,
    changes,
    notices,
    report,
  }: {
    token: string;
    country: string;
    changes: FeedChanges;
    notices: SQL[];
    /** Statements that compare the events with the stored ones. */
    report: SQL[];
  },
): Promise<void> {
  const now = ctx.clock();
  const { events, gone } = changes;
  const { eventId, changedAt, goneAt } = catalogueEvents;
  await change(ctx, {
    statements: {
      renewed: renewal(ctx.db, token, now),
      report,
      events: insertRows(catalogueEvents, events.map(eventRow), {
        common: { country, addedAt: now, changedAt: now },
        onConflict: sql`on conflict (${namesOf(catalogueEvents.country, eventId)})
          do update set ${takeExcluded(...CONTENT)},
          ${nameOf(changedAt)} = ${now}, ${nameOf(goneAt)} = null`,
      }),
      ...(events.length > 0 && {
        sales: saleStatements(country, events),
        artists: artistStatements(country, events),
      }),
      notices,
      gone: ctx.db
        .update(catalogueEvents)
        .set({ goneAt: now })
        .where(
          and(
            eq(catalogueEvents.country, country),
            isOneOf(catalogueEvents.eventId, gone),
            isNull(catalogueEvents.goneAt),
          ),
        ),
    },
    audit: null,
    expect: { renewed: readingOver },
  });
}

const { hash, name, artists, venue, city, timezone } = catalogueEvents;
const { segment, genre, url, status, startsAt, day, searchText } = catalogueEvents;
const CONTENT = [
  hash,
  name,
  artists,
  venue,
  city,
  timezone,
  segment,
  genre,
  url,
  status,
  startsAt,
  day,
  searchText,
];

function eventRow({ id, sales: _, artists, ...event }: FeedEvent) {
  const names = artists.map((artist) => artist.name);
  const searchText = fold([event.name, ...names, event.venue, event.city].join('\n'));
  // The scanner may run on a platform that supports other zones.
  const timezone = isZoneName(event.timezone) ? event.timezone : '';
  return { eventId: id, ...event, timezone, artists: JSON.stringify(artists), searchText };
}

/** The statements that replace the stored sales of events; equal ones are not written again. */
function saleStatements(country: string, events: readonly FeedEvent[]) {
  const rows = events.flatMap(({ id, sales }) => sales.map((sale) => ({ eventId: id, ...sale })));
  const newSales = jsonRows(['eventId', 'kind', 'name', 'opensAt', 'closesAt'], rows);
  const { id, eventId } = catalogueEvents;
  const sale = catalogueSales;
  const ids = events.map((event) => event.id);
  const stored = sql`select ${id} from ${catalogueEvents}
    where ${catalogueEvents.country} = ${country} and ${isOneOf(eventId, ids)}`;
  const written = sql`(select ${id} as event, given.* from ${newSales} as given
    join ${catalogueEvents} on ${catalogueEvents.country} = ${country} and ${eventId} = given.eventId)`;
  return [
    sql`delete from ${sale} where ${sale.event} in (${stored})
      and (${sale.event}, ${sale.kind}, ${sale.name}, ${sale.opensAt}) not in
        (select event, kind, name, opensAt from ${written})`,
    sql`insert into ${sale} (${namesOf(sale.event, sale.kind, sale.name, sale.opensAt, sale.closesAt, sale.country)})
      select event, kind, name, opensAt, closesAt, ${country} from ${written} where true
      on conflict (${namesOf(sale.event, sale.kind, sale.name, sale.opensAt)})
      do update set ${takeExcluded(sale.closesAt)}
      where ${sale.closesAt} is not ${excluded(sale.closesAt)}`,
  ];
}

/** The statements that replace the stored artists of events; equal ones are not written again. */
function artistStatements(country: string, events: readonly FeedEvent[]) {
  const rows = events.flatMap((event) =>
    [...new Map(event.artists.map(({ name }) => [artistKey(name), name]))].map(([key, name]) => ({
      eventId: event.id,
      key,
      name,
    })),
  );
  const { id, eventId } = catalogueEvents;
  const artist = catalogueArtists;
  const ids = events.map((event) => event.id);
  const stored = sql`select ${id} from ${catalogueEvents}
    where ${catalogueEvents.country} = ${country} and ${isOneOf(eventId, ids)}`;
  const written = sql`(select ${id} as event, given.key as key, given.name as name
    from ${jsonRows(['eventId', 'key', 'name'], rows)} as given
    join ${catalogueEvents} on ${catalogueEvents.country} = ${country} and ${eventId} = given.eventId)`;
  return [
    sql`delete from ${artist} where ${artist.event} in (${stored})
      and (${artist.key}, ${artist.event}) not in (select key, event from ${written})`,
    sql`insert into ${artist} (${namesOf(artist.key, artist.event, artist.name)})
      select key, event, name from ${written} where true
      on conflict (${namesOf(artist.key, artist.event)}) do nothing`,
  ];
}

/** Ends a reading. @throws DomainError `conflict` */
export async function endReading(
  ctx: Changing,
  token: string,
  result: Pick<StoredCatalogue, 'nextAt' | 'reason'> & Partial<StoredCatalogue>,
): Promise<void> {
  await change(ctx, {
    statements: {
      ended: ctx.db
        .update(catalogues)
        .set({ ...result, reading: null })
        .where(isReading(token)),
    },
    audit: null,
    expect: { ended: readingOver },
  });
}

/** Removed events are kept this long, for the pages and notifications that refer to them. */
const GONE_MS = 30 * 24 * 60 * 60_000;

/** The country of a catalogue that is off and still has events. */
export async function findUnwanted(db: Database): Promise<string | null> {
  const [row] = await db.all<{ country: string }>(sql`
    select ${catalogues.country} as country from ${catalogues} where ${catalogues.isOn} = 0
    and exists (select 1 from ${catalogueEvents} where ${catalogueEvents.country} = ${catalogues.country})
    limit 1`);
  return row?.country ?? null;
}

/**
 * Deletes the events of a catalogue that is off. If it is turned on again, its next reading counts
 * as the first.
 */
export async function deleteUnwanted(db: Database, country: string): Promise<void> {
  const isOff = sql`exists (select 1 from ${catalogues}
    where ${catalogues.country} = ${country} and ${catalogues.isOn} = 0)`;
  await db
    .update(catalogues)
    .set({ readAt: null, events: 0, changes: 0, attempts: 0 })
    .where(and(eq(catalogues.country, country), isOff));
  await deleteInBatches(
    db,
    (size) => sql`delete from ${catalogueEvents} where ${catalogueEvents.id} in (
      select ${catalogueEvents.id} from ${catalogueEvents}
      where ${catalogueEvents.country} = ${country} and ${isOff} limit ${size})`,
    BATCHES,
  );
}

/** Each event has an entry in the index of texts and some sales. */
const BATCHES = { first: 1_000 };

/**
 * Deletes events that were removed long ago.
 * @returns how many.
 */
export const deleteLongGone = (db: Database, now: number): Promise<number> =>
  deleteInBatches(
    db,
    (size) => sql`delete from ${catalogueEvents} where ${catalogueEvents.id} in (
      select ${catalogueEvents.id} from ${catalogueEvents}
      where ${catalogueEvents.goneAt} is not null and ${catalogueEvents.goneAt} < ${now - GONE_MS}
      limit ${size})`,
    BATCHES,
  );

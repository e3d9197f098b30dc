import { and, desc, eq, isNull, notInArray, or, sql } from 'drizzle-orm';
import { DomainError, noSuch } from '../../../shared/errors.ts';
import { NOTE_LIMITS } from '../../../shared/sales/schema.ts';
import { CANCELLED } from '../../../shared/ticketing/sale.ts';
import { factsBefore } from '../../db/audit.ts';
import { isOneOf } from '../../db/bulk.ts';
import { type Changing, change } from '../../db/change.ts';
import type { Database } from '../../db/client.ts';
import { artistEvents, monitoredArtists } from '../../db/schema/artist-monitor.ts';
import { audit } from '../../db/schema/audit.ts';
import { calendarEvents } from '../../db/schema/calendar.ts';
import {
  catalogueArtists,
  catalogueEvents,
  catalogueSales,
  catalogues,
} from '../../db/schema/catalogues.ts';
import { imapAccounts } from '../../db/schema/mailboxes.ts';
import { notifications } from '../../db/schema/notifications.ts';
import { operators } from '../../db/schema/operators.ts';
import { presaleWatches } from '../../db/schema/presale-watches.ts';
import { watchedEvents } from '../../db/schema/price-monitor.ts';
import { recentWork, siteWorkEvents, workEvents } from '../../db/schema/recent-work.ts';
import { followedEvents, saleReminders } from '../../db/schema/reminders.ts';
import { saleNotes } from '../../db/schema/sale-notes.ts';
import { isOpen } from '../artist-monitor/index.ts';
import {
  type CodeFilter,
  countCodes,
  readCodes,
  selectCodes,
  selectWatches,
} from './store-codes.ts';

/** The stored data of each part of the desk about an event. */
export async function findEvent(
  db: Database,
  { eventId, operatorId, now }: { eventId: string; operatorId: number; now: number },
) {
  const isListed = sql`${catalogueEvents.country} in (select ${catalogues.country} from ${catalogues}
    where ${catalogues.isOn} = 1) and ${catalogueEvents.eventId} = ${eventId}`;
  const [listed, sales, monitored, calendar, followed, watched, reminders, notes] = await db.batch([
    db
      .select({ event: catalogueEvents, readAt: catalogues.readAt, nextAt: catalogues.nextAt })
      .from(catalogueEvents)
      .innerJoin(catalogues, eq(catalogues.country, catalogueEvents.country))
      .where(isListed)
      .orderBy(sql`${catalogueEvents.goneAt} is not null`, desc(catalogueEvents.changedAt))
      .limit(1),
    db
      .select({ event: catalogueSales.event, ...saleColumns })
      .from(catalogueSales)
      .where(
        sql`${catalogueSales.event} in (select ${catalogueEvents.id} from ${catalogueEvents} where ${isListed})`,
      )
      .orderBy(catalogueSales.opensAt),
    db
      .select({
        facts: artistEvents.facts,
        checkedAt: monitoredArtists.checkedAt,
        nextAt: monitoredArtists.nextCheckAt,
        isOpen: sql<number>`${isOpen(now)}`,
      })
      .from(artistEvents)
      .innerJoin(monitoredArtists, eq(monitoredArtists.artistId, artistEvents.artistId))
      .where(eq(artistEvents.eventId, eventId))
      .orderBy(sql`${isOpen(now)} desc`, desc(monitoredArtists.checkedAt))
      .limit(1),
    db
      .select({ facts: calendarEvents.facts, readAt: calendarEvents.readAt })
      .from(calendarEvents)
      .where(and(eq(calendarEvents.operatorId, operatorId), eq(calendarEvents.eventId, eventId))),
    db.select().from(followedEvents).where(eq(followedEvents.eventId, eventId)),
    db
      .select(watchedColumns)
      .from(watchedEvents)
      .where(sql`${watchedEvents.providerId} = ${eventId} or ${watchedEvents.url} in (
        select ${catalogueEvents.url} from ${catalogueEvents} where ${isListed}
        union select ${artistEvents.facts} ->> 'eventLink' from ${artistEvents} where ${artistEvents.eventId} = ${eventId})`)
      .orderBy(sql`${watchedEvents.providerId} = ${eventId} desc`)
      .limit(1),
    db
      .select()
      .from(saleReminders)
      .where(and(eq(saleReminders.operatorId, operatorId), eq(saleReminders.eventId, eventId))),
    db.select({ id: saleNotes.id }).from(saleNotes).where(eq(saleNotes.eventId, eventId)).limit(1),
  ]);
  const [catalogue] = listed;
  return {
    catalogue: catalogue && {
      ...catalogue,
      sales: sales.filter(({ event }) => event === catalogue.event.id),
    },
    monitored: monitored[0],
    calendar: calendar[0],
    /** What the provider returned for the reminders. */
    followed: followed[0],
    watched: watched[0],
    reminders,
    hasNotes: notes.length > 0,
  };
}
export type StoredFacts = Awaited<ReturnType<typeof findEvent>>;

const saleColumns = {
  kind: catalogueSales.kind,
  name: catalogueSales.name,
  opensAt: catalogueSales.opensAt,
  closesAt: catalogueSales.closesAt,
};

const { id, url, title, venue, city, country, date } = watchedEvents;
const { providerId, opensAt, checkedAt, nextCheckAt, isPaused } = watchedEvents;
/** Without the prices, which the price monitor reads. */
const watchedColumns = {
  id,
  url,
  title,
  venue,
  city,
  country,
  date,
  providerId,
  opensAt,
  checkedAt,
  nextCheckAt,
  isPaused,
};

/** A watched event by its row, or by its address. */
export async function findWatched(db: Database, by: { id: number } | { url: string }) {
  const [row] = await db
    .select(watchedColumns)
    .from(watchedEvents)
    .where('id' in by ? eq(watchedEvents.id, by.id) : eq(watchedEvents.url, by.url));
  return row;
}
export type StoredWatched = NonNullable<StoredFacts['watched']>;

/** The maximum number of listed entries of each kind. */
const MOST_DEEDS = 50;

/** What the page of an event looks for. */
interface TracesQuery {
  operatorId: number;
  /** The codes that may fit, with the ids of the page of the event. */
  codes: CodeFilter;
  /** The canonical address of the event, or ''. */
  url: string;
  /** The paths of the page of the event. */
  paths: readonly string[];
  /** The subjects of audit entries about the event. */
  subjects: readonly string[];
  artist: string;
}

/** The codes, the actions and the notes of the team about an event. */
export async function findTraces(db: Database, query: TracesQuery) {
  const { operatorId, paths, subjects, codes: filter } = query;
  const { eventIds } = filter;
  const [codes, counts, mailboxes, watches, works, changes, notices, notes] = await db.batch([
    selectCodes(db, filter),
    countCodes(db, filter),
    db.all<{ mailboxes: number }>(sql`
      select count(distinct box.value) as mailboxes
      from ${presaleWatches}, json_each(${presaleWatches.search}, '$.imap_account_ids') as box
      where ${presaleWatches.isPaused} = 0
        and box.value in (select ${imapAccounts.id} from ${imapAccounts} where ${imapAccounts.isActive} = 1)`),
    selectWatches(db),
    selectWorks(db, query),
    db
      .select()
      .from(audit)
      .where(isOneOf(audit.subject, subjects))
      .orderBy(desc(audit.id))
      .limit(MOST_DEEDS),
    db
      .select()
      .from(notifications)
      .where(
        and(
          isOneOf(notifications.href, paths),
          or(isNull(notifications.operatorId), eq(notifications.operatorId, operatorId)),
        ),
      )
      .orderBy(desc(notifications.id))
      .limit(MOST_DEEDS),
    db
      .select({ note: saleNotes, author: operators.email })
      .from(saleNotes)
      .innerJoin(operators, eq(operators.id, saleNotes.operatorId))
      .where(isOneOf(saleNotes.eventId, eventIds))
      .orderBy(saleNotes.id),
  ]);
  return {
    codes: readCodes(codes),
    /** How many different codes may fit; the first {@link COMPARED} mails are in `codes`. */
    codesTotal: counts[0]?.total ?? 0,
    mailboxes: mailboxes[0]?.mailboxes ?? 0,
    watches,
    works,
    changes,
    notices,
    notes,
  };
}
export type Traces = Awaited<ReturnType<typeof findTraces>>;

/** The saved works about an event: those that contain it, and those that are named after its artist. */
const selectWorks = (db: Database, { codes: { eventIds }, url, artist }: TracesQuery) =>
  db
    .select({
      id: recentWork.id,
      kind: recentWork.kind,
      name: recentWork.name,
      title: recentWork.title,
      events: recentWork.events,
      rows: recentWork.rows,
      at: recentWork.updatedAt,
      operatorId: recentWork.operatorId,
      who: operators.email,
    })
    .from(recentWork)
    .innerJoin(operators, eq(operators.id, recentWork.operatorId))
    .where(
      and(
        isNull(recentWork.deletedAt),
        or(
          sql`${recentWork.id} in (select ${workEvents.workId} from ${workEvents} where ${isOneOf(workEvents.eventId, eventIds)})`,
          sql`${recentWork.id} in (select ${siteWorkEvents.workId} from ${siteWorkEvents} where ${isOneOf(siteWorkEvents.event, url === '' ? eventIds : [...eventIds, url])})`,
          and(
            sql`${recentWork.kind} in ('signup', 'presale')`,
            artist === '' ? sql`false` : sql`lower(${recentWork.title}) = lower(${artist})`,
          ),
        ),
      ),
    )
    .orderBy(desc(recentWork.updatedAt))
    .limit(MOST_DEEDS);

/** The first presale that has not ended of a catalogue's event with one of these artists. */
export async function findListedPresale(
  db: Database,
  artistKeys: readonly string[],
  now: number,
): Promise<{ eventId: string; opensAt: number } | undefined> {
  const { event, kind, opensAt, closesAt } = catalogueSales;
  const [row] = await db.all<{ eventId: string; opensAt: number }>(sql`
    select ${catalogueEvents.eventId} as "eventId", ${opensAt} as "opensAt"
    from ${catalogueArtists} cross join ${catalogueSales} on ${event} = ${catalogueArtists.event}
      cross join ${catalogueEvents} on ${catalogueEvents.id} = ${event}
    where ${isOneOf(catalogueArtists.key, artistKeys)} and ${kind} = 'presale'
      and coalesce(${closesAt}, ${opensAt}) > ${now} and ${catalogueEvents.goneAt} is null
      and ${notInArray(catalogueEvents.status, CANCELLED)}
      and ${catalogueEvents.country} in (select ${catalogues.country} from ${catalogues} where ${catalogues.isOn} = 1)
    order by ${opensAt}, ${catalogueEvents.eventId} limit 1`);
  return row;
}

/** The artists that are monitored now. */
export const listOpenArtists = (db: Database, now: number) =>
  db
    .select({ id: monitoredArtists.artistId, name: monitoredArtists.name })
    .from(monitoredArtists)
    .where(isOpen(now));

/** The events of monitored artists. */
export const listEventsOf = (db: Database, artistIds: readonly string[]) =>
  db
    .select({ facts: artistEvents.facts })
    .from(artistEvents)
    .where(isOneOf(artistEvents.artistId, artistIds));

/** @throws DomainError `conflict` if the event has too many notes */
export async function insertNote(
  ctx: Changing,
  note: { eventId: string; operatorId: number; text: string },
): Promise<void> {
  await change(ctx, {
    statements: {
      room: sql`select 1 where (select count(*) from ${saleNotes} where ${saleNotes.eventId} = ${note.eventId}) < ${NOTE_LIMITS.notes}`,
      added: ctx.db.insert(saleNotes).values({ ...note, createdAt: ctx.clock() }),
    },
    audit: {
      action: 'sales.add-note',
      subject: 'sale_note',
      detail: { event: note.eventId },
      subjectIds: sql`(select last_insert_rowid() as id)`,
    },
    expect: {
      room: () =>
        new DomainError('conflict', `An event has at most ${NOTE_LIMITS.notes} notes. Delete one.`),
    },
  });
}

/** Notes are changed and deleted by their authors. */
const isOwn = (noteKey: { id: number; operatorId: number }) =>
  and(eq(saleNotes.id, noteKey.id), eq(saleNotes.operatorId, noteKey.operatorId));

const noteBefore = (noteKey: { id: number; operatorId: number }) =>
  factsBefore(saleNotes.id, { event: saleNotes.eventId }, isOwn(noteKey));

/** @throws DomainError `not_found` also for the note of another operator */
export async function updateNote(
  ctx: Changing,
  noteKey: { id: number; operatorId: number },
  text: string,
): Promise<void> {
  await change(ctx, {
    statements: {
      changed: ctx.db.update(saleNotes).set({ text, changedAt: ctx.clock() }).where(isOwn(noteKey)),
    },
    audit: { action: 'sales.change-note', subject: 'sale_note', before: noteBefore(noteKey) },
    expect: { changed: () => noSuch('note of yours') },
  });
}

/** @throws DomainError `not_found` also for the note of another operator */
export async function deleteNote(
  ctx: Changing,
  noteKey: { id: number; operatorId: number },
): Promise<void> {
  await change(ctx, {
    statements: { deleted: ctx.db.delete(saleNotes).where(isOwn(noteKey)) },
    audit: { action: 'sales.delete-note', subject: 'sale_note', before: noteBefore(noteKey) },
    expect: { deleted: () => noSuch('note of yours') },
  });
}

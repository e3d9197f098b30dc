import { compare } from '../../../shared/compare.ts';
import { DomainError } from '../../../shared/errors.ts';
import type { TicketingEvent } from '../../../shared/ticketing/schema.ts';
import { DAY_MS } from '../../../shared/times.ts';
import { fieldsOf, isFields, numberFrom } from '../fields.ts';
import type { DiscoveryClient } from './client.ts';
import { mapEvent } from './map-event.ts';
import { readRawEvent } from './raw-event.ts';
import { ProviderRefusal } from './refusals.ts';
import { readRest, readSlices, type Slice, type SlicePage } from './slices.ts';

const PAGE_SIZE = 200;
const MAX_DEPTH = 1000;
/**
 * Most shows of a tour are in the next months. These are the days from now at which a long list is
 * first cut.
 */
const CUT_DAYS = [0, 90, 180, 365];
const IDS_PER_CALL = 100;

/**
 * The events that were read, and how many more the provider counts but did not return in readable
 * form.
 */
interface EventsFound {
  events: TicketingEvent[];
  missing: number;
  /** By event id. */
  statements: ReadonlyMap<string, EventStatements>;
}

/** Facts of the provider about an event, besides the fields of the product. */
export interface EventStatements {
  /** Whether it has a status. Without one, a cancelled event looks like one that is on sale. */
  hasStatus: boolean;
  /** The start of the general sale is unknown because it is still to be announced. */
  isSaleStartOpen: boolean;
}

/** An event that was on a page but could not be read counts as missing. */
type Entry = TicketingEvent | null;

type Dated = 'all' | 'dated' | 'tba' | 'tbd';

const INCLUDE: Record<Dated, Record<string, string>> = {
  all: { includeTBA: 'yes', includeTBD: 'yes' },
  dated: { includeTBA: 'no', includeTBD: 'no' },
  tba: { includeTBA: 'only', includeTBD: 'no' },
  tbd: { includeTBA: 'no', includeTBD: 'only' },
};

/**
 * All events of an artist. A list that is too long for the provider's paging is read in date
 * slices, and the events without a date (TBA, TBD) in separate calls. An event that several calls
 * return appears once.
 */
export async function readEventsOfArtist(
  client: DiscoveryClient,
  artistId: string,
  now: number,
): Promise<EventsFound> {
  const statements = new Map<string, EventStatements>();
  const reader = (kind: Dated) =>
    pageReader(client, { attractionId: artistId, ...INCLUDE[kind] }, { artistId, now, statements });
  const limits = { pageSize: PAGE_SIZE, depth: MAX_DEPTH };
  const search = (kind: Dated) =>
    readSlices(reader(kind), {
      ...limits,
      cuts: kind === 'dated' ? CUT_DAYS.map((days) => now + days * DAY_MS) : [],
    });
  try {
    const readPage = reader('all');
    const first = await readPage(ALL, 0);
    const results =
      first.total <= MAX_DEPTH
        ? [await readRest(readPage, limits, ALL, first)]
        : await Promise.all([search('dated'), search('tba'), search('tbd')]);
    return client.meter.timeOwn(() => ({ ...distinct(results), statements }));
  } catch (error) {
    client.stop(error);
    throw error;
  }
}

function distinct(results: { items: Entry[]; missing: number }[]) {
  const byId = new Map<string, TicketingEvent>();
  let missing = 0;
  for (const { items, missing: unread } of results) {
    missing += unread;
    for (const event of items) {
      if (event === null) missing += 1;
      else byId.set(event.id, event);
    }
  }
  return { events: [...byId.values()].sort(byDate), missing };
}

/** By date, undated last; all texts have one form, so text order is date order. */
function byDate(a: TicketingEvent, b: TicketingEvent): number {
  const isDated = Number(/^\d/.test(b.date)) - Number(/^\d/.test(a.date));
  return isDated || compare(a.date, b.date) || compare(a.id, b.id);
}

function pageReader(client: DiscoveryClient, query: Record<string, string>, options: ReadOptions) {
  return async (slice: Slice, page: number): Promise<SlicePage<Entry>> => {
    const answer = await client.discovery('events.json', {
      ...query,
      size: String(PAGE_SIZE),
      page: String(page),
      sort: 'date,asc',
      locale: '*',
      ...(slice.from === null ? {} : { startDateTime: writeDateTime(slice.from) }),
      ...(slice.to === null ? {} : { endDateTime: writeDateTime(slice.to) }),
    });
    return client.meter.timeOwn(() => readEntries(answer, options));
  };
}

/** The only date format that the provider accepts (error DIS1015). */
function writeDateTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

interface ReadOptions {
  artistId?: string;
  now: number;
  /** Collects the provider's facts about each event. */
  statements?: Map<string, EventStatements>;
}

function readEntries(answer: unknown, { statements, ...options }: ReadOptions) {
  if (!isFields(answer)) throw new ProviderRefusal('upstream_failed', UNREADABLE, 200);
  const { events } = fieldsOf(answer._embedded);
  const items = (Array.isArray(events) ? events : []).map((entry): Entry => {
    const raw = readRawEvent(entry);
    if (raw === null) return null;
    const { statusCode, publicSale } = raw;
    statements?.set(raw.id, {
      hasStatus: statusCode !== undefined,
      isSaleStartOpen: publicSale.isOpen,
    });
    return mapEvent(raw, options);
  });
  return { items, total: numberFrom(fieldsOf(answer.page).totalElements) ?? items.length };
}

const UNREADABLE = 'Ticketmaster sent an answer that cannot be read.';

/** Events in the order of their ids. `missing` holds the ids that the provider does not have. */
export async function readEventsByIds(
  client: DiscoveryClient,
  ids: readonly string[],
  now: number,
): Promise<{ events: TicketingEvent[]; missing: string[] }> {
  const eventsById = await findEventsByIds(client, ids, now);
  return {
    events: ids.flatMap((id) => eventsById.get(id) ?? []),
    missing: without(ids, eventsById),
  };
}

/** Adds the events of these ids that searches find, a hundred ids at a time: dated ones, then those without a date. */
async function searchByIds(
  client: DiscoveryClient,
  {
    ids,
    now,
    eventsById,
  }: { ids: readonly string[]; now: number; eventsById: Map<string, TicketingEvent> },
): Promise<void> {
  for (const kind of ['dated', 'tba', 'tbd'] as const) {
    const batches = inBatches(without(ids, eventsById));
    const pages = await Promise.all(
      batches.map((batch) =>
        pageReader(client, { id: batch.join(','), ...INCLUDE[kind] }, { now })(ALL, 0),
      ),
    );
    for (const event of pages.flatMap((page) => page.items)) {
      if (event) eventsById.set(event.id, event);
    }
  }
}

/**
 * Events by the given ids. Searches for a hundred ids at a time, then for those without a date,
 * then requests each of the rest separately, which also finds ids of event pages.
 * @param alone the maximum number of ids that are requested separately; further ones are absent,
 * and so are ids whose request fails. Without it, all are requested, and a failure is thrown.
 */
export async function findEventsByIds(
  client: DiscoveryClient,
  ids: readonly string[],
  now: number,
  alone?: number,
): Promise<Map<string, TicketingEvent>> {
  const eventsById = new Map<string, TicketingEvent>();
  const readAlone = async (id: string): Promise<TicketingEvent | null> => {
    try {
      return await readEvent(client, id, now);
    } catch (error) {
      if (alone === undefined || !(error instanceof DomainError)) throw error;
      return null;
    }
  };
  try {
    await searchByIds(client, { ids, now, eventsById });
    await Promise.all(
      without(ids, eventsById)
        .slice(0, alone)
        .map(async (id) => {
          const event = await readAlone(id);
          if (event) eventsById.set(id, event);
        }),
    );
  } catch (error) {
    client.stop(error);
    throw error;
  }
  return eventsById;
}

const ALL: Slice = { from: null, to: null };

function without(ids: readonly string[], eventsById: ReadonlyMap<string, unknown>): string[] {
  return ids.filter((id) => !eventsById.has(id));
}

function inBatches(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / IDS_PER_CALL);
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * IDS_PER_CALL, (index + 1) * IDS_PER_CALL),
  );
}

/** One event by its provider id or the id in its page's address; null if the provider has neither. */
export async function readEvent(
  client: DiscoveryClient,
  id: string,
  now: number,
): Promise<TicketingEvent | null> {
  try {
    const answer = await client.discovery(`events/${encodeURIComponent(id)}.json`, { locale: '*' });
    const raw = readRawEvent(answer);
    return raw === null ? null : mapEvent(raw, { now });
  } catch (error) {
    if (error instanceof ProviderRefusal && error.status === 404) return null;
    throw error;
  }
}

import { notInArray, type SQL, sql } from 'drizzle-orm';
import { CANCELLED } from '../../../../shared/ticketing/sale.ts';
import { isOneOf } from '../../../db/bulk.ts';
import type { Database } from '../../../db/client.ts';
import { fields } from '../../../db/names.ts';
import { containsText } from '../../../db/page.ts';
import { catalogueEvents, catalogueSales, catalogues } from '../../../db/schema/catalogues.ts';
import { namedByIndex } from '../../../db/text-index.ts';

const event = catalogueEvents;
const sale = catalogueSales;

/** The position of a catalogue's sale in the list, which is sorted by it. */
export interface SalePlace {
  opensAt: number;
  /** The id of the event's row. */
  event: number;
  kind: string;
  name: string;
}

/** A sale of a catalogue with its event. */
export interface CatalogueSaleRow extends SalePlace {
  kind: 'presale' | 'general';
  closesAt: number | null;
  eventId: string;
  /** The list of artists as JSON. */
  artists: string;
  eventName: string;
  venue: string;
  city: string;
  country: string;
  /** '' if the file names none. */
  timezone: string;
  url: string;
  day: string;
}

/** The limits of a list of sales. Instants are milliseconds since the epoch, both included. */
export interface SalesFilter {
  from: number;
  to: number | null;
  country: string | undefined;
  /** The searched text, in lower case without accents. */
  search: string | undefined;
}

/** The column with the provider's id of an event. */
export const LISTED_EVENT = event.eventId;

const isOn = sql`select ${catalogues.country} from ${catalogues} where ${catalogues.isOn} = 1`;

/**
 * The condition for sales of a country, or of all countries. `+` prevents SQLite from using the
 * index of countries, with which it would read and sort all future sales for one page.
 */
const isInCountry = (country: string | undefined): SQL =>
  country === undefined
    ? sql`and +${sale.country} in (${isOn})`
    : sql`and ${sale.country} = ${country} and ${country} in (${isOn})`;

/**
 * The next sales of the active catalogues, of events that are neither removed nor cancelled.
 * @param without the condition for excluded events, by {@link LISTED_EVENT}
 */
export function listCatalogueSales(
  db: Database,
  filter: SalesFilter,
  { after, without, limit }: { after: SalePlace | null; without: SQL; limit: number },
): Promise<CatalogueSaleRow[]> {
  const { from, to, country, search } = filter;
  const { event: row, kind, name, opensAt } = sale;
  const behind: SQL =
    after === null
      ? sql``
      : sql`and (${opensAt}, ${row}, ${kind}, ${name})
          > (${after.opensAt}, ${after.event}, ${after.kind}, ${after.name})`;
  // A cross join keeps the order of the index of sales: the first page needs no sorting.
  return db.all(sql`
    select ${fields({
      opensAt,
      closesAt: sale.closesAt,
      kind,
      name,
      event: row,
      eventId: event.eventId,
      artists: event.artists,
      eventName: event.name,
      venue: event.venue,
      city: event.city,
      country: sale.country,
      timezone: event.timezone,
      url: event.url,
      day: event.day,
    })}
    from ${sale} cross join ${event} on ${event.id} = ${row}
    where ${opensAt} >= ${Math.max(from, after?.opensAt ?? from)}
      ${to === null ? sql`` : sql`and ${opensAt} <= ${to}`}
      ${isInCountry(country)}
      ${behind}
      and ${event.goneAt} is null and ${notInArray(event.status, CANCELLED)}
      ${namedByIndex(row, 'catalogue_events_search', search)}
      ${containsText(sql`${event.searchText}`, search)}
      and not ${without}
    order by ${opensAt}, ${row}, ${kind}, ${name} limit ${limit}`);
}

/** The names of those of these events that an active catalogue lists, by their id. */
export async function findListed(
  db: Database,
  eventIds: readonly string[],
): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db.all<{ id: string; name: string }>(sql`
    select ${event.eventId} as id, ${event.name} as name from ${event}
    where ${event.country} in (${isOn}) and ${isOneOf(event.eventId, eventIds)}
      and ${event.goneAt} is null`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * The ids of events that an active catalogue lists under a text.
 * @param search in lower case without accents
 * @param among selects the ids of the events
 */
export async function findNamed(db: Database, search: string, among: SQL): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>(sql`
    select ${event.eventId} as id from ${event}
    where ${event.country} in (${isOn}) and ${event.goneAt} is null and ${event.eventId} in (${among})
      ${namedByIndex(event.id, 'catalogue_events_search', search)}
      ${containsText(sql`${event.searchText}`, search)}`);
  return new Set(rows.map(({ id }) => id));
}

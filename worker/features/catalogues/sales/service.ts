import * as z from 'zod/mini';
import type { Sale, SalesQuery } from '../../../../shared/catalogues/schema.ts';
import { type Opening, OUTLOOK_HOURS } from '../../../../shared/dashboard/schema.ts';
import { readStored } from '../../../../shared/json.ts';
import { pick } from '../../../../shared/pick.ts';
import { zoneOfCountry } from '../../../../shared/sales/country-zones.ts';
import { fold } from '../../../../shared/text.ts';
import { NOT_AVAILABLE } from '../../../../shared/ticketing/constants.ts';
import type { EventFacts } from '../../../../shared/ticketing/schema.ts';
import { readTicketLimit } from '../../../../shared/ticketing/ticket-limit.ts';
import { windowsOf } from '../../../../shared/ticketing/windows.ts';
import { HOUR_MS, isoTime } from '../../../../shared/times.ts';
import type { Ctx } from '../../../context/context.ts';
import { readCursor, writeCursor } from '../../../db/page.ts';
import { isSaleEvent, listSaleEventsBetween, saleEventIds } from '../../artist-monitor/index.ts';
import { followsOf } from '../../reminders/index.ts';
import * as store from './store.ts';

/**
 * The position of a sale in the list: its opening, catalogues before monitored artists, then the
 * event, the kind and the name.
 */
type Place = [opensAt: number, source: 0 | 1, event: string | number, kind: string, name: string];

interface Placed {
  place: Place;
  sale: ReadSale;
  /** The event's day or date at the venue, or ''. */
  date: string;
}

/**
 * The sales that open from now on, or from `from` to `to`, the soonest first. An event of both a
 * monitored artist and a catalogue has the sales of the monitor, which checks it more often.
 */
export async function listSales(
  ctx: Pick<Ctx, 'db' | 'clock' | 'operator'>,
  { from, to, country, search, limit, cursor }: SalesQuery,
): Promise<{ data: Sale[]; next_cursor: string | null }> {
  const now = ctx.clock();
  const filter: store.SalesFilter = {
    from: from === undefined ? now : Date.parse(from),
    to: to === undefined ? null : Date.parse(to),
    country,
    search: search === undefined || search === '' ? undefined : fold(search),
  };
  const after = readPlace(cursor);
  const [monitored, rows] = await Promise.all([
    monitoredSales(ctx, filter, { after, most: limit + 1 }),
    store.listCatalogueSales(ctx.db, filter, {
      after: after === null ? null : rowPlace(after),
      without: isSaleEvent(store.LISTED_EVENT, filter.from, now),
      limit: limit + 1,
    }),
  ]);
  const all = [...rows.map(placeRow), ...monitored].sort((a, b) => compare(a.place, b.place));
  const page = all.slice(0, limit);
  const last = page.at(-1);
  return {
    data: await withFollows(ctx, await withSources(ctx, page)),
    next_cursor: all.length > limit && last !== undefined ? writePlace(last.place) : null,
  };
}

/**
 * The next sales of monitored artists after a position, as far as a filter accepts them, in any
 * order: the first `most` of the list are among them.
 */
async function monitoredSales(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  filter: store.SalesFilter,
  { after, most }: { after: Place | null; most: number },
): Promise<Placed[]> {
  const { to, country, search } = filter;
  const now = clock();
  // The monitor does not store the names of events.
  const named =
    search === undefined
      ? new Set<string>()
      : await store.findNamed(db, search, saleEventIds(filter.from, now));
  const from = Math.max(filter.from, after?.[0] ?? filter.from);
  const sales: Placed[] = [];
  let behind: { opening: number; id: string } | undefined;
  // Few events contain a text, so many are searched at once.
  let pageSize = search === undefined ? most : Number.POSITIVE_INFINITY;
  for (;;) {
    const { events, hasMore } = await listSaleEventsBetween(db, {
      from,
      to,
      country,
      now,
      after: behind,
      limit: pageSize,
    });
    sales.push(
      ...events
        .flatMap(({ event }) => placeEvent(event, filter, named))
        .filter(({ place }) => after === null || compare(place, after) > 0),
    );
    const last = events.at(-1);
    if (last === undefined || !hasMore) return sales;
    // The next events have no sale before this one.
    const early = sales.filter(({ place: [opensAt] }) => opensAt < last.opening);
    if (early.length >= most) return sales;
    behind = { opening: last.opening, id: last.event.id };
    pageSize *= 2;
  }
}

/** A sale as it is read, before its followers are added. */
type ReadSale = Omit<Sale, 'is_followed'>;

/** Adds whether the operator follows each sale. */
async function withFollows(
  ctx: Pick<Ctx, 'db' | 'clock' | 'operator'>,
  sales: readonly ReadSale[],
): Promise<Sale[]> {
  const isFollowed = await followsOf(
    ctx,
    sales.map(({ event_id: id }) => id),
  );
  return sales.map((sale) => {
    const { event_id: eventId, kind, presale_name: name } = sale;
    return { ...sale, is_followed: isFollowed({ eventId, kind, name: name ?? '' }) };
  });
}

/** Adds the catalogue as a second source to events of the monitor whose name comes from it. */
async function withSources({ db }: Pick<Ctx, 'db'>, page: readonly Placed[]): Promise<ReadSale[]> {
  const monitored = page.flatMap(({ place, sale }) => (place[1] === 1 ? [sale.event_id] : []));
  const listed = await store.findListed(db, monitored);
  return page.map(({ place, sale }) => {
    const name = place[1] === 1 ? listed.get(sale.event_id) : undefined;
    return name === undefined
      ? sale
      : { ...sale, name: name || sale.name, known_from: ['catalogue', 'monitor'] };
  });
}

const artistList = z.array(z.object({ id: z.string(), name: z.string() }));

function placeRow(row: store.CatalogueSaleRow): Placed {
  const { opensAt, event, kind, name } = row;
  return {
    date: row.day,
    place: [opensAt, 0, event, kind, name],
    sale: {
      event_id: row.eventId,
      artist: readStored(artistList, row.artists)[0]?.name || row.eventName,
      name: row.eventName,
      venue: row.venue,
      city: row.city,
      country: row.country,
      timezone: row.timezone || zoneOfCountry(row.country),
      kind,
      presale_name: kind === 'presale' ? name : null,
      opens_at: isoTime(opensAt),
      closes_at: isoTime(row.closesAt),
      url: row.url,
      ticket_limit: null,
      known_from: ['catalogue'],
    },
  };
}

/**
 * The sales of a monitored artist's event that the filter accepts.
 * @param named the events that a catalogue lists under the searched text
 */
function placeEvent(
  event: EventFacts,
  filter: store.SalesFilter,
  named: ReadonlySet<string>,
): Placed[] {
  const { from, to, country, search } = filter;
  const texts = fold([event.artist, event.venue, event.location].join('\n'));
  if (event.sale_note === 'Cancelled') return [];
  if (country !== undefined && event.nation !== country) return [];
  if (search !== undefined && !texts.includes(search) && !named.has(event.id)) return [];
  return windowsOf(event).flatMap(({ kind, name, opensAt, closesAt }): Placed[] => {
    if (opensAt === null || opensAt < from || (to !== null && opensAt > to)) return [];
    const sale: ReadSale = {
      event_id: event.id,
      artist: textOf(event.artist),
      name: textOf(event.artist),
      venue: textOf(event.venue),
      city: textOf(event.location),
      country: event.nation,
      timezone: textOf(event.timezone) || zoneOfCountry(event.nation),
      kind,
      presale_name: kind === 'presale' ? name : null,
      opens_at: isoTime(opensAt),
      closes_at: isoTime(closesAt),
      url: textOf(event.eventLink),
      known_from: ['monitor'],
      ticket_limit: readTicketLimit(event.ticketLimit ?? ''),
    };
    return [{ date: event.date, place: [opensAt, 1, event.id, kind, name], sale }];
  });
}

/** The monitor writes texts that the provider leaves out as N/A. */
const textOf = (text: string): string => (text === NOT_AVAILABLE ? '' : text);

function compare(a: Place, b: Place): number {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

/** The position after which the next page's rows of catalogues begin. */
function rowPlace([opensAt, source, event, kind, name]: Place): store.SalePlace {
  if (source === 0) return { opensAt, event: Number(event), kind, name };
  return { opensAt, event: Number.MAX_SAFE_INTEGER, kind: '', name: '' };
}

const writePlace = ([opensAt, source, event, kind, name]: Place): string =>
  writeCursor({ id: source, values: [opensAt, event, kind, name], seen: 0, total: 0 });

/** @throws DomainError `bad_request` for a text that no page returned. */
function readPlace(text: string | undefined): Place | null {
  const cursor = readCursor(text);
  if (cursor === null) return null;
  const [opensAt, event = '', kind = '', name = ''] = cursor.values;
  const source = cursor.id === 0 ? 0 : 1;
  return [Number(opensAt), source, event, String(kind), String(name)];
}

/** The maximum number of sales in the outlook from each source. */
const OUTLOOK_SALES = 200;

/**
 * The next sales of {@link listSales}, the soonest first: those of monitored artists, and those
 * only in catalogues; and whether more of them open within {@link OUTLOOK_HOURS}.
 */
export async function listOutlook(
  ctx: Pick<Ctx, 'db' | 'clock'>,
): Promise<{ monitored: Opening[]; listed: Opening[]; isCut: boolean }> {
  const now = ctx.clock();
  const filter = { from: now, to: null, country: undefined, search: undefined };
  const [monitored, rows] = await Promise.all([
    monitoredSales(ctx, filter, { after: null, most: OUTLOOK_SALES }),
    store.listCatalogueSales(ctx.db, filter, {
      after: null,
      without: isSaleEvent(store.LISTED_EVENT, now, now),
      limit: OUTLOOK_SALES,
    }),
  ]);
  const inOrder = monitored.sort((a, b) => compare(a.place, b.place)).slice(0, OUTLOOK_SALES);
  const lists = [inOrder, rows.map(placeRow)].map((list) => list.map(openingOf));
  const [first = [], listed = []] = lists;
  const end = now + OUTLOOK_HOURS * HOUR_MS;
  const isCut = lists.some(
    (list) => list.length === OUTLOOK_SALES && Date.parse(list.at(-1)?.opens ?? '') <= end,
  );
  return { monitored: first, listed, isCut };
}

const openingOf = ({ sale, date }: Placed): Opening => ({
  ...pick(sale, ['event_id', 'artist', 'url']),
  kind: sale.kind === 'general' ? 'onsale' : 'presale',
  name: sale.presale_name ?? '',
  opens: sale.opens_at,
  date: date || NOT_AVAILABLE,
  venue: sale.venue || NOT_AVAILABLE,
  location: sale.city || NOT_AVAILABLE,
  nation: sale.country,
});

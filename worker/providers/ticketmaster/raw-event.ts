import { isZoneName, type LocalStart, type PriceRange } from '../../../shared/ticketing/texts.ts';
import { type Fields, fieldsOf, listOf, NO_FIELDS, numberFrom, textOf } from '../fields.ts';

/** An event of the Discovery API, as far as the product reads it. A field that cannot be read is undefined. */
export type RawEvent = NonNullable<ReturnType<typeof readRawEvent>>;

/**
 * Reads an event of a search or of its details; null without an id. Any other field may be absent
 * or of another type than documented. It does not use zod: a list has 2,500 events of 5 KB, and a
 * zod schema with a fallback for each field takes most of the server's time for it (the Workers
 * runtime cannot compile schemas).
 */
export function readRawEvent(entry: unknown) {
  const event = fieldsOf(entry);
  const id = textOf(event.id);
  if (!id) return null;
  const sales = fieldsOf(event.sales);
  const publicSale = fieldsOf(sales.public);
  const dates = fieldsOf(event.dates);
  const embedded = fieldsOf(event._embedded);
  const venue = listOf(embedded.venues)[0] ?? NO_FIELDS;
  return {
    id,
    name: textOf(event.name),
    url: textOf(event.url),
    // Not read yet: most of an event's bytes are pictures, and one of ten is used.
    images: event.images,
    publicSale: {
      ...readWindow(publicSale),
      isOpen: publicSale.startTBD === true || publicSale.startTBA === true,
    },
    presales: listOf(sales.presales).map(readWindow),
    start: readStart(fieldsOf(dates.start)),
    end: readEnd(fieldsOf(dates.end)),
    // The event's own zone, otherwise that of its venue; either may contain a name that is not a
    // zone.
    timezone: [textOf(dates.timezone), textOf(venue.timezone)].find((zone) => isZoneName(zone)),
    originalDate: textOf(fieldsOf(dates.initialStartDate).localDate),
    statusCode: textOf(fieldsOf(dates.status).code),
    promoter: textOf(fieldsOf(event.promoter).name) ?? textOf(listOf(event.promoters)[0]?.name),
    priceRanges: listOf(event.priceRanges).map(readPriceRange),
    seatMap: textOf(fieldsOf(event.seatmap).staticUrl),
    ticketLimit: textOf(fieldsOf(event.ticketLimit).info),
    venue: readVenue(venue),
    artists: listOf(embedded.attractions).map(({ id: artistId, name }) => ({
      id: textOf(artistId),
      name: textOf(name),
    })),
  };
}

function readWindow(window: Fields) {
  return {
    name: textOf(window.name),
    startDateTime: textOf(window.startDateTime),
    endDateTime: textOf(window.endDateTime),
  };
}

function readStart(start: Fields): LocalStart & { dateTime: string | undefined } {
  return {
    localDate: textOf(start.localDate),
    localTime: textOf(start.localTime),
    dateTime: textOf(start.dateTime),
    dateTBA: start.dateTBA === true,
    dateTBD: start.dateTBD === true,
    timeTBA: start.timeTBA === true,
    noSpecificTime: start.noSpecificTime === true,
  };
}

/** Present for an event of several days, or one whose end is published. */
function readEnd(end: Fields) {
  return { localDate: textOf(end.localDate), dateTime: textOf(end.dateTime) };
}

function readPriceRange(range: Fields): PriceRange {
  return {
    currency: textOf(range.currency),
    min: numberFrom(range.min),
    max: numberFrom(range.max),
  };
}

function readVenue(venue: Fields) {
  const state = fieldsOf(venue.state);
  return {
    name: textOf(venue.name),
    city: textOf(fieldsOf(venue.city).name),
    state: textOf(state.stateCode) ?? textOf(state.name),
    countryCode: textOf(fieldsOf(venue.country).countryCode),
  };
}

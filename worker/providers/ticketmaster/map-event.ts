import {
  countedPresales,
  decideSaleStatus,
  describeSaleNote,
  knownInstant,
  type SaleWindow,
} from '../../../shared/ticketing/sale.ts';
import { NOT_AVAILABLE, type TicketingEvent } from '../../../shared/ticketing/schema.ts';
import {
  describeDate,
  describeLocation,
  describeNation,
  describePresales,
  describePrice,
  describeZone,
  formatInstant,
  pickImage,
  readPrice,
  textOrNotAvailable,
  writeWindow,
} from '../../../shared/ticketing/texts.ts';
import { HOUR_MS } from '../../../shared/times.ts';
import { readPictures, secureAddress } from './pictures.ts';
import type { RawEvent } from './raw-event.ts';

interface MapOptions {
  /** The artist whose events are read; absent: the event's first artist. */
  artistId?: string;
  /** Now, in milliseconds since the epoch. */
  now: number;
}

/** An event as the product shows it. */
export function mapEvent(raw: RawEvent, { artistId, now }: MapOptions): TicketingEvent {
  const sale = readSale(raw);
  const presales = sale.presales.map(writeWindow);
  return {
    id: raw.id,
    artist: nameArtist(raw, artistId),
    date: describeDate(raw.start),
    timezone: describeZone(raw.timezone),
    venue: textOrNotAvailable(raw.venue.name),
    location: describeLocation(raw.venue.city, raw.venue.state),
    nation: describeNation(raw.venue.countryCode),
    status: decideSaleStatus(sale, now),
    sale_note: describeSaleNote(sale.code, raw.originalDate),
    price: describePrice(raw.priceRanges),
    price_range: readPrice(raw.priceRanges),
    presaleCount: presales.length,
    presales: describePresales(presales),
    presale_windows: presales,
    generalSaleStart: formatInstant(sale.publicStart),
    ticketLimit: textOrNotAvailable(raw.ticketLimit),
    promoter: textOrNotAvailable(raw.promoter),
    manifestLink: webAddress(raw.seatMap),
    eventLink: webAddress(raw.url),
    // The provider's events name no sections; the service fills in those that were read from offers.
    manifest: NOT_AVAILABLE,
    image: chooseImage(raw.images),
  };
}

function readSale(raw: RawEvent) {
  const { isOpen, startDateTime, endDateTime } = raw.publicSale;
  const publicStart = isOpen ? null : knownInstant(startDateTime);
  const windows = raw.presales.map(
    (window): SaleWindow => ({
      name: window.name ?? 'Presale',
      startsAt: knownInstant(window.startDateTime),
      endsAt: knownInstant(window.endDateTime),
    }),
  );
  return {
    code: raw.statusCode?.toLowerCase() ?? '',
    publicStart,
    publicEnd: knownInstant(endDateTime),
    presales: countedPresales(windows, publicStart),
    eventEnd: readEnd(raw),
  };
}

/** A day has ended everywhere 36 hours after its start in UTC. */
const DAY_IS_OVER_MS = 36 * HOUR_MS;

/** When the sale of tickets ends: at the end of the event, or at its start if no end is stated. */
function readEnd({ start, end }: RawEvent): number | null {
  const startsAt = knownInstant(start.dateTime);
  const lastDay = knownInstant(end.localDate);
  const endsAt = knownInstant(end.dateTime) ?? (lastDay === null ? null : lastDay + DAY_IS_OVER_MS);
  return endsAt === null || startsAt === null ? (endsAt ?? startsAt) : Math.max(startsAt, endsAt);
}

function nameArtist({ artists, name }: RawEvent, artistId: string | undefined): string {
  const wanted = artists.find((artist) => artist.id === artistId) ?? artists[0];
  return textOrNotAvailable(wanted?.name ?? name);
}

function chooseImage(images: unknown): string {
  const picture = pickImage(readPictures(images));
  return picture === null ? NOT_AVAILABLE : secureAddress(picture.url);
}

/** Only web addresses become links: the screens put them into `href`. */
function webAddress(address: string | undefined): string {
  return address && /^https?:\/\//i.test(address) ? address : NOT_AVAILABLE;
}

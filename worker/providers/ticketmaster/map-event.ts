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
  formatInstant,
  pickImage,
  textOrNotAvailable,
} from '../../../shared/ticketing/texts.ts';
import { readPictures } from './pictures.ts';
import type { RawEvent } from './raw-schema.ts';

interface MapOptions {
  /** The artist whose events are read; absent: the event's first artist. */
  artistId?: string;
  /** Now, in milliseconds since the epoch. */
  now: number;
}

/** An event as the product shows it (part 1, "Artist events response"). */
export function mapEvent(raw: RawEvent, { artistId, now }: MapOptions): TicketingEvent {
  const sale = readSale(raw);
  const venue = raw._embedded?.venues?.[0];
  return {
    id: raw.id,
    artist: nameArtist(raw, artistId),
    date: describeDate(raw.dates?.start ?? {}),
    venue: textOrNotAvailable(venue?.name),
    location: describeLocation(venue?.city?.name, venue?.state?.stateCode ?? venue?.state?.name),
    nation: describeNation(venue?.country?.countryCode),
    status: decideSaleStatus(sale, now),
    sale_note: describeSaleNote(sale.code, raw.dates?.initialStartDate?.localDate),
    price: describePrice(raw.priceRanges ?? []),
    presaleCount: sale.presales.length,
    presales: describePresales(sale.presales),
    generalSaleStart: formatInstant(sale.publicStart),
    ticketLimit: textOrNotAvailable(raw.ticketLimit?.info),
    promoter: textOrNotAvailable(raw.promoter?.name ?? raw.promoters?.[0]?.name),
    manifestLink: webAddress(raw.seatmap?.staticUrl),
    eventLink: webAddress(raw.url),
    // The provider's events name no sections; the service fills in those that were read from offers.
    manifest: NOT_AVAILABLE,
    image: pickImage(readPictures(raw.images)),
  };
}

function readSale(raw: RawEvent) {
  const sale = raw.sales?.public;
  const isOpenDate = sale?.startTBD === true || sale?.startTBA === true;
  const publicStart = isOpenDate ? null : knownInstant(sale?.startDateTime);
  const windows = (raw.sales?.presales ?? []).map(
    (window): SaleWindow => ({
      name: window.name ?? 'Presale',
      startsAt: knownInstant(window.startDateTime),
      endsAt: knownInstant(window.endDateTime),
    }),
  );
  return {
    code: raw.dates?.status?.code?.toLowerCase() ?? '',
    publicStart,
    publicEnd: knownInstant(sale?.endDateTime),
    presales: countedPresales(windows, publicStart),
    eventStart: knownInstant(raw.dates?.start?.dateTime),
  };
}

function nameArtist(raw: RawEvent, artistId: string | undefined): string {
  const artists = raw._embedded?.attractions ?? [];
  const wanted = artists.find((artist) => artist.id === artistId) ?? artists[0];
  return textOrNotAvailable(wanted?.name ?? raw.name);
}

/** Only web addresses become links: the screens put them into `href`. */
function webAddress(address: string | undefined): string {
  return address && /^https?:\/\//i.test(address) ? address : NOT_AVAILABLE;
}

import { createHash } from 'node:crypto';
import {
  FEED_LIST,
  FEED_TEXT,
  type FeedEvent,
  type FeedSale,
} from '../../shared/catalogues/feed.ts';
import { cut } from '../../shared/text.ts';
import { countedPresales, knownInstant } from '../../shared/ticketing/sale.ts';
import { isZoneName } from '../../shared/ticketing/texts.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

function textOf(value: unknown, length: number): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return cut(value.replace(/\p{Cc}+/gu, ' ').trim(), length);
}

const instantOf = (value: unknown): number | null =>
  typeof value === 'string' ? knownInstant(value) : null;

function zoneOf(value: unknown): string {
  const zone = textOf(value, FEED_TEXT.short);
  return isZoneName(zone) ? zone : '';
}

/** The hash distinguishes the versions of one event only, for which few bytes are enough. */
const HASH_BYTES = 9;

/**
 * Reads an event of the Discovery Feed 2.0
 * (developer.ticketmaster.com/products-and-docs/apis/discovery-feed). A field of an undocumented
 * type counts as absent.
 * @returns null for a value without an id.
 */
export function readEvent(value: unknown): FeedEvent | null {
  const raw = fieldsOf(value);
  const id = textOf(raw.eventId, FEED_TEXT.id);
  if (id === '') return null;
  const venue = fieldsOf(raw.venue);
  const content = {
    name: textOf(raw.eventName, FEED_TEXT.name),
    artists: itemsOf(raw.attractions, 'attraction').slice(0, FEED_LIST.artists).map(readArtist),
    venue: textOf(venue.venueName, FEED_TEXT.name),
    city: textOf(venue.venueCity, FEED_TEXT.name),
    timezone: zoneOf(venue.venueTimezone),
    segment: textOf(raw.classificationSegment, FEED_TEXT.short),
    genre: textOf(raw.classificationGenre, FEED_TEXT.short),
    url: readUrl(raw),
    status: textOf(raw.eventStatus, FEED_TEXT.short).toLowerCase(),
    startsAt: instantOf(raw.eventStartDateTime),
    day: textOf(raw.eventStartLocalDate, FEED_TEXT.short),
    sales: readSales(raw),
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest();
  const hash = digest.subarray(0, HASH_BYTES).toString('base64url');
  return { id, hash, ...content };
}

/** A list whose items may be wrapped (`{"attraction": {...}}`), or one item in place of the list. */
function itemsOf(value: unknown, wrapper: string): Fields[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((item) => {
    if (!isFields(item)) return [];
    const inner = item[wrapper];
    return isFields(inner) ? [inner] : [item];
  });
}

const readArtist = (raw: Fields) => ({
  id: textOf(raw.attractionId, FEED_TEXT.id),
  name: textOf(raw.attractionName, FEED_TEXT.name),
});

function readUrl({ primaryEventUrl, resaleEventUrl }: Fields): string {
  const url = textOf(primaryEventUrl, FEED_TEXT.url) || textOf(resaleEventUrl, FEED_TEXT.url);
  return /^https?:\/\//i.test(url) ? url : '';
}

/** The presales and the general sale whose opening is known, each once. */
function readSales(raw: Fields): FeedSale[] {
  const publicStart = instantOf(raw.onsaleStartDateTime);
  const listed = readPresales(raw.presales);
  const presales = countedPresales(listed.length > 0 ? listed : readJoined(raw), publicStart);
  const sales = new Map<string, FeedSale>();
  for (const { name, startsAt, endsAt } of presales)
    if (startsAt !== null)
      sales.set(`${name} ${startsAt}`, {
        kind: 'presale',
        name,
        opensAt: startsAt,
        closesAt: endsAt,
      });
  const general: FeedSale[] =
    publicStart === null
      ? []
      : [
          {
            kind: 'general',
            name: '',
            opensAt: publicStart,
            closesAt: instantOf(raw.onsaleEndDateTime),
          },
        ];
  return [...[...sales.values()].slice(0, FEED_LIST.sales - 1), ...general];
}

const readPresales = (value: unknown) =>
  itemsOf(value, 'presale')
    .map((raw) => ({
      name: textOf(raw.presaleName ?? raw.name, FEED_TEXT.name),
      startsAt: instantOf(raw.presaleStartDateTime ?? raw.startDateTime),
      endsAt: instantOf(raw.presaleEndDateTime ?? raw.endDateTime),
    }))
    .filter(({ name, startsAt }) => name !== '' || startsAt !== null);

const RANGE = /(\d{4}-\d\d-\d\dT[\d:.]+Z)\s*(?:to|-|\/)\s*(\d{4}-\d\d-\d\dT[\d:.]+Z)/g;

/** Presales as two texts, with the names and the ranges of all of them. */
function readJoined({ presaleName, presaleDateTimeRange }: Fields) {
  const ranges = [...textOf(presaleDateTimeRange, 4_000).matchAll(RANGE)];
  const text = textOf(presaleName, 4_000);
  const names = ranges.length === 1 ? [text] : text.split(/\s*[,|;]\s*/);
  return ranges.map(([, from, to], index) => ({
    name: cut(names.length === ranges.length ? (names[index] ?? '') : '', FEED_TEXT.name),
    startsAt: instantOf(from),
    endsAt: instantOf(to),
  }));
}

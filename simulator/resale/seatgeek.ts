import { type Answer, json, type Request } from '../answers.ts';
import { listConcerts, RESALE_ARTISTS, type ResaleArtist, type ResaleConcert } from './world.ts';

const PREFIX = '/seatgeek/2/';
const MAX_PAGE_SIZE = 5_000;
/** Beyond this, the provider returns an empty list. */
const MAX_DEPTH = 10_000;
const HOUR = 3_600_000;

/**
 * The resale platform's performers and events; null for other paths. The artist "Error 500" has no events to read.
 * `hasStatistics`: events have numbers of listings and prices, which public clients got until May 2024.
 */
export const createSeatGeek = (hasStatistics: boolean) => (request: Request) =>
  answerSeatGeek(request, (concert) => ({
    ...writeConcert(concert),
    stats: hasStatistics ? writeStatistics(concert) : {},
  }));

function answerSeatGeek(
  { path, query, today }: Request,
  write: (concert: ResaleConcert) => object,
): Answer | null {
  if (!path.startsWith(PREFIX)) return null;
  if (!query.get('client_id')) return refuseClient();
  const resource = path.slice(PREFIX.length);
  if (resource === 'performers') {
    return answerPage(query, 'performers', RESALE_ARTISTS, writePerformer);
  }
  if (resource !== 'events') return refuse(404, 'not found');
  const artist = RESALE_ARTISTS.find(({ id }) => id === Number(query.get('performers.id')));
  if (artist?.name === 'Error 500') return refuse(500, 'Internal Server Error');
  const from = Date.parse(`${query.get('datetime_utc.gte') ?? ''}Z`);
  const concerts = (artist ? listConcerts(artist, today) : []).filter(
    ({ startsAt }) => Number.isNaN(from) || startsAt >= from,
  );
  return answerPage(query, 'events', concerts, write);
}

function answerPage<T>(
  query: URLSearchParams,
  name: string,
  all: readonly T[],
  write: (entry: T) => object,
): Answer {
  const size = Number(query.get('per_page') ?? 10);
  const page = Number(query.get('page') ?? 1);
  if (size > MAX_PAGE_SIZE) return refuse(400, 'page size too large. maximum 5000');
  const isTooDeep = page * size > MAX_DEPTH;
  const entries = isTooDeep ? [] : all.slice((page - 1) * size, page * size);
  const total = isTooDeep ? 0 : all.length;
  const meta = { page, took: 3, total, geolocation: null, per_page: size };
  return json({ meta, ...(name === 'events' && { in_hand: {} }), [name]: entries.map(write) });
}

const refuse = (status: number, message: string): Answer =>
  json({ status, message, meta: { status } }, status);

function refuseClient(): Answer {
  const message = 'Client is required - visit "https://seatgeek.com/account/develop"';
  const errors = [{ code: 40307, message }];
  return json({ errors, message, status: 403, meta: { status: 403 } }, 403);
}

function writePerformer(artist: ResaleArtist) {
  return {
    id: artist.id,
    name: artist.name,
    short_name: artist.name,
    slug: artist.slug,
    url: `https://seatgeek.com/${artist.slug}-tickets`,
    type: 'band',
    image: null,
    images: {},
    colors: null,
    divisions: null,
    genres: [],
    home_venue_id: null,
    image_attribution: null,
    image_license: null,
    location: null,
    has_upcoming_events: true,
    num_upcoming_events: 40,
    popularity: 0,
    score: artist.score,
    stats: { event_count: 40 },
    taxonomies: [{ id: 2_000_000, name: 'concert', parent_id: null }],
  };
}

function writeConcert(concert: ResaleConcert) {
  const { artist, city, hall } = concert;
  const slug = hall.toLowerCase().replace(/[^a-z\d]+/g, '-');
  const local = concert.isTimeOpen
    ? `${timeOf(concert.startsAt + city.offsetHours * HOUR).slice(0, 10)}T03:30:00`
    : timeOf(concert.startsAt + city.offsetHours * HOUR);
  return {
    id: concert.id,
    title: artist.name,
    short_title: artist.name,
    type: 'concert',
    status: 'normal',
    description: '',
    url: `https://seatgeek.com/${artist.slug}-tickets/${slug}/concert/${concert.id}`,
    score: concert.score,
    popularity: concert.score,
    announce_date: timeOf(concert.announcedAt),
    created_at: timeOf(Math.min(concert.announcedAt, concert.startsAt - 30 * 24 * HOUR)),
    datetime_local: local,
    datetime_utc: timeOf(concert.startsAt),
    datetime_tbd: concert.isTimeOpen,
    date_tbd: false,
    time_tbd: concert.isTimeOpen,
    enddatetime_utc: null,
    visible_until_utc: timeOf(concert.startsAt + 4 * HOUR),
    conditional: false,
    is_open: false,
    access_method: null,
    announcements: {},
    event_promotion: null,
    links: [],
    taxonomies: [{ id: 2_000_000, name: 'concert', parent_id: null, rank: 0 }],
    performers: [{ ...writePerformer(artist), primary: true }],
    venue: {
      id: concert.id,
      name: hall,
      name_v2: hall,
      slug,
      url: `https://seatgeek.com/venues/${slug}/tickets`,
      city: city.name,
      state: null,
      country: city.country,
      postal_code: '00000',
      timezone: 'UTC',
      address: '1 Main Street',
      extended_address: city.name,
      display_location: city.name,
      location: { lat: 0, lon: 0 },
      metro_code: 0,
      capacity: 12_000,
      popularity: 0,
      score: 0.5,
      has_upcoming_events: true,
      num_upcoming_events: 40,
      access_method: null,
      links: [],
    },
  };
}

const writeStatistics = ({ listings, lowestPrice }: ResaleConcert) => ({
  listing_count: listings,
  visible_listing_count: listings,
  dq_bucket_counts: listings === null ? null : [0, 0, 1, 0, 0, 0, 0, 0],
  average_price: lowestPrice === null ? null : lowestPrice * 2,
  median_price: lowestPrice === null ? null : Math.round(lowestPrice * 1.7),
  highest_price: lowestPrice === null ? null : lowestPrice * 5,
  lowest_price: lowestPrice,
  lowest_sg_base_price: lowestPrice,
  lowest_price_good_deals: null,
  lowest_sg_base_price_good_deals: null,
});

/** The provider's times have no zone. */
const timeOf = (instant: number): string => new Date(instant).toISOString().slice(0, 19);

import * as z from 'zod';

/**
 * What the product reads of the Discovery API's answers. Everything may be absent or of another type than
 * documented: a field that cannot be read counts as absent, and only an event or artist without an id is given up.
 */
const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);

/** A list whose unreadable entries are left out. */
function listOf<T extends z.ZodType>(entry: T) {
  return z
    .array(entry.nullable().catch(null))
    .transform((entries) => entries.filter((item) => item !== null))
    .optional()
    .catch(undefined);
}

function part<T extends z.ZodRawShape>(shape: T) {
  return z.object(shape).optional().catch(undefined);
}

const named = part({ name: text });

/**
 * Pictures are most of an event's bytes and one of ten is used, so they are not read here:
 * readPictures looks at each once.
 */
const images = z.unknown().optional();

const rawWindow = z.object({ name: text, startDateTime: text, endDateTime: text });

const rawVenue = z.object({
  name: text,
  city: named,
  state: part({ name: text, stateCode: text }),
  country: part({ countryCode: text }),
});

/** An artist as search and details answer it. */
export const rawAttraction = z.object({
  id: z.string().min(1),
  name: text,
  images,
  classifications: listOf(z.object({ segment: named, genre: named })),
  upcomingEvents: part({ _total: number }),
});
export type RawAttraction = z.infer<typeof rawAttraction>;

/** An event as search and details answer it. */
export const rawEvent = z.object({
  id: z.string().min(1),
  name: text,
  url: text,
  images,
  sales: part({
    public: part({ startDateTime: text, endDateTime: text, startTBD: flag, startTBA: flag }),
    presales: listOf(rawWindow),
  }),
  dates: part({
    start: part({
      localDate: text,
      localTime: text,
      dateTime: text,
      dateTBA: flag,
      dateTBD: flag,
      timeTBA: flag,
      noSpecificTime: flag,
    }),
    initialStartDate: part({ localDate: text }),
    status: part({ code: text }),
  }),
  promoter: named,
  promoters: listOf(z.object({ name: text })),
  priceRanges: listOf(z.object({ type: text, currency: text, min: number, max: number })),
  seatmap: part({ staticUrl: text }),
  ticketLimit: part({ info: text }),
  _embedded: part({
    venues: listOf(rawVenue),
    attractions: listOf(z.object({ id: text, name: text })),
  }),
});
export type RawEvent = z.infer<typeof rawEvent>;

const page = part({ totalElements: number, totalPages: number });

/** One page of an event search; events stay unread until each is parsed on its own. */
export const rawEventPage = z.object({
  _embedded: part({ events: z.array(z.unknown()).optional().catch(undefined) }),
  page,
});

/** One page of an attraction search. */
export const rawAttractionPage = z.object({
  _embedded: part({ attractions: z.array(z.unknown()).optional().catch(undefined) }),
  page,
});

const rawArea = z.object({ attributes: part({ name: text, rank: number }) });

/** The Commerce API's offers of an event, as far as sections and price zones go. */
export const rawOffers = z.object({
  areas: part({ _embedded: listOf(rawArea) }),
  'price-zones': part({ _embedded: listOf(rawArea) }),
});

/** The value when it is a text, else ''. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

import * as z from 'zod';

/**
 * The parts of the Discovery API's answers that the product reads, apart from events. Every field may be absent or of
 * another type than documented: a field that cannot be read counts as absent, and only an artist without an id is
 * left out.
 */
const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);

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

/** An artist of a search or of its details. */
export const rawAttraction = z.object({
  id: z.string().min(1),
  name: text,
  /** Read by readThumbnails. */
  images: z.unknown().optional(),
  classifications: listOf(z.object({ segment: named, genre: named })),
  upcomingEvents: part({ _total: number }),
});
export type RawAttraction = z.infer<typeof rawAttraction>;

const page = part({ totalElements: number, totalPages: number });

/** One page of an event search; each event is read by itself (readRawEvent). */
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

/** The value if it is a string, else ''. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

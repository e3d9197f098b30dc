import * as z from 'zod/mini';

/** An artist of the Events screen, as the tool event_ranking lists it. */
export const rankedArtist = z.object({
  id: z.int(),
  name: z.string(),
  final_score: z.nullable(z.number()),
  category_score: z.nullable(z.number()),
  concerts: z.int(),
  coming_sales: z.int(),
  countries: z.array(z.string()),
});
export type RankedArtist = z.infer<typeof rankedArtist>;

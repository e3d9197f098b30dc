import * as z from 'zod/mini';
import { instant } from '../answers.ts';
import { CATALOGUE_COUNTRIES } from '../catalogues/schema.ts';
import { readStored } from '../json.ts';
import { type EventFacts, eventFacts } from '../ticketing/schema.ts';
import { CHANGE_KINDS } from './change-kinds.ts';

/** One change of an event. `from` and `to` are in the provider's form: dates, instants, names. */
export const eventChange = z.object({
  kind: z.enum(CHANGE_KINDS),
  event_id: z.string(),
  from: z.nullable(z.string()),
  to: z.string(),
  /** The name of the presale that is new or was moved. */
  presale: z.optional(z.string()),
  /** The country of the catalogue that reported it; absent if a check of the artist found it. */
  told_by: z.optional(z.enum(CATALOGUE_COUNTRIES)),
  place: z.pick(eventFacts, {
    venue: true,
    location: true,
    nation: true,
    timezone: true,
    eventLink: true,
  }),
});

/** A change in the timeline of its artist. */
export const artistChange = z.extend(eventChange, {
  id: z.int(),
  artist_id: z.string(),
  artist_name: z.string(),
  at: instant,
});

/** The facts of an event and a change of one, in the form in which their columns store them. */
export const readFacts = (text: string): EventFacts => readStored(eventFacts, text);
export const readChange = (text: string): z.infer<typeof eventChange> =>
  readStored(eventChange, text);

import * as z from 'zod';
import { ticketingEvent } from '../ticketing/schema.ts';
import { MAX_EVENT_URLS } from './limits.ts';

/** POST /events/by-urls: addresses of event pages, one per event. */
export const eventsByUrlsRequest = z.object({
  urls: z
    .array(z.string().trim().min(1).max(2048))
    .min(1, 'Enter at least one address.')
    .max(MAX_EVENT_URLS, `At most ${MAX_EVENT_URLS} addresses at once.`),
});

/**
 * The result for one address: the event, or the reason why there is none. `id` is the event's,
 * otherwise the one in the address; null if there is none.
 */
const resolvedEvent = z.object({
  url: z.string(),
  id: z.nullable(z.string()),
  event: z.nullable(ticketingEvent),
  message: z.string().nullable(),
});
export type ResolvedEvent = z.infer<typeof resolvedEvent>;

export const eventsByUrlsAnswer = z.object({
  success: z.literal(true),
  results: z.array(resolvedEvent),
});

/** GET /encore/webhook-presets */
export const webhookPresetsAnswer = z.object({
  success: z.literal(true),
  presets: z.array(z.string()),
});

import * as z from 'zod/mini';
import { workTool } from '../recent-work/work-tool.ts';
import {
  storedCustomFields,
  storedText,
  storedValues,
  storedValuesByEvent,
} from '../site-generator/stored-schemas.ts';

/** The operator's settings for one site. Numbers stay as typed until they are used. */
export const siteDraft = z.object({
  events: z.catch(
    z.array(
      z.object({
        id: z.string(),
        url: z.string(),
        /** Artist, venue and date of an event from the ticketing tool; empty for a pasted one. */
        title: storedText,
        /** 'Postponed', 'Rescheduled' or 'Cancelled'; empty for an event that goes ahead as planned. */
        change: storedText,
        /** The id of the event at its provider; empty for a pasted one. */
        eventId: storedText,
        /** The ticket limit in the provider's words; empty for a pasted event. */
        ticketLimit: storedText,
        accounts: storedText,
        countryCode: storedText,
      }),
    ),
    [],
  ),
  /** Values of all events. */
  global: storedValues,
  /** Overridden values of events, by event id. */
  perEvent: storedValuesByEvent,
  settings: storedValues,
  customFields: storedCustomFields,
  /** One proxy per line. */
  proxies: storedText,
  search: storedText,
  country: storedText,
  order: z.catch(z.enum(['listed', 'shuffled']), 'listed'),
  seed: z.catch(z.string(), '1'),
});

export type SiteDraft = z.infer<typeof siteDraft>;
export type DraftEvent = SiteDraft['events'][number];

export const INITIAL_DRAFT: SiteDraft = siteDraft.parse({});

/** The operator's configurations of each tool; the key is the site. */
export const siteWork = {
  adonis: workTool('adonis', 'site-draft-', siteDraft, INITIAL_DRAFT),
  tsuki: workTool('tsuki', 'site-draft-', siteDraft, INITIAL_DRAFT),
};

/** A new event with one account. */
export function newEvent(
  url: string,
  countryCode: string,
  values: Partial<Pick<DraftEvent, 'title' | 'change' | 'eventId' | 'ticketLimit'>> = {},
): DraftEvent {
  return {
    id: crypto.randomUUID(),
    url,
    accounts: '1',
    countryCode,
    title: '',
    change: '',
    eventId: '',
    ticketLimit: '',
    ...values,
  };
}

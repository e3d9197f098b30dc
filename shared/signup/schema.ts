import * as z from 'zod';
import { cartWebhook, encoreConfig } from '../encore/config.ts';
import { exceededLimit } from '../limit-guard/exceeded.ts';
import { pageSource } from '../page-source.ts';
import { EVENTS_BY_ACCOUNT, MAX_SIGNUP_EVENTS } from './constants.ts';
import { checkPageAddress, withScheme } from './page-address.ts';

const text = z.string().max(500);

/** One event of a sign-up page. `value` is the event id; texts that the page does not have are empty. */
export const signupEvent = z.object({
  value: z.string(),
  date: z.string(),
  venue: z.string(),
  city: z.string(),
  presale: z.string(),
  event_city: z.string().optional(),
  /** Sold out according to the page, or switched off on it. */
  closed: z.enum(['sold_out', 'disabled']).optional(),
});
export type SignupEvent = z.infer<typeof signupEvent>;

/** POST /events/signup-infos. A `page_source` is read instead of fetching the page. */
export const signupInfosRequest = z.object({
  url: z
    .string()
    .trim()
    .superRefine((url, context) => {
      const message = checkPageAddress(url);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .transform(withScheme),
  page_source: z.optional(pageSource),
});
export type SignupInfosRequest = z.infer<typeof signupInfosRequest>;

export const signupInfosAnswer = z.object({
  success: z.literal(true),
  title: z.string(),
  url: z.string(),
  events: z.array(signupEvent),
  /**
   * The number of events on the page, if there are more than MAX_SIGNUP_EVENTS and the rest is
   * omitted.
   */
  events_found: z.int().optional(),
  /** Entries of the page whose date cannot be read, with the texts of the first ones. */
  undated: z.object({ entries: z.int(), texts: z.array(z.string()) }).optional(),
});
export type SignupInfos = Omit<z.infer<typeof signupInfosAnswer>, 'success'>;

const dispatchEvent = z.object({
  id: z.string().trim().min(1).max(200),
  presale: text.default(''),
  accounts_amount: z.int().min(0).max(10_000),
  event_infos: z.object({
    date: text.default(''),
    venue: text.default(''),
    city: text.default(''),
  }),
  event_city: text.nullish(),
  categories: z.array(text).max(1000).default([]),
});
export type DispatchEvent = z.infer<typeof dispatchEvent>;

/** POST /events/dispatch-csv */
export const dispatchRequest = z.object({
  events_by_account: z.int().min(EVENTS_BY_ACCOUNT.min).max(EVENTS_BY_ACCOUNT.max),
  events: z
    .array(dispatchEvent)
    .max(MAX_SIGNUP_EVENTS)
    .superRefine((events, context) => {
      const seen = new Set<string>();
      for (const [index, event] of events.entries()) {
        if (seen.has(event.id)) {
          context.addIssue({
            code: 'custom',
            path: [index, 'id'],
            message: `The event ${event.id} is listed twice.`,
          });
        }
        seen.add(event.id);
      }
    }),
  event_title: text.default(''),
  artist_name: text.default(''),
  page_title: text.default(''),
  /** Address of the sign-up page (extension): the ZIP of a UK page is named `_UK`. */
  page_url: z.string().max(2048).default(''),
  use_encore_parameters: z.boolean().default(false),
  encore_parameters: z
    .object({ cart_webhooks: z.array(cartWebhook).max(50).default([]), config: encoreConfig })
    .nullish(),
  /** The limits that the operator confirmed, as a refusal with the code `limit_exceeded` lists them. */
  confirmed_limits: z
    .array(exceededLimit)
    .max(2 * MAX_SIGNUP_EVENTS)
    .default([]),
  /** The events whose ticket limit could not be read for that refusal, as it lists them. */
  unread_limits: z.array(z.string().max(200)).max(MAX_SIGNUP_EVENTS).default([]),
});
export type DispatchRequest = z.infer<typeof dispatchRequest>;

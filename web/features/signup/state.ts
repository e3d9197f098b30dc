import * as z from 'zod/mini';
import { ACCOUNTS_PER_EVENT, EVENTS_BY_ACCOUNT } from '../../../shared/signup/constants.ts';
import type { SignupInfos } from '../../../shared/signup/schema.ts';
import { workTool } from '../recent-work/work-tool.ts';
import {
  storedCustomFields,
  storedFlag,
  storedText,
  storedTexts,
  storedValues,
  storedWebhooks,
} from '../site-generator/stored-schemas.ts';

const whole = ({ min, max }: { min: number; max: number }) =>
  z.int().check(z.minimum(min), z.maximum(max));

/** The operator's settings for one sign-up page. Its address is empty until the page was extracted. */
const signupState = z.object({
  infos: z.object({
    title: z.string(),
    url: z.string(),
    events: z.array(
      z.object({
        value: z.string(),
        date: storedText,
        venue: storedText,
        city: storedText,
        presale: storedText,
        event_city: z.optional(z.string()),
        closed: z.catch(z.optional(z.enum(['sold_out', 'disabled'])), undefined),
      }),
    ),
    events_found: z.catch(z.optional(z.number()), undefined),
    undated: z.catch(
      z.optional(z.object({ entries: z.number(), texts: z.array(z.string()) })),
      undefined,
    ),
  }),
  /** True for a page whose source was pasted: it cannot be extracted by its address. */
  isPasted: storedFlag,
  eventsByAccount: z.catch(whole(EVENTS_BY_ACCOUNT), EVENTS_BY_ACCOUNT.default),
  /** Accounts by event id; absent means none. */
  accounts: z.catch(z.record(z.string(), z.catch(whole(ACCOUNTS_PER_EVENT), 0)), {}),
  /** Categories by event id; absent means all. */
  categories: z.catch(z.record(z.string(), storedTexts), {}),
  useEncore: storedFlag,
  /** Null is a new list, which contains the presets. */
  webhooks: storedWebhooks,
  globalConfig: storedValues,
  customFields: storedCustomFields,
});

export type SignupState = z.infer<typeof signupState>;

/** A page that was just extracted. */
export function freshState(infos: SignupInfos): SignupState {
  return signupState.parse({ infos });
}

const NO_PAGE = freshState({ title: '', url: '', events: [] });

/** The operator's sign-up pages; the key is the address. */
export const signupWork = workTool(
  'signup',
  'signup_data_',
  signupState,
  NO_PAGE,
  ({ infos }, url) => infos.url === url,
);

/** Long addresses with the same beginning share an entry of the browser's storage. */
export const unsentNameOf = (url: string): string => encodeURIComponent(url).substring(0, 50);

import * as z from 'zod/mini';
import type { CustomField } from '../../../shared/encore/custom-fields.ts';
import type { FieldValues } from '../../../shared/encore/values.ts';
import { ACCOUNTS_PER_EVENT, EVENTS_BY_ACCOUNT } from '../../../shared/signup/constants.ts';
import type { SignupInfos } from '../../../shared/signup/schema.ts';
import { savedCache } from '../../kit/saved/saved.ts';

/** What the operator set for one sign-up page. */
export interface SignupState {
  infos: SignupInfos;
  eventsByAccount: number;
  /** Accounts by event id; absent means none. */
  accounts: Record<string, number>;
  /** Categories by event id; absent means all. */
  categories: Record<string, string[]>;
  useEncore: boolean;
  webhooks: string[];
  globalConfig: FieldValues;
  customFields: CustomField[];
}

/** A page that was just extracted. */
export function freshState(infos: SignupInfos): SignupState {
  return {
    infos,
    eventsByAccount: EVENTS_BY_ACCOUNT.default,
    accounts: {},
    categories: {},
    useEncore: false,
    webhooks: [],
    globalConfig: {},
    customFields: [],
  };
}

const text = z.catch(z.string(), '');
const texts = z.catch(z.array(z.string()), []);
const whole = ({ min, max }: { min: number; max: number }) =>
  z.int().check(z.minimum(min), z.maximum(max));

/** A part that is missing or not readable takes its first value; without the page's events nothing is restored. */
const storedSignup = z.object({
  timestamp: z.number(),
  infos: z.object({
    title: z.string(),
    url: z.string(),
    events: z.array(
      z.object({
        value: z.string(),
        date: text,
        venue: text,
        city: text,
        presale: text,
        event_city: z.optional(z.string()),
      }),
    ),
    events_found: z.catch(z.optional(z.number()), undefined),
  }),
  eventsByAccount: z.catch(whole(EVENTS_BY_ACCOUNT), EVENTS_BY_ACCOUNT.default),
  accounts: z.catch(z.record(z.string(), z.catch(whole(ACCOUNTS_PER_EVENT), 0)), {}),
  categories: z.catch(z.record(z.string(), texts), {}),
  useEncore: z.catch(z.boolean(), false),
  webhooks: texts,
  globalConfig: z.catch(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])), {}),
  customFields: z.catch(z.array(z.object({ key: z.string(), label: z.string() })), []),
});

const cache = savedCache('signup_data_', storedSignup);

/** The first 50 characters of the encoded address. */
const cacheName = (url: string): string => encodeURIComponent(url).slice(0, 50);

/** What is stored for an address. Long addresses with the same beginning share an entry, so the whole one is compared. */
export function recallSignup(url: string): SignupState | null {
  const stored = cache.read(cacheName(url));
  return stored?.infos.url === url ? stored : null;
}

/** @returns false when it did not fit into storage. */
export function keepSignup(state: SignupState, now: number): boolean {
  return cache.write(cacheName(state.infos.url), { ...state, timestamp: now });
}

export function forgetSignup(url: string): void {
  cache.remove(cacheName(url));
}

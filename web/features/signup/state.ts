import { type CustomField, readCustomField } from '../../../shared/encore/custom-fields.ts';
import type { FieldValues } from '../../../shared/encore/values.ts';
import { ACCOUNTS_PER_EVENT, EVENTS_BY_ACCOUNT } from '../../../shared/signup/constants.ts';
import type { SignupEvent, SignupInfos } from '../../../shared/signup/schema.ts';
import {
  isRecord,
  readList,
  readRecord,
  readScalars,
  readText,
  readTexts,
} from '../../lib/stored-shapes.ts';
import { createTimedCache } from '../../lib/timed-cache.ts';

/** What the operator set for one sign-up page (part 2, "Persisted signup state"). */
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

export type StoredSignup = SignupState & { timestamp: number };

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

const cache = createTimedCache<StoredSignup>('signup_data_', readStored);

/** Part 2, point 9: the first 50 characters of the encoded address. */
const cacheName = (url: string): string => encodeURIComponent(url).slice(0, 50);

/** What is stored for an address; long addresses that begin alike share an entry, so that the whole one is compared. */
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

function readStored(value: unknown): StoredSignup | null {
  if (!isRecord(value) || typeof value.timestamp !== 'number') return null;
  const infos = readInfos(value.infos);
  if (infos === null) return null;
  return {
    timestamp: value.timestamp,
    infos,
    eventsByAccount:
      readWhole(value.eventsByAccount, EVENTS_BY_ACCOUNT) ?? EVENTS_BY_ACCOUNT.default,
    accounts: readRecord(value.accounts, (count) => readWhole(count, ACCOUNTS_PER_EVENT)),
    categories: readRecord(value.categories, readTexts),
    useEncore: value.useEncore === true,
    webhooks: readTexts(value.webhooks),
    globalConfig: readScalars(value.globalConfig),
    customFields: readList(value.customFields, readCustomField),
  };
}

function readInfos(value: unknown): SignupInfos | null {
  if (!isRecord(value)) return null;
  const title = readText(value.title);
  const url = readText(value.url);
  if (title === null || url === null) return null;
  const events = readList(value.events, readEvent);
  const found = value.events_found;
  return { title, url, events, ...(typeof found === 'number' ? { events_found: found } : {}) };
}

function readEvent(value: unknown): SignupEvent | null {
  if (!isRecord(value) || typeof value.value !== 'string') return null;
  const text = (name: string) => readText(value[name]) ?? '';
  const city = readText(value.event_city);
  return {
    value: value.value,
    date: text('date'),
    venue: text('venue'),
    city: text('city'),
    presale: text('presale'),
    ...(city === null ? {} : { event_city: city }),
  };
}

function readWhole(value: unknown, bounds: { min: number; max: number }): number | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return null;
  return value >= bounds.min && value <= bounds.max ? value : null;
}

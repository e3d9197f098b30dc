import * as z from 'zod/mini';
import type { CustomField } from '../../../shared/encore/custom-fields.ts';
import type { FieldValues } from '../../../shared/encore/values.ts';
import { savedCache } from '../../kit/saved/saved.ts';

/** Everything that the operator set for the events of one address. Numbers stay as typed until they are used. */
export interface EncoreSettings {
  categories: string[];
  isManual: boolean;
  manualText: string;
  /** Percentages; empty means no bound. */
  minPercent: string;
  maxPercent: string;
  /** Most accounts of every event; empty means all. */
  globalMax: string;
  /** Most accounts of one event, by its id; absent or empty means all. */
  maxAccounts: Record<string, string>;
  /** The own list of an event, by its id. */
  ownAccounts: Record<string, string[]>;
  general: FieldValues;
  /** What one event has otherwise than the general configuration, by its id. */
  perEvent: Record<string, FieldValues>;
  disabledFields: string[];
  customFields: CustomField[];
  webhooks: string[];
}

export const INITIAL_SETTINGS: EncoreSettings = {
  categories: [],
  isManual: false,
  manualText: '',
  minPercent: '',
  maxPercent: '',
  globalMax: '',
  maxAccounts: {},
  ownAccounts: {},
  general: {},
  perEvent: {},
  disabledFields: [],
  customFields: [],
  webhooks: [],
};

const text = z.catch(z.string(), '');
const texts = z.catch(z.array(z.string()), []);
const fieldValues = z.catch(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  {},
);

/** A part that is missing or not readable takes its initial value. */
const storedSettings = z.object({
  timestamp: z.number(),
  categories: texts,
  isManual: z.catch(z.boolean(), false),
  manualText: text,
  minPercent: text,
  maxPercent: text,
  globalMax: text,
  maxAccounts: z.catch(z.record(z.string(), z.string()), {}),
  ownAccounts: z.catch(z.record(z.string(), z.array(z.string())), {}),
  general: fieldValues,
  perEvent: z.catch(z.record(z.string(), fieldValues), {}),
  disabledFields: texts,
  customFields: z.catch(z.array(z.object({ key: z.string(), label: z.string() })), []),
  webhooks: texts,
});

/** Saved settings by address. Entries older than 12 hours are removed when the app starts. */
export const settingsCache = savedCache('encore-tool-cache-', storedSettings);

/** The name of an address's entry: its path and query. */
export const cacheName = (location: Pick<Location, 'pathname' | 'search'>): string =>
  encodeURIComponent(location.pathname + location.search);

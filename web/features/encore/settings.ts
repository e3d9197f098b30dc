import * as z from 'zod/mini';
import { saved, savedCache } from '../../kit/saved/saved.ts';
import {
  storedCustomFields,
  storedFlag,
  storedText,
  storedTexts,
  storedValues,
  storedValuesByEvent,
  storedWebhooks,
} from '../site-generator/stored-schemas.ts';

const queueType = z.enum(['verified_fan', 'standard']);

/** What the operator set for the events of one address. Numbers stay as typed until they are used. */
const encoreSettings = z.object({
  /** Null takes the remembered type. */
  queueType: z.catch(z.nullable(queueType), null),
  categories: storedTexts,
  isManual: storedFlag,
  manualText: storedText,
  /** Percentages; empty means no bound. */
  minPercent: storedText,
  maxPercent: storedText,
  /** Most accounts of every event; empty means all. */
  globalMax: storedText,
  /** Most accounts of one event, by its id; absent or empty means all. */
  maxAccounts: z.catch(z.record(z.string(), z.string()), {}),
  /** The own account list of an event, by its id. */
  ownAccounts: z.catch(z.record(z.string(), storedTexts), {}),
  general: storedValues,
  /** Own values of events, by event id. */
  perEvent: storedValuesByEvent,
  disabledFields: storedTexts,
  customFields: storedCustomFields,
  /** Null is a new list, which holds the presets. */
  webhooks: storedWebhooks,
});

/** Changes the chosen events of the address. */
export type ChangeEventIds = (change: (ids: string[]) => string[]) => void;

export type EncoreSettings = z.infer<typeof encoreSettings>;

export const INITIAL_SETTINGS: EncoreSettings = encoreSettings.parse({});

/** Saved settings by address; entries older than 12 hours are removed at start. */
export const settingsCache = savedCache(
  'encore-tool-cache-',
  z.extend(encoreSettings, { timestamp: z.number() }),
);

/** The queue type that was chosen last; null before the first choice. */
export const savedQueueType = saved({
  key: 'encore-queue-type',
  schema: z.nullable(queueType),
  fallback: null,
  owner: 'operator',
});

import * as z from 'zod/mini';
import { readMixedAddress } from '../../../shared/pasted-accounts/address.ts';
import { maskAccounts } from '../../../shared/pasted-accounts/parse-accounts.ts';
import { saved } from '../../kit/saved/saved.ts';
import type { PresetTool } from '../recent-work/presets/preset-file.ts';
import { workTool } from '../recent-work/work-tool.ts';
import {
  storedCustomFields,
  storedFlag,
  storedText,
  storedTexts,
  storedValues,
  storedValuesByEvent,
  storedWebhooks,
} from '../site-generator/stored-schemas.ts';

/** A saved work may contain what another program stored: text beside an address is removed. */
const bareAddresses = (accounts: string[]): string[] =>
  accounts.map((account) => readMixedAddress(account)?.address ?? account);

const queueType = z.enum(['verified_fan', 'standard']);

/** The operator's settings for the chosen events. Numbers stay as typed until they are used. */
const encoreSettings = z.object({
  /** Null means the stored type. */
  queueType: z.catch(z.nullable(queueType), null),
  categories: storedTexts,
  isManual: storedFlag,
  manualText: z.pipe(
    storedText,
    z.transform((text) => maskAccounts(text)),
  ),
  /** Percentages; empty means no bound. */
  minPercent: storedText,
  maxPercent: storedText,
  /** The maximum number of accounts of every event; empty means all. */
  globalMax: storedText,
  /** The maximum number of accounts of one event, by its id; absent or empty means all. */
  maxAccounts: z.catch(z.record(z.string(), z.string()), {}),
  /** The separate account list of an event, by its id. */
  ownAccounts: z.catch(z.record(z.string(), z.pipe(storedTexts, z.transform(bareAddresses))), {}),
  general: storedValues,
  /** Addresses of events that the provider does not list, by event id. */
  unlisted: z.catch(z.record(z.string(), z.string()), {}),
  /** Overridden values of events, by event id. */
  perEvent: storedValuesByEvent,
  /** Whether cancelled events are in the file. */
  includesCancelled: storedFlag,
  disabledFields: storedTexts,
  customFields: storedCustomFields,
  /** Null is a new list, which contains the presets. */
  webhooks: storedWebhooks,
});

/** Changes the chosen events of the address. */
export type ChangeEventIds = (change: (ids: string[]) => string[]) => void;

export type EncoreSettings = z.infer<typeof encoreSettings>;

export const INITIAL_SETTINGS: EncoreSettings = encoreSettings.parse({});

/** The operator's Encore configurations; the key is their event ids, joined by commas. */
export const encoreWork = workTool(
  'encore',
  'encore-tool-cache-',
  encoreSettings,
  INITIAL_SETTINGS,
);

/** The queue type that was last chosen; null before the first choice. */
export const savedQueueType = saved({
  key: 'encore-queue-type',
  schema: z.nullable(queueType),
  fallback: null,
  owner: 'operator',
});

/** The categories that were last chosen, which a new configuration starts with. */
export const savedCategories = saved<readonly string[]>({
  key: 'encore-categories',
  schema: storedTexts,
  fallback: [],
  owner: 'operator',
});

const presetValues = z.pick(encoreSettings, {
  queueType: true,
  categories: true,
  minPercent: true,
  maxPercent: true,
  globalMax: true,
  general: true,
  disabledFields: true,
  customFields: true,
});
type EncorePreset = z.infer<typeof presetValues>;

/** Encore's presets contain no events or accounts, and no webhooks, whose addresses are secrets. */
export const encorePresets: PresetTool<EncorePreset> = { key: 'encore', schema: presetValues };

/** The part of the settings that a preset stores. */
export const presetOf = (settings: EncoreSettings): EncorePreset => presetValues.parse(settings);

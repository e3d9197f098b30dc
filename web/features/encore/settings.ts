import { type CustomField, readCustomField } from '../../../shared/encore/custom-fields.ts';
import type { FieldValues } from '../../../shared/encore/values.ts';
import {
  isRecord,
  readList,
  readRecord,
  readScalars,
  readText,
  readTexts,
} from '../../lib/stored-shapes.ts';
import { createTimedCache } from '../../lib/timed-cache.ts';

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

export type StoredSettings = EncoreSettings & { timestamp: number };

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

/** Saved settings by address (part 2: "reloaded when the user returns to the same URL"); entries older than 12 hours go at start. */
export const settingsCache = createTimedCache<StoredSettings>('encore-tool-cache-', readSettings);

/** The name of an address's entry: its path and query. */
export const cacheName = (location: Pick<Location, 'pathname' | 'search'>): string =>
  encodeURIComponent(location.pathname + location.search);

function readSettings(value: unknown): StoredSettings | null {
  if (!isRecord(value) || typeof value.timestamp !== 'number') return null;
  return {
    timestamp: value.timestamp,
    categories: readTexts(value.categories),
    isManual: value.isManual === true,
    manualText: readText(value.manualText) ?? '',
    minPercent: readText(value.minPercent) ?? '',
    maxPercent: readText(value.maxPercent) ?? '',
    globalMax: readText(value.globalMax) ?? '',
    maxAccounts: readRecord(value.maxAccounts, readText),
    ownAccounts: readRecord(value.ownAccounts, readTexts),
    general: readScalars(value.general),
    perEvent: readRecord(value.perEvent, readScalars),
    disabledFields: readTexts(value.disabledFields),
    customFields: readList(value.customFields, readCustomField),
    webhooks: readTexts(value.webhooks),
  };
}

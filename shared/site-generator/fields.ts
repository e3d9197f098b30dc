import type { CustomField } from './custom-fields.ts';

/** A value of a field. An empty text in a number field means "not set". */
export type FieldValue = string | number | boolean;

/** Values by field key. */
export type FieldValues = Record<string, FieldValue>;

/**
 * One setting of a bot, with its value for all events and, if the site allows it, one per event.
 */
export interface SiteField {
  key: string;
  label: string;
  /** `secret` is text that is never stored in the browser. */
  type: 'text' | 'number' | 'boolean' | 'choice' | 'secret';
  defaultValue: FieldValue;
  /** The values of a `choice`. */
  options?: readonly string[];
  /** A sentence under the field. */
  hint?: string;
  /**
   * The format of a text that is not empty. `rule` ends the sentence that begins with the label.
   */
  format?: { pattern: RegExp; rule: string };
}

/** Values for all events, and those of single events by event id. */
export interface SiteConfig {
  global: FieldValues;
  events: Record<string, FieldValues>;
}

const MAX_TEXT = 2000;

export const textField = (
  key: string,
  defaultValue = '',
  format?: SiteField['format'],
): SiteField => ({
  key,
  label: labelOf(key),
  type: 'text',
  defaultValue,
  ...(format && { format }),
});

export const secretField = (key: string): SiteField => ({ ...textField(key), type: 'secret' });

export const numberField = (key: string, defaultValue: number | '' = ''): SiteField => ({
  key,
  label: labelOf(key),
  type: 'number',
  defaultValue,
});

export const booleanField = (key: string, defaultValue = false): SiteField => ({
  key,
  label: labelOf(key),
  type: 'boolean',
  defaultValue,
});

export const choiceField = (
  key: string,
  options: readonly string[],
  defaultValue = options[0] ?? '',
): SiteField => ({ key, label: labelOf(key), type: 'choice', defaultValue, options });

/** A custom field is a text field, empty by default. */
export const customAsField = ({ key, label }: CustomField): SiteField => ({
  ...textField(key),
  label,
});

/** The key as words: `IsResale2` reads `Is Resale 2`, `dummyUrl` reads `Dummy URL`. */
function labelOf(key: string): string {
  const words = key.replace(/(?<=[a-z])(?=[A-Z0-9])/g, ' ');
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  return label.replace(/\b(?:Url|Imap)\b/g, (word) => word.toUpperCase());
}

/**
 * The value of a field for one event: its own, otherwise the one for all events, otherwise the
 * default.
 */
export function resolveValue(
  config: SiteConfig,
  eventId: string,
  field: Pick<SiteField, 'key' | 'defaultValue'>,
): FieldValue {
  const overrides = Object.hasOwn(config.events, eventId) ? config.events[eventId] : undefined;
  return overrides?.[field.key] ?? config.global[field.key] ?? field.defaultValue;
}

/** Numbers whose key contains `price` or `delay` start at 0. Prices have a step of 0.01, others of 1. */
export function numberLimits(key: string): { min: number | undefined; step: number } {
  const name = key.toLowerCase();
  const isPrice = name.includes('price');
  return { min: isPrice || name.includes('delay') ? 0 : undefined, step: isPrice ? 0.01 : 1 };
}

/** The fault of a value, as a sentence; null when it is valid. */
export function checkValue(field: SiteField, value: FieldValue): string | null {
  if (field.type === 'boolean') {
    return typeof value === 'boolean' ? null : `${field.label} is either true or false.`;
  }
  if (field.type === 'text' || field.type === 'secret') return checkText(field, value);
  if (field.type === 'choice') {
    const isOption = field.options?.some((option) => option === value) ?? false;
    return isOption ? null : `${field.label} must be one of its options.`;
  }
  return checkNumber(field, value);
}

function checkNumber(field: SiteField, value: FieldValue): string | null {
  if (value === '') return null;
  const amount = typeof value === 'boolean' ? Number.NaN : Number(value);
  const { min, step } = numberLimits(field.key);
  if (!Number.isFinite(amount)) return `${field.label} must be a number.`;
  if (min !== undefined && amount < min) return `${field.label} must be at least ${min}.`;
  const steps = amount / step;
  const isOnStep = Math.abs(steps - Math.round(steps)) <= 1e-6;
  return isOnStep ? null : `${field.label} goes in steps of ${step}.`;
}

function checkText({ label, format }: SiteField, value: FieldValue): string | null {
  if (typeof value === 'boolean') return `${label} must be a text.`;
  const text = String(value);
  if (text.length > MAX_TEXT) return `${label} has at most ${MAX_TEXT} characters.`;
  const isWrong = format !== undefined && text.trim() !== '' && !format.pattern.test(text.trim());
  return isWrong ? `${label} ${format.rule}` : null;
}

/** All problems of some values, in the order of the fields. */
export function checkValues(fields: readonly SiteField[], values: FieldValues): string[] {
  return fields.flatMap((field) => {
    const value = values[field.key];
    return value === undefined ? [] : (checkValue(field, value) ?? []);
  });
}

/** Copies the values for all events to every event, replacing its values. */
export const copyToAll = (
  events: readonly { id: string }[],
  values: FieldValues,
): SiteConfig['events'] => Object.fromEntries(events.map(({ id }) => [id, { ...values }] as const));

/** The record with the entry of an event, or without it if there is nothing to store. */
export function withEntry<T extends object>(
  record: Record<string, T>,
  id: string,
  entry: T | undefined,
): Record<string, T> {
  const { [id]: _, ...rest } = record;
  const isEmpty = entry === undefined || Object.keys(entry).length === 0;
  return isEmpty ? rest : { ...rest, [id]: entry };
}

/** A typed whole number of at least `min`; null for anything else. */
export function readCount(text: string, min: number): number | null {
  if (!/^\d{1,7}$/.test(text.trim())) return null;
  const count = Number(text);
  return count >= min ? count : null;
}

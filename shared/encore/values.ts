import type { CustomField } from './custom-fields.ts';
import {
  type EncoreField,
  type EncoreVariant,
  encoreFields,
  type FieldValue,
  variantOfKeys,
} from './fields.ts';

/** Values by field key. */
export type FieldValues = Record<string, FieldValue>;

/** `{global: {field: value}, events: {event id: {field: value}}, custom_fields: [{key, label}]}` (part 4, "Calls"). */
export interface EncoreConfig {
  global: FieldValues;
  events: Record<string, FieldValues>;
  custom_fields: CustomField[];
}

/** Which variant a configuration is written in. */
export function variantOfConfig(config: EncoreConfig): EncoreVariant {
  const maps = [config.global, ...Object.values(config.events)];
  return variantOfKeys(maps.flatMap((values) => Object.keys(values)));
}

/** The value of a field for one event: its own, else the global one, else the default. */
export function resolveValue(
  config: Pick<EncoreConfig, 'global' | 'events'>,
  eventId: string,
  field: Pick<EncoreField, 'key' | 'defaultValue'>,
): FieldValue {
  const own = Object.hasOwn(config.events, eventId) ? config.events[eventId] : undefined;
  return own?.[field.key] ?? config.global[field.key] ?? field.defaultValue;
}

/** A custom field is a text field, empty where nothing was typed. */
export function customAsField(key: string, label = key): EncoreField {
  return { key, label, type: 'text', defaultValue: '' };
}

/** All fields of a configuration in the order of the file: the variant's, then the custom ones. */
export function fieldsOf(
  variant: EncoreVariant,
  customFields: readonly CustomField[],
): EncoreField[] {
  return [
    ...encoreFields(variant),
    ...customFields.map(({ key, label }) => customAsField(key, label)),
  ];
}

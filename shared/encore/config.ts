import * as z from 'zod';
import { type CustomField, makeCustomField } from './custom-fields.ts';
import {
  checkValue,
  type EncoreField,
  type EncoreVariant,
  encoreFields,
  type FieldValue,
  variantOfKeys,
} from './fields.ts';
import { checkWebhook } from './webhooks.ts';

const fieldValues = z.record(z.string().max(100), z.union([z.string(), z.number(), z.boolean()]));

const givenConfig = z.object({
  global: fieldValues.default({}),
  events: z.record(z.string().max(200), fieldValues).default({}),
  custom_fields: z
    .array(z.object({ key: z.string(), label: z.string() }))
    .max(50)
    .default([]),
});

/** `{global: {field: value}, events: {event id: {field: value}}, custom_fields: [{key, label}]}` (part 4, "Calls"). */
export type EncoreConfig = z.infer<typeof givenConfig>;

/** The bot configuration, checked against the fields of its variant. A field left out takes its default. */
export const encoreConfig = givenConfig.superRefine((config, context) => {
  for (const issue of findIssues(config)) {
    context.addIssue({ code: 'custom', path: issue.path, message: issue.message });
  }
});

/** One cart webhook. */
export const cartWebhook = z.string().superRefine((address, context) => {
  const problem = checkWebhook(address);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

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

interface ConfigIssue {
  path: (string | number)[];
  message: string;
}

function findIssues(config: EncoreConfig): ConfigIssue[] {
  const fields = new Map(encoreFields(variantOfConfig(config)).map((field) => [field.key, field]));
  const custom = new Set(config.custom_fields.map((field) => field.key));
  const checkMap = (path: string[], values: Record<string, FieldValue>): ConfigIssue[] =>
    Object.entries(values).flatMap(([key, value]) => {
      const field = fields.get(key) ?? (custom.has(key) ? customAsField(key) : undefined);
      const message = field ? checkValue(field, value) : `There is no field "${key}".`;
      return message === null ? [] : [{ path: [...path, key], message }];
    });
  return [
    ...checkMap(['global'], config.global),
    ...Object.entries(config.events).flatMap(([id, values]) => checkMap(['events', id], values)),
    ...checkCustomFields(config.custom_fields),
  ];
}

function checkCustomFields(fields: readonly CustomField[]): ConfigIssue[] {
  return fields.flatMap((field, index) => {
    const { problem } = makeCustomField(field.key, fields.slice(0, index));
    return problem === null ? [] : [{ path: ['custom_fields', index, 'key'], message: problem }];
  });
}

/** A custom field is a text field, empty where nothing was typed. */
export function customAsField(key: string, label = key): EncoreField {
  return { key, label, type: 'text', defaultValue: '' };
}

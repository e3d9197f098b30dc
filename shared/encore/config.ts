import * as z from 'zod';
import { type CustomField, makeCustomField } from '../site-generator/custom-fields.ts';
import { checkValue, type FieldValues } from '../site-generator/fields.ts';
import { checkWebhook } from '../site-generator/webhooks.ts';
import { type EncoreConfig, fieldsOf, TAKEN_NAMES, variantOfConfig } from './fields.ts';

const fieldValues = z.record(z.string().max(100), z.union([z.string(), z.number(), z.boolean()]));

const configFields = z.strictObject({
  global: fieldValues.default({}),
  events: z.record(z.string().max(200), fieldValues).default({}),
  custom_fields: z
    .array(z.object({ key: z.string(), label: z.string() }))
    .max(50)
    .default([]),
});

/**
 * The bot configuration, checked against the fields of its variant. An omitted field takes its
 * default. Unknown keys are refused at the top level too: otherwise, a flat map of fields would be
 * ignored and defaults written.
 */
export const encoreConfig: z.ZodType<EncoreConfig, unknown> = configFields.superRefine(
  (config, context) => {
    for (const issue of findIssues(config)) {
      context.addIssue({ code: 'custom', path: issue.path, message: issue.message });
    }
  },
);

/** One cart webhook. */
export const cartWebhook = z.string().superRefine((address, context) => {
  const problem = checkWebhook(address);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

interface ConfigIssue {
  path: (string | number)[];
  message: string;
}

function findIssues(config: EncoreConfig): ConfigIssue[] {
  const all = fieldsOf(variantOfConfig(config), config.custom_fields);
  const fields = new Map(all.map((field) => [field.key, field]));
  const checkMap = (path: string[], values: FieldValues): ConfigIssue[] =>
    Object.entries(values).flatMap(([key, value]) => {
      const field = fields.get(key);
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
    const { problem } = makeCustomField(field.key, fields.slice(0, index), TAKEN_NAMES);
    return problem === null ? [] : [{ path: ['custom_fields', index, 'key'], message: problem }];
  });
}

import * as z from 'zod/mini';

/** A JSON schema, as far as the web app reads one. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

const schema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);
const content = z.record(
  z.string(),
  z.looseObject({ schema: z.optional(schema), example: z.optional(z.unknown()) }),
);
/** A response, or a reference to one of the components. */
const response = z.looseObject({ content: z.optional(content) });

/** A call of the API. */
const operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.optional(z.string()),
  parameters: z.optional(
    z.array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean(),
        schema,
      }),
    ),
  ),
  requestBody: z.optional(z.object({ required: z.boolean(), content })),
  responses: z.record(z.string(), response),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-limits': z.optional(
    z.object({
      body_bytes: z.optional(z.int()),
      calls_per_minute: z.optional(z.int()),
      calls_at_once: z.optional(z.int()),
    }),
  ),
});
export type Operation = z.infer<typeof operation>;

/**
 * GET /openapi.json, an OpenAPI 3.1 document. Its form is that of the standard, without the fields of other answers.
 */
export const apiDocument = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.optional(z.string()) })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});
export type ApiDocument = z.infer<typeof apiDocument>;

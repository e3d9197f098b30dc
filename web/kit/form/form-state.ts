import type * as z from 'zod/mini';

/** A schema of Zod. Only its method is used, so that a form can load its schema later than itself. */
export interface FormSchema<Output> {
  safeParse: (input: unknown) => z.core.util.SafeParseResult<Output>;
}

/** One message by field name. */
export type Messages<Name extends string> = Partial<Record<Name, string>>;

/** A message whose path names no field of the form is kept under `other`. */
interface Placed<Name extends string> {
  byField: Messages<Name>;
  other: string[];
}

interface PlaceableIssue {
  /** `['accounts', 3]` or, from the server, `accounts.3`. */
  path: readonly PropertyKey[] | string;
  message: string;
}

/**
 * Assigns issues of the schema or the server to their fields; the first issue of a field counts.
 */
export function placeIssues<Name extends string>(
  issues: readonly PlaceableIssue[],
  fields: ReadonlySet<string>,
  fieldOf: (path: string) => string,
): Placed<Name> {
  const placed: Placed<Name> = { byField: {}, other: [] };
  for (const { path, message } of issues) {
    const first = String((typeof path === 'string' ? path.split('.') : path)[0] ?? '');
    const field = fieldOf(first);
    if (!isName<Name>(field, fields)) placed.other.push(message);
    else placed.byField[field] ??= message;
  }
  return placed;
}

const isName = <Name extends string>(field: string, fields: ReadonlySet<string>): field is Name =>
  fields.has(field);

/** A checked form: the output of its schema, or its messages. */
export type Checked<Name extends string, Output> =
  | { isValid: true; output: Output }
  | { isValid: false; messages: Messages<Name>; reason: string };

/** Checks values. `reason` is the first message, with its field's label if `labels` has one. */
export function checkValues<Name extends string, Output>(
  schema: FormSchema<Output>,
  input: unknown,
  {
    fields,
    fieldOf,
    labels,
  }: {
    fields: ReadonlySet<string>;
    fieldOf: (path: string) => string;
    labels: Messages<Name>;
  },
): Checked<Name, Output> {
  const result = schema.safeParse(input);
  if (result.success) return { isValid: true, output: result.data };
  const { issues } = result.error;
  const { byField } = placeIssues<Name>(issues, fields, fieldOf);
  const field = fieldOf(String(issues[0]?.path[0] ?? ''));
  const label = isName<Name>(field, fields) ? labels[field] : undefined;
  const message = issues[0]?.message ?? '';
  return { isValid: false, messages: byField, reason: label ? `${label}: ${message}` : message };
}

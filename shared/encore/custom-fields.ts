import { encoreFields } from './fields.ts';

/** A text field that the operator added. `key` has no spaces; `label` is what was typed, and heads the column. */
export interface CustomField {
  key: string;
  label: string;
}

/** Columns that every file has besides the fields. */
const FIXED_COLUMNS = ['Email', 'Event ID', 'Event URL', 'Cart Webhooks'] as const;

const nameKey = (name: string): string => name.replace(/\s+/g, '').toLowerCase();

const TAKEN = new Set(
  [
    ...FIXED_COLUMNS,
    ...encoreFields('normal').map((field) => field.key),
    ...encoreFields('uk').map((field) => field.key),
  ].map(nameKey),
);

const MAX_NAME = 60;

/**
 * Makes a custom field out of a typed name: spaces are removed from its key (part 2, point 3).
 * A name that exists already, without case and spaces, is refused.
 */
export function makeCustomField(
  typed: string,
  existing: readonly CustomField[],
): { field: CustomField; problem: null } | { field: null; problem: string } {
  const label = typed.trim().replace(/\s+/g, ' ');
  const key = label.replaceAll(' ', '');
  if (key === '') return { field: null, problem: 'Enter a field name.' };
  if (key.length > MAX_NAME) {
    return { field: null, problem: `A field name has at most ${MAX_NAME} characters.` };
  }
  const isTaken =
    TAKEN.has(nameKey(key)) || existing.some((one) => nameKey(one.key) === nameKey(key));
  if (isTaken) return { field: null, problem: `There is a field "${key}" already.` };
  return { field: { key, label }, problem: null };
}

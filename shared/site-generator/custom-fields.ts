/**
 * A text field that the operator added. `key` has no spaces; `label` is the typed text, and heads
 * the column.
 */
export interface CustomField {
  key: string;
  label: string;
}

const MAX_NAME = 60;

const nameKey = (name: string): string => name.replace(/\s+/g, '').toLowerCase();

/**
 * Creates a custom field from a typed name; its key is the name without spaces.
 * @param taken names of other columns, which are refused like existing custom fields, regardless of
 * case and spaces
 */
export function makeCustomField(
  typed: string,
  existing: readonly CustomField[],
  taken: readonly string[],
): { field: CustomField; problem: null } | { field: null; problem: string } {
  const label = typed.trim().replace(/\s+/g, ' ');
  const key = label.replaceAll(' ', '');
  if (key === '') return { field: null, problem: 'Enter a field name.' };
  if (key.length > MAX_NAME) {
    return { field: null, problem: `A field name has at most ${MAX_NAME} characters.` };
  }
  const names = [...taken, ...existing.map((field) => field.key)];
  if (names.some((name) => nameKey(name) === nameKey(key))) {
    return { field: null, problem: `A field named "${key}" already exists.` };
  }
  return { field: { key, label }, problem: null };
}

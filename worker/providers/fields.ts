/** The fields of a JSON object. Every field of an answer may be absent or of another type than documented. */
export type Fields = Readonly<Record<string, unknown>>;

export const NO_FIELDS: Fields = {};

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : NO_FIELDS;
}

/** The objects in a list; other entries are left out. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** A text without half characters; undefined for any other value. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.toWellFormed() : undefined;
}

export function numberFrom(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

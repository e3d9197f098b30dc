/**
 * Whether two contents of a work are equal as JSON in any order of members; JSON omits undefined
 * members.
 */
export const isSame = (one: object, other: object): boolean =>
  sortedJson(one) === sortedJson(other);

/** JSON with the members of each object in order. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

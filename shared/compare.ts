/**
 * Ascending order; texts are ordered by their code units, which is the database's order for all
 * usual characters.
 */
export function compare<T extends number | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

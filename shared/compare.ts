/** Ascending order, of texts by their code units, which is that of the database for all usual characters. */
export function compare<T extends number | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

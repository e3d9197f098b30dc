/** The named fields of an object. */
export function pick<T extends object, Name extends keyof T>(
  from: T,
  names: readonly Name[],
): Pick<T, Name> {
  // The object is made of the names, so none is missing.
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>;
}

import type { FoundCode } from '../../../../shared/presale-codes/events.ts';
import { identityOf } from '../codes/code-view.ts';

/** Sightings in the order of discovery, each once. */
export interface CodeList {
  codes: readonly FoundCode[];
  /**
   * The index of each sighting, by its identity. It is shared with the lists from which this one
   * grew: see {@link addCodes}.
   */
  places: Map<string, number>;
}

/** A list without codes. */
export const emptyList = (): CodeList => ({ codes: [], places: new Map() });

/**
 * A list of these codes. Of codes with the same identity the last one is kept, at the position of
 * the first.
 */
export const listOf = (codes: readonly FoundCode[]): CodeList => addCodes(emptyList(), codes);

/**
 * A list with more codes; the same list if there are none. Thousands of codes arrive in many small
 * parts, so the index is not copied but grows with the newest list. For an older list, which has
 * fewer codes than the index, it is rebuilt.
 */
export function addCodes(list: CodeList, news: readonly FoundCode[]): CodeList {
  if (news.length === 0) return list;
  const { length } = list.codes;
  const places =
    list.places.size === length
      ? list.places
      : new Map(list.codes.map((code, place) => [identityOf(code), place]));
  const codes = [...list.codes];
  for (const code of news) {
    const identity = identityOf(code);
    const place = places.get(identity);
    if (place === undefined) places.set(identity, codes.length);
    codes[place ?? codes.length] = code;
  }
  return { codes, places };
}

import type { Profile } from '../profiles/schema.ts';
import { hashText } from '../random.ts';

/** The profiles that a file uses, and their order. */
export interface ProfileChoice {
  /** Part of the profile's name, buyer's name, city or e-mail; empty selects all. */
  search: string;
  /** Exact country; empty selects all. */
  country: string;
  /** Null keeps the order; a seed shuffles, always in the same way. */
  seed: string | null;
}

/** The fields that a choice reads. */
export type ChoosableProfile = Pick<
  Profile,
  'id' | 'profile_name' | 'name' | 'city' | 'email' | 'country'
>;

/** The profiles that match, in the order of the list or shuffled. */
export function chooseProfiles<P extends ChoosableProfile>(
  profiles: readonly P[],
  choice: ProfileChoice,
): readonly P[] {
  return inOrder(profiles.filter(matchesChoice(choice)), choice.seed, ({ id }) => id);
}

/** Whether a profile matches, regardless of the order. */
export function matchesChoice({ search, country }: ProfileChoice) {
  const wanted = search.trim().toLowerCase();
  return (profile: ChoosableProfile): boolean =>
    (country === '' || profile.country === country) &&
    (wanted === '' ||
      [profile.profile_name, profile.name, profile.city, profile.email ?? ''].some((text) =>
        text.toLowerCase().includes(wanted),
      ));
}

/**
 * A list in its own order, or shuffled by the seed. The position of an item depends only on its id
 * and the seed: two lists that differ in some items have the others in the same order.
 */
export function inOrder<T>(
  list: readonly T[],
  seed: string | null,
  idOf: (item: T) => number,
): readonly T[] {
  if (seed === null) return list;
  const start = hashText(seed);
  // One number contains the hash and the index, because sorting numbers takes a fraction of the
  // time of sorting with a function.
  const keys = Float64Array.from(list, (item, at) => hashNumber(start, idOf(item)) * LONGEST + at);
  return Array.from(keys.sort(), (key) => list[key % LONGEST] as T);
}

/** 2^21 items, and a hash of 32 bits: together the 53 bits of a whole number. */
const LONGEST = 2 ** 21;

/** A hash of a number, from 0 up to 2^32 (the finalizer of MurmurHash3). */
function hashNumber(start: number, number: number): number {
  let mixed = start ^ Math.imul(number, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The countries of the profiles in alphabetical order. */
export function listCountries(profiles: readonly Pick<Profile, 'country'>[]): string[] {
  return [...new Set(profiles.map(({ country }) => country))].filter((name) => name !== '').sort();
}

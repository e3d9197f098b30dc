import type { Profile } from '../profiles/schema.ts';
import { seededRandom } from '../random.ts';

/** Which profiles a file uses, and in which order. */
export interface ProfileChoice {
  /** Part of the profile's name, buyer's name, city or e-mail; empty takes all. */
  search: string;
  /** Exact country; empty takes all. */
  country: string;
  /** Null keeps the order; a seed shuffles, the same seed always the same way. */
  seed: string | null;
}

type ChoosableProfile = Pick<
  Profile,
  'id' | 'profile_name' | 'name' | 'city' | 'email' | 'country'
>;

/** The profiles that match, in the order of the list or shuffled. */
export function chooseProfiles<P extends ChoosableProfile>(
  profiles: readonly P[],
  { search, country, seed }: ProfileChoice,
): P[] {
  const wanted = search.trim().toLowerCase();
  const chosen = profiles.filter(
    (profile) =>
      (country === '' || profile.country === country) &&
      (wanted === '' ||
        [profile.profile_name, profile.name, profile.city, profile.email ?? ''].some((text) =>
          text.toLowerCase().includes(wanted),
        )),
  );
  return seed === null ? chosen : shuffle(chosen, seed);
}

/** The countries of the profiles in alphabetical order. */
export function listCountries(profiles: readonly Pick<Profile, 'country'>[]): string[] {
  return [...new Set(profiles.map(({ country }) => country))].filter((name) => name !== '').sort();
}

function shuffle<T>(list: T[], seed: string): T[] {
  const next = seededRandom(seed);
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1));
    const kept = list[last] as T;
    list[last] = list[other] as T;
    list[other] = kept;
  }
  return list;
}

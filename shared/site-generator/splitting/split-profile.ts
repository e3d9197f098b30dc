import type { Profile } from '../../profiles/schema.ts';
import { type SplitAddress, splitAddress } from './split-address.ts';
import { type SplitName, splitName } from './split-name.ts';

type Splittable = Pick<Profile, 'name' | 'address' | 'split'>;

/** The parts of a profile's name and address; parts that an operator corrected take precedence. */
export function splitProfile({ name, address, split }: Splittable): SplitAddress & SplitName {
  const parts = { ...splitAddress(address), ...splitName(name) };
  return {
    firstName: split?.first_name ?? parts.firstName,
    lastName: split?.last_name ?? parts.lastName,
    houseNumber: split?.house_number ?? parts.houseNumber,
    street: split?.street ?? parts.street,
    address2: split?.address2 ?? parts.address2,
  };
}

/** Numbers that belong to the name of a street: ordinals, numbered roads, dates. */
const STREET_NUMBERS =
  /\d+(?:st|nd|rd|th|e|er|ème|[ºª°])(?![\p{L}\d])|(?:highway|hwy|route|rte|road|rd|avenue|ave|calle|rue|interstate|farm)\.?\s*(?:no\.?|#)?\s*\d+[a-z]?|\d{1,2}\.?\s\p{L}+\s\d{4}|^\d+\s(?:de\s)?\p{L}+$|^[A-U] ?\d{1,2}$/giu;
const UNIT =
  /^(?:#|\p{L}{1,14}\.?\s?#?\s?[\p{L}\d-]{1,8}$|\d+\s?[.ºª°]|[\p{L}\d]{1,4}$|[\p{L}\s.]+$|\d+(?:st|nd|rd|th|er?|ème)\s)/iu;
const DIRECTION = /^(?:[ns]?[ew]|[ns]|(?:north|south)?(?:east|west)|north|south)\.?$/i;

/** Why the split of an address may be wrong, as a sentence; null for one that is clear, empty or corrected. */
export function doubtOfAddress({ name, address, split }: Splittable): string | null {
  const isCorrected = split?.street !== undefined || split?.house_number !== undefined;
  if (isCorrected || !/[\p{L}\d]/u.test(address)) return null;
  const { houseNumber, street, address2 } = splitProfile({ name, address, split });
  if (!/\p{L}/u.test(street) || DIRECTION.test(street)) return 'It has no name of a street.';
  if (houseNumber === '') return 'It has no house number.';
  if (/\d/.test(street.replace(STREET_NUMBERS, ''))) return 'The street has another number.';
  const rest = address2.split(', ').find((part) => part !== '' && !UNIT.test(part));
  return rest === undefined ? null : `"${rest}" may belong to the street.`;
}

/** Why the split of a name may be wrong, as a sentence; null for one that is clear or corrected. */
export function doubtOfName(profile: Splittable): string | null {
  const { split } = profile;
  if (split?.first_name !== undefined || split?.last_name !== undefined) return null;
  const { firstName, lastName } = splitProfile(profile);
  if (lastName === '') return 'It has one word only.';
  if (/\d/.test(profile.name)) return 'It has a digit.';
  return firstName.split(' ').length > 2 ? 'The last name may have more words.' : null;
}

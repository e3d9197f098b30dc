import { describe, expect, test } from 'vitest';
import type { ProfileSplit } from '../../shared/profiles/split.ts';
import {
  doubtOfAddress,
  doubtOfName,
  splitProfile,
} from '../../shared/site-generator/splitting/split-profile.ts';

const profile = (address: string, name = 'Ann Lee', split: ProfileSplit | null = null) => ({
  address,
  name,
  split,
});

describe('an address', () => {
  test.each([
    '2701 W 18th St',
    '1 W 4th',
    'Calle Mayor, 12 - 3º B',
    'One Market St Suite 300',
    '1413 State Highway #50',
    '1800 M Street, NW',
    '12 rue du 8 Mai 1945',
    'Hauptstr. 5a',
    'C 4, 9b',
    'Nørregade 12 2. tv',
    '30 W 26th St 6th Fl',
    '12 rue de la Paix, Bât. C',
    '1200 Avenue 5',
    '',
    '-',
  ])('%j is clear', (address) => expect(doubtOfAddress(profile(address))).toBeNull());

  test.each([
    ['Broadway', 'It has no house number.'],
    ['12345', 'It has no name of a street.'],
    ['12 Oak St 14 Elm St', 'The street has another number.'],
    ['12 Oak St, behind the shop at 14', '"behind the shop at 14" may belong to the street.'],
  ])('%j has to be checked', (address, doubt) => {
    expect(doubtOfAddress(profile(address))).toBe(doubt);
    expect(doubtOfAddress(profile(address, 'Ann Lee', { street: 'Oak St' }))).toBeNull();
    expect(doubtOfAddress(profile(address, 'Ann Lee', { last_name: 'Lee' }))).toBe(doubt);
  });
});

describe('a name', () => {
  test.each(['Ann Lee', 'Downey, Robert', 'Jean van der Walt', 'Mary Ann O’Neil'])(
    '%j is clear',
    (name) => expect(doubtOfName(profile('', name))).toBeNull(),
  );

  test.each(['Cher', 'Ana Maria Lopez Garcia', 'Ann Lee 2'])('%j has to be checked', (name) => {
    expect(doubtOfName(profile('', name))).not.toBeNull();
    expect(doubtOfName(profile('', name, { last_name: 'x' }))).toBeNull();
  });
});

test('corrected parts take precedence, including empty ones', () => {
  const split = { first_name: 'Anna', street: 'Oak Street', address2: '' };
  expect(splitProfile(profile('12 Oak St, Apt 4', 'Ann Lee', split))).toEqual({
    firstName: 'Anna',
    lastName: 'Lee',
    houseNumber: '12',
    street: 'Oak Street',
    address2: '',
  });
});

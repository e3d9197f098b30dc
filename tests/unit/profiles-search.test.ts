import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { shortenNumbers } from '../../shared/profiles/card-search.ts';
import { addressOf, profilesSearch } from '../../web/features/profiles/search-state.ts';

test.each([
  ['4242424242424242', '4242'],
  ['4000 1234 1234 5678', '5678'],
  ['card 4000-1234-1234-5678 of Vera', 'card 5678 of Vera'],
  ['378282246310005', '0005'],
  ['+49 1512 3456789', '6789'],
  ['123456789012', '9012'],
  ['12345678901', '12345678901'],
  ['+33 4 65 71 23 08', '+33 4 65 71 23 08'],
  ['Rue 12, 69002 Lyon', 'Rue 12, 69002 Lyon'],
  ['', ''],
])('the search "%s" is sent as "%s"', (typed, sent) => {
  expect(shortenNumbers(typed)).toBe(sent);
});

test('the address of the screen contains no long number, even if a link had one', () => {
  const search = z.parse(profilesSearch, { search: '4242 4242 4242 4242', country: 'FR' });
  expect(addressOf(search)).toMatchObject({ search: '4242', country: 'FR' });
  expect(addressOf(z.parse(profilesSearch, {})).search).toBeUndefined();
});

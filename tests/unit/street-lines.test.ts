import { expect, test } from 'vitest';
import { splitAddress } from '../../shared/site-generator/splitting/split-address.ts';
import { OTHER_LINES, type StreetLine, US_LINES } from '../factories/street-lines.ts';

const plain = (text: string): string => text.toLowerCase().replace(/[\s,.]/g, '');

/** The lines that are split differently, with the result. */
const wrongOf = (lines: readonly StreetLine[]): string[] =>
  lines.flatMap(({ address, ...parts }) => {
    const split = splitAddress(address);
    const isRight = (['houseNumber', 'street', 'address2'] as const).every(
      (part) => plain(split[part]) === plain(parts[part]),
    );
    return isRight ? [] : [`${address}: ${Object.values(split).join(' | ')}`];
  });

test('at least 97 of 100 street lines of the United States are split into their parts', () => {
  expect(US_LINES).toHaveLength(100);
  const wrong = wrongOf(US_LINES);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3);
});

test('at least 64 of 66 street lines of other countries are split into their parts', () => {
  expect(OTHER_LINES).toHaveLength(66);
  const wrong = wrongOf(OTHER_LINES);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2);
});

const DIRECTION = /^(?:[ns]?[ew]|[ns]|(?:north|south)?(?:east|west)|north|south)\.?$/i;

/**
 * A line as other people write it: in capitals, in small letters, with commas, without its last
 * word.
 */
const variantsOf = (address: string): string[] => [
  address,
  address.toUpperCase(),
  address.toLowerCase(),
  address.replaceAll(' ', ', '),
  address.replace(/ [^ ]+$/, ''),
  address.replace(/(\d) /, '$1, '),
];

test('every street has letters and is more than a direction', () => {
  const lines = [...US_LINES, ...OTHER_LINES].flatMap(({ address }) => variantsOf(address));
  const odd = [...lines, '2500 S', '500 NW', '12 East', '7 W.', 'N 40 E'].filter((address) => {
    const { street } = splitAddress(address);
    return /\p{L}/u.test(address) && (!/\p{L}/u.test(street) || DIRECTION.test(street));
  });
  expect(odd).toEqual([]);
});

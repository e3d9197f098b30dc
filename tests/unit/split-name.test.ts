import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitName } from '../../shared/site-generator/splitting/split-name.ts';

test.each([
  ['Robert Downey Jr.', 'Robert', 'Downey Jr.'],
  ['Downey, Robert', 'Robert', 'Downey'],
  ['Jean van der Walt', 'Jean', 'van der Walt'],
  ['Hal Daume III', 'Hal', 'Daume III'],
  ['Dr. Ann Lee', 'Ann', 'Lee'],
  ['Ann Lee', 'Ann', 'Lee'],
  ["Mary Ann O'Neil", 'Mary Ann', "O'Neil"],
  ['Robert Downey, Jr.', 'Robert', 'Downey Jr.'],
  ['Downey Jr., Robert', 'Robert', 'Downey Jr.'],
  ['Downey, Robert, III', 'Robert', 'Downey III'],
  ['van der Walt, Jean Marie', 'Jean Marie', 'van der Walt'],
  ['Prof. Dr. Anna von der Heide', 'Anna', 'von der Heide'],
  ['Lee, Dr. Ann', 'Ann', 'Lee'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['Maria de la Cruz', 'Maria', 'de la Cruz'],
  ['Marie-Claire Du Pont', 'Marie-Claire', 'Du Pont'],
  ['Gerard ’t Hooft', 'Gerard', '’t Hooft'],
  ['Frau Selma Morhelfer', 'Selma', 'Morhelfer'],
  ['Mme Théo Marchand', 'Théo', 'Marchand'],
  ['John Ben Smith', 'John Ben', 'Smith'],
  ['Von Miller', 'Von', 'Miller'],
  ['Van Morrison', 'Van', 'Morrison'],
  ['Don Draper', 'Don', 'Draper'],
  ['Prince', 'Prince', ''],
  ['Dr. Dre', 'Dre', ''],
  ['  Ann \u00a0 Lee  ', 'Ann', 'Lee'],
  ['', '', ''],
])('%j is split into %j and %j', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});

test('a name of two plain words has a first and a last name, and no word is lost', () => {
  const word = fc.constantFrom('Ann', 'Lee', 'van', 'de', 'Jr.', 'III', 'Zoë', 'O’Neil');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const { firstName, lastName } = splitName(words.join(' '));
      expect(`${firstName} ${lastName}`.trim()).toBe(words.join(' '));
      expect(firstName).not.toBe('');
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitAddress } from '../../shared/site-generator/split-address.ts';

describe('a street address is split into house number, street and the rest', () => {
  test.each([
    ['FR', '12 rue de la Paix', '12', 'rue de la Paix', ''],
    ['FR', '12 bis rue de la Paix', '12 bis', 'rue de la Paix', ''],
    ['FR', '12bis, rue de la Paix', '12bis', 'rue de la Paix', ''],
    ['FR', '5 ter avenue Foch, Bât. C', '5 ter', 'avenue Foch', 'Bât. C'],
    ['FR', '3, place du 8 Mai 1945', '3', 'place du 8 Mai 1945', ''],
    ['UK', '221B Baker Street', '221B', 'Baker Street', ''],
    ['UK', 'Flat 2, 14 High Street', '14', 'High Street', 'Flat 2'],
    ['UK', '14-16 King’s Road', '14-16', 'King’s Road', ''],
    ['UK', 'Rose Cottage, Mill Lane', '', 'Rose Cottage', 'Mill Lane'],
    ['US', '1600 Pennsylvania Ave NW Apt 2', '1600', 'Pennsylvania Ave NW', 'Apt 2'],
    ['US', '350 5th Ave', '350', '5th Ave', ''],
    ['US', '350 Fifth Avenue, Suite 3300', '350', 'Fifth Avenue', 'Suite 3300'],
    ['US', '742 Evergreen Terrace #4B', '742', 'Evergreen Terrace', '#4B'],
    ['CA', '24 Sussex Drive', '24', 'Sussex Drive', ''],
    ['CA', '1055 Rue Saint-Jean, Unit 5', '1055', 'Rue Saint-Jean', 'Unit 5'],
    ['DE', 'Hauptstr. 5a', '5a', 'Hauptstr.', ''],
    ['DE', 'Straße des 17. Juni 135', '135', 'Straße des 17. Juni', ''],
    ['DE', 'Am Markt 12-14', '12-14', 'Am Markt', ''],
    ['DE', 'Lange Straße 7 b', '7 b', 'Lange Straße', ''],
    ['ES', 'Calle Mayor, 10, 3º B', '10', 'Calle Mayor', '3º B'],
    ['ES', 'Calle Mayor 10', '10', 'Calle Mayor', ''],
    ['ES', 'Avenida de América, nº 25', '25', 'Avenida de América', ''],
    ['ES', 'Carretera de Burgos s/n', '', 'Carretera de Burgos s/n', ''],
    ['IT', 'Via Roma 12/B', '12/B', 'Via Roma', ''],
    ['IT', 'Via Giuseppe Garibaldi, 8', '8', 'Via Giuseppe Garibaldi', ''],
    ['DK', 'Nørregade 12, 2. tv', '12', 'Nørregade', '2. tv'],
    ['NL', 'Keizersgracht 123-II', '123-II', 'Keizersgracht', ''],
    ['NL', 'Damrak 1', '1', 'Damrak', ''],
    ['BE', 'Rue Neuve 12 bte 3', '12', 'Rue Neuve', 'bte 3'],
    ['BE', 'Meir 48 bus 2', '48', 'Meir', 'bus 2'],
    ['BE', 'Chaussée de Gand 100', '100', 'Chaussée de Gand', ''],
    ['any', '', '', '', ''],
    ['any', '  12   Long   Street ', '12', 'Long Street', ''],
    ['any', '42', '', '42', ''],
  ])('%s: %s', (_, address, houseNumber, street, address2) => {
    expect(splitAddress(address)).toEqual({ houseNumber, street, address2 });
  });

  test('without losing a letter', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'Z', '1', ' ', ',', '-', '/') }),
        (text) => {
          const { houseNumber, street, address2 } = splitAddress(text);
          const letters = (value: string) =>
            value
              .replace(/[^\da-z]/gi, '')
              .split('')
              .sort()
              .join('');
          expect(letters(houseNumber + street + address2)).toBe(letters(text));
        },
      ),
    );
  });
});

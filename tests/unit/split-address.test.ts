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
    ['FR', '12B rue Victor Hugo', '12B', 'rue Victor Hugo', ''],
    ['FR', '45, boulevard Saint-Michel, Appt 12', '45', 'boulevard Saint-Michel', 'Appt 12'],
    ['FR', '10 rue du 4 Septembre', '10', 'rue du 4 Septembre', ''],
    ['FR', 'Rue du 8 Mai 1945', '', 'Rue du 8 Mai 1945', ''],
    ['FR', 'Résidence Les Lilas, 8 allée des Roses', '8', 'allée des Roses', 'Résidence Les Lilas'],
    ['FR', '8 allée des Roses Bât B', '8', 'allée des Roses', 'Bât B'],
    ['FR', "1 Place de l'Étoile 2e étage", '1', "Place de l'Étoile", '2e étage'],
    ['FR', 'BP 123, 5 rue Neuve', '5', 'rue Neuve', 'BP 123'],
    ['UK', 'Flat 3B 21 Baker Street', '21', 'Baker Street', 'Flat 3B'],
    ['UK', 'Unit 4, Riverside Park, 12 Mill Road', '12', 'Mill Road', 'Unit 4, Riverside Park'],
    ['UK', '1st Floor, 20 High Street', '20', 'High Street', '1st Floor'],
    ['UK', 'Flat 1/2, 35 Great Western Road', '35', 'Great Western Road', 'Flat 1/2'],
    ['UK', '2/1 45 Byres Road', '45', 'Byres Road', '2/1'],
    ['UK', '12 A Church Lane', '12 A', 'Church Lane', ''],
    ['US', '4502 E 52nd St', '4502', 'E 52nd St', ''],
    ['US', '500 S Buena Vista St Ste 200', '500', 'S Buena Vista St', 'Ste 200'],
    ['US', '1200 K Street NW', '1200', 'K Street NW', ''],
    ['US', "12 O'Connell Street", '12', "O'Connell Street", ''],
    ['US', '123 1/2 Main St', '123 1/2', 'Main St', ''],
    ['US', '12-34 Bell Blvd', '12-34', 'Bell Blvd', ''],
    ['US', 'W180N8085 Town Hall Rd', 'W180N8085', 'Town Hall Rd', ''],
    ['US', '55 Water St FL 12', '55', 'Water St', 'FL 12'],
    ['US', '350 Fifth Avenue 21st Floor', '350', 'Fifth Avenue', '21st Floor'],
    ['US', '1000 5th Ave Lot 7', '1000', '5th Ave', 'Lot 7'],
    ['US', 'Apt 2, 123 Main St', '123', 'Main St', 'Apt 2'],
    ['US', 'PO Box 1234', '', 'PO Box 1234', ''],
    ['CA', '1200 rue Sherbrooke Ouest', '1200', 'rue Sherbrooke Ouest', ''],
    ['CA', '#300-1055 West Hastings Street', '1055', 'West Hastings Street', '#300'],
    ['CA', '4567 Boul. St-Laurent, app. 3', '4567', 'Boul. St-Laurent', 'app. 3'],
    ['DE', 'Hauptstr.5a', '5a', 'Hauptstr.', ''],
    ['DE', 'Hauptstr. 12 1/2', '12 1/2', 'Hauptstr.', ''],
    ['DE', 'Lindenweg 7/9', '7/9', 'Lindenweg', ''],
    ['DE', 'C 4, 9b', '9b', 'C 4', ''],
    ['DE', 'Musterstr. 4, 2. OG links', '4', 'Musterstr.', '2. OG links'],
    ['DE', 'Hauptstr. 5, Hinterhaus', '5', 'Hauptstr.', 'Hinterhaus'],
    ['ES', 'C/ Gran Vía 28, 4º Izq.', '28', 'C/ Gran Vía', '4º Izq.'],
    ['ES', 'Avda. Diagonal, 211, Esc. A, 5º 2ª', '211', 'Avda. Diagonal', 'Esc. A, 5º 2ª'],
    ['ES', 'Calle Mayor, 10 3º B', '10', 'Calle Mayor', '3º B'],
    ['ES', 'Paseo de la Castellana 95 3ºA', '95', 'Paseo de la Castellana', '3ºA'],
    ['ES', 'Calle 8 de Marzo, 12', '12', 'Calle 8 de Marzo', ''],
    ['ES', 'Calle de Alcalá, nº 42, bajo', '42', 'Calle de Alcalá', 'bajo'],
    ['IT', 'Via Roma, 12/B int. 4', '12/B', 'Via Roma', 'int. 4'],
    ['IT', 'Via Garibaldi n. 8', '8', 'Via Garibaldi', ''],
    ['IT', 'Corso Vittorio Emanuele II, 143', '143', 'Corso Vittorio Emanuele II', ''],
    ['IT', 'Viale Monza, 14 bis', '14 bis', 'Viale Monza', ''],
    ['IT', 'Via 4 Novembre, 6', '6', 'Via 4 Novembre', ''],
    ['IT', 'Piazza del Duomo 1, scala B', '1', 'Piazza del Duomo', 'scala B'],
    ['DK', 'Nørregade 12 2. tv', '12', 'Nørregade', '2. tv'],
    ['DK', 'Østerbrogade 54A 3.th', '54A', 'Østerbrogade', '3.th'],
    ['DK', 'Vesterbrogade 1C, 3. sal', '1C', 'Vesterbrogade', '3. sal'],
    ['DK', 'Nørregade 12, st. th.', '12', 'Nørregade', 'st. th.'],
    ['DK', 'H.C. Andersens Boulevard 27', '27', 'H.C. Andersens Boulevard', ''],
    ['NL', '2e Kostverlorenkade 10', '10', '2e Kostverlorenkade', ''],
    ['NL', '1e Jan Steenstraat 23-III', '23-III', '1e Jan Steenstraat', ''],
    ['NL', 'Plein 1944 12', '12', 'Plein 1944', ''],
    ['NL', 'Prinsengracht 263 hs', '263', 'Prinsengracht', 'hs'],
    ['NL', 'Laan van Meerdervoort 70 C-12', '70 C-12', 'Laan van Meerdervoort', ''],
    ['NL', 'Stationsplein 45 unit 3.12', '45', 'Stationsplein', 'unit 3.12'],
    ['BE', 'Avenue Louise 54, boîte 12', '54', 'Avenue Louise', 'boîte 12'],
    ['BE', 'Kerkstraat 12b bus 0101', '12b', 'Kerkstraat', 'bus 0101'],
    ['BE', 'Chaussée de Charleroi 110 A', '110 A', 'Chaussée de Charleroi', ''],
    ['BE', 'Avenue Louise 54/12', '54/12', 'Avenue Louise', ''],
    ['any', 'Apt 2', '', 'Apt 2', ''],
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

  test.each([
    '1'.repeat(2_000),
    `1º ${'1'.repeat(2_000)}`,
    'Flat 1 '.repeat(300),
    '12 a-'.repeat(400),
    'a 1/2 '.repeat(400),
    '1, '.repeat(700),
  ])('in a moment, however long it is: %#', (address) => {
    const { houseNumber, street, address2 } = splitAddress(address);
    expect(houseNumber + street + address2).toMatch(/[1a]/);
  });
});

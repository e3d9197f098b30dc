/** A street line and its parts, in the shapes that public labelled sets have. */
export interface StreetLine {
  address: string;
  houseNumber: string;
  street: string;
  address2: string;
}

/**
 * One per line: house number | street | flat or floor. {@link linesOf} describes the other marks.
 */
const US = `
4120 | Marlow Ave
77 | Quarry Lane
1503 | N Harbor Blvd
1503 | North Harbor Boulevard
260 | S Fenwick St
9 | Old Mill Road
18420 | County Line Rd
3301 | Juniper Ct
615 | Belvedere Dr NW
2210 | SE Oakhurst Ave
88 | E 9th St
450 | W 112th St
5 | NW 2nd Ave
1280 | 3rd Ave S
41 | 22nd St
700 | E 1st St
1999 | 10th Ave N
12 | North 4th Street
3700 | W 63rd Pl
66 | SW 11th Ter
101 | Bay St | Apt 4
101 | Bay St | Apt 4B
101 | Bay St | Apt. 4B
101 | Bay St | APT 12-301
230 | Larch Way | Unit B
230 | Larch Way | Unit 7
230 | Larch Way | # 7
230 | Larch Way | #7C
19 | Summit Plaza | Suite 1400
19 | Summit Plaza | Ste 1400
19 | Summit Plaza | Ste. 14A
19 | Summit Plaza | 14th Floor
19 | Summit Plaza | Floor 14
19 | Summit Plaza | Fl 3
19 | Summit Plaza | FL. 3
19 | Summit Plaza | Rm 206
19 | Summit Plaza | Room 206
19 | Summit Plaza | Second Floor
19 | Summit Plaza | Lobby
19 | Summit Plaza | Penthouse
19 | Summit Plaza | PH 2
19 | Summit Plaza | Bldg C
19 | Summit Plaza | Building 3
19 | Summit Plaza | Lot 12
19 | Summit Plaza | Bsmt
19 | Summit Plaza | Rear
19 | Summit Plaza | Dept 9
19 | Summit Plaza | Spc 41
19 | Summit Plaza | Trlr 6
2460 | E 14th St | Apt 2
2460 | W 18th St | Unit 5
2460 | NE 45th Ave | # 12
88 | N 7th St | 2nd Fl
15 | 5th Ave | Suite 600
1450 | K Street NW | Suite 210
1450 | P St SE
1450 | Q St NE | Apt 3
7 | O'Hara Court
7 | St Johns Ave
7 | Saint Marys Dr
7 | Dr Martin Luther King Jr Blvd
7 | Avenue J
7 | Ave C | Apt 2
7 | Avenue of the Pines
7 | Calle del Sol
7 | Camino Real
7 | Via Verde | Unit 3
7 | Paseo Grande
40 | Highway 16
40 | US Highway 41
40 | US-41 S
40 | State Route 22
40 | State Hwy 9
40 | County Road 300
40 | County Rd 12 N
40 | FM 1960
40 | Route 6 | Unit 2
40 | Interstate 35
12-40 | Ferry Blvd
101-105 | Dock St
33A | Willow St
33 1/2 | Willow St
33½ | Willow St
33-1/2 | Willow St
N84W15787 | Lantern Rd
W204 N5500 | Lantern Rd
E1204 | Township Trail
One | Liberty Plaza
Two | Harbor Square
Five | Points Plaza
123 | E Park
500 | The Esplanade
6200 | Broadway
6200 | Broadway | Fl 2
31 | Row House Ln
31 | Court Square
31 | Box Elder Dr
31 | Lower Mill Rd
31 | Upper Lake Dr
2718 | Heron St The Aviary
`;

const OTHERS = `
Fuhlsbüttler Allee > 17
Am Alten Hafen > 3a
Karl-Linde-Straße > 12-14
Straße des 3. Oktober > 9
Rosenweg > 7 | 2. OG
An der Weide > 45 b
Lerchengasse > 3 | Stiege 2
Bahnhofstrasse > 21
Via San Marco > 8
Viale dei Tigli, > 12/A
Corso Vittorio, > 44 | scala B
Piazza del Sole > 1
Calle de la Luna, > 15 | 2º A
Avenida del Mar, > 7
Paseo Nuevo > 101
Plaza Mayor, > 3 | bajo
Carrer de la Font, > 9
Rua das Flores, > 24 | 1º Esq
Avenida Central > 810
Rua XV de Maio, > 55 | Apto 12
14 < rue des Tilleuls
14 bis < rue des Tilleuls
3 < avenue du Général Martin
8 < place de la Gare
27 < boulevard de la Mer | Bât B
1 < chemin du Lac
6 < quai Sud
Rue du Moulin > 12
Avenue des Cerises, > 40 | boîte 3
Dorpsstraat > 8 | bus 4
Kerkplein > 2
Prinses Annalaan > 17a
Oude Gracht > 101-II
1e Weerdstraat > 5
Molenweg > 12-14
Havnegade > 18 | 3. tv
Strandvejen > 204B
Nygade > 7 | st. th
Storgatan > 22
Vasavägen > 5 A
Kongens gate > 31
Fjellveien > 4B
Mannerheimintie > 15
Rantakatu > 3 B
Rynek > 14
Ulica Polna > 8/12
Husova > 17
Na Příkopě > 3/5
Petőfi utca > 9.
Fő út > 12
Ilica > 44
Strada Lungă > 19
Bulevard Vitosha > 60
Ermou > 25
Leoforos Kifisias > 110
Istiklal Caddesi > 8
Лесная улица > 5а
Nevsky Prospect, > 28
12 < Rowan Close
Flat 3, 12 < Rowan Close
221 < Harrow Road
45 < O'Connell Quay
7A < Castle Street
24 < Bourke Street
Unit 4, 24 < Bourke Street
300 < Queen Street West
`;

/**
 * Parses labelled lines: `number | street | rest` is written as `number street rest`, `street >
 * number | rest` with the number behind the street, and `number < street` with the number before
 * the street; text before a comma there is the rest.
 */
const linesOf = (text: string): StreetLine[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', ...others] = line.split(' | ');
      const rest = others.at(-1) ?? '';
      if (line.includes(' > ')) {
        const [street = '', number = ''] = head.split(' > ');
        const address = [`${street} ${number}`, rest].filter(Boolean).join(', ');
        return partsOf(address, number.replace(/\.$/, ''), street.replace(/,$/, ''), rest);
      }
      if (line.includes(' < ')) {
        const [before = '', street = ''] = head.split(' < ');
        const [number = '', flat = ''] = before.split(', ').toReversed();
        const address = [`${before} ${street}`, rest].filter(Boolean).join(', ');
        return partsOf(address, number, street, rest || flat);
      }
      const [street = '', unit = ''] = others;
      return partsOf([head, street, unit].filter(Boolean).join(' '), head, street, unit);
    });

const partsOf = (
  address: string,
  houseNumber: string,
  street: string,
  address2: string,
): StreetLine => ({ address, houseNumber, street, address2 });

/** 100 lines of the United States. */
export const US_LINES = linesOf(US);
/** 66 lines of other countries. */
export const OTHER_LINES = linesOf(OTHERS);

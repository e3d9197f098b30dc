/** The parts of a street address. A part that the address does not have is empty. */
export interface SplitAddress {
  houseNumber: string;
  street: string;
  /** Flat, staircase, box and the like. */
  address2: string;
}

/** The end of a range or the letters of a number: `12-14`, `12/B`, `123-II`. */
const RANGE = String.raw`(?:\s?[-/;]\s?(?:\d+[a-z]?|[a-z]{1,3})(?![\p{L}\d]))`;
/** `12`, `12 bis`, `12a`, `12д`, `12号`, `12 1/2`, `12½`, `12-14`. */
const PLAIN = String.raw`\d+(?:\s?[½¼¾⅓⅔]|[\s-](?:1/2|1/4|3/4)(?!\d)|\s?(?:bis|ter|quater)(?!\p{L})|[a-z\p{Script=Cyrillic}\p{Script=Greek}号號](?![\p{L}\d]))?`;
/** Types of streets in English, also as abbreviations of two letters. */
const STREET_TYPES =
  'street|st|avenue|ave|av|road|rd|lane|ln|boulevard|blvd|drive|dr|court|ct|place|pl|square|sq|terrace|ter|' +
  'way|wy|parkway|pkwy|circle|cir|highway|hwy|trail|trl|plaza|close|row|walk';
/**
 * A single letter after a blank, except the direction in `4502 E 52nd St`, a street's name, and the
 * O in `12 O'Connell St`.
 */
const LEADING_LETTER = String.raw`(?:\s[a-df-mo-rt-vx-z](?=\s)(?!\s(?:${STREET_TYPES})\b))?`;
/**
 * The number before a street. It excludes `2e`, an ordinal of a Dutch street, and includes grids:
 * `W180N8085`, `N165 W2123`, `T703`.
 */
const LEADING_NUMBER = String.raw`(?!\d+e\s)${PLAIN}${LEADING_LETTER}${RANGE}*|[nsew]\d+\s?[nsew]\d+|[a-z]\d{3,}`;
/** The number after a street, where any letter belongs to it: `12 a`, `70 C-12`. */
const TRAILING_NUMBER = String.raw`${PLAIN}(?:\s[a-z](?![\p{L}\d.]))?${RANGE}*`;
const NUMBER_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty';
/** The word after a number word in the name of a street: `Five Mile Rd`, `Seven Oaks Ln`. */
const COUNTED = String.raw`(?:mile|acre|tree|foot|eyck|\p{L}+s)(?!\p{L})`;

const UNIT_WORDS =
  'apt|apartment|appartement|apartamento|apto|appt|app|unit|suite|ste|flat|room|rm|floor|flr|fl|level|lvl|' +
  'lot|bldg|building|penthouse|ph|office|ofc|dept|department|space|spc|trailer|trlr|hangar|hngr|' +
  'bte|boîte|bus|box|lgh|escalier|esc|escalera|bâtiment|bât|bat|étage|porte|piso|puerta|planta|portal|bloque|' +
  'bloco|sala|andar|int|interno|scala|piano|stiege|tür|whg|wohnung|' +
  'p\\.?o\\.? box|bp|postfach|postbus|apartado';
/** Words that are a unit without a number. */
const UNIT_PLACES =
  'bajo|ático|entlo|izq|dcha|esq|dto|r/c|hinterhaus|vorderhaus|hs|huis|boven|beneden|eg|st\\.?\\s?(?:tv|th|mf)|' +
  'penthouse|basement|bsmt|mezzanine|lower level|upper level|rear|frnt|lobby|lbby|lowr|uppr';
const FLOORS = 'floor|flr|fl|level';
/** Floors in words: `Ground Floor`, `Third Fl`. */
const COUNTED_FLOORS =
  'ground|lower|upper|top|main|mezzanine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|' +
  'eleventh|twelfth|twentieth';
/**
 * The number or the letters of a unit. A word is not one, as in `Old Box Rd` or `Great Suite Lane`.
 */
const UNIT_VALUE = String.raw`(?:(?=[^\s,]*\d)[\p{L}\d][^\s,]*|(?!(?:${STREET_TYPES})(?!\p{L}))(?:[\p{L}]{1,2}|[ivx]+|${NUMBER_WORDS})(?![\p{L}\d])\.?)`;
const NUMBER_SIGNS = String.raw`n[ºo°]\.?|n\.|núm\.?|num\.?|nr\.?`;
/** Roads that are named by a number: `State Highway #50`, `US Highway No 202`, `County Road 12`. */
const NUMBERED_ROADS = String.raw`(?:highway|hwy|route|rte|interstate|(?:state|county|cty|township|forest|ranch|farm)\s(?:road|rd|trail|trl))`;
/** A flat, floor or box: `Apt 2`, `#4B`, `3º B`, `2. tv`, `21st Floor`, `2e étage`, `bte 3`, `1. OG links`. */
const UNIT = [
  String.raw`(?:${UNIT_WORDS})(?!\p{L})\.?\s*(?:#|(?:${NUMBER_SIGNS})(?=\s*\d))?\s*${UNIT_VALUE}`,
  String.raw`(?<!(?<!\p{L})${NUMBERED_ROADS}\s*)#\s*[\p{L}\d-]+`,
  String.raw`(?:${UNIT_PLACES})(?!\p{L})\.?`,
  String.raw`\d+\.?\s?[ºª°]\.?`,
  String.raw`(?:\d+|kl)\.?\s?(?:sal|tv|mf|og|stock|etage)(?!\p{L})\.?`,
  // A Danish door. `18th` is an ordinal in English, and a door only after the number of a house.
  String.raw`(?:\d+|kl)(?:\.\s?|\s)th(?!\p{L})\.?|(?<=^\P{Nd}*\s\d+\p{L}?\s)\d+th(?!\p{L})\.?`,
  String.raw`\d+(?:st|nd|rd|th|er|e|ème|eme)\s(?:floor|flr|fl|level|étage|etage|verdieping)(?!\p{L})\.?`,
  String.raw`(?:${COUNTED_FLOORS})\s(?:${FLOORS})(?!\p{L})\.?`,
].join('|');
/** The side of a door, and its letter or number: `Esc. A 2º izq`, `3º B`. */
const DOOR = String.raw`(?!(?:${STREET_TYPES})(?!\p{L}))[\p{L}\d]{1,2}`;
/** Consecutive units: `3º B`, `Esc. A 2º izq`, `2. OG links`. */
const UNITS = String.raw`(?:${UNIT})(?:\s?(?:${UNIT}|links|rechts|${DOOR})(?![\p{L}\d]))*`;

const pattern = (source: string, flags = 'iu') => new RegExp(source, flags);
const ALONE = pattern(`^(?:${TRAILING_NUMBER})$`);
const LEADING = pattern(String.raw`^(${LEADING_NUMBER})\s+(\S.*)$`);
const LEADING_WORD = pattern(String.raw`^(${NUMBER_WORDS})\s+(?!${COUNTED})(\p{L}\p{L}.*)$`);
const TRAILING = pattern(
  String.raw`^(.*(?:[^\d\s]\s+|\p{L}\p{L}\.))(${TRAILING_NUMBER})$|^(.*\S)\s+(${TRAILING_NUMBER})$`,
);
const ALL_UNITS = pattern(`^(?:${UNITS})$`);
const FIRST_UNIT = pattern(
  String.raw`^((?:${UNIT_WORDS})(?!\p{L})\.?\s*\S+|\d+/\d+)\s+(?:[-–—]\s+)?(\d.*)$`,
);
const LAST_UNITS = pattern(String.raw`^(.*?\S)\s+(${UNITS})$`);
/** A suite before a hyphen: `#300-1055 West Hastings Street`. */
const SUITE = /^(#\d+)\s?-\s?(\d.*)$/;
/** `8 Mai 1945` is the name of a street. */
const DATE = pattern(String.raw`(?:^|\s)\d{1,2}\.?\s\p{L}+\s\d{4}$`);
/** A square of Mannheim before its house number: `C 4, 9b`. */
const SQUARE = /^[A-U] ?\d{1,2}$/;
/** Words before the number of a house that are not part of it: `nº 10`, `No. 5`, `n. 8`. */
const NUMBER_SIGN = pattern(
  String.raw`(?<!\p{L}|(?<!\p{L})(?:${NUMBERED_ROADS}|${UNIT_WORDS})\.?\s)(?:${NUMBER_SIGNS})\s*(?=\d)`,
  'giu',
);
/**
 * A dash between the number of a house and its flat, or the district of the town: `12 - 3º B`,
 * `1200 – Consolação`.
 */
const DASH = pattern(
  String.raw`(?<=\d\s?\p{L}?)(?:\s*[-–—]\s*(?=(?:${UNIT})(?![\p{L}\d]))|\s+[-–—]\s+(?=\p{L}{3}))`,
  'giu',
);
/** A comma between the parts of an address, except the one in `M Street, NW`. */
const COMMA = /,(?!\s*(?:[ns]\.?[ew])\.?(?=\s|,|$))/iu;
/** The dot after a house number in Hungary and Croatia. */
const NUMBER_WITH_DOT = /(\p{L}.*\s\d+)\.$/u;
const DIRECTIONS = String.raw`(?:[ns]?[ew]|[ns]|(?:north|south)?(?:east|west)|north|south)\.?`;
const DIRECTION = pattern(`^${DIRECTIONS}$`);
/** A direction between two commas belongs to the street after it: `1503, N, Harbor Blvd`. */
const LONE_DIRECTION = pattern(String.raw`(,\s?${DIRECTIONS}),\s?(?=.*\p{L})`, 'giu');

interface Parts {
  houseNumber: string;
  street: string;
  units: string[];
}

/**
 * Splits a street address into house number, street and the rest. The number may precede (FR, UK,
 * US, CA) or follow the street (DE, ES, IT, DK, NL, BE); both forms occur in every country, so the
 * address alone decides. The street has a letter if the address has one.
 */
export function splitAddress(address: string): SplitAddress {
  const parts = address
    .replace(/\s+/g, ' ')
    .replace(NUMBER_SIGN, '')
    .replace(DASH, ', ')
    .replace(LONE_DIRECTION, '$1 ')
    .split(COMMA)
    .map((part) => part.trim().replace(NUMBER_WITH_DOT, '$1'))
    .filter((part) => /[\p{L}\d]/u.test(part));
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1] ?? '';
    const split = ALL_UNITS.test(part) ? null : (splitTwo(part, next) ?? splitOne(part));
    if (split === null) continue;
    const used = split.street === part || ALONE.test(part) ? 2 : 1;
    return build(split, parts.slice(0, index), parts.slice(index + used));
  }
  const at = Math.max(0, parts.findIndex(isStreet));
  const street = parts[at] ?? '';
  return build({ houseNumber: '', street, units: [] }, parts.slice(0, at), parts.slice(at + 1));
}

/** The number and its street in two parts: `3, place Foch`, `Calle Mayor, 10 3º B`. */
function splitTwo(part: string, next: string): Parts | null {
  if (next === '') return null;
  if (ALONE.test(part)) {
    return isStreet(next) ? { houseNumber: part, street: next, units: [] } : null;
  }
  if (!SQUARE.test(part) && splitOne(part) !== null) return null;
  const [number, units] = cutUnits(next);
  return ALONE.test(number) ? { houseNumber: number, street: part, units } : null;
}

/** The number and its street in one part: `12 rue Foch`, `Hauptstr. 5a`, `Nørregade 12 2. tv`. */
function splitOne(part: string): Parts | null {
  const first = FIRST_UNIT.exec(part) ?? SUITE.exec(part);
  const behind = first === null ? null : splitNumber(first[2] ?? '', [first[1] ?? '']);
  if (behind !== null) return behind;
  const [head, units] = cutUnits(part);
  const cut = units.length > 0 ? splitNumber(head, units) : null;
  return cut ?? splitNumber(part, []);
}

function splitNumber(text: string, units: string[]): Parts | null {
  const [, first = '', behind = ''] = LEADING.exec(text) ?? [];
  if (isStreet(behind)) return { houseNumber: first, street: behind, units };
  if (DATE.test(text)) return null;
  const [, street, number, otherStreet, otherNumber] = TRAILING.exec(text) ?? [];
  const before = (street ?? otherStreet ?? '').trim();
  if (isStreet(before)) return { houseNumber: number ?? otherNumber ?? '', street: before, units };
  const [, word = '', named = ''] = LEADING_WORD.exec(text) ?? [];
  return word === '' ? null : { houseNumber: word, street: named, units };
}

const isStreet = (text: string): boolean => /\p{L}/u.test(text) && !DIRECTION.test(text);

/** A part without the units at its end, and those units. */
function cutUnits(part: string): [head: string, units: string[]] {
  const [, head = part, units] = LAST_UNITS.exec(part) ?? [];
  return [head, units === undefined ? [] : [units]];
}

const build = (parts: Parts, before: readonly string[], after: readonly string[]) => ({
  houseNumber: parts.houseNumber.replace(/\s*([-/])\s*/g, '$1'),
  street: parts.street,
  address2: [...before, ...parts.units, ...after].join(', '),
});

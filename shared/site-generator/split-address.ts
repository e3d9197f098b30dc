/** The parts of a street address. A part that the address does not have is empty. */
export interface SplitAddress {
  houseNumber: string;
  street: string;
  /** Flat, staircase, box and the like. */
  address2: string;
}

/** The end of a range or the letters of a number: `12-14`, `12/B`, `123-II`. */
const RANGE = String.raw`(?:\s?[-/]\s?(?:\d+[a-z]?|[a-z]{1,3})(?![\p{L}\d]))`;
/** `12`, `12 bis`, `12a`, `12 1/2`, `12-14`. */
const PLAIN = String.raw`\d+(?:(?:\s1/2(?!\d))|\s?(?:bis|ter|quater)(?!\p{L})|[a-z](?![\p{L}\d]))?`;
/** The types of streets that letters name: `1200 K Street NW`. */
const LETTERED = 'st|street|ave|avenue|rd|road|ln|lane|blvd|dr|drive';
/** A letter after a blank: not the direction of `4502 E 52nd St`, nor a street's name, nor `12 O'Connell St`. */
const LEADING_LETTER = String.raw`(?:\s[a-df-mo-rt-vx-z](?=\s)(?!\s(?:${LETTERED})\b))?`;
/** Before a street. Without `2e`, which counts a street in Dutch, and with the grid of Wisconsin: `W180N8085`. */
const LEADING_NUMBER = String.raw`(?!\d+e\s)${PLAIN}${LEADING_LETTER}${RANGE}*|[nsew]\d+[nsew]\d+`;
/** After a street, where any letter belongs to it: `12 a`, `70 C-12`. */
const TRAILING_NUMBER = String.raw`${PLAIN}(?:\s[a-z](?![\p{L}\d.]))?${RANGE}*`;

const UNIT_WORDS =
  'apt|apartment|appartement|appt|app|unit|suite|ste|flat|room|rm|floor|fl|lot|bldg|building|penthouse|ph|' +
  'bte|boîte|bus|box|lgh|escalier|esc|escalera|bâtiment|bât|bat|étage|porte|piso|puerta|planta|portal|bloque|' +
  'int|interno|scala|piano|stiege|tür|whg|wohnung|p\\.?o\\.? box|bp|postfach|postbus|apartado';
/** Words that are a unit without a number. */
const UNIT_PLACES =
  'bajo|ático|entlo|izq|dcha|hinterhaus|vorderhaus|hs|huis|boven|beneden|eg|st\\.?\\s?(?:tv|th|mf)';
/** A flat, floor or box: `Apt 2`, `#4B`, `3º B`, `2. tv`, `21st Floor`, `2e étage`, `bte 3`, `1. OG links`. */
const UNIT = [
  String.raw`(?:${UNIT_WORDS})(?!\p{L})\.?\s*#?\s*[\p{L}\d][^\s,]*`,
  String.raw`#\s*[\p{L}\d-]+`,
  String.raw`(?:${UNIT_PLACES})(?!\p{L})\.?`,
  String.raw`\d+\s?[ºª°]\.?`,
  String.raw`(?:\d+|kl)\.?\s?(?:sal|tv|th|mf|og|stock|etage)(?!\p{L})\.?`,
  String.raw`\d+(?:st|nd|rd|th|er|e|ème|eme)\s(?:floor|fl|étage|etage|verdieping)(?!\p{L})`,
].join('|');
/** Units behind each other, and the side of a door: `3º B`, `Esc. A 2º izq`, `2. OG links`. */
const UNITS = String.raw`(?:${UNIT})(?:\s?(?:${UNIT}|links|rechts|[\p{L}\d]{1,2})(?![\p{L}\d]))*`;

const pattern = (source: string) => new RegExp(source, 'iu');
const ALONE = pattern(`^(?:${TRAILING_NUMBER})$`);
const LEADING = pattern(String.raw`^(${LEADING_NUMBER})\s+(\S.*)$`);
const TRAILING = pattern(
  String.raw`^(.*(?:[^\d\s]\s+|\p{L}\p{L}\.))(${TRAILING_NUMBER})$|^(.*\S)\s+(${TRAILING_NUMBER})$`,
);
const ALL_UNITS = pattern(`^(?:${UNITS})$`);
const FIRST_UNIT = pattern(String.raw`^((?:${UNIT_WORDS})(?!\p{L})\.?\s*\S+|\d+/\d+)\s+(\d.*)$`);
const LAST_UNITS = pattern(String.raw`^(.*?\S)\s+(${UNITS})$`);
/** A suite before a hyphen: `#300-1055 West Hastings Street`. */
const SUITE = /^(#\d+)\s?-\s?(\d.*)$/;
/** `8 Mai 1945` is the name of a street. */
const DATE = pattern(String.raw`(?:^|\s)\d{1,2}\.?\s\p{L}+\s\d{4}$`);
/** A square of Mannheim before its house number: `C 4, 9b`. */
const SQUARE = /^[A-U] ?\d{1,2}$/;
/** Words before a number that are not part of it: `nº 10`, `No. 5`, `n. 8`. */
const NUMBER_SIGN = /(?<!\p{L})(?:n[ºo°]\.?|n\.|núm\.?|num\.?|nr\.?)\s*(?=\d)/giu;

interface Found {
  houseNumber: string;
  street: string;
  units: string[];
}

/**
 * Splits a street address into house number, street and the rest. The number may lead (FR, UK, US, CA) or follow the
 * street (DE, ES, IT, DK, NL, BE); both forms occur in every country, so the address alone decides.
 */
export function splitAddress(address: string): SplitAddress {
  const parts = address
    .replace(/\s+/g, ' ')
    .replace(NUMBER_SIGN, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1] ?? '';
    const found = ALL_UNITS.test(part) ? null : (findInTwo(part, next) ?? findInOne(part));
    if (found === null) continue;
    const used = found.street === part || ALONE.test(part) ? 2 : 1;
    return build(found, parts.slice(0, index), parts.slice(index + used));
  }
  const [street = '', ...rest] = parts;
  return build({ houseNumber: '', street, units: [] }, [], rest);
}

/** The number and its street in two parts: `3, place Foch`, `Calle Mayor, 10 3º B`. */
function findInTwo(part: string, next: string): Found | null {
  if (next === '') return null;
  if (ALONE.test(part)) return { houseNumber: part, street: next, units: [] };
  if (!SQUARE.test(part) && findInOne(part) !== null) return null;
  const [number, units] = cutUnits(next);
  return ALONE.test(number) ? { houseNumber: number, street: part, units } : null;
}

/** The number and its street in one part: `12 rue Foch`, `Hauptstr. 5a`, `Nørregade 12 2. tv`. */
function findInOne(part: string): Found | null {
  const first = FIRST_UNIT.exec(part) ?? SUITE.exec(part);
  const behind = first === null ? null : findNumber(first[2] ?? '', [first[1] ?? '']);
  if (behind !== null) return behind;
  const [head, units] = cutUnits(part);
  return (units.length > 0 ? findNumber(head, units) : null) ?? findNumber(part, []);
}

function findNumber(text: string, units: string[]): Found | null {
  const leading = LEADING.exec(text);
  if (leading) return { houseNumber: leading[1] ?? '', street: leading[2] ?? '', units };
  if (DATE.test(text)) return null;
  const [, street, number, otherStreet, otherNumber] = TRAILING.exec(text) ?? [];
  const houseNumber = number ?? otherNumber;
  if (houseNumber === undefined) return null;
  return { houseNumber, street: (street ?? otherStreet ?? '').trim(), units };
}

/** A part without the units at its end, and these. */
function cutUnits(part: string): [head: string, units: string[]] {
  const [, head = part, units] = LAST_UNITS.exec(part) ?? [];
  return [head, units === undefined ? [] : [units]];
}

const build = (found: Found, before: readonly string[], after: readonly string[]) => ({
  houseNumber: found.houseNumber.replace(/\s*([-/])\s*/g, '$1'),
  street: found.street,
  address2: [...before, ...found.units, ...after].join(', '),
});

/** The parts of a street address. A part that the address does not have is empty. */
export interface SplitAddress {
  houseNumber: string;
  street: string;
  /** Flat, staircase, box and the like. */
  address2: string;
}

/** `12`, `5a`, `12 bis`, `12-14`, `12/B`, `123-II`. */
const NUMBER = String.raw`\d+(?:\s?(?:bis|ter|quater)\b|\s?[a-z](?![a-z\d])|\s?[-/]\s?(?:\d+|[a-z]{1,3})(?![a-z\d]))*`;
const LEADING = new RegExp(String.raw`^(${NUMBER})(?:\s*,\s*|\s+)(\S.*)$`, 'i');
const TRAILING = new RegExp(String.raw`^(.*[^\d\s,])[\s,]+(${NUMBER})$`, 'i');
const ALONE = new RegExp(`^(${NUMBER})$`, 'i');
/** Words before a number that are not part of it: `nº 10`, `No. 5`. */
const NUMBER_SIGN = /\b(?:n[ºo°]\.?|núm\.?|num\.?|nr\.?)\s*(?=\d)/gi;
const UNIT_WORDS =
  'apt|apartment|appt|unit|suite|ste|flat|room|floor|bte|boîte|bus|box|lgh|escalier|bât|étage';
const UNIT_FIRST = new RegExp(String.raw`^(?:${UNIT_WORDS})\b\.?\s*\S+$|^#\s*\S+$`, 'i');
const UNIT_LAST = new RegExp(String.raw`^(.*\S)\s+((?:(?:${UNIT_WORDS})\b\.?|#)\s*[\w-]+)$`, 'i');

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
  const units: string[] = [];
  while (parts.length > 1 && UNIT_FIRST.test(parts[0] ?? '')) units.push(parts.shift() ?? '');
  const [head = '', next = '', ...rest] = parts;
  const numberFirst = ALONE.test(head) && next !== '';
  const leading = LEADING.exec(numberFirst ? `${head} ${next}` : head);
  if (leading !== null) {
    const after = numberFirst ? rest : [next, ...rest];
    return build(leading[1], leading[2], [...units, ...after]);
  }
  const inner = UNIT_LAST.exec(head);
  const trailing = TRAILING.exec(inner?.[1] ?? head);
  if (trailing !== null) {
    return build(trailing[2], trailing[1], [...units, inner?.[2] ?? '', next, ...rest]);
  }
  const number = ALONE.exec(next);
  if (number !== null) return build(number[1], head, [...units, ...rest]);
  const numberAndMore = LEADING.exec(next);
  if (numberAndMore !== null) {
    return build(numberAndMore[1], head, [...units, numberAndMore[2] ?? '', ...rest]);
  }
  return build('', head, [...units, next, ...rest]);
}

function build(houseNumber = '', street = '', others: readonly string[]): SplitAddress {
  const unit = UNIT_LAST.exec(street);
  const address2 = [...(unit ? [unit[2] ?? ''] : []), ...others].filter((part) => part !== '');
  return {
    houseNumber: houseNumber.replace(/\s*([-/])\s*/g, '$1'),
    street: (unit?.[1] ?? street).replace(/[\s,]+$/, ''),
    address2: address2.join(', '),
  };
}

/** Link parameters by which ticket pages take a code. */
const CODE_PARAMETER =
  /^(?:(?:pre-?sale|promo|promotion|offer|access|unlock|coupon|zugangs|aktions|vorverkauf|zugang|prevente|preventa)?[_-]?(?:code|codigo|codice|kod|password|passcode|pass|pwd|key)|pre-?sale|promo|unlock|access|offer|clave|pw|coupon|cupon|cod[_-]?[a-z]{2,12}|prevente|preventa|vorverkauf|invite|did)$/i;

/** How the names of such parameters end, before the `=`; written as a character reference, it may be anything. */
const MAY_HOLD_CODE =
  /(?:code|codigo|codice|cod[_-]?[a-z]{2,12}|kod|pass|pwd?|word|key|sale|promo|unlock|access|offer|clave|cou?pon|vente|venta|verkauf|invite|did)=|&(?!amp;|[\w.-]+=)/i;

/** Whether a link, its character references not yet decoded, may hold a code. True in case of doubt. */
export const mayHoldCode = (href: string): boolean => MAY_HOLD_CODE.test(href.substring(0, 2_000));

/** A value that a link hands to a ticket page, and the name it has there ("presale code"). */
export interface LinkCode {
  name: string;
  value: string;
}

/** Values of code parameters in a link. */
export function codesInLink(href: string): LinkCode[] {
  const query = /[?#](.*)$/.exec(href.substring(0, 2_000))?.[1] ?? '';
  const values: LinkCode[] = [];
  for (const pair of query.split(/[&;?#]/)) {
    const equals = pair.indexOf('=');
    if (equals < 0 || !CODE_PARAMETER.test(pair.slice(0, equals))) continue;
    const name = pair.slice(0, equals).replace(/[_-]+/g, ' ');
    const raw = pair.slice(equals + 1).replace(/\+/g, ' ');
    values.push({ name, value: decoded(raw) });
  }
  return values;
}

/** Decodes percent encoding; malformed parts stay unchanged. */
function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

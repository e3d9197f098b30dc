/** Link parameters by which ticket pages take a code. */
const CODE_PARAMETER =
  /^(?:(?:pre-?sale|promo|promotion|offer|access|unlock|coupon|zugangs|aktions|vorverkauf|zugang|prevente|preventa)?[_-]?(?:code|codigo|codice|kod|password|passcode|pass|pwd|key)|pre-?sale|promo|unlock|access|offer|clave|pw|coupon|cupon|cod[_-]?[a-z]{2,12}|prevente|preventa|vorverkauf|invite|did)$/i;

/** A value that a link hands to a ticket page, and the name it has there ("presale code"). */
export interface LinkCode {
  name: string;
  value: string;
}

/** Values of code parameters in a link. */
export function codesInLink(href: string): LinkCode[] {
  const query = /[?#](.*)$/.exec(href.slice(0, 2000))?.[1] ?? '';
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

/** Undoes percent encoding; what is not well encoded stays as it is. */
function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** Link parameters by which ticket pages take a code. */
const CODE_PARAMETER =
  /^(?:(?:pre-?sale|promo|promotion|offer|access|unlock|coupon|zugangs|aktions|vorverkauf|zugang|prevente|preventa)?[_-]?(?:code|codigo|codice|kod|password|passcode|pass|pwd|key)|pre-?sale|promo|unlock|access|offer|clave|prevente|preventa|vorverkauf|invite|did)$/i;

/** Values of code parameters in a link. */
export function codesInLink(href: string): string[] {
  const query = /[?#](.*)$/.exec(href.slice(0, 2000))?.[1] ?? '';
  const values: string[] = [];
  for (const pair of query.split(/[&;?#]/)) {
    const equals = pair.indexOf('=');
    if (equals < 0 || !CODE_PARAMETER.test(pair.slice(0, equals))) continue;
    const raw = pair.slice(equals + 1).replace(/\+/g, ' ');
    try {
      values.push(decodeURIComponent(raw));
    } catch {
      values.push(raw);
    }
  }
  return values;
}

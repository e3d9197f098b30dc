/** Link parameters by which ticket pages take a code. */
const CODE_PARAMETER =
  /^(?:(?:pre-?sale|promo|promotion|offer|access|unlock|coupon|discount|voucher|zugangs|aktions|vorverkauf|vorverkaufs|zugang|prevente|preventa)?[_-]?(?:code|codigo|codice|kod|password|passwort|passwd|passcode|pass|pwd|key)|pre-?sale|promo|unlock|access|offer|discount|voucher|gutschein|clave|contrasena|pw|coupon|cupon|cod[_-]?[a-z]{2,12}|prevente|preventa|vorverkauf|invite|did)$/i;

/**
 * The ends of such parameters' names, before the `=`, which has another form in an address inside
 * an address.
 */
const MAY_HOLD_CODE =
  /(?:code|codigo|codice|cod[_-]?[a-z]{2,12}|kod|pass|passwd|passwort|pwd?|word|key|sale|promo|unlock|access|offer|discount|voucher|gutschein|clave|contrasena|cou?pon|vente|venta|verkauf|invite|did)(?:=|%(?:25){0,3}3d|-3d)|&(?!amp;|[\w.-]+=)/i;

/**
 * The maximum number of characters of an address that are read: one that was rewritten several
 * times has about 3,000.
 */
const MAX_ADDRESS = 8_000;
/** The maximum nesting of addresses inside addresses that is followed. */
const MAX_DEPTH = 5;

/**
 * Whether a link, before its character references are decoded, may contain a code. True in case of
 * doubt.
 */
export const mayHoldCode = (href: string): boolean =>
  MAY_HOLD_CODE.test(href.substring(0, MAX_ADDRESS));

/** A value that a link passes to a ticket page, and the name of its parameter ("presale code"). */
export interface LinkCode {
  name: string;
  value: string;
}

/** Decodes percent encoding; malformed parts stay unchanged. */
function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** The parameters of an address: of its query, its fragment, and of its path after semicolons. */
function parametersOf(address: string): [name: string, value: string][] {
  return address.split(/[&;?#]/).flatMap((pair, at): [string, string][] => {
    const equals = pair.indexOf('=');
    // The first piece is the host with the path.
    if (at === 0 || equals < 0) return [];
    return [[pair.slice(0, equals), pair.slice(equals + 1).replace(/\+/g, ' ')]];
  });
}

const ADDRESS = /^https?:\/\//i;
/** An address in the path of another one, encoded. */
const IN_PATH = /https?(?:%(?:25){0,3}3a%(?:25){0,3}2f%(?:25){0,3}2f)[^/?&#]{4,}/i;
/** Rewriters that include the address unchanged: Proofpoint's third form. */
const AS_IT_IS = /\/v3\/__(.{4,}?)__;/i;
/** Proofpoint's second form: `-` for `%`, `_` for `/`. */
const SECOND_FORM = /urldefense[^?]{0,60}\/v2\/url\?(?:[^#]{0,200}&)?u=([^&#]{4,})/i;

/** The decoded address that another one leads to; '' if the text is not an address. */
function asAddress(text: string): string {
  let address = text;
  for (let round = 0; round < MAX_DEPTH && !ADDRESS.test(address); round++) {
    const next = decoded(address);
    if (next === address) return '';
    address = next;
  }
  return ADDRESS.test(address) ? address : '';
}

/** The addresses inside an address: the targets of redirects and rewriters. */
function innerAddresses(address: string): string[] {
  const second = SECOND_FORM.exec(address)?.[1]?.replace(/-/g, '%').replace(/_/g, '/');
  const inner = [
    AS_IT_IS.exec(address)?.[1],
    second,
    IN_PATH.exec(address)?.[0],
    ...parametersOf(address).map(([, value]) => value),
  ];
  return inner.flatMap((text) => (text === undefined ? [] : asAddress(text))).filter(Boolean);
}

/** Values of code parameters in a link, and in the links that it leads to. */
export function codesInLink(href: string): LinkCode[] {
  let level = [href.substring(0, MAX_ADDRESS)];
  const values = new Map<string, string>();
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const inner = level.map(innerAddresses);
    for (const [at, address] of level.entries()) {
      // Parameters that a rewriter adds do not belong to the page.
      const page = (inner[at] ?? []).length > 0 && AS_IT_IS.test(address) ? '' : address;
      for (const [name, raw] of parametersOf(page)) {
        const value = decoded(raw);
        if (CODE_PARAMETER.test(name) && !ADDRESS.test(value) && !values.has(value))
          values.set(value, name.replace(/[_-]+/g, ' '));
      }
    }
    level = inner.flat().slice(0, 20);
  }
  return [...values].map(([value, name]) => ({ name, value }));
}

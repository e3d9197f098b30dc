/** Zero-width characters, soft hyphens, direction marks, byte-order marks. */
const INVISIBLE =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180d]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Thin blanks that only space letters out. */
const THIN_BLANK = /([A-Za-z0-9])[\u2009\u200a](?=[A-Za-z0-9])/g;
const ANY_BLANK = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const TYPOGRAPHIC_HYPHEN = /[\u2010-\u2013\u2212\ufe63\uff0d]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/** Any character that is removed or written otherwise. */
const NEEDS_CLEANING =
  /[\t\u00a0\u00ad\u061c\u115f\u1160\u1680\u2000-\u2013\u202a-\u202f\u205f-\u206f\u2212\u3000\ufe63\ufeff\uff01-\uff5e]|\u034f|\u17b4|\u17b5|[\u180b-\u180e]|[\ufe00-\ufe0f]/;

/** Removes invisible characters and writes hyphens, blanks and full-width forms in ASCII. */
export function cleanText(text: string): string {
  if (!NEEDS_CLEANING.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(THIN_BLANK, '$1')
    .replace(ANY_BLANK, ' ')
    .replace(TYPOGRAPHIC_HYPHEN, '-')
    .replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));
}

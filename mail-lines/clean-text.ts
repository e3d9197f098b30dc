/** Zero-width characters, soft hyphens, direction marks, byte-order marks. */
const INVISIBLE =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180d]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Thin blanks that only separate letters visually. */
const THIN_BLANK = /([A-Za-z0-9])[\u2009\u200a](?=[A-Za-z0-9])/g;
const ANY_BLANK = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const TYPOGRAPHIC_HYPHEN = /[\u2010-\u2013\u2212\ufe63\uff0d]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/**
 * Letters of mathematical alphabets, in circles and squares, ligatures, and half-width letters,
 * which all stand for plain ones.
 */
const COMPATIBLE =
  /(?:\ud835[\udc00-\udfff]|\ud83c[\udd30-\udd49]|[\u2102\u210a-\u2113\u2115\u2119-\u211d\u2124\u2128\u212c-\u2134\u2145-\u2149\u24b6-\u24e9\ufb00-\ufb06\uff61-\uffdc])+/g;
/** White letters in black circles and squares, which have no plain form of their own in Unicode. */
const WHITE_ON_BLACK = /\ud83c[\udd50-\udd69\udd70-\udd89]/g;
const FIRST_CIRCLED = 0xdd50;
const FIRST_SQUARED = 0xdd70;

const plainLetter = (letter: string): string => {
  const half = letter.charCodeAt(1);
  return String.fromCharCode(65 + half - (half < FIRST_SQUARED ? FIRST_CIRCLED : FIRST_SQUARED));
};

/** Any character that is removed or replaced. */
const NEEDS_CLEANING =
  /\ud835|\ud83c[\udd30-\udd89]|[\u2102\u210a-\u2149\u24b6-\u24e9\ufb00-\ufb06\uff61-\uffdc]|[\t\u00a0\u00ad\u061c\u115f\u1160\u1680\u2000-\u2013\u202a-\u202f\u205f-\u206f\u2212\u3000\ufe63\ufeff\uff01-\uff5e]|\u034f|\u17b4|\u17b5|[\u180b-\u180e]|[\ufe00-\ufe0f]/;

/**
 * Removes invisible characters and replaces hyphens, blanks and variants of plain letters with the
 * forms that a ticket page accepts.
 */
export function cleanText(text: string): string {
  if (!NEEDS_CLEANING.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(THIN_BLANK, '$1')
    .replace(ANY_BLANK, ' ')
    .replace(TYPOGRAPHIC_HYPHEN, '-')
    .replace(COMPATIBLE, (letters) => letters.normalize('NFKC'))
    .replace(WHITE_ON_BLACK, plainLetter)
    .replace(FULL_WIDTH, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));
}

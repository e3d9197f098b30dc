/** Letters that have no form without their mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** A name in lower case, without punctuation and the marks of Latin, Greek and Cyrillic; "AC/DC" is `ac dc`, "P!nk" is `pink`, "R.E.M." is `rem`. */
function wordsOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .replace(/[ßæœøłđðþıħ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/(?<=\p{L})!(?=\p{L})/gu, 'i')
    .replace(/(?<=\p{L})\$|\$(?=\p{L})/gu, 's')
    .replace(/[&+]/g, ' and ')
    .replace(/['’‘`´.]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return plain === '' ? name.trim().toLowerCase() : plain;
}

/** "Beatles, The" as "The Beatles". */
const inOrder = (name: string): string => name.replace(/^(.+),\s*the$/i, 'The $1');

const withoutArticle = (words: string): string => words.replace(/^the (?=.)/, '');

/**
 * Identifies an artist by the name, whatever its case, marks, punctuation, blanks and leading "The".
 * @example artistKey('Björk') === artistKey('BJORK')
 */
export const artistKey = (name: string): string =>
  withoutArticle(wordsOf(inOrder(name.trim()))).replaceAll(' ', '');

/** As {@link artistKey}, but with a leading "The": those of "The Beat" and "Beat" differ. */
export const fullArtistKey = (name: string): string =>
  wordsOf(inOrder(name.trim())).replaceAll(' ', '');

/** The keys of names that only a leading "The" distinguishes, because artists with and without it exist. */
export function ambiguousKeys(names: Iterable<string>): Set<string> {
  const met = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const name of names) {
    const key = artistKey(name);
    const full = fullArtistKey(name);
    if ((met.get(key) ?? full) !== full) ambiguous.add(key);
    met.set(key, full);
  }
  return ambiguous;
}

/** How a pasted name was read. */
export type NameMatch =
  | { kind: 'matched'; artist: string }
  /** Several artists may be meant. */
  | { kind: 'doubtful'; candidates: string[] }
  | { kind: 'unknown' };

/** The names of known artists by their {@link artistKey}. */
export type KnownArtists = ReadonlyMap<string, readonly string[]>;

/** A name without blanks that differs in blanks only is taken for the same from this length. */
const LONG_ENOUGH = 6;
const FEATURE = /\s*[([]?\s*\b(?:feat|ft|featuring)\b\.?\s+/i;
/** Between names of one line; a name may contain any of these itself. */
const JOINERS = /\s+(?:with|x|vs\.?|and|presents)\s+|\s*[&+,/|:()[\]]\s*|\s+[-–—]\s+/i;
/** Such an act plays the songs of another artist. */
const TRIBUTE =
  /\btribut\w*|\bhommage|\bhomenaje|\bomaggio|\bcover\s?band|\bcovers\b|\b(?:the )?(?:music|songs|story|sound|best) of\b|\bexperience\b|\bplays\b|\bperformed by\b|\bsalute to\b|\bcelebrat\w+/i;

/** Long runs of blanks would make the patterns above slow. */
const withSingleBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The keys that {@link matchName} looks up for a name. */
export function keysToLookUp(text: string): string[] {
  const name = withSingleBlanks(text);
  const parts = [
    name,
    ...name.split(FEATURE),
    ...name.split(FEATURE).flatMap((one) => one.split(JOINERS)),
  ];
  return [
    ...new Set(
      parts
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .map(artistKey),
    ),
  ];
}

/**
 * Finds the artist of a pasted name among the known ones. A feature matches its first artist. A name that only contains a
 * known one is doubtful, and one of a tribute act matches nothing but itself.
 */
export function matchName(text: string, artists: KnownArtists): NameMatch {
  const name = withSingleBlanks(text);
  const whole = matchWhole(name, artists);
  if (whole !== null) return whole;
  if (TRIBUTE.test(name)) return { kind: 'unknown' };
  const [main = '', ...others] = name.split(FEATURE);
  if (others.length > 0) {
    const match = matchWhole(main, artists);
    if (match?.kind === 'matched') return match;
  }
  const candidates = [main, ...others]
    .flatMap((part) => [part, ...part.split(JOINERS)])
    .flatMap((part) => namesOf(matchWhole(part, artists)));
  const different = [...new Set(candidates)];
  return different.length === 0 ? { kind: 'unknown' } : { kind: 'doubtful', candidates: different };
}

function namesOf(match: NameMatch | null): string[] {
  if (match?.kind === 'matched') return [match.artist];
  return match?.kind === 'doubtful' ? match.candidates : [];
}

/** The artist whose whole name this is; null if there is none. */
function matchWhole(name: string, known: KnownArtists): NameMatch | null {
  const text = inOrder(name.trim());
  if (text === '') return null;
  const named = known.get(artistKey(text)) ?? [];
  if (named.length === 0) return null;
  // "Beat" may mean "The Beat" if both exist, because many lists leave the article out.
  const hasArticle = fullArtistKey(text) !== artistKey(text);
  if (!hasArticle && ambiguousKeys(named).size > 0)
    return { kind: 'doubtful', candidates: [...named] };
  const same = (of: (text: string) => string) => named.filter((one) => of(one) === of(text));
  const equal = [
    same((one) => one.toLowerCase().normalize('NFC')),
    same(wordsOf),
    same((one) => withoutArticle(wordsOf(one))),
  ].find((list) => list.length > 0);
  if (equal !== undefined) return oneOf(equal, wordsOf);
  if (artistKey(text).length < LONG_ENOUGH) return { kind: 'doubtful', candidates: [...named] };
  return oneOf(named, wordsOf);
}

/** Names that differ in case or marks only are one artist's. */
function oneOf(names: readonly string[], of: (name: string) => string): NameMatch {
  const [first = ''] = names;
  return new Set(names.map(of)).size === 1
    ? { kind: 'matched', artist: first }
    : { kind: 'doubtful', candidates: [...names] };
}

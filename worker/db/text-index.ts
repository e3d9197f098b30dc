import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** More trigrams of a long text would exclude few rows, because the text itself is compared afterwards. */
const MOST_TRIGRAMS = 16;

/**
 * The condition for rows that an index of trigrams returns for a text (FTS5, see the migration); empty for a text
 * without trigrams. The rows contain all parts of three characters of the text, so compare them with the text as well.
 * @param index the name of the index, which holds texts in lower case under the rowid of their row
 * @param text in lower case
 */
export function namedByIndex(id: SQLWrapper, index: string, text: string | undefined): SQL {
  const trigrams = trigramsOf(text ?? '');
  if (trigrams.length === 0) return sql``;
  const name = sql.identifier(index);
  return sql`and ${id} in (select rowid from ${name} where ${name} match ${trigrams.join(' AND ')})`;
}

/**
 * A text as the query of an index of trigrams that holds positions, which finds exactly the rows that contain it; null
 * for a text of less than three characters.
 */
export function phraseOf(text: string): string | null {
  const upToNul = text.split('\0', 1)[0] ?? '';
  return Array.from(upToNul).length < 3 ? null : quoted(upToNul);
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The different parts of three characters, as words of a query. */
function trigramsOf(text: string): string[] {
  // The index reads a NUL character as the end of a text.
  const characters = Array.from(text.split('\0', 1)[0] ?? '');
  const parts = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return [...new Set(parts)].slice(0, MOST_TRIGRAMS).map(quoted);
}

/** The letters whose capital has no upper case of one letter. */
const CAPITALS: Readonly<Record<string, string>> = { ß: 'ẞ' };

/**
 * Forms of a letter that are compared as this letter: the lower case of İ has two characters, and Σ
 * has two lower cases.
 */
const FORMS: readonly (readonly [letter: string, forms: readonly string[]])[] = [
  ['i', ['İ', 'i\u0307']],
  ['σ', ['ς']],
];

/**
 * The position of a text in another one, compared in any case: 1 for its start, 0 if it is not in it. SQLite's lower()
 * changes the letters A to Z only, so the capitals of the other letters of the text are replaced.
 * @param folded the text after SQLite's lower()
 */
export function positionInAnyCase(folded: SQLWrapper, text: string): SQL {
  const lower = FORMS.reduce(
    (inner, [letter, forms]) => forms.reduce((one, form) => one.replaceAll(form, letter), inner),
    text.toLowerCase(),
  );
  const letters = new Set(lower.match(/[^\0-\x7f]/gu));
  const capitals = [...letters].map((letter): [string, string] => [
    letter,
    CAPITALS[letter] ?? letter.toUpperCase(),
  ]);
  const forms = FORMS.filter(([letter]) => lower.includes(letter)).flatMap(([letter, all]) =>
    all.map((form): [string, string] => [letter, form]),
  );
  const replaced = [...capitals, ...forms].reduce<SQLWrapper>(
    (inner, [letter, form]) =>
      form === letter ? inner : sql`replace(${inner}, ${form}, ${letter})`,
    folded,
  );
  return sql`instr(${replaced}, ${lower})`;
}

/** The condition that a text contains another one, compared as {@link positionInAnyCase} does. */
export const containsInAnyCase = (folded: SQLWrapper, text: string): SQL =>
  sql`${positionInAnyCase(folded, text)} > 0`;

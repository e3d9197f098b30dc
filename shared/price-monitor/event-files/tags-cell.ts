/** Between the tags in a cell. */
const SEPARATOR = '; ';

/** The tags of an event in one cell: `floor; weekend`. A tag with a semicolon or quotes stands in quotes. */
export const writeTags = (tags: readonly string[]): string =>
  tags.map((tag) => (/[;"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(SEPARATOR);

/** The tags of a cell that {@link writeTags} wrote, or that an operator typed. */
export const readTags = (cell: string): string[] =>
  [...cell.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=;|$)|([^;]+))/g)]
    .map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter(Boolean);

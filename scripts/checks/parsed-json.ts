/** The places of the product that read JSON: the second one is small enough for every page. */
const READERS = ['shared/json.ts', 'web/lib/json.ts'];
const PRODUCT = /^(?:web|worker|shared|sidecar)\//;
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;

/**
 * The problems of a file that reads JSON without a check of what it contains: a type assertion on `JSON.parse`
 * anywhere, and `JSON.parse` itself in the product, which has `readJson` and `readStored` for it.
 */
export function findUncheckedJson(file: string, text: string): string[] {
  const code = text.replace(COMMENT, '');
  if (/JSON\.parse\([^;]*?\) as /.test(code))
    return [`${file}: parse the JSON with a schema instead of asserting its type.`];
  const isOwn = PRODUCT.test(file) && !READERS.includes(file) && /JSON\.parse\(/.test(code);
  return isOwn
    ? [
        `${file}: read JSON with readJson (from outside) or readStored (own) of shared/json.ts, in the web with web/lib/json.ts.`,
      ]
    : [];
}

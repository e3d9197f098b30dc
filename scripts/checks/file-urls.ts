/** The path of a file address is percent-encoded: in a folder with a blank or an accent it names no file. */

/** The end of an address that is created from `import.meta.url`. */
const OWN_URL = String.raw`import\.meta\.url\s*,?\s*\)`;

/** The `pathname` of such an address, or an address that is cut as text. */
const DIRECT = new RegExp(
  String.raw`${OWN_URL}\s*\.pathname\b|\bimport\.meta\.url\s*\.(?:pathname|slice|substring|replace)\b`,
  'g',
);
/** A `pathname` that is destructured from such an address. */
const TAKEN_OUT = new RegExp(
  String.raw`\{[^{}=;]*\bpathname\b[^{}=;]*\}\s*=\s*new URL\([^;]*?${OWN_URL}`,
  'g',
);
/** Such an address that is assigned to a variable. */
const NAMED = new RegExp(String.raw`\b(?:const|let)\s+(\w+)\s*=\s*new URL\([^;]*?${OWN_URL}`, 'g');

/** The numbers of the lines in which the path of an `import.meta.url` is taken without `fileURLToPath`. */
export function findEncodedPaths(text: string): number[] {
  const names = Array.from(text.matchAll(NAMED), ([, name]) => name);
  const uses = names.map((name) => new RegExp(String.raw`\b${name}\s*\.pathname\b`, 'g'));
  const starts = [DIRECT, TAKEN_OUT, ...uses].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index }) => index),
  );
  return starts.toSorted((a, b) => a - b).map((start) => text.slice(0, start).split('\n').length);
}

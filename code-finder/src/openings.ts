/** Characters that tell well enough whether a pattern may match at a place. */
const OPENING = 4;

/** Stands for every digit in an opening. */
const ANY_DIGIT = '0';

/** Where the group that opens a source ends. */
function groupEnd(source: string): number {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '(') depth++;
    else if (source[at] === ')' && --depth === 0) return at + 1;
  }
  return source.length;
}

/** The alternatives of a source that are not in a group. */
function alternativesOf(source: string): string[] {
  const found = [''];
  for (let at = 0; at < source.length; ) {
    const size = source[at] === '(' ? groupEnd(source.slice(at)) : source[at] === '\\' ? 2 : 1;
    if (source[at] === '|') found.push('');
    else found[found.length - 1] += source.slice(at, at + size);
    at += size;
  }
  return found;
}

/** The characters that a single atom stands for, or null where that is not easily told. */
function charactersOf(atom: string): string[] | null {
  if (atom === '\\d') return [ANY_DIGIT];
  if (/^\[[^^\\-]+\]$/.test(atom)) return [...atom.slice(1, -1)];
  if (/^(?:[^\\.[]|\\\W)$/.test(atom)) return [atom.slice(-1)];
  return null;
}

/**
 * The first characters, `size` at most, of whatever a regular expression without flags matches; after a shorter opening
 * anything may follow. Knows what cue words are written with, and answers too much rather than too little.
 */
export function openingsOf(source: string, size = OPENING): string[] {
  const alternatives = alternativesOf(source);
  if (alternatives.length > 1) return alternatives.flatMap((other) => openingsOf(other, size));
  if (source === '' || size === 0) return [''];
  const isGroup = source.startsWith('(');
  const end = isGroup ? groupEnd(source) : (/^(?:\[[^\]]*\]|\\?.)/s.exec(source)?.[0].length ?? 1);
  const atom = source.slice(0, end);
  const quantifier = /^(?:[?*+]|\{[\d,]+\})?/.exec(source.slice(end))?.[0] ?? '';
  const rest = source.slice(end + quantifier.length);
  if (/^\(\?<?[=!]/.test(atom)) return openingsOf(rest, size);
  const isRepeated = quantifier !== '' && quantifier !== '?';
  const skipped = /^(?:[?*]|\{0)/.test(quantifier) ? openingsOf(rest, size) : [];
  if (isGroup) {
    if (isRepeated) return [''];
    const inner = alternativesOf(atom.replace(/^\(\?:|^\(|\)$/g, ''));
    return [...skipped, ...inner.flatMap((one) => openingsOf(one + rest, size))];
  }
  const characters = charactersOf(atom);
  if (!characters) return [''];
  const following = openingsOf(isRepeated ? `${atom}*${rest}` : rest, size - 1);
  return [...skipped, ...characters.flatMap((char) => following.map((next) => char + next))];
}

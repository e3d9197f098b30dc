import { allMatches } from '../../shared/text.ts';
import { type CachedLine, cachedByLine, cachedLine } from './cache.ts';
import { MOST_BEFORE_END, patterns } from './cue-patterns.ts';

/** Stretches of one text, in ascending order. */
export class Spans {
  private readonly froms: number[] = [];
  private readonly tos: number[] = [];

  /** Adds a stretch. It must not begin before the end of the last one. */
  add(from: number, to: number): void {
    this.froms.push(from);
    this.tos.push(to);
  }

  /** The number of stretches. */
  get all(): number {
    return this.froms.length;
  }

  /** The number of stretches that lie wholly within [from, to). */
  count(from: number, to: number): number {
    let sum = 0;
    for (let i = this.firstFrom(from); i < this.froms.length && (this.froms[i] ?? 0) < to; i++)
      if ((this.tos[i] ?? 0) <= to) sum++;
    return sum;
  }

  has(from: number, to: number): boolean {
    return this.first(from, to) !== null;
  }

  /** The last stretch that lies wholly within [from, to). */
  last(from: number, to: number): { from: number; to: number } | null {
    for (let i = this.firstFrom(to) - 1; i >= 0 && (this.froms[i] ?? 0) >= from; i--)
      if ((this.tos[i] ?? 0) <= to) return { from: this.froms[i] ?? 0, to: this.tos[i] ?? 0 };
    return null;
  }

  /** The first stretch that lies wholly within [from, to). */
  first(from: number, to: number): { from: number; to: number } | null {
    for (let i = this.firstFrom(from); i < this.froms.length && (this.froms[i] ?? 0) < to; i++)
      if ((this.tos[i] ?? 0) <= to) return { from: this.froms[i] ?? 0, to: this.tos[i] ?? 0 };
    return null;
  }

  /** The density of stretches around [from, to): a stretch counts less the farther away it is; at most 2 in total. */
  density(from: number, to: number, reach: number): number {
    let sum = 0;
    for (let i = this.firstFrom(from - 4 * reach); i < this.froms.length; i++) {
      const start = this.froms[i] ?? 0;
      if (start > to + 4 * reach) break;
      const gap = start >= to ? start - to : from - (this.tos[i] ?? 0);
      if (gap >= 0) sum += Math.exp(-gap / reach);
    }
    return Math.min(2, sum);
  }

  /** The index of the first stretch that begins at `at` or later. */
  private firstFrom(at: number): number {
    let low = 0;
    let high = this.froms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.froms[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The number of leading characters that decide whether a pattern can match at a place. */
const OPENING = 4;

/** Stands for any digit in an opening. */
const ANY_DIGIT = '0';

/** The end of the group that opens a source. */
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
  const alternatives = [''];
  for (let at = 0; at < source.length; ) {
    const size = source[at] === '(' ? groupEnd(source.slice(at)) : source[at] === '\\' ? 2 : 1;
    if (source[at] === '|') alternatives.push('');
    else alternatives[alternatives.length - 1] += source.slice(at, at + size);
    at += size;
  }
  return alternatives;
}

/** The characters that a single atom matches, or null if that is hard to determine. */
function charactersOf(atom: string): string[] | null {
  if (atom === '\\d') return [ANY_DIGIT];
  if (/^\[[^^\\-]+\]$/.test(atom)) return [...atom.slice(1, -1)];
  if (/^(?:[^\\.[]|\\\W)$/.test(atom)) return [atom.slice(-1)];
  return null;
}

/**
 * The first characters, at most `size`, of all matches of a regular expression without flags. After a shorter opening, a
 * match may go on with any characters. The function supports the syntax of cue words. If it cannot decide, it returns too
 * many openings rather than too few.
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

/**
 * Finds the cue words of all categories in one pass. The first few characters decide which
 * categories can have a word at an index, mostly none; only those patterns are tried there.
 */

/**
 * Categories whose words begin after a character that is not a letter or digit, or with an East
 * Asian character.
 */
export const CATEGORIES = [
  'noun',
  'early',
  'other',
  'verb',
  'presale',
  'discount',
  'otp',
  'order',
  'expired',
  'later',
  'none',
  'core',
] as const;

/** The categories of cue words. */
export type Category = (typeof CATEGORIES)[number];

const NOUN = 1 << CATEGORIES.indexOf('noun');
const STICKY = CATEGORIES.map((category) => new RegExp(patterns[category].source, 'y'));

/**
 * The kinds of characters: one for each letter, one for digits, one for other ASCII characters, and one for the rest.
 */
const DIGIT = 27;
const MARK = 28;
const BEYOND_ASCII = 29;
const KINDS = 32;
const kindOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z]/.test(char)) return code - 96;
  return /[0-9]/.test(char) ? DIGIT : MARK;
});
const kindAt = (text: string, at: number): number => kindOf[text.charCodeAt(at)] ?? BEYOND_ASCII;

/**
 * The openings of all words as a tree: for each node the next node by kind of character, 0 for
 * none; 0 is the root. For each node also the categories whose openings end there, as bits.
 */
const { nodes, categoriesAt } = plantOpenings();

function plantOpenings(): { nodes: Uint16Array; categoriesAt: Uint16Array } {
  const next = new Map<number, number>();
  const categories = [0];
  for (const [index, category] of CATEGORIES.entries()) {
    const { source } = category === 'noun' ? patterns.nounOpening : patterns[category];
    for (const opening of openingsOf(source)) {
      let node = 0;
      for (let at = 0; at < opening.length; at++) {
        const branch = node * KINDS + kindAt(opening, at);
        node = next.get(branch) ?? categories.push(0) - 1;
        next.set(branch, node);
      }
      categories[node] = (categories[node] ?? 0) | (1 << index);
    }
  }
  const nodes = new Uint16Array(categories.length * KINDS);
  for (const [branch, node] of next) nodes[branch] = node;
  return { nodes, categoriesAt: Uint16Array.from(categories) };
}

/** The categories that can have a word at a place, as bits. */
function categoriesOf(text: string, at: number): number {
  let categories = 0;
  let node = 0;
  do {
    node = nodes[node * KINDS + kindAt(text, at++)] ?? 0;
    categories |= categoriesAt[node] ?? 0;
  } while (node !== 0);
  return categories;
}

/** The starts of words that may be compounds for the code, in rising order. */
function compoundStarts(text: string): number[] {
  return allMatches(text, patterns.compoundEnd).map(({ index }) => {
    let at = text[index - 1] === '-' ? index - 1 : index;
    const least = at - MOST_BEFORE_END;
    while (at > least && /[a-z]/.test(text[at - 1] ?? '')) at--;
    return at;
  });
}

/** A cue word, with its place in its line. */
export interface Cue {
  category: Category;
  from: number;
  to: number;
}

/** The cue words of a line. No cue word continues in the next line. */
export const cuesInLine = cachedByLine(({ folded: line }): readonly Cue[] => {
  const cues: Cue[] = [];
  const ends = new Int32Array(CATEGORIES.length);
  const compounds = compoundStarts(line);
  let compound = 0;
  let isInWord = false;
  for (let at = 0; at < line.length; at++) {
    const kind = kindAt(line, at);
    const isWordStart = !isInWord || kind === BEYOND_ASCII;
    isInWord = kind <= DIGIT;
    if (!isWordStart) continue;
    let categories = categoriesOf(line, at);
    while ((compounds[compound] ?? line.length) < at) compound++;
    if (compounds[compound] === at) categories |= NOUN;
    for (; categories !== 0; categories &= categories - 1) {
      const index = 31 - Math.clz32(categories & -categories);
      const category = CATEGORIES[index];
      const pattern = STICKY[index];
      if (!category || !pattern || at < (ends[index] ?? 0)) continue;
      pattern.lastIndex = at;
      if (!pattern.test(line)) continue;
      ends[index] = pattern.lastIndex;
      cues.push({ category, from: at, to: pattern.lastIndex });
    }
  }
  return cues;
});

/** All cue words of a folded text, by category. `lines` are its lines, `starts` their places. */
export function findCues(
  text: string,
  lines: readonly CachedLine[] = [cachedLine(text)],
  starts: readonly number[] = [0],
): Record<Category, Spans> {
  const spans = Object.fromEntries(
    CATEGORIES.map((category) => [category, new Spans()] as const),
  ) as Record<Category, Spans>;
  for (const [index, line] of lines.entries()) {
    const start = starts[index] ?? 0;
    for (const { category, from, to } of cuesInLine(line))
      spans[category].add(start + from, start + to);
  }
  return spans;
}

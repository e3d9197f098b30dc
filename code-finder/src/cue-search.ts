import { allMatches } from '../../shared/text.ts';
import { MOST_BEFORE_END, patterns } from './cue-patterns.ts';
import { openingsOf } from './openings.ts';
import { Spans } from './spans.ts';

/**
 * Finds the cue words of all categories in one pass. The first few characters tell which categories can have a word at a
 * place, mostly none; only those patterns are tried there.
 */

/** Categories whose words begin where no letter or digit stands before, or with an East Asian character. */
const CATEGORIES = [
  'noun',
  'early',
  'other',
  'presale',
  'discount',
  'otp',
  'order',
  'expired',
  'later',
  'verb',
  'core',
] as const;

/** What the words of a mail are told apart by. */
export type Category = (typeof CATEGORIES)[number] | 'shortLife';

const NOUN = 1 << CATEGORIES.indexOf('noun');
const STICKY = CATEGORIES.map((category) => new RegExp(patterns[category].source, 'y'));

/** Kinds of characters: letters each, digits, other ASCII characters, all others. */
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
 * The openings of all words as a tree: after each node the next one by kind of character, 0 for none; 0 is the root. Of
 * each node the categories whose openings end there, as bits.
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

/** Where words begin that may be compounds for the code, rising. */
function compoundStarts(text: string): number[] {
  return allMatches(text, patterns.compoundEnd).map(({ index }) => {
    let at = text[index - 1] === '-' ? index - 1 : index;
    const least = at - MOST_BEFORE_END;
    while (at > least && /[a-z]/.test(text[at - 1] ?? '')) at--;
    return at;
  });
}

/** All cue words of a folded text, by category. */
export function findCues(text: string): Record<Category, Spans> {
  const found = CATEGORIES.map(() => new Spans());
  const compounds = compoundStarts(text);
  let compound = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const kind = kindAt(text, at);
    const isWordStart = !isInWord || kind === BEYOND_ASCII;
    isInWord = kind <= DIGIT;
    if (!isWordStart) continue;
    let categories = categoriesOf(text, at);
    while ((compounds[compound] ?? text.length) < at) compound++;
    if (compounds[compound] === at) categories |= NOUN;
    for (; categories !== 0; categories &= categories - 1) {
      const category = 31 - Math.clz32(categories & -categories);
      const pattern = STICKY[category];
      const spans = found[category];
      if (!pattern || !spans || at < spans.end) continue;
      pattern.lastIndex = at;
      if (pattern.test(text)) spans.add(at, pattern.lastIndex);
    }
  }
  const mayLiveShortly = text.includes('min') || text.includes('hour');
  const shortLife = mayLiveShortly ? Spans.of(text, patterns.shortLife) : new Spans();
  const named = CATEGORIES.map((category, index) => [category, found[index]] as const);
  return {
    ...(Object.fromEntries(named) as Record<(typeof CATEGORIES)[number], Spans>),
    shortLife,
  };
}

/** The parts of a person's name. A part that the name does not have is empty. */
export interface SplitName {
  firstName: string;
  lastName: string;
}

/** Words before a name that are not part of it, in several languages, with or without a dot. */
const TITLE =
  /^(?:mr|mrs|ms|miss|mx|dr|drs|prof|professor|sir|dame|rev|herr|frau|hr|fr|dipl|ing|mag|m|mme|mlle|monsieur|madame|sr|sra|srta|señor|señora|don|doña|sig|sigra|dott|dott\.ssa|dhr|mevr)\.?$/i;
/** Titles that are also first names or initials if they have no dot. */
const ONLY_WITH_DOT = /^(?:m|fr|ing|mag|don|sir|hr|sr|sig)$/i;
/** Words after a family name. */
const SUFFIX = /^(?:jr|sr|jnr|snr|ii|iii|iv|2nd|3rd|4th|phd|ph\.d|md|m\.d|esq|dds|cpa|rn|mba)\.?$/i;
/** Words that begin a family name: `van der Walt`, `de la Cruz`, `O` stays with its name. */
const PARTICLE =
  /^(?:van|von|vom|zu|zum|zur|de|del|della|dello|dei|degli|di|da|das|do|dos|du|des|la|le|les|lo|ten|ter|den|der|op|aan|'t|’t|af|av|al|el|bin|ibn|ben|st|saint|san|santa|mac|mc|y|e|und|d['’])\.?$/i;

/**
 * Splits a name into first and last name. The family name is the last word with the particles
 * before it and the suffix after it; `Last, First` is reversed; titles are removed.
 */
export function splitName(name: string): SplitName {
  const parts = name
    .replace(/\s+/g, ' ')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const suffixes = parts.slice(1).filter((part) => SUFFIX.test(part));
  const [first = '', second, ...more] = parts.filter((part) => !suffixes.includes(part));
  if (second !== undefined) {
    const lastName = [...withoutTitles(first.split(' ')), ...suffixes].join(' ');
    return { firstName: withoutTitles([second, ...more].join(' ').split(' ')).join(' '), lastName };
  }
  const words = withoutTitles(first.split(' '));
  let end = words.length;
  while (end > 1 && SUFFIX.test(words[end - 1] ?? '')) end -= 1;
  if (end < 2)
    return {
      firstName: words.slice(0, end).join(' '),
      lastName: [...words.slice(end), ...suffixes].join(' '),
    };
  const start = startOfFamilyName(words, end);
  return {
    firstName: words.slice(0, start).join(' '),
    lastName: [...words.slice(start), ...suffixes].join(' '),
  };
}

/** Words without leading titles; a single word is a name. */
function withoutTitles(words: readonly string[]): string[] {
  const isTitle = (word: string) => TITLE.test(word) && !ONLY_WITH_DOT.test(word);
  const start = words.findIndex((word) => !isTitle(word));
  return start < 0 ? words.slice(-1) : words.slice(start);
}

/** The index of the first particle before the last word; the first word is never a particle. */
function startOfFamilyName(words: readonly string[], end: number): number {
  let start = end - 1;
  while (start > 1 && isParticle(words, start - 1)) start -= 1;
  return start;
}

/** A capital `Ben` or `Al` after a first name is a second name; in lower case it is a particle. */
const MOSTLY_FIRST_NAMES = /^(?:Ben|Al|Lo|Mac|E|Y|Santa|San|Do)$/;
const isParticle = (words: readonly string[], at: number): boolean =>
  PARTICLE.test(words[at] ?? '') && !MOSTLY_FIRST_NAMES.test(words[at] ?? '');

import { allMatches, fold } from '../../shared/text.ts';
import type { Candidate, MailContext } from './context.ts';
import { isOwnVocabulary, STOP_WORDS } from './cue-patterns.ts';

/**
 * Which codes of a mail about several artists belong to another artist than the one searched for. A keyword binds a code
 * in three ways: it stands in the code's own line, it stands between the previous code and this one, or it stands in a
 * heading above several codes. Where the mail repeats one of these ways for the other codes with other names, those
 * codes belong to the other names.
 */

/** Characters of a line that may be a heading or a cell; longer lines are running text. */
const MAX_HEADING = 80;
const LETTERS = /\p{L}{2,}/u;
const CAPITALISED = /\p{Lu}\p{L}/u;
const WORDS = /\p{L}{3,}/gu;
/** What parts the names of a line that announces several. */
const BETWEEN_NAMES = /[,+|/;•]|\s&\s/g;

/** Whether a folded text holds a word that is not talk about codes: a name, a town, a tour. */
const hasName = (text: string): boolean =>
  allMatches(text, WORDS).some(([word]) => !STOP_WORDS.has(word) && !isOwnVocabulary(word));

/** Whether a line announces several names, as the first line of a newsletter does. */
const isAnnouncement = (text: string): boolean =>
  text.length <= 1.5 * MAX_HEADING && allMatches(text, BETWEEN_NAMES).length > 1;

interface Placed {
  candidate: Candidate;
}

/** What stands between one code and the next. */
interface Region {
  /** The text of the code's own line, from the code before it to the code after it. */
  own: string;
  /** It holds a name. Within a line that the code shares with another one, names are capitalised. */
  hasOwnName: boolean;
  /** Short lines above the code, after the line of the previous code, folded; the nearest last. */
  headings: string[];
  /** Running text above the code, after the line of the previous code, folded. */
  prose: string;
}

function isHeading({ text, kind }: MailContext['lines'][number]): boolean {
  return kind !== 'subject' && kind !== 'link' && text.length <= MAX_HEADING && LETTERS.test(text);
}

function regionsOf(
  context: MailContext,
  placed: readonly Placed[],
  has: (text: string) => boolean,
): Region[] {
  const { lines, folded } = context;
  return placed.map(({ candidate }, i) => {
    const line = lines[candidate.line];
    const text = line?.text ?? '';
    const before = placed[i - 1]?.candidate;
    const after = placed[i + 1]?.candidate;
    const from = before?.line === candidate.line ? before.end : 0;
    const to = after?.line === candidate.line ? candidate.end : text.length;
    const beside = `${text.slice(from, candidate.start)} ${text.slice(candidate.end, to)}`;
    const isShared = before?.line === candidate.line;
    const first = isShared ? candidate.line : before ? before.line + 1 : 1;
    const isRepeated = (at: number): boolean =>
      i === 0 && isAnnouncement(folded[at] ?? '') && folded.slice(at + 1).some(has);
    const above = lines
      .slice(first, candidate.line)
      .map((one, k) => ({ one, at: first + k }))
      .filter(({ at }) => !isRepeated(at));
    return {
      own: fold(beside),
      hasOwnName: isShared ? CAPITALISED.test(beside) : hasName(fold(beside)),
      headings: above.filter(({ one }) => isHeading(one)).map(({ at }) => folded[at] ?? ''),
      prose: above
        .filter(({ one }) => !isHeading(one))
        .map(({ at }) => folded[at] ?? '')
        .join('\n'),
    };
  });
}

/** For each region whether its code belongs to another name than the keywords'. */
function judge(regions: readonly Region[], has: (text: string) => boolean): boolean[] {
  if (regions.some(({ own }) => has(own))) {
    let isOther = false;
    return regions.map(({ own, hasOwnName, headings, prose }) => {
      const isNamed = has(own) || headings.some(has) || has(prose);
      if (isNamed || hasOwnName) isOther = !isNamed;
      return isOther;
    });
  }
  const first = regions.find(({ headings, prose }) => headings.some(has) || has(prose));
  if (!first) return regions.map(() => false);
  const at = first.headings.findIndex(has);
  /** Headings from the one with the keyword down to its code: as many again begin another section. */
  const depth = at < 0 ? 1 : first.headings.length - at;
  let isOther = regions.indexOf(first) > 0;
  return regions.map(({ headings, prose }) => {
    if (headings.some(has) || has(prose)) isOther = false;
    else if (at < 0 ? hasName(prose) : headings.length >= depth) isOther = true;
    return isOther;
  });
}

/** Whether the keyword stands only in a row of the list of codes that has no code itself. */
function isInRowWithoutCode(
  { lines, folded }: MailContext,
  placed: readonly Placed[],
  has: (text: string) => boolean,
): boolean {
  const rows = placed.map(({ candidate }) => candidate.line);
  const withKeyword = folded.flatMap((text, at) =>
    has(text) && lines[at]?.kind !== 'subject' ? [at] : [],
  );
  const [at] = withKeyword;
  if (at === undefined || withKeyword.length > 1 || rows.includes(at)) return false;
  const [first = 0] = rows;
  const last = rows.at(-1) ?? 0;
  const isList = last - first < 1.5 * rows.length && at > last && at - last <= 2;
  return isList && rows.every((row) => hasName(folded[row] ?? ''));
}

/**
 * Of likely codes in the order of the mail, those that belong to another artist. Empty when the mail does not name a
 * keyword below its subject, or names it for all codes.
 */
export function codesOfOthers<Found extends Placed>(
  context: MailContext,
  likely: readonly Found[],
  keywords: readonly string[],
): Set<Found> {
  const names = keywords.map((keyword) => fold(keyword).trim()).filter((name) => name !== '');
  if (likely.length < 2 || names.length === 0) return new Set();
  const has = (text: string): boolean => names.some((name) => text.includes(name));
  const placed = [...likely].sort(
    (a, b) => a.candidate.line - b.candidate.line || a.candidate.start - b.candidate.start,
  );
  if (isInRowWithoutCode(context, placed, has)) return new Set(placed);
  const others = judge(regionsOf(context, placed, has), has);
  if (others.every(Boolean)) return new Set();
  return new Set(placed.filter((_, i) => others[i]));
}

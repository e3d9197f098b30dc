import { cachedByLine } from './cache.ts';
import type { MailContext } from './context.ts';
import type { ObservedCode } from './observations.ts';
import { DAY, isTown } from './shapes.ts';

/**
 * Names in capitals that are not codes: venues and towns in the rows of a tour, and the names of a
 * line-up.
 */

const CELL_GAP = /\s+[-–—|•·/]\s+|\s*[|•·]\s*|\s{3,}|:\s+|,\s+/;

const SENTENCE_END = /\p{L}{2}[.!?] /u;
const ORNAMENT = /^[^\p{L}\p{N}]+/u;
/** The cells of a row: town, day, venue. */
const cellsOf = cachedByLine(({ text }): readonly string[] =>
  text.length > 160 || SENTENCE_END.test(text)
    ? []
    : text.split(CELL_GAP).map((cell) => cell.replace(DAY, '').replace(ORNAMENT, '').trim()),
);
const COUNTRY = /^[A-Z]{1,3}-(?=\p{L}{3})/u;
const isTownCell = (cell: string): boolean => cell !== '' && isTown(cell.replace(COUNTRY, ''));
const hasDay = cachedByLine(({ text }): boolean => DAY.test(text));

/** Words that may introduce a code. */
const CUES = [
  'cueEarly',
  'cuePlain',
  'cueOther',
  'headEarly',
  'direct',
  'verb',
  'spelled',
  'labelled',
  'previousCue',
  'pronoun',
  'after',
];

/** The number of rows above and below that show the content of a column. */
const ROWS = 4;
const LETTERS = /^[\p{L}'’&. -]+$/u;

/** The maximum number of rows below a line that announces codes. */
const LIST = 12;

/** Whether a line above a row announces codes: "Passwords by show:". */
const isBelowAnnouncement = ({ folded, starts, cues }: MailContext, line: number): boolean =>
  folded.slice(Math.max(0, line - LIST), line).some((text, place, { length }) => {
    const from = starts[line - length + place] ?? 0;
    return text.endsWith(':') && cues.noun.has(from, from + text.length);
  });

/** Whether a name is a cell of the dates of a tour: the venue beside a town, or a town among towns. */
function isPlaceOfTour(context: MailContext, { code, candidate }: ObservedCode): boolean {
  const { cachedLines, lines } = context;
  const cachedLine = cachedLines[candidate.line];
  if (!cachedLine || !LETTERS.test(code) || !hasDay(cachedLine)) return false;
  if (lines[candidate.line]?.kind === 'subject' || isBelowAnnouncement(context, candidate.line))
    return false;
  const cells = cellsOf(cachedLine);
  const at = cells.findIndex((cell) => cell.includes(code));
  if (at < 0) return false;
  const rows = cachedLines
    .slice(Math.max(0, candidate.line - ROWS), candidate.line + ROWS + 1)
    .filter((row) => hasDay(row) && cellsOf(row).length === cells.length)
    .map(cellsOf);
  const hasTown = (row: readonly string[]): boolean =>
    row.some((cell, place) => place !== at && isTownCell(cell));
  const others = rows.filter((row) => row !== cells);
  const towns = others.filter((row) => isTownCell(row[at] ?? '')).length;
  if (towns > 0 && 2 * towns >= others.length) return !hasTown(cells);
  // The name of a venue is written like the rest of its row, but a code often is not.
  const isLikeRow = TITLE.test(code) || cachedLine.text === cachedLine.text.toUpperCase();
  return isLikeRow && rows.some(hasTown);
}

const TITLE = /^\p{Lu}\p{Ll}/u;
const NAME = /^\p{Lu}+[+!]?$/u;
/** The minimum number of other words in capitals in the line of a line-up. */
const LINE_UP = 2;

/** The end of a statement without a word for the code: "the one that works is". */
const IS = /(?<![a-z])(?:is|ist|lautet|est|es|e|ar|jest) $/;

/** Whether a word is one of several in capitals, in a mail that has no word for a code and none for a presale. */
function isInLineUp({ cues, folded }: MailContext, entry: ObservedCode): boolean {
  const { code, candidate, features: f } = entry;
  if (cues.noun.all + cues.core.all + cues.verb.all > 0) return false;
  if (!NAME.test(code) || f.get('capitalsBeside') < LINE_UP) return false;
  const isAboutTickets = cues.presale.all > 0;
  const line = folded[candidate.line] ?? '';
  return (
    !(isAboutTickets && /:\s*$/.test(line.slice(0, candidate.start))) &&
    !IS.test(line.slice(0, candidate.start))
  );
}

/** Whether a possible code without any cue is the name of a place or of an artist. */
export const isListedName = (context: MailContext, entry: ObservedCode): boolean =>
  !CUES.some((name) => entry.features.has(name)) &&
  (isPlaceOfTour(context, entry) || isInLineUp(context, entry));

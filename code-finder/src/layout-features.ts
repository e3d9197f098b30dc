import { ending, endsWith, fold } from '../../shared/text.ts';
import type { Candidate, MailContext, MailLine, Surroundings } from './context.ts';
import { patterns } from './cue-patterns.ts';
import { flag } from './observations.ts';

/** Lines up and down in which a list goes on. */
const LIST_REACH = 5;
/** Characters up and down within which a code may be told again: whole newsletters, not endless mails. */
const REPEAT_REACH = 8000;
const LOWER_BEFORE = ending(String.raw`\p{Ll} `, 'u');
const TITLE_BEFORE = ending(String.raw`\p{Lu}\p{Ll}+ `, 'u');
const MARK_BEFORE = ending(String.raw`[:=>»→–—-]\s*["'“«(]*`);
const BRACKET_BEFORE = ending('[(["“«‘„]');

/** Headings of columns that hold anything but codes. */
const OTHER_HEAD =
  /^(?:(?:\w+ )?id|(?:event|order|seat|ticket) (?:id|no|number)|artists?|kunstler\w*|artistes?|artistas?|artisti?|konstnar|venue|hall|halle|salle|sala|recinto|location|zaal|lokal|date|dates|datum|fecha|data|city|stadt|ville|ciudad|citta|stad|cidade|price|preis|prix|precio|prezzo|prijs|preco|pris|type|typ|tipo|limit|max|event|show|status|start|starts|ends?|opens?|beginn|time|zeit|heure|hora|ora|tijd|tid|name|nom|nombre|nome|naam|namn|ort|lieu|lugar|luogo|plaats|plats|amount|betrag|montant|importe|importo|bedrag|belopp|description|qty|quantity|menge|total|seat|seats|row|section|block|reihe|rang)$/;

/** What a token looks like, coarsely: rows of one list hold codes of one look. */
function look(token: string): string {
  if (/\p{N}/u.test(token)) return /\p{L}/u.test(token) ? 'mixed' : 'digits';
  if (token === token.toUpperCase()) return 'caps';
  return /^\p{Lu}/u.test(token) ? 'title' : 'lower';
}

interface Ending {
  /** The mark before the last token: colon, dash, dots, wide blank, or nothing when it is alone. */
  mark: string;
  token: string;
}

/** How the lines of the latest mail end, found when first asked for. */
let latest: { lines: readonly MailLine[]; endings: (Ending | null)[] } = { lines: [], endings: [] };

function endingOf({ lines }: MailContext, index: number): Ending | null {
  if (latest.lines !== lines) latest = { lines, endings: [] };
  const known = latest.endings[index];
  if (known !== undefined) return known;
  const found = readEnding(lines[index]?.text ?? '');
  latest.endings[index] = found;
  return found;
}

/** The last token of a line that is set off by a mark, or the only one. */
function readEnding(text: string): Ending | null {
  const match =
    /^(.{0,200}?)([:=>»→|]|[-–—•·]|\.{3,}| {3,}|^)\s*["'“«(]?(\S{3,40}?)["'”».,)]*$/u.exec(text);
  if (!match) return null;
  return {
    mark: match[1]?.trim() === '' && match[2] === '' ? '' : (match[2] ?? '').slice(0, 1),
    token: match[3] ?? '',
  };
}

/** Whether a neighbouring line ends in the same way, with a token of the same look. */
function hasSibling(context: MailContext, candidate: Candidate): boolean {
  const line = context.lines[candidate.line];
  const isInLastWord = line && line.text.lastIndexOf(candidate.code) >= line.text.lastIndexOf(' ');
  const own = isInLastWord ? endingOf(context, candidate.line) : null;
  if (!own?.token.includes(candidate.code)) return false;
  const isColumn = /[|→»>.·]/.test(own.mark) || own.mark === ' ';
  for (let step = -LIST_REACH; step <= LIST_REACH; step++) {
    if (step === 0) continue;
    const other = endingOf(context, candidate.line + step);
    const isAlike =
      other && other.mark === own.mark && (isColumn || look(other.token) === look(own.token));
    if (isAlike && other.token !== own.token) return true;
  }
  return false;
}

/** The position of a candidate in its line and among its neighbours: evidence of whether it can be a code at all. */
export function standFeatures(
  context: MailContext,
  candidate: Candidate,
  { isAlone }: Surroundings,
) {
  const line = context.lines[candidate.line];
  if (!line) return {};
  const right = line.text.slice(candidate.end);
  const isOrdinary = /^\p{L}?\p{Ll}+$/u.test(candidate.code);
  const isSibling = hasSibling(context, candidate);
  const endsLine = candidate.end >= line.text.length - 1;
  return {
    isAlone: flag(isAlone),
    endsLine: flag(endsLine && !isAlone),
    listRow: flag(endsLine && context.totals.noun > 0 && hasColumns(line)),
    sibling: flag(isSibling && !isOrdinary),
    siblingOrdinary: flag(isSibling && isOrdinary),
    stopsAfter: flag(/^["'”»)\]]*(?:[.,;!?)]|$)/.test(right) && candidate.start > 0),
    lineLabel: flag(/^[^:]{2,36}:\s*["'“«(]*$/.test(line.text.slice(0, candidate.start))),
    headNamed: flag(
      line.columnHead !== null && line.kind !== 'link' && OTHER_HEAD.test(fold(line.columnHead)),
    ),
  };
}

const COLUMN_GAP = /\s[/|•·-]\s|\s{3,}|\.{4,}/;

/** Whether a line of plain text seems to have three columns or more. */
export const hasColumns = (line: MailLine): boolean => line.text.split(COLUMN_GAP, 3).length > 2;

/** Whether a code stands in the mail more than once, as far as one looks from a place. `code` is folded. */
function isRepeated(mail: string, code: string, at: number): boolean {
  const text = mail.slice(Math.max(0, at - REPEAT_REACH), at + REPEAT_REACH);
  const first = text.indexOf(code);
  return first >= 0 && text.includes(code, first + code.length);
}

/** What the row of a candidate speaks about, in a table with headings: a row begins where the first heading returns. */
export function rowFeatures({ lines, starts, cues }: MailContext, line: number) {
  const headOf = (at: number): string | null => lines[at]?.columnHead ?? null;
  if (headOf(line) === null) return {};
  let top = line;
  while (headOf(top - 1) !== null) top--;
  const firstHead = headOf(top);
  let first = line;
  while (first > top && headOf(first) !== firstHead) first--;
  let last = line;
  while (headOf(last + 1) !== null && headOf(last + 1) !== firstHead) last++;
  const from = starts[first] ?? 0;
  const to = starts[last + 1] ?? Number.POSITIVE_INFINITY;
  return {
    rowCore: flag(cues.core.has(from, to)),
    rowPresale: flag(cues.presale.has(from, to)),
  };
}

/** Where in the layout of the mail a candidate stands, and what stands right beside it. */
export function layoutFeatures(context: MailContext, candidate: Candidate, around: Surroundings) {
  const line = context.lines[candidate.line];
  if (!line) return {};
  const left = line.text.slice(0, candidate.start);
  const right = line.text.slice(candidate.end);
  const before = context.text.slice(around.before.from, around.before.to);
  const start = around.before.to;
  const folded = fold(candidate.code);
  const size = candidate.code.length;
  const nextNoun = context.cues.noun.first(around.after.from, around.after.from + 70);
  const isAlone = around.isAlone;
  const lineAbove = candidate.line > 0 ? (context.lines[candidate.line - 1]?.text ?? '') : '';
  const isTitle = /^\p{Lu}\p{Ll}+$/u.test(candidate.code);
  return {
    proseAfter: flag(/^ \p{Ll}/u.test(right)),
    proseIndirect: flag(endsWith(left, LOWER_BEFORE)),
    markBefore: flag(endsWith(left, MARK_BEFORE)),
    bracketBefore: flag(endsWith(left, BRACKET_BEFORE)),
    nounAfter: flag(nextNoun !== null && !context.cues.noun.has(around.before.from, start)),
    negated: flag(patterns.negated.test(before.slice(-48))),
    repeated: flag(isRepeated(context.text, folded, start)),
    alsoSubject: flag(candidate.line > 0 && (context.folded[0] ?? '').includes(folded)),
    nameLike: flag(isTitle && (endsWith(left, TITLE_BEFORE) || /^ \p{Lu}\p{Ll}/u.test(right))),
    headForeign: flag(
      line.columnHead !== null &&
        fold(line.columnHead).search(patterns.noun) < 0 &&
        fold(line.columnHead).search(patterns.core) < 0,
    ),
    sizeSmall: flag(size <= 4),
    sizeLarge: flag(size >= 9),
    sizeHuge: flag(size >= 15),
    isNoise: flag(size >= 8 && (candidate.code.match(/\p{L}\p{N}|\p{N}\p{L}/gu)?.length ?? 0) >= 3),
    isGrouped: flag(/^[\p{Lu}\p{N}]{2,6}(?:-[\p{Lu}\p{N}]{2,6}){1,4}$/u.test(candidate.code)),
    isListed: flag(/^(?:[-*•·>»+]|\d{1,2}[.)])\s/.test(line.text)),
    shortLine: flag(line.text.length <= 60),
    isCell: flag(line.kind === 'cell'),
    afterColonLine: flag(isAlone && /[:：]$/.test(lineAbove)),
    closingAlone: flag(isAlone && candidate.line >= context.lines.length - 3),
    lateInMail: context.lines.length > 1 ? candidate.line / (context.lines.length - 1) : 0,
  };
}

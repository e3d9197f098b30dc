import type { MailLine } from '../../mail-lines/line.ts';
import { allMatches, ending, endsWith, fold } from '../../shared/text.ts';
import { cachedByLine, cachedByWord } from './cache.ts';
import type { Candidate, MailContext, Surroundings } from './context.ts';
import { cueFeatures, topicFeatures } from './cue-features.ts';
import { STOP_WORDS } from './cue-patterns.ts';
import { flag, Observations } from './observations.ts';
import { DAY, isTown } from './shapes.ts';

const isCapsToken = cachedByWord(
  (text) => /^[\p{Lu}\p{N}&'’-]{2,}$/u.test(text) && /\p{Lu}/u.test(text),
);

/** The shape of the code itself. */
export const shapeFeatures = cachedByWord((code) => {
  const solid = code.replace(/[^\p{L}\p{N}]/gu, '');
  const hasDigit = /\p{N}/u.test(solid);
  const hasUpper = /\p{Lu}/u.test(solid);
  const hasLower = /[\p{Ll}\p{Lo}]/u.test(solid);
  const isWord = !hasDigit;
  const isTitle = /^\p{Lu}\p{Ll}+(?:['’-](?:\p{Ll}+|\p{Lu}\p{Ll}+))*$/u.test(code);
  return {
    shapeMixed: flag(hasDigit && (hasUpper || hasLower)),
    shapeDigits: flag(hasDigit && !hasUpper && !hasLower),
    shapeShortDigits: flag(/^\d{4,5}$/.test(code)),
    shapeYear: flag(/^(?:19|20)\d\d$/.test(code)),
    shapeCaps: flag(isWord && hasUpper && !hasLower),
    shapeTitle: flag(isTitle),
    shapeCamel: flag(isWord && hasUpper && hasLower && !isTitle),
    shapeLower: flag(isWord && !hasUpper && !/[&+#_!$*=/]/.test(code)),
    shapeSpecial: flag(/[&+#_!$*/-]/.test(code)),
    shapeShort: flag(solid.length <= 3),
    shapeStop: flag(STOP_WORDS.has(fold(code))),
  };
});

const WORD_BEFORE = ending(String.raw`(\S+)\s*`);
const WORD_AFTER = /\s+(\S+)/y;

/**
 * How the layout separates the candidate, and which neighbours make it less likely to be a code.
 */
export function placeFeatures(context: MailContext, candidate: Candidate) {
  const line = context.lines[candidate.line];
  if (!line) return {};
  const { start, end } = candidate;
  let inMark = false;
  let isExactMark = false;
  let isInQuotes =
    /[「『]/.test(line.text.charAt(start - 1)) && /[」』]/.test(line.text.charAt(end));
  for (const m of line.marks) {
    inMark ||= m.start <= start && m.end >= end && m.end - m.start <= end - start + 24;
    isExactMark ||= Math.abs(m.start - start) <= 1 && Math.abs(m.end - end) <= 1;
    isInQuotes ||= m.emphasis === 'quoted' && m.start === start && m.end === end;
  }
  const previous = (): string => {
    WORD_BEFORE.lastIndex = start;
    return WORD_BEFORE.exec(line.text)?.[1] ?? '';
  };
  const next = (): string => {
    WORD_AFTER.lastIndex = end;
    return WORD_AFTER.exec(line.text)?.[1] ?? '';
  };
  const isCaps = isCapsToken(candidate.code);
  const runsOn = (word: string): boolean =>
    isCapsToken(word.replace(/[.,;:!?]+$/, '')) && word !== word.toLowerCase();
  return {
    markExact: flag(isExactMark),
    markAround: flag(inMark && !isExactMark),
    inQuotes: flag(isInQuotes),
    capsRun: flag(
      isCaps &&
        !candidate.isJoined &&
        (runsOn(next()) || (runsOn(previous()) && !/[:=>]$/.test(previous()))),
    ),
    hash: flag(/[#@]/.test(line.text.charAt(start - 1))),
    isQuoted: flag(line.isQuoted),
    isHidden: flag(line.isHidden),
    isLink: flag(line.kind === 'link'),
    isSubject: flag(line.kind === 'subject'),
    isJoined: flag(candidate.isJoined),
  };
}

/** How many lines up and down a list is followed. */
const LIST_REACH = 5;
const TITLE_BEFORE = ending(String.raw`\p{Lu}\p{Ll}+ `, 'u');
const BRACKET_BEFORE = ending('[(["“«‘„]');

/** Headings of columns that hold anything but codes. */
const OTHER_HEAD =
  /^(?:(?:\w+ )?id|hash|sku|bin|items?|articles?|artik[eu]l(?:code|nummer|nr)?|articol[oi]|artigos?|articulos?|bezeichnung|designation|descripcion|descricao|descrizione|omschrijving|benamning|nazwa|(?:event|order|seat|ticket) (?:id|no|number)|artists?|kunstler\w*|artistes?|artistas?|artisti?|konstnar|venue|hall|halle|salle|sala|recinto|location|zaal|lokal|date|dates|datum|fecha|data|city|stadt|ville|ciudad|citta|stad|cidade|price|preis|prix|precio|prezzo|prijs|preco|pris|type|typ|tipo|limit|max|event|show|status|start|starts|ends?|opens?|beginn|time|zeit|heure|hora|ora|tijd|tid|name|nom|nombre|nome|naam|namn|ort|lieu|lugar|luogo|plaats|plats|amount|betrag|montant|importe|importo|bedrag|belopp|description|qty|quantity|menge|total|seat|seats|row|section|block|reihe|rang)$/;

/**
 * Headings of columns of goods and bills: beside them, a column named "Code" contains article
 * numbers.
 */
const QUANTITY_HEAD =
  /^(?:qty|quantity|menge|anzahl|qte|quantite|uds|unidades|cantidad|cant|q\.?ta|quantita|aantal|qtd|quantidade|antal|ilosc|szt|数量)\.?$/;
/** The number of cells before and after that may contain the other columns of a row. */
const ROW_REACH = 6;

/** Whether a cell is in a table of goods. */
const isOfGoods = ({ lines }: MailContext, index: number): boolean =>
  lines
    .slice(Math.max(0, index - ROW_REACH), index + ROW_REACH + 1)
    .some(({ columnHead }) => columnHead !== null && QUANTITY_HEAD.test(fold(columnHead)));

/** The coarse shape of a token. The codes of one list have the same shape. */
function look(token: string): string {
  if (/\p{N}/u.test(token)) return /\p{L}/u.test(token) ? 'mixed' : 'digits';
  if (token === token.toUpperCase()) return 'caps';
  return /^\p{Lu}/u.test(token) ? 'title' : 'lower';
}

interface Ending {
  /**
   * The separator before the last token: colon, dash, dots, wide blank, or nothing if it is alone.
   */
  mark: string;
  token: string;
}

/** Marks that may close a token at the end of a line. */
const CLOSING = '"\'”».,)';
/**
 * Runs of dots or blanks are matched as a whole: trying every length of a long one took seconds.
 */
const ENDING = /^(.{0,200}?)([:=>»→|]|[-–—•·]|\.{3,}(?!\.)| {3,}(?! )|^)\s*["'“«(]?(\S{3,40})$/u;

/**
 * The last token of a line if a separator precedes it or the line contains nothing else; otherwise
 * two empty texts.
 */
const endingOf = cachedByLine(({ text }): Ending => {
  let end = text.length;
  while (end > 0 && CLOSING.includes(text.charAt(end - 1))) end -= 1;
  let match: RegExpExecArray | null = null;
  // A token has at least three characters, including its closing marks.
  for (const most = Math.min(text.length, end + 2); !match && end <= most; end += 1)
    match = ENDING.exec(text.slice(0, end));
  const [, before = '', mark = '', token = ''] = match ?? [];
  return { mark: before.trim() === '' && mark === '' ? '' : mark.slice(0, 1), token };
});

/** Whether a neighbouring line ends in the same way, with a token of the same shape. */
function hasSibling(
  { lines, cachedLines }: MailContext,
  { code, line: index }: Candidate,
): boolean {
  const text = lines[index]?.text ?? '';
  const line = cachedLines[index];
  if (!line || text.lastIndexOf(code) < text.lastIndexOf(' ')) return false;
  const target = endingOf(line);
  if (!target.token.includes(code)) return false;
  const isColumn = /[|→»>.·]/.test(target.mark) || target.mark === ' ';
  return cachedLines
    .slice(Math.max(0, index - LIST_REACH), index + LIST_REACH + 1)
    .some((other) => {
      const { mark, token } = endingOf(other);
      const isOther = token !== '' && token !== target.token && mark === target.mark;
      return isOther && (isColumn || look(token) === look(target.token));
    });
}

/** The position of a candidate in its line and among its neighbours: evidence of whether it can be a code at all. */
function standFeatures(context: MailContext, candidate: Candidate, { isAlone }: Surroundings) {
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
      line.columnHead !== null &&
        line.kind !== 'link' &&
        (OTHER_HEAD.test(fold(line.columnHead)) || isOfGoods(context, candidate.line)),
    ),
  };
}

const COLUMN_GAP = /\s[/|•·-]\s|\s{3,}|\.{4,}/;

/** Whether a line of plain text seems to have at least three columns. */
const hasColumns = (line: MailLine): boolean => line.text.split(COLUMN_GAP, 3).length > 2;

const CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{M}'’&-]{2,}(?![\p{L}\p{N}])/gu;
/** Words of a line that are written in capitals. */
const capitalsIn = cachedByLine(({ text }): number => allMatches(text, CAPITALS).length);
const NAME_GAP = /[,/|·•]\s|\s[&+–—-]\s/g;
/** The number of separators between names in a line, as in a line-up or a list of towns. */
const nameGapsIn = cachedByLine(({ text }): number => allMatches(text, NAME_GAP).length);
const hasDay = cachedByLine(({ text }): boolean => DAY.test(text));
/** The number of lines above and below in which other words in capitals are counted. */
const CAPITALS_REACH = 4;
/** Counts above this are treated as equal to it. */
const MOST_COUNTED = 6;

/** Whether a candidate is a town, or one of many names in a line-up or in the dates of a tour. */
function nameFeatures({ cachedLines }: MailContext, { code, line }: Candidate) {
  const cached = cachedLines[line];
  if (!cached) return {};
  const others = capitalsIn(cached) - allMatches(code, CAPITALS).length;
  const nearby = cachedLines.slice(Math.max(0, line - CAPITALS_REACH), line + CAPITALS_REACH + 1);
  const near = nearby.reduce((sum, other) => sum + (other === cached ? 0 : capitalsIn(other)), 0);
  return {
    capitalsBeside: Math.max(0, Math.min(MOST_COUNTED, others)),
    capitalsNear: Math.log1p(near),
    nameGaps: Math.min(MOST_COUNTED, nameGapsIn(cached)),
    isTown: flag(isTown(code)),
    dayBeside: flag(hasDay(cached)),
    daysNear: nearby.filter(hasDay).length,
  };
}

/** The position of a candidate in the layout of the mail, and its direct neighbours. */
function layoutFeatures(context: MailContext, candidate: Candidate) {
  const line = context.lines[candidate.line];
  if (!line) return {};
  const left = line.text.slice(0, candidate.start);
  const right = line.text.slice(candidate.end);
  const size = candidate.code.length;
  const isTitle = /^\p{Lu}\p{Ll}+$/u.test(candidate.code);
  return {
    proseAfter: flag(/^ \p{Ll}/u.test(right)),
    bracketBefore: flag(endsWith(left, BRACKET_BEFORE)),
    alsoSubject: flag(
      candidate.line > 0 && (context.folded[0] ?? '').includes(fold(candidate.code)),
    ),
    nameLike: flag(isTitle && (endsWith(left, TITLE_BEFORE) || /^ \p{Lu}\p{Ll}/u.test(right))),
    sizeSmall: flag(size <= 4),
    sizeLarge: flag(size >= 9),
    sizeHuge: flag(size >= 15),
    isGrouped: flag(/^[\p{Lu}\p{N}]{2,6}(?:-[\p{Lu}\p{N}]{2,6}){1,4}$/u.test(candidate.code)),
    shortLine: flag(line.text.length <= 60),
    isCell: flag(line.kind === 'cell'),
    lateInMail: context.lines.length > 1 ? candidate.line / (context.lines.length - 1) : 0,
  };
}

const on = (value: number | undefined): boolean => value === 1;

/** The cheap observations of one candidate: enough for {@link hasCue}. */
export interface Glance {
  shape: ReturnType<typeof shapeFeatures>;
  place: ReturnType<typeof placeFeatures>;
  cue: ReturnType<typeof cueFeatures>;
  stand: ReturnType<typeof standFeatures>;
}

/** Observes the candidate itself, its line and the words that introduce it. */
export function glance(context: MailContext, candidate: Candidate, around: Surroundings): Glance {
  const head = context.lines[candidate.line]?.columnHead ?? null;
  return {
    shape: shapeFeatures(candidate.code),
    place: placeFeatures(context, candidate),
    cue: cueFeatures(context, around, head),
    stand: standFeatures(context, candidate, around),
  };
}

/**
 * Adds observations of the candidate's surroundings to those of the mail (see {@link mailFeatures})
 * and to those that are cheap to compute.
 */
export function observe(
  context: MailContext,
  candidate: Candidate,
  around: Surroundings,
  seen: Glance,
  ofMail: Observations,
): Observations {
  const { shape, place, cue, stand } = seen;
  return new Observations(ofMail)
    .note(shape)
    .note(place)
    .note(cue)
    .note(stand)
    .note(layoutFeatures(context, candidate))
    .note(nameFeatures(context, candidate))
    .note(topicFeatures(context, around));
}

/** Whether any cue supports a code: without a cue none is reported. */
export function hasCue({ shape, place, cue, stand }: Glance): boolean {
  if (on(stand.headNamed)) return false;
  if (on(place.isLink) || on(cue.direct)) return true;
  if (on(cue.spelled) || on(cue.after) || on(stand.listRow)) return true;
  const isSibling = on(stand.sibling) || on(stand.siblingOrdinary);
  const isNear =
    on(cue.cueEarly) ||
    on(cue.cuePlain) ||
    on(cue.cueOther) ||
    on(cue.previousCue) ||
    on(cue.recentEarly) ||
    on(cue.recentPlain);
  const isOrdinary = on(shape.shapeLower) || on(shape.shapeTitle);
  if (!isOrdinary || on(place.isJoined)) return true;
  return (
    on(place.markExact) ||
    on(place.inQuotes) ||
    on(stand.isAlone) ||
    on(stand.endsLine) ||
    isSibling ||
    on(cue.verb) ||
    (isNear && on(stand.stopsAfter))
  );
}

import { allMatches } from '../../shared/text.ts';
import type { MailContext } from './context.ts';

/**
 * Codes in one running line: "Presale codes: London TIDE26, Manchester WAVE26 and Glasgow REEF26.",
 * and in the rows below such a line. Only their form decides, without weights: if a line names
 * presale codes and then lists words of capitals and digits, these are codes.
 */

/** A code of a list, as a range of its line. */
export interface ListedCode {
  line: number;
  start: number;
  end: number;
}

/** Capitals with a digit, which are not a word, a date or a price. */
const TOKEN =
  /(?<![\p{L}\p{N}_./@-])(?=[A-Z\d-]*[A-Z])(?=[A-Z\d-]*\d)[A-Z\d][A-Z\d-]{2,19}[A-Z\d](?![\p{L}\p{N}_@%]|[.-]\p{L})/gu;
const MAY_LIST = /[A-Z]\d|\d[A-Z]/;
/** The maximum number of characters between two codes of a list, enough for one or two names. */
const MOST_BETWEEN = 60;
/** A separator between two codes, or a word for one. */
const SEPARATOR =
  /[,;|•·/]|(?<!\p{L})(?:and|or|und|oder|sowie|et|ou|y|o|e|of|och|eller|i|oraz|lub|albo|ou)(?!\p{L})/iu;
/** Text that shows that the sentence has moved on from the list. */
const ANOTHER_SENTENCE = /[.!?](?:\s|$)|https?:|@/;
/** Words for codes of other kinds. */
const OTHER_CODES =
  /discount|rabatt|remise|descuento|sconto|korting|order|bestell|commande|pedido|booking|flight|tracking|parcel|gift|voucher|gutschein|zip|post ?code|fattura|invoice|rechnung|factura|facture|fatura|factuur|destinatario|survey|questionnaire|questionario|umfrage|encuesta|enquete/i;

/** Whether the text between two codes contains only a separator and names. */
const isBetween = (text: string): boolean =>
  text.length <= MOST_BETWEEN && SEPARATOR.test(text) && !ANOTHER_SENTENCE.test(text);

/** A row of a list: a name, a separator, and the code at the end. */
const ROW =
  /^(?=.*\p{L}).{2,80}?(?:\s*(?:[:=>»→|]|\.{3,}|\s[-–—•·])\s*|\s+)((?=[A-Z\d_-]*\d)[A-Z\d][A-Z\d_-]{3,19})[.,;]?$/u;
const MOST_IN_ROW = 110;
/** Rows of numbers of another kind, and of addresses. */
const OTHER_ROW = /nummer|number|numero|(?<!\p{L})(?:id|ref|nr|no|tel)(?!\p{L})|https?:|@/iu;
/** Kinds of lines that are not rows of a list in running text. */
const NO_ROWS: ReadonlySet<string> = new Set(['subject', 'link', 'alt']);

/** The code of a row; null for any other line. */
function codeOfRow({ lines }: MailContext, line: number): ListedCode | null {
  const { text = '', kind = '', columnHead = null, isQuoted } = lines[line] ?? {};
  if (NO_ROWS.has(kind) || columnHead !== null || isQuoted || text.length > MOST_IN_ROW)
    return null;
  const code = OTHER_ROW.test(text) ? undefined : ROW.exec(text)?.[1];
  if (code === undefined) return null;
  const start = text.lastIndexOf(code);
  return { line, start, end: start + code.length };
}

/** Whether a code consists of digits only, and how many. The codes of one list are similar. */
const lookOf = ({ lines }: MailContext, { line, start, end }: ListedCode): string => {
  const code = lines[line]?.text.slice(start, end) ?? '';
  return /^\d+$/.test(code) ? `${code.length}` : '';
};

/** The codes of the rows below a line that names presale codes and ends with a colon: "Presale codes by city:". */
function listedRows(context: MailContext): ListedCode[] {
  const { lines, folded, starts, cues } = context;
  return lines.flatMap((_, line): ListedCode[] => {
    if (!/:\s*$/.test(folded[line] ?? '')) return [];
    const from = starts[Math.max(0, line - 1)] ?? 0;
    const to = starts[line + 1] ?? 0;
    const isNamed =
      cues.core.has(from, to) &&
      (cues.noun.has(from, to) || cues.verb.has(from, to)) &&
      !OTHER_CODES.test(context.text.slice(from, to));
    const first = isNamed ? codeOfRow(context, line + 1) : null;
    if (first === null) return [];
    const rows = [first];
    for (let next = codeOfRow(context, line + 2); next !== null; ) {
      if (lookOf(context, next) !== lookOf(context, first)) break;
      rows.push(next);
      next = codeOfRow(context, next.line + 1);
    }
    return rows.length > 1 ? rows : [];
  });
}

/** The codes that the lines of a mail list one after the other, in one line or in rows. */
export function listedCodes(context: MailContext): ListedCode[] {
  const { lines, starts, cues } = context;
  const running = lines.flatMap(({ text, kind, columnHead, isQuoted }, line): ListedCode[] => {
    if (kind === 'link' || kind === 'alt' || columnHead !== null || isQuoted) return [];
    if (text.length > 600 || !MAY_LIST.test(text)) return [];
    const tokens = allMatches(text, TOKEN).map(({ index: start, 0: code }) => ({
      line,
      start,
      end: start + code.length,
    }));
    const [first, ...others] = tokens;
    if (first === undefined || others.length === 0) return [];
    const from = starts[line] ?? 0;
    const isNamed =
      cues.core.has(from, from + first.start) &&
      (cues.noun.has(from, from + first.start) || cues.verb.has(from, from + first.start)) &&
      !OTHER_CODES.test(text.slice(0, first.start));
    const areListed = others.every(({ start }, at) =>
      isBetween(text.slice(tokens[at]?.end ?? 0, start)),
    );
    return isNamed && areListed ? tokens : [];
  });
  return [...running, ...listedRows(context)];
}

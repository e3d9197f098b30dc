import { allMatches } from '../../shared/text.ts';
import type { MailContext } from './context.ts';

/**
 * Codes in one running line: "Presale codes: London TIDE26, Manchester WAVE26 and Glasgow REEF26." Their form decides,
 * and no weight: a line that names presale codes and then lists words of capitals and digits lists codes.
 */

/** A code of a list, as a stretch of its line. */
export interface ListedCode {
  line: number;
  start: number;
  end: number;
}

/** Capitals with a digit, which are not a word, a date or a price. */
const TOKEN =
  /(?<![\p{L}\p{N}_./@-])(?=[A-Z\d-]*[A-Z])(?=[A-Z\d-]*\d)[A-Z\d][A-Z\d-]{2,19}[A-Z\d](?![\p{L}\p{N}_@%]|[.-]\p{L})/gu;
const MAY_LIST = /[A-Z]\d|\d[A-Z]/;
/** The most characters between two codes of a list, enough for one or two names. */
const MOST_BETWEEN = 60;
/** A separator between two codes, or a word for one. */
const SEPARATOR =
  /[,;|•·/]|(?<!\p{L})(?:and|or|und|oder|sowie|et|ou|y|o|e|of|och|eller|i|oraz|lub|albo|ou)(?!\p{L})/iu;
/** Text that shows that the sentence has moved on from the list. */
const ANOTHER_SENTENCE = /[.!?](?:\s|$)|https?:|@/;
/** Words for codes of other kinds. */
const OTHER_CODES =
  /discount|rabatt|remise|descuento|sconto|korting|order|bestell|commande|pedido|booking|flight|tracking|parcel|gift|voucher|gutschein|zip|post ?code/i;

/** Whether the text between two codes holds no more than a separator and names. */
const isBetween = (text: string): boolean =>
  text.length <= MOST_BETWEEN && SEPARATOR.test(text) && !ANOTHER_SENTENCE.test(text);

/** The codes that the lines of a mail list one after the other. */
export function listedCodes({ lines, starts, cues }: MailContext): ListedCode[] {
  return lines.flatMap(({ text, kind, columnHead, isQuoted }, line): ListedCode[] => {
    if (kind === 'link' || kind === 'alt' || columnHead !== null || isQuoted) return [];
    if (text.length > 600 || !MAY_LIST.test(text)) return [];
    const tokens = allMatches(text, TOKEN).map(({ index: start, 0: code }) => ({
      ...{ line, start, end: start + code.length },
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
}

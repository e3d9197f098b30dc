import { allMatches, ending, endsWith } from '../../shared/text.ts';
import { cachedByLine } from './cache.ts';

/**
 * Numbers whose meaning follows from their form and the words right before them. This is a rule, not a learned weight.
 */

/** A number in a line, as a range of the line. */
interface NumberSpan {
  start: number;
  end: number;
}

const RUN = /(?<![\p{L}\p{N}])\+?\(?\d[\d ()./-]{4,22}\d(?![\p{L}\p{N}])/gu;
const HAS_RUN = /\d[\d ()./-]{4,}\d/;
/** The minimum number of digits of a telephone number without its area code. */
const LEAST_DIGITS = 7;
/** The words directly before a telephone number. */
const BEFORE_TELEPHONE = ending(
  String.raw`(?<!\p{L})(?:call|phone|tel|tel[eé]f?(?:on|phone|ono|one|oon)\p{L}{0,8}|mobile|mobil|hotline|helpline|infoline|box[- ]?office|fax|whats ?app|text|ring|dial|questions?|help|support|contact|fragen|anrufen|ruf\p{L}{0,3}|appel\p{L}{0,4}|llam\p{L}{1,4}|chiam\p{L}{1,4}|numero verde|bel(?:len)?|ligue|ring|zadzwo\p{L}{1,3}|t)(?: (?:us|uns|nous|ons|our|on|at|unter|au|al|op|the|box|office|line|team|desk|free|toll|number|nummer|nr|no)\.?){0,4}\s?[:?.]?\s{0,2}`,
  'iu',
);
/** A number with its country or area: `+44 1632 960960`, `(555) 555-0142`, `01632 960142`. */
const WITH_AREA = /^\+\d|^\(\d{2,5}\)|^0\d{2,5}[ /-]\d{5,}$/;

/**
 * A number of at least ten digits that begins with an area code, with a word for calling directly
 * before it.
 */
const WITH_AREA_IN_GROUPS = /^0[1-9]\d{0,3}(?:[ ./-]\d{2,5}){2,4}$/;
const BEFORE_NUMBER = ending(
  String.raw`(?<!\p{L})(?:unter|at|on|au|al|allo|op|pod|p[åa]|ao|n[°º]|der) \(?`,
  'iu',
);
const LEAST_WITH_AREA = 10;

/** The telephone numbers of a line, each as a whole. */
export const telephonesOf = cachedByLine(({ text }): readonly NumberSpan[] => {
  if (!HAS_RUN.test(text)) return [];
  return allMatches(text, RUN).flatMap(({ index: start, 0: run }) => {
    const digits = run.replace(/\D/g, '').length;
    const isTelephone =
      digits >= LEAST_DIGITS &&
      (WITH_AREA.test(run) ||
        endsWith(text, BEFORE_TELEPHONE, start) ||
        (digits >= LEAST_WITH_AREA &&
          WITH_AREA_IN_GROUPS.test(run) &&
          endsWith(text, BEFORE_NUMBER, start)));
    return isTelephone ? [{ start, end: start + run.length }] : [];
  });
});

const GROUPS = /(?<![\p{L}\p{N}+(./:-])\d{2,5}(?: \d{2,5}){1,5}(?![\p{L}\p{N}%]|[.,:/-]\d)/gu;
const HAS_GROUPS = /\d\d \d\d/;
/** A year or a time beside a day, which is not a grouped number. */
const OF_DATE = /^(?:\d{1,2} )?(?:19|20)\d\d$|^(?:19|20)\d\d(?: \d{2}){1,2}$/;
const isWithin = ({ start, end }: NumberSpan, other: NumberSpan): boolean =>
  start >= other.start && end <= other.end;

/** The numbers of a line that are written in groups: `482 913`, `4829 1377 2240`. */
export const groupedNumbersOf = cachedByLine((line): readonly NumberSpan[] => {
  const { text } = line;
  if (!HAS_GROUPS.test(text)) return [];
  const telephones = telephonesOf(line);
  return allMatches(text, GROUPS)
    .map(({ index: start, 0: groups }) => ({ start, end: start + groups.length }))
    .filter(
      (span) =>
        !OF_DATE.test(text.slice(span.start, span.end)) &&
        !telephones.some((telephone) => isWithin(span, telephone)),
    );
});

/** Whether a range of a line is part of one of these numbers. */
export const isPartOf = (span: NumberSpan, numbers: readonly NumberSpan[]): boolean =>
  numbers.some((number) => isWithin(span, number));

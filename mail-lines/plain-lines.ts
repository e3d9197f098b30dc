import type { LeftOutReason } from '../shared/presale-codes/left-out.ts';
import { allMatches } from '../shared/text.ts';
import { cleanText } from './clean-text.ts';
import { withoutEncodedLines } from './encoded-lines.ts';
import { PART_LIMITS } from './limits.ts';
import type { MailLine } from './line.ts';
import { codesInLink, mayHoldCode } from './link-codes.ts';
import { splitPlainTables } from './plain-tables.ts';
import { wrapLine } from './wrap-line.ts';

/** Longer runs of blanks or dots have no meaning of their own, and the finder's patterns take cubic time for a run. */
const LONG_RUN = /( {30}) +|(\.{30})\.+/g;
/** The line that introduces the answered mail. A forwarded mail is the news itself and is not matched. */
const REPLY_HEADER =
  /^(?:-{3,} ?(?:original message|ursprungliche nachricht|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original|ursprungligt meddelande) ?-{3,}|on .{5,80}wrote:|le .{5,80}a ecrit ?:|am .{5,80}schrieb.{0,60}:|el .{5,80}escribio:|il .{5,80}ha scritto:|op .{5,80}schreef.{0,60}:|(?:em|a|no dia) .{5,80}escreveu:|den .{5,80}skrev.{0,60}:)\s*$/;

/** A fast check first: few lines end like this. */
const MAY_END_HEADER = /[:-][^\p{L}\p{N}]*$/u;

const QUOTATION = /(["“”„«»‘*_`])([^"“”„«»‘’*`\n]{2,48})(["“”«»‘’*_`])/g;

const plainFold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Whether a line announces the message that is being answered ("On … wrote:"). */
export const opensHistory = (text: string): boolean =>
  text.length < 200 && MAY_END_HEADER.test(text) && REPLY_HEADER.test(plainFold(text));

/** Marks words in quotation marks or *stars*, which plain mails use as emphasis. */
export function quotationMarks(text: string): MailLine['marks'] {
  const marks: MailLine['marks'] = [];
  for (const match of allMatches(text, QUOTATION)) {
    const inner = match[2] ?? '';
    const lead = inner.length - inner.trimStart().length;
    const start = match.index + 1 + lead;
    marks.push({ start, end: start + inner.trim().length, emphasis: 'quoted' });
  }
  return marks;
}

/**
 * Splits a plain text into lines. `>` and reply headers mark quoted history.
 * @param gaps receives what is not read
 */
export function plainLines(text: string, gaps?: Set<LeftOutReason>): MailLine[] {
  const lines: MailLine[] = [];
  let startsBlock = true;
  let inHistory = false;
  let hasOwnText = false;
  const shown = cleanText(text.replaceAll('\t', '    ')).split(/\r\n|\n|\r/);
  for (const raw of withoutEncodedLines(shown)) {
    const body = raw.replace(LONG_RUN, '$1$2').trim();
    if (body === '') {
      startsBlock = true;
      continue;
    }
    const quoted = /^(?:>\s?)+/.exec(body);
    const content = quoted ? body.slice(quoted[0].length).trim() : body;
    if (hasOwnText && opensHistory(content)) inHistory = true;
    if (content === '') {
      startsBlock = true;
      continue;
    }
    if (!quoted && !inHistory) hasOwnText = true;
    for (const piece of wrapLine(content)) {
      lines.push({
        text: piece,
        kind: 'text',
        marks: quotationMarks(piece),
        isQuoted: quoted !== null || inHistory,
        isHidden: false,
        columnHead: null,
        startsBlock,
      });
      startsBlock = false;
    }
    if (lines.length >= PART_LIMITS.partLines) {
      gaps?.add('text_too_long');
      break;
    }
  }
  return [...splitPlainTables(lines), ...linkLines(lines, gaps)];
}

const LINK = /https?:\/\/[^\s<>"]{4,2000}/g;

/** Codes in the links that a plain text spells out. */
function linkLines(lines: readonly MailLine[], gaps: Set<LeftOutReason> | undefined): MailLine[] {
  const links = lines.flatMap((line) =>
    allMatches(line.text, LINK).map((match) => ({
      url: match[0],
      line,
    })),
  );
  const withCode = links.filter(({ url }) => mayHoldCode(url));
  if (withCode.length > PART_LIMITS.partLinks) gaps?.add('text_too_long');
  return withCode.slice(0, PART_LIMITS.partLinks).flatMap(({ url, line }) =>
    codesInLink(url).map(
      ({ name, value }): MailLine => ({
        ...line,
        text: value,
        kind: 'link',
        marks: [],
        columnHead: name,
        startsBlock: true,
      }),
    ),
  );
}

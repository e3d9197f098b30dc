import type { MailLine } from '../../code-finder/index.ts';
import { allMatches, cut } from '../../shared/text.ts';
import { cleanText } from './clean-text.ts';
import { codesInLink } from './link-codes.ts';
import { splitPlainTables } from './plain-tables.ts';

/** Lines read of one part. */
const MAX_LINES = 4000;
/** Characters read of one line. */
const MAX_LINE = 2000;
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

/** Splits a plain text into lines. `>` and reply headers mark quoted history. */
export function plainLines(text: string): MailLine[] {
  const lines: MailLine[] = [];
  let startsBlock = true;
  let inHistory = false;
  let hasOwnText = false;
  for (const raw of cleanText(text.replaceAll('\t', '    ')).split(/\r\n|\n|\r/, MAX_LINES)) {
    const body = cut(raw.replace(LONG_RUN, '$1$2'), MAX_LINE).trim();
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
    lines.push({
      text: content,
      kind: 'text',
      marks: quotationMarks(content),
      isQuoted: quoted !== null || inHistory,
      isHidden: false,
      columnHead: null,
      startsBlock,
    });
    startsBlock = false;
  }
  return [...splitPlainTables(lines), ...linkLines(lines)];
}

const LINK = /https?:\/\/[^\s<>"]{4,2000}/g;

/** Codes in the links that a plain text spells out. */
function linkLines(lines: readonly MailLine[]): MailLine[] {
  const links = lines.flatMap((line) =>
    allMatches(line.text, LINK).map((match) => ({
      url: match[0],
      line,
    })),
  );
  return links.slice(0, 100).flatMap(({ url, line }) =>
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

import { Parser } from 'htmlparser2';
import type { MailLine, Mark } from '../../code-finder/index.ts';
import { cleanText } from './clean-text.ts';
import { codesInLink } from './link-codes.ts';
import { opensHistory, quotationMarks } from './plain-lines.ts';

const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody thead tfoot tr td th ul caption legend'.split(
    ' ',
  ),
);
const SKIPPED = new Set('style script head title noscript template svg object'.split(' '));
const STRONG = new Set(
  'b strong em i u mark code kbd tt samp big h1 h2 h3 h4 button font var'.split(' '),
);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Lines read of one part, characters of a line, and nesting that is followed. */
const MAX_LINES = 4000;
const MAX_LINE = 2000;
const MAX_DEPTH = 200;
/** Open tags at which reading stops: the parser's own time grows with the square of their number. */
const MAX_OPEN = 1000;
/** Characters of a style, class or id that are read; a newsletter's longest style has about 400. */
const MAX_ATTRIBUTE = 1000;
/** Characters handed to the parser at a time. */
const STEP = 8192;

interface Open {
  name: string;
  isHidden: boolean;
  isQuoted: boolean;
  isStrong: boolean;
  start: number;
}

const startOf = (attribute: string | undefined): string =>
  (attribute ?? '').slice(0, MAX_ATTRIBUTE);

const isStyledStrong = (style: string): boolean =>
  /font-weight\s*:\s*(?:bold|[6-9]00)|font-size\s*:\s*(?:1[7-9]|[2-9]\d)|letter-spacing|monospace|courier|border\s*:|font\s*:[^;]{0,200}(?:bold|courier)|background(?:-color)?\s*:/i.test(
    style,
  );

const isHiddenStyle = (style: string): boolean =>
  /display\s*:\s*none|visibility\s*:\s*hidden|max-height\s*:\s*0|font-size\s*:\s*[01](?:px|pt|em)?\s*(?:;|$)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)/i.test(
    style,
  );

/** Finds the classes and ids that the style sheet hides. */
function hiddenSelectors(html: string): Set<string> {
  const names = new Set<string>();
  if (!html.includes('{')) return names;
  for (const match of html.matchAll(/[.#]([\w-]{1,60})\s*\{([^{}]{0,400})\}/g))
    if (isHiddenStyle(match[2] ?? '')) names.add(match[1] ?? '');
  return names;
}

/** Whether a tag has one of the names as a class or id. */
const isNamed = (attributes: Record<string, string>, names: ReadonlySet<string>): boolean =>
  `${startOf(attributes.class)} ${startOf(attributes.id)}`
    .trim()
    .split(/\s+/, 20)
    .some((name) => names.has(name));

class LineBuilder {
  readonly lines: MailLine[] = [];
  private text = '';
  private marks: Mark[] = [];
  private startsBlock = true;
  private state = { isHidden: false, isQuoted: false, isCell: false };

  get length(): number {
    return this.text.length;
  }

  enter(state: { isHidden: boolean; isQuoted: boolean; isCell: boolean }): void {
    this.state = state;
  }

  add(text: string): void {
    if (this.text.length >= MAX_LINE) return;
    const flat = text.replace(/[\r\n\t ]+/g, ' ');
    const joined = this.text === '' || this.text.endsWith(' ') ? flat.replace(/^ /, '') : flat;
    this.text += joined.slice(0, MAX_LINE);
  }

  mark(start: number): void {
    const raw = this.text.slice(start);
    const lead = raw.length - raw.trimStart().length;
    const end = start + raw.trimEnd().length;
    if (end > start + lead && this.marks.length < 200)
      this.marks.push({ start: start + lead, end, emphasis: 'strong' });
  }

  flush(endsBlock: boolean): void {
    const text = this.text.trimEnd();
    if (text !== '' && this.lines.length < MAX_LINES) {
      this.lines.push({
        text,
        kind: this.state.isCell ? 'cell' : 'text',
        marks: [...this.marks, ...quotationMarks(text)],
        isQuoted: this.state.isQuoted,
        isHidden: this.state.isHidden,
        columnHead: null,
        startsBlock: this.startsBlock,
      });
      this.startsBlock = false;
    }
    this.text = '';
    this.marks = [];
    if (endsBlock) this.startsBlock = true;
  }

  aside(
    text: string,
    kind: 'alt' | 'link',
    { isHidden, columnHead }: Pick<MailLine, 'isHidden' | 'columnHead'>,
  ): void {
    const clean = cleanText(text).trim().slice(0, MAX_LINE);
    if (clean === '' || this.lines.length >= MAX_LINES) return;
    const { isQuoted } = this.state;
    const line = { text: clean, kind, marks: [], isQuoted, isHidden, columnHead };
    this.lines.push({ ...line, startsBlock: true });
    this.startsBlock = true;
  }
}

/** A heading names a column in a few words, without a number; the corner may be empty. */
const NAMES_COLUMN = /^[^\d]{0,40}$/;

/** Gives cells the heading of their column; the first row of a data table with several cells is its head. */
class TableHeads {
  private readonly tables: {
    heads: string[];
    row: { text: string; lines: MailLine[] }[];
    rows: number;
  }[] = [];

  open(): void {
    this.tables.push({ heads: [], row: [], rows: 0 });
  }
  /** Joins a code whose pieces stand in the cells of a table of one row. */
  close(): void {
    const table = this.tables.pop();
    if (table?.rows !== 1 || table.row.length < 2 || table.row.length > 20) return;
    const pieces = table.row.flatMap((cell) => (cell.lines.length === 1 ? cell.lines : []));
    const isOneWord = pieces.every((line) => /^[\p{L}\p{N}_&+#-]{1,12}$/u.test(line.text));
    const joined = pieces.map((line) => line.text).join('');
    const [first] = pieces;
    if (!first || !isOneWord || pieces.length !== table.row.length || joined.length > 40) return;
    for (const line of pieces) line.text = '';
    first.text = joined;
    first.marks = [{ start: 0, end: joined.length, emphasis: 'strong' }];
  }
  startRow(): void {
    const table = this.tables.at(-1);
    if (table) table.row = [];
  }
  cell(lines: MailLine[]): void {
    const table = this.tables.at(-1);
    if (!table) return;
    const column = table.row.length;
    const head = table.rows > 0 ? table.heads[column] : undefined;
    if (head !== undefined) for (const line of lines) line.columnHead = head;
    table.row.push({ text: lines.map((line) => line.text).join(' '), lines });
  }
  endRow(): void {
    const table = this.tables.at(-1);
    if (!table || table.row.length === 0) return;
    const isHead =
      table.rows === 0 && table.row.length > 1 && table.row.every((c) => NAMES_COLUMN.test(c.text));
    if (isHead) table.heads = table.row.map((cell) => cell.text);
    table.rows++;
  }
}

/** Whether a block quotation holds the answered message; newsletters use the element for boxes as well. */
const isHistory = (attributes: Record<string, string>, above: string): boolean =>
  attributes.type === 'cite' || 'cite' in attributes || opensHistory(above);

/** Splits an HTML part into visual lines and marks emphasised text. Never throws; linear time. */
export function htmlLines(html: string): MailLine[] {
  const out = new LineBuilder();
  const heads = new TableHeads();
  const hiddenNames = hiddenSelectors(html);
  const stack: Open[] = [];
  const cellStarts: number[] = [];
  let skipping = 0;
  let openTags = 0;
  const links = new Map<string, string>();
  const top = (): Open | undefined => stack.at(-1);
  const sync = (): void =>
    out.enter({
      isHidden: top()?.isHidden ?? false,
      isQuoted: top()?.isQuoted ?? false,
      isCell: cellStarts.length > 0,
    });
  // The parser delivers a text in pieces, cut at entities: a code may span several.
  let pending = '';
  const settle = (): void => {
    if (pending !== '') out.add(cleanText(pending));
    pending = '';
  };
  const layOut = (text: string): void => {
    for (const [index, piece] of text.slice(0, 100_000).split('\n').entries()) {
      if (index > 0) {
        settle();
        out.flush(false);
      }
      pending += piece;
    }
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      settle();
      if (SKIPPED.has(name)) skipping++;
      if (name === 'br') out.flush(false);
      if (BLOCKS.has(name)) out.flush(true);
      if (name === 'table') heads.open();
      if (name === 'tr') heads.startRow();
      if (name === 'td' || name === 'th') cellStarts.push(out.lines.length);
      if (VOID.has(name)) {
        if (name === 'img' && attributes.alt)
          out.aside(attributes.alt, 'alt', {
            isHidden: top()?.isHidden ?? false,
            columnHead: null,
          });
        return;
      }
      openTags++;
      const style = startOf(attributes.style);
      const parent = top();
      if (stack.length < MAX_DEPTH)
        stack.push({
          name,
          isHidden:
            (parent?.isHidden ?? false) ||
            (style !== '' && isHiddenStyle(style)) ||
            'hidden' in attributes ||
            (hiddenNames.size > 0 && isNamed(attributes, hiddenNames)),
          isQuoted:
            (parent?.isQuoted ?? false) ||
            (name === 'blockquote' && isHistory(attributes, out.lines.at(-1)?.text ?? '')) ||
            /gmail_quote|yahoo_quoted/.test(startOf(attributes.class)),
          isStrong: STRONG.has(name) || (style !== '' && isStyledStrong(style)),
          start: out.length,
        });
      if (name === 'a' && attributes.href)
        for (const link of codesInLink(cleanText(attributes.href)))
          if (links.size < 100) links.set(link.value, link.name);
      sync();
    },
    ontext(text) {
      const isLaidOut = text.includes('\n') && stack.some(({ name }) => name === 'pre');
      if (isLaidOut) return layOut(text);
      if (skipping === 0 && pending.length < 100_000) pending += text;
    },
    onclosetag(name) {
      settle();
      if (SKIPPED.has(name) && skipping > 0) skipping--;
      if (VOID.has(name)) return;
      openTags--;
      const index = stack.findLastIndex((open) => open.name === name);
      if (index >= 0) {
        const open = stack[index];
        if (open?.isStrong) out.mark(Math.min(open.start, out.length));
      }
      if (BLOCKS.has(name)) out.flush(true);
      if (index >= 0) stack.length = index;
      if (name === 'td' || name === 'th') heads.cell(out.lines.slice(cellStarts.pop() ?? 0));
      if (name === 'tr') heads.endRow();
      if (name === 'table') heads.close();
      sync();
    },
  });
  for (let at = 0; at < html.length && openTags < MAX_OPEN; at += STEP)
    parser.write(html.slice(at, at + STEP));
  parser.end();
  settle();
  out.flush(true);
  for (const [value, name] of links)
    out.aside(value, 'link', { isHidden: false, columnHead: name });
  return out.lines.filter((line) => line.text !== '');
}

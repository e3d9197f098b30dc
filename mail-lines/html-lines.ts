import { decodeHTML, decodeHTMLAttribute } from 'entities';
import type { LeftOutReason } from '../shared/presale-codes/left-out.ts';
import { cut } from '../shared/text.ts';
import { cleanText } from './clean-text.ts';
import { type Attributes, type ElementHandler, readElements } from './html-elements.ts';
import { type StyleFacts, Styles } from './html-styles.ts';
import { TableHeads } from './html-tables.ts';
import { joinBoxes } from './letter-boxes.ts';
import { PART_LIMITS } from './limits.ts';
import type { MailLine, Mark } from './line.ts';
import { codesInLink, mayHoldCode } from './link-codes.ts';
import { opensHistory, quotationMarks } from './plain-lines.ts';
import { wrapAt, wrapLine } from './wrap-line.ts';

const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody thead tfoot tr td th ul caption legend'.split(
    ' ',
  ),
);
const SKIPPED = new Set('style script head title template svg object'.split(' '));
const STRONG = new Set(
  'b strong em i u mark code kbd tt samp big h1 h2 h3 h4 button font var'.split(' '),
);
/**
 * The maximum number of characters read of a style, class or id; a newsletter's longest style has
 * about 400.
 */
const MAX_ATTRIBUTE = 1000;

/**
 * A text without any of these is empty at the beginning of a line, as are most texts between the
 * tags of a table.
 */
const SHOWN = /[^\r\n\t ]/;

/** An open element. */
interface Open {
  isHidden: boolean;
  isQuoted: boolean;
  isStrong: boolean;
  transform: NonNullable<StyleFacts['transform']>;
  /** The start of its text in the line. */
  start: number;
  /** The address to write after the text; empty for none. */
  href: string;
}

/** The state outside all elements. */
type Surrounding = Pick<Open, 'isHidden' | 'isQuoted'>;
const OUTSIDE: Surrounding = { isHidden: false, isQuoted: false };

/** An attribute's value with its character references resolved. */
const decoded = (attribute: string): string =>
  attribute.includes('&') ? decodeHTMLAttribute(attribute) : attribute;

const startOf = (attribute: string | undefined): string =>
  attribute === undefined ? '' : decoded(cut(attribute, MAX_ATTRIBUTE));

/** Whether a block quotation holds the answered message; newsletters use the element for boxes as well. */
const isHistory = (attributes: Attributes, above: string): boolean =>
  attributes.type === 'cite' || attributes.cite !== undefined || opensHistory(above);

class LineBuilder {
  readonly lines: MailLine[] = [];
  /** There are more lines than are read. */
  isCut = false;
  private text = '';
  private marks: Mark[] = [];
  private startsBlock = true;
  private element: Pick<Open, 'isHidden' | 'isQuoted'> = OUTSIDE;
  private isInCell = false;

  get length(): number {
    return this.text.length;
  }

  enter(element: Pick<Open, 'isHidden' | 'isQuoted'>, isInCell: boolean): void {
    this.element = element;
    this.isInCell = isInCell;
  }

  add(text: string): void {
    const flat = text.replace(/[\r\n\t ]{2,}|[\r\n\t]/g, ' ');
    const isBlankBefore = this.text === '' || this.text.endsWith(' ');
    const from = isBlankBefore && flat.startsWith(' ') ? 1 : 0;
    this.text += flat.slice(from);
    while (this.text.length > PART_LIMITS.lineCharacters) this.wrap();
  }

  /** Ends the line at the last blank that fits; the rest continues on a new line. */
  private wrap(): void {
    const end = wrapAt(this.text, PART_LIMITS.lineCharacters);
    const rest = this.text.slice(end).trimStart();
    this.text = this.text.slice(0, end);
    this.marks = this.marks.filter((mark) => mark.end <= end);
    this.flush(false);
    this.text = rest;
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
    if (text !== '' && this.hasRoom()) {
      this.lines.push({
        text,
        kind: this.isInCell ? 'cell' : 'text',
        marks: [...this.marks, ...quotationMarks(text)],
        isQuoted: this.element.isQuoted,
        isHidden: this.element.isHidden,
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
    const clean = cleanText(text).trim();
    const { isQuoted } = this.element;
    for (const piece of wrapLine(clean)) {
      if (piece === '' || !this.hasRoom()) return;
      const line = { text: piece, kind, marks: [], isQuoted, isHidden, columnHead };
      this.lines.push({ ...line, startsBlock: true });
      this.startsBlock = true;
    }
  }

  private hasRoom(): boolean {
    if (this.lines.length < PART_LIMITS.partLines) return true;
    this.isCut = true;
    return false;
  }
}

/** Fields whose value is readable text: no buttons or checkboxes. */
const SHOWS_VALUE = /^(?:|text|search|url|email|tel|number)$/i;

const isCell = (name: string): boolean => name === 'td' || name === 'th';

/** Lays out the elements of an HTML part as lines. */
class Layout implements ElementHandler {
  readonly out = new LineBuilder();
  private readonly heads = new TableHeads();
  private readonly styles: Styles;
  private readonly writesLinks: boolean;
  private readonly stack: Open[] = [];
  /** The number of lines before each open cell. */
  private readonly cellStarts: number[] = [];
  /** Open elements whose text is not shown, and those that keep their line breaks. */
  private skipping = 0;
  private laidOut = 0;
  /** Values of code parameters and the names they have. */
  private readonly linkCodes = new Map<string, string>();
  private readonly uniqueLinks = new Set<string>();
  private hasMoreLinks = false;
  /** The context of the outermost open element. */
  private outside = OUTSIDE;

  constructor(html: string, writesLinks: boolean) {
    this.styles = new Styles(html);
    this.writesLinks = writesLinks;
  }

  open(name: string, attributes: Attributes): void {
    if (SKIPPED.has(name)) this.skipping++;
    if (name === 'pre') this.laidOut++;
    if (BLOCKS.has(name)) this.out.flush(true);
    if (name === 'table') this.heads.open();
    if (name === 'tr') this.heads.startRow();
    if (isCell(name)) {
      this.cellStarts.push(this.out.lines.length);
      this.heads.startCell(attributes.colspan, attributes.rowspan);
    }
    if (name === 'a') this.readLink(attributes.href ?? '');
    this.stack.push(this.elementOf(name, attributes));
    this.enter();
  }

  single(name: string, attributes: Attributes): void {
    if (name === 'br') this.out.flush(false);
    if (name === 'hr') this.out.flush(true);
    const alt = name === 'img' ? attributes.alt : undefined;
    const isHidden = this.stack.at(-1)?.isHidden ?? false;
    if (alt) this.out.aside(decoded(alt), 'alt', { isHidden, columnHead: null });
    if (name === 'input' && SHOWS_VALUE.test(attributes.type ?? ''))
      this.readValue(attributes.value);
  }

  close(name: string): void {
    if (SKIPPED.has(name)) this.skipping--;
    if (name === 'pre') this.laidOut--;
    const open = this.stack.pop();
    if (open && /^https?:/i.test(open.href)) this.out.add(` (${open.href})`);
    if (open?.isStrong) this.out.mark(Math.min(open.start, this.out.length));
    if (BLOCKS.has(name)) this.out.flush(true);
    if (isCell(name)) this.heads.cell(this.out.lines.slice(this.cellStarts.pop() ?? 0));
    if (name === 'tr') this.heads.endRow();
    if (name === 'table') this.heads.close();
    this.enter();
  }

  text(text: string): void {
    if (this.skipping > 0 || (this.out.length === 0 && !SHOWN.test(text))) return;
    const pieces = this.laidOut > 0 ? text.split('\n') : [text];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) this.out.flush(false);
      this.out.add(this.transformed(cleanText(piece.includes('&') ? decodeHTML(piece) : piece)));
    }
  }

  /** The value of a field, which a mail shows for copying, as a separate line. */
  private readValue(value: string | undefined): void {
    if (!value || this.skipping > 0) return;
    this.out.flush(true);
    const start = this.out.length;
    this.out.add(cleanText(decoded(value)));
    this.out.mark(start);
    this.out.flush(true);
  }

  /** The text with its letters as displayed. */
  private transformed(text: string): string {
    const transform = this.stack.at(-1)?.transform ?? 'none';
    if (transform === 'uppercase') return text.toUpperCase();
    return transform === 'lowercase' ? text.toLowerCase() : text;
  }

  interrupt(): void {
    this.outside = this.stack.at(-1) ?? this.outside;
  }

  /** There are more lines or links than are read. */
  get isCut(): boolean {
    return this.out.isCut || this.hasMoreLinks;
  }

  finish(): MailLine[] {
    this.out.flush(true);
    for (const [value, name] of this.linkCodes)
      this.out.aside(value, 'link', { isHidden: false, columnHead: name });
    return joinBoxes(this.out.lines.filter((line) => line.text !== ''));
  }

  private elementOf(name: string, attributes: Attributes): Open {
    const parent = this.stack.at(-1);
    const names = startOf(attributes.class);
    const style = this.styles.factsOf(startOf(attributes.style), names, startOf(attributes.id));
    const surrounding = parent ?? this.outside;
    return {
      isHidden: surrounding.isHidden || style.isHidden || attributes.hidden !== undefined,
      isQuoted:
        surrounding.isQuoted ||
        (name === 'blockquote' && isHistory(attributes, this.out.lines.at(-1)?.text ?? '')) ||
        (names !== '' && /gmail_quote|yahoo_quoted/.test(names)),
      isStrong: style.isStrong || STRONG.has(name),
      transform: style.transform ?? parent?.transform ?? 'none',
      start: this.out.length,
      href: this.writesLinks && name === 'a' ? startOf(attributes.href) : '',
    };
  }

  /** Newsletters repeat their links: each is read once. */
  private readLink(href: string): void {
    if (href === '' || this.uniqueLinks.has(href)) return;
    this.uniqueLinks.add(href);
    if (!mayHoldCode(href)) return;
    for (const { value, name } of codesInLink(cleanText(decoded(href))))
      if (this.linkCodes.size < PART_LIMITS.partLinks) this.linkCodes.set(value, name);
      else this.hasMoreLinks = true;
  }

  /** Applies the state of the innermost element to the following lines. */
  private enter(): void {
    this.out.enter(this.stack.at(-1) ?? this.outside, this.cellStarts.length > 0);
  }
}

/**
 * Splits an HTML part into visual lines and marks emphasised text. Never throws; linear time.
 * @param options `writesLinks` adds the address of a link to its text, for people who read it. `gaps` receives what is
 * not read.
 */
export function htmlLines(
  html: string,
  {
    writesLinks = false,
    gaps,
  }: { writesLinks?: boolean; gaps?: Set<LeftOutReason> | undefined } = {},
): MailLine[] {
  const layout = new Layout(html, writesLinks);
  readElements(html, layout);
  const lines = layout.finish();
  if (layout.isCut) gaps?.add('text_too_long');
  return lines;
}

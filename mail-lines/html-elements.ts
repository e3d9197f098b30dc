import { Parser } from 'htmlparser2';

/**
 * The number of open elements after which a new parser continues, because a parser's time grows
 * with the square of their number.
 */
const MAX_OPEN = 1000;
/** The number of characters passed to the parser at a time. */
const STEP = 8192;
/** Elements without content; they have no end tag. */
const VOID = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Values by names in lower case. Character references such as `&amp;` are not resolved, because few values contain one. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Receives the elements of a page: every `open` has its `close`. */
export interface ElementHandler {
  open(name: string, attributes: Attributes): void;
  /** An element without content. */
  single(name: string, attributes: Attributes): void;
  /** The end of the innermost element. */
  close(name: string): void;
  /** A whole text between two tags, with character references left alone. */
  text(text: string): void;
  /** All open elements are closed next, although the page continues inside them. */
  interrupt(): void;
}

/**
 * The end of the next chunk for the parser: after a tag, so that another parser can continue there.
 */
function pieceEnd(html: string, at: number): number {
  const tagEnd = html.slice(at, at + STEP).lastIndexOf('>');
  return tagEnd >= 0 ? at + tagEnd + 1 : at + STEP;
}

/** Reads the elements of an HTML text. The parser adds missing end tags, and drops those that close nothing. */
export function readElements(html: string, handler: ElementHandler): void {
  let at = 0;
  while (at < html.length) {
    at = readFrom(html, at, handler);
  }
}

/** Reads until too many elements are open, or to the end. @returns where it stopped. */
function readFrom(html: string, start: number, handler: ElementHandler): number {
  let open = 0;
  // The parser delivers a text in chunks: a code or a character reference may span several.
  let text = '';
  const settle = (): void => {
    if (text !== '') handler.text(text);
    text = '';
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        settle();
        if (VOID.has(name)) {
          handler.single(name, attributes);
          return;
        }
        open++;
        handler.open(name, attributes);
      },
      onclosetag(name) {
        settle();
        if (VOID.has(name)) return;
        open--;
        handler.close(name);
      },
      ontext(piece) {
        text += piece;
      },
    },
    { decodeEntities: false },
  );
  let at = start;
  while (at < html.length && open < MAX_OPEN) {
    const end = pieceEnd(html, at);
    parser.write(html.slice(at, end));
    at = end;
  }
  if (at < html.length) handler.interrupt();
  parser.end();
  settle();
  return at;
}

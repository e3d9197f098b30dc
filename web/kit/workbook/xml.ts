import { Parser } from 'htmlparser2';
import { WorkbookFault } from './fault.ts';

/** The events of an XML text. Names of elements have no prefix. */
export interface XmlEvents {
  open: (name: string, attributes: Record<string, string>) => void;
  close: (name: string) => void;
  /** A chunk of a text: a text with references arrives in several chunks. */
  text: (text: string) => void;
}

/** Bytes that are decoded at once. */
const PIECE = 64 * 1024;
/** Workbooks nest about twenty elements. The parser's time for one more grows with the depth. */
const DEEPEST = 200;

/**
 * Reads an XML text. Entities that it defines are not resolved, so that they cannot expand.
 * @throws WorkbookFault for elements that are nested deeper than in any workbook
 */
export function readXml(bytes: Uint8Array, { open, close, text }: XmlEvents): void {
  const locals = new Map<string, string>();
  const localOf = (name: string): string => {
    const before = locals.get(name);
    if (before !== undefined) return before;
    const local = name.slice(name.indexOf(':') + 1);
    locals.set(name, local);
    return local;
  };
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > DEEPEST)
          throw new WorkbookFault('The workbook is damaged: its elements are nested too deep.');
        open(localOf(name), attributes);
      },
      onclosetag: (name) => {
        depth -= 1;
        close(localOf(name));
      },
      ontext: text,
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += PIECE) {
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }));
  }
  parser.end(decoder.decode());
}

/** By the byte order mark, without which XML is UTF-8. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

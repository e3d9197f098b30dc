import { Parser } from 'htmlparser2';

/** The events of an XML text. Names of elements come without their prefix. */
export interface XmlEvents {
  open: (name: string, attributes: Record<string, string>) => void;
  close: (name: string) => void;
  /** A piece of a text: a text with references arrives in several. */
  text: (text: string) => void;
}

/** Bytes that are decoded at once. */
const PIECE = 64 * 1024;

/** Reads an XML text. Entities of its own are not resolved, so that they cannot expand. */
export function readXml(bytes: Uint8Array, { open, close, text }: XmlEvents): void {
  const locals = new Map<string, string>();
  const localOf = (name: string): string => {
    const before = locals.get(name);
    if (before !== undefined) return before;
    const local = name.slice(name.indexOf(':') + 1);
    locals.set(name, local);
    return local;
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open(localOf(name), attributes),
      onclosetag: (name) => close(localOf(name)),
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

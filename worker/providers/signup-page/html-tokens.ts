import { decodeReferences } from './html-text.ts';

export type Attributes = ReadonlyMap<string, string>;

/** A piece of a page. `raw` is an element whose content is no markup: its text is handed on as it stands. */
export type HtmlToken =
  | { kind: 'open'; name: string; attributes: Attributes }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }
  | { kind: 'raw'; name: string; attributes: Attributes; text: string };

const RAW_ELEMENTS = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'template']);
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))?/g;

/** A token and where the reading goes on; behind the end of the source when nothing more can be read. */
interface Step {
  token: HtmlToken | null;
  next: number;
}

/**
 * Cuts a page into pieces, each character looked at a fixed number of times: hostile pages cost no more than honest ones.
 * Nothing is executed or fetched. Markup that never ends ends the reading.
 */
export function* tokenize(source: string): Generator<HtmlToken> {
  const lower = source.toLowerCase();
  // A few letters change their length in lower case; places in both texts would no longer agree.
  const searched = lower.length === source.length ? lower : source;
  let at = 0;
  while (at < source.length) {
    const start = source.indexOf('<', at);
    const end = start < 0 ? source.length : start;
    if (end > at) yield { kind: 'text', text: source.slice(at, end) };
    if (start < 0) return;
    const { token, next } = readMarkup(source, searched, start);
    if (token) yield token;
    at = next;
  }
}

function readMarkup(source: string, searched: string, start: number): Step {
  if (source.startsWith('<!--', start)) {
    const end = source.indexOf('-->', start + 4);
    return { token: null, next: end < 0 ? source.length : end + 3 };
  }
  if (!/[a-z/!?]/i.test(source[start + 1] ?? '')) {
    return { token: { kind: 'text', text: '<' }, next: start + 1 };
  }
  const end = findTagEnd(source, start + 1);
  if (end < 0) return { token: null, next: source.length };
  const tag = source.slice(start + 1, end);
  if (tag.startsWith('/')) {
    return { token: { kind: 'close', name: nameOf(tag.slice(1)) }, next: end + 1 };
  }
  const name = nameOf(tag);
  if (name === '') return { token: null, next: end + 1 };
  const attributes = readAttributes(tag.slice(name.length));
  if (!RAW_ELEMENTS.has(name)) return { token: { kind: 'open', name, attributes }, next: end + 1 };
  const close = searched.indexOf(`</${name}`, end + 1);
  const next = close < 0 ? source.length : close;
  return { token: { kind: 'raw', name, attributes, text: source.slice(end + 1, next) }, next };
}

const nameOf = (tag: string): string => /^[a-z][a-z\d:-]*/i.exec(tag)?.[0].toLowerCase() ?? '';

/** The `>` that ends a tag: one inside quotes does not. */
function findTagEnd(source: string, from: number): number {
  let quote = '';
  for (let index = from; index < source.length; index++) {
    const character = source[index] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return index;
    else if (character === '"' || character === "'") quote = character;
  }
  return -1;
}

function readAttributes(text: string): Attributes {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeReferences(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

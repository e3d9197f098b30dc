import type { Fields } from '../fields.ts';
import { type Attributes, visitTags } from '../public-page/page-parts.ts';

/**
 * The maximum number of elements and values that are read from a page, because a hostile page may
 * have any number.
 */
const MAX_DEPTH = 500;
const MAX_VALUES = 50_000;
/** The maximum number of names that one attribute gives to a value, and of characters in a text. */
const MAX_NAMES = 5;
const MAX_TEXT = 1_000;
/** The maximum number of open elements that an end tag may close at once. */
const MAX_CLOSED = 50;

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
/** The attributes that hold the value of an element, after `content`. */
const VALUE_OF: Readonly<Record<string, string>> = {
  a: 'href',
  link: 'href',
  area: 'href',
  img: 'src',
  time: 'datetime',
  data: 'value',
  meter: 'value',
  object: 'data',
};

/** Whether a page may describe things in its elements. */
export const hasEmbeddedData = (source: string): boolean =>
  /\b(?:itemscope|typeof)\b/i.test(source);

/** The things that a page describes by the attributes of its elements (microdata and RDFa), as nodes of JSON-LD. */
export function readEmbeddedData(source: string): Fields[] {
  const reader = new EmbeddedReader();
  visitTags(source, reader);
  return reader.roots;
}

type Node = Record<string, unknown[]>;

interface OpenElement {
  name: string;
  /** The thing that the element describes; null if it belongs to the surrounding element. */
  node: Node | null;
  /** A value of `owner` whose text is collected. */
  value: { owner: Node; names: readonly string[]; text: string } | null;
}

class EmbeddedReader {
  readonly roots: Fields[] = [];
  readonly #open: OpenElement[] = [];
  #left = MAX_VALUES;

  open(name: string, attributes: Attributes): void {
    if (this.#open.length >= MAX_DEPTH) return;
    const element: OpenElement = { name, node: null, value: null };
    const owner = this.#open.findLast(({ node }) => node !== null)?.node ?? null;
    const names = wordsOf(attributes.get('itemprop') ?? attributes.get('property'));
    if (attributes.has('itemscope') || attributes.has('typeof')) {
      element.node = this.#describe(attributes);
      if (owner === null || names.length === 0) this.roots.push(element.node);
      else this.#add(owner, names, element.node);
    } else if (owner !== null && names.length > 0) {
      const given = attributes.get('content') ?? attributes.get(VALUE_OF[name] ?? 'content');
      if (given !== undefined) this.#add(owner, names, given);
      else element.value = { owner, names, text: '' };
    }
    if (!VOID.has(name)) this.#open.push(element);
  }

  close(name: string): void {
    const from = Math.max(0, this.#open.length - MAX_CLOSED);
    const at = this.#open.findLastIndex((element, index) => index >= from && element.name === name);
    if (at < 0) return;
    for (const { value } of this.#open.splice(at)) {
      if (value !== null) this.#add(value.owner, value.names, value.text);
    }
  }

  text(text: string): void {
    const value = this.#open.findLast((element) => element.value !== null)?.value;
    if (value && value.text.length < MAX_TEXT) value.text += text.substring(0, MAX_TEXT);
  }

  #describe(attributes: Attributes): Node {
    const node: Node = Object.create(null);
    node['@type'] = wordsOf(attributes.get('itemtype') ?? attributes.get('typeof'));
    const id = attributes.get('itemid') ?? attributes.get('resource') ?? attributes.get('about');
    return id === undefined ? node : Object.assign(node, { '@id': id });
  }

  #add(owner: Node, names: readonly string[], value: unknown): void {
    for (const name of names) {
      this.#left -= 1;
      if (this.#left < 0) return;
      const values = owner[name];
      if (values === undefined) owner[name] = [value];
      else values.push(value);
    }
  }
}

const wordsOf = (text = ''): string[] =>
  text.split(/\s+/, MAX_NAMES).filter((word) => word !== '' && !word.startsWith('@'));

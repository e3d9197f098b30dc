import { decodeHTML } from 'entities';
import { cut } from '../../../shared/text.ts';
import { type Fields, isFields } from '../fields.ts';
import { oneLine } from '../public-page/one-line.ts';

/**
 * The maximum number of values of a page that are searched for nodes, and of those in one list of
 * offers: a page may nest any number.
 */
export const MAX_NODES = 100_000;
/**
 * The effort for all fields of a page: 1 per value, and 1 per {@link CHARACTERS_PER_EFFORT} characters of a text. A
 * short page may refer to one long list any number of times. A page with 10,000 offers of six fields stays below it.
 */
const MAX_EFFORT = 300_000;
const CHARACTERS_PER_EFFORT = 8;
/** The maximum number of lists and nodes from which one value of a field is unwrapped. */
const MAX_WRAPS = 8;
/** The maximum number of values of one field that are read, except offers. */
const MOST_VALUES = 200;
const MAX_TEXT = 200;
/**
 * The maximum number of characters of a text that are read before entities are decoded, which makes
 * the text shorter.
 */
const LONGEST_READ = 4 * MAX_TEXT;

/** An event of a page. */
export interface EventNode {
  fields: Fields;
  /**
   * The event is described inside another event, or beside an artist, a place or a seller, so the page may be about
   * another one.
   */
  isInner: boolean;
}

/**
 * The linked data of a page: its events in order, and one way to read a field of any node. A field
 * may contain a value, a list, a typed value (`@value`), a reference (`@id`) or a node of any kind.
 */
export class LinkedNodes {
  readonly events: EventNode[] = [];
  readonly #byId = new Map<string, Record<string, unknown>>();
  /** Ids of events that another event lists as a part of it. */
  readonly #parts = new Set<unknown>();
  #effortLeft = MAX_EFFORT;

  constructor(roots: readonly unknown[]) {
    const waiting = roots.map((value) => ({ value, isInner: false })).reverse();
    for (let seen = 0; waiting.length > 0 && seen < MAX_NODES; seen += 1) {
      const { value, isInner } = waiting.pop() ?? {};
      if (typeof value !== 'object' || value === null) continue;
      if (isFields(value)) this.#note(value, isInner === true);
      const isOwner = isFields(value) && isEvent(value);
      for (const [key, child] of Object.entries(value).reverse()) {
        const isBeside = isFields(value) && BESIDE.test(key);
        waiting.push({ value: child, isInner: isInner === true || isOwner || isBeside });
      }
    }
    for (const event of this.events) event.isInner ||= this.#parts.has(event.fields['@id']);
  }

  #note(node: Fields, isInner: boolean): void {
    const id = node['@id'];
    // A reference has only an @id.
    if (typeof id === 'string' && Object.keys(node).length > 1) this.#complete(id, node);
    if (!isEvent(node)) return;
    this.events.push({ fields: node, isInner });
    for (const part of this.values(node, 'subEvent')) {
      const reference = isFields(part) ? part['@id'] : part;
      if (typeof reference === 'string') this.#parts.add(reference);
    }
  }

  /** The descriptions of a node complement each other. The first value of a field counts. */
  #complete(id: string, node: Fields): void {
    // Without a prototype, `__proto__` is a field like any other.
    const merged: Record<string, unknown> = this.#byId.get(id) ?? Object.create(null);
    // One object per id is filled in place: a copy per description takes quadratic time.
    for (const [key, value] of Object.entries(node)) if (!(key in merged)) merged[key] = value;
    this.#byId.set(id, merged);
  }

  /** Reading the page took too much effort: later values are missing, and fields return nothing. */
  get isExhausted(): boolean {
    return this.#effortLeft <= 0;
  }

  /** The values of a field, without lists and typed values around them. References are left as they are. */
  values(node: Fields, name: string, most = MOST_VALUES): unknown[] {
    const spelling = spellingsOf(name).find((one) => node[one] !== undefined);
    if (spelling === undefined) return [];
    const nodes: unknown[] = [];
    this.#unwrap(node[spelling], nodes, most);
    return this.isExhausted ? [] : nodes;
  }

  /** The nodes of a field, written out or by reference. */
  nodes(node: Fields, name: string): Fields[] {
    return this.values(node, name)
      .map((value) => this.resolve(value))
      .filter((value) => value !== null);
  }

  /** The node itself, or the one that a reference names; null for any other value. */
  resolve(value: unknown): Fields | null {
    const reference = isFields(value) ? value['@id'] : value;
    const named = typeof reference === 'string' ? this.#byId.get(reference) : undefined;
    return named ?? (isFields(value) ? value : null);
  }

  /** The first text of a field, or the name of the node that it holds; '' without one. */
  text(node: Fields, name: string): string {
    for (const value of this.values(node, name)) {
      const own = this.resolve(value);
      const text = own === null ? textOf(value) : this.#nameOf(own);
      if (text !== '') return text;
    }
    return '';
  }

  /**
   * The words of a field that contains terms such as `https://schema.org/SoldOut`, in lower case
   * and without blanks.
   */
  words(node: Fields, name: string): string[] {
    return this.values(node, name).map((value) => {
      const term = isFields(value) ? (value['@id'] ?? value.name) : value;
      return textOf(term)
        .replace(/^.*[/#:]/, '')
        .replace(/[^a-z]/gi, '')
        .toLowerCase();
    });
  }

  #unwrap(value: unknown, output: unknown[], most: number, depth = 0): void {
    if (value === undefined || this.isExhausted) return;
    // Empty values count as well, because a list may contain any number of them.
    this.#effortLeft -= effortOf(value);
    if (value === null || depth > MAX_WRAPS) return;
    if (Array.isArray(value)) {
      for (const one of value) {
        if (output.length >= most || this.isExhausted) return;
        this.#unwrap(one, output, most, depth + 1);
      }
      return;
    }
    const inner = isFields(value)
      ? (value['@value'] ?? value['@list'] ?? value['@set'])
      : undefined;
    if (inner === undefined) output.push(value);
    else this.#unwrap(inner, output, most, depth + 1);
  }

  #nameOf(node: Fields): string {
    return (
      this.values(node, 'name')
        .map(textOf)
        .find((text) => text !== '') ?? ''
    );
  }
}

const PREFIXES = ['', 'schema:', 'https://schema.org/', 'http://schema.org/'];
const spellings = new Map<string, string[]>();

/** The names of a field with and without prefixes. They are cached: each offer of a page has some 20 fields. */
function spellingsOf(name: string): string[] {
  const cached = spellings.get(name);
  if (cached !== undefined) return cached;
  const all = PREFIXES.map((prefix) => prefix + name);
  spellings.set(name, all);
  return all;
}

/** The content of these fields belongs to something beside the page's own event. */
const BESIDE =
  /(?:^|[/:])(?:performer|performers|organizer|location|seller|subEvents?|superEvent|events?|isRelatedTo)$/;

/** The effort of reading a value. Only the beginning of a text is read. */
const effortOf = (value: unknown): number =>
  typeof value === 'string' ? 1 + Math.min(value.length, LONGEST_READ) / CHARACTERS_PER_EFFORT : 1;

export const typesOf = (node: Fields): string[] =>
  [node['@type']].flat().map((type) => (typeof type === 'string' ? type : ''));

const isEvent = (node: Fields): boolean =>
  typesOf(node).some((type) => /(?:^|[/#:])(?:[A-Za-z]*Event|Festival)$/.test(type));

/** A text or a number as a short line without entities; '' for any other value. */
export function textOf(given: unknown): string {
  if (typeof given === 'number') return String(given);
  if (typeof given !== 'string') return '';
  const beginning = given.substring(0, LONGEST_READ);
  const text = beginning.includes('&') ? decodeHTML(beginning) : beginning;
  return cut(oneLine(text), MAX_TEXT);
}

import type { CssNode, Declaration } from 'css-tree';
// Only the parser: the whole library has tables of all properties, which cost 4 MB of memory.
import parse from 'css-tree/parser';
import { cachedByText } from '../shared/cached-by-text.ts';

const STRONG =
  /font-weight\s*:\s*(?:bold|[6-9]00)|font-size\s*:\s*(?:1[7-9]|[2-9]\d)|letter-spacing|monospace|courier|border\s*:|font\s*:[^;]{0,200}(?:bold|courier)|background(?:-color)?\s*:/i;
/** Whether a style may affect visibility or letters: few do, and parsing takes time. */
const CONCERNS_TEXT =
  /display|visibility|opacity|(?:height|width|font-size|font)\s*:\s*[01](?!\d)|font\s*:|text-transform|text-indent/i;
/** The maximum number of characters of all style sheets in a mail that are read. */
const MAX_SHEET = 200_000;
/** The only selectors that count: one class or one id, of any element. Mail programs treat others differently. */
const SIMPLE_SELECTOR = /^\s*[a-z\d]*([.#][\w-]{1,80})\s*$/i;
/** Media types that apply when a mail is read on a desktop. */
const DESKTOP = /^\s*(?:only\s+)?(?:screen|all)\s*$/i;

/** The effects of a style on a text. */
export interface StyleFacts {
  isStrong: boolean;
  isHidden: boolean;
  /** How the letters are displayed; null if the style does not set it. */
  transform: 'uppercase' | 'lowercase' | 'none' | null;
}

const PLAIN: StyleFacts = { isStrong: false, isHidden: false, transform: null };

/** The values of some properties, each with its weight: a later one replaces one that weighs no more. */
type Values = Map<string, { value: string; isImportant: boolean }>;

function setValue(values: Values, { property, important, value }: Declaration): void {
  const name = property.toLowerCase();
  const isImportant = important !== false;
  if (values.get(name)?.isImportant && !isImportant) return;
  const text = value.type === 'Raw' ? value.value : '';
  values.set(name, { value: text.trim().toLowerCase(), isImportant });
}

function parseCss(css: string, context: 'stylesheet' | 'declarationList'): CssNode | null {
  try {
    const options = { parseValue: false, parseRulePrelude: false, parseAtrulePrelude: false };
    return parse(css, { context, ...options, onParseError: () => undefined });
  } catch {
    return null; // the parser does not support it: the style has no effect
  }
}

/** The cache of styles. Senders repeat their styles and sheets in all their mails. */
const OF_ATTRIBUTES = { longest: 500, most: 100_000 };
const OF_SHEETS = { longest: 50_000, most: 400_000 };

/** The declarations of a style attribute. */
const inlineValues = cachedByText((style): Values => {
  const values: Values = new Map();
  const root = parseCss(style, 'declarationList');
  if (root?.type !== 'DeclarationList') return values;
  for (const node of root.children) if (node.type === 'Declaration') setValue(values, node);
  return values;
}, OF_ATTRIBUTES);

/** The texts of a page's `style` elements. */
function sheetsOf(html: string): string {
  const lower = html.toLowerCase();
  let css = '';
  for (let at = lower.indexOf('<style'); at >= 0; at = lower.indexOf('<style', at)) {
    const start = lower.indexOf('>', at) + 1;
    const end = lower.indexOf('</style', at);
    if (start === 0 || css.length > MAX_SHEET) break;
    css += `${html.slice(start, end < 0 ? undefined : end)}\n`;
    if (end < 0) break;
    at = end;
  }
  // Old mails put their style sheets into comments of HTML.
  return css.substring(0, MAX_SHEET).replace(/<!--|-->/g, '');
}

/** The properties of each class and id, by rules that count on a desktop. */
const readSheets = cachedByText((css): ReadonlyMap<string, Values> => {
  const byName = new Map<string, Values>();
  const root = css === '' ? null : parseCss(css, 'stylesheet');
  if (root?.type !== 'StyleSheet') return byName;
  const readRules = (nodes: Iterable<CssNode>): void => {
    for (const node of nodes) {
      if (node.type === 'Atrule') {
        const { prelude, block } = node;
        const media = prelude?.type === 'Raw' ? prelude.value : '';
        if (node.name === 'media' && block && DESKTOP.test(media)) readRules(block.children);
      }
      if (node.type !== 'Rule' || node.prelude.type !== 'Raw') continue;
      const declarations = [...node.block.children].filter((one) => one.type === 'Declaration');
      for (const selector of node.prelude.value.split(',')) {
        const name = SIMPLE_SELECTOR.exec(selector)?.[1];
        if (name === undefined) continue;
        const values: Values = byName.get(name) ?? new Map();
        for (const declaration of declarations) setValue(values, declaration);
        byName.set(name, values);
      }
    }
  };
  readRules(root.children);
  return byName;
}, OF_SHEETS);

/** `0`, `0px`, `0.0em`. */
const isZero = (value: string | undefined): boolean =>
  value !== undefined && /^0*\.?0+(?:px|pt|em|rem|%|in|cm|mm)?$/.test(value);

/** Whether values hide an element, as a mail program on a desktop does. */
function isHiddenBy(values: Values): boolean {
  const textOf = (name: string): string | undefined => values.get(name)?.value;
  const fontSize =
    textOf('font-size') ?? /(?:^|\s)([\d.]+(?:px|pt))/.exec(textOf('font') ?? '')?.[1];
  const isClipped = /hidden|clip/.test(textOf('overflow') ?? '');
  return (
    textOf('display') === 'none' ||
    /^(?:hidden|collapse)$/.test(textOf('visibility') ?? '') ||
    /^(?:0+(?:\.0\d*)?|\.0\d*)%?$/.test(textOf('opacity') ?? '') ||
    isZero(fontSize) ||
    /^1(?:px|pt)$/.test(fontSize ?? '') ||
    isZero(textOf('max-height')) ||
    (isClipped && (isZero(textOf('height')) || isZero(textOf('width')))) ||
    /^-\d{3,}/.test(textOf('text-indent') ?? '')
  );
}

function factsOfValues(values: Values): Omit<StyleFacts, 'isStrong'> {
  const transform = /^(uppercase|lowercase|none)$/.exec(
    values.get('text-transform')?.value ?? '',
  )?.[1];
  return {
    isHidden: isHiddenBy(values),
    transform: (transform ?? null) as StyleFacts['transform'],
  };
}

/** The styles of one mail: it repeats a few of them in most of its tags. */
export class Styles {
  private readonly cache = new Map<string, StyleFacts>([['\n', PLAIN]]);
  private readonly byName: ReadonlyMap<string, Values>;

  constructor(html: string) {
    this.byName = readSheets(sheetsOf(html));
  }

  /** The effects of the style attribute of a tag, its classes and its id. */
  factsOf(style: string, classes: string, id: string): StyleFacts {
    const names = this.byName.size === 0 ? [] : this.namesOf(classes, id);
    const key = `${style}\n${names.join(' ')}`;
    const before = this.cache.get(key);
    if (before) return before;
    const facts = this.read(style, names);
    this.cache.set(key, facts);
    return facts;
  }

  /** The names of a tag for which the style sheets have rules, as selectors. */
  private namesOf(classes: string, id: string): string[] {
    const selectors = classes
      .trim()
      .split(/\s+/, 20)
      .map((name) => `.${name}`);
    if (id !== '') selectors.push(`#${id.trim()}`);
    return selectors.filter((name) => this.byName.has(name));
  }

  private read(style: string, names: readonly string[]): StyleFacts {
    const isStrong = STRONG.test(style);
    const isOwn = CONCERNS_TEXT.test(style);
    if (!isOwn && names.length === 0) return { ...PLAIN, isStrong };
    const values: Values = new Map();
    const merge = (other: Values): void => {
      for (const [name, next] of other)
        if (next.isImportant || !values.get(name)?.isImportant) values.set(name, next);
    };
    for (const name of names) merge(this.byName.get(name) ?? new Map());
    if (style !== '') merge(inlineValues(style));
    return { isStrong, ...factsOfValues(values) };
  }
}

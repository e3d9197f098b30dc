const STRONG =
  /font-weight\s*:\s*(?:bold|[6-9]00)|font-size\s*:\s*(?:1[7-9]|[2-9]\d)|letter-spacing|monospace|courier|border\s*:|font\s*:[^;]{0,200}(?:bold|courier)|background(?:-color)?\s*:/i;
const HIDDEN =
  /display\s*:\s*none|visibility\s*:\s*hidden|max-height\s*:\s*0|font-size\s*:\s*[01](?:px|pt|em)?\s*(?:;|$)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)/i;
/** The class or id that ends the selector before a brace. */
const NAME_BEFORE = /(?<=[.#]([\w-]{1,60})\s*)\{/y;
/** Characters of a rule that are read. */
const MAX_RULE = 400;

/** The effects of a style on a text. */
export interface StyleFacts {
  isStrong: boolean;
  isHidden: boolean;
}

const PLAIN: StyleFacts = { isStrong: false, isHidden: false };

/** The classes and ids that a style sheet hides. */
function namesHidden(html: string): ReadonlySet<string> {
  const names = new Set<string>();
  let from = 0;
  for (let end = html.indexOf('}'); end >= 0; end = html.indexOf('}', from)) {
    const brace = html.slice(from, end).lastIndexOf('{');
    const start = from + brace;
    from = end + 1;
    if (brace < 0 || end - start > MAX_RULE + 1 || !HIDDEN.test(html.slice(start + 1, end)))
      continue;
    NAME_BEFORE.lastIndex = start;
    const name = NAME_BEFORE.exec(html)?.[1];
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** The styles of one mail: it repeats a few of them in most of its tags. */
export class Styles {
  private readonly known = new Map<string, StyleFacts>([['', PLAIN]]);
  /** Classes and ids that the style sheet hides. */
  private readonly hiddenNames: ReadonlySet<string>;

  constructor(html: string) {
    this.hiddenNames = namesHidden(html);
  }

  /** The effects of the style attribute of a tag. */
  factsOf(style: string): StyleFacts {
    let facts = this.known.get(style);
    if (!facts) {
      facts = { isStrong: STRONG.test(style), isHidden: HIDDEN.test(style) };
      this.known.set(style, facts);
    }
    return facts;
  }

  /** Whether the style sheet hides a class or an id. */
  hides(names: string): boolean {
    return (
      this.hiddenNames.size > 0 &&
      names
        .trim()
        .split(/\s+/, 20)
        .some((name) => this.hiddenNames.has(name))
    );
  }
}

import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { cut } from '../../../shared/text.ts';
import { oneLine } from './one-line.ts';

export type Attributes = ReadonlyMap<string, string>;

/** The handlers for the parts of a page, in order. Names are in lower case. */
interface TagVisitor {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** An option, radio or checkbox: what it would send, and every text that describes it. */
export interface FormControl {
  value: string;
  label: string;
  /** Label of its group (optgroup, fieldset). */
  group: string;
  /** Identifies the select element or the inputs of one name. */
  field: string;
  isDisabled: boolean;
  attributes: Attributes;
}

/** The parts of a page that may describe events. */
export interface PageParts {
  title: string;
  /** As stated by the root element; null if it states none. */
  language: string | null;
  /** Contents of script elements; `isLinkedData` for application/ld+json. */
  scripts: { text: string; isLinkedData: boolean }[];
  /** Attribute values that look like JSON. */
  jsonAttributes: string[];
  controls: FormControl[];
}

const MAX_CONTROLS = 5000;
/** The maximum number of characters that are read from a label, group or title. */
const MAX_LABEL = 2000;
/** Elements whose content is not shown. */
const UNSEEN = new Set(['style', 'textarea', 'noscript', 'template']);

/**
 * Collects the parts of a page in one pass. Uses the tokenizer, not the parser: the parser keeps a stack of open tags
 * and takes quadratic time for a hostile page that never closes them. Nothing is executed or fetched.
 */
export function readPageParts(source: string): PageParts {
  const collector = new PartsCollector();
  visitTags(source, collector);
  return collector.finish();
}

/** Passes the tags and texts of a page to a visitor. Missing end tags are not added. */
export function visitTags(source: string, visitor: TagVisitor): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacksFor(visitor, source));
  tokenizer.write(source);
  tokenizer.end();
}

/** Assembles tags, attributes and texts from the positions that the tokenizer reports. */
function callbacksFor(collector: TagVisitor, source: string): TokenizerCallbacks {
  let name = '';
  let attributes = new Map<string, string>();
  let attribute = { name: '', value: '' };
  const nothing = (): void => undefined;
  const open = (): void => collector.open(name, attributes);
  return {
    ontext: (start, end) => collector.text(source.slice(start, end)),
    ontextentity: (codePoint) => collector.text(String.fromCodePoint(codePoint)),
    onopentagname(start, end) {
      name = source.slice(start, end).toLowerCase();
      attributes = new Map();
    },
    onattribname(start, end) {
      attribute = { name: source.slice(start, end).toLowerCase(), value: '' };
    },
    onattribdata(start, end) {
      attribute.value += source.slice(start, end);
    },
    onattribentity(codePoint) {
      attribute.value += String.fromCodePoint(codePoint);
    },
    onattribend() {
      // The first of two attributes with the same name counts.
      if (!attributes.has(attribute.name)) attributes.set(attribute.name, attribute.value);
    },
    onopentagend: open,
    onselfclosingtag: open,
    onclosetag: (start, end) => collector.close(source.slice(start, end).toLowerCase()),
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onprocessinginstruction: nothing,
    onend: nothing,
  };
}

interface Draft {
  value: string;
  id: string;
  group: string;
  field: string;
  isDisabled: boolean;
  attributes: Attributes;
  /** Texts inside and around the control, in order. */
  texts: string[];
}

class PartsCollector {
  #titles = { social: '', document: '', heading: '' };
  #language: string | null = null;
  #scripts: PageParts['scripts'] = [];
  #jsonAttributes: string[] = [];
  #drafts: Draft[] = [];
  #option: Draft | null = null;
  #label: { forId: string; text: string; drafts: Draft[] } | null = null;
  #labelsById = new Map<string, string>();
  #group = '';
  #legend: string[] | null = null;
  #selects = 0;
  #isGroupDisabled = false;
  #isSelectDisabled = false;
  #isFieldsetDisabled = false;
  #isInHeading = false;
  /** Inside a <time> with an exact date: its displayed text is ignored. */
  #hasExactTime = false;
  #unseenDepth = 0;
  #script: { texts: string[]; isLinkedData: boolean } | null = null;
  #documentTitle: string[] | null = null;

  open(name: string, attributes: Attributes): void {
    if (UNSEEN.has(name)) this.#unseenDepth += 1;
    if (this.#unseenDepth > 0) return;
    for (const value of attributes.values()) {
      if (value.length > 20 && /^\s*[[{]/.test(value)) this.#jsonAttributes.push(value);
    }
    if (name === 'html') this.#language ??= attributes.get('lang')?.trim() || null;
    if (name === 'meta') this.#meta(attributes);
    else if (name === 'option') this.#openOption(attributes);
    else if (name === 'input') this.#input(attributes);
    else if (name === 'label') {
      this.#label = { forId: attributes.get('for') ?? '', text: '', drafts: [] };
    } else if (name === 'select' || name === 'fieldset') this.#openFields(name, attributes);
    else if (name === 'optgroup') {
      this.#isGroupDisabled = attributes.has('disabled');
      this.#group = oneLine(cut(attributes.get('label') ?? '', MAX_LABEL));
    } else if (name === 'legend') this.#legend = [];
    else if (name === 'h1') this.#isInHeading = this.#titles.heading === '';
    else if (name === 'time') this.#openTime(attributes.get('datetime') ?? '');
    else if (name === 'script') this.#openScript(attributes);
    else if (name === 'title') this.#documentTitle = [];
    else this.#separate();
  }

  close(name: string): void {
    if (UNSEEN.has(name) && this.#unseenDepth > 0) this.#unseenDepth -= 1;
    if (this.#unseenDepth > 0) return;
    if (name === 'script') this.#closeScript();
    if (name === 'title') this.#closeTitle();
    if (name === 'option' || name === 'select') this.#option = null;
    if (name === 'optgroup' || name === 'select' || name === 'fieldset') {
      this.#group = '';
      this.#isGroupDisabled = false;
      if (name === 'select') this.#isSelectDisabled = false;
      if (name === 'fieldset') this.#isFieldsetDisabled = false;
    }
    if (name === 'h1') this.#isInHeading = false;
    if (name === 'time' || name === 'label') this.#hasExactTime = false;
    if (name === 'legend') {
      this.#group = oneLine(cut((this.#legend ?? []).join(''), MAX_LABEL));
      this.#legend = null;
    }
    if (name === 'label') this.#closeLabel();
    else this.#separate();
  }

  text(text: string): void {
    if (this.#unseenDepth > 0) return;
    const raw = this.#script?.texts ?? this.#documentTitle;
    if (raw) {
      raw.push(text);
      return;
    }
    if (this.#hasExactTime) return;
    this.#option?.texts.push(text);
    this.#addToLabel(text);
    this.#legend?.push(text);
    if (this.#isInHeading) this.#titles.heading += text;
  }

  finish(): PageParts {
    // A page may end inside a script or its title.
    this.#closeScript();
    this.#closeTitle();
    const { social, document, heading } = this.#titles;
    const lines = new Map<string, string>();
    const controls = this.#drafts.map((draft) => ({
      value: draft.value,
      label: labelOf(draft, this.#labelsById.get(draft.id) ?? '', lines),
      group: draft.group,
      field: draft.field,
      isDisabled: draft.isDisabled,
      attributes: draft.attributes,
    }));
    return {
      title: cut(social || document || oneLine(heading), MAX_LABEL),
      language: this.#language,
      scripts: this.#scripts,
      jsonAttributes: this.#jsonAttributes,
      controls,
    };
  }

  #openFields(name: string, attributes: Attributes): void {
    const isDisabled = attributes.has('disabled');
    if (name === 'select') {
      this.#selects += 1;
      this.#isSelectDisabled = isDisabled;
    } else this.#isFieldsetDisabled = isDisabled;
    this.#separate();
  }

  #openScript(attributes: Attributes): void {
    const type = attributes.get('type')?.toLowerCase() ?? '';
    this.#script = { texts: [], isLinkedData: type.includes('ld+json') };
  }

  #closeScript(): void {
    if (!this.#script) return;
    const { texts, isLinkedData } = this.#script;
    this.#scripts.push({ text: texts.join(''), isLinkedData });
    this.#script = null;
  }

  #closeTitle(): void {
    this.#titles.document ||= oneLine((this.#documentTitle ?? []).join(''));
    this.#documentTitle = null;
  }

  #openTime(dateTime: string): void {
    this.text(` ${dateTime} `);
    this.#hasExactTime = dateTime !== '';
  }

  #meta(attributes: Attributes): void {
    const name = attributes.get('property') ?? attributes.get('name');
    if (name === 'og:title') this.#titles.social ||= oneLine(attributes.get('content') ?? '');
  }

  #openOption(attributes: Attributes): void {
    this.#option = this.#draft(attributes, `select ${this.#selects}`);
  }

  #input(attributes: Attributes): void {
    const type = attributes.get('type')?.toLowerCase();
    if (type !== 'radio' && type !== 'checkbox') return;
    const draft = this.#draft(attributes, `input ${attributes.get('name') ?? ''}`);
    if (draft) this.#label?.drafts.push(draft);
  }

  #draft(attributes: Attributes, field: string): Draft | null {
    const value = attributes.get('value')?.trim() ?? '';
    if (value === '' || this.#drafts.length >= MAX_CONTROLS) return null;
    const draft = {
      value,
      id: attributes.get('id') ?? '',
      group: this.#group,
      field,
      isDisabled:
        attributes.has('disabled') ||
        this.#isGroupDisabled ||
        this.#isSelectDisabled ||
        this.#isFieldsetDisabled,
      attributes,
      texts: [],
    };
    this.#drafts.push(draft);
    return draft;
  }

  #closeLabel(): void {
    const label = this.#label;
    this.#label = null;
    if (!label) return;
    for (const draft of label.drafts) draft.texts.push(label.text);
    if (label.forId !== '') this.#labelsById.set(label.forId, label.text);
  }

  /**
   * A label is stored as one short text, because it may contain thousands of controls, each of
   * which refers to it.
   */
  #addToLabel(text: string): void {
    if (this.#label === null || this.#label.text.length >= MAX_LABEL) return;
    this.#label.text += cut(text, MAX_LABEL);
  }

  /** Elements inside a label are separate on the page, so their texts are stored separately too. */
  #separate(): void {
    this.#addToLabel('\n');
    this.#option?.texts.push('\n');
  }
}

/**
 * The visible label, one line per part of it; without one, the label for screen readers.
 * @param lines the results for texts that controls share
 */
function labelOf(draft: Draft, named: string, lines: Map<string, string>): string {
  const inside = linesOf(draft.texts.join(''), lines);
  if (inside !== '') return inside;
  const beside = linesOf(named, lines);
  if (beside !== '') return beside;
  const hidden = draft.attributes.get('aria-label') ?? draft.attributes.get('label') ?? '';
  return oneLine(cut(hidden, MAX_LABEL));
}

function linesOf(whole: string, cache: Map<string, string>): string {
  const text = cut(whole, MAX_LABEL);
  const before = cache.get(text);
  if (before !== undefined) return before;
  const lines = text.split('\n').map(oneLine);
  const result = lines.filter((line) => line !== '').join('\n');
  cache.set(text, result);
  return result;
}

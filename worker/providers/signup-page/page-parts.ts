import { plainText } from './html-text.ts';
import { type Attributes, tokenize } from './html-tokens.ts';

/** An option, radio or checkbox: what it would send, and every text that describes it. */
export interface FormControl {
  value: string;
  label: string;
  /** Label of the group that it stands in (optgroup, fieldset). */
  group: string;
  attributes: Attributes;
}

/** What a page holds that may describe events. */
export interface PageParts {
  title: string;
  /** Contents of script elements; `isLinkedData` for application/ld+json. */
  scripts: { text: string; isLinkedData: boolean }[];
  /** Attribute values that look like JSON. */
  jsonAttributes: string[];
  controls: FormControl[];
}

const MAX_CONTROLS = 5000;

/** Collects the parts of a page in one pass. */
export function readPageParts(source: string): PageParts {
  const collector = new PartsCollector();
  for (const token of tokenize(source)) {
    if (token.kind === 'text') collector.text(token.text);
    else if (token.kind === 'open') collector.open(token.name, token.attributes);
    else if (token.kind === 'close') collector.close(token.name);
    else collector.raw(token.name, token.attributes, token.text);
  }
  return collector.finish();
}

interface Draft {
  value: string;
  id: string;
  group: string;
  attributes: Attributes;
  /** Texts inside and around the control, in their order. */
  texts: string[];
}

class PartsCollector {
  #titles = { social: '', document: '', heading: '' };
  #scripts: PageParts['scripts'] = [];
  #jsonAttributes: string[] = [];
  #drafts: Draft[] = [];
  #option: Draft | null = null;
  #label: { forId: string; texts: string[]; drafts: Draft[] } | null = null;
  #labelsById = new Map<string, string[]>();
  #group = '';
  #legend: string[] | null = null;
  #isInHeading = false;
  /** Inside a <time> that tells its date exactly; what it shows is left out. */
  #isTimeTold = false;

  open(name: string, attributes: Attributes): void {
    for (const value of attributes.values()) {
      if (value.length > 20 && /^\s*[[{]/.test(value)) this.#jsonAttributes.push(value);
    }
    if (name === 'meta') this.#meta(attributes);
    else if (name === 'option') this.#openOption(attributes);
    else if (name === 'input') this.#input(attributes);
    else if (name === 'label') {
      this.#label = { forId: attributes.get('for') ?? '', texts: [], drafts: [] };
    } else if (name === 'optgroup') this.#group = plainText(attributes.get('label') ?? '');
    else if (name === 'legend') this.#legend = [];
    else if (name === 'h1') this.#isInHeading = this.#titles.heading === '';
    else if (name === 'time') this.#openTime(attributes.get('datetime') ?? '');
    else this.#separate();
  }

  close(name: string): void {
    if (name === 'option' || name === 'select') this.#option = null;
    if (name === 'optgroup' || name === 'select' || name === 'fieldset') this.#group = '';
    if (name === 'h1') this.#isInHeading = false;
    if (name === 'time' || name === 'label') this.#isTimeTold = false;
    if (name === 'legend') {
      this.#group = plainText((this.#legend ?? []).join(''));
      this.#legend = null;
    }
    if (name === 'label') this.#closeLabel();
    else this.#separate();
  }

  text(text: string): void {
    if (this.#isTimeTold) return;
    this.#option?.texts.push(text);
    this.#label?.texts.push(text);
    this.#legend?.push(text);
    if (this.#isInHeading) this.#titles.heading += text;
  }

  raw(name: string, attributes: Attributes, text: string): void {
    if (name === 'title') this.#titles.document ||= plainText(text);
    if (name !== 'script') return;
    const type = attributes.get('type')?.toLowerCase() ?? '';
    this.#scripts.push({ text, isLinkedData: type.includes('ld+json') });
  }

  finish(): PageParts {
    const { social, document, heading } = this.#titles;
    const controls = this.#drafts.map((draft) => ({
      value: draft.value,
      label: labelOf(draft, this.#labelsById.get(draft.id) ?? []),
      group: draft.group,
      attributes: draft.attributes,
    }));
    return {
      title: social || document || plainText(heading),
      scripts: this.#scripts,
      jsonAttributes: this.#jsonAttributes,
      controls,
    };
  }

  #openTime(dateTime: string): void {
    this.text(` ${dateTime} `);
    this.#isTimeTold = dateTime !== '';
  }

  #meta(attributes: Attributes): void {
    const name = attributes.get('property') ?? attributes.get('name');
    if (name === 'og:title') this.#titles.social ||= plainText(attributes.get('content') ?? '');
  }

  #openOption(attributes: Attributes): void {
    this.#option = this.#draft(attributes);
  }

  #input(attributes: Attributes): void {
    const type = attributes.get('type')?.toLowerCase();
    if (type !== 'radio' && type !== 'checkbox') return;
    const draft = this.#draft(attributes);
    if (draft) this.#label?.drafts.push(draft);
  }

  #draft(attributes: Attributes): Draft | null {
    const value = attributes.get('value')?.trim() ?? '';
    if (value === '' || this.#drafts.length >= MAX_CONTROLS) return null;
    const draft = {
      value,
      id: attributes.get('id') ?? '',
      group: this.#group,
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
    for (const draft of label.drafts) draft.texts.push(...label.texts);
    if (label.forId !== '') this.#labelsById.set(label.forId, label.texts);
  }

  /** Elements inside a label stand apart on the page: their texts are kept apart too. */
  #separate(): void {
    this.#label?.texts.push('\n');
    this.#option?.texts.push('\n');
  }
}

/** The visible label, one line per part of it; without one what is told to screen readers. */
function labelOf(draft: Draft, named: readonly string[]): string {
  const inside = linesOf(draft.texts);
  if (inside !== '') return inside;
  const beside = linesOf(named);
  if (beside !== '') return beside;
  return plainText(draft.attributes.get('aria-label') ?? draft.attributes.get('label') ?? '');
}

function linesOf(texts: readonly string[]): string {
  const lines = texts.join('').slice(0, 2000).split('\n').map(plainText);
  return lines.filter((line) => line !== '').join('\n');
}

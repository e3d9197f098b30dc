import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { allMatches } from '../shared/text.ts';
import { cleanText } from './clean-text.ts';
import { PART_LIMITS } from './limits.ts';
import { codesInLink, mayHoldCode } from './link-codes.ts';
import type { TextPart } from './mime-tree.ts';

/** A text whose quotation marks come in pairs. */
const IN_PAIRS = /^[^"']*(?:"[^"]*"[^"']*|'[^']*'[^"']*)*$/;
/**
 * The start tags that matter: elements whose content is hidden, one that is hidden but contains
 * elements, links, attributes that are displayed, and content that is read in several ways.
 */
const NAME =
  /^<(?:(script|style|title)|(head)|(a)|(img|input)|(textarea|xmp|iframe|noembed|noframes|plaintext|listing|svg|math|template|object))[\s/>]/i;
const STARTS_TAG = /^<(?:[a-z/?]|!(?!\[cdata))/i;
const ENDS: Readonly<Record<string, RegExp>> = {
  script: /<\/script(?=[\s>])/gi,
  style: /<\/style(?=[\s>])/gi,
  title: /<\/title(?=[\s>])/gi,
};
const HREF = /href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;
const LINK = /https?:\/\/[^\s<>"]{4,}/g;
/** A line without a blank that may be cut anywhere. */
const UNBROKEN = new RegExp(`\\S{${PART_LIMITS.lineCharacters - 100}}`);
/** Represents a tag. */
const BETWEEN = '\0';
/** A character reference that a tag may interrupt. */
const INTERRUPTED = /&[a-z\d#]*\0/i;

/** The text that a link displays, with its character references decoded. */
const linkValues = (href: string): string[] =>
  codesInLink(cleanText(href)).map(({ value }) => value);

/** The index after the `>` of the comment or tag at an index; -1 if it is uncertain. */
function markupEnd(html: string, at: number): number {
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4);
    const isDoubtful = end < 0 || /^-?>|--!>/.test(html.slice(at + 4, end + 3));
    return isDoubtful ? -1 : end + 3;
  }
  const end = html.indexOf('>', at) + 1;
  const tag = html.slice(at, end);
  const isTag = STARTS_TAG.test(tag) && tag.indexOf('<', 1) < 0;
  return isTag && (!/["']/.test(tag) || IN_PAIRS.test(tag)) ? end : -1;
}

/** The index after the content of a hidden element; -1 without an end. */
function contentEnd(html: string, name: string, at: number): number {
  const end = ENDS[name.toLowerCase()];
  if (end === undefined || html[at - 2] === '/') return -1;
  end.lastIndex = at;
  return end.exec(html)?.index ?? -1;
}

function rawHtml(html: string): string[] | null {
  const asides: string[] = [];
  const links = new Set<string>();
  let text = '';
  let at = 0;
  for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', at)) {
    text += `${html.slice(at, tag)}${BETWEEN}`;
    at = markupEnd(html, tag);
    if (at < 0) return null;
    const markup = html.slice(tag, at);
    const [, notShown, head, link, field, doubtful] = NAME.exec(markup) ?? [];
    if (doubtful) return null;
    // The text of a head is hidden, and would come between the letters of a surrounding word.
    if (head && /[^\s\0]/.test(text)) return null;
    if (field) asides.push(decodeHTMLAttribute(markup));
    if (link)
      for (const [, double, single, bare] of allMatches(markup, HREF))
        links.add(double ?? single ?? bare ?? '');
    if (notShown) at = contentEnd(html, notShown, at);
    if (at < 0) return null;
  }
  text += html.slice(at);
  if (text.includes('>') || INTERRUPTED.test(text)) return null;
  for (const href of links)
    if (mayHoldCode(href)) asides.push(...linkValues(decodeHTMLAttribute(href)));
  return [text.includes('&') ? decodeHTML(text) : text, ...asides];
}

function rawPlain(text: string): string[] | null {
  if (UNBROKEN.test(text)) return null;
  if (!/https?:/.test(text)) return [text];
  const links = cleanText(text).match(LINK) ?? [];
  return [text, ...links.filter(mayHoldCode).flatMap(linkValues)];
}

/**
 * Texts that together contain each word that the lines of a part have, and more: if none of them
 * contains a word, no line does. The letters of a word may have tags, blanks and invisible
 * characters between them. Takes a fraction of the time of laying out the lines, linear in the
 * length.
 * @returns null if only the lines themselves can decide
 */
export function rawTexts({ type, text }: TextPart): string[] | null {
  if (type === 'text/html') return rawHtml(text);
  return type === 'text/plain' ? rawPlain(text) : null;
}

import { readdirSync, readFileSync } from 'node:fs';
import type { MailLine } from '../../mail-lines/line.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';
import { type DecodedMail, readMail, type TextPart } from '../../mail-lines/mime-tree.ts';

/** A mail whose codes are known. */
export interface LabelledMail {
  name: string;
  /** The person who wrote it; the set's name if that is unknown. */
  writer: string;
  lang: string;
  lines: MailLine[];
  /** The codes as a buyer would type them. */
  codes: string[];
  /** Expired codes: neither right nor wrong. */
  neutral: string[];
  /** The keywords that an operator would search for. */
  keywords: string[];
  /** Codes by artist, for mails about several. */
  byKeyword: Readonly<Record<string, readonly string[]>>;
}

const FOLDER = new URL('../fixtures/', import.meta.url);

/** One line of a set, as fixtures/README.md describes it. */
interface Row {
  name: string;
  writer?: string;
  lang: string;
  codes: string[];
  expired?: string[];
  keywords?: string[];
  by_keyword?: Record<string, string[]>;
  /** The whole mail, with one character for each byte. */
  eml?: string;
  subject?: string;
  from?: string;
  text?: string;
  html?: string;
}

function readRows(set: string): Row[] {
  const written = readFileSync(new URL(`${set}.jsonl`, FOLDER), 'utf8').trimEnd();
  return written.split('\n').map((line): Row => JSON.parse(line));
}

function decodedOf({ eml, subject = '', from = '', text, html }: Row): DecodedMail {
  if (eml !== undefined) return readMail(Buffer.from(eml, 'latin1'));
  const parts: TextPart[] = [];
  if (text !== undefined) parts.push({ type: 'text/plain', text });
  if (html !== undefined) parts.push({ type: 'text/html', text: html });
  return { subject, from, date: '', parts, hasImages: false };
}

/** The mails of a set as texts that are not yet laid out. */
export const decodedMails = (set: string): DecodedMail[] => readRows(set).map(decodedOf);

/** The mails of a set. */
export const labelledMails = (set: string): LabelledMail[] =>
  readRows(set).map((row) => ({
    name: row.name,
    writer: row.writer ?? set,
    lang: row.lang,
    lines: mailLines(decodedOf(row)),
    codes: row.codes,
    neutral: row.expired ?? [],
    keywords: row.keywords ?? [],
    byKeyword: row.by_keyword ?? {},
  }));

/** The mails of a set as bytes, without those that are stored as texts. */
export const mailBytes = (set: string): Buffer[] =>
  readRows(set).flatMap(({ eml }) => (eml === undefined ? [] : [Buffer.from(eml, 'latin1')]));

/** Names of all sets. */
export const setNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.replace(/\.jsonl$/, ''));

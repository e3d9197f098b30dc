import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MailLine } from '../../sidecar/mail/mail-lines.ts';
import { mailLines } from '../../sidecar/mail/mail-text.ts';
import { readMail, type TextPart } from '../../sidecar/mail/mime-tree.ts';

/** A mail whose codes are known. `neutral` codes are expired ones: neither right nor wrong. */
export interface LabelledMail {
  name: string;
  lang: string;
  lines: MailLine[];
  codes: string[];
  neutral: string[];
}

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

interface Label {
  file: string;
  lang?: string;
  codes: string[];
  expired?: string[];
}

/** Mails kept as they travel: a folder with `mails/*.eml` and `labels.json`, as the owner's 140 are. */
export function labelledMails(set = 'mails', folder = FIXTURES): LabelledMail[] {
  const at = `${folder}${set}/`;
  const about = existsSync(`${at}meta.json`) ? readJson<Label[]>(`${at}meta.json`) : [];
  return readJson<Label[]>(`${at}labels.json`).map((label) => {
    const { file, codes, lang, expired } = {
      ...about.find((m) => m.file === label.file),
      ...label,
    };
    return {
      name: file,
      lang: lang ?? '',
      lines: mailLines(readMail(readFileSync(`${at}mails/${file}`))),
      codes,
      neutral: expired ?? [],
    };
  });
}

/** Sets of labelled mails that others wrote, apart from those kept unseen. */
export const writtenSets = (): string[] =>
  readdirSync(FIXTURES).filter(
    (name) =>
      /^mails-/.test(name) && !/blind/.test(name) && existsSync(`${FIXTURES}${name}/labels.json`),
  );

interface WrittenMail {
  id: string;
  subject: string;
  from: string;
  text?: string;
  html?: string;
  codes: string[];
  neutral?: string[];
}

/** Mails kept as their texts only: a folder of lists, one a language. */
export function freshMails(set = 'mails-fresh'): LabelledMail[] {
  return readdirSync(`${FIXTURES}${set}`)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readJson<WrittenMail[]>(`${FIXTURES}${set}/${name}`))
    .map(({ id, subject, from, text, html, codes, neutral }) => {
      const parts: TextPart[] = [];
      if (text !== undefined) parts.push({ type: 'text/plain', text });
      if (html !== undefined) parts.push({ type: 'text/html', text: html });
      const mail = { subject, from, date: '', parts, hasImages: false };
      return {
        name: id,
        lang: id.slice(0, 2),
        lines: mailLines(mail),
        codes,
        neutral: neutral ?? [],
      };
    });
}

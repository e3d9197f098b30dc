import { readdirSync, readFileSync } from 'node:fs';
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
const readJson = <T>(path: string): T =>
  JSON.parse(readFileSync(`${FIXTURES}${path}`, 'utf8')) as T;

/** The 140 labelled mails of the owner. */
export function labelledMails(): LabelledMail[] {
  const labels = readJson<{ file: string; codes: string[] }[]>('mails/labels.json');
  const meta = readJson<{ file: string; lang: string; expired: string[] }[]>('mails/meta.json');
  return labels.map(({ file, codes }) => {
    const about = meta.find((entry) => entry.file === file);
    const mail = readMail(readFileSync(`${FIXTURES}mails/mails/${file}`));
    return {
      name: file,
      lang: about?.lang ?? '',
      lines: mailLines(mail),
      codes,
      neutral: about?.expired ?? [],
    };
  });
}

interface WrittenMail {
  id: string;
  subject: string;
  from: string;
  text?: string;
  html?: string;
  codes: string[];
  neutral?: string[];
}

/** Mails of other forms, written before the finder was. */
export function freshMails(set = 'mails-fresh'): LabelledMail[] {
  return readdirSync(`${FIXTURES}${set}`)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readJson<WrittenMail[]>(`${set}/${name}`))
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

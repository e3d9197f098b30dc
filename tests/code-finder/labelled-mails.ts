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

function labelled({ id, subject, from, text, html, codes, neutral }: WrittenMail): LabelledMail {
  const parts: TextPart[] = [];
  if (text !== undefined) parts.push({ type: 'text/plain', text });
  if (html !== undefined) parts.push({ type: 'text/html', text: html });
  return {
    name: id,
    lang: id.slice(0, 2),
    lines: mailLines({ subject, from, date: '', parts, hasImages: false }),
    codes,
    neutral: neutral ?? [],
  };
}

/** Mails kept as their texts only: a folder of lists, one a language. */
export const freshMails = (set = 'mails-fresh'): LabelledMail[] =>
  readdirSync(`${FIXTURES}${set}`)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readJson<WrittenMail[]>(`${FIXTURES}${set}/${name}`))
    .map(labelled);

const listed = (codes = ''): string[] =>
  codes.split(' | ').filter((code) => code !== '' && code !== '-');

/** One mail of a plain list: its name and language, fields, an empty line, the body. */
function readPlain(written: string): LabelledMail {
  const [head = '', ...lines] = written.trimEnd().split('\n');
  const [id = '', lang = ''] = head.split(' ');
  const gap = lines.indexOf('');
  const fields = new Map(
    lines.slice(0, gap).map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const body = lines.slice(gap + 1).join('\n');
  const mail = labelled({
    id,
    subject: fields.get('Subject') ?? '',
    from: fields.get('From') ?? '',
    ...(fields.get('Type') === 'html' ? { html: body } : { text: body }),
    codes: listed(fields.get('Codes')),
    neutral: listed(fields.get('Expired')),
  });
  return { ...mail, lang };
}

/** Mails kept as plain lists, one a writer (tests/fixtures/README.md tells their form). By writer. */
export const deskMails = (set = 'mails-desks'): ReadonlyMap<string, LabelledMail[]> =>
  new Map(
    readdirSync(`${FIXTURES}${set}`).map((name) => [
      name.replace(/\.txt$/, ''),
      readFileSync(`${FIXTURES}${set}/${name}`, 'utf8').split(/^=== /m).slice(1).map(readPlain),
    ]),
  );

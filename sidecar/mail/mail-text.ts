import type { MailLine } from '../../code-finder/index.ts';
import { cleanText } from './clean-text.ts';
import { htmlLines } from './html-lines.ts';
import type { DecodedMail, TextPart } from './mime-tree.ts';
import { plainLines, quotationMarks } from './plain-lines.ts';

/** Calendar entries: the lines a person reads, unfolded and unescaped. */
function calendarLines(text: string): MailLine[] {
  const unfolded = text.replace(/\r?\n[ \t]/g, '');
  const shown = [...unfolded.matchAll(/^(?:SUMMARY|DESCRIPTION)[^:\n]{0,200}:(.*)$/gm)].slice(
    0,
    50,
  );
  return shown.flatMap((match) =>
    plainLines((match[1] ?? '').replace(/\\n/gi, '\n').replace(/\\([,;\\])/g, '$1')),
  );
}

const linesOf = (part: TextPart): MailLine[] => {
  if (part.type === 'text/html') return htmlLines(part.text);
  if (part.type === 'text/calendar') return calendarLines(part.text);
  return plainLines(part.text);
};

/** A line of markup as text: the text for a picture is in brackets, and blocks are separated. */
const shownLine = ({ text, kind, startsBlock }: MailLine): string =>
  `${startsBlock && kind !== 'cell' ? '\n' : ''}${kind === 'alt' ? `[${text}]` : text}`;

/**
 * The parts of a mail as text to read: no markup, nothing hidden, links written out. Of a text in two forms, the one with
 * markup is taken.
 */
export function showMail(parts: readonly TextPart[]): string {
  const shown = parts.map(({ type, text }, index) => {
    if (type === 'text/plain') return parts[index + 1]?.type === 'text/html' ? '' : cleanText(text);
    const lines =
      type === 'text/html' ? htmlLines(text, { writesLinks: true }) : calendarLines(text);
    const visible = lines.filter(({ isHidden, kind }) => !isHidden && kind !== 'link');
    return visible.map(shownLine).join('\n');
  });
  return shown
    .map((text) =>
      text
        .replace(/\r\n?/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    )
    .filter((text) => text !== '')
    .join('\n\n');
}

/** All lines of a mail, the subject first, each part as a block of its own. */
export function mailLines(mail: DecodedMail): MailLine[] {
  const subject = cleanText(mail.subject).replace(/\s+/g, ' ').trim();
  const first: MailLine = {
    text: subject,
    kind: 'subject',
    marks: quotationMarks(subject),
    isQuoted: false,
    isHidden: false,
    columnHead: null,
    startsBlock: true,
  };
  return [first, ...mail.parts.flatMap(linesOf)];
}

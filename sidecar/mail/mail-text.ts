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

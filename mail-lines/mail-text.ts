import type { LeftOutReason } from '../shared/presale-codes/left-out.ts';
import { cleanText } from './clean-text.ts';
import { htmlLines } from './html-lines.ts';
import { PART_LIMITS } from './limits.ts';
import type { MailLine } from './line.ts';
import type { DecodedMail, TextPart } from './mime-tree.ts';
import { plainLines, quotationMarks } from './plain-lines.ts';

type Gaps = Set<LeftOutReason> | undefined;

/** Calendar entries: the lines a person reads, unfolded and unescaped. */
function calendarLines(text: string, gaps?: Gaps): MailLine[] {
  const unfolded = text.replace(/\r?\n[ \t]/g, '');
  const entries = [...unfolded.matchAll(/^(?:SUMMARY|DESCRIPTION)[^:\n]{0,200}:(.*)$/gm)];
  if (entries.length > PART_LIMITS.partLinks) gaps?.add('text_too_long');
  return entries
    .slice(0, PART_LIMITS.partLinks)
    .flatMap((match) =>
      plainLines((match[1] ?? '').replace(/\\n/gi, '\n').replace(/\\([,;\\])/g, '$1'), gaps),
    );
}

/** Enriched text (RFC 1896) without its commands, which look like tags. */
const withoutCommands = (text: string): string =>
  text
    .replace(/<param>.{0,500}?<\/param>/gis, '')
    .replace(/<\/?[a-z-]{1,60}>/gi, '')
    .replaceAll('<<', '<');

function linesOf({ type, text }: TextPart, gaps: Gaps): MailLine[] {
  if (type === 'text/html') return htmlLines(text, { gaps });
  if (type === 'text/calendar') return calendarLines(text, gaps);
  return plainLines(type === 'text/enriched' ? withoutCommands(text) : text, gaps);
}

/** A line of markup as text: the text for a picture is in brackets, and blocks are separated. */
const shownLine = ({ text, kind, startsBlock }: MailLine): string =>
  `${startsBlock && kind !== 'cell' ? '\n' : ''}${kind === 'alt' ? `[${text}]` : text}`;

/**
 * The parts of a mail as readable text: without markup and hidden text, and with links written out.
 * If a text has two forms, the one with markup is used.
 */
export function showMail(parts: readonly TextPart[]): string {
  const shown = parts.map(({ type, text, isTitle = false }, index) => {
    if (type === 'text/enriched') return cleanText(withoutCommands(text));
    const isFirstForm = !isTitle && parts[index + 1]?.type === 'text/html';
    if (type === 'text/plain') return isFirstForm ? '' : cleanText(text);
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

/**
 * All lines of a mail, the subject first, each part as a block of its own.
 * @param gaps receives what is not read
 */
export function mailLines(mail: DecodedMail, gaps?: Set<LeftOutReason>): MailLine[] {
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
  return [first, ...mail.parts.flatMap((part) => linesOf(part, gaps))];
}

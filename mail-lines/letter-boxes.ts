import type { MailLine } from './line.ts';

/** The minimum number of boxes that form a code: fewer are numbers and initials. */
const LEAST_BOXES = 4;
const MOST_LETTERS = 40;
const BOX = /^[\p{Lu}\p{N}]{1,2}$|^[\p{Ll}\p{N}]$/u;

/** Whether boxes contain a sequence, like a calendar, a rating or page links: 1 2 3 4, A B C D. */
function isCount(boxes: readonly string[]): boolean {
  const numbers = boxes.map((box) => (/^\d+$/.test(box) ? Number(box) : (box.codePointAt(0) ?? 0)));
  const first = numbers[0] ?? 0;
  return numbers.every((value, at) => value === first + at || value === first - at);
}

const isBox = (line: MailLine, first: MailLine): boolean =>
  BOX.test(line.text) &&
  line.kind !== 'alt' &&
  line.kind !== 'link' &&
  // A cell under a heading has a meaning of its own.
  line.columnHead === null &&
  line.isQuoted === first.isQuoted &&
  line.isHidden === first.isHidden;

/**
 * Joins the letters of a code that are in separate boxes: blocks, items, cells or tables side by
 * side.
 */
export function joinBoxes(lines: readonly MailLine[]): MailLine[] {
  const out: MailLine[] = [];
  let at = 0;
  while (at < lines.length) {
    const first = lines[at];
    if (first === undefined) break;
    let end = at;
    while (end < lines.length && isBox(lines[end] ?? first, first)) end++;
    const boxes = lines.slice(at, end).map(({ text }) => text);
    const text = boxes.join('');
    if (boxes.length >= LEAST_BOXES && text.length <= MOST_LETTERS && !isCount(boxes)) {
      const marks = [{ start: 0, end: text.length, emphasis: 'strong' as const }];
      out.push({ ...first, text, marks, startsBlock: true });
    } else out.push(...lines.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return out;
}

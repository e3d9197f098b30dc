import { allMatches, fold } from '../../shared/text.ts';
import { type Candidate, isUpper, MAX_LENGTH } from './candidate.ts';
import { patterns, STOP_WORDS } from './cue-patterns.ts';
import type { MailLine } from './mail-line.ts';

/** Codes that are not one token: letters set apart, and words that are typed with or without their blanks. */

const SET_APART = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[ -]{1,3}[\p{L}\p{N}]){3,30}(?![\p{L}\p{N}])/gu;
/** Two single characters side by side: cheap to look for, and rare. */
const MAY_BE_SET_APART = /[ -][^ -]{1,2}[ -]{1,3}[^ -]{1,2}[ -]/;
const GROUPS = /[\p{L}\p{N}]{2,12}(?: [\p{L}\p{N}]{2,12}){1,4}/gu;
const PHRASE = /^[\p{L}\p{N}'&+-]{1,14}(?: [\p{L}\p{N}'&+-]{1,14}){1,4}$/u;
const MONTH_AND_DAY = /^(?:\p{L}{3,10}\.? \d{1,2}|\d{1,2} \p{L}{3,10})(?: \d{4})?$/u;

/** Letters set apart: "R O P E 5 1" and "K-W-K-0". */
export function spelledOut(line: MailLine, index: number): Candidate[] {
  if (!MAY_BE_SET_APART.test(line.text)) return [];
  const found: Candidate[] = [];
  for (const match of allMatches(line.text, SET_APART)) {
    const code = match[0].replace(/[ -]/g, '');
    const start = match.index;
    found.push({ code, line: index, start, end: start + match[0].length, isJoined: true });
  }
  return found;
}

/** Several words set off from their surroundings: in bold, in quotation marks, after a colon or in a line of their own. */
function phrases(line: MailLine, index: number, drops: boolean): Candidate[] {
  const colon = /^.*[:=]\s+/.exec(line.text)?.[0].length ?? 0;
  const spots = [
    { start: 0, end: line.text.length },
    { start: colon, end: line.text.length },
    ...line.marks,
  ];
  return spots.flatMap(({ start, end }) => {
    const text = line.text.slice(start, end).replace(/[.,;]$/, '');
    const isPhrase = PHRASE.test(text) && text.length <= MAX_LENGTH && !MONTH_AND_DAY.test(text);
    if (!isPhrase || text.split(' ').every((w) => STOP_WORDS.has(fold(w)))) return [];
    const code = drops ? text.replace(/ /g, '') : text;
    return [{ code, line: index, start, end: start + text.length, isJoined: true }];
  });
}

/** Groups of capitals or digits in running text. */
function capitalGroups(line: MailLine, index: number, drops: boolean): Candidate[] {
  const found: Candidate[] = [];
  for (const match of allMatches(line.text, GROUPS)) {
    const words = match[0].split(' ');
    const from = words.findIndex((word) => isUpper(word) || /\d/.test(word));
    if (from < 0) continue;
    const rest = words.slice(from);
    const stop = rest.findIndex((word) => !isUpper(word) && !/^\d+$/.test(word));
    const group = stop < 0 ? rest : rest.slice(0, stop);
    const text = group.join(' ');
    const isNone = group.length < 2 || group.every((w) => STOP_WORDS.has(fold(w)));
    if (isNone || MONTH_AND_DAY.test(text)) continue;
    const lead = words.slice(0, from).join(' ');
    const start = match.index + lead.length + (from > 0 ? 1 : 0);
    const code = drops ? text.replace(/ /g, '') : text;
    found.push({ code, line: index, start, end: start + text.length, isJoined: true });
  }
  return found;
}

/** Whether a mail says anywhere that a code has blanks, or that they are left out. `text` is folded. */
export const speaksOfBlanks = (text: string): boolean =>
  patterns.withSpace.test(text) || patterns.noSpace.test(text);

/** Codes of several words where the mail speaks of the blank, or of leaving it out. `around` is folded. */
export function acrossSpaces(line: MailLine, index: number, around: string): Candidate[] {
  const drops = patterns.noSpace.test(around);
  if (!drops && !patterns.withSpace.test(around)) return [];
  return [...phrases(line, index, drops), ...capitalGroups(line, index, drops)];
}

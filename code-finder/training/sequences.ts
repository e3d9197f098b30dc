import { readFileSync } from 'node:fs';
import type { MailLine } from '../../mail-lines/line.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';
import { findCodes } from '../src/find-codes.ts';
import type { Example, Learned, Verdict } from '../src/learned.ts';
import { measure } from './figures.ts';
import type { LabelledMail } from './labelled-mails.ts';

/**
 * Evaluates what the finder learns from the codes of a sender: three mails each of senders that no
 * fit has read. `node code-finder/training/sequences.ts` prints the figures before and after one
 * confirmed code, `-v` names the mails.
 */

/** A sender with mails in the order of their arrival. `{name}` in a text stands for a field of the mail. */
interface Sender {
  name: string;
  from: string;
  lang: string;
  text?: string;
  html?: string;
  mails: ({ subject: string; codes: string[]; text?: string } & Record<string, unknown>)[];
}

const FOLDER = new URL('../sequences/', import.meta.url);

/** Senders of a file of `sequences`. */
export const sendersOf = (file: 'senders' | 'later'): Sender[] =>
  readFileSync(new URL(`${file}.jsonl`, FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Sender => JSON.parse(line));

/** The mails of a sender as the finder reads them. */
function mailsOf({ name, from, lang, ...frame }: Sender): LabelledMail[] {
  return frame.mails.map((mail, at) => {
    const filled = (text: string): string =>
      text.replace(/\{(\w+)\}/g, (_, field) => String(mail[field] ?? ''));
    const text = mail.text ?? frame.text;
    const part =
      text === undefined
        ? { type: 'text/html' as const, text: filled(frame.html ?? '') }
        : { type: 'text/plain' as const, text: filled(text) };
    const head = { subject: mail.subject, from: filled(from), date: '', hasImages: false };
    const lines = mailLines({ ...head, parts: [part] });
    return {
      name: `${name} ${at + 1}`,
      writer: name,
      lang,
      lines,
      codes: mail.codes,
      neutral: [],
      keywords: [],
      byKeyword: {},
    };
  });
}

/** A hash for evaluation. The product uses a keyed one. */
export function plainHash(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619) >>> 0;
  return hash || 1;
}

const guess = (lines: readonly MailLine[], examples: readonly Example[]) => {
  const learned: Learned = { hash: plainHash, examples };
  return findCodes(lines, { keywords: [], learned }).codes;
};

/**
 * The mails of each sender after its first confirmed code, rated before and after that
 * confirmation.
 */
export function judgeSequences(all: readonly Sender[], verdict: Verdict = 'right') {
  const before: { mail: LabelledMail; guesses: ReturnType<typeof guess> }[] = [];
  const after: typeof before = [];
  const unconfirmed: string[] = [];
  for (const sender of all) {
    let examples: Example[] = [];
    for (const mail of mailsOf(sender)) {
      const plain = guess(mail.lines, []);
      if (examples.length > 0) {
        before.push({ mail, guesses: plain });
        after.push({ mail, guesses: guess(mail.lines, examples) });
        continue;
      }
      // An operator confirms the most likely correct code.
      const confirmed = plain.find(({ code }) => mail.codes.includes(code));
      if (confirmed?.trace) examples = [{ verdict, trace: confirmed.trace }];
    }
    if (examples.length === 0) unconfirmed.push(sender.name);
  }
  return { before: measure(before), after: measure(after), unconfirmed };
}

function show(title: string, figures: ReturnType<typeof measure>): void {
  const { missed, wrong, reportedNegatives, ...shares } = figures;
  const cells = Object.entries(shares).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  console.log(title.padEnd(16), cells.join('  '));
  if (!process.argv.includes('-v')) return;
  for (const line of missed) console.log(`    missed ${line}`);
  for (const line of wrong) console.log(`    wrong  ${line}`);
  for (const line of reportedNegatives)
    console.log(`    reported in a mail without a code  ${line}`);
}

if (import.meta.main) {
  const files = { senders: sendersOf('senders'), later: sendersOf('later') };
  for (const [file, all] of Object.entries({ ...files, all: Object.values(files).flat() })) {
    const { before, after, unconfirmed } = judgeSequences(all);
    show(`${file}, before`, before);
    show(`${file}, after`, after);
    show(`${file}, copied`, judgeSequences(all, 'copied').after);
    console.log(`${all.length} senders; no code to confirm: ${unconfirmed.join(', ')}`);
  }
}

import { fold, type MailLine } from '../mail/mail-lines.ts';
import type { Candidate } from './candidates.ts';
import { patterns } from './cue-patterns.ts';

/** Characters looked at on either side of a candidate. */
const WINDOW = 260;

/** Lines folded once, with counts over the whole mail. */
export interface MailContext {
  lines: readonly MailLine[];
  folded: readonly string[];
  totals: {
    presale: number;
    discount: number;
    otp: number;
    order: number;
    later: number;
    nouns: number;
    core: number;
    shortLife: number;
  };
}

/** The text around one candidate, folded. */
export interface Surroundings {
  /** Before the candidate in its own sentence; in a line of its own, the line or lines before. */
  before: string;
  /** After it, to the end of the sentence. */
  after: string;
  /** The sentence before that one. */
  previous: string;
  /** The last few lines above, with what stands before the candidate. */
  recent: string;
  /** The code starts its line and the text before is taken from the line above. */
  isFromLineAbove: boolean;
  /** Nothing else is in the line, or nothing but small words after a label. */
  isAlone: boolean;
}

const countOf = (texts: readonly string[], pattern: RegExp): number =>
  texts.reduce((sum, text) => sum + [...text.slice(0, 2000).matchAll(pattern)].length, 0);

/** Folds a mail's lines and counts what it speaks about. */
export function readContext(lines: readonly MailLine[]): MailContext {
  const folded = lines.map((line) => fold(line.text));
  const shown = folded.filter((_, i) => !lines[i]?.isQuoted || folded.length < 30).slice(0, 400);
  return {
    lines,
    folded,
    totals: {
      presale: countOf(shown, patterns.presale),
      discount: countOf(shown, patterns.discount),
      otp: countOf(shown, patterns.otp),
      order: countOf(shown, patterns.order),
      later: countOf(shown, patterns.later),
      core: countOf(shown, patterns.core),
      shortLife: countOf(folded.slice(0, 400), patterns.shortLife),
      nouns: countOf(folded.slice(0, 400), patterns.noun),
    },
  };
}

const SENTENCE_END = /[.!?。](?:["'”»)\]]*)\s+(?=\S)|[;](?=\s)|\s[-–—•|]{1,2}\s(?=\S.{30})/g;

const lastSentenceStart = (text: string): number => {
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const isAbbreviation =
      /(?:^|\s)(?:no|nr|n|st|tel|ref|st|dr|ca|bzw|kl|z\.b|e\.g|i\.e|p\.m|a\.m|\d)$/.test(
        text.slice(0, match.index),
      );
    if (!isAbbreviation) start = match.index + match[0].length;
  }
  return start;
};

/** Length from which a line was broken by its writer's program and not on purpose. */
const WRAPPED = 46;
const BULLET = /^(?:[-*•·>+]|\d{1,2}\s?[.)/:]|[a-z]\))\s/;

/** Whether line `index` goes on with the sentence of the line above. */
function continues(context: MailContext, index: number): boolean {
  const line = context.lines[index];
  const above = context.folded[index - 1] ?? '';
  if (!line || line.startsBlock || BULLET.test(context.folded[index] ?? '')) return false;
  return above.length >= WRAPPED || /[:,]$/.test(above);
}

/** Takes lines upwards from `index` while they belong to the same paragraph. */
function paragraphBefore(context: MailContext, index: number): string {
  const parts: string[] = [];
  for (let i = index; i > 0 && continues(context, i) && parts.join(' ').length < WINDOW; i--)
    parts.unshift(context.folded[i - 1] ?? '');
  return parts.join(' ');
}

/** Takes lines downwards while they belong to the same paragraph. */
function paragraphAfter(context: MailContext, index: number): string {
  const parts: string[] = [];
  for (
    let i = index + 1;
    i < context.lines.length && continues(context, i) && parts.join(' ').length < WINDOW;
    i++
  )
    parts.push(context.folded[i] ?? '');
  return parts.join(' ');
}

/** Collects what stands around a candidate. */
export function surroundings(context: MailContext, candidate: Candidate): Surroundings {
  const { line: index, start, end } = candidate;
  const own = context.folded[index] ?? '';
  const inLine = own.slice(Math.max(0, start - WINDOW), start);
  const rest = own.slice(end, end + WINDOW);
  const startsLine = /^[^a-z0-9]*$/.test(inLine);
  const isAlone = startsLine && /^[^a-z0-9]*(?:\([^()]{0,60}\))?[^a-z0-9]*$/.test(rest);
  const above = paragraphBefore(context, index);
  const lineAbove =
    context.lines[index]?.kind === 'subject' ? '' : (context.folded[index - 1] ?? '');
  const aboveIsSubject = context.lines[index - 1]?.kind === 'subject';
  const joinsAbove = startsLine && (isAlone || above === '') && !aboveIsSubject;
  const full = joinsAbove ? `${lineAbove} ${inLine}` : `${above} ${inLine}`.slice(-WINDOW);
  const cut = lastSentenceStart(full);
  const before = full.slice(cut);
  const earlier = full.slice(0, cut);
  const twoAbove = context.folded[index - 2] ?? '';
  const previous =
    earlier.trim() !== ''
      ? earlier.slice(lastSentenceStart(earlier.trim()))
      : joinsAbove
        ? twoAbove
        : lineAbove;
  const following = `${rest} ${paragraphAfter(context, index)}`.slice(0, WINDOW);
  const stop = following.search(/[.!?](?:\s|$)/);
  const after = stop >= 0 ? following.slice(0, stop + 1) : following;
  const recent = `${context.folded.slice(Math.max(0, index - 5), index).join(' ')} ${inLine}`.slice(
    -420,
  );
  return {
    before,
    after,
    recent,
    previous: previous.slice(-WINDOW),
    isFromLineAbove: joinsAbove,
    isAlone,
  };
}

/** The sentence that shows why, as the reader sees it, at most 240 characters. */
export function evidenceOf(context: MailContext, candidate: Candidate): string {
  const line = context.lines[candidate.line];
  if (!line) return '';
  if (line.kind === 'link') return `Link with the code ${line.text}`.slice(0, 240);
  const text = line.text;
  const from = lastSentenceStart(text.slice(0, candidate.start));
  const stop = text.slice(candidate.end).search(/[.!?](?:\s|$)/);
  const sentence = text.slice(from, stop < 0 ? undefined : candidate.end + stop + 1).trim();
  const isBare = sentence.length - (candidate.end - candidate.start) < 4;
  const above = context.lines[candidate.line - 1];
  const lead = isBare
    ? (line.columnHead ?? (above && line.kind !== 'subject' ? above.text : ''))
    : '';
  const whole = lead === '' ? sentence : `${lead} ${sentence}`;
  if (whole.length <= 240) return whole;
  const at = whole.indexOf(candidate.code);
  const begin = Math.max(0, Math.min(at - 120, whole.length - 240));
  return whole.slice(begin, begin + 240);
}

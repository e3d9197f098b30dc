import { describe, expect, it } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import { readContext } from '../../code-finder/src/context.ts';
import { type Example, traceOf, type Verdict } from '../../code-finder/src/learned.ts';
import { judgeSequences, plainHash, sendersOf } from '../../code-finder/training/sequences.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';

const linesOf = (text: string) =>
  mailLines({
    subject: 'News',
    from: 'Band <band@band.example>',
    date: '',
    hasImages: false,
    parts: [{ type: 'text/plain', text }],
  });

const find = (text: string, examples: readonly Example[] = []) =>
  findCodes(linesOf(text), { keywords: [], learned: { hash: plainHash, examples } }).codes;

const chanceOf = (code: string, text: string, examples: readonly Example[] = []): number =>
  find(text, examples).find((one) => one.code === code)?.confidence ?? 0;

/** The example that a rating of a code in a mail creates. The code must be among the found ones. */
function exampleOf(code: string, text: string, verdict: Verdict): Example {
  const trace = find(text).find((one) => one.code === code)?.trace;
  if (!trace) throw new Error(`${code} is not among the codes.`);
  return { verdict, trace };
}

const internal = (id: string, ref: string): string =>
  `Partners,\n\nPartner allocation opens Tuesday.\n\nAllocation ID: ${id}\nContract ref: ${ref}\n\nEllery`;
const FIRST = internal('ASHLAR77', 'ES/2026/0418');
const NEXT = internal('HOLMOAK15', 'ES/2026/0467');

describe('what the finder learns from the codes of a sender', () => {
  it('finds the codes of later mails after one was confirmed, and no additional wrong ones', () => {
    const all = [...sendersOf('senders'), ...sendersOf('later')];
    const { before, after, unconfirmed } = judgeSequences(all);
    expect(unconfirmed.length).toBeLessThanOrEqual(2);
    expect(before.recall).toBeLessThan(0.9);
    expect(after.recall).toBeGreaterThanOrEqual(0.97);
    expect(after.precisionHigh).toBeGreaterThanOrEqual(0.98);
    expect(after.precision).toBeGreaterThan(before.precision);
    expect(after.silentNegatives).toBeGreaterThanOrEqual(before.silentNegatives);
    const copied = judgeSequences(all, 'copied').after;
    expect(copied.recall).toBeGreaterThan(before.recall);
    expect(copied.precisionHigh).toBeGreaterThan(before.precisionHigh);
  });

  it('raises the chance of a code in the place of a confirmed one, up to a limit, and of no other', () => {
    const example = exampleOf('ASHLAR77', FIRST, 'right');
    const before = find(NEXT);
    const after = find(NEXT, [example]);
    expect(before.find(({ code }) => code === 'HOLMOAK15')?.confidence).toBeLessThan(0.5);
    expect(after[0]?.code).toBe('HOLMOAK15');
    expect(after[0]?.confidence).toBeGreaterThan(0.9);
    expect(after[0]?.confidence).toBeLessThanOrEqual(0.97);
    expect(chanceOf('ES/2026/0467', NEXT, [example])).toBeLessThanOrEqual(0.3);
  });

  it('lowers the chance of a code in the place of a wrong one', () => {
    const text = (code: string) => `Hi all,\n\nYour presale code is ${code}.\n\nBye`;
    const wrong = exampleOf('LOWTIDE7', text('LOWTIDE7'), 'wrong');
    expect(chanceOf('MUDLARK4', text('MUDLARK4'))).toBeGreaterThan(0.9);
    expect(chanceOf('MUDLARK4', text('MUDLARK4'), [wrong])).toBeLessThan(0.5);
  });

  it('follows the newest of contradictory ratings', () => {
    const right = exampleOf('ASHLAR77', FIRST, 'right');
    const wrong = exampleOf('ASHLAR77', FIRST, 'wrong');
    expect(chanceOf('HOLMOAK15', NEXT, [right, wrong])).toBeGreaterThan(0.9);
    expect(chanceOf('HOLMOAK15', NEXT, [wrong, right])).toBeLessThan(0.1);
  });

  it('does not turn other words into codes if a town of a tour was confirmed', () => {
    const tour = (towns: readonly string[]) =>
      `Presale codes follow soon.\n\n${towns.map((town, day) => `${day + 3} May - ${town} - Town Hall`).join('\n')}\n\nSee you there`;
    const first = tour(['LEEDS', 'HULL', 'YORK', 'DERBY', 'STOKE', 'BATH']);
    const next = tour(['WHITBY', 'EXETER', 'TRURO', 'LINCOLN', 'CARDIFF', 'OXFORD']);
    const context = readContext(linesOf(first));
    const line = context.lines.findIndex(({ text }) => text.includes('LEEDS'));
    const start = context.lines[line]?.text.indexOf('LEEDS') ?? -1;
    const leeds = { code: 'LEEDS', line, start, end: start + 5, isJoined: false };
    const trace = traceOf(context, leeds, plainHash);
    const examples: Example[] = Array.from({ length: 4 }, () => ({ verdict: 'right', trace }));
    const likely = find(next, examples).filter(({ confidence }) => confidence >= 0.5);
    expect(likely).toEqual([]);
  });

  it('compares codes of the same shape only', () => {
    const digits = exampleOf('620418', 'Enter: 620418\n\nYour presale code is above.', 'right');
    const word = 'Enter: tomorrow\n\nYour presale code is above.';
    expect(chanceOf('tomorrow', word, [digits])).toBe(chanceOf('tomorrow', word));
    const long = 'Enter: 6204181234567890\n\nYour presale code is above.';
    expect(chanceOf('6204181234567890', long, [digits])).toBe(chanceOf('6204181234567890', long));
  });

  it('stores no text of the mail in a trace', () => {
    const { trace } = exampleOf('ASHLAR77', FIRST, 'right');
    expect(trace.places).toHaveLength(11);
    expect(trace.words.length).toBeLessThanOrEqual(6);
    for (const hash of [...trace.places, ...trace.words])
      expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true);
    expect(Object.keys(trace).sort()).toEqual(['alphabet', 'length', 'places', 'words']);
  });

  it('reads a limited part of endless lines and of mails with many words', () => {
    const example = exampleOf('ASHLAR77', FIRST, 'right');
    const texts: number[] = [];
    const hash = (text: string): number => {
      texts.push(text.length);
      return plainHash(text);
    };
    const words = Array.from({ length: 20_000 }, (_, at) => `WORD${at}`);
    for (const mail of [
      words.join(' '),
      words.join('\n'),
      `${'https://x.example/a\n'.repeat(3_000)}X`,
    ]) {
      texts.length = 0;
      findCodes(linesOf(mail), { keywords: [], learned: { hash, examples: [example] } });
      // 17 hashes for each of 1,500 tokens and 1,000 candidates, and for the reported codes.
      expect(texts.length).toBeLessThan(17 * 2_600);
      expect(Math.max(0, ...texts)).toBeLessThanOrEqual(210);
    }
  });
});

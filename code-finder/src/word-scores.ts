import type { Observations } from './observations.ts';
import type { NumberTable } from './word-table.ts';

/** What words were learned to say. */
export interface WordTable {
  bias: number;
  /** Worth of one step of a weight. */
  step: number;
  /** Whole steps by key. Keys that say nothing are left out. */
  weights: NumberTable;
}

/** What is learned of words: whether those around a candidate, and those of a mail, tell of a code. */
export interface WordTables {
  around: WordTable;
  mail: WordTable;
  /** In how many mails a word stands that is no code there, by the word's number; rare words are left out. */
  common: NumberTable;
}

/** What the words of one mail say: of each candidate, and of the mail. */
export interface WordSayings {
  around: readonly number[];
  /** How each candidate stands, in each of the {@link FRAMES}, as a key. */
  frames: readonly (readonly number[])[];
  /** Mails in which the rarest word of each candidate stands as an ordinary word. */
  common: readonly number[];
  mail: number;
}

/** Added to every score, so that all are above 0 as observations must be. */
const OFFSET = 20;
/** From this score on the words around a candidate may introduce a code. */
const LIKELY = -1;

/** Sum of the weights of keys, tempered by how many of them have one. */
export function wordScore({ bias, step, weights }: WordTable, keys: readonly number[]): number {
  const { sum, known } = weights.sum(keys);
  return bias + (sum * step) / Math.sqrt(Math.max(1, known));
}

const above = (score: number): number => Math.max(0.01, score + OFFSET);

/** Ways in which candidates of one mail may stand alike; lists of codes repeat themselves. */
const FRAMES = ['alikeBefore', 'alikeBeforeTwo', 'alikeBothSides', 'alikeShape'] as const;

/** Of each candidate the best score of another that stands in the same frame; 0 when none does. */
function bestAlike(around: readonly number[], frames: readonly number[]): number[] {
  const best = new Map<number, { at: number; score: number; next: number }>();
  for (let at = 0; at < around.length; at++) {
    const score = around[at] ?? 0;
    const frame = frames[at] ?? 0;
    const known = best.get(frame);
    if (!known) best.set(frame, { at, score, next: -OFFSET });
    else if (score > known.score) best.set(frame, { at, score, next: known.score });
    else known.next = Math.max(known.next, score);
  }
  return frames.map((frame, at) => {
    const known = best.get(frame);
    const other = known?.at === at ? known.next : (known?.score ?? -OFFSET);
    return other <= -OFFSET ? 0 : above(other);
  });
}

/** Adds to the observations of one mail what its words say, of each candidate alone and beside the others. */
export function noteWords(
  found: readonly Observations[],
  { around, frames, common, mail }: WordSayings,
): void {
  const sorted = [...around].sort((a, b) => b - a);
  const best = sorted[0] ?? 0;
  const second = sorted[1] ?? -OFFSET;
  const likely = around.filter((score) => score > LIKELY).length;
  const alike = FRAMES.map((_, kind) =>
    bestAlike(
      around,
      frames.map((own) => own[kind] ?? 0),
    ),
  );
  for (const [i, seen] of found.entries()) {
    const score = around[i] ?? 0;
    seen.note({
      wordsAround: above(score),
      wordsLead: above(score - (score === best ? second : best)),
      wordsBest: above(best),
      wordsLikely: likely,
      wordsMail: above(mail),
      alikeBefore: alike[0]?.[i],
      alikeBeforeTwo: alike[1]?.[i],
      alikeBothSides: alike[2]?.[i],
      alikeShape: alike[3]?.[i],
      wordsCommon: Math.log1p(common[i] ?? 0),
    });
  }
}

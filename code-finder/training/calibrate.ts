import { logit } from '../src/observations.ts';

/** Scale and shift of the sum that make the chances of unseen codes come true (Platt scaling). */
export function platt(seen: readonly { chance: number; isCode: boolean }[]): {
  scale: number;
  shift: number;
} {
  const sums = seen.map(({ chance, isCode }) => ({ sum: logit(chance), isCode }));
  let best = { scale: 1, shift: 0, loss: Number.POSITIVE_INFINITY };
  for (let scale = 0.5; scale <= 2; scale += 0.05)
    for (let shift = -1; shift <= 1; shift += 0.05) {
      const loss = sums.reduce((total, { sum, isCode }) => {
        const chance = 1 / (1 + Math.exp(-(sum * scale + shift)));
        return total - Math.log(isCode ? chance : 1 - chance);
      }, 0);
      if (loss < best.loss) best = { scale, shift, loss };
    }
  return best;
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chanceIn, type Forest, plant, writeTrees } from '../../code-finder/src/model.ts';
import { Observations } from '../../code-finder/src/observations.ts';

const NAMES = ['isAlone', 'colon', 'thickNoun', 'repeated'];

/**
 * The chance by the definition of a tree: the answers are the bits of the leaf's number, the first
 * one is the highest bit.
 */
function plainChance({ bias, trees }: Forest, seen: Record<string, number>): number {
  const sum = trees.reduce((total, { splits, leaves }) => {
    const leaf = splits.reduce(
      (at, { name, least }) => 2 * at + ((seen[name] ?? 0) >= least ? 1 : 0),
      0,
    );
    return total + (leaves[leaf] ?? 0);
  }, bias);
  return 1 / (1 + Math.exp(-sum));
}

const value = fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4);
const split = fc.record({
  name: fc.constantFrom(...NAMES),
  least: fc.integer({ min: 1, max: 4 }).map((quarters) => quarters / 4),
});
const leaf = fc.integer({ min: -900, max: 900 }).map((thousandths) => thousandths / 1000);
const tree = fc.integer({ min: 1, max: 3 }).chain((depth) =>
  fc.record({
    splits: fc.array(split, { minLength: depth, maxLength: depth }),
    leaves: fc.array(leaf, { minLength: 2 ** depth, maxLength: 2 ** depth }),
  }),
);

it('prepared trees return the chance of their definition', () => {
  const forest = fc.record({ bias: leaf, trees: fc.array(tree, { minLength: 1, maxLength: 30 }) });
  const seen = fc.record(Object.fromEntries(NAMES.map((name) => [name, value])));
  fc.assert(
    fc.property(forest, fc.array(seen, { minLength: 1, maxLength: 4 }), (grown, mails) => {
      const { names, rows } = writeTrees(grown);
      const planted = plant(grown.bias, names, rows);
      for (const mail of mails)
        expect(chanceIn(planted, new Observations().note(mail))).toBeCloseTo(
          plainChance(grown, mail),
          9,
        );
    }),
  );
});

import { readContext } from '../src/context.ts';
import { observeCodes } from '../src/find-codes.ts';
import { withoutOverlaps } from '../src/overlaps.ts';
import { chanceIn, type Forest, type PlantedForest, plant, writeTrees } from '../src/trees.ts';
import { observeWords } from '../src/word-sayings.ts';
import type { WordTables } from '../src/word-scores.ts';
import { boost } from './boosting.ts';
import { logit, platt } from './calibrate.ts';
import { measure } from './figures.ts';
import { type LabelledMail, labelledMails, setNames } from './labelled-mails.ts';
import { learnAll, observedApart, type Seen, seenMail, tablesOf } from './word-folds.ts';
import { writeModel } from './write-model.ts';

/**
 * Fits the trees of the code finder and reports figures by cross-validation, set by set.
 * `node code-finder/training/fit.ts` reports, `-v` names the mails, `--write` writes the trees.
 */
const JUDGING_ONLY = ['blind', 'blind-2', 'exam', 'prose'];
const desks = labelledMails('desks');
const writers = [...new Set(desks.map(({ writer }) => writer))];
const SETS: Readonly<Record<string, readonly LabelledMail[]>> = {
  owner: labelledMails('labelled'),
  texts: [...labelledMails('fresh'), ...labelledMails('unseen')],
  ...Object.fromEntries(
    writers.map((by) => [`desk-${by}`, desks.filter(({ writer }) => writer === by)]),
  ),
  ...Object.fromEntries(
    setNames()
      .filter((set) => !['labelled', 'fresh', 'unseen', 'desks', ...JUDGING_ONLY].includes(set))
      .map((set) => [set, labelledMails(set)]),
  ),
};
/** How much a mail counts: most when it is like the owner's, least in sets that hide codes on purpose. */
const SAY: readonly (readonly [RegExp, number])[] = [
  [/^owner|sister/, 3],
  [/^texts/, 2.5],
  [/^desk-s-/, 1.5],
  [/^desk/, 2],
  [/^mixed/, 1.5],
  [/^without/, 1.4],
  [/(?:english-3|romance-2|germanic-2)$/, 0.6],
];
const FOLDS = 6;
/** Share of its weight with which a code that works no more counts as none: it was one. */
const NEUTRAL = 0.1;
const isVerbose = process.argv.includes('-v');

interface Scored {
  mail: LabelledMail;
  guesses: { code: string; confidence: number }[];
}

const seenIn = new Map<string, Seen[]>(
  Object.entries(SETS).map(([name, mails]) => {
    const say = SAY.find(([pattern]) => pattern.test(name))?.[1] ?? 1;
    return [
      name,
      mails.map((mail) => {
        const context = readContext(mail.lines);
        return seenMail(mail, name, say, context, observeCodes(context));
      }),
    ];
  }),
);
const every = [...seenIn.values()].flat();

const learn = (seen: readonly Seen[]): Forest =>
  boost(
    observedApart(seen).flatMap(({ mail, say, observed }) =>
      observed.map(({ code, features }) => ({
        features,
        isCode: mail.codes.includes(code),
        weight: mail.neutral.includes(code) ? say * NEUTRAL : say,
      })),
    ),
  );

const planted = (forest: Forest): PlantedForest => {
  const { names, rows } = writeTrees(forest);
  return plant(forest.bias, names, rows);
};

const score = (seen: Seen, forest: PlantedForest, tables: WordTables): Scored => {
  observeWords(seen.codes, seen.keys, tables);
  return {
    mail: seen.mail,
    guesses: withoutOverlaps(
      seen.codes.map(({ code, candidate, features }) => ({
        code,
        candidate,
        confidence: chanceIn(forest, features),
      })),
    ),
  };
};

function show(title: string, rows: readonly Scored[]): void {
  const kept = rows.map(({ mail, guesses }) => ({
    mail,
    guesses: guesses.filter(({ confidence }) => confidence >= 0.4),
  }));
  const { missed, wrong, reportedNegatives, ...figures } = measure(kept);
  const cells = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  console.log(title.padEnd(26), cells.join('  '));
  if (!isVerbose) return;
  for (const line of missed) console.log(`    missed ${line}`);
  for (const line of wrong) console.log(`    wrong  ${line}`);
  for (const line of reportedNegatives) console.log(`    told of a mail without a code  ${line}`);
}

/** Every mail is judged by what was learned from the others. */
const crossed = Array.from({ length: FOLDS }, (_, fold) => {
  const others = every.filter((_, i) => i % FOLDS !== fold);
  const forest = planted(learn(others));
  const tables = tablesOf(learnAll(others));
  return every
    .filter((_, i) => i % FOLDS === fold)
    .map((seen) => ({ seen, ...score(seen, forest, tables) }));
}).flat();
const { scale, shift } = platt(
  crossed
    .filter(({ seen }) => seen.say >= 1.5)
    .flatMap(({ mail, guesses }) =>
      guesses
        .filter(({ code }) => !mail.neutral.includes(code))
        .map(({ code, confidence }) => ({ chance: confidence, isCode: mail.codes.includes(code) })),
    ),
);
const scaled = (chance: number): number => 1 / (1 + Math.exp(-(logit(chance) * scale + shift)));
const rescaled = crossed.map(({ seen, mail, guesses }) => ({
  seen,
  mail,
  guesses: guesses.map(({ code, confidence }) => ({ code, confidence: scaled(confidence) })),
}));
console.log(`${every.length} mails, scale ${scale.toFixed(2)}, shift ${shift.toFixed(2)}`);
for (const [name, set] of seenIn)
  show(
    `${name}, unseen`,
    rescaled.filter(({ seen }) => set.includes(seen)),
  );
show('all, unseen', rescaled);

const plain = learn(every);
const forest: Forest = {
  bias: plain.bias * scale + shift,
  trees: plain.trees.map(({ asks, leaves }) => ({
    asks,
    leaves: leaves.map((value) => value * scale),
  })),
};
const words = learnAll(every);
const ready = { forest: planted(forest), tables: tablesOf(words) };
for (const [name, set] of seenIn)
  show(
    `${name}, fitted`,
    set.map((seen) => score(seen, ready.forest, ready.tables)),
  );

if (process.argv.includes('--write')) writeModel(forest, words);

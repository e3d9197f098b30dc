import type { MailContext } from '../src/context.ts';
import { applyRules } from '../src/find-codes.ts';
import type { WordTables } from '../src/model.ts';
import { chanceIn, type Forest, type PlantedForest, plant, writeTrees } from '../src/model.ts';
import {
  logit,
  noteRanks,
  Observations,
  type ObservedCode,
  settleOverlaps,
} from '../src/observations.ts';
import { observeWords } from '../src/words.ts';
import { boost, type Row } from './boosting.ts';
import { platt } from './calibrate.ts';
import { measure } from './figures.ts';
import { type LabelledMail, labelledMails, setNames } from './labelled-mails.ts';
import { statementMails } from './statements.ts';
import { learnAll, observeApart, type Seen, seenMail } from './word-folds.ts';
import { writeModel } from './write-model.ts';

/**
 * Fits the code finder and prints its figures on writers that were left out of the fit.
 * `node code-finder/training/fit.ts` prints, `-v` names the mails, `--write` writes the model.
 */

/**
 * The weight of a mail. All writers have equal weights: higher weights for those most similar to
 * the owner cost more on all others.
 */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/^labelled/, 1.5],
  [/^statements/, 0.8],
];
/**
 * The share of its weight with which an expired code counts as no code; it is not 1, because it
 * once was a code.
 */
const EXPIRED = 0.1;
const FOLDS = 8;
const STATEMENTS = 4000;
/** The number of trees of the second forest, which has few observations and few mails without a code. */
const SECOND_ROUNDS = 250;
/**
 * The observations of the second forest: how a code compares with the others, its overlaps, and the subject of the
 * mail.
 */
const OF_SECOND =
  /^(?:first|mail|subject|words|order|discount|later|expired|isReplaced|alike|strong|direct|headEarly|shape|cue|cover|capitals|nameGaps|isTown|day|blanks|saysBlank|endMark|saysMark|isJoined)/;
const isVerbose = process.argv.includes('-v');

/** `set` is the group by which a mail is left out: all mails of its writer. */
const see = (mail: LabelledMail, set: string): Seen => {
  const weight = WEIGHTS.find(([pattern]) => pattern.test(set))?.[1] ?? 1;
  return seenMail(mail, set, weight);
};

const written = setNames().flatMap((set) =>
  labelledMails(set).map((mail) => see(mail, mail.writer)),
);
/**
 * Statements are generated, so they belong to every fold. They are split into parts, so that the word scores of one
 * part come from the others.
 */
const statements = statementMails(STATEMENTS, 7).map((mail, i) => see(mail, `statements-${i % 4}`));
const unseenStatements = statementMails(STATEMENTS / 2, 11).map((mail) => see(mail, 'statements'));

/** Puts each set, the largest first, into the fold with the fewest mails so far. */
function foldsOf(seen: readonly Seen[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { set } of seen) sizes.set(set, (sizes.get(set) ?? 0) + 1);
  const loads = new Array<number>(FOLDS).fill(0);
  const folds = new Map<string, number>();
  for (const [set, size] of [...sizes].sort((a, b) => b[1] - a[1])) {
    const fold = loads.indexOf(Math.min(...loads));
    folds.set(set, fold);
    loads[fold] = (loads[fold] ?? 0) + size;
  }
  return folds;
}
const folds = foldsOf(written);

const planted = (forest: Forest): PlantedForest => {
  const { names, rows } = writeTrees(forest);
  return plant(forest.bias, names, rows);
};

const rowsOf = (seen: readonly Seen[]): Row[] =>
  seen.flatMap(({ mail, mailWeight, codes }) =>
    codes.map(({ code, features }) => ({
      features,
      isCode: mail.codes.includes(code),
      weight: mail.neutral.includes(code) ? mailWeight * EXPIRED : mailWeight,
    })),
  );

const learnFirst = (seen: readonly Seen[]): Forest => {
  observeApart(seen);
  // A mail that was judged already carries its ranks, which the first forest must not see.
  return boost(rowsOf(seen), (name) => !name.startsWith('first'));
};

/** A mail judged by a first forest that was fitted without its writer. */
interface Judged {
  seen: Seen;
  fold: number;
  rows: Row[];
}

function judgeFirst(seen: Seen, fold: number, first: PlantedForest, tables: WordTables): Judged {
  observeWords(seen.codes, seen.keys, tables);
  noteRanks(
    seen.codes,
    seen.codes.map(({ features }) => chanceIn(first, features)),
  );
  // A copy: the next fold replaces the scores of words and the ranks.
  const rows = rowsOf([seen]).map((row) => ({ ...row, features: new Observations(row.features) }));
  return { seen, fold, rows };
}

const learnSecond = (judged: readonly Judged[]): Forest =>
  boost(
    judged.flatMap(({ rows }) => rows),
    (name) => OF_SECOND.test(name),
    SECOND_ROUNDS,
  );

interface Scored {
  mail: LabelledMail;
  context: MailContext;
  set: string;
  guesses: (ObservedCode & { confidence: number })[];
}

function score({ seen, rows }: Judged, second: PlantedForest): Scored {
  const { likeliest, others } = settleOverlaps(
    seen.codes.map(({ code, candidate }, i) => {
      const features = rows[i]?.features ?? new Observations();
      return { code, candidate, features, confidence: chanceIn(second, features) };
    }),
  );
  const { mail, context, set } = seen;
  return { mail, context, set, guesses: [...likeliest, ...others] };
}

/** Figures by set, in the form of `model/left-out.json`. */
const leftOut: Record<string, Record<string, number>> = {};

function show(title: string, rows: readonly Scored[]): void {
  const { missed, wrong, reportedNegatives, ...figures } = measure(rows);
  const rounded = Object.entries(figures).map(
    ([name, value]) => [name, Math.round(value * 1000) / 1000] as const,
  );
  leftOut[title] = { mails: rows.length, ...Object.fromEntries(rounded) };
  const cells = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  console.log(title.padEnd(18), String(rows.length).padStart(5), cells.join('  '));
  if (!isVerbose) return;
  for (const line of missed) console.log(`    missed ${line}`);
  for (const line of wrong) console.log(`    wrong  ${line}`);
  for (const line of reportedNegatives)
    console.log(`    reported in a mail without a code  ${line}`);
}

/** Every mail judged by a first forest that was fitted without its writer. */
const judged = Array.from({ length: FOLDS }, (_, fold) => {
  const others = [...written.filter(({ set }) => folds.get(set) !== fold), ...statements];
  const first = planted(learnFirst(others));
  const tables = learnAll(others);
  const own = written.filter(({ set }) => folds.get(set) === fold);
  const extra = unseenStatements.filter((_, i) => i % FOLDS === fold);
  console.log(`fold ${fold + 1} of ${FOLDS}: ${own.length} mails`);
  return [...own, ...extra].map((seen) => judgeFirst(seen, fold, first, tables));
}).flat();

/** The same, judged by a second forest that was fitted without its writer. */
const crossed = Array.from({ length: FOLDS }, (_, fold) => {
  const second = planted(learnSecond(judged.filter((one) => one.fold !== fold)));
  return judged.filter((one) => one.fold === fold).map((one) => score(one, second));
}).flat();

const { scale, shift } = platt(
  crossed.flatMap(({ mail, guesses }) =>
    guesses
      .filter(({ code }) => !mail.neutral.includes(code))
      .map(({ code, confidence }) => ({ chance: confidence, isCode: mail.codes.includes(code) })),
  ),
);
const scaled = (chance: number): number => 1 / (1 + Math.exp(-(logit(chance) * scale + shift)));
const calibrated = crossed.map(({ guesses, ...one }) => ({
  ...one,
  guesses: applyRules(
    one.context,
    guesses.map((guess) => ({ ...guess, confidence: scaled(guess.confidence) })),
  ).filter(({ confidence }) => confidence >= 0.05),
}));
console.log(`Writers left out of the fit. Scale ${scale.toFixed(2)}, shift ${shift.toFixed(2)}.`);
for (const set of [...new Set(calibrated.map((one) => one.set))].sort())
  show(
    set,
    calibrated.filter((one) => one.set === set),
  );
show(
  'all written',
  calibrated.filter(({ set }) => set !== 'statements'),
);

if (process.argv.includes('--write')) {
  const all = [...written, ...statements];
  const second = learnSecond(judged);
  writeModel(
    {
      first: learnFirst(all),
      second: {
        bias: second.bias * scale + shift,
        trees: second.trees.map(({ splits, leaves }) => ({
          splits,
          leaves: leaves.map((value) => value * scale),
        })),
      },
    },
    learnAll(all),
    leftOut,
  );
}

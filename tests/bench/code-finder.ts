import { findCodes } from '../../code-finder/src/find-codes.ts';
import { measure as figuresOf } from '../../code-finder/training/figures.ts';
import { labelledMails } from '../../code-finder/training/labelled-mails.ts';
import type { Measure, Row } from './harness/row.ts';

/** The owner's mails, which it was fitted on among others, and two sets that it never was. */
const SETS = {
  labelled: () => labelledMails('labelled'),
  exam: () => labelledMails('exam'),
  unseen: () => labelledMails('blind'),
};

/** How well the code finder reads labelled mails, and how fast. */
export const measure: Measure = async () => {
  const share = (what: string, measured: number, limit: number): Row => ({
    what: `${what} (limit is the least: shown as limit/measured)`,
    measured: limit / measured,
    unit: 'x',
    against: `bar ${limit}, measured ${measured.toFixed(3)}`,
    limit: 1,
  });
  return Object.entries(SETS).flatMap(([set, read]) => {
    const mails = read();
    const startedAt = performance.now();
    const figures = figuresOf(mails.map((mail) => ({ mail, guesses: findCodes(mail.lines) })));
    const msPerMail = (performance.now() - startedAt) / mails.length;
    return [
      share(`code finder, ${set}: recall at 0.5`, figures.recall, 0.95),
      share(`code finder, ${set}: precision at 0.5`, figures.precision, 0.95),
      share(`code finder, ${set}: precision at 0.8`, figures.precisionHigh, 0.98),
      share(`code finder, ${set}: silent mails without a code`, figures.silentNegatives, 0.95),
      {
        what: `${set} mails: calibration error`,
        measured: figures.calibrationError,
        unit: '',
        against: 'bar',
        limit: 0.08,
      },
      {
        what: `${set} mails: time per mail`,
        measured: msPerMail,
        unit: 'ms',
        against: 'bar for any mail',
        limit: 200,
      },
    ];
  });
};

import type { LabelledMail } from './labelled-mails.ts';

export interface Guess {
  code: string;
  confidence: number;
}

export interface Figures {
  /** Share of the codes shown at 0.5 or more. */
  recall: number;
  /** Share of the codes that are reported at all. */
  recallAtAny: number;
  precision: number;
  precisionHigh: number;
  calibrationError: number;
  /** Share of mails without a code for which nothing is shown at 0.5 or more. */
  silentNegatives: number;
  missed: string[];
  wrong: string[];
  reportedNegatives: string[];
}

/** Measures guesses against labels; expired codes count as neither right nor wrong. */
export function measure(
  rows: readonly { mail: LabelledMail; guesses: readonly Guess[] }[],
): Figures {
  const figures: Figures = {
    recall: 0,
    recallAtAny: 0,
    precision: 0,
    precisionHigh: 0,
    calibrationError: 0,
    silentNegatives: 0,
    missed: [],
    wrong: [],
    reportedNegatives: [],
  };
  let codes = 0,
    hits = 0,
    reported = 0,
    shown = 0,
    right = 0,
    high = 0,
    highRight = 0,
    negatives = 0,
    silent = 0;
  const bins = Array.from({ length: 10 }, () => ({ count: 0, sum: 0, right: 0 }));
  for (const { mail, guesses } of rows) {
    const counted = guesses.filter((guess) => !mail.neutral.includes(guess.code));
    codes += mail.codes.length;
    for (const code of mail.codes) {
      const found = guesses.some((guess) => guess.code === code && guess.confidence >= 0.5);
      hits += found ? 1 : 0;
      reported += guesses.some((guess) => guess.code === code) ? 1 : 0;
      if (!found)
        figures.missed.push(
          `${mail.name}: ${code} (${guesses.find((g) => g.code === code)?.confidence ?? 'none'})`,
        );
    }
    if (mail.codes.length === 0) {
      negatives++;
      if (counted.every(({ confidence }) => confidence < 0.5)) silent++;
      else
        figures.reportedNegatives.push(
          `${mail.name}: ${counted.map((g) => `${g.code} ${g.confidence}`).join(', ')}`,
        );
    }
    for (const { code, confidence } of counted) {
      const isRight = mail.codes.includes(code);
      const bin = bins[Math.min(9, Math.floor(confidence * 10))];
      if (bin) {
        bin.count++;
        bin.sum += confidence;
        bin.right += isRight ? 1 : 0;
      }
      if (confidence >= 0.5) {
        shown++;
        right += isRight ? 1 : 0;
      }
      if (confidence >= 0.8) {
        high++;
        highRight += isRight ? 1 : 0;
      }
      if (confidence >= 0.5 && !isRight) figures.wrong.push(`${mail.name}: ${code} ${confidence}`);
    }
  }
  const total = bins.reduce((sum, bin) => sum + bin.count, 0);
  // An empty set counts as all right.
  const shareOf = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
  figures.recall = shareOf(hits, codes);
  figures.recallAtAny = shareOf(reported, codes);
  figures.precision = shareOf(right, shown);
  figures.precisionHigh = shareOf(highRight, high);
  figures.silentNegatives = shareOf(silent, negatives);
  figures.calibrationError =
    bins.reduce((sum, bin) => sum + Math.abs(bin.sum - bin.right), 0) / total;
  return figures;
}

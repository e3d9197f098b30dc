import { describe, expect, it } from 'vitest';
import { findCodes } from '../../code-finder/src/find-codes.ts';
import { measure } from '../../code-finder/training/figures.ts';
import { labelledMails } from '../../code-finder/training/labelled-mails.ts';

const figuresOf = (mails: ReturnType<typeof labelledMails>) =>
  measure(mails.map((mail) => ({ mail, guesses: findCodes(mail.lines) })));

describe('the code finder on labelled mails', () => {
  it('meets the bars on the owner’s mails', () => {
    const figures = figuresOf(labelledMails('labelled'));
    expect(figures.recall).toBeGreaterThanOrEqual(0.95);
    expect(figures.precision).toBeGreaterThanOrEqual(0.95);
    expect(figures.precisionHigh).toBeGreaterThanOrEqual(0.98);
    expect(figures.calibrationError).toBeLessThanOrEqual(0.08);
    expect(figures.silentNegatives).toBeGreaterThanOrEqual(0.95);
  });

  it('meets the bars on mails like the owner’s that it was never fitted on', () => {
    const figures = figuresOf(labelledMails('exam'));
    expect(figures.recall).toBeGreaterThanOrEqual(0.95);
    expect(figures.precision).toBeGreaterThanOrEqual(0.95);
    expect(figures.precisionHigh).toBeGreaterThanOrEqual(0.98);
    expect(figures.calibrationError).toBeLessThanOrEqual(0.08);
    expect(figures.silentNegatives).toBeGreaterThanOrEqual(0.95);
  });

  it('meets the bars on mails of other forms', () => {
    const figures = figuresOf(labelledMails('fresh'));
    expect(figures.recall).toBeGreaterThanOrEqual(0.95);
    expect(figures.precision).toBeGreaterThanOrEqual(0.95);
    expect(figures.precisionHigh).toBeGreaterThanOrEqual(0.98);
    expect(figures.silentNegatives).toBeGreaterThanOrEqual(0.95);
  });

  /**
   * These mails took no part in fitting and were not looked at while the finder was made: they tell what the
   * next mail will meet. The second set is harder than the owner's, and what is reached there is less than the bars
   * above (docs/decisions/008); the least asked here leaves a few codes to chance.
   */
  it('keeps what it reaches on mails that it was not fitted on', () => {
    const first = figuresOf(labelledMails('blind'));
    expect(first.recall).toBeGreaterThanOrEqual(0.91);
    expect(first.precision).toBeGreaterThanOrEqual(0.93);
    expect(first.precisionHigh).toBeGreaterThanOrEqual(0.95);
    expect(first.calibrationError).toBeLessThanOrEqual(0.08);
    expect(first.silentNegatives).toBeGreaterThanOrEqual(0.95);
    const second = figuresOf(labelledMails('blind-2'));
    expect(second.recall).toBeGreaterThanOrEqual(0.83);
    expect(second.precision).toBeGreaterThanOrEqual(0.9);
    expect(second.precisionHigh).toBeGreaterThanOrEqual(0.94);
    expect(second.calibrationError).toBeLessThanOrEqual(0.08);
    expect(second.silentNegatives).toBeGreaterThanOrEqual(0.92);
  });

  it('shows a sentence with the code, or the code’s own place, as evidence', () => {
    for (const mail of labelledMails('labelled'))
      for (const { code, evidence } of findCodes(mail.lines)) {
        expect(evidence.length).toBeGreaterThan(0);
        expect(evidence.length).toBeLessThanOrEqual(240);
        if (!/ /.test(code))
          expect(evidence.replace(/[\s-]/g, '')).toContain(code.replace(/[\s-]/g, ''));
      }
  });
});

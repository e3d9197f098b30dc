import { describe, expect, it } from 'vitest';
import { findCodes } from '../../sidecar/code-finder/find-codes.ts';
import { measure } from '../code-finder/figures.ts';
import { freshMails, labelledMails } from '../code-finder/labelled-mails.ts';

const figuresOf = (mails: ReturnType<typeof labelledMails>) =>
  measure(mails.map((mail) => ({ mail, guesses: findCodes(mail.lines) })));

describe('the code finder on labelled mails', () => {
  it('meets the bars on the owner’s mails', () => {
    const figures = figuresOf(labelledMails());
    expect(figures.recall).toBeGreaterThanOrEqual(0.95);
    expect(figures.precision).toBeGreaterThanOrEqual(0.95);
    expect(figures.precisionHigh).toBeGreaterThanOrEqual(0.98);
    expect(figures.calibrationError).toBeLessThanOrEqual(0.08);
    expect(figures.silentNegatives).toBeGreaterThanOrEqual(0.95);
  });

  it('meets the bars on mails of other forms', () => {
    const figures = figuresOf(freshMails());
    expect(figures.recall).toBeGreaterThanOrEqual(0.95);
    expect(figures.precision).toBeGreaterThanOrEqual(0.95);
    expect(figures.precisionHigh).toBeGreaterThanOrEqual(0.98);
    expect(figures.silentNegatives).toBeGreaterThanOrEqual(0.95);
  });

  /**
   * These 72 mails took no part in fitting and were not looked at while the finder was made: they tell what
   * the next mail will meet. What is reached is less than the bars above (docs/decisions/008); the least asked
   * here leaves two of the 57 codes to chance.
   */
  it('keeps what it reaches on mails that it was not fitted on', () => {
    const figures = figuresOf(labelledMails('mails-blind'));
    expect(figures.recall).toBeGreaterThanOrEqual(0.8);
    expect(figures.precision).toBeGreaterThanOrEqual(0.81);
    expect(figures.precisionHigh).toBeGreaterThanOrEqual(0.87);
  });

  it('shows a sentence with the code, or the code’s own place, as evidence', () => {
    for (const mail of labelledMails())
      for (const { code, evidence } of findCodes(mail.lines)) {
        expect(evidence.length).toBeGreaterThan(0);
        expect(evidence.length).toBeLessThanOrEqual(240);
        if (!/ /.test(code))
          expect(evidence.replace(/[\s-]/g, '')).toContain(code.replace(/[\s-]/g, ''));
      }
  });
});

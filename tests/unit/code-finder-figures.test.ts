import { describe, expect, it } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import leftOut from '../../code-finder/model/left-out.json' with { type: 'json' };
import { measure } from '../../code-finder/training/figures.ts';
import { labelledMails, setNames } from '../../code-finder/training/labelled-mails.ts';

const figuresOf = (mails: ReturnType<typeof labelledMails>) =>
  measure(mails.map((mail) => ({ mail, guesses: findCodes(mail.lines).codes })));

describe('the code finder on labelled mails', () => {
  it('meets the bars on the owner’s mails', () => {
    const figures = figuresOf(labelledMails('labelled'));
    expect(figures.recall).toBeGreaterThanOrEqual(0.95);
    expect(figures.precision).toBeGreaterThanOrEqual(0.95);
    expect(figures.precisionHigh).toBeGreaterThanOrEqual(0.98);
    expect(figures.calibrationError).toBeLessThanOrEqual(0.08);
    expect(figures.silentNegatives).toBeGreaterThanOrEqual(0.95);
  });

  it.each(['exam', 'fresh', 'blind'])('meets the bars on the set %s', (set) => {
    const figures = figuresOf(labelledMails(set));
    expect(figures.recall).toBeGreaterThanOrEqual(0.95);
    expect(figures.precision).toBeGreaterThanOrEqual(0.95);
    expect(figures.precisionHigh).toBeGreaterThanOrEqual(0.98);
    expect(figures.silentNegatives).toBeGreaterThanOrEqual(0.95);
  });

  /**
   * All sets are part of the fit. The figures for the next mail are in model/left-out.json, from
   * fits without the mail's writer.
   */
  it('was evaluated on writers that its fit left out', () => {
    const { mails, recall, recallAtAny, precision, calibrationError } = leftOut['all written'];
    const written = setNames().flatMap((set) => labelledMails(set));
    expect(mails).toBe(written.length);
    expect(recall).toBeGreaterThanOrEqual(0.88);
    expect(recallAtAny).toBeGreaterThanOrEqual(0.95);
    expect(precision).toBeGreaterThanOrEqual(0.92);
    expect(calibrationError).toBeLessThanOrEqual(0.03);
  });

  it('reports unlikely codes too, down to a chance of 0.05', () => {
    const chances = ['exam', 'blind', 'fresh'].flatMap((set) =>
      labelledMails(set).flatMap(({ lines }) =>
        findCodes(lines).codes.map(({ confidence }) => confidence),
      ),
    );
    expect(Math.min(...chances)).toBeGreaterThanOrEqual(0.05);
    expect(chances.some((chance) => chance < 0.4)).toBe(true);
  });

  it('shows a sentence with the code, or the line of the code, as evidence', () => {
    for (const mail of labelledMails('labelled'))
      for (const { code, evidence } of findCodes(mail.lines).codes) {
        expect(evidence.length).toBeGreaterThan(0);
        expect(evidence.length).toBeLessThanOrEqual(240);
        if (!/ /.test(code))
          expect(evidence.replace(/[\s-]/g, '')).toContain(code.replace(/[\s-]/g, ''));
      }
  });
});

import { describe, expect, it } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import { LANGUAGES, statementMails } from '../../code-finder/training/statements.ts';

/** A different seed from the one of the model's fit: other codes, artists and combinations. */
const mails = statementMails(2500, 4711).map((mail) => {
  const found = findCodes(mail.lines).codes;
  const chanceOf = (code: string): number =>
    found.find((one) => one.code === code)?.confidence ?? 0;
  return {
    lang: mail.lang,
    codes: mail.codes.map((code) => ({ code, chance: chanceOf(code) })),
    decoys: mail.decoys.map((code) => ({ code, chance: chanceOf(code) })),
  };
});

const share = <T>(list: readonly T[], holds: (item: T) => boolean): number =>
  list.filter(holds).length / list.length;

describe.each([...LANGUAGES])('plain statements, %s', (lang) => {
  const ofLanguage = mails.filter((mail) => mail.lang === lang);

  it('give their code a chance of 0.8 or more', () => {
    const codes = ofLanguage.flatMap((mail) => mail.codes);
    expect(codes.length).toBeGreaterThan(100);
    expect(share(codes, ({ chance }) => chance >= 0.8)).toBeGreaterThanOrEqual(0.95);
    expect(share(codes, ({ chance }) => chance >= 0.5)).toBeGreaterThanOrEqual(0.97);
  });

  it('give a code for a hotel, a shuttle, merchandise, an order, a sign-in or a discount less than 0.3', () => {
    const decoys = ofLanguage.flatMap((mail) => mail.decoys);
    expect(decoys.length).toBeGreaterThan(60);
    expect(share(decoys, ({ chance }) => chance < 0.3)).toBeGreaterThanOrEqual(0.95);
  });
});

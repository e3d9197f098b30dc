import { expect, it } from 'vitest';
import { findCodes } from '../../code-finder/index.ts';
import { readContext } from '../../code-finder/src/context.ts';
import { codesOfOthers, observeCodes } from '../../code-finder/src/find-codes.ts';
import { labelledMails, setNames } from '../../code-finder/training/labelled-mails.ts';
import { mailLines } from '../../mail-lines/mail-text.ts';

/**
 * Every code of the labelled mails about several artists, rated by a search for each of the
 * artists.
 */
const views = setNames()
  .flatMap((set) => labelledMails(set))
  .filter(({ byKeyword }) => Object.keys(byKeyword).length > 1)
  .flatMap(({ name, lines, codes, byKeyword }) => {
    const context = readContext(lines);
    const observed = observeCodes(context).filter(({ code }) => codes.includes(code));
    return Object.entries(byKeyword).flatMap(([artist, own]) => {
      const others = codesOfOthers(context, observed, [artist]);
      return observed.map((found) => ({
        view: `${name}, ${artist}: ${found.code}`,
        isOwn: own.includes(found.code),
        isOther: others.has(found),
      }));
    });
  });

it('never assigns a code of the wanted artist to another one', () => {
  const own = views.filter(({ isOwn }) => isOwn);
  expect(own.length).toBeGreaterThan(70);
  expect(own.filter(({ isOther }) => isOther).map(({ view }) => view)).toEqual([]);
});

it('finds the codes of other artists in at least 95 of 100 places', () => {
  const others = views.filter(({ isOwn }) => !isOwn);
  const taken = others.filter(({ isOther }) => isOther);
  expect(others.length).toBeGreaterThan(140);
  expect(taken.length / others.length).toBeGreaterThanOrEqual(0.95);
});

const codesFor = (keyword: string, lines: readonly string[]): string[] => {
  const context = readContext(
    lines.map((text, i) => ({
      text,
      kind: i === 0 ? 'subject' : 'text',
      marks: [],
      isQuoted: false,
      isHidden: false,
      columnHead: null,
      startsBlock: true,
    })),
  );
  const observed = observeCodes(context).filter(({ code }) => /^[A-Z]+\d\d$/.test(code));
  const others = codesOfOthers(context, observed, [keyword]);
  return observed
    .filter((found) => !others.has(found))
    .map(({ code }) => code)
    .sort();
};

it.each([
  [
    'towns under one heading',
    'Aurora Vale',
    ['Presale codes', 'Aurora Vale, spring tour', 'Paris: code SEINE27', 'Berlin: code SPREE27'],
    ['SEINE27', 'SPREE27'],
  ],
  [
    'kinds of tickets under one sentence',
    'Aurora Vale',
    ['Presale', 'Your Aurora Vale presale code: EARLY11', 'VIP presale code: LOUNGE11'],
    ['EARLY11', 'LOUNGE11'],
  ],
  [
    'a keyword in the subject only',
    'Aurora Vale',
    ['Aurora Vale presale', 'Paris: code SEINE27', 'Berlin: code SPREE27'],
    ['SEINE27', 'SPREE27'],
  ],
  [
    'artists in rows',
    'Blue Harbour',
    [
      'Presales',
      'Aurora Vale: code VALE27',
      'Blue Harbour: code HARB27',
      'Nine Lamps: code LAMP27',
    ],
    ['HARB27'],
  ],
  [
    'artists in one sentence',
    'Blue Harbour',
    ['Presales', 'For Aurora Vale use code VALE27, for Blue Harbour use code HARB27.'],
    ['HARB27'],
  ],
  [
    'artists in sections',
    'Aurora Vale',
    [
      'Presales',
      'Aurora Vale',
      'Thursday at ten. Use code VALE27.',
      'Blue Harbour',
      'Friday at ten. Use code HARB27.',
    ],
    ['VALE27'],
  ],
] as const)('keeps the codes that the keyword covers: %s', (_, keyword, lines, kept) => {
  expect(codesFor(keyword, lines)).toEqual([...kept].sort());
});

it('does not assign the new code of an answer to another artist if only the quoted history names the artist', () => {
  const text = [
    'Hi Jo,',
    '',
    'the new presale code is HERON-2027, with the hyphen. I have just tried it.',
    '',
    'On Tue 3 Feb 2026 at 17:40, Jo Lind wrote:',
    '> three members report that it is not valid',
    '>',
    '> On Mon 2 Feb 2026 at 11:05, Al Reed wrote:',
    ">> the members' presale for Velvet Herons (Leeds, York) opens on Wednesday at 10.",
    '>> Presale code: HERON27',
  ].join('\n');
  const parts = [{ type: 'text/plain' as const, text }];
  const mail = { subject: 'RE: presale code', from: '', date: '', hasImages: false, parts };
  const [first] = findCodes(mailLines(mail), { keywords: ['Velvet Herons'] }).codes;
  expect(first).toMatchObject({ code: 'HERON-2027' });
  expect(first?.confidence).toBeGreaterThan(0.9);
});
